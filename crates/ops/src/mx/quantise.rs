//! Quantisation along one axis, or along the last two.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::strips::{Along, Output, Strip, quantise_rows, quantise_strips};
use super::{
    Recipe, dtype_error, expect_dtype, expect_format, expect_shape, expect_side_by_side,
    scale_shape,
};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, kernel, operands};
use hostnpu_kernels::mx;
use hostnpu_tensor::{Dtype, Element};

/// Plans the elements of `x` quantised in blocks along `axis`, and their scales, of the shape that [`scale_shape`] gives.
pub fn quantise(recipe: Recipe, x: Arg, axis: usize, output: Output) -> Result<Call> {
    let rank = x.view.layout.rank();
    if axis >= rank {
        let allowed = format!("a dimension of `{}`", x.name);
        return Err(Error::value("axis", axis, allowed));
    }
    let axes = match axis + 1 == rank {
        true => Axes::Last(output),
        false => Axes::Inner(axis, output),
    };
    plan(recipe, x, axes)
}

/// Plans the elements of `x` quantised along the last axis and along the one before. `x` is read once.
pub fn quantise_on_both_axes(recipe: Recipe, x: Arg, last: Output, before: Output) -> Result<Call> {
    if x.view.layout.rank() < 2 {
        return Err(Error::rank(x.name, x.view.layout.rank(), "2 or more"));
    }
    plan(recipe, x, Axes::Both { last, before })
}

/// Axes that are quantised, with their outputs.
enum Axes {
    Last(Output),
    Inner(usize, Output),
    /// The last one, and the one before.
    Both {
        last: Output,
        before: Output,
    },
}

fn plan(recipe: Recipe, x: Arg, axes: Axes) -> Result<Call> {
    match x.view.dtype {
        Dtype::F16 => plan_of::<f16>(recipe, x, axes),
        Dtype::Bf16 => plan_of::<bf16>(recipe, x, axes),
        Dtype::F32 => plan_of::<f32>(recipe, x, axes),
        _ => Err(dtype_error(&x, "FLOAT16, BFLOAT16 or FLOAT")),
    }
}

operands! {
    struct Quantise<T: Element> => QuantiseAt {
        x: Read<T>,
        by_row: Option<Along>,
        by_column: Option<Along>,
    }
}

/// Refuses outputs of another shape, type or format than elements and scales along `axis` of a tensor of this shape have.
pub(super) fn check_output(
    recipe: &Recipe,
    (shape, axis): (&[i64], usize),
    output: &Output,
) -> Result<()> {
    expect_format(&output.elements, recipe.format)?;
    expect_shape(&output.elements, shape)?;
    expect_side_by_side(&output.elements)?;
    expect_dtype(&output.scales, Dtype::F8E8m0)?;
    expect_shape(&output.scales, &scale_shape(shape, axis, recipe.block))
}

/// Bytes of the elements and the scales of an output.
pub(super) fn bytes(output: &Output) -> usize {
    let bytes = |arg: &Arg| {
        arg.view
            .numel()
            .and_then(|count| arg.view.dtype.bytes(count))
    };
    let bytes = [&output.elements, &output.scales].map(|arg| bytes(arg).unwrap_or(usize::MAX));
    bytes[0].saturating_add(bytes[1])
}

/// Quantises `x[outer, rows, columns]`.
fn plan_of<T: Element + mx::Source>(recipe: Recipe, x: Arg, axes: Axes) -> Result<Call> {
    let layout = x.view.layout.clone();
    let shape = layout.shape();
    let last = shape.len() - 1;
    let extent = |dims: &[i64]| dims.iter().product::<i64>() as usize;
    let (rows, columns) = match axes {
        Axes::Inner(axis, _) => (extent(&shape[axis..=axis]), extent(&shape[axis + 1..])),
        Axes::Last(_) => (1, extent(&shape[last..])),
        Axes::Both { .. } => (extent(&shape[last - 1..last]), extent(&shape[last..])),
    };
    let (by_row, by_column) = match axes {
        Axes::Last(output) => (Some((last, output)), None),
        Axes::Inner(axis, output) => (None, Some((axis, output))),
        Axes::Both { last: row, before } => (Some((last, row)), Some((last - 1, before))),
    };
    let mut cost = x.view.numel().unwrap_or(0).saturating_mul(size_of::<T>());
    for (axis, output) in by_row.iter().chain(&by_column) {
        check_output(&recipe, (shape, *axis), output)?;
        cost = cost.saturating_add(bytes(output));
    }
    if x.view.layout.is_empty() {
        let outputs = by_row.into_iter().chain(by_column);
        let outputs = outputs.flat_map(|(_, output)| [output.elements, output.scales]);
        return Ok(Call::nothing(std::iter::once(x).chain(outputs)));
    }
    let operands = Quantise::<T> {
        x: x.into(),
        by_row: by_row.map(|(_, output)| output.into()),
        by_column: by_column.map(|(_, output)| output.into()),
    };
    kernel(operands, cost, move |at: QuantiseAt<T>| {
        let pair = 2 * recipe.block;
        let strips = rows.div_ceil(pair);
        let count = at.x.len() / (rows * columns) * strips;
        let strip = |number: usize| {
            let row = number % strips * pair;
            Strip {
                row: number / strips * rows + row,
                height: (rows - row).min(pair),
                pair: number,
            }
        };
        match (at.by_row, at.by_column) {
            (by_row, Some(by_column)) => {
                quantise_strips(&recipe, at.x, columns, (count, strip), by_row, by_column);
            }
            (Some(by_row), None) => quantise_rows(&recipe, at.x, columns, by_row),
            (None, None) => {}
        }
        Ok(())
    })
}
