//! Poses and shapes that the tests take, and what makes the tests.
use parry3d_f64::glamx::{DPose3 as Pose, DVec3 as Vector};
use parry3d_f64::query::Ray;
use parry3d_f64::shape::{Capsule, Cuboid, Segment, Tetrahedron, Triangle};

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            check_grad!(held($($param),*)).unwrap();
        }
    )*};
}

pub fn v(x: f64, y: f64, z: f64) -> Vector {
    Vector::new(x, y, z)
}

pub fn pose() -> Pose {
    Pose::new(v(0.4, -0.7, 1.1), v(0.3, 0.5, -0.2))
}

pub fn far() -> Pose {
    Pose::new(v(2.4, -1.7, 1.9), v(0.3, 0.5, -0.2))
}

pub fn cuboid() -> Cuboid {
    Cuboid::new(v(0.5, 0.6, 0.7))
}

pub fn segment() -> Segment {
    Segment::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5))
}

pub fn capsule() -> Capsule {
    Capsule::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), 0.3)
}

pub fn triangle() -> Triangle {
    Triangle::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), v(0.4, 0.9, -0.6))
}

pub fn tetrahedron() -> Tetrahedron {
    Tetrahedron::new(
        v(0.1, 0.2, 0.3),
        v(1.1, -0.4, 0.5),
        v(0.4, 0.9, -0.6),
        v(-0.5, 0.3, 0.8),
    )
}

pub fn ray() -> Ray {
    Ray::new(v(-2.0, 0.15, 0.2), v(1.1, -0.05, 0.03))
}
