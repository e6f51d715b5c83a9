//! Where affine maps take the points of a grid.

use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call, Plan, Role};
use crate::error::{Reason, Result};
use crate::tensor::{Dtype, parallel};

/// Plans `output = ` the product of each matrix of `theta` with each point of a grid of `size`, the last extent first, and 1. Coordinates lie between -1
/// and 1: those of the points at the ends with `align`, else of the middles of as many cells. Computed in DOUBLE and rounded once.
pub fn affine_grid(theta: Arg, size: &[i64], align: bool, output: Arg) -> Result<Call> {
    let shapes = [&theta, &output].map(|arg| arg.view.layout.shape().to_vec());
    let mut sequence = Sequence::new([theta, output]);
    let matrices = sequence.temporary(Dtype::F64, &shapes[0])?;
    let points = sequence.temporary(Dtype::F64, &shapes[1])?;
    sequence.then(pointwise::copy(sequence.operand(0), matrices.clone())?)?;
    let grid = Grid {
        size: size.iter().map(|&extent| extent as usize).collect(),
        count: shapes[1].iter().rev().skip(1).product::<i64>() as usize,
        align,
    };
    let matrices = matrices.with_role(Role::Input);
    sequence.then(Call::new(grid, [matrices, points.clone()]))?;
    sequence.then(pointwise::copy(
        points.with_role(Role::Input),
        sequence.operand(1),
    )?)?;
    Ok(sequence.finish())
}

/// The points of dense matrices.
struct Grid {
    size: Vec<usize>,
    count: usize,
    align: bool,
}

/// Points that a thread takes at a time.
const PIECE: usize = 1 << 12;

impl Grid {
    /// The coordinate of a point along a dimension.
    fn coordinate(&self, index: usize, extent: usize) -> f64 {
        let (index, extent) = (index as f64, extent as f64);
        match self.align {
            _ if extent == 1.0 => 0.0,
            true => 2.0 * index / (extent - 1.0) - 1.0,
            false => (2.0 * index + 1.0) / extent - 1.0,
        }
    }
}

impl Plan for Grid {
    fn cost(&self) -> usize {
        self.count.saturating_mul(64)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let &[matrices, points] = addresses else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let axes = self.size.len();
        let per_matrix: usize = self.size.iter().product();
        parallel::for_each_piece(self.count.div_ceil(PIECE), |piece| {
            for number in piece * PIECE..self.count.min((piece + 1) * PIECE) {
                let mut point = [1.0; 4];
                let mut rest = number % per_matrix;
                for (k, &extent) in self.size.iter().rev().enumerate() {
                    point[k] = self.coordinate(rest % extent, extent);
                    rest /= extent;
                }
                point[axes] = 1.0;
                let first = number / per_matrix * axes * (axes + 1);
                for row in 0..axes {
                    let at = |k: usize| first + row * (axes + 1) + k;
                    // SAFETY: the caller's promise for dense matrices.
                    let entry = |k: usize| unsafe { *(matrices as *const f64).add(at(k)) };
                    let sum = (0..=axes).map(|k| entry(k) * point[k]).sum::<f64>();
                    // SAFETY: the caller's promise for a dense output; each point is written once.
                    unsafe { (points as *mut f64).add(number * axes + row).write(sum) };
                }
            }
        });
        Ok(())
    }
}
