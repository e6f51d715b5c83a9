//! `aclnnConvolutionBackward`, `aclnnConvTbcBackward`, `aclnnDeformableConv2dBackward`: gradients of convolutions. Source: ops-nn, `conv/convolution_backward`.

use crate::abi::acl::types::aclFormat;
use crate::contract::convolution::{
    self as images, IMAGES, Windows, has_channels, has_image_format, has_list_format,
};
use crate::contract::deformable::{self, Attributes, Tensors};
use crate::contract::norm::{masked, of_three};
use crate::ops::Arg;
use crate::ops::deformable::Gradients;
use crate::prelude::*;

/// The types of the bias of `aclnnConvTbcBackward`, which is not read.
const BIASES: Dtypes = SHORT_EVERYWHERE;

/// Refuses other types than those of images and, on Ascend950, another one than that of `like`.
fn is_gradient_of(output: Option<&Output>, like: &TensorArg) -> Result<()> {
    let Some(output) = output else { return Ok(()) };
    output.dtype_in(IMAGES)?;
    match contract::on_950() {
        true => output.same_dtype(like),
        false => Ok(()),
    }
}

/// Refuses another format than the one of images with as many axes; with one axis also ND.
fn has_format(tensor: &TensorArg) -> Result<()> {
    tensor.rank_in(3..=5)?;
    match (tensor.rank(), tensor.format()) {
        (3, aclFormat::ACL_FORMAT_ND) => Ok(()),
        _ => has_image_format(tensor, false),
    }
}

/// The type in which three operands meet.
fn meet(tensors: [&Input; 3]) -> Result<Dtype> {
    let [a, b, c] = tensors.map(|tensor| tensor.dtype());
    Ok(images::upper(images::upper(a?, b?), c?))
}

/// Refuses numbers of `outputPadding` that are not allowed.
fn appends(output_padding: &Ints, stride: &Ints, axes: usize, transposed: bool) -> Result<()> {
    contract::at_least(output_padding, 0)?;
    let (fits, allowed) = match transposed {
        true => {
            let mut pairs = output_padding.iter().zip(stride.iter());
            let below = axes != 3 || pairs.all(|(number, stride)| number < stride);
            (below, "numbers below those of `stride`")
        }
        false => (
            output_padding.iter().all(|&number| number == 0),
            "0 where nothing is transposed",
        ),
    };
    if fits {
        return Ok(());
    }
    let got = format!("{:?}", &**output_padding);
    Err(Error::value(output_padding.name(), got, allowed))
}

/// Refuses, where there are no products, `biasSizes` that does not say the channels of the output.
fn says_channels(bias_sizes: Option<&Ints>, channels: i64) -> Result<()> {
    let sizes =
        bias_sizes.ok_or_else(|| Error::value("biasSizes", "null", "the extents of the bias"))?;
    if **sizes == [channels] {
        return Ok(());
    }
    let got = format!("{:?}", &**sizes);
    Err(Error::value(
        sizes.name(),
        got,
        format!("[{channels}], the channels of the output"),
    ))
}

fn written(output: Option<&Output>) -> Result<Option<Arg>> {
    output.map(|output| output.write()).transpose()
}

/// Computes the gradients of a convolution by its input, its weight and its bias, from the gradient of its output: those that `outputMask` asks for.
#[aclnn]
fn aclnnConvolutionBackward(
    grad_output: Input,
    input: Input,
    weight: Input,
    bias_sizes: Option<Ints>,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: c_int,
    output_mask: Bools,
    cube_math_type: i8,
    grad_input: Option<Output>,
    grad_weight: Option<Output>,
    grad_bias: Option<Output>,
) -> Planned {
    of_three(&output_mask)?;
    let by_input = masked(&output_mask, 0, &grad_input, "gradInput")?;
    let by_weight = masked(&output_mask, 1, &grad_weight, "gradWeight")?;
    let by_bias = masked(&output_mask, 2, &grad_bias, "gradBias")?;
    let operands = [&grad_output, &input, &weight];
    for tensor in operands {
        tensor.dtype_in(IMAGES)?;
    }
    is_gradient_of(grad_input.as_ref(), &input)?;
    is_gradient_of(grad_weight.as_ref(), &weight)?;
    is_gradient_of(grad_bias.as_ref(), &grad_output)?;
    let outputs = [&grad_input, &grad_weight].into_iter().flatten();
    for tensor in operands
        .map(|tensor| &**tensor)
        .into_iter()
        .chain(outputs.map(|output| &**output))
    {
        has_format(tensor)?;
    }
    let axes = input.rank() - 2;
    for array in [&stride, &dilation] {
        images::length_in(array, axes, &[])?;
    }
    for array in [&padding, &output_padding] {
        images::length_in(array, axes, if axes == 2 { &[4] } else { &[] })?;
    }
    let groups = i64::from(groups);
    let windows = Windows::new([&stride, &padding, &dilation], groups)?;
    appends(&output_padding, &stride, axes, transposed)?;
    images::has_groups(groups)?;
    let operands_type = images::operands(meet(operands)?, cube_math_type, 3)?;
    for tensor in [&grad_output, &weight] {
        tensor.rank_in(input.rank()..=input.rank())?;
    }
    for (output, like) in [(&grad_input, &input), (&grad_weight, &weight)] {
        output
            .as_ref()
            .map_or(Ok(()), |output| output.same_shape(like))?;
    }
    let channels = grad_output.shape()[1];
    grad_bias
        .as_ref()
        .map_or(Ok(()), |output| has_channels(output, channels))?;
    // The image over which windows lie, and what there is for each of them.
    let [image, window] = match transposed {
        true => [&grad_output, &input],
        false => [&input, &grad_output],
    };
    let filter = weight.shape();
    if let Some(axis) = filter[2..].iter().position(|&extent| extent == 0) {
        return Err(weight
            .shape_refused(format!("1 or more along axis {axis}"))
            .into());
    }
    let wanted = [
        &[image.shape()[0], filter[0]],
        &windows.counts(image, &image.shape()[2..], &filter[2..])?[..],
    ];
    window.shape_is(&wanted.concat(), "that of the convolution")?;
    if image.shape()[1] != filter[1].saturating_mul(groups) || filter[0] % groups != 0 {
        let allowed = format!(
            "{} channels, `weight` of {groups} groups (`groups`) alike",
            filter[1].saturating_mul(groups)
        );
        return Err(image.shape_refused(allowed).into());
    }
    if by_bias.is_some() && operands.iter().any(|tensor| tensor.is_empty()) {
        says_channels(bias_sizes.as_ref(), channels)?;
    }
    let [gradient, x, w] = operands.map(|tensor| tensor.read());
    let outputs = [written(by_input)?, written(by_weight)?, written(by_bias)?];
    let convolution = windows.convolution((operands_type, operands_type), cube_math_type);
    Ok(convolution.gradients(transposed, [gradient?, x?, w?], outputs)?)
}

/// Computes the gradients of `aclnnConvTbc` by its input, its weight and its bias; `self` is the gradient of its output.
#[aclnn]
fn aclnnConvTbcBackward(
    self_: Input,
    input: Input,
    weight: Input,
    bias: Input,
    pad: i64,
    cube_math_type: i8,
    grad_input: Output,
    grad_weight: Output,
    grad_bias: Output,
) -> Planned {
    let operands = [&self_, &input, &weight];
    for tensor in operands {
        tensor.dtype_in(IMAGES)?;
    }
    bias.dtype_in(BIASES)?;
    is_gradient_of(Some(&grad_input), &input)?;
    is_gradient_of(Some(&grad_weight), &weight)?;
    is_gradient_of(Some(&grad_bias), &bias)?;
    for tensor in [&*self_, &input, &weight, &grad_input, &grad_weight] {
        has_list_format(tensor)?;
        tensor.rank_in(3..=3)?;
    }
    for tensor in [&*bias, &grad_bias] {
        tensor.format_nd()?;
        tensor.rank_in(1..=1)?;
    }
    if self_.is_empty() {
        return Err(self_.shape_refused("one with elements").into());
    }
    let ([time, batch, channels], [size, inner, outer]) = images::of_lists(&input, &weight);
    if inner != channels || size == 0 {
        let allowed =
            format!("{channels} channels (those of `input`) along axis 1, 1 or more along axis 0");
        return Err(weight.shape_refused(allowed).into());
    }
    has_channels(&bias, outer)?;
    let windows = Windows::dense(pad)?;
    let counts = windows.counts(&input, &[time], &[size])?;
    self_.shape_is(&[counts[0], batch, outer], "that of the convolution")?;
    grad_input.same_shape(&input)?;
    grad_weight.same_shape(&weight)?;
    grad_bias.same_shape(&bias)?;
    let operands_type = images::operands(meet(operands)?, cube_math_type, 3)?;
    let view = |arg: Arg, axes| arg.viewed(arg.view.layout.permuted(axes));
    let [image, filter] = [&[1, 2, 0], &[2, 1, 0]];
    let outputs = [
        Some(view(grad_input.write()?, image)?),
        Some(view(grad_weight.write()?, filter)?),
        Some(grad_bias.write()?),
    ];
    let operands = [
        view(self_.read()?, image)?,
        view(input.read()?, image)?,
        view(weight.read()?, filter)?,
    ];
    let convolution = windows.convolution((operands_type, operands_type), cube_math_type);
    Ok(convolution.gradients(false, operands, outputs)?)
}

/// Computes the gradients of `aclnnDeformableConv2d` by its input, its weight, its offsets and factors, and its bias; `offsetOut` are the samples that it has
/// written.
#[aclnn]
fn aclnnDeformableConv2dBackward(
    input: Input,
    grad_output: Input,
    offset_out: Input,
    weight: Input,
    offset: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
    deformable_groups: i64,
    modulated: bool,
    grad_input: Output,
    grad_weight: Output,
    grad_offset: Output,
    grad_bias: Output,
) -> Planned {
    input.dtype_in(SHORT_ON_950)?;
    let images: [&TensorArg; 7] = [
        &grad_input,
        &grad_weight,
        &grad_offset,
        &weight,
        &offset_out,
        &offset,
        &grad_output,
    ];
    for tensor in images {
        tensor.same_dtype(&input)?;
    }
    grad_bias.same_dtype(&input)?;
    let nchw = [aclFormat::ACL_FORMAT_NCHW];
    deformable::formats(&input, &nchw, &images, Some(&grad_bias))?;
    let attributes = Attributes {
        kernel_size: &kernel_size,
        windows: [&stride, &padding, &dilation],
        groups,
        deformable_groups,
        modulated,
    };
    let deformable = attributes.deformable(&Tensors {
        image: &input,
        weight: &weight,
        offset: &offset,
        output: &grad_output,
        samples: Some(&offset_out),
        bias: Some(&grad_bias),
    })?;
    grad_input.same_shape(&input)?;
    grad_weight.same_shape(&weight)?;
    grad_offset.same_shape(&offset)?;
    Ok(deformable.gradients(Gradients {
        input: input.read()?,
        grad_output: grad_output.read()?,
        offset_out: offset_out.read()?,
        weight: weight.read()?,
        offset: offset.read()?,
        grad_input: grad_input.write()?,
        grad_weight: grad_weight.write()?,
        grad_offset: grad_offset.write()?,
        grad_bias: grad_bias.write()?,
    })?)
}
