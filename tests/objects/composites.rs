//! Shapes that are made of parts: a trait's function that hands a part and options of references to a function, generically and as
//! objects.

use pullback::{Differentiable, differentiable};

#[differentiable(dyn(opt_in))]
trait Shape {
    fn distance(&self, p: f64) -> f64;
}

#[differentiable(dyn)]
trait Normals {
    fn project(&self, p: &mut f64);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pose {
    shift: f64,
}

#[differentiable]
impl Pose {
    fn local(&self, p: f64) -> f64 {
        p - self.shift
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Ball {
    radius: f64,
}

#[differentiable(dyn)]
impl Shape for Ball {
    fn distance(&self, p: f64) -> f64 {
        (p * p + 1.0).sqrt() - self.radius
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Cone {
    slope: f64,
}

#[differentiable]
impl Normals for Cone {
    fn project(&self, p: &mut f64) {
        *p *= self.slope;
    }
}

#[expect(clippy::type_complexity)]
#[differentiable]
trait Composite {
    type Part: ?Sized + Shape;
    type Normals: ?Sized + Normals;

    fn map_part<T>(
        &self,
        i: usize,
        f: impl FnMut(Option<&Pose>, &Self::Part, Option<&Self::Normals>) -> T,
    ) -> Option<T>;

    fn visit_part(&self, i: usize, f: &mut dyn FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>));

    fn map_object<T>(&self, i: usize, f: impl FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>) -> T)
    -> Option<T>;
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    radii: Vec<f64>,
    slopes: Option<Vec<f64>>,
}

#[differentiable]
impl Mesh {
    fn ball(&self, i: usize) -> Ball {
        Ball { radius: self.radii[i] }
    }

    fn normals(&self, i: usize) -> Option<Cone> {
        let slopes = self.slopes.as_ref()?;
        Some(Cone { slope: slopes[i] })
    }
}

#[differentiable]
impl Composite for Mesh {
    type Part = Ball;
    type Normals = Cone;

    fn map_part<T>(
        &self,
        i: usize,
        mut f: impl FnMut(Option<&Pose>, &Self::Part, Option<&Self::Normals>) -> T,
    ) -> Option<T> {
        let ball = self.ball(i);
        let normals = self.normals(i);
        Some(f(None, &ball, normals.as_ref()))
    }

    fn visit_part(&self, i: usize, f: &mut dyn FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>)) {
        let ball = self.ball(i);
        let normals = self.normals(i);
        f(None, &ball, normals.as_ref().map(|normals| normals as &dyn Normals))
    }

    fn map_object<T>(
        &self,
        i: usize,
        mut f: impl FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>) -> T,
    ) -> Option<T> {
        let ball = self.ball(i);
        let normals = self.normals(i);
        Some(f(None, &ball, normals.as_ref().map(|normals| normals as &dyn Normals)))
    }
}

#[derive(Differentiable)]
struct Compound {
    parts: Vec<(Pose, Box<dyn Shape>)>,
    cones: Option<Vec<Cone>>,
}

#[differentiable]
impl Compound {
    fn cone(&self, i: usize) -> Option<&Cone> {
        self.cones.as_ref()?.get(i)
    }
}

#[differentiable(types(cone = fn(..) -> Option<&Cone>))]
impl Composite for Compound {
    type Part = dyn Shape;
    type Normals = Cone;

    fn map_part<T>(
        &self,
        i: usize,
        mut f: impl FnMut(Option<&Pose>, &Self::Part, Option<&Self::Normals>) -> T,
    ) -> Option<T> {
        let (pose, part) = &self.parts[i];
        Some(f(Some(pose), &**part, self.cone(i)))
    }

    fn visit_part(&self, i: usize, f: &mut dyn FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>)) {
        if let Some(part) = self.parts.get(i) {
            f(Some(&part.0), &*part.1, self.cone(i).map(|cone| cone as &dyn Normals))
        }
    }

    fn map_object<T>(
        &self,
        i: usize,
        mut f: impl FnMut(Option<&Pose>, &dyn Shape, Option<&dyn Normals>) -> T,
    ) -> Option<T> {
        let (pose, part) = &self.parts[i];
        Some(f(Some(pose), &**part, self.cone(i).map(|cone| cone as &dyn Normals)))
    }
}

/// Queries on whatever is made of parts.
#[derive(Clone, Copy, Differentiable)]
struct Queries<'a, S: ?Sized>(&'a S);

#[differentiable(bounds(S::Part: Sized))]
impl<S: ?Sized + Composite> Queries<'_, S> {
    fn sum_of_squares(&self, p: f64, parts: usize) -> Option<f64> {
        let mut sum = 0.0;
        for i in 0..parts {
            let d = self.0.map_part(i, |pose: Option<&Pose>, part, _| {
                if let Some(pose) = pose {
                    part.distance(pose.local(p))
                } else {
                    part.distance(p)
                }
            })?;
            sum += d * d;
        }
        Some(sum)
    }
}

#[differentiable]
fn least(parts: usize, cost: impl Fn(usize, f64) -> Option<f64>) -> f64 {
    let mut best = 100.0;
    for i in 0..parts {
        if let Some(found) = cost(i, best)
            && found < best
        {
            best = found;
        }
    }
    best
}

#[differentiable(bounds(S::Part: Sized))]
impl<S: Composite> Queries<'_, S> {
    /// The closure captures what the struct points to.
    fn nearest(&self, p: f64, parts: usize) -> f64 {
        let composite: &S = self.0;
        let near = least(parts, |i, best| {
            let d = composite.map_part(i, |pose: Option<&Pose>, part, _| match pose {
                Some(pose) => part.distance(pose.local(p)),
                None => part.distance(p),
            })?;
            Some(d + 0.01 * best)
        });
        let first = composite.map_part(0, |_: Option<&Pose>, part, _| part.distance(p));
        near * first.unwrap()
    }
}

/// What two shapes are asked for, one of them a part.
#[differentiable]
trait Dispatcher {
    fn gap(&self, a: &dyn Shape, b: &dyn Shape, p: f64) -> Result<f64, String>;
}

#[derive(Clone, Differentiable)]
struct Gaps {
    scale: f64,
}

#[differentiable]
impl Dispatcher for Gaps {
    fn gap(&self, a: &dyn Shape, b: &dyn Shape, p: f64) -> Result<f64, String> {
        if p < 0.0 {
            return Err("not here".into());
        }
        Ok(self.scale * a.distance(p) * b.distance(p))
    }
}

/// The closures' parameters have no types, and what is captured is a field of the struct, and an object.
#[differentiable(bounds(S::Part: Sized), types(pose = fn(..) -> Option<&Pose>, .0 = &S))]
impl<S: ?Sized + Composite> Queries<'_, S> {
    fn nearest_by_field(&self, p: f64, parts: usize) -> f64 {
        let near = least(parts, |i, best| {
            let d = self.0.map_part(i, |pose, part, _| match pose {
                Some(pose) => part.distance(pose.local(p)),
                None => part.distance(p),
            })?;
            Some(d + 0.01 * best)
        });
        let first = self.0.map_part(0, |_: Option<&Pose>, part, _| part.distance(p));
        near * first.unwrap()
    }
}

#[differentiable(bounds(_: Sized), types(pose = fn(..) -> Option<&Pose>, part = fn(..) -> &dyn Shape, .0 = &S))]
impl<S: ?Sized + Composite> Queries<'_, S> {
    fn least_gap<D: ?Sized + Dispatcher>(&self, dispatcher: &D, other: &dyn Shape, p: f64, parts: usize) -> f64 {
        least(parts, |i, _| {
            self.0.map_object(i, |pose, part, _| {
                let p = if let Some(pose) = pose { pose.local(p) } else { p };
                dispatcher.gap(part, other, p).ok()
            })?
        })
    }
}

/// The function that it hands the object to has a closure that captures it.
#[differentiable(bounds(_: Sized), types(other = dyn Shape + 'static))]
fn least_gap<D: ?Sized + Dispatcher, S: ?Sized + Composite>(
    dispatcher: &D,
    composite: &S,
    other: &dyn Shape,
    p: f64,
) -> f64 {
    Queries(composite).least_gap(dispatcher, other, p, 2)
}

#[differentiable(bounds(_: Sized))]
impl<S: ?Sized + Composite> Queries<'_, S> {
    fn sum_of_objects(&self, p: f64, parts: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..parts {
            self.0.visit_part(
                i,
                &mut |pose: Option<&Pose>, part: &dyn Shape, normals: Option<&dyn Normals>| {
                    let mut d = match pose {
                        Some(pose) => part.distance(pose.local(p)),
                        None => part.distance(p),
                    };
                    if let Some(normals) = normals {
                        normals.project(&mut d);
                    }
                    sum += d * d;
                },
            );
        }
        sum
    }
}

#[differentiable]
fn of_mesh(mesh: &Mesh, p: f64) -> f64 {
    Queries(mesh).sum_of_squares(p, mesh.radii.len()).unwrap()
}

#[differentiable]
fn nearest_in_mesh(mesh: &Mesh, p: f64) -> f64 {
    Queries(mesh).nearest(p, mesh.radii.len())
}

#[differentiable]
fn nearest_by_field_in_mesh(mesh: &Mesh, p: f64) -> f64 {
    Queries(mesh).nearest_by_field(p, mesh.radii.len())
}

#[differentiable]
fn gap_to_mesh(gaps: &Gaps, mesh: &Mesh, ball: &Ball, p: f64) -> f64 {
    least_gap(gaps, mesh, ball, p)
}

#[differentiable]
fn gap_to_compound(gaps: &Gaps, r: f64, shift: f64, p: f64) -> f64 {
    let compound = Compound {
        parts: vec![
            (Pose { shift }, Box::new(Ball { radius: r }) as Box<dyn Shape>),
            (
                Pose { shift: r * r },
                Box::new(Ball { radius: r * shift }) as Box<dyn Shape>,
            ),
        ],
        cones: None,
    };
    least_gap(gaps, &compound, &Ball { radius: r * 0.5 }, p)
}

#[differentiable]
fn of_objects_in_mesh(mesh: &Mesh, p: f64) -> f64 {
    Queries(mesh).sum_of_objects(p, mesh.radii.len())
}

#[differentiable]
fn of_compound(r: f64, shift: f64, slope: Option<f64>, p: f64) -> f64 {
    let other = Pose { shift: shift * shift };
    let compound = Compound {
        parts: vec![
            (Pose { shift }, Box::new(Ball { radius: r }) as Box<dyn Shape>),
            (other, Box::new(Ball { radius: r * shift }) as Box<dyn Shape>),
        ],
        cones: slope.map(|slope| vec![Cone { slope }]),
    };
    Queries(&compound).sum_of_objects(p, 2)
}

#[test]
fn parts_and_options_of_references_are_handed_to_functions() {
    for slopes in [None, Some(vec![0.7, 1.3])] {
        let mesh = Mesh {
            radii: vec![0.4, 0.6],
            slopes,
        };
        of_mesh::check(&mesh, 0.8).unwrap();
        nearest_in_mesh::check(&mesh, 0.8).unwrap();
        nearest_by_field_in_mesh::check(&mesh, 0.8).unwrap();
        of_objects_in_mesh::check(&mesh, 0.8).unwrap();
    }
    of_compound::check(0.4, 0.3, None, 0.9).unwrap();
    of_compound::check(0.4, 0.3, Some(0.6), 0.9).unwrap();
}

#[test]
fn closures_capture_fields_that_are_references_and_objects() {
    let (gaps, ball) = (Gaps { scale: 1.3 }, Ball { radius: 0.2 });
    let mesh = Mesh {
        radii: vec![0.4, 0.6],
        slopes: None,
    };
    gap_to_mesh::check(&gaps, &mesh, &ball, 0.8).unwrap();
    gap_to_compound::check(&gaps, 0.4, 0.3, 0.9).unwrap();
}
