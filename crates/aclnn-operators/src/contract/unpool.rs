//! Planes that were pooled, and the larger ones that they come from.

use super::{Dtypes, at_least, length_is, on_910};
use crate::argument::{Input, Ints, TensorArg};
use crate::error::{Error, Result};
use crate::tensor::Dtype;

/// The types of elements.
pub const POOLED: Dtypes = on_910(&[
    Dtype::F32,
    Dtype::F16,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::I32,
    Dtype::I64,
    Dtype::F64,
]);

/// The extents of the larger planes: `outputSize`, above 0 and, with strides and padding, which are only looked at, of as many numbers as a plane has dimensions.
pub fn plane_sizes(output_size: &Ints, others: &[&Ints], axes: usize) -> Result<()> {
    for array in [output_size].iter().chain(others) {
        length_is(array, axes, "one for each dimension of a plane")?;
    }
    if let [stride, ..] = others {
        at_least(stride, 1)?;
    }
    at_least(output_size, 1)
}

/// Returns the number of elements of a larger plane; refuses planes of `small` that have more.
pub fn plane_holds(output_size: &Ints, small: &TensorArg, axes: usize) -> Result<usize> {
    let product = |extents: &[i64]| extents.iter().copied().fold(1, i64::saturating_mul);
    let (_, plane) = small.shape().split_at(small.rank() - axes);
    let (large, least) = (product(output_size), product(plane));
    if large < least {
        let got = format!("{:?}, {large} elements", &**output_size);
        return Err(Error::value(
            output_size.name(),
            got,
            format!("{least} elements or more"),
        ));
    }
    Ok(large as usize)
}

/// Refuses small planes and indices of other shapes, or without elements but for their first dimension.
pub fn small_planes(self_: &Input, indices: &Input, axes: usize) -> Result<()> {
    self_.rank_in(axes + 1..=axes + 2)?;
    indices.rank_in(self_.rank()..=self_.rank())?;
    indices.same_shape(self_)?;
    has_planes(self_)
}

/// Refuses a dimension without elements, but for the first.
pub fn has_planes(self_: &TensorArg) -> Result<()> {
    match self_.shape()[1..].contains(&0) {
        true => Err(self_.shape_refused("extents above 0, but for the first")),
        false => Ok(()),
    }
}

/// Refuses a tensor of large planes that does not belong to the small ones of `self_`.
pub fn large_planes(large: &TensorArg, self_: &TensorArg, output_size: &Ints) -> Result<()> {
    let (before, _) = self_.shape().split_at(self_.rank() - output_size.len());
    let shape = [before, output_size].concat();
    large.rank_in(shape.len()..=shape.len())?;
    large.shape_is(
        &shape,
        format_args!("planes of `outputSize`, as many as `{}` has", self_.name()),
    )
}
