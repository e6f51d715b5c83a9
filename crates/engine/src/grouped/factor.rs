//! Numbers beside a product: scales, offsets and biases, by group, row, column and block of steps.

use hostnpu_base::error::{Error, Result};
use hostnpu_numeric::e8m0;
use hostnpu_tensor::Dtype;

use crate::Arg;
use crate::floats::Floats;
use crate::operands::{Any, ReadAny};

/// Map from an index to a distance in elements: `size` neighbours share one.
#[derive(Clone, Copy, Debug)]
struct Spread {
    size: usize,
    stride: usize,
}

impl Spread {
    const NONE: Self = Self { size: 1, stride: 0 };

    #[inline]
    fn at(self, index: usize) -> usize {
        index / self.size * self.stride
    }
}

/// Blocks of steps of the inner dimension.
#[derive(Clone, Copy, Debug)]
struct Blocks {
    size: usize,
    /// From a pair of blocks to the next, and from the first of a pair to the second.
    pair: usize,
    odd: usize,
    /// If the blocks of a group follow those of the groups before it, each of which has one unit more than its steps fill: the steps of a unit, and the elements
    /// from one to the next.
    units: Option<(usize, usize)>,
}

/// Interpretation of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A number of its type.
    Number,
    /// Of a word of 64 bits the FLOAT in the lower half, of which the higher 19 bits count.
    Scale,
    /// Of a word of 64 bits the FLOAT in the lower half.
    WholeScale,
    /// Of a word of 64 bits the signed 9-bit offset in bits 37 to 45.
    Offset,
}

/// Numbers of one tensor, or of one for each group.
#[derive(Clone, Debug)]
pub struct Factor {
    tensors: Vec<Arg>,
    part: Part,
    group: usize,
    matrix: usize,
    row: Spread,
    column: Spread,
    blocks: Blocks,
    is_cut: bool,
    is_rounded: bool,
    /// True if the two tensors are multiplied, in FLOAT.
    is_product: bool,
}

/// Position of a number. Steps count from the first of the group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    pub group: usize,
    /// The matrix of the tensor, of a side.
    pub matrix: usize,
    /// The first step of the group, counted in the whole.
    pub start: usize,
    pub row: usize,
    pub column: usize,
    pub step: usize,
}

/// The bits of a FLOAT that count in a word.
const COUNTING: u32 = 0xffff_e000;

impl Factor {
    /// One number for all, of one tensor or of the tensor of each group.
    pub fn new(tensors: Vec<Arg>) -> Self {
        let part = match tensors.first().map(|arg| arg.view.dtype) {
            Some(Dtype::U64 | Dtype::I64) => Part::Scale,
            _ => Part::Number,
        };
        Self {
            tensors,
            part,
            group: 0,
            matrix: 0,
            row: Spread::NONE,
            column: Spread::NONE,
            blocks: Blocks {
                size: usize::MAX,
                pair: 0,
                odd: 0,
                units: None,
            },
            is_cut: false,
            is_rounded: false,
            is_product: false,
        }
    }

    /// The same of another part of each element.
    pub fn part(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The same, of which the higher 19 bits count.
    pub fn cut(self) -> Self {
        Self {
            is_cut: true,
            ..self
        }
    }

    /// The product of two numbers, in FLOAT.
    pub fn product(a: Arg, b: Arg) -> Self {
        Self {
            is_product: true,
            ..Self::new(vec![a, b])
        }
    }

    /// The same, rounded to integers, of two to the even one.
    pub fn rounded(self) -> Self {
        Self {
            is_rounded: true,
            ..self
        }
    }

    /// Matrices of the side are so many elements apart.
    pub fn by_matrix(self, matrix: usize) -> Self {
        Self { matrix, ..self }
    }

    /// Groups are so many elements apart.
    pub fn by_group(self, group: usize) -> Self {
        Self { group, ..self }
    }

    /// `size` rows share a number, and the next one is `stride` elements away.
    pub fn by_row(self, size: usize, stride: usize) -> Self {
        let row = Spread { size, stride };
        Self { row, ..self }
    }

    /// `size` columns share a number, and the next one is `stride` elements away.
    pub fn by_column(self, size: usize, stride: usize) -> Self {
        let column = Spread { size, stride };
        Self { column, ..self }
    }

    /// `size` steps share a number, and the next one is `stride` elements away.
    pub fn by_block(self, size: usize, stride: usize) -> Self {
        self.by_pairs(size, 2 * stride, stride)
    }

    /// The same with pairs of blocks `pair` elements apart, and the second of a pair `odd` elements from the first.
    pub fn by_pairs(mut self, size: usize, pair: usize, odd: usize) -> Self {
        (self.blocks.size, self.blocks.pair, self.blocks.odd) = (size, pair, odd);
        self
    }

    /// The same with the blocks of all groups one after the other, in units of so many steps that are `stride` elements apart: a group begins at the unit of its
    /// first step in the whole, and one more for each group before it.
    pub fn following_groups(mut self, unit: usize, stride: usize) -> Self {
        self.blocks.units = Some((unit, stride));
        self
    }

    /// Returns true if its numbers are powers of two.
    pub fn is_power(&self) -> bool {
        self.tensors
            .first()
            .is_some_and(|arg| arg.view.dtype == Dtype::F8E8m0)
    }

    /// Puts other operands in the places of its own.
    pub(super) fn exchange(&mut self, with: &mut dyn FnMut(Arg) -> Arg) {
        for arg in &mut self.tensors {
            *arg = with(arg.clone());
        }
    }

    /// A number as it counts.
    fn kept(&self, number: f64) -> f64 {
        let number = match self.is_cut {
            true => f32::from_bits((number as f32).to_bits() & COUNTING).into(),
            false => number,
        };
        if self.is_rounded {
            number.round_ties_even()
        } else {
            number
        }
    }

    pub(super) fn by_rows(&self) -> bool {
        self.row.stride != 0
    }

    pub(super) fn by_columns(&self) -> bool {
        self.column.stride != 0
    }

    /// Steps that share a number.
    pub(super) fn steps_of_block(&self) -> usize {
        self.blocks.size
    }

    pub(super) fn operands(&self) -> Vec<ReadAny> {
        let all = self.tensors.iter();
        all.map(|arg| ReadAny::from(arg.clone())).collect()
    }

    /// Binds it to the memory of its tensors.
    pub(super) fn bound<'a>(&'a self, tensors: &[Any<'a>]) -> Result<FactorAt<'a>> {
        let tensors: Result<_> = tensors.iter().map(|&any| Numbers::new(any)).collect();
        let tensors = tensors?;
        Ok(FactorAt { of: self, tensors })
    }
}

/// Numbers in memory.
enum Numbers<'a> {
    Floats(Floats<'a>),
    Powers(&'a [u8]),
    Words(&'a [[u8; 8]]),
    Integers(&'a [i32]),
}

impl<'a> Numbers<'a> {
    fn new(of: Any<'a>) -> Result<Self> {
        Ok(match of.dtype() {
            Dtype::F8E8m0 => Self::Powers(of.bytes()),
            Dtype::U64 | Dtype::I64 => Self::Words(of.raw()?),
            Dtype::I32 => Self::Integers(of.of()?),
            Dtype::F32 | Dtype::F16 | Dtype::Bf16 | Dtype::F64 => Self::Floats(of.floats()?),
            other => return Err(Error::dtype("a scale", other, "a number")),
        })
    }

    fn get(&self, number: usize, part: Part) -> f64 {
        match self {
            Self::Floats(of) => of.get(number),
            Self::Powers(of) => e8m0::decode(of[number]).into(),
            Self::Integers(of) => of[number].into(),
            Self::Words(of) => {
                let word = u64::from_le_bytes(of[number]);
                match part {
                    Part::Offset => {
                        let bits = (word >> 37 & 0x1ff) as i32;
                        f64::from(bits << 23 >> 23)
                    }
                    Part::WholeScale => f32::from_bits(word as u32).into(),
                    _ => f32::from_bits(word as u32 & COUNTING).into(),
                }
            }
        }
    }
}

/// A factor bound to memory.
pub(super) struct FactorAt<'a> {
    pub of: &'a Factor,
    tensors: Vec<Numbers<'a>>,
}

impl FactorAt<'_> {
    /// The number at a position. Panics outside its tensor.
    pub fn get(&self, at: Position) -> f64 {
        let mut number = [0.0];
        self.columns(at, &mut number);
        number[0]
    }

    /// The numbers of the column of a position and of those behind it. Panics outside their tensor.
    pub fn columns(&self, at: Position, to: &mut [f64]) {
        let of = self.of;
        if of.is_product {
            let [a, b] = [0, 1].map(|tensor: usize| self.tensors[tensor].get(0, of.part) as f32);
            to.fill(f64::from(a * b));
        } else {
            let (tensor, first) = self.row_of(at);
            let numbers = &self.tensors[tensor];
            match numbers {
                Numbers::Floats(floats) if (of.column.size, of.column.stride) == (1, 1) => {
                    let first = first + at.column;
                    floats.load(first..first + to.len(), to);
                }
                _ => {
                    for (column, to) in (at.column..).zip(&mut *to) {
                        *to = numbers.get(first + of.column.at(column), of.part);
                    }
                }
            }
        }
        if of.is_cut || of.is_rounded {
            to.iter_mut().for_each(|x| *x = of.kept(*x));
        }
    }

    /// The tensor of a position, and the place of the number of its column 0.
    fn row_of(&self, at: Position) -> (usize, usize) {
        let of = self.of;
        let (tensor, group) = match self.tensors.len() {
            1 => (0, at.group),
            _ => (at.group, 0),
        };
        let blocks = &of.blocks;
        let first = match blocks.units {
            Some((unit, stride)) => (at.start / unit + at.group) * stride,
            None => group * of.group + at.matrix * of.matrix,
        };
        let block = at.step / blocks.size;
        let odd = if block % 2 == 1 { blocks.odd } else { 0 };
        let along = block / 2 * blocks.pair + odd;
        (tensor, first + of.row.at(at.row) + along)
    }
}
