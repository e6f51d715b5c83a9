//! Gradients of gated units of groups of rows, which were quantised.

#![forbid(unsafe_code)]

use super::groups::group_of_counted_rows;
use super::rows::RowKernel;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::activations::swiglu_gradient;

/// Operands and attributes of [`swiglu_group_gradient`].
pub struct SwigluGroupGradient {
    /// Gradient of the results (`gradY`).
    pub gradient: Arg,
    /// Rows of twice as many numbers.
    pub x: Arg,
    /// A factor for each row.
    pub weight: Option<Arg>,
    /// The results with their factors (`yOrigin`), for the gradient of the factors.
    pub origin: Option<Arg>,
    /// The number of rows of each group; the gradient of rows behind them is 0.
    pub groups: Option<Arg>,
    /// Limit of the unit, beyond which, and at which, there is no gradient.
    pub limit: Option<f64>,
    /// Gradient of `x`.
    pub grad_x: Arg,
    /// Gradient of the factors.
    pub grad_weight: Option<Arg>,
    /// True if factors of rows behind the groups have a gradient.
    pub weight_of_all: bool,
}

/// Plans the gradients of `silu(min(a, limit)) · clamp(b, ±limit) · weight` of the halves of rows.
pub fn swiglu_group_gradient(of: SwigluGroupGradient) -> Result<Call> {
    let wide =
        of.x.view
            .layout
            .shape()
            .last()
            .map_or(0, |&last| last as usize);
    let columns = wide / 2;
    let rows = of.x.view.numel().unwrap_or(0) / wide.max(1);
    of.gradient.require_numel(rows * columns)?;
    for (operand, count) in [(&of.weight, rows), (&of.origin, rows * columns)] {
        if let Some(operand) = operand {
            operand.require_numel(count)?;
        }
    }
    let mut kernel = RowKernel::new(rows, wide).with_scratch(2 * wide);
    let (x, gradient) = (kernel.read(of.x), kernel.read(of.gradient));
    let mut read = |arg: Option<Arg>| arg.map(|arg| kernel.read(arg));
    let (weight, origin) = (read(of.weight), read(of.origin));
    let grad_x = kernel.write(of.grad_x, wide)?;
    let grad_weight = of.grad_weight.map(|arg| kernel.write(arg, 1)).transpose()?;
    let has_groups = of.groups.is_some();
    if let Some(groups) = of.groups {
        kernel.indices(groups);
        kernel.prepare(rows, |indices, groups| {
            group_of_counted_rows((0..).zip(indices[0].iter()), groups);
            Ok(())
        });
    }
    let (limit, weight_of_all) = (of.limit.unwrap_or(f64::INFINITY), of.weight_of_all);
    kernel.run(move |row, numbers, scratch| {
        let is_behind = has_groups && row.prepared[row.number] < 0;
        let (g, more) = scratch.split_at_mut(columns);
        let (a, more) = more.split_at_mut(columns);
        let (b, tile) = more.split_at_mut(columns);
        row.load(gradient, row.number * columns, g);
        if let Some(output) = grad_weight {
            let sum = match (origin, is_behind && !weight_of_all) {
                (Some(origin), false) => {
                    row.load(origin, row.number * columns, tile);
                    g.iter().zip(&*tile).map(|(g, y)| g * y).sum()
                }
                _ => 0.0,
            };
            row.store(output, 0, &[sum]);
        }
        if is_behind {
            numbers.fill(0.0);
            row.store(grad_x, 0, numbers);
            return true;
        }
        if let Some(weight) = weight {
            let by = row.one(weight, row.number);
            g.iter_mut().for_each(|g| *g *= by);
        }
        row.load(x, row.number * wide, a);
        row.load(x, row.number * wide + columns, b);
        let cut = |x: &mut f64, least: f64| {
            *x = if x.is_nan() {
                *x
            } else {
                x.clamp(least, limit)
            }
        };
        a.iter_mut().for_each(|a| cut(a, f64::NEG_INFINITY));
        b.iter_mut().for_each(|b| cut(b, -limit));
        let (of_a, of_b) = numbers.split_at_mut(columns);
        swiglu_gradient(g, a, b, of_a, of_b);
        if limit < f64::INFINITY {
            // Only what is at the limit by now was there, or beyond.
            for (of_a, &a) in of_a.iter_mut().zip(&*a) {
                *of_a = if a >= limit { 0.0 } else { *of_a };
            }
            for (of_b, &b) in of_b.iter_mut().zip(&*b) {
                *of_b = if b.abs() >= limit { 0.0 } else { *of_b };
            }
        }
        row.store(grad_x, 0, numbers);
        true
    })
}
