//! The numbers that a kernel takes beside its slices.

use smallvec::SmallVec;

use super::convert::value_as;
use super::loops::Loop;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::Value;

/// The parameter block of a kernel: numbers of one type, side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters(Vec<Unit>);

/// Alignment of every element type.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Unit([u8; 16]);

impl Parameters {
    /// Converts `values` to what `kernel` takes.
    pub fn new(kernel: &Loop, values: &[Value]) -> Result<Self> {
        let (dtype, count) = kernel.parameters();
        if count == 0 && values.is_empty() {
            return Ok(Self::default());
        }
        let size = dtype.bits() / 8;
        if values.len() != count {
            let given = values.len();
            let text = format!("a kernel of {count} parameters was given {given}");
            return Err(Reason::Internal(text).into());
        }
        let mut bytes = SmallVec::<[u8; 64]>::new();
        for value in values {
            let value = value_as(value, dtype).ok_or_else(|| {
                let text = format!("a parameter of type {} is no {dtype}", value.dtype());
                Error::from(Reason::Internal(text))
            })?;
            bytes.extend_from_slice(&value.bytes()[..size]);
        }
        let mut units = vec![Unit([0; 16]); bytes.len().div_ceil(16)];
        for (unit, bytes) in units.iter_mut().zip(bytes.chunks(16)) {
            unit.0[..bytes.len()].copy_from_slice(bytes);
        }
        Ok(Self(units))
    }

    /// Bytes of the block.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The address of the parameters.
    pub fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr().cast()
    }
}
