//! Optimisers.

pub mod advance_step;
pub mod advance_step_v2;
pub mod apply_adam;
pub mod apply_adam_w;
pub mod apply_adam_w_quant;
pub mod apply_adam_w_v2;
pub mod apply_fused_ema_adam;
pub mod apply_keras_momentum;
pub mod fused_adam;
pub mod fused_adamw;
pub mod fused_sgd;
