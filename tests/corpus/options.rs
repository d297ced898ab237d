//! Options that are written through what they give, slices and lists that become arrays, and references to names as keys.

use pullback::differentiable;
use std::collections::HashMap;

macro_rules! as_differences_say {
    ($($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable(jvp)]
            fn $name($x: f64) -> f64 $body
        )*

        mod tests {
            $(
                #[test]
                fn $name() {
                    for x in [0.7, 1.3] {
                        let (value, slope) = super::$name::value_and_grad(x);
                        assert_eq!(value.to_bits(), super::$name(x).to_bits());
                        let difference = (super::$name(x + 1e-6) - super::$name(x - 1e-6)) / 2e-6;
                        assert!((slope - difference).abs() < 1e-6 * (1.0 + difference.abs()), "{slope} is not {difference}");
                        let (same, pullback) = super::$name::vjp(x);
                        assert_eq!((same, pullback(1.0)), (value, slope));
                    }
                }
            )*
        }
    };
}

as_differences_say! {
    inserted(x) { let mut o: Option<f64> = None; let r = o.insert(x * x); *r *= x; o.unwrap() * 2.0 }
    inserted_and_read(x) { let mut o = Some(x); let y = *o.insert(x * x); y * o.unwrap() }
    one_or_the_other(x) { let a = Some(x * x); let b: Option<f64> = None; a.xor(b).unwrap_or(1.0) * x }
    and_the_other(x) { let a = Some(1); let b = Some(x * x); a.and(b).unwrap_or(2.0) * x }
    and_the_second(x) { let a = Some(x); let b = Some(x * x); a.and(b).unwrap() * x }
    got_or_inserted(x) { let mut a: Option<f64> = None; *a.get_or_insert(x * x) += x; a.unwrap() * x }
    array_of_a_part(x) { let v = vec![x, x * x, 2.0]; let a: [f64; 2] = v[0..2].try_into().unwrap(); a[0] * a[1] }
    reference_to_a_part(x) { let v = vec![x, x * x, 2.0]; let a: &[f64; 2] = v[1..3].try_into().unwrap(); a[0] * a[1] }
    reference_to_a_reference(x) { let v = vec![x, x * x, 2.0]; let a: &[f64; 2] = (&v[1..3]).try_into().unwrap(); a[0] * a[1] }
    array_from_a_part(x) { let v = vec![x, x * x, 2.0]; let a = <[f64; 2]>::try_from(&v[0..2]).unwrap(); a[0] * a[1] }
    array_from_a_part_that_is_too_long(x) { let v = vec![x, x * x, 2.0]; <[f64; 2]>::try_from(&v[..]).map_or(x * x * x, |a| a[0]) }
    array_of_a_list(x) { let v = vec![x, x * x]; let a: [f64; 2] = v.try_into().unwrap(); a[0] * a[1] }
    both_are_there(x) { let a: Option<f64> = Some(x); let b = Some(x * x); match a.xor(b) { None => x * x * x, Some(v) => v } }
    inserted_and_changed(x) { let mut o = Some(x * x); let r = o.insert(x.sin()); *r += x; let y = *r; y * o.unwrap() }
    inserted_list(x) { let mut o: Option<Vec<f64>> = None; o.insert(vec![x, x * x])[1] *= x; o.unwrap()[1] }
    inserted_in_a_loop(x) { let mut o = None; for k in 0..3 { *o.insert(x * k as f64) += x; } o.unwrap() * x }
    references_in_a_loop(x) { let v = vec![x, x * x, 2.0]; let mut s = 0.0; for k in 0..2 { let a: &[f64; 2] = v[k..k + 2].try_into().unwrap(); s += a.iter().sum::<f64>() * a[0]; } s }
    names_as_keys(x) {
        let mut m: HashMap<&str, f64> = HashMap::new();
        for k in ["a", "bc"].iter() {
            m.insert(k, x * k.len() as f64);
        }
        m["a"] * m["bc"]
    }
}
