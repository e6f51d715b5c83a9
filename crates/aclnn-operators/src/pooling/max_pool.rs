//! `aclnnMaxPool`: the largest element of each window over images. Source: ops-nn, `pooling/max_pool_v3`.

use crate::contract::pooling::{Planes, Window, axes, for_each_axis, within};
use crate::prelude::*;

const TYPES: Dtypes = for_chips(
    &[F16],
    &[F16, F32],
    &[F16, F32, Bf16, I32, I64, U8, I16, I8, U16],
);

/// Writes the largest element of each window over the images of `self`; NaN is larger than all numbers. `strides` are 1 if there are none; `pads` are none, one or two for both
/// sides, or four: above, left, below, right. A window that lies in the padding has the lowest number of the type.
#[aclnn]
fn aclnnMaxPool(
    self_: Input,
    kernel_shape: Ints,
    strides: Ints,
    auto_pad: i64,
    pads: Ints,
    dilations: Ints,
    ceil_mode: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    let planes = Planes::of(&self_, 2)?;
    let size = for_each_axis(&kernel_shape, 2, None)?;
    let stride = for_each_axis(&strides, 2, Some(&[1, 1]))?;
    let padding = match *pads {
        [up, left, down, right] => [[up, down], [left, right]],
        _ => {
            let both = for_each_axis(&pads, 2, Some(&[0, 0]))?;
            [[both[0]; 2], [both[1]; 2]]
        }
    };
    if dilations.len() != 4 {
        for_each_axis(&dilations, 2, Some(&[1, 1]))?;
    }
    if auto_pad != 0 {
        return Err(Error::value("autoPad", auto_pad, "0, for paddings as given").into());
    }
    within(&dilations, &dilations, 1..=1)?;
    within(&kernel_shape, &size, 1..=Window::LIMIT)?;
    within(&strides, &stride, 1..=Window::LIMIT)?;
    within(&pads, &pads, 0..=Window::LIMIT)?;
    let windows = [0, 1].map(|k| Window {
        size: size[k],
        stride: stride[k],
        dilation: 1,
        padding: padding[k],
    });
    if windows
        .iter()
        .any(|window| window.padding[0] + window.padding[1] > window.size)
    {
        let got = format!("{:?}", &*pads);
        let allowed = "along each axis no more than `kernelShape` together";
        return Err(Error::value("pads", got, allowed).into());
    }
    let planes = planes.not_empty()?;
    let axes = axes(&windows, &planes, ceil_mode != 0)?;
    planes.has_results(&out, &axes)?;
    planes.are_counted()?;
    planes.largest(&axes, &self_, &out, None)
}
