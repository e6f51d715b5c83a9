//! Operators of the category `loss`, a file for each with its versions.

mod binary_cross_entropy;
mod binary_cross_entropy_backward;
mod binary_cross_entropy_with_logits;
mod binary_cross_entropy_with_logits_backward;
mod chamfer_distance_backward;
mod cross_entropy_loss;
mod cross_entropy_loss_grad;
mod cross_entropy_sum_exp_and_index_logit;
mod ctc_loss;
mod ctc_loss_backward;
mod fused_cross_entropy_loss_with_max_sum;
mod kl_div_backward;
mod kl_div_target_backward;
mod l1_loss;
mod l1_loss_backward;
mod logit;
mod logit_grad;
mod mse_loss;
mod mse_loss_backward;
mod mse_loss_out;
mod multilabel_margin_loss;
mod nll_loss;
mod nll_loss2d;
mod nll_loss2d_backward;
mod nll_loss_backward;
mod smooth_l1_loss;
mod smooth_l1_loss_backward;
mod soft_margin_loss;
mod soft_margin_loss_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        binary_cross_entropy::rows(),
        binary_cross_entropy_backward::rows(),
        binary_cross_entropy_with_logits::rows(),
        binary_cross_entropy_with_logits_backward::rows(),
        chamfer_distance_backward::rows(),
        cross_entropy_loss::rows(),
        cross_entropy_loss_grad::rows(),
        cross_entropy_sum_exp_and_index_logit::rows(),
        ctc_loss::rows(),
        ctc_loss_backward::rows(),
        fused_cross_entropy_loss_with_max_sum::rows(),
        kl_div_backward::rows(),
        kl_div_target_backward::rows(),
        l1_loss::rows(),
        l1_loss_backward::rows(),
        logit::rows(),
        logit_grad::rows(),
        mse_loss::rows(),
        mse_loss_backward::rows(),
        mse_loss_out::rows(),
        multilabel_margin_loss::rows(),
        nll_loss::rows(),
        nll_loss2d::rows(),
        nll_loss2d_backward::rows(),
        nll_loss_backward::rows(),
        smooth_l1_loss::rows(),
        smooth_l1_loss_backward::rows(),
        soft_margin_loss::rows(),
        soft_margin_loss_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
