//! Times of what rows of floats take, in nanoseconds an element: the least of many runs over rows in the first cache, and over more than a cache holds.
//!
//! `cargo run --release -p hostnpu-kernels --example measure_rows`

use std::hint::black_box;
use std::time::Instant;

use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows::{self, floats};
use hostnpu_kernels::{math, simd};

const COUNT: usize = 4096;
const RUNS: usize = 2000;

fn time(name: &str, mut run: impl FnMut()) {
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{name:32} {:6.3}", least / COUNT as f64 * 1e9);
}

fn main() {
    println!("{}", simd::chosen().name());
    let number = |i: usize| ((i * 40_503) % COUNT) as f32 / COUNT as f32 * 8.0 - 4.0;
    let x: Vec<f32> = (0..COUNT).map(number).collect();
    let ones = vec![1.0_f32; COUNT];
    let mut y = vec![0.0_f32; COUNT];
    let wide: Vec<f64> = x.iter().map(|&x| f64::from(x)).collect();
    let (mut tile, mut scratch) = (wide.clone(), [0.0; BLOCK]);
    time("gelu", || math::gelu::f32(black_box(&x), black_box(&mut y)));
    time("gelu by tanh", || {
        math::gelu_by_tanh::f32(black_box(&x), black_box(&mut y))
    });
    time("silu", || math::silu::f32(black_box(&x), black_box(&mut y)));
    time("gelu of any", || {
        math::gelu_erf::f32(black_box(&ones), black_box(&x), black_box(&mut y))
    });
    time("largest", || {
        black_box(floats::largest(black_box(&x)));
    });
    time("log_softmax", || {
        floats::log_softmax(black_box(&mut y), black_box(&x))
    });
    time("softmax", || {
        floats::softmax(black_box(&mut y), black_box(&x), &mut scratch)
    });
    time("exponentials of doubles", || {
        tile.copy_from_slice(black_box(&wide));
        black_box(rows::exponentials(&mut tile, 4.0));
    });
    let layer_norm = |y: &mut [f32], x: &[f32], weight: &[f64]| {
        let [mean, squares] = floats::moments(x);
        let factor = 1.0 / (squares / x.len() as f64).sqrt();
        floats::normalise_affine(y, x, weight, weight, mean, factor);
    };
    time("layer norm", || {
        layer_norm(black_box(&mut y), black_box(&x), black_box(&wide))
    });
    time("moments", || {
        black_box(floats::moments(black_box(&x)));
    });
    time("squares", || {
        black_box(floats::squares(black_box(&x)));
    });
    time("normalise", || {
        floats::normalise_affine(black_box(&mut y), &x, &wide, &wide, 0.5, 2.0)
    });
    let x: Vec<f32> = (0..COUNT * COUNT).map(number).collect();
    let mut y = vec![0.0_f32; COUNT * COUNT];
    large("copy", COUNT, &mut y, &x, |y, x| y.copy_from_slice(x));
    large("softmax", COUNT, &mut y, &x, |y, x| {
        floats::softmax(y, x, &mut scratch)
    });
    large("log_softmax", COUNT, &mut y, &x, floats::log_softmax);
    large("layer norm of 1024", 1024, &mut y, &x, |y, x| {
        layer_norm(y, x, &wide)
    });
}

/// The time of rows that no cache holds.
fn large(
    name: &str,
    width: usize,
    y: &mut [f32],
    x: &[f32],
    mut row: impl FnMut(&mut [f32], &[f32]),
) {
    let mut least = f64::INFINITY;
    for _ in 0..12 {
        let start = Instant::now();
        for (y, x) in y.chunks_mut(width).zip(x.chunks(width)) {
            row(y, x);
        }
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{name:32} {:6.3} an element of 2^24",
        least / x.len() as f64 * 1e9
    );
}
