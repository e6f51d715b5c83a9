//! `aclnnResize`: images of another size. Source: ops-cv, `image/resize_bilinear_v2`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

/// Writes an image of other height and width, the old ones times `scales`, rounded down: of each pixel the nearest one before it ("nearest") or the four around it ("bilinear"), whose distances are those of both sizes. `scales` has a number for each axis
/// of `self`, 1 for batch and channels. FLOAT or FLOAT16, NCHW; on Ascend950 BFLOAT16 and NHWC too.
#[aclnn]
fn aclnnResize(self_: Input, scales: Floats, mode: Text, out: Output) -> Planned {
    let filter = match &*mode {
        "nearest" => Filter::Nearest,
        "bilinear" => Filter::Linear,
        _ => {
            let allowed = "\"nearest\" or \"bilinear\"";
            return Err(Error::value("mode", &*mode, allowed).into());
        }
    };
    let images = Upsampling::new(filter, 2, SHORT_BFLOAT16_ON_950).without_nd();
    images.resized(&self_, &scales, &out)
}
