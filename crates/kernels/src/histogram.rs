//! Bins of equal width.

use crate::dense::unary;

/// Writes for each element how many of `bins` bins from `low` to `high` lie below it, as a number with a fraction, and -1 for an element that is in none: outside,
/// or NaN. The last bin has its upper end. Panics if the lengths differ.
pub fn places(x: &[f32], y: &mut [f32], [low, high]: [f32; 2], bins: usize) {
    let (bins, width) = (bins as f32, high - low);
    unary(
        x,
        y,
        #[inline(always)]
        |x| {
            let place = (x - low) * bins / width;
            let is_inside = (x >= low) & (x <= high) & !place.is_nan();
            if is_inside { place } else { -1.0 }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_outside_are_in_no_bin_and_the_upper_end_is_in_the_last_one() {
        let x = [-1.0, -0.5, 0.0, 2.9, 3.0, 3.5, f32::NAN, f32::INFINITY];
        let mut y = [7.0; 8];
        places(&x, &mut y, [-1.0, 3.0], 8);
        assert_eq!(y[..3], [0.0, 1.0, 2.0]);
        assert!(y[3] > 7.7 && y[3] < 8.0);
        assert_eq!(y[4..], [8.0, -1.0, -1.0, -1.0]);
    }
}
