//! A search for pairs of arguments whose results are hard to round: along a curve, on which one argument takes consecutive floats, the place in its unit
//! that a result has goes on like a parabola, whose nearest approach to a middle between two floats costs no evaluation of the function.

/// Floats of a curve.
pub const STEPS: usize = 1 << 14;

/// An argument of a curve is wrong by less than this share of a unit of the results, or the curve is not looked at.
const CLOSE: f64 = 1.0 / (1 << 20) as f64;

/// The `steps`th float after a positive or negative one, in the direction of its size.
fn after(x: f32, steps: usize) -> f32 {
    f32::from_bits(x.to_bits().wrapping_add(steps as u32))
}

/// The unit in the last place of the float beside a double, or none where it is subnormal, infinite or NaN.
fn unit(value: f64) -> Option<f64> {
    let size = value.abs();
    let normal = size >= f32::MIN_POSITIVE.into() && size < f32::MAX.into();
    let exponent = size.to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let unit = exponent.wrapping_sub(u64::from(f32::MANTISSA_DIGITS - 1));
    normal.then(|| f64::from_bits(unit << (f64::MANTISSA_DIGITS - 1)))
}

/// Of the arguments from `x` on, the one whose result is nearest to a middle between two floats, by a function of a double that is good to some units
/// of a double. None where the results are no parabola.
pub fn nearest_to_middle(x: f32, f: impl Fn(f64) -> f64) -> Option<f32> {
    let at = |steps: usize| f(after(x, steps).into());
    let first = at(0);
    let unit = unit(first)?;
    if !after(x, STEPS).is_finite() || x == 0.0 {
        return None;
    }
    // In units, from the middle beside the first one.
    let start = (first / unit).floor() + 0.5;
    let place = |steps: usize| at(steps) / unit - start;
    let (begin, middle, end) = (place(0), place(STEPS / 2), place(STEPS));
    let steps = STEPS as f64;
    let slope = (4.0 * middle - end - 3.0 * begin) / steps;
    let bend = 2.0 * (end - 2.0 * middle + begin) / (steps * steps);
    let along = |i: f64| (bend * i + slope) * i + begin;
    for quarter in [STEPS / 4, STEPS / 4 * 3] {
        let is_near = (along(quarter as f64) - place(quarter)).abs() < CLOSE;
        // False of NaN, too.
        if !is_near {
            return None;
        }
    }
    let distance = |i: usize| {
        let place = along(i as f64);
        (place - place.round()).abs()
    };
    let mut nearest = [(f64::INFINITY, 0); 8];
    for i in (0..STEPS).step_by(8) {
        for (k, nearest) in nearest.iter_mut().enumerate() {
            let distance = distance(i + k);
            // One of two floats that are equally near, at most.
            if distance < nearest.0 {
                *nearest = (distance, i + k);
            }
        }
    }
    let nearest = nearest.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(after(x, nearest.1))
}
