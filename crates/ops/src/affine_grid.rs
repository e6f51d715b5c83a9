//! Affine maps of the points of a grid.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::cuts;

operands! {
    struct Grid => GridAt {
        theta: Read<f64>,
        output: Write<f64>,
    }
}

/// Returns the coordinate of a point along a dimension.
fn coordinate(index: usize, extent: usize, align: bool) -> f64 {
    let (index, extent) = (index as f64, extent as f64);
    match align {
        _ if extent == 1.0 => 0.0,
        true => 2.0 * index / (extent - 1.0) - 1.0,
        false => (2.0 * index + 1.0) / extent - 1.0,
    }
}

/// Plans `output = ` the product of each matrix of `theta` with each point of a grid of `size`, the last extent first, and 1. Coordinates lie between -1
/// and 1: those of the points at the ends with `align`, else of the middles of as many cells. Computed in DOUBLE and rounded once.
pub fn affine_grid(theta: Arg, size: &[i64], align: bool, output: Arg) -> Result<Call> {
    let size: Vec<usize> = size.iter().map(|&extent| extent as usize).collect();
    let axes = size.len();
    let per_matrix: usize = size.iter().product();
    let count = output.view.numel().unwrap_or(0) / axes.max(1);
    theta.require_numel(count / per_matrix.max(1) * axes * (axes + 1))?;
    let operands = Grid {
        theta: theta.into(),
        output: output.into(),
    };
    let cost = count.saturating_mul(64);
    match *size.as_slice() {
        [h, w] => kernel(operands, cost, move |at| points([h, w], align, at)),
        [d, h, w] => kernel(operands, cost, move |at| points([d, h, w], align, at)),
        _ => Err(Reason::Internal("a grid of neither two nor three axes".into()).into()),
    }
}

/// Computes the points of a grid of `AXES` axes.
fn points<const AXES: usize>(size: [usize; AXES], align: bool, at: GridAt) -> Result<()> {
    let per_matrix: usize = size.iter().product();
    let parts = cuts::chunks(at.output, grain::SEARCHED * AXES);
    cuts::for_each_part(parts, |piece, points| {
        for (number, to) in (piece * grain::SEARCHED..).zip(points.chunks_exact_mut(AXES)) {
            let mut point = [0.0; AXES];
            let mut rest = number % per_matrix;
            for (x, &extent) in point.iter_mut().zip(size.iter().rev()) {
                *x = coordinate(rest % extent, extent, align);
                rest /= extent;
            }
            let first = number / per_matrix * AXES * (AXES + 1);
            let matrix = &at.theta[first..first + AXES * (AXES + 1)];
            for (to, row) in to.iter_mut().zip(matrix.chunks_exact(AXES + 1)) {
                let sum: f64 = row.iter().zip(point).map(|(entry, x)| entry * x).sum();
                *to = sum + row[AXES];
            }
        }
    });
    Ok(())
}
