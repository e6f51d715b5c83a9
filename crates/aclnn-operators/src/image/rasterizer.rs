//! `aclnnRasterizer`: the nearest triangle at each pixel of a screen. Source: ops-cv, `image/rasterizer`.

use crate::device::soc::Generation;
use crate::ops::objdetect::raster::drawn;
use crate::prelude::*;

/// Pixels of a side of the screen, at most.
const MOST: i64 = 4096;

/// Writes for each pixel of a screen the nearest face of `f` (n, 3) there, three rows of `v` (m, 4) each, to `findicesOut` (height, width): its number, counted from 1, or 0; and to `barycentricOut` (height, width, 3) the weights of its corners, as they are seen.
///
/// A corner (x, y, z, w) is at (x / w / 2 + 1/2) * (width - 1) + 1/2, likewise with y and height, with depth z / w * 0.49999 + 1/2; a pixel is in a face if its middle is, and belongs to the face of the smallest depth, in
/// steps of 1 / 2^18, and of equal ones to the first. FLOAT and INT32; a row that `v` does not have is an error of the stream. `dOptional` and `occlusionTruncation` do not count, `useDepthPrior` is 0. On Ascend910B and
/// Ascend910_93.
#[aclnn]
fn aclnnRasterizer(
    v: Input,
    f: Input,
    d_optional: Option<Input>,
    width: i64,
    height: i64,
    _occlusion_truncation: f64,
    use_depth_prior: i64,
    findices_out: ConstOutput,
    barycentric_out: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    for tensor in [&*v, &*barycentric_out]
        .into_iter()
        .chain(d_optional.as_deref())
    {
        tensor.dtype_is(F32)?;
    }
    for tensor in [&*f, &*findices_out] {
        tensor.dtype_is(I32)?;
    }
    let shapes = || {
        for (name, extent) in [("width", width), ("height", height)] {
            if !(1..=MOST).contains(&extent) {
                return Err(Error::value(name, extent, format!("1 to {MOST}")));
            }
        }
        for (tensor, numbers) in [(&v, 4), (&f, 3)] {
            tensor.rank_in(2..=2)?;
            let count = tensor.shape()[0];
            tensor.shape_is(&[count, numbers], "numbers of a point or a face")?;
            if tensor.is_empty() {
                return Err(tensor.shape_refused("one row or more"));
            }
        }
        findices_out.shape_is(&[height, width], "`height` and `width`")?;
        barycentric_out.shape_is(&[height, width, 3], "`height`, `width` and three weights")?;
        match use_depth_prior {
            0 => Ok(()),
            _ => Err(Error::value("useDepthPrior", use_depth_prior, "0")),
        }
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (numbers, weights) = (findices_out.write()?, barycentric_out.write()?);
    Ok(drawn(v.read()?, f.read()?, numbers, weights)?)
}
