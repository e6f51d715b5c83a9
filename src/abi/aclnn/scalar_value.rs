//! The value of an `aclScalar`.

use crate::tensor::{Dtype, Value};

/// A host value with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar(Value);

impl Scalar {
    /// The value of this type in the first of these bytes.
    pub fn new(dtype: Dtype, bytes: [u8; 16]) -> Self {
        Self(Value::from_bytes(dtype, &bytes))
    }

    /// Its type.
    pub fn dtype(&self) -> Dtype {
        self.0.dtype()
    }

    /// Itself, as engines take it.
    pub fn value(&self) -> Value {
        self.0
    }

    fn first<const N: usize>(&self) -> [u8; N] {
        // All types are of at most 16 bytes.
        *self.0.bytes().first_chunk().unwrap_or(&[0; N])
    }

    /// Its value as a real number: integers of more than 53 bits are rounded, complex values read as 0. `None` for the
    /// 4- to 8-bit floating-point formats, which no operator here takes as a scalar.
    pub fn to_f64(self) -> Option<f64> {
        Some(match self.dtype() {
            Dtype::F64 => f64::from_ne_bytes(self.first()),
            Dtype::F32 => f64::from(f32::from_ne_bytes(self.first())),
            Dtype::F16 => f64::from(half::f16::from_ne_bytes(self.first())),
            Dtype::Bf16 => f64::from(half::bf16::from_ne_bytes(self.first())),
            Dtype::Complex32 | Dtype::Complex64 | Dtype::Complex128 => 0.0,
            _ => self.to_i128()? as f64,
        })
    }

    /// Its value if its type is an integer or boolean one.
    pub fn to_i128(self) -> Option<i128> {
        Some(match self.dtype() {
            Dtype::Bool => i128::from(self.0.bytes()[0] != 0),
            Dtype::U8 => self.0.bytes()[0].into(),
            Dtype::I8 => self.0.bytes()[0].cast_signed().into(),
            Dtype::U16 => u16::from_ne_bytes(self.first()).into(),
            Dtype::I16 => i16::from_ne_bytes(self.first()).into(),
            Dtype::U32 => u32::from_ne_bytes(self.first()).into(),
            Dtype::I32 => i32::from_ne_bytes(self.first()).into(),
            Dtype::U64 => u64::from_ne_bytes(self.first()).into(),
            Dtype::I64 => i64::from_ne_bytes(self.first()).into(),
            _ => return None,
        })
    }
}
