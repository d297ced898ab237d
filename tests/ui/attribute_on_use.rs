//! An import says which functions have derivatives of another name, and imports them by their names.

mod shapes {
    mod area {
        #[pullback::differentiable(name = area_derivatives)]
        pub fn area(r: f64) -> f64 {
            r * r
        }
    }
    #[pullback::differentiable]
    pub use area::area;
}

#[pullback::differentiable(twins(volume = volume_derivatives))]
pub use shapes::area;

#[pullback::differentiable(twins(area = area_derivatives))]
pub use shapes::*;

fn main() {}
