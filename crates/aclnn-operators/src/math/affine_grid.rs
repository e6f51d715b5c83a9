//! `aclnnAffineGrid`: where affine maps take the points of a grid. Source: ops-math, `math/affine_grid`.

use crate::ops::affine_grid;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Computes the products of the matrices `theta` with the points (x, y, 1), or (x, y, z, 1), of a grid of the size `size`, `[N, C, H, W]` or
/// `[N, C, D, H, W]`: coordinates from -1 to 1, of the middles of the first and last points, or with `alignCorners` of these points themselves.
#[aclnn]
fn aclnnAffineGrid(theta: Input, size: Ints, align_corners: bool, out: Output) -> Planned {
    theta.dtype_in(TYPES)?;
    out.same_dtype(&theta)?;
    if theta.is_empty() {
        return Err(theta.shape_refused("matrices with elements").into());
    }
    if !(4..=5).contains(&size.len()) {
        let got = format!("{:?}", &*size);
        return Err(Error::value("size", got, "[N, C, H, W] or [N, C, D, H, W]").into());
    }
    let axes = size.len() - 2;
    let count = axes as i64;
    theta.shape_is(
        &[size[0], count, count + 1],
        "a matrix for each of `size[0]`",
    )?;
    let mut shape = vec![size[0]];
    shape.extend_from_slice(&size[2..]);
    shape.push(count);
    out.shape_is(&shape, "a point for each of the grid")?;
    if out.is_empty() {
        return contract::nothing(&theta, &out);
    }
    let (theta, out) = (theta.read()?, out.write()?);
    Ok(affine_grid::affine_grid(
        theta,
        &size[2..],
        align_corners,
        out,
    )?)
}
