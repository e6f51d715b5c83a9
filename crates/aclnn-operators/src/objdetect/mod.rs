//! Operators of ops-cv, `objdetect/`: a file for each header.

pub mod ciou;
pub mod iou;
