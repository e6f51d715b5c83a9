//! The modulus of complex floats, `sqrt(x² + y²)`, against the correctly rounded one: where it is exactly a float or exactly in the middle between two,
//! beside those, subnormal, beside the largest float, and for 2^32 random pairs in the long run, some minutes.
//!
//! ```text
//! HOSTNPU_RECORD=1 cargo test --release -p hostnpu-kernels --test hypot_pairs -- --ignored --nocapture
//! ```

use hostnpu_kernels::{abs, complex};
use hostnpu_numeric::Complex;
use rug::Float;

use hostnpu_test_support as support;
use hostnpu_test_support::record;
use hostnpu_test_support::ulp;

use record::{Run, record};
use support::{Random, choose_instruction_set, on_every_instruction_set};

type C64 = Complex<f32>;

/// Bits of a reference. Squares of two floats of like size have at most 96 together; of others, the root is beside a float and not in the middle.
const BITS: u32 = 400;

fn exact(z: C64) -> f32 {
    let square = |x: f32| Float::with_val(BITS, x).square();
    Float::with_val(BITS, square(z.re) + square(z.im))
        .sqrt()
        .to_f32()
}

/// Number of moduli that are not the nearest floats.
fn misrounded(z: &[C64]) -> u64 {
    let mut y = vec![0.0; z.len()];
    complex::abs::c64(z, &mut y);
    let mut same = vec![0.0; z.len()];
    abs::moduli(z, &mut same);
    assert_eq!(y, same);
    let mut wrong = 0;
    for (&z, &got) in z.iter().zip(&y) {
        // From the C library, less than a unit off.
        let near = f64::from(z.re).hypot(z.im.into());
        if near > 1e-36 && ulp::decided_f32(near, 50) == Some(got) {
            continue;
        }
        let want = exact(z);
        if got.to_bits() != want.to_bits() {
            wrong += 1;
            if wrong <= 10 {
                println!("{z:e}: {got:e}, not {want:e}");
            }
        }
    }
    wrong
}

/// Legs of right triangles with integers as sides, and their neighbours. Where the hypotenuse has 25 bits and is odd, it is in the middle.
fn triples() -> Vec<C64> {
    let mut z = vec![];
    for p in 2..5800_u64 {
        for q in [1, 2, 3, p / 3, p / 2, 2 * p / 3, p - 1] {
            let (a, b) = (p * p - q.min(p) * q.min(p), 2 * p * q);
            if a >= 1 << 24 || b >= 1 << 24 {
                continue;
            }
            let (a, b) = (a as f32, b as f32);
            for (a, b) in [
                (a, b),
                (a.next_up(), b),
                (a, b.next_down()),
                (b.next_up(), a.next_down()),
            ] {
                z.push(C64::new(a, -b));
            }
        }
    }
    z
}

#[test]
fn triangles_with_integers_as_sides() {
    choose_instruction_set();
    let z = triples();
    let middles = z
        .iter()
        .filter(|z| {
            let root = f64::from(z.re).hypot(z.im.into());
            root.fract() == 0.0 && root > 16_777_216.0 && root % 2.0 == 1.0
        })
        .count();
    assert!(middles > 300, "{middles}");
    assert_eq!(misrounded(&z), 0);
    for exponent in [-149, -160, -130, 50, 103] {
        let scale = f64::from(exponent).exp2();
        let moved = |x: f32| (f64::from(x) * scale) as f32;
        let z: Vec<C64> = z
            .iter()
            .map(|z| C64::new(moved(z.re), moved(z.im)))
            .collect();
        let z: Vec<C64> = z
            .into_iter()
            .filter(|z| z.re.is_finite() && z.im.is_finite())
            .collect();
        assert_eq!(misrounded(&z), 0, "times 2^{exponent}");
    }
}

#[test]
fn edges() {
    choose_instruction_set();
    let mut random = Random::new(7);
    let mut z = vec![];
    // Beside the middle above the largest float.
    let largest = f64::from(f32::MAX);
    for i in 0..20_000 {
        let angle = f64::from(i) * (std::f64::consts::FRAC_PI_2 / 20_000.0);
        let radius = largest * (1.0 + (random.next() % 64) as f64 * f64::exp2(-30.0));
        let (re, im) = ((radius * angle.cos()) as f32, (radius * angle.sin()) as f32);
        z.push(C64::new(re.min(f32::MAX), im.min(f32::MAX)));
    }
    // Subnormal parts, alone and beside anything.
    for _ in 0..40_000 {
        let small = |word: u64| f32::from_bits((word % (1 << (1 + word % 25))) as u32);
        let (a, b) = (small(random.next()), small(random.next()));
        z.push(C64::new(a, b));
        let any = f32::from_bits(random.next() as u32 & 0x7f7f_ffff);
        z.push(C64::new(any, -a));
    }
    assert_eq!(misrounded(&z), 0);
    let special = [
        (f32::INFINITY, f32::NAN, f32::INFINITY),
        (f32::NAN, f32::NEG_INFINITY, f32::INFINITY),
        (f32::NEG_INFINITY, 1.0, f32::INFINITY),
        (0.0, -0.0, 0.0),
        (-0.0, -0.0, 0.0),
        (-3.0, 0.0, 3.0),
    ];
    for (re, im, want) in special {
        let mut y = [0.0];
        complex::abs::c64(&[C64::new(re, im)], &mut y);
        assert_eq!(y[0].to_bits(), f32::to_bits(want), "{re} {im}");
        let mut y = [0.0];
        complex::abs::c128(&[Complex::new(re.into(), im.into())], &mut y);
        assert_eq!(y[0].to_bits(), f64::to_bits(want.into()), "{re} {im}");
    }
    for z in [(f32::NAN, 1.0), (0.0, f32::NAN), (f32::NAN, f32::NAN)] {
        let mut y = [0.0];
        complex::abs::c64(&[C64::new(z.0, z.1)], &mut y);
        assert!(y[0].is_nan(), "{z:?}");
    }
}

#[test]
fn moduli_of_doubles_are_near() {
    choose_instruction_set();
    let mut random = Random::new(9);
    let z: Vec<Complex<f64>> = (0..60_000)
        .map(|i| {
            let any = f64::from_bits(random.next() & 0x7fef_ffff_ffff_ffff);
            let scale = (random.next() % 60) as f64 - 30.0;
            let other = match i % 3 {
                0 => f64::from_bits(random.next() & 0x7fef_ffff_ffff_ffff),
                1 => f64::from_bits(random.next() % (1 << 53)),
                _ => (any * scale.exp2()).min(f64::MAX),
            };
            Complex::new(any, other)
        })
        .collect();
    let mut y = vec![0.0; z.len()];
    complex::abs::c128(&z, &mut y);
    for (z, got) in z.iter().zip(y) {
        let square = |x: f64| Float::with_val(5000, x).square();
        let exact = Float::with_val(5000, square(z.re) + square(z.im)).sqrt();
        let nearest = exact.to_f64();
        if nearest.is_infinite() || got.is_infinite() {
            assert_eq!(nearest, got, "{z:e}");
            continue;
        }
        // A subnormal one is rounded twice.
        let unit = nearest.next_up() - nearest;
        let most = if nearest < f64::MIN_POSITIVE {
            1.0
        } else {
            0.5001
        };
        let error = (Float::with_val(200, got - exact) / unit).to_f64().abs();
        assert!(error <= most, "{z:e}: {got:e}, {error} units off");
    }
}

#[test]
fn every_instruction_set() {
    choose_instruction_set();
    on_every_instruction_set("every_instruction_set");
}

#[test]
#[ignore = "2^32 pairs, some minutes: see the head of the file"]
fn many_moduli_are_correctly_rounded() {
    const PAIRS: u64 = 1 << 32;
    const RUN: usize = 1 << 14;
    let mut random = Random::new(11);
    let mut z = vec![C64::default(); RUN];
    let mut wrong = 0;
    for _ in 0..PAIRS / RUN as u64 {
        for z in &mut z {
            let word = random.next();
            let (a, b) = ((word >> 32) as u32, word as u32);
            // Half of them of about one size.
            let a = a & 0x7f7f_ffff;
            let b = if b >> 31 == 0 {
                b & 0x7f7f_ffff
            } else {
                let exponent = (a >> 23).saturating_sub(b >> 23 & 15);
                exponent << 23 | b & 0x7f_ffff
            };
            *z = C64::new(f32::from_bits(a), f32::from_bits(b));
        }
        wrong += misrounded(&z);
    }
    println!("abs: {wrong} of {PAIRS} not correctly rounded");
    record(&Run {
        kernel: "math abs c64 of random pairs",
        arguments: PAIRS,
        misrounded: Some(wrong),
        largest: None,
    });
    assert_eq!(wrong, 0);
}
