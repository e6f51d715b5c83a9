//! Numbers stored as the bytes of elements, each rounded once; of all NaN one.

use hostnpu_numeric::narrow::{f32_to_bf16, f32_to_f16};

use super::bfloat16::round;
use super::odd;
use crate::reduce::results::OneNan;
use crate::simd;

/// Declares a store: `name: number of bytes = |x| word`.
macro_rules! stores {
    ($($(#[$doc:meta])* $name:ident: $bytes:literal = |$x:ident| $word:expr;)+) => {$(
        $(#[$doc])*
        pub fn $name(values: &[f64], words: &mut [[u8; $bytes]]) {
            simd::widest_loops(
                #[inline(always)]
                |loops| {
                    for (word, &$x) in words.iter_mut().zip(values) {
                        loops.step();
                        *word = $word.to_le_bytes();
                    }
                },
            );
        }
    )+};
}

stores! {
    /// Stores numbers as FLOAT16.
    store_f16: 2 = |x| f32_to_f16(odd(x).with_one_nan());
    /// Stores numbers as FLOAT.
    store_f32: 4 = |x| (x as f32).with_one_nan();
    /// Stores numbers as DOUBLE.
    store_f64: 8 = |x| x.with_one_nan();
}

/// Stores numbers as BFLOAT16.
pub fn store_bf16(values: &[f64], words: &mut [[u8; 2]]) {
    let count = values.len().min(words.len());
    round(&values[..count], &mut words[..count], |x| {
        f32_to_bf16(x.with_one_nan()).to_le_bytes()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::{bf16, f16};

    #[test]
    fn numbers_are_rounded_once() {
        // Just above the middle of two neighbours by a bit that FLOAT has not, ends of the ranges, subnormals, NaN.
        let above = |digits: i32| 1.0 + 2_f64.powi(-digits - 1) + 2_f64.powi(-45);
        let of = |x: f64, f16: f64, bf16: f64| (x, f16, bf16);
        let (tiny, largest) = (2_f64.powi(-24), 65504.0);
        let cases = [
            of(above(10), 1.0 + 2_f64.powi(-10), 1.0),
            of(above(7), 1.0 + 2_f64.powi(-8), 1.0 + 2_f64.powi(-7)),
            of(-0.0, -0.0, -0.0),
            of(tiny, tiny, tiny),
            of(largest, largest, 65536.0),
            of(1e300, f64::INFINITY, f64::INFINITY),
            of(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
        ];
        for (x, half, brain) in cases {
            let values = [x; 37];
            let (mut two, mut four) = ([[0; 2]; 37], [[0; 4]; 37]);
            store_f16(&values, &mut two);
            assert!(
                two.iter()
                    .all(|&word| f16::from_le_bytes(word).to_f64().to_bits() == half.to_bits()),
                "{x}"
            );
            store_bf16(&values, &mut two);
            assert!(
                two.iter()
                    .all(|&word| bf16::from_le_bytes(word).to_f64().to_bits() == brain.to_bits()),
                "{x}"
            );
            store_f32(&values, &mut four);
            assert!(
                four.iter().all(|&word| word == (x as f32).to_le_bytes()),
                "{x}"
            );
        }
        let nan = f64::from_bits(0xfff8_0000_0000_1234);
        let (mut two, mut four, mut eight) = ([[0; 2]], [[0; 4]], [[0; 8]]);
        store_f16(&[nan], &mut two);
        assert_eq!(two[0], f16::NAN.to_le_bytes());
        store_bf16(&[nan], &mut two);
        assert_eq!(two[0], bf16::NAN.to_le_bytes());
        store_f32(&[nan], &mut four);
        assert_eq!(four[0], f32::NAN.to_le_bytes());
        store_f64(&[nan], &mut eight);
        assert_eq!(eight[0], f64::NAN.to_le_bytes());
    }
}
