//! Kernels that compute each element by itself, of operands that are broadcast.
//!
//! ```text
//! kernel!([p] |s, x| weighted(s, power_slope(x, p)))
//! ```
//!
//! is a kernel whose loop ends in
//!
//! ```text
//! const Real s = s_at[..], x = x_at[..];
//! out[..] = weighted(s, power_slope(x, p));
//! ```

use super::array::Array;
use super::driver::{Argument, BLOCK, Gpu};
use super::layout::{Layout, joined};
use crate::device_code::DeviceNumber;
use crate::tensor::TensorElement;
use crate::tensor::kernel::Code;
use cudarc::driver::CudaSlice;
use ndarray::Dimension;
use std::fmt::Write;
use std::sync::Arc;

/// A new array of this shape, to which the operands are broadcast.
pub(crate) fn computed<T: TensorElement>(
    gpu: &Arc<Gpu>,
    shape: &[usize],
    operands: &[&Array<T>],
    code: Code<'_>,
) -> Array<T> {
    let layout = Layout::standard(shape);
    let mut memory = gpu.empty(layout.count());
    written(gpu, &mut memory, &layout, operands, code);
    Array::standard(gpu, memory, shape)
}

/// Writes what is computed of operands to a part of some memory. If there is an operand less than the code has, the first one is
/// what is there.
pub(crate) fn written<T: TensorElement>(
    gpu: &Gpu,
    memory: &mut CudaSlice<T>,
    to: &Layout,
    operands: &[&Array<T>],
    code: Code<'_>,
) {
    let in_place = operands.len() < code.operands.len();
    let operands_at: Vec<Layout> = operands
        .iter()
        .map(|operand| operand.layout.repeated(to.shape.slice()))
        .collect();
    let layouts: Vec<&Layout> = std::iter::once(to).chain(&operands_at).collect();
    let (rank, lengths, places) = joined(&layouts);
    let count = to.count();
    let mut arguments = vec![Argument::Write(memory), Argument::Places(places[0])];
    for (operand, places) in operands.iter().zip(&places[1..]) {
        arguments.extend([Argument::Read(operand.memory.as_view()), Argument::Places(*places)]);
    }
    arguments.extend(code.numbers.iter().map(|number| given(*number)));
    let counts = [rank as i64, count as i64].map(Argument::Count);
    arguments.push(Argument::Shape(lengths));
    arguments.extend(counts);
    let key = format!("{in_place} {:?} {}", code.operands, code.body);
    let source = || generated(code, in_place);
    gpu.launch("elementwise", source, &key, (count.div_ceil(BLOCK), BLOCK), arguments);
}

/// A number as a kernel gets it.
pub(super) fn given<T: TensorElement>(number: DeviceNumber) -> Argument<'static, T> {
    match number {
        DeviceNumber::Float(number) => Argument::Number(T::nearest(number)),
        DeviceNumber::Integer(number) => {
            Argument::Count(i64::try_from(number).unwrap_or_else(|_| panic!("a kernel takes no number like {number}")))
        }
    }
}

/// What a number is of in a kernel.
pub(super) fn kind(number: &DeviceNumber) -> &'static str {
    match number {
        DeviceNumber::Float(_) => "Real",
        DeviceNumber::Integer(_) => "Index",
    }
}

/// The kernel's text.
fn generated(code: Code<'_>, in_place: bool) -> String {
    let read = &code.operands[usize::from(in_place)..];
    let mut source = String::from("extern \"C\" __global__ void elementwise(Real *out, Places out_places");
    let mut at = String::from("const Index at = place(out_places, shape, rank, i);");
    if in_place {
        write!(at, " const Real {} = out[at];", code.operands[0]).expect("a text takes anything");
    }
    for name in read {
        write!(source, ", const Real *{name}_from, Places {name}_places").expect("a text takes anything");
        write!(
            at,
            " const Real {name} = {name}_from[place({name}_places, shape, rank, i)];"
        )
        .expect("a text takes anything");
    }
    for (name, number) in code.names.iter().zip(code.numbers) {
        write!(source, ", {} {name}", kind(number)).expect("a text takes anything");
    }
    let body = code.body.replace(" ::", "::").replace(":: ", "::").replace("T::", "T_");
    write!(
        source,
        ", Shape shape, Index rank, Index count) {{\n    EACH(i, count) {{ {at} out[at] = {body}; }}\n}}\n"
    )
    .expect("a text takes anything");
    source
}
