//! `aclnnDeformableConv2d`: a convolution of samples at places that a tensor moves. Source: ops-nn, `conv/deformable_conv2d`.

use crate::abi::acl::types::aclFormat;
use crate::contract::deformable::{Attributes, Tensors, formats};
use crate::ops::deformable::Operands;
use crate::prelude::*;

/// The types of images, and of all other tensors with them.
const IMAGES: Dtypes = SHORT_SINCE_910B;

/// Computes a two-dimensional convolution of samples of `x`, and adds `biasOptional`, if there is one. The sample for an element of a window lies as far from it as
/// `offset` says, which has for each group of channels and element of a window the way along columns, then those along rows, then factors; between elements
/// it is their mean by distances, and outside are zeros. `deformOutOptional` are the samples times their factors, those of a window side by side.
#[aclnn]
fn aclnnDeformableConv2d(
    x: Input,
    weight: Input,
    offset: Input,
    bias_optional: Option<Input>,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
    deformable_groups: i64,
    modulated: bool,
    out: Output,
    deform_out_optional: Option<Output>,
) -> Planned {
    x.dtype_in(IMAGES)?;
    let bias = bias_optional.as_deref();
    let samples = deform_out_optional.as_deref();
    let others = [&*offset, &weight, &out];
    for tensor in bias.into_iter().chain(samples).chain(others) {
        tensor.same_dtype(&x)?;
    }
    let formats_of_images: &[aclFormat] = match contract::on_950() {
        true => &[aclFormat::ACL_FORMAT_NCHW],
        false => &[aclFormat::ACL_FORMAT_NCHW, aclFormat::ACL_FORMAT_ND],
    };
    let images: Vec<&TensorArg> = others.into_iter().chain(samples).collect();
    formats(&x, formats_of_images, &images, bias)?;
    let attributes = Attributes {
        kernel_size: &kernel_size,
        windows: [&stride, &padding, &dilation],
        groups,
        deformable_groups,
        modulated,
    };
    let deformable = attributes.deformable(&Tensors {
        image: &x,
        weight: &weight,
        offset: &offset,
        output: &out,
        samples,
        bias,
    })?;
    let deform_out = deform_out_optional.map(|samples| samples.write());
    Ok(deformable.forward(Operands {
        x: x.read()?,
        weight: weight.read()?,
        offset: offset.read()?,
        bias: bias_optional.map(|bias| bias.read()).transpose()?,
        out: out.write()?,
        deform_out: deform_out.transpose()?,
    })?)
}
