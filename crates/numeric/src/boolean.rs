//! Booleans as tensors hold them: a byte, true unless it is 0.

/// A boolean in memory. Every byte is valid; Rust's own `bool` has two valid bytes only, and programs store others.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub struct Bool(u8);

impl Bool {
    /// False, stored as 0.
    pub const FALSE: Self = Self(0);
    /// True, stored as 1.
    pub const TRUE: Self = Self(1);

    /// Returns whether the byte is not 0.
    #[inline(always)]
    pub const fn get(self) -> bool {
        self.0 != 0
    }

    /// Returns 0 or 1.
    #[inline(always)]
    pub const fn as_u8(self) -> u8 {
        (self.0 != 0) as u8
    }
}

// SAFETY: a byte; all its values are valid, and 0 is one of them.
unsafe impl bytemuck::Zeroable for Bool {}
// SAFETY: a byte without padding, of which all values are valid.
unsafe impl bytemuck::Pod for Bool {}

impl From<bool> for Bool {
    #[inline(always)]
    fn from(value: bool) -> Self {
        Self(value as u8)
    }
}

impl PartialEq for Bool {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Bool {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_but_0_is_true_and_results_are_0_or_1() {
        for byte in 0..=u8::MAX {
            assert_eq!(Bool(byte).get(), byte != 0);
            assert_eq!(Bool(byte).as_u8(), u8::from(byte != 0));
            assert_eq!(Bool(byte), Bool::from(byte != 0));
        }
        assert_eq!((Bool::FALSE.0, Bool::from(true).0), (0, 1));
    }
}
