//! Numbers multiplied, divided and shifted by given factors, then stored in few bits; and codes made numbers again.

#![forbid(unsafe_code)]

use super::groups::group_of_rows;
use super::rows::{RowKernel, stored};
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::quantised::RoundMode;
use hostnpu_tensor::Dtype;

/// A factor: one number, a number for each index of an axis, or a number for each column of each group of rows.
pub struct By {
    /// The numbers.
    pub factor: Arg,
    /// The axis of `x` that it belongs to.
    pub axis: usize,
    /// Operation with the factor.
    pub how: Apply,
}

/// Operands and attributes of [`given`].
pub struct Given {
    /// Numbers, or codes.
    pub x: Arg,
    /// Factors, in this order.
    pub by: Vec<By>,
    /// End of the rows of each group; factors with more than one number then have a row for each group.
    pub group_index: Option<Arg>,
    /// Codes, or numbers.
    pub y: Arg,
    /// Rounding mode of codes.
    pub mode: RoundMode,
    /// True if INT32 in `x` or `y` are eight numbers of four bits each.
    pub is_packed: bool,
}

/// Plans `y`: each number of `x` with the factors applied, rounded once.
pub fn given(of: Given) -> Result<Call> {
    let packed_input = of.is_packed && of.x.view.dtype == Dtype::I32;
    let mut shape: Vec<usize> =
        of.x.view
            .layout
            .shape()
            .iter()
            .map(|&extent| extent as usize)
            .collect();
    if let (true, Some(last)) = (packed_input, shape.last_mut()) {
        *last *= 8;
    }
    let count: usize = shape.iter().product();
    // Rows reach from the first axis that a factor varies along, but the last one, to the end.
    let last = shape.len().saturating_sub(1);
    let varies = |by: &By| by.factor.view.numel() != Some(1);
    let axis = of
        .by
        .iter()
        .filter(|by| varies(by))
        .map(|by| by.axis)
        .filter(|&axis| axis != last);
    let first = match (axis.min(), &of.group_index) {
        (Some(axis), None) => axis + 1,
        _ => last,
    };
    let columns: usize = shape.get(first..).map_or(1, |inner| inner.iter().product());
    let rows = count / columns.max(1);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns);
    let x = match packed_input {
        true => kernel.read_packed(of.x),
        false => kernel.read(of.x),
    };
    let mut factors = Vec::new();
    for by in of.by {
        let numel = by.factor.view.numel().unwrap_or(0);
        let walk = match (numel, &of.group_index) {
            (1, _) => Walk::One,
            (_, Some(ends)) => {
                by.factor
                    .require_numel(ends.view.numel().unwrap_or(0) * columns)?;
                Walk::GroupColumns
            }
            _ => {
                let extent = shape.get(by.axis).copied().unwrap_or(1);
                by.factor.require_numel(extent)?;
                match by.axis {
                    axis if axis == last && first == last => Walk::Columns,
                    axis if axis + 1 == first => Walk::Rows(extent),
                    axis => {
                        return Err(Error::value(
                            by.factor.name,
                            axis,
                            "the axis of the other factors",
                        ));
                    }
                }
            }
        };
        let input = kernel.read(by.factor);
        factors.push((Factor { input, walk }, by.how));
    }
    if let Some(ends) = of.group_index {
        kernel.indices(ends);
        kernel.prepare(rows, |indices, groups| {
            group_of_rows(&indices[0], groups);
            Ok(())
        });
    }
    if matches!(
        of.y.view.dtype,
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64
    ) {
        let y = kernel.write(of.y, columns)?;
        return kernel.run(move |row, numbers, tile| {
            row.load(x, row.number * columns, numbers);
            for (factor, how) in &factors {
                factor.apply(row, *how, numbers, tile);
            }
            row.store(y, 0, numbers);
            true
        });
    }
    let to = stored(&of.y, of.is_packed)?;
    let codes = kernel.write_codes(of.y, to)?;
    kernel.quantise(Target {
        to,
        mode: of.mode,
        rule: Rule::Static(factors),
        codes,
    });
    kernel.run(move |row, numbers, _| {
        row.load(x, row.number * columns, numbers);
        true
    })
}
