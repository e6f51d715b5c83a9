//! Numbers that follow from their place alone.

/// `start + i * step` for the places from `first` on, rounded once up to place 2^29; integers wrap.
pub mod arange {
    use half::{bf16, f16};
    use hostnpu_numeric::narrow::{f32_to_bf16, f32_to_f16};

    use super::super::sums::odd_sum;
    use crate::convert::odd;
    use crate::dense::indexed;

    /// The place of an element as a number.
    #[inline(always)]
    fn place(first: u64, i: usize) -> f64 {
        first as f64 + f64::from(i as i32)
    }

    /// A place of 29 bits times a float is exact in double.
    #[inline(always)]
    fn odd_element(first: u64, i: usize, start: f32, step: f32) -> f64 {
        odd_sum(place(first, i) * f64::from(step), start.into())
    }

    /// Writes the sequence.
    pub fn f32(first: u64, y: &mut [f32], start: f32, step: f32) {
        indexed(
            y,
            #[inline(always)]
            move |i| odd_element(first, i, start, step) as f32,
        );
    }

    /// Writes the sequence.
    pub fn f16(first: u64, y: &mut [f16], start: f32, step: f32) {
        indexed(
            y,
            #[inline(always)]
            move |i| f32_to_f16(odd(odd_element(first, i, start, step))),
        );
    }

    /// Writes the sequence.
    pub fn bf16(first: u64, y: &mut [bf16], start: f32, step: f32) {
        indexed(
            y,
            #[inline(always)]
            move |i| f32_to_bf16(odd(odd_element(first, i, start, step))),
        );
    }

    /// Writes the sequence.
    pub fn f64(first: u64, y: &mut [f64], start: f64, step: f64) {
        indexed(
            y,
            #[inline(always)]
            move |i| place(first, i).mul_add(step, start),
        );
    }

    /// Writes the sequence.
    pub fn i32(first: u64, y: &mut [i32], start: i64, step: i64) {
        let (start, step) = (start as i32, step as i32);
        let first = start.wrapping_add(step.wrapping_mul(first as i32));
        indexed(
            y,
            #[inline(always)]
            move |i| first.wrapping_add(step.wrapping_mul(i as i32)),
        );
    }

    /// Writes the sequence.
    pub fn i64(first: u64, y: &mut [i64], start: i64, step: i64) {
        let first = start.wrapping_add(step.wrapping_mul(first.cast_signed()));
        indexed(
            y,
            #[inline(always)]
            move |i| first.wrapping_add(step.wrapping_mul(i as i64)),
        );
    }
}
