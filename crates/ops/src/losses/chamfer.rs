//! The gradient of distances between each point of one set and the nearest one of another.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::floats::FloatsMut;
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, WriteFloats, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts;

/// Operands of the gradient: batches of points in a plane, of two sets.
pub struct ChamferBackward {
    /// Points of the first set: batches, points, and two coordinates.
    pub xyz1: Arg,
    /// Points of the second set.
    pub xyz2: Arg,
    /// The nearest point of the second set, for each point of the first one.
    pub idx1: Arg,
    /// The nearest point of the first set, for each point of the second one.
    pub idx2: Arg,
    /// Gradients of the distances of the first set.
    pub grad_dist1: Arg,
    /// Gradients of the distances of the second set.
    pub grad_dist2: Arg,
    /// Gradients by the points of the first set.
    pub grad_xyz1: Arg,
    /// Gradients by the points of the second set.
    pub grad_xyz2: Arg,
}

operands! {
    struct Chamfer => ChamferAt {
        xyz1: Read<f32>,
        xyz2: Read<f32>,
        idx1: ReadIndices<i32>,
        idx2: ReadIndices<i32>,
        grad_dist1: Read<f32>,
        grad_dist2: Read<f32>,
        grad_xyz1: WriteFloats,
        grad_xyz2: WriteFloats,
        sums: Temporary<f64>,
    }
}

/// Plans the gradients, in the type of `xyz1`. A point without a nearest one counts nothing.
pub fn chamfer_backward(of: ChamferBackward) -> Result<Call> {
    let [batches, first] = extents(&of.xyz1)?;
    let [_, second] = extents(&of.xyz2)?;
    for (count, points, others) in [
        (first, [&of.xyz1, &of.grad_xyz1], [&of.idx1, &of.grad_dist1]),
        (
            second,
            [&of.xyz2, &of.grad_xyz2],
            [&of.idx2, &of.grad_dist2],
        ),
    ] {
        for arg in points {
            arg.require_numel(2 * batches * count)?;
        }
        for arg in others {
            arg.require_numel(batches * count)?;
        }
    }
    let dtype = of.xyz1.view.dtype;
    let sums = 2 * (first + second);
    let operands = Chamfer {
        xyz1: of.xyz1.into(),
        xyz2: of.xyz2.into(),
        idx1: of.idx1.into(),
        idx2: of.idx2.into(),
        grad_dist1: of.grad_dist1.into(),
        grad_dist2: of.grad_dist2.into(),
        grad_xyz1: WriteFloats::of(of.grad_xyz1, dtype),
        grad_xyz2: WriteFloats::of(of.grad_xyz2, dtype),
        sums: Temporary::of(batches.saturating_mul(sums)),
    };
    let cost = batches.saturating_mul(sums).saturating_mul(64);
    kernel(operands, cost, move |at: ChamferAt| {
        let parts = (
            cuts::chunks(at.sums, sums),
            at.grad_xyz1.chunks(2 * first),
            at.grad_xyz2.chunks(2 * second),
        );
        cuts::for_each_part(parts, |batch, (sums, mut grad_xyz1, mut grad_xyz2)| {
            sums.fill(0.0);
            let (sums1, sums2) = sums.split_at_mut(2 * first);
            let set1 = Set::of(at.xyz1, at.idx1, at.grad_dist1, batch, first);
            let set2 = Set::of(at.xyz2, at.idx2, at.grad_dist2, batch, second);
            set1.add([sums1, sums2], set2.points);
            set2.add([sums2, sums1], set1.points);
            write(&mut grad_xyz1, sums1);
            write(&mut grad_xyz2, sums2);
        });
        Ok(())
    })
}

/// Returns the number of batches, and of points in each.
fn extents(points: &Arg) -> Result<[usize; 2]> {
    match *points.view.layout.shape() {
        [batches, count, 2] => Ok([batches as usize, count as usize]),
        _ => Err(Reason::Internal(format!("`{}` are no points", points.name)).into()),
    }
}

/// The points of one set in a batch.
struct Set<'a> {
    points: &'a [f32],
    nearest: IndexSlice<'a, i32>,
    gradients: &'a [f32],
}

impl<'a> Set<'a> {
    fn of(
        points: &'a [f32],
        nearest: IndexSlice<'a, i32>,
        gradients: &'a [f32],
        batch: usize,
        count: usize,
    ) -> Self {
        Self {
            points: &points[2 * batch * count..][..2 * count],
            nearest: nearest.part(batch * count..(batch + 1) * count),
            gradients: &gradients[batch * count..][..count],
        }
    }

    /// Adds the gradients of the distances of this set to the sums of both sets, its own first.
    fn add(&self, [own, other]: [&mut [f64]; 2], others: &[f32]) {
        for (i, &gradient) in self.gradients.iter().enumerate() {
            let Some(j) = self.nearest.position(i, others.len() / 2) else {
                continue;
            };
            let gradient = 2.0 * f64::from(gradient);
            for axis in 0..2 {
                let (x, y) = (self.points[2 * i + axis], others[2 * j + axis]);
                let change = gradient * (f64::from(x) - f64::from(y));
                own[2 * i + axis] += change;
                other[2 * j + axis] -= change;
            }
        }
    }
}

fn write(to: &mut FloatsMut, sums: &[f64]) {
    for (number, &sum) in sums.iter().enumerate() {
        to.set(number, sum);
    }
}
