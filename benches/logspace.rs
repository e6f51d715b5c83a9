//! Logspace and its relatives beside a fill of the same memory: nothing that writes its output once can be faster than that.
//!
//! One iteration is what one call costs: preparing the range and writing all of it, on one thread.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use half::f16;
use hostnpu::kernels::linspace::Linspace;
use hostnpu::kernels::logspace::{Element, ExponentRounding, Logspace};
use hostnpu::kernels::pow::pow_slice;
use std::hint::black_box;

const RANGES: [(f32, f32, f32); 2] = [(-3.0, 3.0, 10.0), (-10.0, 10.0, 2.0)];

fn call<T: Element>(range: (f32, f32, f32), rounding: ExponentRounding, out: &mut [T]) {
    let (start, end, base) = black_box(range);
    Logspace::new::<T>(start, end, out.len() as u64, base, rounding).fill(0, out);
}

fn logspace(c: &mut Criterion) {
    for steps in [1024usize, 65_536, 262_144] {
        let mut group = c.benchmark_group(format!("logspace/{steps}"));
        group.throughput(Throughput::Elements(steps as u64));
        let mut single = vec![0.0f32; steps];
        let mut half = vec![f16::ZERO; steps];
        let mut integer = vec![0i32; steps];
        group.bench_function("fill limit, 4 bytes", |b| {
            b.iter(|| black_box(&mut single[..]).fill(black_box(1.0)));
        });
        for range in RANGES {
            group.bench_with_input(
                BenchmarkId::new("f32", format!("base {}", range.2)),
                &range,
                |b, &range| {
                    b.iter(|| call(range, ExponentRounding::Never, black_box(&mut single[..])));
                },
            );
        }
        for (name, rounding) in [
            ("f16", ExponentRounding::Never),
            ("f16, exponents in f16", ExponentRounding::Last),
            ("f16, all in f16", ExponentRounding::EveryOperation),
        ] {
            group.bench_function(name, |b| {
                b.iter(|| call(RANGES[0], rounding, black_box(&mut half[..])));
            });
        }
        group.bench_function("i32", |b| {
            b.iter(|| {
                call(
                    (0.0, 9.0, 10.0),
                    ExponentRounding::Never,
                    black_box(&mut integer[..]),
                );
            });
        });
        group.bench_function("linspace f32", |b| {
            b.iter(|| {
                Linspace::new(black_box(0.0), 1.0, steps as u64)
                    .fill(0, black_box(&mut single[..]));
            });
        });
        let bases: Vec<f32> = (0..steps).map(|i| 0.5 + i as f32 * 1e-3).collect();
        let exponents: Vec<f32> = (0..steps).map(|i| (i % 37) as f32 * 0.3 - 5.0).collect();
        group.bench_function("pow f32", |b| {
            b.iter(|| pow_slice(&bases, &exponents, black_box(&mut single[..])));
        });
        group.finish();
    }
}

criterion_group!(benches, logspace);
criterion_main!(benches);
