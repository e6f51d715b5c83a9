//! Operators of ops-nn, `loss/`: a file for each header.

pub mod binary_cross_entropy;
pub mod binary_cross_entropy_backward;
pub mod binary_cross_entropy_with_logits;
pub mod binary_cross_entropy_with_logits_backward;
pub mod cross_entropy_loss;
pub mod cross_entropy_loss_grad;
pub mod kl_div_backward;
pub mod kl_div_target_backward;
pub mod l1_loss;
pub mod l1_loss_backward;
pub mod logit;
pub mod logit_grad;
pub mod mse_loss;
pub mod mse_loss_backward;
pub mod mse_loss_out;
pub mod nll_loss;
pub mod nll_loss2d;
pub mod nll_loss2d_backward;
pub mod nll_loss_backward;
pub mod smooth_l1_loss;
pub mod smooth_l1_loss_backward;
pub mod soft_margin_loss;
pub mod soft_margin_loss_backward;
