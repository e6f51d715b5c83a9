//! Two pictures as one, by shares.

/// `(under * (whole - share) + over * share) / whole`, the arguments in the order under, over, share; `whole` is a parameter.
pub mod mixed {
    use crate::reduce::results::OneNan;

    /// The exact sum for shares of FLOAT16 and pixels of UINT8, and for shares of UINT8.
    #[inline(always)]
    pub(super) fn of(under: f64, over: f64, share: f64, whole: f64) -> f64 {
        (under * (whole - share) + over * share) / whole
    }

    /// Computes the operation of this module on each three elements.
    pub fn f64(under: &[f64], over: &[f64], share: &[f64], y: &mut [f64], &[whole]: &[f64; 1]) {
        crate::dense::ternary(
            under,
            over,
            share,
            y,
            #[inline(always)]
            |under, over, share| of(under, over, share, whole).with_one_nan(),
        );
    }
}

/// The same as whole numbers of 0 to 255, NaN as 0: rounded to nearest, half to even, or, where the second parameter is 1, down.
pub mod codes {
    use super::mixed::of;

    /// Computes the operation of this module on each three elements.
    #[allow(clippy::manual_clamp, reason = "NaN is 0")]
    pub fn f64(
        under: &[f64],
        over: &[f64],
        share: &[f64],
        y: &mut [f64],
        &[whole, is_down]: &[f64; 2],
    ) {
        crate::dense::ternary(
            under,
            over,
            share,
            y,
            #[inline(always)]
            |under, over, share| {
                let mixed = of(under, over, share, whole);
                let down = mixed.floor();
                let nearest = mixed.round_ties_even();
                let code = if is_down > 0.0 { down } else { nearest };
                code.max(0.0).min(255.0)
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_rounded_and_within_a_byte() {
        let (under, over) = (
            [0.0, 10.0, 200.0, 0.0, 1.0],
            [255.0, 20.0, 255.0, 255.0, 2.0],
        );
        let share = [128.0, 255.0, 100.0, 0.0, f64::NAN];
        let mut y = [-1.0; 5];
        codes::f64(&under, &over, &share, &mut y, &[255.0, 1.0]);
        assert_eq!(y, [128.0, 20.0, 221.0, 0.0, 0.0]);
        codes::f64(
            &under,
            &over,
            &[0.5, 1.5, -9.0, 2.0, 0.5],
            &mut y,
            &[1.0, 0.0],
        );
        assert_eq!(y, [128.0, 25.0, 0.0, 255.0, 2.0]);
    }
}
