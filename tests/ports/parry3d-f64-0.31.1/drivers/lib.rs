//! How the functions that are not public are compared with differences, in modules of their own files.

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        #[allow(unused_results)]
        fn $name() {
            #[pullback::differentiable]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            pullback::check_grad!(held($($param),*)).unwrap();
        }
    )*};
}
pub(crate) use hold;

pub(crate) fn v(x: f64, y: f64, z: f64) -> crate::math::Vector {
    crate::math::Vector::new(x, y, z)
}
