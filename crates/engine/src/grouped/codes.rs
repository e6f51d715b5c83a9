//! Sides of a product as they are stored: matrices of numbers of any type, by strides or in blocks, decoded a tile at a time.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::OnceLock;

use hostnpu_base::error::{Error, Result};
use hostnpu_base::few::sort_few_by_key;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::Dtype;

use super::factor::{Factor, FactorAt, Position};
use crate::Arg;
use crate::codes::codes;
use crate::convert;
use crate::gemm::elements::{Axis, Elements};
use crate::gemm::panels::PanelPart;
use crate::operands::{Any, ReadAny};
use crate::views::{Axes, FloatsView};

/// Matrices of one tensor.
#[derive(Clone, Debug)]
pub struct Coded {
    arg: Arg,
    matrix: usize,
    lane: Axis,
    step: Axis,
    /// Matrices, lanes and steps.
    extents: [usize; 3],
}

impl Coded {
    /// Matrices, lanes (rows of the left side, columns of the right one) and steps of the inner dimension, in the order of the axes of a tensor, of which several may
    /// be one of these.
    pub fn strided(arg: Arg, extents: [usize; 3]) -> Result<Self> {
        arg.require_numel(extents.iter().product())?;
        let merged = extents.map(|extent| extent as i64);
        let mut order = [0, 1, 2];
        let mut arg = arg;
        // What lies at no equal distances is copied.
        if let Some(layout) = arg.view.layout.reshaped(&merged) {
            let strides = layout.strides();
            // What has one element lies anywhere.
            sort_few_by_key(&mut order, |&axis| match extents[axis] {
                0 | 1 => Reverse(u64::MAX),
                _ => Reverse(strides[axis].unsigned_abs()),
            });
            arg = arg.viewed(layout.permuted(&order))?;
        }
        let mut distances = [0; 3];
        let mut distance = 1;
        for &axis in order.iter().rev() {
            distances[axis] = distance;
            distance *= extents[axis].max(1);
        }
        Ok(Self {
            arg,
            matrix: distances[0],
            lane: Axis::plain(distances[1] as isize),
            step: Axis::plain(distances[2] as isize),
            extents,
        })
    }

    /// Matrices that are stored in FRACTAL_NZ, `arg` their storage: in blocks of `block` lanes or, if `cuts_steps`, of so many steps.
    pub fn blocked(arg: Arg, block: usize, extents: [usize; 3], cuts_steps: bool) -> Result<Self> {
        let [matrices, lanes, steps] = extents;
        let (cut, rows) = if cuts_steps {
            (steps, lanes)
        } else {
            (lanes, steps)
        };
        let outer = rows.next_multiple_of(16) * block;
        let matrix = cut.div_ceil(block) * outer;
        arg.require_numel(matrix * matrices)?;
        let in_blocks = Axis::in_blocks(block, outer, 1);
        let other = Axis::plain(block as isize);
        let (lane, step) = match cuts_steps {
            true => (other, in_blocks),
            false => (in_blocks, other),
        };
        Ok(Self {
            arg,
            matrix,
            lane,
            step,
            extents,
        })
    }

    /// The same with the steps of all matrices as those of one, one matrix after the other.
    pub fn joined(self) -> Result<Self> {
        let [matrices, lanes, steps] = self.extents;
        if !self.step.is_plain() {
            return Err(Error::value(
                self.arg.name,
                "blocks along the inner dimension",
                "blocks along the columns",
            ));
        }
        Ok(Self {
            step: Axis::in_blocks(steps.max(1), self.matrix, self.step.inner() as usize),
            extents: [1, lanes, matrices * steps],
            ..self
        })
    }

    /// Puts another operand in the place of its own.
    pub(super) fn exchange(&mut self, with: &mut dyn FnMut(Arg) -> Arg) {
        self.arg = with(self.arg.clone());
    }

    /// Matrices, lanes and steps.
    pub fn extents(&self) -> [usize; 3] {
        self.extents
    }

    /// The type of its numbers.
    pub fn dtype(&self) -> Dtype {
        self.arg.view.dtype
    }

    /// Distances from a lane and from a step to the next within blocks, and whether there are no blocks of them.
    pub(super) fn distances(&self) -> [(usize, bool); 2] {
        [self.lane, self.step].map(|axis| (axis.inner() as usize, axis.is_plain()))
    }

    /// Lanes from one on that lie at equal distances, at most `most`.
    pub(super) fn lanes_side_by_side(&self, lane: usize, most: usize) -> usize {
        self.lane.run(lane, most)
    }

    pub(super) fn place(&self, matrix: usize, lane: usize, step: usize) -> usize {
        matrix * self.matrix + self.lane.at(lane) as usize + self.step.at(step) as usize
    }

    /// Lanes and steps of a matrix where they lie, if they are numbers of a floating-point type at equal distances.
    pub(super) fn floats<'a>(&self, from: Any<'a>, part: &PartOf) -> Option<FloatsView<'a, 2>> {
        let shape = [part.lanes.len(), part.steps.len()];
        let is_plain = self.lane.run(part.lanes.start, shape[0]) == shape[0]
            && self.step.run(part.steps.start, shape[1]) == shape[1];
        if !is_plain || shape.contains(&0) {
            return None;
        }
        let first = self.place(part.matrix, part.lanes.start, part.steps.start);
        let last = self.place(part.matrix, part.lanes.end - 1, part.steps.end - 1);
        assert!(last < from.count(), "outside the matrices");
        let bytes = first * (from.dtype().bits() / 8);
        let place = from.as_ptr().wrapping_add(bytes);
        let strides = [self.lane.inner(), self.step.inner()];
        // SAFETY: elements of the tensor from the first to the last one, by the check; distances are not negative.
        unsafe { FloatsView::over(from.dtype(), place, Axes { shape, strides }) }
    }

    /// Lanes and steps of a matrix where they lie, if panels are packed from numbers of their type.
    pub(super) fn elements<'a>(&self, from: Any<'a>, part: &PartOf) -> Option<Elements<'a>> {
        let is_packed = matches!(
            from.dtype(),
            Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 | Dtype::I8
        );
        if !is_packed || part.lanes.is_empty() || part.steps.is_empty() {
            return None;
        }
        let last = self.place(part.matrix, part.lanes.end - 1, part.steps.end - 1);
        assert!(last < from.count(), "outside the matrices");
        let first = part.matrix * self.matrix * (from.dtype().bits() / 8);
        let ranges = [part.lanes.clone(), part.steps.clone()];
        let (dtype, first) = (from.dtype(), from.memory().after(first));
        Some(Elements::over(dtype, first, [self.lane, self.step], ranges))
    }

    /// Decodes lanes and steps of a matrix. Returns whether the lanes of a step lie side by side in the tile.
    fn decode(&self, from: Any, part: &PartOf, tile: &mut [f64]) -> Result<bool> {
        let [lanes, steps] = [part.lanes.len(), part.steps.len()];
        let by_step = self.lane.inner() == 1 && self.step.inner() != 1;
        let (outer, inner) = match by_step {
            true => (part.steps.clone(), part.lanes.clone()),
            false => (part.lanes.clone(), part.steps.clone()),
        };
        let (along, width) = match by_step {
            true => (self.lane, lanes),
            false => (self.step, steps),
        };
        let is_dense = along.inner() == 1;
        for (row, to) in outer.zip(tile.chunks_mut(width.max(1))) {
            let mut at = inner.start;
            while at < inner.end {
                let run = if is_dense {
                    along.run(at, inner.end - at)
                } else {
                    1
                };
                let (lane, step) = if by_step { (at, row) } else { (row, at) };
                let first = self.place(part.matrix, lane, step);
                load(from, first, &mut to[at - inner.start..][..run])?;
                at += run;
            }
        }
        Ok(by_step)
    }
}

/// Some lanes and steps of a matrix.
#[derive(Clone)]
pub(super) struct PartOf {
    pub tensor: usize,
    pub matrix: usize,
    pub lanes: Range<usize>,
    pub steps: Range<usize>,
    /// Of what is at lane 0 and step 0.
    pub at: Position,
    /// The first step of the product.
    pub first: usize,
    pub is_left: bool,
}

/// One side of a product: what its numbers are.
#[derive(Clone, Debug)]
pub struct Side {
    /// One tensor, or one for each product.
    pub tensors: Vec<Coded>,
    /// Added to each number first.
    pub shift: f64,
    /// Added then, times this.
    pub offset: Option<(Factor, f64)>,
    /// Multiplied with then.
    pub scales: Vec<Factor>,
    /// Added last.
    pub bias: Option<Factor>,
}

impl Side {
    /// Numbers as they are stored.
    pub fn plain(tensors: Vec<Coded>) -> Self {
        Self {
            tensors,
            shift: 0.0,
            offset: None,
            scales: Vec::new(),
            bias: None,
        }
    }

    /// Puts other operands in the places of its own.
    pub(super) fn exchange(&mut self, with: &mut dyn FnMut(Arg) -> Arg) {
        for of in &mut self.tensors {
            of.exchange(with);
        }
        let offset = self.offset.iter_mut().map(|(factor, _)| factor);
        let all = offset.chain(&mut self.scales).chain(&mut self.bias);
        all.for_each(|factor| factor.exchange(with));
    }

    fn is_plain(&self) -> bool {
        self.shift == 0.0 && self.factors().next().is_none()
    }

    /// Returns true if its numbers are integers of few bits.
    pub(super) fn is_integral(&self) -> bool {
        let is_small = |of: &Coded| matches!(of.dtype(), Dtype::I8 | Dtype::I4);
        let shifts = self.shift == 0.0 || self.tensors.iter().all(|of| of.dtype() == Dtype::I4);
        shifts && self.factors().next().is_none() && self.tensors.iter().all(is_small)
    }

    /// Returns true if its numbers are those of BFLOAT16 tensors.
    pub(super) fn is_of_brains(&self) -> bool {
        self.is_plain() && self.tensors.iter().all(|of| of.dtype() == Dtype::Bf16)
    }

    /// Returns true if its numbers have at most 24 significant bits.
    pub(super) fn is_short(&self) -> bool {
        let is_short = |of: &Coded| of.dtype() != Dtype::F64;
        self.offset.is_none()
            && self.bias.is_none()
            && self.scales.iter().all(Factor::is_power)
            && self.tensors.iter().all(is_short)
    }

    /// All factors: the offset, the scales and the bias.
    pub(super) fn factors(&self) -> impl Iterator<Item = &Factor> {
        let offset = self.offset.iter().map(|(factor, _)| factor);
        offset.chain(&self.scales).chain(&self.bias)
    }

    pub(super) fn operands(&self) -> Vec<ReadAny> {
        let all = self.tensors.iter();
        all.map(|of| ReadAny::from(of.arg.clone())).collect()
    }

    /// Packs some lanes and steps from where they lie, or decoded to the tile.
    pub(super) fn pack(
        &self,
        of: (&[Any], &[FactorAt]),
        part: &PartOf,
        tile: &mut [f64],
        to: PanelPart<'_>,
    ) -> Result<()> {
        let coded = &self.tensors[part.tensor];
        if self.is_plain()
            && let Some(elements) = coded.elements(of.0[part.tensor], part)
        {
            to.pack_own(elements);
            return Ok(());
        }
        self.decoded(of, part, tile, |from| to.pack_own(from))
    }

    /// Gives some lanes and steps to a function: where they lie, or decoded to the tile.
    pub(super) fn with(
        &self,
        of: (&[Any], &[FactorAt]),
        part: &PartOf,
        tile: &mut [f64],
        take: impl FnOnce(FloatsView<'_, 2>),
    ) -> Result<()> {
        let coded = &self.tensors[part.tensor];
        if self.is_plain()
            && let Some(view) = coded.floats(of.0[part.tensor], part)
        {
            take(view);
            return Ok(());
        }
        self.decoded(of, part, tile, take)
    }

    /// Gives some lanes and steps to a function, decoded to the tile.
    fn decoded(
        &self,
        (tensors, factors): (&[Any], &[FactorAt]),
        part: &PartOf,
        tile: &mut [f64],
        take: impl FnOnce(FloatsView<'_, 2>),
    ) -> Result<()> {
        let (coded, from) = (&self.tensors[part.tensor], tensors[part.tensor]);
        let shape = [part.lanes.len(), part.steps.len()];
        let tile = &mut tile[..shape[0] * shape[1]];
        let by_step = coded.decode(from, part, tile)?;
        if self.shift != 0.0 {
            tile.iter_mut().for_each(|x| *x += self.shift);
        }
        let mut factors = factors.iter();
        if let Some(&(_, sign)) = self.offset.as_ref()
            && let Some(offset) = factors.next()
        {
            each(offset, part, by_step, tile, |x, offset| x + sign * offset);
        }
        for scale in factors.by_ref().take(self.scales.len()) {
            each(scale, part, by_step, tile, |x, scale| x * scale);
        }
        if let Some(bias) = factors.next() {
            each(bias, part, by_step, tile, |x, bias| x + bias);
        }
        let tile = &*tile;
        let view = match by_step {
            false => crate::views::View::of(tile, shape),
            true => crate::views::View::of(tile, [shape[1], shape[0]]).permuted([1, 0]),
        };
        take(view.into());
        Ok(())
    }
}

/// Lanes whose factors are looked up at a time.
const AT_ONCE: usize = 64;

/// Changes each number of a tile by that of a factor.
fn each(
    factor: &FactorAt,
    part: &PartOf,
    by_step: bool,
    tile: &mut [f64],
    change: impl Fn(f64, f64) -> f64,
) {
    let [lanes, steps] = [part.lanes.len(), part.steps.len()];
    let size = factor.of.steps_of_block();
    let mut numbers = [0.0; AT_ONCE];
    for first in (0..lanes).step_by(AT_ONCE) {
        let count = AT_ONCE.min(lanes - first);
        let mut step = 0;
        while step < steps {
            let at_step = part.steps.start - part.first + step;
            let run = (steps - step).min(size - at_step % size);
            let lane = part.lanes.start + first;
            let at = |[row, column]: [usize; 2]| Position {
                row,
                column,
                step: at_step,
                ..part.at
            };
            let numbers = &mut numbers[..count];
            match part.is_left {
                true => {
                    for (number, row) in numbers.iter_mut().zip(lane..) {
                        *number = factor.get(at([row, 0]));
                    }
                }
                false => factor.columns(at([0, lane]), numbers),
            }
            if by_step {
                for row in tile.chunks_mut(lanes).skip(step).take(run) {
                    for (x, &number) in row[first..first + count].iter_mut().zip(numbers.iter()) {
                        *x = change(*x, number);
                    }
                }
            } else {
                for (row, &number) in tile.chunks_mut(steps).skip(first).zip(numbers.iter()) {
                    row[step..step + run]
                        .iter_mut()
                        .for_each(|x| *x = change(*x, number));
                }
            }
            step += run;
        }
    }
}

/// The numbers of the codes of a type of at most eight bits.
fn table(dtype: Dtype) -> Option<&'static [f64; 256]> {
    const TYPES: [Dtype; 7] = [
        Dtype::F8E4m3fn,
        Dtype::F8E5m2,
        Dtype::Hifloat8,
        Dtype::F4E2m1,
        Dtype::F4E1m2,
        Dtype::I4,
        Dtype::F8E8m0,
    ];
    static TABLES: [OnceLock<Box<[f64; 256]>>; TYPES.len()] =
        [const { OnceLock::new() }; TYPES.len()];
    let number = TYPES.iter().position(|&of| of == dtype)?;
    let decode = |code: u8| match codes(dtype) {
        Some(codes) => {
            let mut one = [0.0];
            codes.load(&[code], 0, &mut one);
            one[0]
        }
        None => e8m0::decode(code).into(),
    };
    let made = || Box::new(std::array::from_fn(|code| decode(code as u8)));
    Some(TABLES[number].get_or_init(made))
}

/// Decodes elements side by side, from one on.
fn load(from: Any, first: usize, to: &mut [f64]) -> Result<()> {
    let Some(table) = table(from.dtype()) else {
        return convert::load(from.part(first..first + to.len()), to);
    };
    let bytes = from.bytes();
    match from.dtype().bits() {
        4 => {
            if first + to.len() > from.count() {
                return Err(Error::changed("a matrix"));
            }
            for (x, at) in to.iter_mut().zip(first..) {
                let shift = at % 2 * 4;
                *x = table[usize::from(bytes[at / 2] >> shift & 15)];
            }
        }
        _ => {
            let codes = &bytes[first..first + to.len()];
            for (x, &code) in to.iter_mut().zip(codes) {
                *x = table[usize::from(code)];
            }
        }
    }
    Ok(())
}
