//! Gradients of a scaled loss: multiplied in place by the reciprocal of the scale, and looked at for infinities and NaN.

use crate::simd;

macro_rules! unscale {
    ($($t:ident),+) => {$(
        /// Multiplies each element by `factor`, and returns whether all were finite before.
        pub fn $t(x: &mut [$t], factor: $t) -> bool {
            simd::widest(
                #[inline(always)]
                || {
                    let mut finite = true;
                    for x in x {
                        finite &= x.is_finite();
                        *x *= factor;
                    }
                    finite
                },
            )
        }
    )+};
}
unscale!(f32, f64);
