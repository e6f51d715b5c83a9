//! Operators of the category `image`, a file for each with its versions.

mod grid_sampler2d;
mod grid_sampler2d_backward;
mod grid_sampler3d;
mod grid_sampler3d_backward;
mod rasterizer;
mod resize;
mod three_interpolate_backward;
mod upsample_bicubic2d_aa;
mod upsample_bicubic2d_aa_grad;
mod upsample_bicubic_2d;
mod upsample_bicubic_2d_backward;
mod upsample_bilinear2d_aa;
mod upsample_bilinear2d_aa_backward;
mod upsample_bilinear_2d;
mod upsample_bilinear_2d_backward;
mod upsample_linear_1d;
mod upsample_linear_1d_backward;
mod upsample_nearest_1d;
mod upsample_nearest_1d_backward;
mod upsample_nearest_2d;
mod upsample_nearest_2d_backward;
mod upsample_nearest_3d;
mod upsample_nearest_3d_backward;
mod upsample_nearest_exact1d;
mod upsample_nearest_exact1d_backward;
mod upsample_nearest_exact2d;
mod upsample_nearest_exact2d_backward;
mod upsample_nearest_exact3d;
mod upsample_nearest_exact3d_backward;
mod upsample_trilinear_3d;
mod upsample_trilinear_3d_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        grid_sampler2d::rows(),
        grid_sampler2d_backward::rows(),
        grid_sampler3d::rows(),
        grid_sampler3d_backward::rows(),
        rasterizer::rows(),
        resize::rows(),
        three_interpolate_backward::rows(),
        upsample_bicubic2d_aa::rows(),
        upsample_bicubic2d_aa_grad::rows(),
        upsample_bicubic_2d::rows(),
        upsample_bicubic_2d_backward::rows(),
        upsample_bilinear2d_aa::rows(),
        upsample_bilinear2d_aa_backward::rows(),
        upsample_bilinear_2d::rows(),
        upsample_bilinear_2d_backward::rows(),
        upsample_linear_1d::rows(),
        upsample_linear_1d_backward::rows(),
        upsample_nearest_1d::rows(),
        upsample_nearest_1d_backward::rows(),
        upsample_nearest_2d::rows(),
        upsample_nearest_2d_backward::rows(),
        upsample_nearest_3d::rows(),
        upsample_nearest_3d_backward::rows(),
        upsample_nearest_exact1d::rows(),
        upsample_nearest_exact1d_backward::rows(),
        upsample_nearest_exact2d::rows(),
        upsample_nearest_exact2d_backward::rows(),
        upsample_nearest_exact3d::rows(),
        upsample_nearest_exact3d_backward::rows(),
        upsample_trilinear_3d::rows(),
        upsample_trilinear_3d_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
