//! Rows with one index of a sparse tensor together.

#![forbid(unsafe_code)]

use std::ops::AddAssign;

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, ReadIndices, Update, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::Element;

/// Operands of [`coalesce`].
#[derive(Clone, Debug)]
pub struct Coalesced {
    /// For each row of `indices` and `values`, the row of the outputs that it belongs to.
    pub unique: Arg,
    /// Indices of `values`.
    pub indices: Arg,
    /// Values that are added.
    pub values: Arg,
    /// The indices without repetition.
    pub new_indices: Arg,
    /// The sums.
    pub new_values: Arg,
}

operands! {
    struct Rows<T: Element> => RowsAt {
        unique: ReadIndices<i64>,
        indices: Read<i64>,
        values: Read<T>,
        new_indices: Update<i64>,
        new_values: Update<T>,
    }
}

/// Plans, for each row `e` of `unique`, `indices` and `values`, in order: row `unique[e]` of `new_indices` becomes row `e` of `indices`, and row `unique[e]` of
/// `new_values` gains row `e` of `values`. Rows that are not there are left out. Floating-point numbers are added in DOUBLE and rounded once; INT32 wraps.
pub fn coalesce(of: Coalesced) -> Result<Call> {
    match of.values.view.dtype.is_floating() {
        true => plan::<f64>(of, f64::add_assign),
        false => plan::<i64>(of, |sum, value| *sum = sum.wrapping_add(value)),
    }
}

fn plan<T: Element>(of: Coalesced, add: fn(&mut T, T)) -> Result<Call> {
    let count = of.unique.view.layout.shape()[0] as usize;
    let found = of.new_indices.view.layout.shape()[0] as usize;
    let length = |arg: &Arg| arg.view.layout.shape()[1..].iter().product::<i64>() as usize;
    let (width, length) = (length(&of.indices), length(&of.values));
    of.indices.require_numel(count * width)?;
    of.values.require_numel(count * length)?;
    of.new_indices.require_numel(found * width)?;
    of.new_values.require_numel(found * length)?;
    let operands = Rows {
        unique: of.unique.into(),
        indices: of.indices.into(),
        values: of.values.into(),
        new_indices: of.new_indices.into(),
        new_values: of.new_values.into(),
    };
    let row = width.saturating_add(length);
    let cost = count.saturating_mul(row).saturating_mul(16);
    kernel(operands, cost, move |at: RowsAt<T>| {
        let unique: IndexSlice<'_, i64> = at.unique;
        for e in 0..count {
            let Some(row) = unique.position(e, found) else {
                continue;
            };
            let source = &at.indices[e * width..(e + 1) * width];
            at.new_indices[row * width..(row + 1) * width].copy_from_slice(source);
            let added = &at.values[e * length..(e + 1) * length];
            let sums = &mut at.new_values[row * length..(row + 1) * length];
            sums.iter_mut()
                .zip(added)
                .for_each(|(sum, &value)| add(sum, value));
        }
        Ok(())
    })
}
