//! Operators of the category `pooling`, a file for each with its versions.

mod adaptive_avg_pool2d;
mod adaptive_avg_pool2d_backward;
mod adaptive_avg_pool3d;
mod adaptive_avg_pool3d_backward;
mod adaptive_max_pool2d;
mod adaptive_max_pool2d_backward;
mod adaptive_max_pool3d;
mod adaptive_max_pool3d_backward;
mod avgpool2d;
mod avgpool2d_backward;
mod avgpool3d;
mod avgpool3d_backward;
mod max_pool;
mod max_pool2d_with_indices;
mod max_pool2d_with_indices_backward;
mod max_pool3d_with_argmax;
mod max_pool3d_with_argmax_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        adaptive_avg_pool2d::rows(),
        adaptive_avg_pool2d_backward::rows(),
        adaptive_avg_pool3d::rows(),
        adaptive_avg_pool3d_backward::rows(),
        adaptive_max_pool2d::rows(),
        adaptive_max_pool2d_backward::rows(),
        adaptive_max_pool3d::rows(),
        adaptive_max_pool3d_backward::rows(),
        avgpool2d::rows(),
        avgpool2d_backward::rows(),
        avgpool3d::rows(),
        avgpool3d_backward::rows(),
        max_pool::rows(),
        max_pool2d_with_indices::rows(),
        max_pool2d_with_indices_backward::rows(),
        max_pool3d_with_argmax::rows(),
        max_pool3d_with_argmax_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
