//! Logspace where it is easy to go wrong: the table of corner cases, long f16 ranges, integers, a single step.

use half::{bf16, f16};
use hostnpu::kernels::logspace::{Element, ExponentRounding, Logspace};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

/// Start, end, steps and base.
type Arguments = (f32, f32, u64, f32);
/// The expected elements of one range.
type Case<T> = (Arguments, &'static [T]);

fn run<T: Element + Default>(
    (start, end, steps, base): Arguments,
    rounding: ExponentRounding,
) -> Vec<T> {
    let mut out = vec![T::default(); steps as usize];
    Logspace::new::<T>(start, end, steps, base, rounding).fill(0, &mut out);
    out
}

fn same(got: f32, want: f32, tolerance: f32) -> bool {
    got.to_bits() == want.to_bits()
        || got.is_nan() && want.is_nan()
        || (want.is_finite() && want != 0.0 && (got - want).abs() <= tolerance * want.abs())
}

#[test]
fn float_corner_cases_follow_the_reference_rule() {
    #[rustfmt::skip]
    let cases: &[Case<f32>] = &[
        ((-10.0, 10.0, 5, 10.0), &[1e-10, 1e-5, 1.0, 1e5, 1e10]),
        ((0.1, 1.0, 5, 10.0), &[1.25893, 2.11349, 3.54813, 5.95662, 10.0]),
        ((0.1, 1.0, 1, 10.0), &[1.25893]),
        ((2.0, 2.0, 1, 2.0), &[4.0]),
        ((3.0, 3.0, 4, 2.0), &[8.0; 4]),
        ((0.0, 0.0, 4, 7.0), &[1.0; 4]),
        ((1.0, 3.0, 2, 10.0), &[10.0, 1000.0]),
        ((1.0, 3.0, 3, 10.0), &[10.0, 100.0, 1000.0]),
        ((0.0, INF, 5, 10.0), &[NAN, INF, NAN, NAN, NAN]),
        ((-INF, 0.0, 5, 10.0), &[NAN, NAN, 0.0, 0.0, NAN]),
        ((INF, 0.0, 5, 10.0), &[NAN, NAN, INF, INF, NAN]),
        ((0.0, -INF, 5, 10.0), &[NAN, 0.0, NAN, NAN, NAN]),
        ((-INF, INF, 5, 10.0), &[NAN; 5]),
        ((INF, INF, 5, 10.0), &[NAN; 5]),
        ((0.0, INF, 6, 0.5), &[NAN, 0.0, 0.0, NAN, NAN, NAN]),
        ((0.0, INF, 5, 1.0), &[1.0; 5]),
        ((0.0, INF, 5, -1.0), &[NAN, 1.0, NAN, NAN, NAN]),
        ((0.0, INF, 5, 0.0), &[NAN, 0.0, NAN, NAN, NAN]),
        ((NAN, 1.0, 4, 10.0), &[NAN; 4]),
        ((0.0, NAN, 4, 10.0), &[NAN; 4]),
        ((NAN, NAN, 4, 1.0), &[1.0; 4]),
        ((1.0, 4.0, 4, 0.0), &[0.0; 4]),
        ((-4.0, -1.0, 4, 0.0), &[INF; 4]),
        ((-2.0, 2.0, 5, 0.0), &[INF, INF, 1.0, 0.0, 0.0]),
        ((2.0, -2.0, 5, 0.0), &[0.0, 0.0, 1.0, INF, INF]),
        ((0.0, 4.0, 5, 0.0), &[1.0, 0.0, 0.0, 0.0, 0.0]),
        ((-4.0, 0.0, 5, 0.0), &[INF, INF, INF, INF, 1.0]),
        ((0.0, 0.0, 3, 0.0), &[1.0; 3]),
        ((-1.0, 2.0, 4, -0.0), &[-INF, 1.0, -0.0, 0.0]),
        ((-2.0, 2.0, 5, -2.0), &[0.25, -0.5, 1.0, -2.0, 4.0]),
        ((0.0, 2.0, 5, -2.0), &[1.0, NAN, -2.0, NAN, 4.0]),
        ((0.0, 3.0, 4, -1.0), &[1.0, -1.0, 1.0, -1.0]),
        ((-2.0, 2.0, 5, INF), &[0.0, 0.0, 1.0, INF, INF]),
        ((-2.0, 2.0, 5, -INF), &[0.0, -0.0, 1.0, -INF, INF]),
        ((-1.0, 1.0, 3, NAN), &[NAN, 1.0, NAN]),
        ((0.0, 0.0, 3, NAN), &[1.0; 3]),
        ((0.0, 40.0, 5, 10.0), &[1.0, 1e10, 1e20, 1e30, INF]),
        ((-50.0, 0.0, 6, 10.0), &[0.0, 1e-40, 1e-30, 1e-20, 1e-10, 1.0]),
        ((1.0, 1.0, 1, -INF), &[-INF]),
        ((-3e38, 3e38, 5, 10.0), &[NAN, INF, 0.0, 0.0, NAN]),
        ((0.0, 1.0, 2, 0.0), &[1.0, 0.0]),
    ];
    for &(arguments, want) in cases {
        for rounding in [ExponentRounding::Never, ExponentRounding::Last] {
            let got: Vec<f32> = run(arguments, rounding);
            assert_eq!(got.len(), want.len());
            // Literals of six digits have that accuracy; all others are the rounded result itself.
            let tolerance = if arguments.0 == 0.1 { 4e-6 } else { 0.0 };
            for (i, (&got, &want)) in got.iter().zip(want).enumerate() {
                assert!(
                    same(got, want, tolerance),
                    "{arguments:?} {rounding:?}, element {i}: {got:e}, not {want:e}"
                );
            }
        }
    }
}

#[test]
#[expect(clippy::approx_constant, reason = "the table has 2.718, not e")]
fn half_corner_cases_follow_half_arithmetic() {
    #[rustfmt::skip]
    let cases: &[Case<f32>] = &[
        ((0.0, 5.0, 6, 10.0), &[1.0, 10.0, 100.0, 1000.0, 10000.0, INF]),
        ((1.0, 3.0, 5, 10.0), &[10.0, 31.625, 100.0, 316.25, 1000.0]),
        ((0.0, 1.0, 5, 2.718), &[1.0, 1.28418, 1.64844, 2.11719, 2.71875]),
        ((4.8, 4.9, 3, 10.0), &[63200.0, INF, INF]),
        ((2.0, 2.0, 1, 300.0), &[INF]),
        ((0.0, INF, 5, 10.0), &[NAN, INF, NAN, NAN, NAN]),
        ((-1.0, 2.0, 4, -0.0), &[-INF, 1.0, -0.0, 0.0]),
    ];
    for &(arguments, want) in cases {
        let got: Vec<f16> = run(arguments, ExponentRounding::EveryOperation);
        for (i, (&got, &want)) in got.iter().zip(want).enumerate() {
            assert!(
                same(got.to_f32(), want, 4e-6),
                "{arguments:?}, element {i}: {got}, not {want}"
            );
        }
    }
}

#[test]
fn int32_corner_cases_are_cut_off_and_exact_at_powers() {
    const MAX: i32 = i32::MAX;
    #[rustfmt::skip]
    let cases: &[Case<i32>] = &[
        ((0.0, 4.0, 5, 10.0), &[1, 10, 100, 1000, 10000]),
        ((4.3, 5.0, 2, 10.0), &[10000, 100000]),
        ((4.3, 5.0, 1, 10.0), &[19952]),
        ((0.0, 12.0, 4, 10.0), &[1, 10000, 100000000, MAX]),
        ((-2.0, 2.0, 5, 10.0), &[0, 0, 1, 10, 100]),
        ((0.0, 3.0, 7, -2.0), &[1, 0, -2, 0, 4, 0, -8]),
        ((0.0, 2.0, 5, -2.0), &[1, 0, -2, 0, 4]),
        ((-1.0, 1.0, 3, 0.0), &[MAX, 1, 0]),
        ((0.0, INF, 5, 10.0), &[1, MAX, MAX, MAX, MAX]),
        ((-0.9, 0.9, 3, 10.0), &[1, 1, 1]),
        ((0.0, 40.0, 3, -3.0), &[1, MAX, MAX]),
        ((1.0, 1.0, 1, NAN), &[0]),
        ((-3.0, -1.0, 3, 10.0), &[0, 0, 0]),
        // The ends of the type, a cube root that is an integer, and a power that f32 cannot hold.
        ((31.0, 31.0, 2, -2.0), &[i32::MIN, i32::MIN]),
        ((0.0, 1.0, 4, 8.0), &[1, 2, 4, 8]),
        ((13.0, 13.0, 1, 5.0), &[1_220_703_125]),
        ((NAN, 2.0, 3, 10.0), &[1, 10, 100]),
    ];
    for &(arguments, want) in cases {
        let got: Vec<i32> = run(arguments, ExponentRounding::Never);
        assert_eq!(got, want, "{arguments:?}");
    }
    for base in 2..=46340i32 {
        let exponents = (0..).take_while(|&e| base.checked_pow(e).is_some()).count() as u64;
        let want: Vec<i32> = (0..exponents as u32).map(|e| base.pow(e)).collect();
        let arguments = (0.0, (exponents - 1) as f32, exponents, base as f32);
        let got: Vec<i32> = run(arguments, ExponentRounding::Never);
        assert_eq!(got, want, "{arguments:?}");
    }
}

#[test]
fn long_half_ranges_follow_half_arithmetic() {
    let run = |start, end, steps, base| -> Vec<f32> {
        let out: Vec<f16> = run((start, end, steps, base), ExponentRounding::EveryOperation);
        out.iter().map(|x| x.to_f32()).collect()
    };
    let close = |got: f32, want: f32| (got - want).abs() <= 3e-6 * want;

    let ramp = run(0.0, 1.0, 4096, 2.0);
    for (i, want) in [
        (1000, 1.18457),
        (2047, 1.41406),
        (2048, 1.41406),
        (3000, 1.66113),
    ] {
        assert!(close(ramp[i], want), "0..1, 4096: {i} is {}", ramp[i]);
    }
    let ramp = run(1.0, 3.0, 32768, 10.0);
    for (i, want) in [
        (8192, 31.625),
        (16383, 100.0),
        (16384, 100.0),
        (24576, 316.25),
    ] {
        assert_eq!(ramp[i], want, "1..3, 32768: {i}");
    }
    // From 65520 on an index is infinite, and from 65521 steps on the step is 0: two levels with NaN between.
    for (start, end, steps, first, last) in [
        (1.0, 3.0, 65536, 10.0, 1000.0),
        (1.0, 3.0, 98304, 10.0, 1000.0),
        (1.0, 3.0, 131072, 10.0, 1000.0),
        (1.0, 3.0, 262144, 10.0, 1000.0),
        (2.0, 2.0, 131072, 100.0, 100.0),
    ] {
        for (i, got) in run(start, end, steps, 10.0).into_iter().enumerate() {
            let i = i as u64;
            let level = if i < steps / 2 { first } else { last };
            let distance = i.min(steps - 1 - i);
            let same = if distance >= 65520 {
                got.is_nan()
            } else {
                got == level
            };
            assert!(same, "{start}..{end}, {steps} steps: element {i} is {got}");
        }
    }
}

#[test]
fn exponents_rounded_to_16_bits_are_those_of_linspace() {
    fn check<T: Element + Default>(to_f32: fn(T) -> f32, from_f32: fn(f32) -> T) {
        for (start, end, steps, base) in [
            (3.5f32, 15.5, 5, 1.5),
            (-3.0, 4.0, 1000, 2.5),
            (2.0, -2.0, 77, 10.0),
        ] {
            let got: Vec<T> = run((start, end, steps, base), ExponentRounding::Last);
            let base = to_f32(from_f32(base));
            let step = (end - start) / (steps - 1) as f32;
            for (i, got) in got.into_iter().enumerate() {
                let i = i as u64;
                let sum = if i < steps / 2 {
                    start + step * i as f32
                } else {
                    end - step * (steps - 1 - i) as f32
                };
                let exponent = to_f32(from_f32(sum));
                let power = f64::from(base).powf(exponent.into()) as f32;
                let (got, want) = (to_f32(got), to_f32(from_f32(power)));
                assert_eq!(
                    got, want,
                    "{start}..{end}, {steps} steps of {base}: element {i}"
                );
            }
        }
    }
    check::<f16>(f16::to_f32, f16::from_f32);
    check::<bf16>(bf16::to_f32, bf16::from_f32);
}

#[test]
fn no_steps_write_nothing_and_one_step_rounds_no_argument() {
    let nothing: Vec<f32> = run((1.0, 2.0, 0, 10.0), ExponentRounding::Never);
    assert!(nothing.is_empty());
    // 2049 and 1/3 are no f16, 2.5 is no integer.
    let half: Vec<f16> = run((1.0, 9.0, 1, 2049.0), ExponentRounding::EveryOperation);
    assert_eq!(half[0].to_f32(), 2048.0);
    let half: Vec<f16> = run((0.33333334, 9.0, 1, 8.0), ExponentRounding::EveryOperation);
    assert_eq!(half[0].to_f32(), 2.0);
    let integer: Vec<i32> = run((2.5, 9.0, 1, 4.0), ExponentRounding::Never);
    assert_eq!(integer, [32]);
}
