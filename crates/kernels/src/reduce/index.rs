//! The largest and the smallest element with the number of the first one of that size. The first NaN is beyond all numbers.

use super::Fold;

macro_rules! indices {
    ($($(#[$doc:meta])* $name:ident: $t:ident, $start:expr, |$x:ident, $best:ident| $beats:expr;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl $name {
            #[inline(always)]
            fn beats($x: $t, $best: $t) -> bool {
                $beats
            }
        }

        impl Fold for $name {
            type Element = $t;
            type First = $t;
            /// Its number within the block.
            type Second = i32;
            type State = ($t, i64);
            const CALLS: &'static super::calls::Calls = super::compiled!($name);

            #[inline(always)]
            fn start(lane: i32) -> ($t, i32) {
                ($start, lane)
            }

            #[inline(always)]
            fn step((best, at): ($t, i32), x: $t, k: i32, _: f64, _: f64) -> ($t, i32) {
                let beats = Self::beats(x, best);
                (if beats { x } else { best }, if beats { k } else { at })
            }

            #[inline(always)]
            fn join(a: ($t, i32), b: ($t, i32)) -> ($t, i32) {
                let is_earlier = (b.1 < a.1) & !Self::beats(a.0, b.0);
                if Self::beats(b.0, a.0) | is_earlier { b } else { a }
            }

            #[inline(always)]
            fn close((best, at): ($t, i32), first: i64) -> ($t, i64) {
                (best, first + i64::from(at))
            }

            #[inline(always)]
            fn merge(a: ($t, i64), b: ($t, i64)) -> ($t, i64) {
                // Whatever equals is later.
                if Self::beats(b.0, a.0) { b } else { a }
            }
        }
    )+};
}

indices! {
    /// The largest float.
    LargestF32: f32, f32::NEG_INFINITY, |x, best| (x > best) | (x.is_nan() & !best.is_nan());
    /// The smallest float.
    SmallestF32: f32, f32::INFINITY, |x, best| (x < best) | (x.is_nan() & !best.is_nan());
    /// The largest double.
    LargestF64: f64, f64::NEG_INFINITY, |x, best| (x > best) | (x.is_nan() & !best.is_nan());
    /// The smallest double.
    SmallestF64: f64, f64::INFINITY, |x, best| (x < best) | (x.is_nan() & !best.is_nan());
    /// The largest integer.
    LargestI32: i32, i32::MIN, |x, best| x > best;
    /// The smallest integer.
    SmallestI32: i32, i32::MAX, |x, best| x < best;
    /// The largest integer.
    LargestI64: i64, i64::MIN, |x, best| x > best;
    /// The smallest integer.
    SmallestI64: i64, i64::MAX, |x, best| x < best;
}
