//! Logspace against the exact formula, with MPFR as the judge, in all the sizes of the acceptance list; and the same bits
//! on every instruction set and for every cut.

use half::{bf16, f16};
use hostnpu::kernels::logspace::{Element, ExponentRounding, Logspace};
use hostnpu::kernels::simd::Isa;
use rug::Float;
use rug::ops::Pow;

use hostnpu_test_support as support;

use support::acceptance;
use support::bounds::{self, Accuracy, accuracy};
use support::record::{Run, record};

const SIZES: [u64; 7] = [0, 1, 128, 65536, 98304, 131072, 262144];

/// Start, end, base: falling and rising, bases below and far above 1, results that leave f32 on either side, ends
/// of very different size.
const RANGES: [(f32, f32, f32); 10] = [
    (1.0, 3.0, 10.0),
    (-3.0, 3.0, 10.0),
    (-10.0, 10.0, 2.0),
    (5.0, -7.0, 0.37),
    (0.1, 0.7, 1e30),
    (-160.0, 140.0, 2.0),
    (45.0, -50.0, 10.0),
    (-1e9, 1.5e9, 1.000_000_1),
    (-12345.678, 1e-3, 1.5),
    (2.0, 2.0, 4097.0),
];

fn fill<T: Element + Default>(
    isa: Isa,
    (start, end, base): (f32, f32, f32),
    steps: u64,
    rounding: ExponentRounding,
) -> Vec<T> {
    let mut out = vec![T::default(); steps as usize];
    Logspace::new::<T>(start, end, steps, base, rounding).fill_on(isa, 0, &mut out);
    out
}

/// base^(start + (end - start) · i / (steps - 1)) to 160 bits.
fn exact((start, end, base): (f32, f32, f32), steps: u64, i: u64) -> Float {
    let wide = |x: f32| Float::with_val(400, x);
    let mut exponent = wide(start);
    if steps > 1 {
        exponent += (wide(end) - wide(start)) * i / (steps - 1);
    }
    Float::with_val(160, wide(base).pow(exponent))
}

/// Distance from the true value in units of the last place of an f32 at that value.
fn ulp_error(got: f32, exact: &Float) -> f64 {
    let exponent = exact.get_exp().expect("positive").max(-125);
    if got.is_infinite() {
        // Right if the value rounds to 2^128 or above; as an error, the distance to that.
        let limit = Float::with_val(160, 128).exp2() - Float::with_val(160, 103).exp2();
        return if *exact >= limit { 0.0 } else { f64::INFINITY };
    }
    let difference = Float::with_val(160, exact - Float::with_val(24, got));
    (difference >> (exponent - 24)).to_f64().abs()
}

#[test]
fn f32_is_within_its_bound_of_the_exact_formula() {
    let bound = bounds::ulp("logspace f32");
    let mut worst = 0.0f64;
    for range in RANGES {
        for steps in SIZES {
            let got: Vec<f32> = fill(Isa::Avx512, range, steps, ExponentRounding::Never);
            // All of the short ones; of the long ones both ends, the middle and a stride that is prime.
            let stride = if steps < 1000 { 1 } else { 211 };
            let dense = |i: u64| {
                i.is_multiple_of(stride) || i < 70 || steps - i < 70 || i.abs_diff(steps / 2) < 70
            };
            for i in (0..steps).filter(|&i| dense(i)) {
                let error = ulp_error(got[i as usize], &exact(range, steps, i));
                assert!(
                    error <= bound,
                    "{range:?}, {steps} steps: element {i} is {:e}, {error} ULP off",
                    got[i as usize]
                );
                worst = worst.max(error);
            }
        }
    }
    println!("largest error {worst:.7} ULP");
}

#[test]
#[ignore = "long run: every element of every range and size; cargo test --release --test logspace_accuracy -- --ignored --nocapture"]
fn every_f32_is_correctly_rounded() {
    let (mut count, mut misrounded, mut worst) = (0u64, 0u64, 0.0f64);
    for range in RANGES {
        for steps in SIZES {
            let got: Vec<f32> = fill(Isa::Avx512, range, steps, ExponentRounding::Never);
            for (i, &got) in got.iter().enumerate() {
                let error = ulp_error(got, &exact(range, steps, i as u64));
                worst = worst.max(error);
                count += 1;
                if error > 0.5 {
                    misrounded += 1;
                    println!("{range:?}, {steps} steps: element {i} is {got:e}, {error} ULP off");
                }
            }
        }
    }
    println!("{count} elements, {misrounded} misrounded, largest error {worst:.9} ULP");
    record(&Run {
        kernel: "logspace f32",
        arguments: count,
        misrounded: Some(misrounded),
        largest: Some(worst),
    });
    assert_eq!(misrounded, 0);
}

#[test]
fn exact_powers_stay_exact_inside_long_ranges() {
    // 1025 steps over 0..=1024/64: every 64th element is an integer power, and blocks are 64 long; 1001 is not aligned.
    for base in [2.0f32, 3.0, 5.0, 7.0, 10.0] {
        for steps in [1025u64, 1001] {
            let top = 16u64;
            let range = (0.0, top as f32, base);
            let got: Vec<f32> = fill(Isa::Avx512, range, steps, ExponentRounding::Never);
            for power in 0..=top {
                if !(power * (steps - 1)).is_multiple_of(top) {
                    continue;
                }
                let index = (power * (steps - 1) / top) as usize;
                let want = (base as u64).pow(power as u32) as f32;
                assert_eq!(got[index], want, "{base}^{power}, {steps} steps");
            }
        }
    }
}

#[test]
fn every_type_meets_the_acceptance_thresholds() {
    const SINGLE: &str = "logspace f32, whole result";
    const OTHERS: &str = "logspace 16 bits and i32, whole result";
    fn check<T: Element + Default>(
        name: &str,
        to_f64: fn(T) -> f64,
        kernel: &str,
        cut: fn(f64) -> f64,
    ) {
        let Accuracy::Difference(threshold) = accuracy(kernel) else {
            panic!("a bound on the whole result")
        };
        for range in [(1.0, 3.0, 10.0), (-3.0, 3.0, 10.0), (-10.0, 10.0, 2.0)] {
            for steps in SIZES {
                let got: Vec<T> = fill(Isa::Avx512, range, steps, ExponentRounding::Never);
                let got: Vec<f64> = got.into_iter().map(to_f64).collect();
                let (start, end, base) = range;
                let step = f64::from(end - start) / (steps.max(2) - 1) as f64;
                let curve: Vec<f64> = (0..steps)
                    .map(|i| f64::from(base).powf(f64::from(start) + step * i as f64))
                    .map(cut)
                    .collect();
                let what = format!("{name} {range:?}, {steps} steps");
                acceptance::assert_accepted(&what, &got, &curve, threshold);
            }
        }
    }
    check::<f32>("f32", f64::from, SINGLE, |x| x);
    check::<f16>("f16", f16::to_f64, OTHERS, |x| x);
    check::<bf16>("bf16", bf16::to_f64, OTHERS, |x| x);
    // Cutting off is no error: the baseline is cut off too.
    check::<i32>("i32", f64::from, OTHERS, f64::trunc);
}

fn bytes<T: Element + Default>(isa: Isa, to_bits: fn(T) -> u32) -> Vec<u32> {
    let mut bits = Vec::new();
    let special = [
        (0.0, f32::INFINITY, 10.0),
        (-3.0, 4.0, -2.0),
        (-1.0, 1.0, 0.0),
    ];
    for range in RANGES.into_iter().chain(special) {
        for steps in [1, 7, 255, 256, 1000, 9001] {
            for rounding in [
                ExponentRounding::Never,
                ExponentRounding::Last,
                ExponentRounding::EveryOperation,
            ] {
                let out: Vec<T> = fill(isa, range, steps, rounding);
                bits.extend(out.into_iter().map(to_bits));
            }
        }
    }
    bits
}

/// FNV-1a.
fn hash(bits: &[u32]) -> u64 {
    bits.iter()
        .flat_map(|b| b.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// NaN has many encodings, and compilers choose among them.
fn canonical(x: f32) -> u32 {
    if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        let hashes = [
            hash(&bytes::<f32>(isa, canonical)),
            hash(&bytes::<f16>(isa, |x| canonical(x.to_f32()))),
            hash(&bytes::<bf16>(isa, |x| canonical(x.to_f32()))),
            hash(&bytes::<i32>(isa, |x| x as u32)),
        ];
        assert_eq!(hashes, COMMITTED, "{isa:?}: {hashes:#018x?}");
    }
}

const COMMITTED: [u64; 4] = [
    0xb781_d597_c1af_2082,
    0x2806_9ce1_eab9_605d,
    0x47b0_ba6b_0823_777b,
    0xf12b_a007_901a_0fd2,
];

#[test]
fn an_element_does_not_depend_on_where_the_range_is_cut() {
    let steps = 20_000u64;
    for range in RANGES {
        let whole: Vec<f32> = fill(Isa::Avx512, range, steps, ExponentRounding::Never);
        let logspace =
            Logspace::new::<f32>(range.0, range.1, steps, range.2, ExponentRounding::Never);
        for length in [1usize, 63, 64, 65, 1000, 4096, 4097] {
            let mut pieces = vec![0.0f32; steps as usize];
            for (k, piece) in pieces.chunks_mut(length).enumerate() {
                logspace.fill((k * length) as u64, piece);
            }
            let differs = (0..whole.len()).find(|&i| whole[i].to_bits() != pieces[i].to_bits());
            assert_eq!(differs, None, "{range:?} in pieces of {length}");
        }
    }
}

#[test]
fn the_acceptance_measure_sees_what_it_must() {
    use acceptance::{Difference, difference};
    let inf = f64::INFINITY;
    let same = difference(&[1.0, inf, f64::NAN], &[1.0, inf, f64::NAN]);
    assert_eq!(
        same,
        Ok(Difference {
            diff1: 0.0,
            diff2: 0.0
        })
    );
    assert!(difference(&[1.0, inf], &[1.0, -inf]).is_err());
    assert!(difference(&[1.0, f64::NAN], &[1.0, 1.0]).is_err());
    assert!(difference(&[1.0], &[1.0, 1.0]).is_err());
    // The finite rest counts although there is a matching NaN.
    let off = difference(&[f64::NAN, 1.0, 3.0], &[f64::NAN, 1.0, 1.0]).expect("they match");
    assert!((off.diff1 - 1.0).abs() < 1e-8, "{off:?}");
    assert!((off.diff2 - 2f64.sqrt()).abs() < 1e-8, "{off:?}");
}
