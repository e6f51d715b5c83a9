//! Checks that elements are as near to exact results as promised.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;
use rug::Float;

use crate::number::{self, Number, decode, encode, is_float, unit};
use crate::table::Accuracy;

/// The largest distance of a result from the exact one.
#[derive(Clone, Copy, Default)]
struct Allowed {
    /// Units in the last place.
    ulp: f64,
    /// That much in any case.
    absolute: f64,
    /// True if units are those of the larger part of a complex number.
    of_larger_part: bool,
}

impl Allowed {
    /// The bound of a computation type; nothing where the nearest number is promised.
    fn new(accuracy: Accuracy, compute: Dtype) -> Option<Self> {
        use crate::bounds::Accuracy as Bound;
        let of = |ulp, absolute, of_larger_part| Allowed {
            ulp,
            absolute,
            of_larger_part,
        };
        match (accuracy, number::part(compute).unwrap_or(compute)) {
            (Accuracy::Ulp { f32, .. }, Dtype::F32) => return Some(of(f32, 0.0, false)),
            (Accuracy::Ulp { f64, .. }, Dtype::F64) => return Some(of(f64, 0.0, false)),
            _ => {}
        }
        match accuracy.bound(compute)? {
            Bound::Ulp(ulp) => Some(of(ulp, 0.0, false)),
            Bound::UlpOrAbsolute { ulp, absolute } => Some(of(ulp, absolute, false)),
            Bound::UlpOfLargerPart(ulp) => Some(of(ulp, 0.0, true)),
            Bound::CorrectlyRounded | Bound::EveryBit => None,
            Bound::Difference(_) => panic!("a bound of a whole result"),
        }
    }
}

/// True if an element is as near to the exact result as promised.
pub(super) fn is_right(
    accuracy: Accuracy,
    compute: Dtype,
    out: Dtype,
    exact: &Number,
    bytes: &[u8],
) -> bool {
    // Most are the nearest number, and one rounding says so.
    if compute == out && number::part(out).is_none() && encode(exact, out) == bytes {
        return true;
    }
    let got = decode(bytes, out);
    let allowed = Allowed::new(accuracy, compute);
    let (Some(got_part), Some(part)) = (number::part(out), number::part(compute)) else {
        return is_right_real(allowed, compute, out, exact, &exact.real(), bytes);
    };
    // Each part by itself; a NaN in either is a NaN.
    let (re, im) = (exact.real(), exact.imaginary());
    let larger = match re.cmp_abs(&im) {
        Some(Ordering::Less) => &im,
        _ => &re,
    };
    let close = |got: Float, exact: &Float| {
        if got.is_zero() && exact.is_zero() {
            // The sign of a zero is not said.
            return true;
        }
        let bytes = encode(&Number::Real(got), got_part);
        let of_larger = allowed.is_some_and(|allowed| allowed.of_larger_part);
        let scale = if of_larger { larger } else { exact };
        let exact = Number::Real(exact.clone());
        is_right_real(allowed, part, got_part, &exact, scale, &bytes)
    };
    close(got.real(), &re) && close(got.imaginary(), &im)
}

/// `scale`: the number whose units in the last place are counted.
fn is_right_real(
    allowed: Option<Allowed>,
    compute: Dtype,
    out: Dtype,
    exact: &Number,
    scale: &Float,
    bytes: &[u8],
) -> bool {
    let rounded = match exact {
        Number::Real(value) if is_float(compute) => Number::Real(number::round(value, compute)),
        other => decode(&encode(other, compute), compute),
    };
    let nearest = encode(&rounded, out);
    if nearest == bytes {
        return true;
    }
    let got = decode(bytes, out).real();
    if got.is_nan() {
        return rounded.real().is_nan();
    }
    let exact = exact.real();
    let Some(allowed) = allowed else {
        return false;
    };
    if !is_float(out) {
        // One of the numbers beside the exact one, converted.
        let unit = exact.is_finite().then(|| unit(&exact, compute));
        let beside = unit.into_iter().flat_map(|unit| {
            [
                Float::with_val(number::PRECISION, &exact + &unit),
                exact.clone() - unit,
            ]
        });
        return beside
            .into_iter()
            .any(|number| encode(&Number::Real(number::round(&number, compute)), out) == bytes);
    }
    if !exact.is_finite() {
        return false;
    }
    let coarser = if out == compute || is_wider(out, compute) {
        compute
    } else {
        out
    };
    // Next to the largest number of the format comes infinity.
    let [got, exact, scale] = [&got, &exact, scale].map(|x| number::bounded(x, coarser));
    let unit = unit(&scale, coarser);
    let distance = Float::with_val(number::PRECISION, &got - &exact).abs();
    let beside_a_root = allowed.absolute > 0.0 && distance <= unit.clone() * 0.5 + allowed.absolute;
    distance <= unit * allowed.ulp || beside_a_root
}

fn is_wider(a: Dtype, b: Dtype) -> bool {
    a.bits() > b.bits()
}
