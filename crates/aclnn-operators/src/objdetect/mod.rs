//! Operators of ops-cv, `objdetect/`: a file for each header.

pub mod background_replace;
pub mod blend_images_custom;
pub mod ciou;
pub mod iou;
pub mod mrgba_custom;
pub mod non_max_suppression;
pub mod roi_align;
pub mod roi_align_v2;
pub mod roi_align_v2_backward;
pub mod roi_pooling_grad_with_arg_max;
pub mod roi_pooling_with_arg_max;
