//! Tables of powers of one number.

use super::Q30;
use super::rounding::{mul_q30, product, wrap};

/// 1, b, b², …: each the previous one times `b`, rounded half up, saturated.
#[inline]
pub fn powers(b: Q30, out: &mut [i32]) {
    let mut power = Q30::ONE.0;
    if let Some((first, rest)) = out.split_first_mut() {
        *first = power;
        for slot in rest {
            power = mul_q30(power, b.0);
            *slot = power;
        }
    }
}

/// b, b³, b⁵, …: each the previous one times b², shifted right by `shift` (0 to 63), floored, wrapped.
#[inline]
pub fn odd_powers(b: i32, shift: u32, out: &mut [i32]) {
    let shift = shift.min(63);
    let square = wrap(product(b, b) >> shift);
    let Some((first, rest)) = out.split_first_mut() else {
        return;
    };
    *first = b;
    if shift > 32 {
        let mut power = b;
        for slot in rest {
            power = wrap(product(power, square) >> shift);
            *slot = power;
        }
        return;
    }
    // The bits that stay are brought to the top beforehand: what lies above them falls off, and one shift brings them back,
    // sign and all. Each product waits for the one before, so that every step in between counts.
    let square = i64::from(square) << (32 - shift);
    let mut power = i64::from(b);
    for slot in rest {
        power = power.wrapping_mul(square) >> 32;
        *slot = wrap(power);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Q;
    use super::*;

    #[test]
    fn powers_saturate_symmetrically() {
        let mut out = [0; 5];
        powers(Q(i32::MIN), &mut out);
        let top = i32::MAX;
        assert_eq!(out, [1 << 30, -top, top, -top, top]);
    }

    #[test]
    fn powers_round_half_up() {
        let mut out = [0; 3];
        // (2^15 · 2^-30)² = 2^-30; one more bit down it would be a half.
        powers(Q(1 << 15), &mut out);
        assert_eq!(out, [1 << 30, 1 << 15, 1]);
        powers(Q(-23170), &mut out);
        assert_eq!(out, [1 << 30, -23170, 0]);
    }

    #[test]
    fn odd_powers_floor_and_wrap() {
        let mut out = [0; 4];
        odd_powers(3, 0, &mut out);
        assert_eq!(out, [3, 27, 243, 2187]);
        odd_powers(-3, 2, &mut out);
        assert_eq!(out, [-3, -2, -1, -1]);
        odd_powers(1 << 30, 0, &mut out);
        assert_eq!(out, [1 << 30, 0, 0, 0]);
    }
}
