//! Operators of ops-nn, `conv/`: a file for each header.

pub mod convolution;
pub mod convolution_backward;
pub mod deformable_conv2d;
pub mod quant_convolution;
