//! Single values with an element type: scalars and attributes of operators.

use std::fmt;

use super::{Dtype, Element};

/// One element outside any tensor, in the bytes of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct Value {
    bytes: [u8; 16],
    /// The number of the type in [`Dtype::ALL`]: three whole words are copied faster than two and a byte.
    dtype: u64,
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Value")
            .field("bytes", &self.bytes)
            .field("dtype", &self.dtype())
            .finish()
    }
}

impl Value {
    /// Returns `value` with the element type of its Rust type.
    pub fn new<T: Element>(value: T) -> Self {
        const { assert!(size_of::<T>() <= 16) };
        let mut bytes = [0; 16];
        // SAFETY: at most 16 bytes, by the assertion; an element has no bytes of unknown value.
        unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(value) };
        Self {
            bytes,
            dtype: T::DTYPE as u64,
        }
    }

    /// Returns a value of `dtype` from the bytes in which it lies in memory; missing bytes are 0, others than the first are ignored.
    pub fn from_bytes(dtype: Dtype, memory: &[u8]) -> Self {
        let size = dtype.bits().div_ceil(8).min(memory.len());
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&memory[..size]);
        let dtype = dtype as u64;
        Self { bytes, dtype }
    }

    /// Returns its type.
    pub fn dtype(&self) -> Dtype {
        Dtype::ALL[self.dtype as usize]
    }

    /// Returns its bytes: those of an element, then zeros.
    pub fn bytes(&self) -> &[u8; 16] {
        &self.bytes
    }

    /// Returns it as a `T`, or `None` if that is not its type.
    pub fn get<T: Element>(&self) -> Option<T> {
        // SAFETY: the type is the value's, so its first bytes are an element; all bit patterns are valid.
        (T::DTYPE as u64 == self.dtype)
            .then(|| unsafe { self.bytes.as_ptr().cast::<T>().read_unaligned() })
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::from_bytes(Dtype::Bool, &[value.into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_its_own_type_only() {
        let value = Value::new(2.5_f32);
        assert_eq!(value.get::<f32>(), Some(2.5));
        assert_eq!(value.get::<u32>(), None);
        assert_eq!(Value::from(true).bytes()[0], 1);
        assert_eq!(
            Value::from_bytes(Dtype::I32, &7_i32.to_ne_bytes()).get::<i32>(),
            Some(7)
        );
    }
}
