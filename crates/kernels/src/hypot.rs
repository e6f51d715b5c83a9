//! The length of the hypotenuse, `sqrt(x² + y²)`: infinite if a side is, even beside NaN (C99, F.9.4.3).

/// The double nearest to the root of a sum of two squares, if it is the root; or else the one of the two doubles around it whose last bit is set.
/// Rounding that to a float gives what rounding the root would have given. The squares are exact: those of floats are.
#[inline(always)]
fn odd_root(larger: f64, smaller: f64) -> f64 {
    // Their sum in two doubles, exactly.
    let sum = larger + smaller;
    let low = smaller - (sum - larger);
    // Less than one unit in its last place off: half a unit for the root of `sum`, and as much for `low`.
    let root = sum.sqrt();
    // The remainder of a square root is a double, and the sign of a sum of two is never lost.
    let rest = (-root).mul_add(root, sum) + low;
    let bits = root.to_bits();
    let one = u64::from(rest != 0.0) & !bits & 1;
    let beside = if rest < 0.0 { bits - one } else { bits + one };
    f64::from_bits(beside)
}

/// The float nearest to the hypotenuse, for any sides.
#[inline(always)]
pub(crate) fn of_floats(x: f32, y: f32) -> f32 {
    let (a, b) = (f64::from(x), f64::from(y));
    let (a, b) = (a * a, b * b);
    let root = odd_root(if a > b { a } else { b }, if a > b { b } else { a }) as f32;
    // An odd neighbour of NaN might be an infinity.
    let root = if x.is_nan() | y.is_nan() {
        f32::NAN
    } else {
        root
    };
    let infinite = (x.abs() == f32::INFINITY) | (y.abs() == f32::INFINITY);
    if infinite { f32::INFINITY } else { root }
}

/// The hypotenuse in double: half a unit in the last place and 2^-48 of one, or one where it is subnormal.
#[inline(always)]
pub(crate) fn of_doubles(x: f64, y: f64) -> f64 {
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    const DOWN: f64 = f64::from_bits((1023 - 600) << 52);
    let (a, b) = (x.abs(), y.abs());
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    // Neither square overflows, nor does anything that counts underflow.
    let (there, back) = if larger > 1e150 {
        (DOWN, UP)
    } else {
        (UP, DOWN)
    };
    let moderate = (larger > 1e-130) & (larger <= 1e150);
    let there = if moderate { 1.0 } else { there };
    let back = if moderate { 1.0 } else { back };
    let (larger, smaller) = (larger * there, smaller * there);
    let (high, other) = (larger * larger, smaller * smaller);
    let sum = high + other;
    let low = other - (sum - high);
    let low = low + (larger.mul_add(larger, -high) + smaller.mul_add(smaller, -other));
    let root = sum.sqrt();
    let rest = (-root).mul_add(root, sum) + low;
    let correction = rest / (2.0 * root);
    // 0 of two zeros.
    let correction = if root == 0.0 { 0.0 } else { correction };
    let value = (root + correction) * back;
    let value = if x.is_nan() | y.is_nan() {
        f64::NAN
    } else {
        value
    };
    let infinite = (a == f64::INFINITY) | (b == f64::INFINITY);
    if infinite { f64::INFINITY } else { value }
}
