//! Operators of ops-nn, `pooling/`: a file for each header.

pub mod adaptive_avg_pool2d;
pub mod adaptive_avg_pool2d_backward;
pub mod adaptive_avg_pool3d;
pub mod adaptive_avg_pool3d_backward;
pub mod adaptive_max_pool2d;
pub mod adaptive_max_pool2d_backward;
pub mod adaptive_max_pool3d;
pub mod adaptive_max_pool3d_backward;
pub mod avgpool2d;
pub mod avgpool2d_backward;
pub mod avgpool3d;
pub mod avgpool3d_backward;
pub mod max_pool;
pub mod max_pool2d_with_indices;
pub mod max_pool2d_with_indices_backward;
pub mod max_pool3d_with_argmax;
pub mod max_pool3d_with_argmax_backward;
