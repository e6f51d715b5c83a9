//! Powers: C99's special values to the bit, and how far from the true value the rest is, with MPFR as the judge.

use hostnpu_test_support as support;

use hostnpu::kernels::pow::{pow, pow_slice};
use rug::Float;
use rug::ops::Pow;

use support::bounds::assert_exact;

/// The f32 nearest to x^y, ties to even, subnormals included.
fn reference(x: f32, y: f32) -> f32 {
    let power = Float::with_val(200, Float::with_val(53, x).pow(Float::with_val(53, y)));
    round(&power)
}

/// Rounds once: MPFR knows no subnormals, so the precision is cut to what the result has.
fn round(value: &Float) -> f32 {
    let Some(exponent) = value.get_exp() else {
        return value.to_f32();
    };
    if exponent > 130 {
        return f32::INFINITY.copysign(value.to_f32());
    }
    let bits = (exponent + 149).clamp(-1, 24);
    if bits < 1 {
        // Between half the least subnormal and it, or below: 2^-150 itself is a tie and goes to 0.
        let up = bits == 0 && *value.as_abs() > Float::with_val(53, -150).exp2();
        return if up { f32::from_bits(1) } else { 0.0 }.copysign(value.to_f32());
    }
    Float::with_val(bits as u32, value).to_f32()
}

fn ulp_error(got: f32, x: f32, y: f32) -> f64 {
    let power = Float::with_val(200, Float::with_val(53, x).pow(Float::with_val(53, y)));
    let exponent = power.get_exp().unwrap_or(0).max(-125);
    let difference = Float::with_val(200, &power - Float::with_val(24, got));
    (difference >> (exponent - 24)).to_f64().abs()
}

/// A fixed sequence of well-mixed 64-bit numbers.
fn numbers() -> impl Iterator<Item = u64> {
    (0u64..).map(|i| {
        let mut z = i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[test]
fn special_values_are_those_of_c99() {
    const INF: f32 = f32::INFINITY;
    const NAN: f32 = f32::NAN;
    let all = [
        0.0,
        1.0,
        0.5,
        2.0,
        3.0,
        2.5,
        0.9999999,
        1.0000001,
        8388607.0,
        8388608.5,
        16777215.0,
        16777216.0,
        1e30,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-45,
        INF,
        NAN,
    ];
    let signed: Vec<f32> = all.iter().flat_map(|&v| [v, -v]).collect();
    let mut checked = 0;
    for &x in &signed {
        for &y in &signed {
            let integer = y.is_infinite() || y.trunc() == y;
            let odd = y.is_finite() && integer && y.abs() < 16777216.0 && (y as i64) % 2 != 0;
            let sign = if odd && x.is_sign_negative() {
                -1.0
            } else {
                1.0
            };
            // The clauses of F.10.4.4, in an order in which the first that applies decides.
            let want = if y == 0.0 || x == 1.0 || (x == -1.0 && y.is_infinite()) {
                1.0
            } else if x.is_nan() || y.is_nan() {
                NAN
            } else if x == 0.0 {
                if y < 0.0 { sign * INF } else { sign * 0.0 }
            } else if y.is_infinite() {
                if (x.abs() > 1.0) == (y > 0.0) {
                    INF
                } else {
                    0.0
                }
            } else if x.is_infinite() {
                if y > 0.0 { sign * INF } else { sign * 0.0 }
            } else if x < 0.0 && !integer {
                NAN
            } else {
                continue;
            };
            let got = pow(x, y);
            checked += 1;
            assert!(
                got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
                "pow({x:e}, {y:e}) = {got:e}, not {want:e}"
            );
        }
    }
    assert!(checked > 500, "only {checked} special pairs");
}

#[test]
fn exact_powers_and_exact_ties_come_out_exact() {
    for base in 2..=5793u32 {
        let mut exact = 1u64;
        for exponent in 1..=31u16 {
            exact *= u64::from(base);
            if exact >= 1 << 25 {
                break;
            }
            // Up to 24 bits the power is an f32, with 25 it may be a tie between two; `as` sends that to the even one.
            let (x, y) = (base as f32, f32::from(exponent));
            assert_eq!(pow(x, y), exact as f32, "{base}^{exponent}");
            let sign = if exponent % 2 == 1 { -1.0 } else { 1.0 };
            assert_eq!(pow(-x, y), sign * exact as f32, "(-{base})^{exponent}");
            if exact < 1 << 24 {
                assert_eq!(pow(exact as f32, 1.0), exact as f32, "{exact}^1");
            }
        }
    }
    for root in 1..=4096u32 {
        let square = (root * root) as f32;
        assert_eq!(pow(square, 0.5), root as f32, "√{square}");
    }
    for exponent in -149i16..=127 {
        let power = pow(2.0, exponent.into());
        assert_eq!(f64::from(power), f64::from(exponent).exp2(), "2^{exponent}");
    }
}

#[test]
fn sampled_powers_are_correctly_rounded() {
    let (mut misrounded, mut worst, mut normal) = (0, 0.0f64, 0);
    for bits in numbers().take(300_000) {
        // A third each: any base, a base near 1, a base and an exponent whose power is subnormal.
        let mantissa = (bits as u32) & 0x007f_ffff;
        let any = f32::from_bits(((bits >> 32) as u32 % 0x7f00_0000) + 0x0010_0000);
        let near_one = f32::from_bits(0x3f00_0000 + (((bits >> 24) as u32) & 0x00ff_ffff));
        let x = if bits % 3 == 0 { any } else { near_one };
        let log2 = f64::from(x).log2();
        if log2 == 0.0 {
            continue;
        }
        let target = f64::from(mantissa) / f64::from(1 << 23) * 300.0 - 160.0;
        let y = (target / log2) as f32;
        let (got, want) = (pow(x, y), reference(x, y));
        if got != want {
            misrounded += 1;
            println!("pow({x:e}, {y:e}) = {got:e}, nearest {want:e}");
        }
        if want.is_normal() {
            normal += 1;
            worst = worst.max(ulp_error(got, x, y));
        }
    }
    println!("{misrounded} misrounded, largest error {worst:.7} ULP in {normal} normal results");
    assert!(normal > 200_000, "only {normal} results are normal numbers");
    assert_exact("pow f32");
    assert_eq!(misrounded, 0);
    assert!(worst <= 0.5, "{worst} ULP");
}

#[test]
fn a_slice_has_the_bits_of_its_elements() {
    let bits: Vec<u64> = numbers().take(4099).collect();
    let x: Vec<f32> = bits.iter().map(|&b| f32::from_bits(b as u32)).collect();
    let y: Vec<f32> = bits
        .iter()
        .map(|&b| f32::from_bits((b >> 32) as u32))
        .collect();
    let mut got = vec![0.0; x.len()];
    pow_slice(&x, &y, &mut got);
    for i in 0..x.len() {
        let want = pow(x[i], y[i]);
        assert!(
            got[i].to_bits() == want.to_bits() || got[i].is_nan() && want.is_nan(),
            "pow({:e}, {:e}) = {:e} in a slice, {want:e} alone",
            x[i],
            y[i],
            got[i]
        );
    }
}
