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
    let width = size[AXES - 1];
    let parts = cuts::chunks(at.output, grain::SEARCHED * AXES);
    cuts::for_each_part(parts, |piece, points| {
        let mut points: &mut [[f64; AXES]] = points.as_chunks_mut().0;
        let mut number = piece * grain::SEARCHED;
        while !points.is_empty() {
            // The points to the end of a row of the grid, which differ in their first coordinate only: others take divisions of integers.
            let start = number % width;
            let count = points.len().min(width - start);
            let (run, rest) = std::mem::take(&mut points).split_at_mut(count);
            let mut x = [0.0; AXES];
            let mut place = number % per_matrix / width;
            for (x, &extent) in x.iter_mut().zip(size.iter().rev()).skip(1) {
                *x = coordinate(place % extent, extent, align);
                place /= extent;
            }
            let first = number / per_matrix * AXES * (AXES + 1);
            let matrix = &at.theta[first..first + AXES * (AXES + 1)];
            for (k, point) in run.iter_mut().enumerate() {
                x[0] = coordinate(start + k, width, align);
                for (axis, to) in point.iter_mut().enumerate() {
                    let row = &matrix[axis * (AXES + 1)..][..AXES + 1];
                    let mut sum = row[0] * x[0];
                    for other in 1..AXES {
                        sum += row[other] * x[other];
                    }
                    *to = sum + row[AXES];
                }
            }
            (number, points) = (number + count, rest);
        }
    });
    Ok(())
}
