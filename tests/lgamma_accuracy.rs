//! ln|Γ(x)| against MPFR, and the same bits on every instruction set.
//!
//! The long run judges all 2^32 floats (about ten minutes on two cores):
//!
//! ```text
//! cargo test --release --test lgamma_accuracy -- --ignored --nocapture
//! ```

use hostnpu_test_support as support;

use half::f16;
use hostnpu::kernels::lgamma::{lgamma_f16, lgamma_f32, lgamma_f32_on, lgamma_f64, lgamma_f64_on};
use hostnpu::kernels::simd::Isa;
use rayon::prelude::*;
use rug::Float;
use rug::float::Special;

use support::bounds::{Accuracy, accuracy, assert_exact};
use support::record::{Run, record};

unsafe extern "C" {
    /// The C library's: an evaluation that shares nothing with ours.
    fn lgamma_r(x: f64, sign: *mut i32) -> f64;
}

/// ln|Γ(x)| with 160 bits, special values as in C99.
fn exact(x: f64) -> Float {
    if x.is_infinite() || x <= 0.0 && x == x.floor() {
        return Float::with_val(160, Special::Infinity);
    }
    Float::with_val(160, x).ln_abs_gamma().0
}

/// The correctly rounded result by MPFR.
fn nearest_float(x: f32) -> f32 {
    exact(f64::from(x)).to_f32()
}

/// The correctly rounded result: the C library's double where that is far enough from the midpoint of two floats to
/// leave no doubt (its error is a few units in the last place, of which we allow thousands), MPFR elsewhere.
fn judge(x: f32) -> f32 {
    let wide = f64::from(x);
    let mut sign = 0;
    // SAFETY: a plain C function; `sign` outlives the call.
    let value = unsafe { lgamma_r(wide, &mut sign) };
    let doubt = value.abs() * 2f64.powi(-40) + if x < 0.0 { 2f64.powi(-44) } else { 0.0 };
    let (low, high) = ((value - doubt) as f32, (value + doubt) as f32);
    if low == high { low } else { nearest_float(x) }
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// The inputs that the kernel does not round as `reference` does.
fn misrounded(inputs: &[f32], reference: impl Fn(f32) -> f32 + Sync) -> Vec<(f32, f32, f32)> {
    let mut outputs = vec![0.0; inputs.len()];
    lgamma_f32(inputs, &mut outputs);
    inputs
        .par_iter()
        .zip(&outputs)
        .filter_map(|(&x, &y)| {
            let expected = reference(x);
            (!same(y, expected)).then_some((x, y, expected))
        })
        .collect()
}

fn assert_none(misrounded: &[(f32, f32, f32)]) {
    assert_exact("lgamma f32");
    let count = misrounded.len();
    if let Some((x, y, expected)) = misrounded.first() {
        panic!(
            "{count} misrounded; lgamma({x:e} = {:#x}) = {y:e}, exactly rounded {expected:e}",
            x.to_bits()
        );
    }
}

/// Knuth's multiplier; the upper bits are as good as random.
fn random(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 16
}

/// The zeros of ln|Γ|: 1, 2 and two beside each negative integer from -2 on, bisected with MPFR; those beyond -12 are
/// nearer to the integer than any double.
fn zeros() -> Vec<f64> {
    let mut zeros = vec![1.0, 2.0];
    for n in 2..=17 {
        let pole = -f64::from(n);
        let between = |low: f64, high: f64| (low, high);
        // |Γ| falls below 1 somewhere between the poles of (-3, -2): there the minimum is at -2.61.
        for (near, far) in [
            between(pole, pole - if n == 2 { 0.61 } else { 0.5 }),
            between(pole, pole + if n == 3 { 0.39 } else { 0.5 }),
        ] {
            if n == 2 && far > near {
                continue;
            }
            let (mut near, mut far) = (near, far);
            loop {
                let middle = near + (far - near) / 2.0;
                if middle == near || middle == far {
                    break;
                }
                if exact(middle) > 0 {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            zeros.push(far);
        }
    }
    zeros
}

#[test]
fn every_half_is_correctly_rounded() {
    assert_exact("lgamma f16");
    let inputs: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let mut outputs = vec![f16::ZERO; inputs.len()];
    lgamma_f16(&inputs, &mut outputs);
    inputs.par_iter().zip(&outputs).for_each(|(&x, &y)| {
        if x.is_nan() {
            assert!(y.is_nan(), "lgamma(NaN {:#x}) = {y}", x.to_bits());
            return;
        }
        let mut expected = exact(x.to_f64());
        if expected.is_finite() {
            expected.set_prec(11);
        }
        let expected = f16::from_f64(expected.to_f64());
        assert_eq!(
            y.to_bits(),
            expected.to_bits(),
            "lgamma({x}) = {y}, exactly rounded {expected}"
        );
    });
}

#[test]
fn sampled_floats_are_correctly_rounded() {
    // 32 ranges of 2^17 consecutive floats each would miss most exponents: one float out of 1021, all exponents.
    let spread: Vec<f32> = (0..=u32::MAX).step_by(1021).map(f32::from_bits).collect();
    assert_none(&misrounded(&spread, judge));
}

#[test]
fn floats_by_mpfr_alone_are_correctly_rounded() {
    let mut state = 1;
    let inputs: Vec<f32> = (0..60_000)
        .map(|i| match i % 4 {
            0 => f32::from_bits(random(&mut state) as u32),
            1 => (random(&mut state) as u32 as f32) / (1u64 << 32) as f32 * 60.0,
            _ => (random(&mut state) as u32 as f32) / (1u64 << 32) as f32 * -20.0,
        })
        .collect();
    assert_none(&misrounded(&inputs, nearest_float));
}

#[test]
fn floats_around_zeros_and_poles_are_correctly_rounded() {
    let centres = zeros()
        .into_iter()
        .map(|zero| zero as f32)
        .chain((0..200).map(|n| -(n as f32)))
        .chain([
            0.5,
            1.5,
            2.5,
            16.0,
            8_388_608.0,
            4.085_003e36,
            f32::MIN_POSITIVE,
        ]);
    let inputs: Vec<f32> = centres
        .flat_map(|centre| {
            let bits = centre.to_bits();
            (bits.saturating_sub(3000)..bits.saturating_add(3000)).map(f32::from_bits)
        })
        .collect();
    assert_none(&misrounded(&inputs, judge));
}

#[test]
#[ignore = "long run: all 2^32 floats, about ten minutes on two cores"]
fn every_float_is_correctly_rounded() {
    const RUN: u64 = 1 << 20;
    let wrong: Vec<_> = (0..(1u64 << 32) / RUN)
        .into_par_iter()
        .flat_map_iter(|run| {
            let start = (run * RUN) as u32;
            let inputs: Vec<f32> = (0..RUN as u32).map(|i| f32::from_bits(start + i)).collect();
            let mut outputs = vec![0.0; inputs.len()];
            lgamma_f32(&inputs, &mut outputs);
            if run % 256 == 0 {
                println!(
                    "{:.1} %",
                    run as f64 * 100.0 * RUN as f64 / (1u64 << 32) as f64
                );
            }
            let wrong: Vec<_> = inputs
                .into_iter()
                .zip(outputs)
                .filter_map(|(x, y)| {
                    let expected = judge(x);
                    (!same(y, expected)).then_some((x, y, expected))
                })
                .collect();
            wrong
        })
        .collect();
    println!("{} of 4294967296 floats are misrounded", wrong.len());
    record(&Run {
        kernel: "lgamma f32",
        arguments: 1 << 32,
        misrounded: Some(wrong.len() as u64),
        largest: None,
    });
    assert_none(&wrong);
}

#[test]
fn special_values_have_their_bits() {
    let cases: [(u32, u32); 25] = [
        (0x0000_0000, 0x7f80_0000), // 0
        (0x8000_0000, 0x7f80_0000), // -0
        (0x3f80_0000, 0x0000_0000), // 1
        (0x4000_0000, 0x0000_0000), // 2
        (0xbf80_0000, 0x7f80_0000), // -1
        (0xc000_0000, 0x7f80_0000), // -2
        (0xc2c8_0000, 0x7f80_0000), // -100
        (0x7f80_0000, 0x7f80_0000), // inf
        (0xff80_0000, 0x7f80_0000), // -inf
        (0x7fc0_0000, 0x7fc0_0000), // NaN
        (0x7f80_0001, 0x7fc0_0001), // a signalling NaN becomes quiet
        (0xffc1_2345, 0xffc1_2345), // a payload is kept
        (0xcb00_0000, 0x7f80_0000), // -2^23
        (0xcb00_0001, 0x7f80_0000), // -2^23 - 1
        (0xff7f_ffff, 0x7f80_0000), // -FLT_MAX
        (0xcaff_ffff, 0xccef_1402), // -8388607.5
        (0xcaff_fffe, 0x7f80_0000), // -8388607
        (0x0000_0001, 0x42ce_8ed0), // 2^-149: 103.27893
        (0x8000_0001, 0x42ce_8ed0), // -2^-149
        (0x7c44_af8d, 0x7f7f_fffe), // the last finite result
        (0x7c44_af8e, 0x7f80_0000),
        (0x7f7f_ffff, 0x7f80_0000), // FLT_MAX
        (0x3f00_0000, 0x3f12_8682), // 0.5: 0.5723649
        (0xbf00_0000, 0x3fa1_fc4d), // -0.5: 1.2655121
        (0x4040_0000, 0x3f31_7218), // 3: ln 2
    ];
    for isa in Isa::ALL {
        for (x, expected) in cases {
            let mut y = [0.0];
            lgamma_f32_on(isa, &[f32::from_bits(x)], &mut y);
            assert_eq!(
                y[0].to_bits(),
                expected,
                "{isa:?}: lgamma({x:#x}) = {:#x}, expected {expected:#x}",
                y[0].to_bits()
            );
        }
    }
    let halves: [(u16, u16); 12] = [
        (0x0000, 0x7c00),
        (0x8000, 0x7c00),
        (0x3c00, 0x0000),
        (0x4000, 0x0000),
        (0xbc00, 0x7c00),
        (0xfc00, 0x7c00),
        (0xe400, 0x7c00),                           // -1024
        (f16::from_f32(-1023.5).to_bits(), 0xedee), // -6072
        (0x0001, f16::from_f32(16.640625).to_bits()),
        (f16::from_f32(8180.0).to_bits(), 0x7bff),
        (f16::from_f32(8184.0).to_bits(), 0x7c00),
        (0x7e01, 0x7e01),
    ];
    for (x, expected) in halves {
        let mut y = [f16::ZERO];
        lgamma_f16(&[f16::from_bits(x)], &mut y);
        assert_eq!(y[0].to_bits(), expected, "lgamma of half {x:#x}");
    }
    let inf = f64::INFINITY;
    for (x, expected) in [
        (0.0, inf),
        (-0.0, inf),
        (1.0, 0.0),
        (2.0, 0.0),
        (-1.0, inf),
        (-1e17, inf),
        (inf, inf),
        (-inf, inf),
        (f64::MAX, inf),
        (2.5599833278516387e305, inf),
    ] {
        let mut y = [f64::NAN];
        lgamma_f64(&[x], &mut y);
        assert_eq!(y[0].to_bits(), f64::to_bits(expected), "lgamma({x:e})");
    }
    let mut y = [0.0];
    lgamma_f64(&[f64::NAN], &mut y);
    assert!(y[0].is_nan());
    lgamma_f64(&[2.5599833278516383e305], &mut y);
    assert!(y[0].is_finite(), "the last finite result is {}", y[0]);
}

/// Doubles of every magnitude, of the range of daily use, and around all zeros and poles.
fn doubles() -> Vec<f64> {
    let mut state = 7;
    let mut inputs = Vec::new();
    for i in 0..40_000 {
        let bits = random(&mut state) << 32 ^ random(&mut state);
        let unit = bits as f64 / 2f64.powi(64);
        inputs.push(match i % 4 {
            0 => f64::from_bits(bits),
            1 => unit * 40.0,
            2 => unit * -40.0,
            _ => unit * -2000.0,
        });
    }
    let centres = zeros()
        .into_iter()
        .chain((0..40).map(|n| -f64::from(n)))
        .chain([
            0.5,
            1.5,
            2.5,
            15.5,
            16.0,
            4_503_599_627_370_496.0,
            2.55998e305,
        ]);
    for centre in centres {
        for distance in 0..60 {
            // From the next double to a tenth.
            let offset = centre.abs().max(1e-300) * 2f64.powi(-52 + distance * 49 / 60);
            inputs.extend([centre - offset, centre + offset]);
        }
        inputs.push(centre);
    }
    inputs.retain(|x| !x.is_nan());
    inputs
}

#[test]
fn doubles_keep_their_bound() {
    let Accuracy::UlpOrAbsolute { ulp, absolute } = accuracy("lgamma f64") else {
        panic!("a bound in ULP, and an absolute one beside the zeros")
    };
    let inputs = doubles();
    let mut outputs = vec![0.0; inputs.len()];
    lgamma_f64(&inputs, &mut outputs);
    inputs.par_iter().zip(&outputs).for_each(|(&x, &y)| {
        let expected = exact(x);
        let rounded = expected.to_f64();
        if rounded.is_infinite() || y.is_infinite() {
            assert_eq!(y, rounded, "lgamma({x:e})");
            return;
        }
        let unit = f64::from_bits(rounded.abs().to_bits() + 1) - rounded.abs();
        let error = (expected - y).abs().to_f64();
        let allowed = if x < 0.0 {
            (ulp * unit).max(0.5 * unit + absolute)
        } else {
            ulp * unit
        };
        assert!(
            error <= allowed,
            "lgamma({x:e} = {:#x}) = {y:e}, exactly rounded {rounded:e}, off by {} ulp",
            x.to_bits(),
            error / unit
        );
    });
}

fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    let floats: Vec<f32> = (0..=u32::MAX).step_by(10_007).map(f32::from_bits).collect();
    let doubles = doubles();
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        let mut y = vec![0.0; floats.len()];
        lgamma_f32_on(isa, &floats, &mut y);
        let hash = fnv1a(y.iter().flat_map(|y| y.to_bits().to_le_bytes()));
        assert_eq!(
            hash, 0x9352_8e1d_ac5b_5443,
            "floats on {isa:?}: {hash:#018x}"
        );
        let mut y = vec![0.0; doubles.len()];
        lgamma_f64_on(isa, &doubles, &mut y);
        let hash = fnv1a(y.iter().flat_map(|y| y.to_bits().to_le_bytes()));
        assert_eq!(
            hash, 0x26f0_3c24_2967_0c81,
            "doubles on {isa:?}: {hash:#018x}"
        );
    }
}
