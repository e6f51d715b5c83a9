//! Numbers as unsigned integers of the same order.

use half::{bf16, f16};
use hostnpu_numeric::Bool;

use crate::simd;

/// A number with a key: keys have the order of the numbers. Both zeros have one key, every NaN the largest of its type.
pub trait Key: Copy + Send + Sync + 'static {
    /// The key of NaN, where the type has one.
    const NAN: Option<u64>;

    /// Returns the key.
    fn key(self) -> u64;
}

macro_rules! integers {
    ($($t:ty)+; $($signed:ty)+) => {
        $(impl Key for $t {
            const NAN: Option<u64> = None;

            #[inline(always)]
            fn key(self) -> u64 {
                self.into()
            }
        })+
        $(impl Key for $signed {
            const NAN: Option<u64> = None;

            #[inline(always)]
            fn key(self) -> u64 {
                i64::from(self).cast_unsigned() ^ 1 << 63
            }
        })+
    };
}
integers!(u8 u16 u32 u64; i8 i16 i32 i64);

impl Key for Bool {
    const NAN: Option<u64> = None;

    #[inline(always)]
    fn key(self) -> u64 {
        self.get().into()
    }
}

macro_rules! floats {
    ($($t:ty, $bits:ty, $infinity:expr;)+) => {$(
        impl Key for $t {
            const NAN: Option<u64> = Some(<$bits>::MAX as u64);

            #[inline(always)]
            fn key(self) -> u64 {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = self.to_bits();
                let magnitude = bits & !SIGN;
                let above = bits | SIGN;
                let below = !bits;
                let ordered = if bits == magnitude || magnitude == 0 { above } else { below };
                let ordered = if magnitude > $infinity { <$bits>::MAX } else { ordered };
                ordered.into()
            }
        }
    )+};
}
floats! {
    f16, u16, 0x7c00;
    bf16, u16, 0x7f80;
    f32, u32, 0x7f80_0000;
    f64, u64, 0x7ff0_0000_0000_0000;
}

/// Returns the smallest and the largest key; of nothing, the largest number and 0.
pub fn range<T: Key>(x: &[T]) -> (u64, u64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let both = |(least, most): (u64, u64), x: &T| {
                loops.step();
                let key = x.key();
                (least.min(key), most.max(key))
            };
            x.iter().fold((u64::MAX, 0), both)
        },
    )
}

/// Writes for each number its key less `base`, or with `reversed` `base` less its key, to the left by `shift` bits; with a shift its position,
/// counted from `first`, in the lower bits.
pub fn pack<T: Key>(
    x: &[T],
    (base, reversed): (u64, bool),
    shift: u32,
    first: u64,
    out: &mut [u64],
) {
    let positions = if shift == 0 { 0 } else { u64::MAX };
    let flip = if reversed { u64::MAX } else { 0 };
    let base = base ^ flip;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (i, (x, out)) in x.iter().zip(out).enumerate() {
                loops.step();
                let key = (x.key() ^ flip).wrapping_sub(base);
                *out = key << shift | (first + i as u64) & positions;
            }
        },
    );
}

/// Returns whether the key of some number, combined with `flip` by exclusive or, is below `limit`.
pub fn any_below<T: Key>(x: &[T], flip: u64, limit: u64) -> bool {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let below = |x: &T| (x.key() ^ flip) < limit;
            x.iter().fold(false, |any, x| {
                loops.step();
                any | below(x)
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_numbers() {
        let floats = [
            f64::NEG_INFINITY,
            -2.5,
            -1e-310,
            0.0,
            1e-310,
            1.0,
            7.0,
            f64::INFINITY,
            f64::NAN,
        ];
        assert!(floats.map(Key::key).is_sorted_by(|a, b| a < b));
        let narrow = floats.map(|x| f16::from_f64(x).key());
        assert!(narrow.is_sorted());
        assert_eq!(narrow[8], 0xffff);
        assert_eq!((-0.0_f32).key(), 0.0_f32.key());
        assert_eq!((-f32::NAN).key(), u32::MAX.into());
        assert!(
            [-128_i8, -1, 0, 1, 127]
                .map(Key::key)
                .is_sorted_by(|a, b| a < b)
        );
        assert_eq!(range(&[3_i32, -7, 5]), ((-7_i32).key(), 5_i32.key()));
    }

    #[test]
    fn keys_are_packed_with_positions() {
        let (x, mut out) = ([5_u8, 3, 9], [0; 3]);
        pack(&x, (3, false), 4, 2, &mut out);
        assert_eq!(out, [0x22, 0x03, 0x64]);
        pack(&x, (9, true), 0, 2, &mut out);
        assert_eq!(out, [4, 6, 0]);
    }
}
