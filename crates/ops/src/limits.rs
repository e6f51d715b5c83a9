//! Limits on numbers: tables of loops by computation type, and the limits that a missing one stands for.

#![forbid(unsafe_code)]

use super::tables::tables;
use hostnpu_tensor::{Dtype, Value};

tables! { ternary, Ternary;
    /// `min(max(x, low), high)`; a NaN among the three gives NaN.
    CLAMP = arith::clamp: f32 f64 i8 u8 i16 i32 i64;
}

tables! { unary_with, Unary;
    /// The same with the limits `[low, high]` for all elements.
    CLAMP_SCALARS = arith::clamp_scalars: f32 f64 i8 u8 i16 i32 i64;
}

/// Returns the limits that no number of a type is outside of, the lower one first.
pub fn no_limits(dtype: Dtype) -> [Value; 2] {
    macro_rules! ends {
        ($($dtype:ident: $t:ty;)*) => {
            match dtype {
                $(Dtype::$dtype => [Value::new(<$t>::MIN), Value::new(<$t>::MAX)],)*
                _ => [Value::new(f64::NEG_INFINITY), Value::new(f64::INFINITY)],
            }
        };
    }
    ends! { I8: i8; U8: u8; I16: i16; U16: u16; I32: i32; U32: u32; I64: i64; U64: u64; }
}
