//! Times of some dense kernels in the first caches, in nanoseconds an element: the least of many runs. `HOSTNPU_ISA` chooses the
//! instruction set.
//!
//! `cargo run --release -p hostnpu-kernels --example measure_arith`

use std::hint::black_box;
use std::time::Instant;

use half::{bf16, f16};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::{arith, complex, simd};
use hostnpu_numeric::{Bool, Complex};

/// Elements: three slices of doubles fit the second cache.
const COUNT: usize = 16_384;

fn time(name: &str, mut run: impl FnMut()) {
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        for _ in 0..4 {
            run();
        }
        least = least.min(start.elapsed().as_secs_f64() / 4.0);
    }
    println!("{name:24} {:.3}", least / COUNT as f64 * 1e9);
}

fn values<T>(number: impl Fn(f32) -> T) -> Vec<T> {
    (0..COUNT)
        .map(|i| number((i as f32 - 8000.25) / 100.0))
        .collect()
}

macro_rules! binary {
    ($($operation:ident::$t:ident -> $to:ty, $number:expr;)+) => {$(
        let (a, b) = (values($number), values(|x| $number(3.0 - x)));
        let mut y = vec![<$to>::default(); COUNT];
        time(concat!(stringify!($operation), " ", stringify!($t)), || {
            arith::$operation::$t(black_box(&a), black_box(&b), black_box(&mut y));
        });
    )+};
}

macro_rules! conversions {
    ($($from:ty, $number:expr => $to:ty;)+) => {$(
        let x: Vec<$from> = values($number);
        let mut y = vec![<$to>::default(); COUNT];
        time(concat!(stringify!($from), " to ", stringify!($to)), || {
            between::<$from, $to>(black_box(&x), black_box(&mut y));
        });
    )+};
}

fn main() {
    println!("{}", simd::chosen().name());
    binary! {
        add::f32 -> f32, |x| x;
        add::f64 -> f64, f64::from;
        add::i8 -> i8, |x| x as i8;
        add::i64 -> i64, |x| x as i64;
        add::f16 -> f16, f16::from_f32;
        add::bf16 -> bf16, bf16::from_f32;
        mul::f32 -> f32, |x| x;
        mul::i64 -> i64, |x| x as i64;
        mul::bf16 -> bf16, bf16::from_f32;
        div::f32 -> f32, |x| x;
        maximum::f32 -> f32, |x| x;
        maximum::bf16 -> bf16, bf16::from_f32;
        maximum::i64 -> i64, |x| x as i64;
        lt::f32 -> Bool, |x| x;
        lt::f64 -> Bool, f64::from;
        lt::i8 -> Bool, |x| x as i8;
        lt::bf16 -> Bool, bf16::from_f32;
        eq::i64 -> Bool, |x| x as i64;
        bitwise_and::i32 -> i32, |x| x as i32;
        left_shift::i32 -> i32, |x| x as i32;
        div_floor::f32 -> f32, |x| x;
        div_floor::i32 -> i32, |x| x as i32;
        div_floor::i64 -> i64, |x| x as i64;
        remainder::f32 -> f32, |x| x;
        fmod::f64 -> f64, f64::from;
        pow::i32 -> i32, |x| x as i32 & 7;
    }
    conversions! {
        f32, |x| x => bf16;
        bf16, bf16::from_f32 => f32;
        f32, |x| x => f16;
        f16, f16::from_f32 => f32;
        f64, f64::from => f16;
        f64, f64::from => f32;
        f32, |x| x => i32;
        f32, |x| x => i64;
        f32, |x| x => u8;
        i64, |x| x as i64 => f32;
        i32, |x| x as i32 => bf16;
        f32, |x| x => Bool;
        u8, |x| x as u8 => f32;
    }
    let (x, mut y) = (values(|x| x), vec![0.0; COUNT]);
    let z = x.clone();
    time("add_scaled f32", || {
        arith::add_scaled::f32(&x, &z, black_box(&mut y), &[0.3])
    });
    time("add_mul f32", || {
        arith::add_mul::f32(&x, &z, &x, black_box(&mut y), &[0.3])
    });
    time("lerp f32", || {
        arith::lerp::f32(&x, &z, &x, black_box(&mut y))
    });
    time("hard_swish f32", || {
        arith::hard_swish::f32(&x, black_box(&mut y))
    });
    time("round f32", || arith::round::f32(&x, black_box(&mut y)));
    time("sign f32", || arith::sign::f32(&x, black_box(&mut y)));
    let (h, mut g) = (values(f16::from_f32), vec![f16::ZERO; COUNT]);
    time("lerp f16", || {
        arith::lerp::f16(&h, &h, &h, black_box(&mut g))
    });
    let (c, mut d) = (
        values(|x| Complex::new(x, 1.0 - x)),
        vec![Complex::default(); COUNT],
    );
    time("complex mul c64", || {
        complex::mul::c64(&c, &c, black_box(&mut d))
    });
    time("complex div c64", || {
        complex::div::c64(&c, &c, black_box(&mut d))
    });
    time("complex exp c64", || {
        complex::exp::c64(&c, black_box(&mut d))
    });
}
