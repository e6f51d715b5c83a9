//! Functions of one tensor that are computed in floating point: tables of loops by computation type.

#![forbid(unsafe_code)]

use hostnpu_engine::{Unary, unary, unary_with};
use hostnpu_kernels::{complex, math, single};
use hostnpu_tensor::Dtype;

macro_rules! functions {
    ($($(#[$doc:meta])* $table:ident = $function:ident: $($t:ident)+ $(, complex $($c:ident)+)? $(+ fast $fast:ident)?;)*) => {$(
        $(#[$doc])*
        pub static $table: Unary = Unary::new(
            stringify!($function),
            &[
                $(unary(math::$function::$t).costly(),)+
                $($(unary(complex::$function::$c).costly()),+)?
            ],
        )$(.with_fast(&[unary(single::$fast::f32).costly()]))?;
    )*};
}

functions! {
    /// Inverse cosines.
    ACOS = acos: f32 f64 f16 bf16;
    /// Inverse hyperbolic cosines.
    ACOSH = acosh: f32 f64 f16 bf16, complex c64 c128;
    /// Inverse sines.
    ASIN = asin: f32 f64 f16 bf16;
    /// Inverse hyperbolic sines.
    ASINH = asinh: f32 f64 f16 bf16, complex c64 c128;
    /// Inverse tangents.
    ATAN = atan: f32 f64 f16 bf16 + fast atan;
    /// Inverse hyperbolic tangents.
    ATANH = atanh: f32 f64 f16 bf16, complex c64 c128;
    /// Cosines.
    COS = cos: f32 f64 f16 bf16, complex c64 c128 + fast cos;
    /// Hyperbolic cosines.
    COSH = cosh: f32 f64 f16 bf16, complex c64 c128 + fast cosh;
    /// Derivatives of ln|Γ|.
    DIGAMMA = digamma: f32 f64 f16 bf16;
    /// The error function.
    ERF = erf: f32 f64 f16 bf16 + fast erf;
    /// The complementary error function.
    ERFC = erfc: f32 f64 f16 bf16 + fast erfc;
    /// The inverse of the error function.
    ERFINV = erfinv: f32 f16 bf16;
    /// Exponentials.
    EXP = exp: f32 f64 f16 bf16, complex c64 c128 + fast exp;
    /// Powers of 2.
    EXP2 = exp2: f32 f64 f16 bf16 + fast exp2;
    /// Exponentials less 1.
    EXPM1 = expm1: f32 f16 bf16 + fast expm1;
    /// Natural logarithms.
    LOG = log: f32 f64 f16 bf16, complex c64 c128 + fast log;
    /// Logarithms to base 10.
    LOG10 = log10: f32 f64 f16 bf16, complex c64 c128 + fast log10;
    /// Logarithms of 1 plus a number.
    LOG1P = log1p: f32 f64 f16 bf16 + fast log1p;
    /// Logarithms to base 2.
    LOG2 = log2: f32 f64 f16 bf16, complex c64 c128 + fast log2;
    /// Logarithms of the logistic function.
    LOGSIGMOID = logsigmoid: f32 f16 bf16 + fast logsigmoid;
    /// Reciprocals of square roots.
    RSQRT = rsqrt: f32 f64 f16 bf16, complex c64 c128 + fast rsqrt;
    /// The logistic function.
    SIGMOID = sigmoid: f32 f64 f16 bf16, complex c64 c128 + fast sigmoid;
    /// The sine cardinal.
    SINC = sinc: f32 f64 f16 bf16;
    /// Hyperbolic sines.
    SINH = sinh: f32 f64 f16 bf16, complex c64 c128 + fast sinh;
    /// Tangents.
    TAN = tan: f32 f64 f16 bf16, complex c64 c128 + fast tan;
    /// Hyperbolic tangents.
    TANH = tanh: f32 f16 bf16 + fast tanh;
}

/// Reciprocals. A quotient of FLOAT has the bits that a second rounding to 16 bits needs.
pub static RECIPROCAL: Unary = Unary::new(
    "reciprocal",
    &[
        unary(math::reciprocal::f32),
        unary(math::reciprocal::f64),
        unary(complex::reciprocal::c64),
        unary(complex::reciprocal::c128),
    ],
);

/// Square roots. A root of FLOAT has the bits that a second rounding to 16 bits needs.
pub static SQRT: Unary = Unary::new(
    "sqrt",
    &[
        unary(math::sqrt::f32),
        unary(math::sqrt::f64),
        unary(complex::sqrt::c64),
        unary(complex::sqrt::c128),
    ],
);

/// Inverses of the logistic function. The parameter is `eps`: numbers are brought into `[eps, 1 - eps]` unless it is negative. In 16 bits a
/// result that is rounded to odd in FLOAT is rounded once.
pub static LOGIT: Unary = Unary::new(
    "logit",
    &[
        unary_with(logit).costly(),
        unary_with(logit_to_odd).chosen_by(Dtype::F16).costly(),
        unary_with(logit_to_odd).chosen_by(Dtype::Bf16).costly(),
    ],
);

fn logit(x: &[f32], y: &mut [f32], &[eps]: &[f32; 1]) {
    math::logit::f32(x, eps, y);
}

fn logit_to_odd(x: &[f32], y: &mut [f32], &[eps]: &[f32; 1]) {
    math::logit::f32_odd(x, eps, y);
}
