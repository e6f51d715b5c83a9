//! Complex numbers put together and taken apart.

use hostnpu_numeric::Complex;

/// `re + i im`: aclnnComplex.
pub mod join {
    use half::f16;

    use super::Complex;
    use crate::dense::binary;

    /// Joins each pair of parts.
    pub fn f16(re: &[f16], im: &[f16], y: &mut [Complex<f16>]) {
        binary(re, im, y, Complex::new);
    }

    /// Joins each pair of parts.
    pub fn f32(re: &[f32], im: &[f32], y: &mut [Complex<f32>]) {
        binary(re, im, y, Complex::new);
    }

    /// Joins each pair of parts.
    pub fn f64(re: &[f64], im: &[f64], y: &mut [Complex<f64>]) {
        binary(re, im, y, Complex::new);
    }
}

/// `modulus * (cos(angle) + i sin(angle))`: aclnnPolar.
pub mod polar {
    use super::Complex;
    use crate::dense::same_length;

    /// Joins each modulus with its angle.
    pub fn f32(modulus: &[f32], angle: &[f32], y: &mut [Complex<f32>]) {
        same_length(modulus.len(), y.len());
        same_length(angle.len(), y.len());
        for ((y, &modulus), &angle) in y.iter_mut().zip(modulus).zip(angle) {
            let (sin, cos) = libm::sincos(angle.into());
            let modulus = f64::from(modulus);
            *y = Complex::new((modulus * cos) as f32, (modulus * sin) as f32);
        }
    }

    /// Joins each modulus with its angle.
    pub fn f64(modulus: &[f64], angle: &[f64], y: &mut [Complex<f64>]) {
        same_length(modulus.len(), y.len());
        same_length(angle.len(), y.len());
        for ((y, &modulus), &angle) in y.iter_mut().zip(modulus).zip(angle) {
            let (sin, cos) = libm::sincos(angle);
            *y = Complex::new(modulus * cos, modulus * sin);
        }
    }
}

/// The real part.
pub mod real {
    use half::f16;

    use super::Complex;
    use crate::dense::unary;

    /// Writes the part of each element.
    pub fn c32(x: &[Complex<f16>], y: &mut [f16]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.re,
        );
    }

    /// Writes the part of each element.
    pub fn c64(x: &[Complex<f32>], y: &mut [f32]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.re,
        );
    }

    /// Writes the part of each element.
    pub fn c128(x: &[Complex<f64>], y: &mut [f64]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.re,
        );
    }
}

/// The imaginary part.
pub mod imaginary {
    use half::f16;

    use super::Complex;
    use crate::dense::unary;

    /// Writes the part of each element.
    pub fn c32(x: &[Complex<f16>], y: &mut [f16]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.im,
        );
    }

    /// Writes the part of each element.
    pub fn c64(x: &[Complex<f32>], y: &mut [f32]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.im,
        );
    }

    /// Writes the part of each element.
    pub fn c128(x: &[Complex<f64>], y: &mut [f64]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| x.im,
        );
    }
}
