//! Meshes: lists of counts beside numbers, in fields, in what functions return, as arguments of every kind, and behind methods that
//! give references to them.
use pullback::{Differentiable, check_grad, differentiable};

/// The corners of a strip of triangles, and which corners each has.
#[differentiable]
fn strip(width: f64, count: usize) -> (Vec<f64>, Vec<[u32; 3]>) {
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    for k in 0..count {
        corners.push(width * k as f64 + width.sin());
        if k >= 2 {
            triangles.push([k as u32 - 2, k as u32 - 1, k as u32]);
        }
    }
    (corners, triangles)
}

#[differentiable]
fn area(corners: &[f64], triangles: &[[u32; 3]]) -> f64 {
    let mut sum = 0.0;
    for t in triangles {
        sum += corners[t[0] as usize] * corners[t[1] as usize] * corners[t[2] as usize];
    }
    sum
}

#[differentiable]
fn area_of_strip(width: f64, count: usize) -> f64 {
    let (corners, triangles) = strip(width, count);
    area(&corners, &triangles)
}

/// Adds to both lists, and takes from one.
#[differentiable]
fn extend(at: f64, corners: &mut Vec<f64>, triangles: &mut Vec<[u32; 3]>) {
    let k = corners.len() as u32;
    corners.push(at * at);
    triangles.pop();
    triangles.push([0, k - 1, k]);
    triangles.push([1, k, k]);
}

#[differentiable]
fn extended(width: f64, at: f64) -> f64 {
    let (mut corners, mut triangles) = strip(width, 4);
    for _ in 0..2 {
        extend(at, &mut corners, &mut triangles);
    }
    area(&corners, &triangles)
}

#[differentiable]
fn owned(corners: Vec<f64>, triangles: Vec<[u32; 3]>) -> f64 {
    let mut sum = 0.0;
    for t in &triangles {
        sum += corners[t[0] as usize] * corners[t[2] as usize];
    }
    sum
}

#[differentiable]
fn owned_strip(width: f64) -> f64 {
    let (corners, triangles) = strip(width, 5);
    let doubled: Vec<f64> = corners.iter().map(|c| 2.0 * c).collect();
    owned(doubled, triangles.clone()) + owned(corners, triangles)
}

#[test]
fn lists_of_counts_are_returned_and_lent() {
    check_grad!(area_of_strip(0.7, 6)).unwrap();
    check_grad!(extended(0.7, 1.3)).unwrap();
    check_grad!(owned_strip(0.6)).unwrap();
    let (mut corners, mut triangles) = (vec![1.0, 2.0, 3.0], vec![[0, 1, 2]]);
    let ((), pullback) = extend::vjp(2.0, &mut corners, &mut triangles);
    let mut bar = vec![0.0, 0.0, 0.0, 1.0];
    assert_eq!((pullback(&mut bar), bar), (4.0, vec![0.0; 3]));
    assert_eq!((corners[3], triangles), (4.0, vec![[0, 2, 3], [1, 3, 3]]));
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    corners: Vec<f64>,
    triangles: Vec<[u32; 3]>,
    scale: f64,
}

impl Mesh {
    #[differentiable]
    fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    #[differentiable(types(triangles = fn(..) -> &[[u32; 3]]))]
    fn length(&self) -> f64 {
        let mut sum = 0.0;
        for t in self.triangles() {
            sum += (self.corners[t[0] as usize] - self.corners[t[1] as usize]).powi(2);
        }
        sum * self.scale + self.corners[self.triangles()[0][2] as usize]
    }
}

#[differentiable(types(triangles = fn(..) -> &_))]
fn about(mesh: &Mesh) -> f64 {
    let mut sum = mesh.length();
    for t in mesh.triangles().iter().skip(1) {
        sum *= mesh.corners[t[0] as usize];
    }
    sum + area(&mesh.corners, mesh.triangles()) * mesh.triangles().len() as f64
}

#[test]
fn methods_give_references_to_counts() {
    let mesh = Mesh {
        corners: vec![0.5, 1.5, 2.5, -0.5],
        triangles: vec![[0, 1, 2], [3, 2, 1], [2, 0, 0]],
        scale: 1.25,
    };
    check_grad!(about(&mesh)).unwrap();
    let bar = about::grad(&mesh);
    assert_eq!(
        bar.triangles,
        mesh.triangles.iter().map(|_| [(); 3]).collect::<Vec<_>>()
    );
    #[differentiable]
    fn length(mesh: &Mesh) -> f64 {
        mesh.length()
    }
    check_grad!(length(&mesh)).unwrap();
}

/// The same in impls that are marked as wholes: each names what the other lends.
#[derive(Clone, Debug, Differentiable)]
struct Net {
    corners: Vec<f64>,
    edges: Vec<[u32; 2]>,
}

#[differentiable(types(edges = fn(..) -> &[[u32; 2]]))]
impl Net {
    fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }
}

#[differentiable(types(edges = fn(..) -> &[[u32; 2]]))]
impl Net {
    fn relaxed(&mut self, rate: f64) {
        let mut pulled = vec![0.0; self.corners.len()];
        for edge in self.edges() {
            let stretch = self.corners[edge[1] as usize] - self.corners[edge[0] as usize];
            pulled[edge[0] as usize] += rate * stretch;
            pulled[edge[1] as usize] -= rate * stretch;
        }
        self.corners
            .iter_mut()
            .zip(&pulled)
            .for_each(|(corner, pull)| *corner += pull);
    }

    fn append(&mut self, other: &Net) {
        let base = self.corners.len() as u32;
        self.corners.extend_from_slice(&other.corners);
        self.edges
            .extend(other.edges().iter().map(|edge| [edge[0] + base, edge[1] + base]));
    }
}

#[test]
fn impls_name_the_counts_that_they_lend() {
    #[differentiable]
    fn joined(first: &Net, second: &Net, rate: f64) -> f64 {
        let mut net = first.clone();
        net.append(second);
        net.relaxed(rate);
        net.relaxed(2.0 * rate);
        net.corners[1] * net.corners[4] + net.corners[0].sin()
    }
    let net = |k: f64| Net {
        corners: vec![0.5, 1.5 * k, 2.5 - k],
        edges: vec![[0, 1], [1, 2], [2, 0]],
    };
    check_grad!(joined(&net(1.0), &net(0.7), 0.1)).unwrap();
}

/// Cells whose corners are counted in three directions.
#[derive(Clone, Debug, Differentiable)]
struct Lattice {
    origin: f64,
    #[no_diff]
    width: i32,
}

#[differentiable]
impl Lattice {
    fn corner(&self, cell: [i32; 3], offset: [i32; 3]) -> [i32; 3] {
        std::array::from_fn(|k| (cell[k] + offset[k]) * self.width)
    }

    fn point(&self, corner: [i32; 3]) -> f64 {
        self.origin * corner[0] as f64 + self.origin.sin() * corner[2] as f64
    }
}

#[test]
fn arrays_of_counts_are_handed_on_from_call_to_call() {
    #[differentiable]
    fn between(lattice: &Lattice, cell: [i32; 3]) -> f64 {
        lattice.point(lattice.corner(cell, [1, 1, 1])) * lattice.point(lattice.corner(cell, [0, 0, 0]))
    }
    let lattice = Lattice { origin: 0.7, width: 2 };
    check_grad!(between(&lattice, [1, 2, 3])).unwrap();
}

/// A facet that keeps which points it sees.
#[derive(Clone, Debug, Differentiable)]
struct Facet {
    normal: f64,
    seen: Vec<usize>,
    furthest: f64,
}

#[differentiable]
impl Facet {
    fn see(&mut self, number: usize, points: &[f64]) {
        let distance = points[number] * self.normal;
        if distance > 0.0 {
            self.seen.push(number);
            self.furthest += distance * self.seen.len() as f64;
        }
    }

    fn forget(&mut self, count: usize) {
        self.seen.truncate(count);
        self.furthest *= 2.0;
    }
}

#[differentiable]
fn seen(points: &[f64], normal: f64) -> f64 {
    let mut facets = vec![Facet {
        normal,
        seen: Vec::new(),
        furthest: 0.0,
    }];
    facets.push(Facet {
        normal: -normal * normal,
        seen: vec![0],
        furthest: normal,
    });
    for facet in facets.iter_mut() {
        for number in 0..points.len() {
            facet.see(number, points);
        }
        facet.forget(2);
    }
    let mut sum = 0.0;
    for facet in &facets {
        for number in facet.seen.iter() {
            sum += points[*number] * facet.furthest;
        }
    }
    sum
}

#[test]
fn fields_that_are_lists_of_counts_change() {
    check_grad!(seen(&[0.5, -1.5, 2.5, 1.0, -0.3], 0.75)).unwrap();
    check_grad!(seen(&[0.5, -1.5, 2.5, 1.0, -0.3], -1.25)).unwrap();
}

/// Of a type that another one is made of.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Interval {
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Segment<const N: usize> {
    ends: [f64; N],
    number: u32,
}

#[differentiable]
impl From<Interval> for Segment<2> {
    fn from(interval: Interval) -> Self {
        let Interval { low, high } = interval;
        Segment {
            ends: [low * high, high.exp()],
            number: 2,
        }
    }
}

#[differentiable]
impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        if low < high {
            Self { low, high }
        } else {
            Self { low: high, high: low }
        }
    }
}

#[differentiable]
fn converted(low: f64, interval: Interval, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        let segment = Segment::from(Interval::from([low * k as f64, interval.low]));
        sum += segment.ends[0] * f64::from(segment.number) + segment.ends[1];
    }
    sum + Segment::from(interval).ends[1]
}

#[test]
fn own_types_are_converted() {
    check_grad!(converted(0.75, Interval { low: 1.25, high: -0.5 }, 4)).unwrap();
}

/// Methods that only integers have, on fields of which only rustc knows that they are.
#[derive(Clone, Debug, Differentiable)]
struct Window {
    start: usize,
    #[no_diff]
    width: u32,
    values: Vec<f64>,
}

#[differentiable]
impl Window {
    fn before(&self, k: usize) -> f64 {
        let (wrapped, over) = self.start.overflowing_sub(k);
        let first = self.values[self.start.saturating_sub(k)];
        if over { first } else { first * self.values[wrapped] }
    }
}

#[differentiable]
fn around(window: &Window) -> f64 {
    let last = window.start.checked_sub(7).unwrap_or(1);
    window.before(1) + window.before(9) * window.values[last] + f64::from(window.width)
}

#[test]
fn integers_keep_their_own_methods() {
    let window = Window {
        start: 2,
        width: 3,
        values: vec![0.5, 1.5, 2.5],
    };
    check_grad!(around(&window)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Panel {
    corners: [usize; 3],
    beside: [usize; 3],
    height: f64,
}

#[differentiable]
fn panel(at: &[f64], corners: [usize; 3], beside: [usize; 3]) -> Panel {
    let height = at[corners[0]] * at[corners[1]];
    Panel {
        corners,
        beside,
        height,
    }
}

/// Lists that are written out, of what only rustc knows to be counts and of what is known to be one.
#[differentiable]
fn grown(panels: &mut Vec<Panel>, at: &[f64], rounds: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..rounds {
        let new = panels.len();
        let first = panels[k].corners[1];
        let made = panel(at, [first, panels[k].corners[2], k], [k, new + 1, panels[k].beside[0]]);
        panels[k].beside[2] = new;
        let pair = vec![panels[k].beside[2], 0];
        sum += made.height * at[pair[1]];
        panels.push(made);
    }
    panels.last_mut().unwrap().beside[1] = 0;
    sum
}

#[test]
fn lists_of_counts_of_unknown_type_beside_known_ones_are_handed_on() {
    let mut panels: Vec<Panel> = (0..2)
        .map(|k| Panel {
            corners: [k, k + 1, 2],
            beside: [1, 0, k],
            height: 0.5 + k as f64,
        })
        .collect();
    check_grad!(grown(&mut panels, &[0.7, 0.3, 1.2, 0.4], 3)).unwrap();
}

/// A part of a mesh by itself: the corners are numbered again as they are met, by a closure that writes.
#[differentiable]
fn part(mesh: &Mesh, chosen: &[usize]) -> (Vec<f64>, Vec<[u32; 3]>) {
    let mut numbers = vec![u32::MAX; mesh.corners.len()];
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for &k in chosen {
        let corners: [u32; 3] = mesh.triangles[k];
        let numbered = corners.map(|corner| {
            if numbers[corner as usize] == u32::MAX {
                points.push(mesh.corners[corner as usize] * mesh.scale);
                numbers[corner as usize] = points.len() as u32 - 1;
            }
            numbers[corner as usize]
        });
        triangles.push(numbered);
    }
    (points, triangles)
}

#[test]
fn arrays_whose_type_is_written_are_mapped_by_closures_that_write() {
    #[differentiable]
    fn of_part(mesh: &Mesh) -> f64 {
        let (points, triangles) = part(mesh, &[2, 0]);
        area(&points, &triangles) + points[1]
    }
    let mesh = Mesh {
        corners: vec![0.5, 1.5, 2.5, -0.5],
        triangles: vec![[0, 1, 2], [3, 2, 1], [2, 0, 0]],
        scale: 1.25,
    };
    check_grad!(of_part(&mesh)).unwrap();
}
