//! The number in the middle of a tensor or of each of its rows.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{ReadAny, Temporary, Write, WriteAny, kernel, operands};
use hostnpu_engine::sort;
pub use hostnpu_engine::sort::Choice;
use hostnpu_tensor::cuts;

operands! {
    struct Median => MedianAt {
        input: ReadAny,
        values: WriteAny,
        indices: Option<Write<i64>>,
        /// The keys of a row.
        keys: Temporary<u64>,
    }
}

/// Plans `values = ` the chosen number along dimension `axis` of `input`, or of all its elements, and `indices = ` its position there; of equal
/// numbers that which a stable sort puts in its place. The dimension has an element.
pub fn median(
    input: Arg,
    axis: Option<usize>,
    choice: Choice,
    values: Arg,
    indices: Option<Arg>,
) -> Result<Call> {
    let (dtype, numel) = (input.view.dtype, input.view.numel().unwrap_or(0));
    let input = match axis {
        Some(axis) => input.with_axis_last(axis)?,
        None => input,
    };
    let length = match (axis, input.view.layout.shape().last()) {
        (Some(_), Some(&length)) => length as usize,
        (Some(_), None) => 1,
        (None, _) => numel,
    };
    let rows = numel / length.max(1);
    for output in [Some(&values), indices.as_ref()].into_iter().flatten() {
        output.require_numel(rows)?;
    }
    let each = sort::nth_words(length);
    let operands = Median {
        input: ReadAny::of(input, dtype),
        values: WriteAny::of(values, dtype),
        indices: indices.map(Write::from),
        keys: Temporary::of(each.saturating_mul(sort::at_a_time(rows, length))),
    };
    let cost = rows.saturating_mul(length).saturating_mul(16);
    kernel(operands, cost, move |at: MedianAt| {
        let parts = (
            at.values.chunks(1),
            at.indices.map(|indices| cuts::chunks(indices, 1)),
        );
        let memory = cuts::chunks(at.keys, each);
        cuts::try_for_each_part_with(memory, parts, |number, keys, (value, indices)| {
            let row = at.input.part(number * length..(number + 1) * length);
            let position = sort::chosen(row, choice, keys)?;
            let chosen = row.part(position..position + 1).bytes();
            value.bytes().copy_from_slice(chosen);
            if let Some(indices) = indices {
                indices[0] = position as i64;
            }
            Ok(())
        })
    })
}
