//! Running results along one axis.

#![forbid(unsafe_code)]

use super::sequence::Sequence;
use super::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;
use hostnpu_engine::scan::{Scans, scan, scanner, scanner_to_two};
use hostnpu_kernels::scan as kernels;
use hostnpu_tensor::{Dtype, Layout, Value};

/// Running sums.
pub static SUM: Scans = Scans::new(
    "running sum",
    &[
        scanner::<kernels::RunningSumF32>(),
        scanner::<kernels::RunningSumF64>(),
        scanner::<kernels::RunningSumI32>(),
        scanner::<kernels::RunningSumI64>(),
        scanner::<kernels::RunningSumC64>(),
        scanner::<kernels::RunningSumC128>(),
    ],
);

/// Running products.
pub static PRODUCT: Scans = Scans::new(
    "running product",
    &[
        scanner::<kernels::RunningProductF32>(),
        scanner::<kernels::RunningProductF64>(),
        scanner::<kernels::RunningProductI32>(),
        scanner::<kernels::RunningProductI64>(),
    ],
);

/// The largest element so far, and its place.
pub static LARGEST: Scans = Scans::new(
    "running maximum",
    &[
        scanner_to_two::<kernels::RunningMaxF32>(),
        scanner_to_two::<kernels::RunningMaxF64>(),
        scanner_to_two::<kernels::RunningMaxI32>(),
        scanner_to_two::<kernels::RunningMaxI64>(),
    ],
);

/// The smallest element so far, and its place.
pub static SMALLEST: Scans = Scans::new(
    "running minimum",
    &[
        scanner_to_two::<kernels::RunningMinF32>(),
        scanner_to_two::<kernels::RunningMinF64>(),
        scanner_to_two::<kernels::RunningMinI32>(),
        scanner_to_two::<kernels::RunningMinI64>(),
    ],
);

/// Plans running results along `axis`, in the computation type `compute`.
pub fn running<const N: usize>(
    table: &'static Scans,
    compute: Dtype,
    input: Arg,
    axis: usize,
    outputs: [Arg; N],
) -> Result<Call> {
    scan(table, compute, input, axis, false, outputs)
}

/// Plans running products along `axis`, in place.
pub fn product_in_place(operand: Arg, axis: usize) -> Result<Call> {
    let dtype = operand.view.dtype;
    let mut steps = Sequence::default();
    let operand = steps.add(operand.with_role(Role::InOut));
    steps.then(running(&PRODUCT, dtype, operand.clone(), axis, [operand])?)?;
    Ok(steps.finish())
}

/// The part of a layout that begins with element `start` of an axis and has `length` of them.
fn part(layout: &Layout, axis: usize, start: i64, length: i64) -> Layout {
    let mut shape = layout.shape().to_vec();
    shape[axis] = length;
    let offset = layout.offset() + start * layout.strides()[axis];
    Layout::new(shape[..].into(), layout.strides().into(), offset)
}

/// Plans running sums along `axis`, without the element itself if `exclusive` is true, from the end if `reverse` is true.
pub fn running_sum(
    input: Arg,
    axis: usize,
    (exclusive, reverse): (bool, bool),
    output: Arg,
) -> Result<Call> {
    let dtype = input.view.dtype;
    if !exclusive {
        return scan(&SUM, dtype, input, axis, reverse, [output]);
    }
    let zero = Value::new(0_i64);
    let extent = input.view.layout.shape().get(axis).copied().unwrap_or(1);
    if input.view.layout.is_empty() || input.view.layout.rank() == 0 {
        return pointwise::fill(zero, output);
    }
    // Elements move on by one, and the first, or the last, is 0.
    let (from, to) = match reverse {
        false => (0, 1),
        true => (1, 0),
    };
    let mut steps = Sequence::default();
    let (input, output) = (steps.add(input), steps.add(output));
    let moved = part(&input.view.layout, axis, from, extent - 1);
    let (layout, edge) = (&output.view.layout, (1 - to) * (extent - 1));
    let (others, edge) = (
        part(layout, axis, to, extent - 1),
        part(layout, axis, edge, 1),
    );
    let moved = steps.viewed(&input, moved)?;
    let others = steps.viewed(&output, others)?;
    let edge = steps.viewed(&output, edge)?;
    steps.then(scan(&SUM, dtype, moved, axis, reverse, [others])?)?;
    steps.then(pointwise::fill(zero, edge)?)?;
    Ok(steps.finish())
}
