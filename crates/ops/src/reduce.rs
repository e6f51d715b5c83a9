//! Reductions of one piece of memory into another, element by element.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use hostnpu_engine::grain;
use hostnpu_tensor::cuts;

/// Reduction of two elements to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their sum: integers wrap, floating-point numbers are rounded once.
    Sum,
    /// The larger one; NaN if one is NaN.
    Max,
    /// The smaller one; NaN if one is NaN.
    Min,
}

/// The element types that can be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named by the formats' own names")]
pub enum Reduced {
    I8,
    I16,
    I32,
    U32,
    F16,
    Bf16,
    F32,
}

impl Reduced {
    /// Bytes of an element, and what its address must be a multiple of.
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 => 1,
            Self::I16 | Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
        }
    }
}

/// Reduces the elements of `source`, or those of `target` itself, into `target`. Both have as many bytes, a multiple of an element's.
pub fn reduce(kind: Reduction, of: Reduced, target: &mut [u8], source: Option<&[u8]>) {
    /// One loop for each type and each function.
    macro_rules! each {
        ($type:ty, $sum:expr, $max:expr, $min:expr) => {
            match kind {
                Reduction::Sum => each!($type, $sum),
                Reduction::Max => each!($type, $max),
                Reduction::Min => each!($type, $min),
            }
        };
        ($type:ty, $function:expr) => {
            each(target, source, |a, b| {
                let [a, b] = [a, b].map(<$type>::from_ne_bytes);
                <$type>::to_ne_bytes($function(a, b))
            })
        };
    }
    macro_rules! narrow {
        ($type:ty) => {
            each!(
                $type,
                |a: $type, b: $type| <$type>::from_f32(sum(a.to_f32(), b.to_f32())),
                |a: $type, b: $type| <$type>::from_f32(max(a.to_f32(), b.to_f32())),
                |a: $type, b: $type| <$type>::from_f32(min(a.to_f32(), b.to_f32()))
            )
        };
    }
    match of {
        Reduced::I8 => each!(i8, i8::wrapping_add, i8::max, i8::min),
        Reduced::I16 => each!(i16, i16::wrapping_add, i16::max, i16::min),
        Reduced::I32 => each!(i32, i32::wrapping_add, i32::max, i32::min),
        Reduced::U32 => each!(u32, u32::wrapping_add, u32::max, u32::min),
        Reduced::F32 => each!(f32, sum, max, min),
        // A sum in binary32 has enough digits for the second rounding to change nothing.
        Reduced::F16 => narrow!(f16),
        Reduced::Bf16 => narrow!(bf16),
    }
}

fn each<const SIZE: usize>(
    target: &mut [u8],
    source: Option<&[u8]>,
    function: impl Fn([u8; SIZE], [u8; SIZE]) -> [u8; SIZE] + Sync,
) {
    let size = grain::ELEMENTS * SIZE;
    cuts::for_each_part(cuts::chunks(target, size), |piece, part| {
        let first = piece * size;
        let source = source.map(|source| &source[first..first + part.len()]);
        let target = part.as_chunks_mut().0;
        match source {
            Some(source) => {
                for (to, &from) in target.iter_mut().zip(source.as_chunks().0) {
                    *to = function(*to, from);
                }
            }
            None => target.iter_mut().for_each(|to| *to = function(*to, *to)),
        }
    });
}

/// The sum, with one NaN for all.
fn sum(a: f32, b: f32) -> f32 {
    let sum = a + b;
    if sum.is_nan() { f32::NAN } else { sum }
}

/// The larger number; of two zeros the positive one.
fn max(a: f32, b: f32) -> f32 {
    if a.is_nan() || b.is_nan() {
        f32::NAN
    } else if a > b || (a == b && a.is_sign_positive()) {
        a
    } else {
        b
    }
}

/// The smaller number; of two zeros the negative one.
fn min(a: f32, b: f32) -> f32 {
    -max(-a, -b)
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Bytes: Copy {
        fn bytes(self) -> Vec<u8>;
        fn of(bytes: &[u8]) -> Self;
    }

    macro_rules! bytes {
        ($($type:ty),*) => {$(
            impl Bytes for $type {
                fn bytes(self) -> Vec<u8> {
                    self.to_ne_bytes().to_vec()
                }

                fn of(bytes: &[u8]) -> Self {
                    Self::from_ne_bytes(bytes.try_into().unwrap())
                }
            }
        )*};
    }

    bytes!(i8, u32, f32, f16, bf16);

    fn run<T: Bytes>(kind: Reduction, of: Reduced, target: &[T], source: &[T]) -> Vec<T> {
        let bytes = |of: &[T]| of.iter().copied().flat_map(T::bytes).collect::<Vec<u8>>();
        let mut target = bytes(target);
        reduce(kind, of, &mut target, Some(&bytes(source)));
        target.chunks_exact(of.bytes()).map(T::of).collect()
    }

    #[test]
    fn a_tensor_may_be_reduced_into_itself() {
        let mut target = 21_u32.to_ne_bytes();
        reduce(Reduction::Sum, Reduced::U32, &mut target, None);
        assert_eq!(u32::from_ne_bytes(target), 42);
    }

    #[test]
    fn integers_wrap_and_compare() {
        let (a, b) = ([100_i8, -128, 5], [100_i8, -1, -7]);
        assert_eq!(run(Reduction::Sum, Reduced::I8, &a, &b), [-56, 127, -2]);
        assert_eq!(run(Reduction::Max, Reduced::I8, &a, &b), [100, -1, 5]);
        assert_eq!(run(Reduction::Min, Reduced::I8, &a, &b), [100, -128, -7]);
        let (a, b) = ([u32::MAX, 1], [2, u32::MAX - 1]);
        assert_eq!(run(Reduction::Sum, Reduced::U32, &a, &b), [1, u32::MAX]);
    }

    #[test]
    fn floating_point_numbers_follow_ieee_754() {
        let (a, b) = (
            [1.0_f32, -0.0, f32::NAN, f32::INFINITY],
            [2.0_f32, 0.0, 1.0, -1.0],
        );
        let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        let expected = |values: [f32; 4]| values.map(f32::to_bits).to_vec();
        let of = Reduced::F32;
        let sums = [3.0, 0.0, f32::NAN, f32::INFINITY];
        assert_eq!(bits(run(Reduction::Sum, of, &a, &b)), expected(sums));
        let larger = [2.0, 0.0, f32::NAN, f32::INFINITY];
        assert_eq!(bits(run(Reduction::Max, of, &a, &b)), expected(larger));
        let smaller = run(Reduction::Min, of, &a, &b);
        assert!(smaller[2].is_nan());
        assert_eq!(smaller[1].to_bits(), (-0.0_f32).to_bits());
        assert_eq!((smaller[0], smaller[3]), (1.0, -1.0));
    }

    #[test]
    fn narrow_sums_are_rounded_once() {
        let half = |x: f32| f16::from_f32(x);
        let sum = run(Reduction::Sum, Reduced::F16, &[half(2048.0)], &[half(3.0)]);
        // 2051 lies between 2050 and 2052: to even.
        assert_eq!(sum[0].to_f32(), 2052.0);
        let large = run(
            Reduction::Sum,
            Reduced::F16,
            &[half(65504.0)],
            &[half(65504.0)],
        );
        assert_eq!(large[0].to_f32(), f32::INFINITY);
        let narrow = |x: f32| bf16::from_f32(x);
        let sum = run(
            Reduction::Sum,
            Reduced::Bf16,
            &[narrow(256.0)],
            &[narrow(1.0)],
        );
        assert_eq!(sum[0].to_f32(), 256.0);
    }
}
