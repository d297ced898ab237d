//! Every mistake of one function is reported at once, whichever pass finds it, in the order of the source.
use pullback::differentiable;

static mut COUNT: usize = 0;

#[differentiable]
fn many(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for a in x.iter().step_by(2) {
        s += a;
    }
    let k = s as i64;
    unsafe { COUNT += n };
    fn local(a: f64) -> f64 {
        a
    }
    let whole @ (first, _) = (x[0], n);
    'done: {
        if n > 3 {
            break 'done;
        }
        s += *std::pin::pin!(s);
    }
    let least = x.iter().copied().try_rfold(0.0, |a, b| Some(a + b));
    s * k as f64 + local(first) + whole.0 + least.unwrap()
}

fn main() {
    many::grad(&[1.0, 2.0], 3);
}
