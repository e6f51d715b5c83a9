//! Places of the elements of a product.

use hostnpu_kernels::gemm::few::ROWS;
use hostnpu_kernels::memory::Region;
use std::sync::Arc;

use smallvec::SmallVec;

use super::Shapes;
use super::grid::{Grid, Run, Runs};
use crate::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::Layout;

/// Distances in bytes along the dimensions of a batch.
type Strides = SmallVec<[isize; 4]>;

/// Matrices of an operand.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// Number of the operand.
    pub operand: usize,
    /// Bytes from the operand's address to its first element.
    offset: isize,
    batch: Strides,
    /// From a row to the next; of the right side from a column.
    pub rows: isize,
    /// From a column to the next; of both sides along the inner dimension.
    pub columns: isize,
    /// From a matrix whose product is added to that of the next one to that one.
    pub summed: isize,
    /// Places of its elements, if two distances do not say that; of the output its columns.
    pub grid: Option<Arc<Grid>>,
}

impl Matrix {
    /// The matrices of operand number `operand`, which broadcasts to `shape`.
    pub fn new(arg: &Arg, operand: usize, shape: &[i64]) -> Result<Self> {
        let layout = arg.view.layout.expanded(shape);
        let layout = layout.ok_or_else(|| {
            let own = arg.view.layout.shape();
            Error::from(Reason::Internal(format!(
                "`{}` of shape {own:?} as {shape:?}",
                arg.name
            )))
        })?;
        let size = arg.view.dtype.bits() as isize / 8;
        let mut strides: Strides = layout
            .strides()
            .iter()
            .map(|&s| s as isize * size)
            .collect();
        let (columns, rows) = (strides.pop().unwrap_or(0), strides.pop().unwrap_or(0));
        Ok(Self {
            operand,
            offset: layout.offset() as isize * size,
            batch: strides,
            rows,
            columns,
            summed: 0,
            grid: None,
        })
    }

    /// Matrices of operand number `operand` whose elements lie as a grid says, `batch` bytes apart.
    pub fn of_grid(operand: usize, offset: isize, batch: isize, grid: Grid) -> Self {
        let plain = grid.as_plain();
        let [rows, columns] = plain.unwrap_or_default();
        Self {
            operand,
            offset,
            batch: SmallVec::from_slice(&[batch]),
            rows,
            columns,
            summed: 0,
            grid: plain.is_none().then(|| Arc::new(grid)),
        }
    }

    /// Runs of `count` columns from `first` on, and the bytes to each.
    pub fn runs(&self, first: usize, count: usize) -> Runs {
        match &self.grid {
            Some(grid) => grid.runs(first, count),
            None => Runs::from_slice(&[Run::plain(first, count, self.columns)]),
        }
    }

    pub fn transposed(mut self) -> Self {
        (self.rows, self.columns) = (self.columns, self.rows);
        self
    }

    /// The first element of matrix number `batch`.
    pub fn at<'a>(
        &self,
        operands: &[Region<'a>],
        extents: &[usize],
        mut batch: usize,
    ) -> Region<'a> {
        let mut first = operands[self.operand].moved(self.offset);
        for (&extent, &stride) in extents.iter().zip(&self.batch).rev() {
            first = first.moved((batch % extent) as isize * stride);
            batch /= extent;
        }
        first
    }

    /// Returns true if it has its elements where another matrix of the same address has them.
    pub fn lies_as(&self, other: &Self) -> bool {
        let places = |matrix: &Self| (matrix.offset, matrix.rows, matrix.columns);
        let are_plain = self.grid.is_none() && other.grid.is_none();
        are_plain && places(self) == places(other) && self.batch == other.batch
    }

    /// Returns true if all matrices of the batch are one.
    pub fn is_same_for_all(&self) -> bool {
        self.batch.iter().all(|&stride| stride == 0)
    }

    /// Makes the innermost dimension of the batch a continuation of the rows.
    fn fold(&mut self) {
        self.batch.pop();
    }

    /// Returns true if the innermost dimension of the batch continues `rows` rows.
    fn continues(&self, rows: usize) -> bool {
        self.batch.last() == Some(&(self.rows * rows as isize))
    }
}

/// The extents of a product, and where its operands lie. It computes rows of results: with few columns, or results that lie by columns, it is
/// the product of the transposed matrices.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub batch: SmallVec<[usize; 4]>,
    pub m: usize,
    pub n: usize,
    pub k: usize,
    /// Matrices whose products are added.
    pub summed: usize,
    pub left: Matrix,
    pub right: Matrix,
    pub output: Matrix,
    pub addend: Option<Matrix>,
}

/// Columns from which on they fill vectors.
const FEW: usize = 8;

impl Geometry {
    /// Returns true if few rows, at least one, are multiplied by single matrices whose elements lie at equal distances.
    pub fn is_of_few_rows(&self) -> bool {
        let is_plain = [&self.left, &self.right, &self.output]
            .iter()
            .all(|matrix| matrix.grid.is_none());
        is_plain && (1..=ROWS).contains(&self.m) && self.k > 0 && self.summed == 1
    }

    pub fn new(
        shapes: &Shapes,
        [mut left, mut right, output]: [Matrix; 3],
        addend: Option<Matrix>,
        is_summed: bool,
    ) -> Self {
        let extent = |shape: &[i64], from_end: usize| shape[shape.len() - from_end] as usize;
        let batch = &shapes.output[..shapes.output.len() - 2];
        let mut summed = 1;
        if is_summed {
            summed = shapes.left[0] as usize;
            for matrix in [&mut left, &mut right] {
                matrix.summed = matrix.batch.pop().unwrap_or(0);
            }
        }
        let mut this = Self {
            batch: batch.iter().map(|&extent| extent as usize).collect(),
            m: extent(&shapes.output, 2),
            n: extent(&shapes.output, 1),
            k: extent(&shapes.left, 1),
            summed,
            left,
            right,
            output,
            addend,
        };
        if summed == 0 {
            this.k = 0;
        }
        this.fold();
        let by_columns = this.output.rows.abs() < this.output.columns.abs();
        if this.n < FEW && this.m > this.n || by_columns && this.m >= FEW {
            this.transpose();
        }
        this
    }

    /// Returns true if there is no result.
    pub fn is_empty(&self) -> bool {
        self.m == 0 || self.n == 0 || self.batch.contains(&0)
    }

    /// Matrices of the batch.
    pub fn matrices(&self) -> usize {
        self.batch.iter().product()
    }

    /// Makes rows of what batches repeat, where the right side is the same for all of them.
    fn fold(&mut self) {
        while let Some(&extent) = self.batch.last() {
            let same_right = self.right.batch.last() == Some(&0) || extent == 1;
            let others = [Some(&self.left), Some(&self.output), self.addend.as_ref()];
            let continues = |matrix: &Matrix| extent == 1 || matrix.continues(self.m);
            if !same_right || !others.into_iter().flatten().all(continues) {
                break;
            }
            self.m *= extent;
            self.batch.pop();
            for matrix in [&mut self.left, &mut self.right, &mut self.output] {
                matrix.fold();
            }
            self.addend.iter_mut().for_each(Matrix::fold);
        }
    }

    fn transpose(&mut self) {
        std::mem::swap(&mut self.m, &mut self.n);
        std::mem::swap(&mut self.left, &mut self.right);
        self.output = self.output.clone().transposed();
        self.addend = self.addend.take().map(Matrix::transposed);
    }

    /// The same with results that lie densely, by rows, at the address of operand number `operand`.
    pub fn staged(&self, size: usize, operand: usize) -> Self {
        let mut this = self.clone();
        let row = this.n * size;
        let mut step = this.m * row;
        for (stride, &extent) in this.output.batch.iter_mut().zip(&this.batch).rev() {
            *stride = step as isize;
            step *= extent;
        }
        (this.output.rows, this.output.columns) = (row as isize, size as isize);
        (this.output.offset, this.output.operand) = (0, operand);
        this
    }

    /// The layout of the results, by batch, row and column, in elements of `size` bytes.
    pub fn output_layout(&self, size: usize) -> Layout {
        let output = &self.output;
        let extents = self.batch.iter().copied().chain([self.m, self.n]);
        let strides = output.batch.iter().copied();
        let strides = strides.chain([output.rows, output.columns]);
        Layout::new(
            extents.map(|extent| extent as i64).collect(),
            strides.map(|stride| stride as i64 / size as i64).collect(),
            output.offset as i64 / size as i64,
        )
    }
}
