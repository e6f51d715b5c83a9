//! Arguments whose results are so near to the middle between two floats that the kernels for doubles do not decide: their bits, in ascending
//! order, and those of the nearest float. `hard_arguments` in `tests/math_every_float.rs` prints them; MPFR has decided.

/// Arguments and results.
type Hard = &'static [[u32; 2]];

pub(super) const ACOS: Hard = &[];
pub(super) const ACOSH: Hard = &[];
pub(super) const ASIN: Hard = &[];
pub(super) const ASINH: Hard = &[];
pub(super) const ATAN: Hard = &[];
pub(super) const ATANH: Hard = &[];
pub(super) const CELU: Hard = &[];
pub(super) const COS: Hard = &[];
pub(super) const COSH: Hard = &[];
pub(super) const DIGAMMA: Hard = &[];
pub(super) const ELU: Hard = &[];
pub(super) const ERF: Hard = &[];
pub(super) const ERFC: Hard = &[];
pub(super) const ERFINV: Hard = &[];
pub(super) const EXP: Hard = &[];
pub(super) const EXP2: Hard = &[];
pub(super) const EXPM1: Hard = &[];
pub(super) const GELU: Hard = &[];
pub(super) const GELU_BY_TANH: Hard = &[];
pub(super) const LOG: Hard = &[];
pub(super) const LOG10: Hard = &[];
pub(super) const LOG1P: Hard = &[];
pub(super) const LOG2: Hard = &[];
pub(super) const LOGIT: Hard = &[];
pub(super) const LOGSIGMOID: Hard = &[];
pub(super) const MISH: Hard = &[];
pub(super) const RSQRT: Hard = &[];
pub(super) const SELU: Hard = &[];
pub(super) const SIGMOID: Hard = &[];
pub(super) const SILU: Hard = &[];
pub(super) const SINC: Hard = &[];
pub(super) const SINH: Hard = &[];
pub(super) const SOFTPLUS: Hard = &[];
pub(super) const TAN: Hard = &[];
pub(super) const TANH: Hard = &[];
