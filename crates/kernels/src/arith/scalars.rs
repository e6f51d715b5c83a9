//! A number for all elements that has more bits than they: 16-bit floats with a float, rounded once. Where the number has the type of the
//! elements, the functions of two slices do the same.

/// `x + number`, rounded once.
pub mod add_scalar {
    use super::super::halves::halves;
    use super::super::sums::odd_sum;
    use crate::dense::unary;

    /// Adds the number to each element.
    pub fn f32(x: &[f32], y: &mut [f32], &[number]: &[f64; 1]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| odd_sum(x.into(), number) as f32,
        );
    }

    halves!(|x; p: [f64; 1]| odd_sum(x, p[0]));
}

/// `x * number`, rounded once.
pub mod mul_scalar {
    use half::bf16;
    use hostnpu_numeric::narrow::{bf16_to_f32, f32_to_bf16};

    use super::super::halves::halves;
    use super::super::sums::{beside_nan, to_odd_f32};
    use crate::convert::odd;
    use crate::dense::unary_by_blocks;
    use crate::nan::WithNanSign;

    /// `x * number` in double, which is exact: of 11 and 24 bits.
    #[inline(always)]
    fn product(x: f64, number: f64) -> f64 {
        (x * beside_nan!(x, number)).made_of([x, number])
    }

    halves!(@f16 |x; p: [f32; 1]| product(x, f64::from(p[0])));

    /// Below, what a product of floats has lost may be no float.
    const LEAST: f32 = f32::from_bits((127 - 100) << 23);

    /// Computes the operation of this module, rounded once.
    pub fn bf16(x: &[bf16], y: &mut [bf16], &[number]: &[f32; 1]) {
        unary_by_blocks(
            x,
            y,
            // In float, rounded to odd: half as many vectors as in double.
            #[inline(always)]
            |x| {
                let x = bf16_to_f32(x);
                let near = x * number;
                let odd = to_odd_f32(near, x.mul_add(number, -near));
                // Of an infinite product the rest is no NaN.
                let right = (near.abs() >= LEAST) & (near.abs() < f32::INFINITY);
                (f32_to_bf16(odd), right | ((x == 0.0) & (near == 0.0)))
            },
            #[inline(always)]
            |x| f32_to_bf16(odd(product(bf16_to_f32(x).into(), number.into()))),
        );
    }
}

/// `x / number`, rounded once.
pub mod div_scalar {
    use super::super::halves::halves;
    use crate::nan::WithNanSign;

    // No quotient of 11 and 24 bits lies as close to the middle between two of 11 bits as a double's rounding, unless it is exact.
    halves!(|x; p: [f32; 1]| {
        let number = f64::from(p[0]);
        (x / number).made_of([x, number])
    });
}

/// `a * b * number`, rounded once.
pub mod mul_scaled {
    use super::super::sums::beside_nan;
    use crate::dense::binary;
    use crate::nan::WithNanSign;

    /// Computes the product of each pair of elements and the number; that of two is exact in double.
    pub fn f32(a: &[f32], b: &[f32], y: &mut [f32], &[number]: &[f32; 1]) {
        binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| {
                let product = f64::from(a) * f64::from(beside_nan!(a, b));
                let scaled = product * beside_nan!(product, f64::from(number));
                (scaled as f32).made_of([a, b, number])
            },
        );
    }
}
