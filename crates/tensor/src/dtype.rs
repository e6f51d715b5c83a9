//! Element types.

use std::fmt;

/// Type of one element of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "each variant is named by the format's own name"
)]
pub enum Dtype {
    Bool,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F16,
    Bf16,
    F32,
    F64,
    Complex32,
    Complex64,
    Complex128,
    Hifloat8,
    F8E5m2,
    F8E4m3fn,
    F8E8m0,
    F6E3m2,
    F6E2m3,
    F4E2m1,
    F4E1m2,
    I4,
    U1,
}

const _: () = {
    let mut number = 0;
    while number < Dtype::ALL.len() {
        assert!(
            Dtype::ALL[number] as usize == number,
            "all types are in order"
        );
        number += 1;
    }
};

impl Dtype {
    /// All types, in order.
    pub const ALL: [Self; 26] = [
        Self::Bool,
        Self::U8,
        Self::I8,
        Self::U16,
        Self::I16,
        Self::U32,
        Self::I32,
        Self::U64,
        Self::I64,
        Self::F16,
        Self::Bf16,
        Self::F32,
        Self::F64,
        Self::Complex32,
        Self::Complex64,
        Self::Complex128,
        Self::Hifloat8,
        Self::F8E5m2,
        Self::F8E4m3fn,
        Self::F8E8m0,
        Self::F6E3m2,
        Self::F6E2m3,
        Self::F4E2m1,
        Self::F4E1m2,
        Self::I4,
        Self::U1,
    ];

    /// Bits of one element. Elements of less than a byte are packed, the first one in the lowest bits.
    pub const fn bits(self) -> usize {
        match self {
            Dtype::U1 => 1,
            Dtype::F4E2m1 | Dtype::F4E1m2 | Dtype::I4 => 4,
            Dtype::F6E3m2 | Dtype::F6E2m3 => 6,
            Dtype::Bool
            | Dtype::U8
            | Dtype::I8
            | Dtype::Hifloat8
            | Dtype::F8E5m2
            | Dtype::F8E4m3fn
            | Dtype::F8E8m0 => 8,
            Dtype::U16 | Dtype::I16 | Dtype::F16 | Dtype::Bf16 => 16,
            Dtype::U32 | Dtype::I32 | Dtype::F32 | Dtype::Complex32 => 32,
            Dtype::U64 | Dtype::I64 | Dtype::F64 | Dtype::Complex64 => 64,
            Dtype::Complex128 => 128,
        }
    }

    /// Bytes that `elements` consecutive elements occupy.
    pub const fn bytes(self, elements: usize) -> Option<usize> {
        match elements.checked_mul(self.bits()) {
            Some(bits) => Some(bits.div_ceil(8)),
            None => None,
        }
    }

    /// The name that error texts use.
    pub const fn name(self) -> &'static str {
        match self {
            Dtype::Bool => "BOOL",
            Dtype::U8 => "UINT8",
            Dtype::I8 => "INT8",
            Dtype::U16 => "UINT16",
            Dtype::I16 => "INT16",
            Dtype::U32 => "UINT32",
            Dtype::I32 => "INT32",
            Dtype::U64 => "UINT64",
            Dtype::I64 => "INT64",
            Dtype::F16 => "FLOAT16",
            Dtype::Bf16 => "BFLOAT16",
            Dtype::F32 => "FLOAT",
            Dtype::F64 => "DOUBLE",
            Dtype::Complex32 => "COMPLEX32",
            Dtype::Complex64 => "COMPLEX64",
            Dtype::Complex128 => "COMPLEX128",
            Dtype::Hifloat8 => "HIFLOAT8",
            Dtype::F8E5m2 => "FLOAT8_E5M2",
            Dtype::F8E4m3fn => "FLOAT8_E4M3FN",
            Dtype::F8E8m0 => "FLOAT8_E8M0",
            Dtype::F6E3m2 => "FLOAT6_E3M2",
            Dtype::F6E2m3 => "FLOAT6_E2M3",
            Dtype::F4E2m1 => "FLOAT4_E2M1",
            Dtype::F4E1m2 => "FLOAT4_E1M2",
            Dtype::I4 => "INT4",
            Dtype::U1 => "UINT1",
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A Rust type that is the memory form of a [`Dtype`].
///
/// # Safety
/// Every bit pattern of the size of `DTYPE` must be a valid value of the type.
pub unsafe trait Element: Copy + Default + Send + Sync + 'static {
    /// The element type that `Self` holds.
    const DTYPE: Dtype;
}

macro_rules! elements {
    ($($rust:ty => $dtype:ident),+ $(,)?) => {$(
        // SAFETY: a plain number of that width; all bit patterns are valid.
        unsafe impl Element for $rust {
            const DTYPE: Dtype = Dtype::$dtype;
        }
    )+};
}

elements! {
    u8 => U8, i8 => I8, u16 => U16, i16 => I16, u32 => U32, i32 => I32, u64 => U64, i64 => I64,
    f32 => F32, f64 => F64, half::f16 => F16, half::bf16 => Bf16,
    hostnpu_numeric::Bool => Bool, hostnpu_numeric::Complex<half::f16> => Complex32,
    hostnpu_numeric::Complex<f32> => Complex64, hostnpu_numeric::Complex<f64> => Complex128,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_elements_fill_bytes() {
        assert_eq!(Dtype::F4E2m1.bytes(5), Some(3));
        assert_eq!(Dtype::F6E3m2.bytes(4), Some(3));
        assert_eq!(Dtype::U1.bytes(9), Some(2));
        assert_eq!(Dtype::F64.bytes(usize::MAX), None);
    }
}
