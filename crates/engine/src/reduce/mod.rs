//! The reduction engine: each element of the outputs is computed from the elements of the input along some of its axes.
//!
//! The input may have any strides and any type that converts to the computation type. The order of the operations is that of
//! `kernels::reduce`, by the number of an element in row-major order of the reduced axes: neither strides, nor threads, nor the way through
//! memory change a bit. Long runs of neighbours are reduced one result after the other; where neighbours belong to different results, a strip of
//! results is reduced side by side. Results may be written over the input: all is as if it were read first.

mod buffers;
mod counter;
mod run;

use std::cmp::Reverse;
use std::mem;

use hostnpu_base::few::sort_few_by_key;
use smallvec::SmallVec;

use self::run::Reduce;
use super::block::Strides;
use super::convert::Steps;
use super::fold::{Reducer, Reduction};
use crate::plan::Draft;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::reduce::results::Finishing;
use hostnpu_tensor::{Dtype, Layout};

/// A set of axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axes(u64);

impl Axes {
    /// Every axis of a tensor of `rank` dimensions.
    pub fn all(rank: usize) -> Self {
        Self((0..rank.min(64)).fold(0, |set, axis| set | 1 << axis))
    }

    /// One axis.
    pub fn one(axis: usize) -> Self {
        Self::default().with(axis)
    }

    /// Returns the set with one more.
    pub fn with(self, axis: usize) -> Self {
        Self(self.0 | 1 << axis)
    }

    /// Returns true if an axis is in the set.
    pub fn contains(self, axis: usize) -> bool {
        axis < 64 && self.0 >> axis & 1 != 0
    }

    /// Returns true if there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns a shape without these axes, or with 1 in their place.
    pub fn reduced(self, shape: &[i64], keep: bool) -> SmallVec<[i64; 8]> {
        let axes = shape.iter().enumerate();
        axes.filter(|&(axis, _)| keep || !self.contains(axis))
            .map(|(axis, &extent)| if self.contains(axis) { 1 } else { extent })
            .collect()
    }

    /// Returns the number of elements along these axes.
    pub fn count(self, shape: &[i64]) -> i64 {
        let axes = shape.iter().enumerate();
        axes.filter(|&(axis, _)| self.contains(axis))
            .map(|(_, &extent)| extent)
            .fold(1, i64::saturating_mul)
    }
}

/// One run over the elements. The first results of a pass are what the next pass calls centers.
#[derive(Debug)]
pub struct Pass {
    reduction: &'static Reduction,
    number: f64,
    degrees: f64,
    outputs: [Option<Arg>; 2],
}

impl Pass {
    /// Returns a pass whose results are written to `output`.
    pub fn new(reduction: &'static Reduction, output: Arg) -> Self {
        Self {
            outputs: [Some(output), None],
            ..Self::unwritten(reduction)
        }
    }

    /// Returns a pass whose results are not written.
    pub fn unwritten(reduction: &'static Reduction) -> Self {
        Self {
            reduction,
            number: 0.0,
            degrees: 0.0,
            outputs: [None, None],
        }
    }

    /// Returns a pass that writes its second results only.
    pub fn second(reduction: &'static Reduction, output: Arg) -> Self {
        Self {
            outputs: [None, Some(output)],
            ..Self::unwritten(reduction)
        }
    }

    /// Also writes the second results.
    pub fn and_second(mut self, output: Arg) -> Self {
        self.outputs[1] = Some(output);
        self
    }

    /// With an attribute of the operator.
    pub fn with_number(mut self, number: f64) -> Self {
        self.number = number;
        self
    }

    /// With what a sum of squares is divided by.
    pub fn with_degrees(mut self, degrees: f64) -> Self {
        self.degrees = degrees;
        self
    }
}

/// Most operands: the input and the outputs.
pub(super) const OPERANDS: usize = 5;

/// One number for each operand, in bytes.
pub(super) type PerOperand = [isize; OPERANDS];

/// A dimension of the results: the extent, and the distance of neighbours in each operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub extent: usize,
    pub strides: PerOperand,
}

impl Axis {
    /// Returns true if every operand steps evenly from this dimension to the one inside it.
    pub(super) fn holds(&self, inner: &Axis) -> bool {
        let mut strides = self.strides.iter().zip(inner.strides);
        inner.extent > 0
            && strides.all(|(&outer, inner_stride)| {
                outer == inner_stride.wrapping_mul(inner.extent as isize)
            })
    }
}

/// A pass with its operands.
struct PlannedPass {
    pub reducer: &'static Reducer,
    pub by: Finishing,
    /// Of each kind of results, the operand that they are written to, bytes of its elements, and the conversions.
    pub stores: [Option<(usize, usize, Steps)>; 2],
}

/// Plans the reduction of `input` over `axes`, in the computation type `compute`.
///
/// Elements are converted to `compute` first. First results are rounded to `compute`, second ones are not, before either is stored in its output's
/// type. An output has the extents of the axes that are left, but for axes of extent 1. A reduction of no elements gives what that is, of `f64`
/// or of integers; the contracts of most operators say something else.
pub fn reduce<const N: usize>(
    mut passes: [Pass; N],
    compute: Dtype,
    input: Arg,
    axes: Axes,
) -> Result<Call> {
    plan(&mut passes, compute, input, axes)
}

/// One copy for all numbers of passes. Takes their outputs.
fn plan(passes: &mut [Pass], compute: Dtype, input: Arg, axes: Axes) -> Result<Call> {
    let layout = input.view.layout.clone();
    let size = input.view.dtype.bits() / 8;
    let mut draft = Draft::new(|| Reduce::NOTHING);
    let (args, plan) = draft.parts();
    let count = axes.count(layout.shape());
    let from = input.view.dtype;
    let mut load = Steps::NONE;
    args.push(input.with_role(Role::Input));
    for pass in passes {
        let name = args[0].name;
        let reducer = pass.reduction.choose(compute).ok_or_else(|| {
            let allowed = format!("a type in which there is a {}", pass.reduction.name());
            Error::dtype(name, compute, allowed)
        })?;
        load = Steps::through(from, compute, reducer.element()).ok_or_else(|| {
            Error::dtype(name, from, format!("a type that converts to {compute}"))
        })?;
        let mut stores = [None, None];
        let meant = [Some(compute), None];
        for (k, output) in pass.outputs.iter_mut().enumerate() {
            let Some(output) = output.take() else {
                continue;
            };
            output.check_distinct_elements()?;
            let result = reducer
                .results()
                .get(k)
                .copied()
                .ok_or_else(too_few_results)?;
            let to = output.view.dtype;
            let steps =
                Steps::through(result, meant[k].unwrap_or(result), to).ok_or_else(|| {
                    Error::dtype(output.name, to, format!("what {result} converts to"))
                })?;
            args.push(output.with_role(Role::Output));
            stores[k] = Some((args.len() - 1, to.bits() / 8, steps));
        }
        let by = Finishing {
            count,
            number: pass.number,
            degrees: pass.degrees,
            integers: (
                if compute.is_integer() {
                    compute.bits() as u32
                } else {
                    64
                },
                !matches!(compute, Dtype::U8 | Dtype::U16 | Dtype::U32 | Dtype::U64),
            ),
        };
        plan.passes.push(PlannedPass {
            reducer,
            by,
            stores,
        });
    }
    let kept = kept_axes(args, axes)?;
    if kept.iter().any(|axis| axis.extent == 0) {
        return Ok(Call::nothing(mem::take(args)));
    }
    for (offset, arg) in plan.offsets.iter_mut().zip(&*args) {
        *offset = bytes(arg, arg.view.layout.offset());
    }
    (plan.size, plan.load) = (size, load);
    (plan.rows, plan.count) = reduced_axes(&layout, axes, size);
    plan.arrange(kept, args);
    Ok(draft.finish())
}

#[cold]
fn too_few_results() -> Error {
    Error::from(Reason::Internal("a reduction has no such results".into()))
}

/// A distance in elements of an operand, in bytes. Wrapping: where there are no elements, or one along a dimension, it may be any number.
fn bytes(arg: &Arg, elements: i64) -> isize {
    (elements as isize).wrapping_mul((arg.view.dtype.bits() / 8) as isize)
}

/// The axes of the results, largest strides of the input first, joined where every operand steps evenly.
fn kept_axes(args: &[Arg], reduced: Axes) -> Result<SmallVec<[Axis; 4]>> {
    let input = &args[0].view.layout;
    let mut kept: SmallVec<[Axis; 8]> = SmallVec::new();
    let dims = input.shape().iter().zip(input.strides()).enumerate();
    for (axis, (&extent, &stride)) in dims {
        if extent != 1 && !reduced.contains(axis) {
            let mut strides = PerOperand::default();
            strides[0] = bytes(&args[0], stride);
            kept.push(Axis {
                extent: extent as usize,
                strides,
            });
        }
    }
    for (k, arg) in args.iter().enumerate().skip(1) {
        let layout = &arg.view.layout;
        let dims = layout.shape().iter().zip(layout.strides());
        let dims: SmallVec<[(i64, i64); 8]> = dims
            .map(|(&extent, &stride)| (extent, stride))
            .filter(|&(extent, _)| extent != 1)
            .collect();
        let fits = dims.len() == kept.len()
            && dims
                .iter()
                .zip(&kept)
                .all(|(dim, axis)| dim.0 as usize == axis.extent);
        if !fits {
            let wanted = reduced.reduced(input.shape(), false);
            let allowed = format!("{:?}, or with axes of extent 1", wanted.as_slice());
            return Err(Error::shape(arg.name, layout.shape(), allowed));
        }
        for (axis, (_, stride)) in kept.iter_mut().zip(dims) {
            axis.strides[k] = bytes(arg, stride);
        }
    }
    sort_few_by_key(&mut kept, |axis| Reverse(axis.strides[0].unsigned_abs()));
    let mut merged: SmallVec<[Axis; 4]> = SmallVec::new();
    for axis in kept {
        match merged.last_mut() {
            Some(outer) if outer.holds(&axis) => {
                let extent = outer.extent * axis.extent;
                *outer = Axis { extent, ..axis };
            }
            _ => merged.push(axis),
        }
    }
    Ok(merged)
}

/// A reduced axis: its extent, and the bytes between neighbours.
type Reduced = (usize, isize);

/// The reduced axes in their order, joined where that is possible, and the number of their elements.
fn reduced_axes(layout: &Layout, axes: Axes, size: usize) -> (SmallVec<[Reduced; 4]>, usize) {
    let mut rows: SmallVec<[Reduced; 4]> = SmallVec::new();
    let dims = layout.shape().iter().zip(layout.strides()).enumerate();
    for (axis, (&extent, &stride)) in dims {
        if extent == 1 || !axes.contains(axis) {
            continue;
        }
        let (extent, stride) = (
            extent as usize,
            (stride as isize).wrapping_mul(size as isize),
        );
        match rows.last_mut() {
            Some((outer, far)) if *far == stride.wrapping_mul(extent as isize) => {
                (*outer, *far) = (outer.saturating_mul(extent), stride);
            }
            _ => rows.push((extent, stride)),
        }
    }
    let count = match rows.iter().any(|row| row.0 == 0) {
        true => 0,
        false => rows.iter().map(|row| row.0).product(),
    };
    (rows, count)
}

/// Order in which the elements are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One result after the other, a block of elements at a time.
    Lines,
    /// Results side by side, rows of them passed to the kernel as they lie.
    Strips,
    /// The same, through tiles.
    Tiles,
}

/// Elements from which on a dense run is worth a result of its own.
const LONG: usize = 64;

/// Most results side by side.
const WIDE: usize = 512;

/// The same through tiles: rows of a tile are as long as lines of the cache, which are read once.
const WIDE_TILES: usize = 128;

impl Way {
    /// Chooses the way, and which axis of the results is walked innermost.
    pub fn new(
        (size, load): (usize, Steps),
        rows: &[Reduced],
        kept: &[Axis],
        count: usize,
    ) -> (Self, Option<usize>) {
        let along = |axis: &Axis| axis.strides[0].unsigned_abs();
        let wide = (0..kept.len()).filter(|&k| kept[k].extent >= 4);
        let column = wide.min_by_key(|&k| along(&kept[k]));
        let is_dense = rows.last().is_none_or(|row| row.1 == size as isize);
        match column {
            Some(column) if !(is_dense && count >= LONG) => {
                let direct = kept[column].strides[0] == size as isize && load.is_empty();
                (
                    if direct { Self::Strips } else { Self::Tiles },
                    Some(column),
                )
            }
            _ => (Self::Lines, kept.len().checked_sub(1)),
        }
    }

    /// Number of results that are computed at a time.
    pub fn width(self, extent: usize, count: usize) -> usize {
        let most = match self {
            Self::Lines => (16 * BLOCK / count.max(1)).clamp(1, WIDE),
            Self::Strips => (extent / 16).next_multiple_of(64).clamp(64, WIDE),
            Self::Tiles => WIDE_TILES,
        };
        most.min(extent)
    }
}

/// Distances within a row of neighbours so far apart.
fn row(stride: isize) -> Strides {
    Strides {
        row: 0,
        column: stride,
    }
}
