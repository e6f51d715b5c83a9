//! Functions of f16 and bf16 by tables: there are so few of them that every result is computed once, on first use. A lookup is several times
//! faster than the function in double that a correct rounding needs.

use std::sync::OnceLock;

use half::{bf16, f16};
use hostnpu_numeric::environment;

use crate::dense::same_length;

/// Numbers of a 16-bit type.
const COUNT: usize = 1 << 16;

/// Elements that are computed at once while a table is built.
const BLOCK: usize = 1024;

/// A 16-bit floating-point type.
pub(crate) trait Half: Copy {
    fn of(bits: u16) -> Self;
    fn bits(self) -> u16;
    fn widened(self) -> f32;
    fn rounded(value: f32) -> Self;
}

macro_rules! half {
    ($($t:ident),+) => {$(
        impl Half for $t {
            fn of(bits: u16) -> Self {
                $t::from_bits(bits)
            }

            #[inline(always)]
            fn bits(self) -> u16 {
                self.to_bits()
            }

            fn widened(self) -> f32 {
                self.to_f32()
            }

            fn rounded(value: f32) -> Self {
                $t::from_f32(value)
            }
        }
    )+};
}
half!(f16, bf16);

/// The results of a function for all numbers of a 16-bit type, by the bits of the argument: 128 KiB from the first use on.
pub(crate) struct Table<T: 'static>(OnceLock<Box<[T; COUNT]>>);

impl<T: Half> Table<T> {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Writes the result for each element. `build` computes the results on first use; whichever thread asks first, they are the same.
    /// Panics if the lengths differ.
    #[inline]
    pub(crate) fn look_up(&self, x: &[T], y: &mut [T], build: impl FnOnce(&mut [T; COUNT])) {
        same_length(x.len(), y.len());
        let table = self.0.get_or_init(|| {
            environment::known(|| {
                let mut table = Box::new([T::of(0); COUNT]);
                build(&mut table);
                table
            })
        });
        for (y, x) in y.iter_mut().zip(x) {
            *y = table[usize::from(x.bits())];
        }
    }

    /// [`Table::look_up`] of a function whose results in f32 are rounded to odd, so that they may be rounded again.
    pub(crate) fn look_up_odd(&self, x: &[T], y: &mut [T], odd: fn(&[f32], &mut [f32])) {
        self.look_up(x, y, |table| {
            let (mut arguments, mut results) = ([0.0; BLOCK], [0.0; BLOCK]);
            let mut bits = 0..=u16::MAX;
            for entries in table.chunks_mut(BLOCK) {
                for (argument, bits) in arguments.iter_mut().zip(&mut bits) {
                    *argument = T::of(bits).widened();
                }
                odd(&arguments, &mut results);
                for (entry, &result) in entries.iter_mut().zip(&results) {
                    *entry = T::rounded(result);
                }
            }
        });
    }
}

/// Exports a function of one argument, whose `f32_odd` stands beside it, for f16 and bf16.
macro_rules! unary_halves {
    ($what:literal) => {
        $crate::math::halves::unary_halves!($what, f16);
        $crate::math::halves::unary_halves!($what, bf16);
    };
    ($what:literal, $t:ident) => {
        #[doc = concat!("Writes ", $what, " of each element, correctly rounded, by a table that the first call builds. Panics if the lengths differ.")]
        pub fn $t(x: &[half::$t], y: &mut [half::$t]) {
            static TABLE: $crate::math::halves::Table<half::$t> = $crate::math::halves::Table::new();
            TABLE.look_up_odd(x, y, f32_odd);
        }
    };
}
pub(crate) use unary_halves;
