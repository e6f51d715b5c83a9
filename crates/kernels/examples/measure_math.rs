//! Times of the elementary functions over dense slices in the second cache, in nanoseconds an element: the least of many runs.
//! Columns: f32, f32 rounded to odd, f64; of functions of one argument also f16 and bf16, by tables. A word as argument selects the functions whose names contain it.
//!
//! `cargo run --release -p hostnpu-kernels --example measure_math [NAME]`

use std::hint::black_box;
use std::time::Instant;

use half::{bf16, f16};
use hostnpu_kernels::{math, simd};

/// Elements: two slices of floats fit the second cache.
const COUNT: usize = 65_536;

fn time(mut run: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_secs_f64());
    }
    least / COUNT as f64 * 1e9
}

/// Numbers of `from..to`, in no order that a branch could learn.
fn values<T>(from: f32, to: f32, number: impl Fn(f32) -> T) -> Vec<T> {
    (0..COUNT)
        .map(|i| {
            let random = i.wrapping_mul(40_503).wrapping_add(i / 3) % COUNT;
            number(from + (to - from) * (random as f32 / COUNT as f32))
        })
        .collect()
}

macro_rules! unary {
    ($only:expr; $($name:ident: $from:expr, $to:expr;)+) => {$(
        if stringify!($name).contains($only) {
            let x = values($from, $to, |x| x);
            let wide = values($from, $to, f64::from);
            let (mut y, mut z) = (vec![0.0; COUNT], vec![0.0; COUNT]);
            let (half, brain) = (values($from, $to, f16::from_f32), values($from, $to, bf16::from_f32));
            let (mut v, mut w) = (half.clone(), brain.clone());
            println!(
                "{:12} {:6.3} {:6.3} {:6.3} {:6.3} {:6.3}",
                stringify!($name),
                time(|| math::$name::f32(black_box(&x), black_box(&mut y))),
                time(|| math::$name::f32_odd(black_box(&x), black_box(&mut y))),
                time(|| math::$name::f64(black_box(&wide), black_box(&mut z))),
                time(|| math::$name::f16(black_box(&half), black_box(&mut v))),
                time(|| math::$name::bf16(black_box(&brain), black_box(&mut w))),
            );
        }
    )+};
}

macro_rules! binary {
    ($only:expr; $($name:ident: $from:expr, $to:expr;)+) => {$(
        if stringify!($name).contains($only) {
            let (a, b) = (values($from, $to, |x| x), values($to, $from, |x| x));
            let wide = (values($from, $to, f64::from), values($to, $from, f64::from));
            let (mut y, mut z) = (vec![0.0; COUNT], vec![0.0; COUNT]);
            println!(
                "{:12} {:6.3} {:6.3} {:6.3}",
                stringify!($name),
                time(|| math::$name::f32(black_box(&a), black_box(&b), black_box(&mut y))),
                time(|| math::$name::f32_odd(black_box(&a), black_box(&b), black_box(&mut y))),
                time(|| math::$name::f64(black_box(&wide.0), black_box(&wide.1), black_box(&mut z))),
            );
        }
    )+};
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let only = only.as_str();
    println!("{}", simd::chosen().name());
    unary! {
        only;
        exp: -4.0, 4.0;
        exp2: -4.0, 4.0;
        expm1: -4.0, 4.0;
        log: 0.01, 4.0;
        log2: 0.01, 4.0;
        log10: 0.01, 4.0;
        log1p: -0.9, 4.0;
        tanh: -4.0, 4.0;
        sigmoid: -4.0, 4.0;
        softplus: -4.0, 4.0;
        logsigmoid: -4.0, 4.0;
        erf: -4.0, 4.0;
        erfc: -4.0, 4.0;
        erfinv: -1.0, 1.0;
        cos: -4.0, 4.0;
        tan: -4.0, 4.0;
        sinc: -4.0, 4.0;
        asin: -1.0, 1.0;
        acos: -1.0, 1.0;
        atan: -4.0, 4.0;
        sinh: -4.0, 4.0;
        cosh: -4.0, 4.0;
        asinh: -4.0, 4.0;
        acosh: 1.0, 4.0;
        atanh: -1.0, 1.0;
        rsqrt: 0.01, 4.0;
        digamma: 0.01, 4.0;
    }
    binary! {
        only;
        pow: 0.01, 4.0;
        atan2: -4.0, 4.0;
        logaddexp: -4.0, 4.0;
        logaddexp2: -4.0, 4.0;
        xlogy: 0.01, 4.0;
        xlog1py: -0.9, 4.0;
    }
}
