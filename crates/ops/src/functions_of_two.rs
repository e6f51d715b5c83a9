//! Elementary functions of two numbers: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;
use hostnpu_tensor::Dtype;

tables! { binary, Binary;
    /// The first to the power of the second; integers wrap, and a negative exponent gives 0 for all but 1 and -1.
    POW = math::pow: f32 f64, arith::pow: i8 u8 i16 i32 i64, complex::pow: c64 c128 + odd math::pow;
    /// The angle of the point whose ordinate comes first.
    ATAN2 = math::atan2: f32 f64 + odd math::atan2;
    /// `x ln y`: 0 where `x` is 0, unless `y` is NaN.
    XLOGY = math::xlogy: f32 f64 + odd math::xlogy;
    /// `x ln(1 + y)`: 0 where `x` is 0, unless `y` is NaN.
    XLOG1PY = math::xlog1py: f32 f64 + odd math::xlog1py;
    /// `ln(e^x + e^y)`.
    LOGADDEXP = math::logaddexp: f32 f64 + odd math::logaddexp;
    /// `log2(2^x + 2^y)`.
    LOGADDEXP2 = math::logaddexp2: f32 f64 + odd math::logaddexp2;
}

/// Returns the type in which a floating-point function of operands that meet in `promoted` is computed: FLOAT for integers and BOOL.
pub fn floating(promoted: Dtype) -> Dtype {
    match promoted {
        Dtype::Bool => Dtype::F32,
        dtype if dtype.is_integer() => Dtype::F32,
        dtype => dtype,
    }
}
