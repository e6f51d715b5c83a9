//! `aclnnConvolution`, `aclnnConvDepthwise2d`, `aclnnConvTbc`: convolutions. Source: ops-nn, `conv/convolution_forward`.

use crate::abi::acl::types::aclFormat;
use crate::contract::convolution::{
    self as images, IMAGES, Windows, as_format_of, channels_second, has_channels, has_image_format,
    with_channels_second,
};
use crate::contract::formats::FRACTAL_Z;
use crate::contract::weights;
use crate::prelude::*;

const BIAS_FORMATS: [aclFormat; 4] = [
    aclFormat::ACL_FORMAT_NCL,
    aclFormat::ACL_FORMAT_NCHW,
    aclFormat::ACL_FORMAT_NCDHW,
    aclFormat::ACL_FORMAT_ND,
];

/// Refuses an output other than `shape`, which has its channels second, and one that is not empty where an operand is.
fn has_result_shape(out: &Output, operands: [&Input; 2], shape: Vec<i64>) -> Result<()> {
    let shape = as_format_of(out, shape);
    out.shape_is(&shape, "that of the convolution")?;
    for operand in operands {
        if operand.is_empty() && !out.is_empty() {
            let allowed = "one with elements, as the output has";
            return Err(operand.shape_refused(allowed));
        }
    }
    Ok(())
}

/// Computes the convolution, or cross-correlation, of each group of channels of `input` with its part of `weight`, in one, two or three dimensions, and adds
/// `bias`, if there is one; `transposed` the other way round: what a convolution with these attributes makes such an `input` of. `padding` has one number for each
/// axis, or one for each side of it, in one dimension where nothing is transposed, and in two. `outputPadding` is read where `transposed`. Two-dimensional filters may be
/// stored in FRACTAL_Z where nothing is transposed.
#[aclnn]
fn aclnnConvolution(
    input: Input,
    weight: Input,
    bias: Option<Input>,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Option<Ints>,
    groups: i64,
    output: Output,
    cube_math_type: i8,
) -> Planned {
    let appended = match (&output_padding, transposed) {
        (Some(appended), true) => Some(appended),
        (None, true) => {
            return Err(Reason::Null {
                arg: "outputPadding",
            }
            .into());
        }
        _ => None,
    };
    if let Some(bias) = &bias {
        bias.dtype_in(IMAGES)?;
    }
    for tensor in [&*input, &weight, &output] {
        tensor.dtype_in(IMAGES)?;
    }
    for tensor in [&*input, &weight, &output] {
        tensor.rank_in(3..=5)?;
    }
    weight.rank_in(input.rank()..=input.rank())?;
    output.rank_in(input.rank()..=input.rank())?;
    let axes = input.rank() - 2;
    for array in [&stride, &dilation].into_iter().chain(appended) {
        images::length_in(array, axes, &[])?;
    }
    let by_side = axes == 2 || axes == 1 && !transposed;
    images::length_in(
        &padding,
        axes,
        if by_side {
            &[2, 4][axes - 1..axes]
        } else {
            &[]
        },
    )?;
    output.same_format(&input)?;
    if let Some(bias) = bias
        .as_ref()
        .filter(|bias| !BIAS_FORMATS.contains(&bias.format()))
    {
        return Err(Error::format(bias.name(), bias.format(), "NCL, NCHW, NCDHW or ND").into());
    }
    for tensor in [&*input, &output] {
        has_image_format(tensor, true)?;
    }
    if transposed || weight.rank() != 4 || weight.format() != FRACTAL_Z {
        has_image_format(&weight, true)?;
    }
    let (image, filter) = (channels_second(&input), channels_second(&weight));
    if let Some(axis) = filter[2..].iter().position(|&extent| extent == 0) {
        let allowed = format!("1 or more along axis {axis}");
        return Err(weight.shape_refused(allowed).into());
    }
    let windows = Windows::new([&stride, &padding, &dilation], groups)?;
    images::has_groups(groups)?;
    let [own, per_group] = [filter[0], filter[1]];
    let wanted = match transposed {
        true => own,
        false => per_group.saturating_mul(groups),
    };
    if image[1] != wanted || own % groups != 0 {
        let allowed = format!("{wanted} channels, `weight` of {groups} groups (`groups`) alike");
        return Err(input.shape_refused(allowed).into());
    }
    let (windows, channels) = match appended {
        Some(appended) => (
            windows.appending(appended)?,
            per_group.saturating_mul(groups),
        ),
        None => (windows, own),
    };
    if let Some(bias) = &bias {
        has_channels(bias, channels)?;
    }
    let extents = match transposed {
        true => windows.covered(&image[2..], &filter[2..]),
        false => windows.counts(&input, &image[2..], &filter[2..])?,
    };
    let shape = [&[image[0], channels], &extents[..]].concat();
    has_result_shape(&output, [&input, &weight], shape)?;
    let upper = images::upper(input.dtype()?, weight.dtype()?);
    let types = images::types(upper, output.dtype()?, transposed, cube_math_type)?;
    let x = with_channels_second(&input, input.read()?)?;
    let y = with_channels_second(&output, output.write()?)?;
    let bias = bias.map(|bias| bias.read()).transpose()?;
    let convolution = windows.convolution(types, cube_math_type);
    weights::perhaps_unpacked_filters(&weight, &input, groups, |filters| {
        let w = with_channels_second(&weight, filters)?;
        Ok(match transposed {
            true => convolution.transposed(x, w, bias, y)?,
            false => convolution.forward(x, w, bias, y)?,
        })
    })
}

/// Computes a two-dimensional convolution of each channel of `self` by itself, with as many channels of the output for each as `weight` has.
#[aclnn]
fn aclnnConvDepthwise2d(
    self_: Input,
    weight: Input,
    kernel_size: Ints,
    bias: Option<Input>,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    out: Output,
    cube_math_type: i8,
) -> Planned {
    if let Some(bias) = &bias {
        bias.dtype_in(IMAGES)?;
        bias.same_dtype(&self_)?;
    }
    for tensor in [&*self_, &weight, &out] {
        tensor.dtype_in(IMAGES)?;
    }
    weight.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    for tensor in [&*self_, &weight, &out] {
        tensor.rank_in(4..=4)?;
    }
    for array in [&stride, &dilation, &padding, &kernel_size] {
        images::length_in(array, 2, &[])?;
    }
    for tensor in [&*self_, &weight, &out] {
        has_image_format(tensor, false)?;
    }
    let (image, filter) = (self_.shape(), weight.shape());
    if filter[2..].contains(&0) {
        return Err(weight.shape_refused("1 or more along each axis").into());
    }
    let groups = image[1].max(1);
    let windows = Windows::new([&stride, &padding, &dilation], groups)?;
    if filter[1] > 1 || filter[0] % groups != 0 {
        let allowed =
            format!("one channel for each of a multiple of {groups} (the channels of `self`)");
        return Err(weight.shape_refused(allowed).into());
    }
    if let Some(bias) = &bias {
        has_channels(bias, filter[0])?;
    }
    let counts = windows.counts(&self_, &image[2..], &filter[2..])?;
    has_result_shape(
        &out,
        [&self_, &weight],
        [&[image[0], filter[0]], &counts[..]].concat(),
    )?;
    let types = images::types(self_.dtype()?, out.dtype()?, false, cube_math_type)?;
    if kernel_size[..] != filter[2..] {
        let got = format!("{:?}", &*kernel_size);
        let allowed = format!("{:?} (that of `weight`)", &filter[2..]);
        return Err(Error::value(kernel_size.name(), got, allowed).into());
    }
    let bias = bias.map(|bias| bias.read()).transpose()?;
    let convolution = windows.convolution(types, cube_math_type);
    Ok(convolution.forward(self_.read()?, weight.read()?, bias, out.write()?)?)
}

/// Computes a one-dimensional convolution of images whose dimensions are time, batch and channels, with a weight of time, channels and channels of the output.
#[aclnn]
fn aclnnConvTbc(
    self_: Input,
    weight: Input,
    bias: Input,
    pad: i64,
    output: Output,
    cube_math_type: i8,
) -> Planned {
    bias.dtype_in(IMAGES)?;
    self_.dtype_in(IMAGES)?;
    weight.same_dtype(&self_)?;
    output.same_dtype(&self_)?;
    for tensor in [&*self_, &weight, &output] {
        tensor.rank_in(3..=3)?;
    }
    bias.rank_in(1..=1)?;
    for tensor in [&*self_, &weight, &output] {
        images::has_list_format(tensor)?;
    }
    let ([time, batch, channels], [size, inner, outer]) = images::of_lists(&self_, &weight);
    has_channels(&bias, outer)?;
    if size == 0 {
        return Err(weight.shape_refused("1 or more along axis 0").into());
    }
    let windows = Windows::dense(pad)?;
    let counts = windows.counts(&self_, &[time], &[size])?;
    if inner != channels {
        let allowed = format!("{channels} channels (those of `self`) along axis 1");
        return Err(weight.shape_refused(allowed).into());
    }
    output.shape_is(&[counts[0], batch, outer], "that of the convolution")?;
    let types = images::types(self_.dtype()?, output.dtype()?, false, cube_math_type)?;
    let [x, w, y] = [self_.read()?, weight.read()?, output.write()?];
    let view = |arg: ops::Arg, axes| arg.viewed(arg.view.layout.permuted(axes));
    let (x, w, y) = (
        view(x, &[1, 2, 0])?,
        view(w, &[2, 1, 0])?,
        view(y, &[1, 2, 0])?,
    );
    Ok(windows
        .convolution(types, cube_math_type)
        .forward(x, w, Some(bias.read()?), y)?)
}
