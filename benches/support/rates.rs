//! Times of whole calls, and the rate of multiply-adds that bounds them.

use std::time::Instant;

use hostnpu::kernels::gemm::{Block, DEPTH, Kind};
use hostnpu::kernels::simd;

/// The shortest time of a call in seconds.
pub fn best(mut call: impl FnMut()) -> f64 {
    let (mut best, start) = (f64::INFINITY, Instant::now());
    let mut calls = 0;
    while calls < 5 || start.elapsed().as_secs_f64() < 0.5 {
        let begin = Instant::now();
        call();
        best = best.min(begin.elapsed().as_secs_f64());
        calls += 1;
    }
    best
}

/// Products per second of one thread whose tile and panels stay in the first cache.
pub fn peak(kind: Kind) -> f64 {
    let isa = simd::chosen();
    let panels = kind.panels(isa);
    let columns = panels.columns(240);
    let (left, right) = (
        vec![0_u64; panels.rows * DEPTH],
        vec![0_u64; columns * DEPTH],
    );
    let mut sums = vec![0_u64; panels.rows * columns];
    let block = Block {
        depth: DEPTH,
        left: left.as_ptr().cast(),
        rows: panels.rows,
        right: right.as_ptr().cast(),
        columns,
        panels: 1,
        offsets: std::ptr::null(),
        sums: sums.as_mut_ptr().cast(),
        pitch: columns,
        adds: false,
    };
    // SAFETY: the vectors hold the panels and the results.
    let time = best(|| (0..1000).for_each(|_| unsafe { block.multiply(kind, isa) }));
    (1000 * DEPTH * panels.rows * columns) as f64 / time
}
