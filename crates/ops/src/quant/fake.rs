//! Numbers rounded to those that codes of integers stand for, with a mask of those that were in range.

#![forbid(unsafe_code)]

use super::rows::RowKernel;
use crate::{Arg, Call};
use hostnpu_base::error::Result;

/// Operands and attributes of [`fake_quant`].
pub struct FakeQuant {
    /// The numbers (`self`).
    pub x: Arg,
    /// A scale for each index of the axis, or one.
    pub scale: Arg,
    /// A zero point for each, an integer or a number.
    pub zero_point: Arg,
    /// Axis of the scales; none for one scale.
    pub axis: Option<usize>,
    /// The least and the largest code.
    pub range: [i64; 2],
    /// True if anything is rounded; otherwise `out` is `x`, and all is in range.
    pub is_enabled: bool,
    /// The numbers that the codes stand for.
    pub out: Arg,
    /// True if codes were in range.
    pub mask: Arg,
}

/// Plans `q = nearbyint(x / scale) + zero`, or `nearbyint(x / scale + zero)` of a zero point that is no integer, and `out = (clamp(q) - zero) · scale`.
pub fn fake_quant(of: FakeQuant) -> Result<Call> {
    let shape: Vec<usize> =
        of.x.view
            .layout
            .shape()
            .iter()
            .map(|&extent| extent as usize)
            .collect();
    // Rows are what shares a scale.
    let (columns, period) = match of.axis {
        Some(axis) => (shape[axis + 1..].iter().product(), shape[axis]),
        None => (shape.last().copied().unwrap_or(1), 1),
    };
    let count = of.x.view.numel().unwrap_or(0);
    // Along the last axis each number has a scale of its own.
    let by_column = columns == 1 && of.axis.is_some();
    let columns = if by_column { period } else { columns };
    let rows = count / columns.max(1);
    of.scale.require_numel(period)?;
    of.zero_point.require_numel(period)?;
    let is_integer = of.zero_point.view.dtype.is_integer();
    let mut kernel =
        RowKernel::new(rows, columns).with_scratch(if by_column { 2 * period } else { 0 });
    let (x, scale, zero_point) = (
        kernel.read(of.x),
        kernel.read(of.scale),
        kernel.read(of.zero_point),
    );
    let out = kernel.write(of.out, columns)?;
    let mask = kernel.write(of.mask, columns)?;
    let ([least, most], is_enabled) = (of.range.map(|code| code as f64), of.is_enabled);
    // A code outside the range, and NaN, are cut to it.
    let one = move |x: f64, scale: f64, zero: f64| {
        let code = match is_integer {
            true => (x / scale).round_ties_even() + zero,
            false => (x / scale + zero).round_ties_even(),
        };
        let cut = if code > least { code } else { least };
        let cut = if cut < most { cut } else { most };
        ((cut - zero) * scale, code >= least && code <= most)
    };
    kernel.run(move |row, numbers, scratch| {
        row.load(x, row.number * columns, numbers);
        if !is_enabled {
            row.store(out, 0, numbers);
            row.bytes(mask).fill(1);
            return true;
        }
        let (scales, zeros) = scratch.split_at_mut(scratch.len() / 2);
        let index = row.number % period;
        let (by, zero) = match by_column {
            true => {
                row.load(scale, 0, scales);
                row.load(zero_point, 0, zeros);
                (0.0, 0.0)
            }
            false => (row.one(scale, index), row.one(zero_point, index)),
        };
        let mask = row.bytes(mask);
        for (at, (x, mask)) in numbers.iter_mut().zip(mask).enumerate() {
            let (by, zero) = match by_column {
                true => (scales[at], zeros[at]),
                false => (by, zero),
            };
            let (result, is_inside) = one(*x, by, zero);
            (*x, *mask) = (result, is_inside.into());
        }
        row.store(out, 0, numbers);
        true
    })
}
