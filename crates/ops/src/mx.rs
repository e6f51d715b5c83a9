//! Microscaling quantisation of tensors, and its inverse.
//!
//! Work is cut into strips of two blocks along the quantised axis, or into stretches of rows along the last one: the borders
//! depend on the shape alone.

#![forbid(unsafe_code)]

mod blocks;
mod dequantise;
mod groups;
mod quantise;
mod strips;

pub use blocks::{blocks_of_rows, quantise_blocks};
pub use dequantise::dequantise;
pub(crate) use groups::find_strips;
pub use groups::{quantise_counted_groups, quantise_groups, quantise_groups_on_both_axes};
pub use quantise::{quantise, quantise_on_both_axes};
pub use strips::Output;

pub use hostnpu_kernels::mx::{ElementFormat, Recipe, ScaleRule};
pub use hostnpu_numeric::rounding::Rounding;

use super::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{Dims, Dtype};

/// The element format of a type, if it is one of the four.
pub fn element_format(dtype: Dtype) -> Option<ElementFormat> {
    match dtype {
        Dtype::F8E5m2 => Some(ElementFormat::E5M2),
        Dtype::F8E4m3fn => Some(ElementFormat::E4M3FN),
        Dtype::F4E2m1 => Some(ElementFormat::E2M1),
        Dtype::F4E1m2 => Some(ElementFormat::E1M2),
        _ => None,
    }
}

/// The shape of the scales along `axis` of a tensor of this shape, in blocks of `block`: the axis counts pairs of blocks, and
/// a last dimension holds the two of a pair.
pub fn scale_shape(shape: &[i64], axis: usize, block: usize) -> Dims {
    let mut scales = Dims::from_slice(shape);
    if let Some(extent) = scales.get_mut(axis) {
        let pair = 2 * block as i64;
        *extent = extent.div_euclid(pair) + i64::from(extent.rem_euclid(pair) != 0);
    }
    scales.push(2);
    scales
}

/// Refuses an operand of another shape.
fn expect_shape(arg: &Arg, wanted: &[i64]) -> Result<()> {
    let got = arg.view.layout.shape();
    if got == wanted {
        return Ok(());
    }
    Err(Reason::Shape {
        arg: arg.name,
        got: got.to_vec(),
        allowed: format!("{wanted:?}"),
    }
    .into())
}

/// Refuses an operand of another type.
fn expect_dtype(arg: &Arg, wanted: Dtype) -> Result<()> {
    if arg.view.dtype == wanted {
        return Ok(());
    }
    Err(dtype_error(arg, wanted.name()))
}

fn dtype_error(arg: &Arg, allowed: &str) -> Error {
    Error::from(Reason::Dtype {
        arg: arg.name,
        got: arg.view.dtype.to_string(),
        allowed: allowed.into(),
    })
}

/// Refuses elements of another format, and packed rows that would share a byte.
fn expect_format(arg: &Arg, format: ElementFormat) -> Result<()> {
    if element_format(arg.view.dtype) != Some(format) {
        return Err(dtype_error(arg, &format!("the type of {format:?}")));
    }
    let shape = arg.view.layout.shape();
    if arg.view.dtype.bits() == 4 && shape.last().is_some_and(|extent| extent % 2 != 0) {
        return Err(Reason::Shape {
            arg: arg.name,
            got: shape.to_vec(),
            allowed: "an even last dimension, for elements of four bits".into(),
        }
        .into());
    }
    Ok(())
}

/// Refuses packed elements that are not side by side, or begin within a byte: they are not copied.
fn expect_side_by_side(arg: &Arg) -> Result<()> {
    let (layout, bits) = (&arg.view.layout, arg.view.dtype.bits() as i64);
    if layout.is_empty() || bits == 8 {
        return Ok(());
    }
    if !layout.is_contiguous() {
        let got = format!("a view with strides {:?}", layout.strides());
        return Err(Error::value(arg.name, got, "a contiguous tensor"));
    }
    if layout.offset().saturating_mul(bits) % 8 != 0 {
        let got = format!("a view at element {}", layout.offset());
        let allowed = "a view that starts at a whole byte of its storage";
        return Err(Error::value(arg.name, got, allowed));
    }
    Ok(())
}
