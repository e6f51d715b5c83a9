//! Modulus and angle.

use super::{C64, C128};
use crate::{dense, hypot};

/// The modulus: infinite if either part is, even beside NaN.
pub mod abs {
    use super::{C64, C128, dense, hypot};

    /// Computes the function of each element, correctly rounded.
    pub fn c64(x: &[C64], y: &mut [f32]) {
        dense::unary(
            x,
            y,
            #[inline(always)]
            |z| hypot::of_floats(z.re, z.im),
        );
    }

    /// Computes the function of each element.
    pub fn c128(x: &[C128], y: &mut [f64]) {
        dense::unary(
            x,
            y,
            #[inline(always)]
            |z| hypot::of_doubles(z.re, z.im),
        );
    }
}

/// The angle, from -pi to pi.
pub mod angle {
    use super::{C64, C128, dense};
    use crate::math::atan2;

    /// Elements whose parts are separated at once.
    const BLOCK: usize = 512;

    macro_rules! angles {
        ($c:ident: $complex:ident, $t:ident) => {
            /// Computes the function of each element: that of its parts.
            pub fn $c(x: &[$complex], y: &mut [$t]) {
                dense::same_length(x.len(), y.len());
                let (mut im, mut re) = ([0.0; BLOCK], [0.0; BLOCK]);
                for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
                    for (z, (im, re)) in x.iter().zip(im.iter_mut().zip(&mut re)) {
                        (*im, *re) = (z.im, z.re);
                    }
                    atan2::$t(&im[..y.len()], &re[..y.len()], y);
                }
            }
        };
    }

    angles!(c64: C64, f32);
    angles!(c128: C128, f64);
}
