//! Tensors whose rows are rotated by tensors of cosines and sines.

#![forbid(unsafe_code)]

use hostnpu_engine::grain;
use std::ops::Range;

use super::rows::{MAX_WIDTH, Mode};
use crate::{Arg, Call, ImplMode, impl_mode};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadFloatsView, WriteFloatsView, kernel, operands};
use hostnpu_engine::views::{FloatsView, FloatsViewMut};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rotation::{Pairs, turn_bf16, turn_bf16_in_f32, turn_f32};
use hostnpu_tensor::{Element, cuts};

/// Elements beside the rotated ones that are moved at a time.
const KEPT: usize = 64;

/// Operands of [`rotate`].
pub struct Rotate {
    /// The tensors of four axes that are rotated.
    pub tensors: Vec<Rotated>,
    /// Cosines: three axes that broadcast to those of each tensor, and the columns.
    pub cos: Arg,
    /// Sines, of the same shape.
    pub sin: Arg,
    /// Pairing of elements.
    pub mode: Mode,
    /// Columns that are rotated; the others stay as they are.
    pub columns: Range<usize>,
    /// True if gradients by rotated rows become gradients by the rows.
    pub is_gradient: bool,
    /// A matrix by which a row is multiplied, in place of the exchange of pairs: `y = x·cos + (x·matrix)·sin`.
    pub rotate: Option<Arg>,
}

/// A tensor and its rotation.
pub struct Rotated {
    /// Absent if `y` is rotated in place.
    pub x: Option<Arg>,
    /// The rotation.
    pub y: Arg,
}

operands! {
    struct Rows => RowsAt {
        cos: ReadFloatsView<4>,
        sin: ReadFloatsView<4>,
        rotate: Option<Read<f64>>,
        tensors: Vec<Tensor>,
    }
}

operands! {
    struct Tensor => TensorAt {
        x: Option<ReadFloatsView<4>>,
        y: WriteFloatsView<4>,
    }
}

/// Cuts a tensor of rows into boxes for threads, and says where each begins.
pub(super) struct RowBoxes {
    size: [usize; 4],
    counts: [usize; 3],
}

impl RowBoxes {
    pub fn new([outer, rows, inner, width]: [usize; 4]) -> Self {
        let step = (grain::COMPUTED / width.max(1)).clamp(1, inner.max(1));
        let steps = match step == inner {
            true => (grain::COMPUTED / (width * inner).max(1)).clamp(1, rows.max(1)),
            false => 1,
        };
        let counts = [
            outer,
            rows.div_ceil(steps.max(1)),
            inner.div_ceil(step.max(1)),
        ];
        Self {
            size: [1, steps, step, width],
            counts,
        }
    }

    /// Boxes of one row.
    pub fn one_by_one([outer, rows, inner, width]: [usize; 4]) -> Self {
        Self {
            size: [1, 1, 1, width],
            counts: [outer, rows, inner],
        }
    }

    /// The number of boxes.
    pub fn count(&self) -> usize {
        self.counts.iter().product()
    }

    pub fn size(&self) -> [usize; 4] {
        self.size
    }

    /// Index of the first row of a box.
    pub fn first(&self, piece: usize) -> [usize; 3] {
        let [_, rows, inner] = self.counts;
        [
            piece / (rows * inner),
            piece / inner % rows * self.size[1],
            piece % inner * self.size[2],
        ]
    }
}

/// The row that broadcasting takes at an index.
pub(super) fn picked(of: &FloatsView<'_, 4>, index: [usize; 3]) -> [usize; 3] {
    let shape = of.shape();
    std::array::from_fn(|axis| if shape[axis] == 1 { 0 } else { index[axis] })
}

/// Refuses cosines that do not broadcast to a tensor, so that kernels may pick rows.
pub(super) fn require_broadcast(of: &Arg, to: &[usize; 4], width: usize) -> Result<()> {
    let shape = of.extents::<4>()?;
    let fits = shape[..3]
        .iter()
        .zip(to)
        .all(|(&extent, &wanted)| extent == 1 || extent == wanted);
    match fits && shape[3] == width {
        true => Ok(()),
        false => {
            let [a, b, c, _] = to;
            let allowed = format!("a shape that broadcasts to [{a}, {b}, {c}, {width}]");
            Err(Error::value(
                of.name,
                format!("a tensor of shape {shape:?}"),
                allowed,
            ))
        }
    }
}

/// Refuses rows that cannot be rotated.
pub(super) fn require_width(of: &Arg, mode: Mode, width: usize) -> Result<()> {
    let unit = mode.unit();
    match width <= MAX_WIDTH && width.is_multiple_of(unit) {
        true => Ok(()),
        false => {
            let allowed = format!("a multiple of {unit}, at most {MAX_WIDTH}");
            Err(Error::value(
                of.name,
                format!("rows of {width} elements that are rotated"),
                allowed,
            ))
        }
    }
}

/// Plans the rotation of each row: computed in DOUBLE, rounded once.
pub fn rotate(operands: Rotate) -> Result<Call> {
    let Rotate {
        tensors,
        cos,
        sin,
        mode,
        columns,
        is_gradient,
        rotate,
    } = operands;
    let width = columns.len();
    let mut count = 0;
    for tensor in &tensors {
        let shape = tensor.y.extents::<4>()?;
        if let Some(x) = &tensor.x {
            let found = x.extents::<4>()?;
            if found != shape {
                let got = format!("a tensor of shape {found:?}");
                return Err(Error::value(x.name, got, format!("the shape {shape:?}")));
            }
        }
        if columns.end > shape[3] {
            let got = format!("rows of {} elements", shape[3]);
            let allowed = format!("at least {} elements", columns.end);
            return Err(Error::value(tensor.y.name, got, allowed));
        }
        require_width(&tensor.y, mode, width)?;
        require_broadcast(&cos, &shape, width)?;
        require_broadcast(&sin, &shape, width)?;
        count += tensor.y.view.numel().unwrap_or(0);
    }
    if cos.view.layout.shape() != sin.view.layout.shape() {
        let allowed = format!("the shape of `{}`", cos.name);
        return Err(Error::shape(sin.name, sin.view.layout.shape(), allowed));
    }
    if let Some(matrix) = &rotate {
        matrix.require_numel(width * width)?;
    }
    let tensors = tensors.into_iter().map(|Rotated { x, y }| {
        Ok(Tensor {
            x: x.map(ReadFloatsView::of).transpose()?,
            y: WriteFloatsView::as_it_lies(y)?,
        })
    });
    let operands = Rows {
        cos: ReadFloatsView::of(cos)?,
        sin: ReadFloatsView::of(sin)?,
        rotate: rotate.map(Read::from),
        tensors: tensors.collect::<Result<_>>()?,
    };
    let turn = Turn::new(mode, columns, is_gradient);
    kernel(operands, 8 * count, move |at: RowsAt| {
        let angles = Tensors(at.cos, at.sin);
        for TensorAt { x, y } in at.tensors {
            turn.apply(&angles, at.rotate, x, y);
        }
        Ok(())
    })
}

/// Source of the cosines and sines of a row.
pub(super) trait Angles: Sync {
    /// Returns a key for the cosines of the row at an index: rows with equal keys have the same.
    fn key(&self, index: [usize; 3]) -> [usize; 3];

    /// Loads those of a key; returns false if there are none, so that the row is left out.
    fn load(&self, key: [usize; 3], cos: &mut [f64], sin: &mut [f64]) -> bool;
}

struct Tensors<'a>(FloatsView<'a, 4>, FloatsView<'a, 4>);

impl Angles for Tensors<'_> {
    fn key(&self, index: [usize; 3]) -> [usize; 3] {
        // Both have one shape, so that sines have the same key.
        picked(&self.0, index)
    }

    fn load(&self, key: [usize; 3], cos: &mut [f64], sin: &mut [f64]) -> bool {
        self.0.load(key, 0, cos);
        self.1.load(key, 0, sin);
        true
    }
}

/// Rotation of rows.
pub(super) struct Turn {
    mode: Mode,
    columns: Range<usize>,
    is_gradient: bool,
    /// True if BFLOAT16 is rotated in FLOAT.
    is_fast: bool,
}

impl Turn {
    pub fn new(mode: Mode, columns: Range<usize>, is_gradient: bool) -> Self {
        let is_fast = impl_mode() == ImplMode::HighPerformance;
        Self {
            mode,
            columns,
            is_gradient,
            is_fast,
        }
    }

    /// Writes the rotated rows of `x`, or of `y` itself, to `y`, on all threads.
    pub fn apply(
        &self,
        angles: &dyn Angles,
        matrix: Option<&[f64]>,
        x: Option<FloatsView<'_, 4>>,
        y: FloatsViewMut<'_, 4>,
    ) {
        let boxes = RowBoxes::new(y.shape());
        let in_place = match matrix {
            None if !self.is_gradient && self.columns == (0..y.shape()[3]) => {
                self.mode.pairs_in_place()
            }
            _ => None,
        };
        cuts::for_each_part(y.boxes(boxes.size()), |piece, mut y| {
            let first = boxes.first(piece);
            if let Some(pairs) = in_place
                && self.turn_planes(angles, pairs, x, first, &mut y)
            {
                return;
            }
            self.compute(angles, matrix, x, first, y);
        });
    }

    /// Rotates whole rows where they are to lie, as many at once as have the same cosines. Does nothing and returns false where they do not follow each other, or are of a type that
    /// has no such kernel.
    fn turn_planes(
        &self,
        angles: &dyn Angles,
        pairs: Pairs,
        x: Option<FloatsView<'_, 4>>,
        first: [usize; 3],
        y: &mut FloatsViewMut<'_, 4>,
    ) -> bool {
        let [outer, rows, ..] = y.shape();
        for local in (0..outer * rows).map(|row| [row / rows, row % rows]) {
            let first = [first[0] + local[0], first[1] + local[1], first[2]];
            let is_done = match y {
                FloatsViewMut::Bf16(y) => {
                    let mut floats = vec![0.0_f32; 2 * self.columns.len()];
                    self.turn_plane(angles, x, first, y.plane(local), |angles, x, y| {
                        if !self.is_fast {
                            return turn_bf16(pairs, angles, x, y);
                        }
                        let (cos, sin) = floats.split_at_mut(angles[0].len());
                        between(angles[0], cos);
                        between(angles[1], sin);
                        turn_bf16_in_f32(pairs, [cos, sin], x, y);
                    })
                }
                FloatsViewMut::F32(y) => {
                    self.turn_plane(angles, x, first, y.plane(local), |angles, x, y| {
                        turn_f32(pairs, angles, x, y);
                    })
                }
                _ => None,
            };
            if is_done.is_none() {
                return false;
            }
        }
        true
    }

    /// One plane: `y`, or `None`, which is returned too, where the rows of either tensor do not follow each other.
    fn turn_plane<T: Element>(
        &self,
        angles: &dyn Angles,
        x: Option<FloatsView<'_, 4>>,
        [outer, row, first]: [usize; 3],
        y: Option<&mut [T]>,
        mut turn: impl FnMut([&[f64]; 2], &[T], &mut [T]),
    ) -> Option<()> {
        let (y, width) = (y?, self.columns.len());
        let x = match x {
            Some(x) => Some(&x.plane::<T, 2>([outer, row])?[first * width..][..y.len()]),
            None => None,
        };
        let mut memory = vec![0.0; 2 * width];
        let (cos, sin) = memory.split_at_mut(width);
        let count = y.len() / width.max(1);
        let mut start = 0;
        while start < count {
            let key = |at| angles.key([outer, row, first + at]);
            let known = key(start);
            let end = (start + 1..count).find(|&at| key(at) != known);
            let end = end.unwrap_or(count);
            let run = start * width..end * width;
            if angles.load(known, cos, sin) {
                let rows = &mut y[run.clone()];
                match x {
                    Some(x) => turn([cos, sin], &x[run], rows),
                    None => {
                        let before = rows.to_vec();
                        turn([cos, sin], &before, rows);
                    }
                }
            }
            start = end;
        }
        Some(())
    }

    fn compute(
        &self,
        angles: &dyn Angles,
        matrix: Option<&[f64]>,
        x: Option<FloatsView<'_, 4>>,
        first: [usize; 3],
        mut y: FloatsViewMut<'_, 4>,
    ) {
        let (columns, width) = (self.columns.clone(), self.columns.len());
        let mut memory = vec![0.0; 4 * width];
        let (numbers, angle) = memory.split_at_mut(2 * width);
        let (from, to) = numbers.split_at_mut(width);
        let (cos, sin) = angle.split_at_mut(width);
        let (mut known, mut is_there) = (None, true);
        let [outer, rows, inner, row_length] = y.shape();
        let indices = (0..outer * rows * inner)
            .map(|row| [row / (rows * inner), row / inner % rows, row % inner]);
        for local in indices {
            let index = std::array::from_fn(|axis| first[axis] + local[axis]);
            let key = angles.key(index);
            if known != Some(key) {
                is_there = angles.load(key, cos, sin);
                known = Some(key);
            }
            if !is_there {
                continue;
            }
            let mut row = y.row(local);
            match &x {
                Some(x) => {
                    x.load(index, columns.start, from);
                    for kept in [0..columns.start, columns.end..row_length] {
                        for start in kept.clone().step_by(KEPT) {
                            let mut memory = [0.0; KEPT];
                            let part = &mut memory[..KEPT.min(kept.end - start)];
                            x.load(index, start, part);
                            row.store(start, part);
                        }
                    }
                }
                None => row.load(columns.clone(), from),
            }
            match matrix {
                Some(matrix) => by_matrix(from, matrix, cos, sin, to),
                None if self.is_gradient => self.mode.rotate_back(from, cos, sin, to),
                None => self.mode.rotate(from, cos, sin, to),
            }
            row.store(columns.start, to);
        }
    }
}

/// Writes `x·cos + (x·matrix)·sin`.
fn by_matrix(x: &[f64], matrix: &[f64], cos: &[f64], sin: &[f64], y: &mut [f64]) {
    use hostnpu_kernels::rows::add_scaled;
    y.fill(0.0);
    for (&x, row) in x.iter().zip(matrix.chunks(y.len().max(1))) {
        add_scaled(y, row, x);
    }
    for (k, y) in y.iter_mut().enumerate() {
        *y = x[k] * cos[k] + *y * sin[k];
    }
    one_nan(y);
}
