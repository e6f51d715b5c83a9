//! Elementary functions over dense slices, one module a function, one function a computation type.
//!
//! An f32 is computed in double, to a relative error below 2^-37, and rounded once: all but one of some thousand results are the nearest
//! float, and the others are found and computed again: `rounding_test` has how. `f32_odd` rounds to odd instead: a result in f16 or bf16 that is rounded from that is correctly
//! rounded. `f16` and `bf16` look results up in a table that `f32_odd` has filled on first use. An f64 is computed with its leading terms in
//! two doubles (`wide`): at most 0.51 ULP. What is asked for most is written over `Doubles`.
//! `crates/test-support/src/bounds.rs` has the bound of each function.
//!
//! Special values are those of C99 (annex F) and PyTorch. Functions have no branches, so loops are of vectors. They multiply and
//! add with one rounding, which is one instruction from AVX2 on and on AArch64; older machines call the C library's `fma`, which gives
//! the same bits slowly.

mod circle;
mod exponential;
mod gates;
mod groups;
pub(crate) mod halves;
mod hard;
mod logarithm;
mod losses;
mod normal;
mod pairs;
mod rare;
mod rounding_test;
mod slices;
mod steps;
pub(crate) mod two_doubles;
mod units;
mod wide;

pub(crate) use exponential::{exp_of_moderate, power};
pub use gates::{
    clipped_swiglu, clipped_swiglu_grad, clipped_swish, elu_backward, gate, geglu_erf,
    geglu_erf_grad, geglu_tanh, geglu_tanh_grad, gelu_erf, gelu_erf_backward, gelu_tanh,
    gelu_tanh_backward, glu_grad, mish_backward, sigmoid_backward, situ, situ_grad, softplus_above,
    swiglu_grad, swish, swish_backward, tanh_backward, target_backward,
};
pub(crate) use gates::{gelu_by_tanh_of, gelu_of, situ_of, swish_backward_of, swish_of};
pub(crate) use groups::to_odd;
pub use losses::{
    bce, bce_backward, bce_logits, bce_logits_backward, bce_logits_weighted_backward, exp_share,
    kl, kl_backward, kl_log, kl_log_backward, kl_log_target_backward, kl_target_backward, l1,
    l1_backward, l1_i64, log_of_sum, mse, mse_backward, smooth_l1, smooth_l1_backward, soft_margin,
    soft_margin_backward,
};

pub use units::{gelu, gelu_by_tanh, silu};

pub mod acos;
pub mod acosh;
pub mod asin;
pub mod asinh;
pub mod atan;
pub mod atan2;
pub mod atanh;
pub mod celu;
pub mod cos;
pub mod cosh;
pub mod digamma;
pub mod elu;
pub mod erf;
pub mod erfc;
pub mod erfinv;
pub mod exp;
pub mod exp2;
pub mod expm1;
pub mod log;
pub mod log10;
pub mod log1p;
pub mod log2;
pub mod logaddexp;
pub mod logaddexp2;
pub mod logit;
pub mod logsigmoid;
pub mod mish;
pub mod pow;
pub mod reciprocal;
pub mod rsqrt;
pub mod selu;
pub mod sigmoid;
pub mod sin;
pub mod sinc;
pub mod sinh;
pub mod softplus;
pub mod sqrt;
pub mod tan;
pub mod tanh;
pub mod xlog1py;
pub mod xlogy;
