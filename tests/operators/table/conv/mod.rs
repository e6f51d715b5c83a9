//! Operators of the category `conv`, a file for each with its versions.

mod convolution;
mod convolution_backward;
mod deformable_conv2d;
mod quant_convolution;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        convolution::rows(),
        convolution_backward::rows(),
        deformable_conv2d::rows(),
        quant_convolution::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
