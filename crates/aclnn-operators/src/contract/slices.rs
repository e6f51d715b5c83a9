//! The contract of slices with positive steps.

use super::{Dtypes, axis, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::error::{Error, Result};
use crate::ops::movement;
use crate::tensor::Dtype::*;
use crate::tensor::Layout;

const TYPES: Dtypes = on_910(&[F32, F16, I64, I8, I32, U8, Bool]).and_910b(&[Bf16]);

/// Refuses types that are not sliced.
pub fn sliced_types(self_: &Input, out: &Output) -> Result<()> {
    out.same_dtype(self_)?;
    self_.dtype_in(TYPES)
}

/// Refuses a step that is not above 0.
pub fn steps_forward(name: &'static str, step: i64) -> Result<()> {
    if step > 0 {
        return Ok(());
    }
    Err(Error::value(name, step, "1 or more"))
}

/// One dimension and what is taken of it.
pub struct Slice {
    axis: usize,
    start: i64,
    end: i64,
    step: i64,
}

impl Slice {
    /// Returns the first element and the number of elements, of `extent`: negative numbers count from the end, what lies outside is left out.
    fn range(&self, extent: i64) -> (i64, i64) {
        let from_end = |index: i64| {
            if index < 0 {
                index.saturating_add(extent)
            } else {
                index
            }
        };
        let start = from_end(self.start).clamp(0, extent);
        let end = from_end(self.end).min(extent).max(start);
        let span = end - start;
        (start, span / self.step + i64::from(span % self.step != 0))
    }
}

/// Plans slices of several dimensions. An empty result is written by nothing.
pub fn sliced(self_: &Input, slices: &[Slice], out: &Output) -> Planned {
    let mut view: Layout = self_.layout().clone();
    for slice in slices {
        let (start, count) = slice.range(view.shape()[slice.axis]);
        view = view.sliced(slice.axis, start, count, slice.step);
    }
    out.shape_is(
        view.shape(),
        format_args!("the slice of `{}`", self_.name()),
    )?;
    Ok(movement::moved(self_.read()?, view, out.write()?)?)
}

/// Returns the slices that arrays say, one entry for each dimension. Refuses dimensions that are not there, or twice, and steps that are not
/// above 0.
pub fn slices(
    rank: usize,
    [starts, ends, axes, steps]: [&crate::argument::Ints; 4],
) -> Result<Vec<Slice>> {
    let dims = super::distinct_axes(axes, rank)?;
    for array in [starts, ends, steps] {
        super::length_is(array, axes.len(), "one for each of `axes`")?;
    }
    let slices = dims.into_iter().enumerate().map(|(k, axis)| {
        steps_forward(steps.name(), steps[k])?;
        Ok(Slice {
            axis,
            start: starts[k],
            end: ends[k],
            step: steps[k],
        })
    });
    slices.collect()
}

/// Returns the one slice of a dimension.
pub fn slice(dim: i64, rank: usize, [start, end, step]: [i64; 3]) -> Result<Slice> {
    let axis = axis("dim", dim, rank)?;
    steps_forward("step", step)?;
    Ok(Slice {
        axis,
        start,
        end,
        step,
    })
}
