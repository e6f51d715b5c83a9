//! Operators of the category `mhc`, a file for each with its versions.

mod mhc_post;
mod mhc_post_backward;
mod mhc_pre;
mod mhc_pre_backward;
mod mhc_pre_sinkhorn;
mod mhc_pre_sinkhorn_backward;
mod mhc_sinkhorn;
mod mhc_sinkhorn_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        mhc_post::rows(),
        mhc_post_backward::rows(),
        mhc_pre::rows(),
        mhc_pre_backward::rows(),
        mhc_pre_sinkhorn::rows(),
        mhc_pre_sinkhorn_backward::rows(),
        mhc_sinkhorn::rows(),
        mhc_sinkhorn_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
