//! A search for pairs of arguments whose results are hard to round: along a curve, on which one argument takes consecutive floats, the place in its unit
//! that a result has goes on like a parabola, whose nearest approach to a middle between two floats costs no evaluation of the function.

/// Floats of a curve: the first of these numbers for which the results are a parabola.
const STEPS: [usize; 4] = [1 << 14, 1 << 12, 1 << 10, 1 << 8];

/// The `steps`th float after a positive or negative one, in the direction of its size.
fn after(x: f32, steps: usize) -> f32 {
    f32::from_bits(x.to_bits().wrapping_add(steps as u32))
}

/// The unit in the last place of the float beside a double, or none where it is subnormal, infinite or NaN.
fn unit(value: f64) -> Option<f64> {
    let size = value.abs();
    let normal = size >= f64::from(f32::MIN_POSITIVE) && size < f64::from(f32::MAX);
    let exponent = size.to_bits() >> (f64::MANTISSA_DIGITS - 1);
    let unit = exponent.wrapping_sub(u64::from(f32::MANTISSA_DIGITS - 1));
    normal.then(|| f64::from_bits(unit << (f64::MANTISSA_DIGITS - 1)))
}

/// Of some arguments from `x` on, the one whose result is nearest to a middle between two floats, and how many there were, by a function of a double
/// that is good to some units of a double. None where no number of results is near a parabola.
pub fn nearest_to_middle(x: f32, f: impl Fn(f64) -> f64) -> Option<(f32, usize)> {
    let found = STEPS
        .iter()
        .find_map(|&steps| Some((nearest_of(x, steps, &f)?, steps)));
    found.filter(|_| x != 0.0)
}

fn nearest_of(x: f32, count: usize, f: &impl Fn(f64) -> f64) -> Option<f32> {
    let at = |steps: usize| f(after(x, steps).into());
    let first = at(0);
    let unit = unit(first)?;
    if !after(x, count).is_finite() {
        return None;
    }
    // In units, from the middle beside the first one.
    let start = (first / unit).floor() + 0.5;
    let place = |steps: usize| at(steps) / unit - start;
    let (begin, middle, end) = (place(0), place(count / 2), place(count));
    let steps = count as f64;
    let slope = (4.0 * middle - end - 3.0 * begin) / steps;
    let bend = 2.0 * (end - 2.0 * middle + begin) / (steps * steps);
    let along = |i: f64| (bend * i + slope) * i + begin;
    // One of so many places is about this near to a middle.
    let close = 0.25 / steps;
    for quarter in [count / 4, count / 4 * 3] {
        let is_near = (along(quarter as f64) - place(quarter)).abs() < close;
        // False of NaN, too.
        if !is_near {
            return None;
        }
    }
    let distance = |i: usize| {
        let place = along(i as f64);
        (place - place.round_ties_even()).abs()
    };
    let mut nearest = (f64::INFINITY, 0);
    for i in 0..count {
        let distance = distance(i);
        if distance < nearest.0 {
            nearest = (distance, i);
        }
    }
    Some(after(x, nearest.1))
}
