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
    use super::super::halves::halves;
    use super::super::sums::beside_nan;
    use crate::nan::WithNanSign;

    // A product of 11 and 24 bits is exact in double.
    halves!(|x; p: [f32; 1]| {
        let number = f64::from(p[0]);
        (x * beside_nan!(x, number, 1.0)).made_of([x, number])
    });
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
                let product = f64::from(a) * f64::from(beside_nan!(a, b, 1.0));
                let scaled = product * f64::from(beside_nan!(product, number, 1.0));
                (scaled as f32).made_of([a, b, number])
            },
        );
    }
}
