//! What has to be written in another way, and the errors say how.
use pullback::{Differentiable, differentiable};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

#[derive(Clone, Differentiable)]
struct Stock {
    prices: HashMap<u32, f64>,
}

#[differentiable]
impl Stock {
    fn sell(&mut self, id: u32, k: f64) -> f64 {
        let mut price = match self.prices.entry(id) {
            Entry::Occupied(price) => price,
            Entry::Vacant(_) => return k,
        };
        *price.get_mut() *= k;
        *price.get()
    }
}

fn root(x: f64) -> Result<f64, String> {
    Ok(x.sqrt())
}

#[differentiable]
#[allow(deprecated)]
fn of_older_editions(x: f64) -> Result<f64, String> {
    let root = r#try!(root(x));
    Ok(root * x)
}

#[differentiable]
fn recorded(trace: &mut Option<&mut Vec<f64>>, x: f64) {
    if let Some(trace) = trace {
        trace.push(x);
    }
}

#[derive(Clone, Differentiable)]
struct Walk {
    x: f64,
}

#[differentiable]
trait Recorded {
    fn record(&self, trace: &mut Option<&mut Vec<f64>>);
}

#[differentiable]
impl Recorded for Walk {
    fn record(&self, trace: &mut Option<&mut Vec<f64>>) {
        if let Some(trace) = trace {
            trace.push(self.x);
        }
    }
}

fn main() {}
