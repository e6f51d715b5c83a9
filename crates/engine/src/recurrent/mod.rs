//! Recurrent networks, long short-term memory and gated units: layers, directions and steps, and their gradients.
//!
//! One matrix product computes the part of the gates that comes from the inputs of all steps of a layer. The steps follow each other in a kernel, which multiplies what is hidden by
//! the packed weights. All is DOUBLE between the inputs and the outputs, and rounded once.

mod gradient;
mod steps;

pub use gradient::{Given, gradient};
pub use steps::{Outputs, forward};

use super::gemm::panels::{Packed, PackedMut, Panels, multiply, sums};
use super::views::{FloatsView, View};
use crate::Arg;
use crate::grain;
use crate::sequence::Sequence;
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::{Layout, cuts};

/// Kind of the step of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Long short-term memory. Its states are what is hidden and the cells; gradients are computed of input gates, candidates, forget gates, output gates, what is hidden, cells, and their
    /// hyperbolic tangents.
    Lstm,
    /// A gated recurrent unit. Its state is what is hidden; gradients are computed of reset gates, update gates, candidates, their sums by what was hidden, and what is hidden.
    Gru,
}

impl Cell {
    /// Sums of each element that is hidden.
    pub fn gates(self) -> usize {
        match self {
            Self::Lstm => 4,
            Self::Gru => 3,
        }
    }

    /// States of a layer.
    pub fn states(self) -> usize {
        match self {
            Self::Lstm => 2,
            Self::Gru => 1,
        }
    }

    /// Number of tensors that each step keeps for gradients.
    pub fn kept(self) -> usize {
        match self {
            Self::Lstm => 7,
            Self::Gru => 5,
        }
    }
}

/// Number of the hidden state among the kept tensors.
const HIDDEN: usize = 4;

/// The extents of a network.
#[derive(Clone, Copy, Debug)]
pub struct Network {
    /// Kind of the steps.
    pub cell: Cell,
    /// Steps of time.
    pub steps: usize,
    /// Sequences.
    pub batch: usize,
    /// Elements that are hidden.
    pub hidden: usize,
    /// Layers.
    pub layers: usize,
    /// 1, or 2 for a second direction backwards.
    pub directions: usize,
    /// True if the gates have biases.
    pub has_bias: bool,
    /// True if inputs and outputs begin with the batch.
    pub is_batch_first: bool,
}

impl Network {
    /// Parameters of a layer and direction.
    fn parameters(&self) -> usize {
        if self.has_bias { 4 } else { 2 }
    }

    /// Elements of a row of sums.
    fn sums(&self) -> usize {
        self.cell.gates() * self.hidden
    }

    /// A layout by steps first.
    fn by_steps(&self, layout: &Layout) -> Layout {
        match self.is_batch_first {
            true => layout.permuted(&[1, 0, 2]),
            false => layout.clone(),
        }
    }

    /// The step that is number `number` of a direction.
    fn step(&self, direction: usize, number: usize) -> usize {
        if direction == 0 {
            number
        } else {
            self.steps - 1 - number
        }
    }
}

/// A part of an axis of a tensor, for a step of a sequence.
fn part(all: &mut Sequence, of: &Arg, axis: usize, first: usize, count: usize) -> Result<Arg> {
    let layout = of.view.layout.sliced(axis, first as i64, count as i64, 1);
    all.viewed(of, layout)
}

/// One element of the first axis.
fn picked(all: &mut Sequence, of: &Arg, index: usize) -> Result<Arg> {
    let layout = of.view.layout.picked(0, index as i64);
    all.viewed(of, layout)
}

/// A tensor of doubles with two axes exchanged.
fn turned(all: &mut Sequence, of: &Arg) -> Result<Arg> {
    let rank = of.view.layout.rank();
    let mut axes: Vec<usize> = (0..rank).collect();
    axes.swap(rank - 1, rank - 2);
    let layout = of.view.layout.permuted(&axes);
    all.viewed(of, layout)
}

/// Rows that are multiplied by the same weights again and again.
struct Recurrence {
    left: Panels,
    right: Panels,
}

impl Recurrence {
    /// Products of rows of `inner` numbers with columns of as many.
    fn new(rows: usize, inner: usize, columns: usize) -> Self {
        Self {
            left: Panels::left(Kind::Double, rows, inner),
            right: Panels::right(Kind::Double, columns, inner),
        }
    }

    /// Numbers from a row of products to the next.
    fn pitch(&self) -> usize {
        self.right.padded()
    }

    /// Numbers of the products.
    fn products(&self) -> usize {
        self.left.lanes() * self.pitch()
    }

    /// Packs dense columns of weights. Panics where there are not as many.
    fn pack(&self, columns: &[f64], to: &mut [f64]) {
        let columns = View::of(columns, [self.right.lanes(), self.right.steps()]);
        PackedMut::new(self.right, to).pack(columns.into());
    }

    /// Packs columns of weights that are given as dense rows. Panics where there are not as many.
    fn pack_rows(&self, rows: &[f64], to: &mut [f64]) {
        let rows = View::of(rows, [self.right.steps(), self.right.lanes()]);
        PackedMut::new(self.right, to).pack(rows.permuted([1, 0]).into());
    }

    /// Multiplies dense rows by packed weights. Panics where memory is too small.
    fn multiply_rows(
        &self,
        rows: &[f64],
        packed: &mut [f64],
        weights: &[f64],
        products: &mut [f64],
    ) {
        let rows = View::of(rows, [self.left.lanes(), self.left.steps()]);
        let left = PackedMut::new(self.left, packed).pack(FloatsView::from(rows));
        let right = Packed::new(self.right, weights);
        let products = sums(Kind::Double, products, [self.left.lanes(), self.pitch()]);
        let columns = grain::MULTIPLIED_PANELS * self.right.width();
        let work = self.left.lanes() * self.left.steps() * self.right.lanes();
        let parts = products.boxes([self.left.lanes(), columns]);
        cuts::for_each_part_if(
            work > grain::SHARED_PRODUCTS,
            parts,
            |piece, mut products| {
                let right = right.lane(piece * columns);
                multiply(left, right, self.left.blocks(), &mut products, false);
            },
        );
    }
}
