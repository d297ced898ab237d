//! Bundle adjustment: the projection's partial derivatives, from which all else follows.

type Vector = [f64; 3];

fn cross(a: &Vector, b: &Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// What the way back needs of a turned point.
struct Turn {
    angle: f64,
    sine: f64,
    cosine: f64,
    /// The axis, of length one; the axis itself where it has no length.
    unit: Vector,
    point: Vector,
    sideways: Vector,
    along: f64,
}

impl Turn {
    fn new(axis: Vector, point: Vector) -> (Turn, Vector) {
        let squared = dot(&axis, &axis);
        let angle = squared.sqrt();
        let (sine, cosine) = if squared == 0.0 { (1.0, 1.0) } else { angle.sin_cos() };
        let inverse = if squared == 0.0 { 1.0 } else { 1.0 / angle };
        let unit = axis.map(|x| x * inverse);
        let (sideways, along) = (cross(&unit, &point), dot(&unit, &point));
        let turned = |i: usize| cosine * point[i] + sine * sideways[i] + (1.0 - cosine) * along * unit[i];
        let seen = [turned(0), turned(1), turned(2)];
        let turn = Turn {
            angle,
            sine,
            cosine,
            unit,
            point,
            sideways,
            along,
        };
        (turn, seen)
    }

    /// The cotangents of the axis and of the point.
    #[inline(always)]
    fn back(&self, bar: Vector) -> (Vector, Vector) {
        let &Turn {
            angle,
            sine,
            cosine,
            unit,
            point,
            sideways,
            along,
        } = self;
        let (bar_sideways, bar_along) = (cross(&bar, &unit), dot(&bar, &unit));
        let of_point = |i: usize| cosine * bar[i] + sine * bar_sideways[i] + (1.0 - cosine) * bar_along * unit[i];
        let point_bar = [of_point(0), of_point(1), of_point(2)];
        let point_bar_cross = cross(&point, &bar);
        if angle == 0.0 {
            return (point_bar_cross, point_bar);
        }
        let of_unit = |i: usize| sine * point_bar_cross[i] + (1.0 - cosine) * (along * bar[i] + bar_along * point[i]);
        let unit_bar = [of_unit(0), of_unit(1), of_unit(2)];
        let angle_bar = cosine * dot(&bar, &sideways) + sine * (along * bar_along - dot(&bar, &point));
        let radial = angle_bar - dot(&unit, &unit_bar) / angle;
        let of_axis = |i: usize| unit_bar[i] / angle + radial * unit[i];
        ([of_axis(0), of_axis(1), of_axis(2)], point_bar)
    }
}

/// A projected point, and what the way back needs of it.
pub struct Projection {
    turn: Turn,
    depth: f64,
    /// Before distortion.
    flat: [f64; 2],
    squared: f64,
    factor: f64,
    /// Of the factor, by the squared distance.
    slope: f64,
    focal: f64,
    pub projected: [f64; 2],
}

/// The cotangents of camera and point.
pub type Row = ([f64; 11], Vector);

impl Projection {
    #[inline(always)]
    pub fn new(camera: &[f64; 11], point: &Vector) -> Projection {
        let relative = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
        let (turn, seen) = Turn::new([camera[0], camera[1], camera[2]], relative);
        let flat = [seen[0] / seen[2], seen[1] / seen[2]];
        let squared = flat[0] * flat[0] + flat[1] * flat[1];
        let factor = 1.0 + camera[9] * squared + camera[10] * squared * squared;
        let focal = camera[6];
        Projection {
            turn,
            depth: seen[2],
            flat,
            squared,
            factor,
            slope: camera[9] + 2.0 * camera[10] * squared,
            focal,
            projected: [
                factor * flat[0] * focal + camera[7],
                factor * flat[1] * focal + camera[8],
            ],
        }
    }

    #[inline(always)]
    pub fn back(&self, bar: [f64; 2]) -> Row {
        let flat = self.flat;
        let distorted_bar = [bar[0] * self.focal, bar[1] * self.focal];
        let factor_bar = distorted_bar[0] * flat[0] + distorted_bar[1] * flat[1];
        let squared_bar = 2.0 * factor_bar * self.slope;
        let flat_bar = [
            distorted_bar[0] * self.factor + squared_bar * flat[0],
            distorted_bar[1] * self.factor + squared_bar * flat[1],
        ];
        let inverse = 1.0 / self.depth;
        let (x_bar, y_bar) = (flat_bar[0] * inverse, flat_bar[1] * inverse);
        let z_bar = -(x_bar * flat[0] + y_bar * flat[1]);
        let (axis_bar, point_bar) = self.turn.back([x_bar, y_bar, z_bar]);
        let focal_bar = self.factor * (bar[0] * flat[0] + bar[1] * flat[1]);
        let first = factor_bar * self.squared;
        let camera_bar = [
            axis_bar[0],
            axis_bar[1],
            axis_bar[2],
            -point_bar[0],
            -point_bar[1],
            -point_bar[2],
            focal_bar,
            bar[0],
            bar[1],
            first,
            first * self.squared,
        ];
        (camera_bar, point_bar)
    }

    pub fn rows(&self) -> [Row; 2] {
        [self.back([1.0, 0.0]), self.back([0.0, 1.0])]
    }
}

/// The cotangents of camera, point and weight.
pub type WeightedRow = ([f64; 11], Vector, f64);

/// The two errors of an observation, and their rows.
#[inline(always)]
pub fn error_and_rows(
    camera: &[f64; 11],
    point: &Vector,
    weight: f64,
    feature: &[f64; 2],
) -> ([f64; 2], [WeightedRow; 2]) {
    let projection = Projection::new(camera, point);
    let missed = [
        projection.projected[0] - feature[0],
        projection.projected[1] - feature[1],
    ];
    let [first, second] = [projection.back([weight, 0.0]), projection.back([0.0, weight])];
    let rows = [(first.0, first.1, missed[0]), (second.0, second.1, missed[1])];
    ([weight * missed[0], weight * missed[1]], rows)
}

/// Half the sum of all squared errors; its gradient goes to what is handed over.
pub fn loss(
    scene: &crate::objectives::ba::Scene,
    cameras_bar: &mut [[f64; 11]],
    points_bar: &mut [Vector],
    weights_bar: &mut [f64],
) -> f64 {
    cameras_bar.fill([0.0; 11]);
    points_bar.fill([0.0; 3]);
    let (n, m) = (cameras_bar.len(), points_bar.len());
    let mut sum = 0.0;
    for (i, ((weight, feature), weight_bar)) in scene.weights.iter().zip(&scene.features).zip(weights_bar).enumerate() {
        let projection = Projection::new(&scene.cameras[i % n], &scene.points[i % m]);
        let missed = [
            projection.projected[0] - feature[0],
            projection.projected[1] - feature[1],
        ];
        let squared = missed[0] * missed[0] + missed[1] * missed[1];
        let weight_error = 1.0 - weight * weight;
        sum += weight * weight * squared + weight_error * weight_error;
        *weight_bar = weight * squared - 2.0 * weight * weight_error;
        let bar = missed.map(|x| weight * weight * x);
        let (camera_bar, point_bar) = projection.back(bar);
        for (to, from) in cameras_bar[i % n].iter_mut().zip(camera_bar) {
            *to += from;
        }
        for (to, from) in points_bar[i % m].iter_mut().zip(point_bar) {
            *to += from;
        }
    }
    0.5 * sum
}
