//! Transforms beside sums of products with 200 bits, for lengths of every kind; each part may be off by a few units of the sum of magnitudes.

use hostnpu_kernels::fourier::{Fourier, Number};
use hostnpu_test_support::Random;
use rug::Float;
use rug::float::Constant;

const BITS: u32 = 200;

/// Units of the last place of the sum of magnitudes.
const BOUND: f64 = 1.0;

fn transformed(x: &[Number]) -> Vec<Number> {
    let fourier = Fourier::new(x.len()).unwrap();
    let mut to = vec![Number::new(f64::NAN, f64::NAN); x.len()];
    let mut work = vec![Number::new(f64::NAN, f64::NAN); fourier.work()];
    fourier.transform(x, &mut to, &mut work);
    to
}

/// The exact transform, of as many results as are asked for.
fn exact(x: &[Number], count: usize) -> Vec<[Float; 2]> {
    let pi = Float::with_val(BITS, Constant::Pi);
    let root = |k: usize| {
        let angle = Float::with_val(BITS, &pi * (2 * k) as u32) / x.len() as u32;
        angle.sin_cos(Float::new(BITS))
    };
    let roots: Vec<(Float, Float)> = (0..x.len()).map(root).collect();
    let bin = |w: usize| {
        let mut sum = [Float::new(BITS), Float::new(BITS)];
        for (k, x) in x.iter().enumerate() {
            let (sin, cos) = &roots[w * k % roots.len()];
            sum[0] += Float::with_val(BITS, cos * x.re) + Float::with_val(BITS, sin * x.im);
            sum[1] += Float::with_val(BITS, cos * x.im) - Float::with_val(BITS, sin * x.re);
        }
        sum
    };
    (0..x.len())
        .step_by(x.len().div_ceil(count))
        .map(bin)
        .collect()
}

fn numbers(n: usize, seed: u64) -> Vec<Number> {
    let mut random = Random::new(seed);
    let mut next = || random.next() as i64 as f64 / 2_f64.powi(60);
    (0..n).map(|_| Number::new(next(), next())).collect()
}

#[test]
fn lengths_of_every_kind_are_near_the_exact_sums() {
    let few = 1..130;
    let others = [
        243,
        256,
        400,
        500,
        512,
        1000,
        1021,
        1024,
        2 * 67 * 11,
        4093,
        4096,
    ];
    let mut worst = 0.0_f64;
    for n in few.chain(others) {
        let x = numbers(n, n as u64);
        let all: f64 = x.iter().map(|x| x.re.abs() + x.im.abs()).sum();
        let (results, wanted) = (transformed(&x), exact(&x, 60));
        for (got, wanted) in results.iter().step_by(n.div_ceil(60)).zip(wanted) {
            for (got, wanted) in [got.re, got.im].into_iter().zip(wanted) {
                let error = Float::with_val(BITS, got - wanted).to_f64().abs();
                let units = error / (all * f64::EPSILON);
                assert!(units <= BOUND, "{units} units for length {n}");
                worst = worst.max(units);
            }
        }
    }
    println!("at most {worst} units");
}

#[test]
fn the_example_of_the_vendor_s_page_is_exact() {
    let x = [1.0, 2.0, 3.0, 4.0].map(|x| Number::new(x, 0.0));
    let wanted = [(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0), (-2.0, -2.0)];
    assert_eq!(transformed(&x), wanted.map(|(re, im)| Number::new(re, im)));
}

#[test]
fn a_single_number_has_the_roots_as_its_transform() {
    for n in [1, 2, 3, 7, 16, 61, 67, 128, 134] {
        let mut x = vec![Number::default(); n];
        x[n - 1] = Number::new(1.0, 0.0);
        for (k, got) in transformed(&x).iter().enumerate() {
            let angle = std::f64::consts::TAU * k as f64 / n as f64;
            let wanted = Number::new(angle.cos(), angle.sin());
            assert!((got - wanted).l1_norm() < 4e-15, "{got} at {k} of {n}");
        }
    }
}
