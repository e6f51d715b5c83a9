//! Operators of the category `objdetect`, a file for each with its versions.

mod background_replace;
mod blend_images_custom;
mod ciou;
mod iou;
mod mrgba_custom;
mod non_max_suppression;
mod roi_align;
mod roi_align_v2_backward;
mod roi_pooling_grad_with_arg_max;
mod roi_pooling_with_arg_max;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        background_replace::rows(),
        blend_images_custom::rows(),
        ciou::rows(),
        iou::rows(),
        mrgba_custom::rows(),
        non_max_suppression::rows(),
        roi_align::rows(),
        roi_align_v2_backward::rows(),
        roi_pooling_grad_with_arg_max::rows(),
        roi_pooling_with_arg_max::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
