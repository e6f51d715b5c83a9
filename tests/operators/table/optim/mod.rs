//! Operators of the category `optim`, a file for each with its versions.

mod advance_step;
mod apply_adam;
mod apply_adam_w;
mod apply_adam_w_quant;
mod apply_fused_ema_adam;
mod apply_keras_momentum;
mod fused_adam;
mod fused_adamw;
mod fused_sgd;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        advance_step::rows(),
        apply_adam::rows(),
        apply_adam_w::rows(),
        apply_adam_w_quant::rows(),
        apply_fused_ema_adam::rows(),
        apply_keras_momentum::rows(),
        fused_adam::rows(),
        fused_adamw::rows(),
        fused_sgd::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
