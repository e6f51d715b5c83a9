//! Functions of complex floats, and remainders, have the same bits on every instruction set, and wherever an element stands in a slice.

use hostnpu_test_support as support;
use hostnpu_test_support::complex::functions;
use hostnpu_test_support::complex::samples;

use functions::{C64, FUNCTIONS};
use hostnpu_kernels::arith::{fmod, remainder};
use samples::pair;
use support::{Random, doubles, floats, line_of_bits};

/// Odd, so that a loop of vectors has a rest.
const COUNT: usize = 2021;

/// A NaN is one, whatever its bits are.
fn bits(part: f32) -> u32 {
    if part.is_nan() {
        f32::NAN.to_bits()
    } else {
        part.to_bits()
    }
}

fn hashes() -> Vec<String> {
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0];
    let complex = FUNCTIONS.iter().map(|function| {
        let mut random = Random::new(5);
        let (mut a, mut b): (Vec<C64>, Vec<C64>) =
            (0..COUNT).map(|_| pair(function, &mut random)).unzip();
        for i in (0..COUNT).step_by(97) {
            a[i].re = special[i % 5];
            b[i].im = special[i / 5 % 5];
        }
        let of = |a: &[C64], b: &[C64]| -> Vec<[u32; 2]> {
            let mut y = vec![C64::default(); a.len()];
            (function.run)(a, b, &mut y);
            y.iter().map(|z| [bits(z.re), bits(z.im)]).collect()
        };
        let all = of(&a, &b);
        for i in 0..COUNT {
            let alone = of(&a[i..=i], &b[i..=i]);
            assert_eq!(alone[0], all[i], "{} of {} {}", function.name, a[i], b[i]);
        }
        line_of_bits(function.name, all)
    });
    let (a, wide_a) = (floats(), doubles());
    let (mut b, mut wide_b) = (a.clone(), wide_a.clone());
    b.rotate_left(1234);
    wide_b.rotate_left(1234);
    let (mut y, mut wide) = (a.clone(), wide_a.clone());
    let mut lines: Vec<String> = complex.collect();
    for (name, f) in [
        ("fmod", fmod::f32 as fn(&[f32], &[f32], &mut [f32])),
        ("remainder", remainder::f32),
    ] {
        f(&a, &b, &mut y);
        lines.push(line_of_bits(
            name,
            y.iter().map(|&x| bits(x)).collect::<Vec<_>>(),
        ));
    }
    for (name, f) in [
        ("fmod f64", fmod::f64 as fn(&[f64], &[f64], &mut [f64])),
        ("remainder f64", remainder::f64),
    ] {
        f(&wide_a, &wide_b, &mut wide);
        let of = |x: &f64| if x.is_nan() { 0 } else { x.to_bits() };
        lines.push(line_of_bits(name, wide.iter().map(of).collect::<Vec<_>>()));
    }
    lines
}

#[test]
fn every_place_and_every_instruction_set_gives_the_same_bits() {
    support::same_on_every_instruction_set(hashes);
}
