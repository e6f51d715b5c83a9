//! Rows in order, and the first of a row in order, with the positions they had.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    Any, AnyMut, ReadAny, Temporary, Write, WriteAny, kernel, operands,
};
use hostnpu_engine::{sort, top};
use hostnpu_kernels::arith::arange;
use hostnpu_tensor::cuts;

/// The order of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The smallest element first.
    Rising,
    /// The largest element first.
    Falling,
    /// As it is.
    Kept,
}

impl Order {
    /// Returns [`Order::Falling`] if that is wanted, else [`Order::Rising`].
    pub fn falling(is_falling: bool) -> Self {
        if is_falling {
            Self::Falling
        } else {
            Self::Rising
        }
    }
}

operands! {
    struct Sort => SortAt {
        input: ReadAny,
        indices: Write<i64>,
        values: Option<WriteAny>,
        /// Of each row that is sorted at a time.
        memory: Temporary<u64>,
    }
}

/// Plans the first `count` elements along dimension `axis` of `input` in order, and where they were. NaN is larger than every number; equal numbers keep
/// their order, also where numbers fall. `values` are moved, then converted.
pub fn sort(
    input: Arg,
    axis: usize,
    (count, order): (usize, Order),
    values: Option<Arg>,
    indices: Arg,
) -> Result<Call> {
    let dtype = input.view.dtype;
    let input = input.with_axis_last(axis)?;
    let shape = input.view.layout.shape();
    let length = shape.last().map_or(1, |&extent| extent as usize);
    let numel = shape.iter().product::<i64>() as usize;
    let rows = numel / length.max(1);
    if count > length && rows > 0 {
        let allowed = format!("at most {length}, the elements of a row");
        return Err(Error::value("k", count, allowed));
    }
    for output in [Some(&indices), values.as_ref()].into_iter().flatten() {
        output.require_numel(rows * count)?;
    }
    // Whether the first ones are looked for, rather than all sorted.
    let selects = top::pays(length, count);
    let each = match order {
        Order::Kept => 1,
        _ if selects => top::words(length, count),
        _ => sort::sort_words(length),
    };
    let lanes = sort::at_a_time(rows, length);
    let operands = Sort {
        input: input.into(),
        indices: indices.with_axis_last(axis)?.into(),
        values: match values {
            Some(values) => Some(WriteAny::of(values.with_axis_last(axis)?, dtype)),
            None => None,
        },
        memory: Temporary::of(lanes.saturating_mul(each)),
    };
    let cost = numel.saturating_mul(64);
    let falls = order == Order::Falling;
    kernel(operands, cost, move |at: SortAt| {
        if count == 0 {
            return Ok(());
        }
        let sort_row =
            |row: Any, indices: &mut [i64], values: Option<AnyMut>, memory: &mut [u64]| {
                if order == Order::Kept {
                    keep(row, indices, values);
                    Ok(())
                } else if selects {
                    let items = top::first(row, (count, falls), memory)?;
                    write(row, |i| items[i][1] as usize, indices, values)
                } else {
                    let sorted = sort::sorted(row, falls, true, memory)?;
                    write(row, |i| sorted.position(i), indices, values)
                }
            };
        let parts = (
            cuts::chunks(at.indices, count),
            at.values.map(|values| values.chunks(count)),
        );
        let memory = cuts::chunks(at.memory, each);
        cuts::try_for_each_part_with(memory, parts, |number, memory, (indices, values)| {
            let row = at.input.part(number * length..(number + 1) * length);
            sort_row(row, indices, values, memory)
        })
    })
}

/// Writes the first positions of a row, and the elements there.
fn keep(row: Any, indices: &mut [i64], values: Option<AnyMut>) {
    let parts = (
        cuts::chunks(indices, grain::ELEMENTS),
        values.map(|values| values.chunks(grain::ELEMENTS)),
    );
    cuts::for_each_part(parts, |piece, (indices, values)| {
        let first = piece * grain::ELEMENTS;
        arange::i64(first as u64, indices, 0, 1);
        if let Some(values) = values {
            let own = row.part(first..first + indices.len());
            values.bytes().copy_from_slice(own.bytes());
        }
    });
}

/// Writes positions in a row, and the elements there.
fn write(
    row: Any,
    position: impl Fn(usize) -> usize + Sync,
    indices: &mut [i64],
    values: Option<AnyMut>,
) -> Result<()> {
    let parts = (
        cuts::chunks(indices, grain::ELEMENTS),
        values.map(|values| values.chunks(grain::ELEMENTS)),
    );
    cuts::try_for_each_part(parts, |piece, (indices, values)| {
        for (i, index) in (piece * grain::ELEMENTS..).zip(&mut *indices) {
            *index = position(i) as i64;
        }
        let Some(values) = values else {
            return Ok(());
        };
        sort::take(row, indices, values)
    })
}
