//! Kernels of closures that the macro compiled: the value of each element, and the reverse sweep of each after its forward sweep.
//!
//! ```text
//! value:    out[i] = value(x0[i], x1[i], n0, n1)
//! pullback: pullback(seed[i], x0[i], x1[i], n0, n1, bar0[i], bar1[i], parts[i], parts[count + i]), and then the sums of the parts
//! ```

use super::array::Array;
use super::driver::{Argument, BLOCK, Gpu};
use super::elementwise::{given, kind};
use super::layout::{Layout, joined};
use super::reductions::{Reduction, reduced};
use crate::device_code::DeviceCode;
use crate::tensor::TensorElement;
use std::sync::Arc;

/// The value at each element of operands of one shape.
pub(crate) fn mapped<T: TensorElement>(gpu: &Arc<Gpu>, operands: &[&Array<T>], code: DeviceCode<'_>) -> Array<T> {
    let mut memory = gpu.empty(operands[0].layout.count());
    launched(
        gpu,
        "closure",
        operands,
        vec![Argument::Write(&mut memory)],
        code,
        || {
            let [reads, elements] = read(operands.len());
            let ([takes, numbers], text) = (taken(code), code.text);
            format!(
                "{text}extern \"C\" __global__ void closure(Real *out{reads}{takes}, Shape shape, Index rank, Index count) {{\n    \
             EACH(i, count) {{ out[i] = value({elements}{numbers}); }}\n}}\n"
            )
        },
    );
    Array::standard(gpu, memory, operands[0].shape())
}

/// The cotangents of the operands, and those of the captured numbers that carry a derivative.
pub(crate) fn pulled<T: TensorElement>(
    gpu: &Arc<Gpu>,
    seed: &Array<T>,
    operands: &[&Array<T>],
    code: DeviceCode<'_>,
) -> (Vec<Array<T>>, Array<T>) {
    let (shape, count) = (seed.shape(), seed.layout.count());
    let mut bars: Vec<_> = operands.iter().map(|_| gpu.empty(count)).collect();
    let mut parts = gpu.empty(code.active * count);
    let written = bars.iter_mut().chain([&mut parts]).map(Argument::Write).collect();
    let read_there: Vec<&Array<T>> = [seed].into_iter().chain(operands.iter().copied()).collect();
    launched(gpu, "closure_pullback", &read_there, written, code, || {
        let [reads, elements] = read(read_there.len());
        let ([takes, numbers], text) = (taken(code), code.text);
        let each = |of: &dyn Fn(usize) -> String| (0..operands.len()).map(of).collect::<String>();
        let bars = each(&|k| format!("Real *bar{k}, "));
        let written = each(&|k| format!(", bar{k}[i]"));
        let parts = (0..code.active)
            .map(|k| format!(", parts[{k} * count + i]"))
            .collect::<String>();
        let cleared = each(&|k| format!("bar{k}[i] = T_ZERO; "));
        let cleared_parts = (0..code.active)
            .map(|k| format!("parts[{k} * count + i] = T_ZERO; "))
            .collect::<String>();
        format!(
            "{text}extern \"C\" __global__ void closure_pullback({bars}Real *parts{reads}{takes}, Shape shape, Index rank, Index count) \
             {{\n    EACH(i, count) {{ {cleared}{cleared_parts}pullback({elements}{numbers}{written}{parts}); }}\n}}\n"
        )
    });
    let bars = bars.into_iter().map(|bar| Array::standard(gpu, bar, shape)).collect();
    let parts = Array::standard(gpu, parts, &[code.active, count]);
    (bars, reduced(&parts, &[1], Reduction::Sum))
}

/// What a kernel takes of its operands, and how it reads each.
fn read(count: usize) -> [String; 2] {
    let takes = (0..count).map(|k| format!(", const Real *x{k}, Places places{k}"));
    let reads: Vec<_> = (0..count)
        .map(|k| format!("x{k}[place(places{k}, shape, rank, i)]"))
        .collect();
    [takes.collect(), reads.join(", ")]
}

/// What it takes of the numbers, and hands on.
fn taken(code: DeviceCode<'_>) -> [String; 2] {
    let numbers = code.numbers.iter().enumerate();
    let takes = numbers.clone().map(|(k, number)| format!(", {} n{k}", kind(number)));
    [takes.collect(), numbers.map(|(k, _)| format!(", n{k}")).collect()]
}

/// Runs a kernel over all elements of operands of one shape.
fn launched<'a, T: TensorElement>(
    gpu: &Gpu,
    name: &str,
    operands: &[&'a Array<T>],
    mut arguments: Vec<Argument<'a, T>>,
    code: DeviceCode<'_>,
    text: impl FnOnce() -> String,
) {
    let layouts: Vec<&Layout> = operands.iter().map(|operand| &operand.layout).collect();
    let (rank, lengths, places) = joined(&layouts);
    let count = operands[0].layout.count();
    for (operand, places) in operands.iter().zip(places) {
        arguments.extend([Argument::Read(operand.memory.as_view()), Argument::Places(places)]);
    }
    arguments.extend(code.numbers.iter().map(|number| given(*number)));
    arguments.push(Argument::Shape(lengths));
    arguments.extend([rank as i64, count as i64].map(Argument::Count));
    let key = format!("{name} {}", code.text);
    gpu.launch(name, text, &key, (count.div_ceil(BLOCK), BLOCK), arguments);
}
