//! NaN that is made of numbers, such as the difference of two infinities: x86-64 sets its sign, AArch64 does not. Results are those of x86-64.

/// A number that an operation returns, whose NaN gets the sign of x86-64.
pub(crate) trait WithNanSign: Sized {
    /// The result of an operation on `operands`, with the sign that x86-64 gives a NaN where none of them is one.
    fn made_of<const N: usize>(self, operands: [Self; N]) -> Self;
}

macro_rules! made {
    ($($t:ident),+) => {$(
        impl WithNanSign for $t {
            #[inline(always)]
            fn made_of<const N: usize>(self, operands: [Self; N]) -> Self {
                #[cfg(target_arch = "aarch64")]
                {
                    let has_nan = operands.iter().fold(false, |any, x| any | x.is_nan());
                    if self.is_nan() & !has_nan { -Self::NAN } else { self }
                }
                #[cfg(not(target_arch = "aarch64"))]
                {
                    let _ = operands;
                    self
                }
            }
        }
    )+};
}

made!(f32, f64);
