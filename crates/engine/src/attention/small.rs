//! Attention of few queries and keys, whose products take less time than packing their operands would: matrices of DOUBLE that are multiplied as they are.

#![forbid(unsafe_code)]

use super::forward::Given;
use super::memory::take;
use super::plan::Plan;
use super::source::SourceMemory;
use super::tiles::{QUERIES, Tile};
use super::{KEYS, Sequence};
use crate::block::{self, Size, Strides};
use crate::tile::{bytes_of, read_only};
use hostnpu_kernels::gemm::small::{COLUMNS, Left, Product};
use hostnpu_kernels::gemm::{DEPTH, Kind};

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// Numbers that are turned one by one: a block of them takes longer to plan.
const FEW_NUMBERS: usize = 256;

/// Most products of a head that are computed so.
const PRODUCTS: usize = 1 << 15;

/// Rows of numbers, with room for whole columns of products.
pub(super) struct Matrix<'m> {
    numbers: &'m mut [f64],
    shape: [usize; 2],
    pitch: usize,
}

impl<'m> Matrix<'m> {
    /// DOUBLE numbers of its memory: whole lines of the cache.
    pub fn doubles([rows, columns]: [usize; 2]) -> usize {
        rows * columns.next_multiple_of(COLUMNS)
    }

    /// A matrix in the first numbers of some memory, of any numbers.
    pub fn new(memory: &mut &'m mut [f64], shape: [usize; 2]) -> Self {
        Self {
            numbers: take(memory, Self::doubles(shape)),
            shape,
            pitch: shape[1].next_multiple_of(COLUMNS),
        }
    }

    /// Fills each row by a function of its number.
    pub fn load(mut self, mut load: impl FnMut(usize, &mut [f64])) -> Self {
        let [rows, columns] = self.shape;
        for row in 0..rows {
            let (own, behind) = self.whole_row(row).split_at_mut(columns);
            load(row, own);
            behind.fill(0.0);
        }
        self
    }

    /// Fills each column by a function of its number, through memory for as many numbers.
    pub fn load_columns(self, turned: &mut [f64], mut load: impl FnMut(usize, &mut [f64])) -> Self {
        let [rows, columns] = self.shape;
        if columns < self.pitch {
            self.numbers.fill(0.0);
        }
        let turned = &mut turned[..rows * columns];
        for (column, line) in turned.chunks_exact_mut(rows.max(1)).enumerate() {
            load(column, line);
        }
        if turned.len() <= FEW_NUMBERS {
            for (column, line) in turned.chunks_exact(rows.max(1)).enumerate() {
                let to = self.numbers[column..].iter_mut().step_by(self.pitch);
                to.zip(line).for_each(|(to, &number)| *to = number);
            }
            return self;
        }
        let pitches = [rows, self.pitch].map(|pitch| (pitch * NUMBER) as isize);
        let from = Strides {
            row: pitches[0],
            column: NUMBER as isize,
        };
        let to = Strides {
            row: NUMBER as isize,
            column: pitches[1],
        };
        let size = Size {
            rows: columns,
            columns: rows,
        };
        let (source, target) = (read_only(&*turned), bytes_of(self.numbers));
        block::copy(NUMBER, (source, from), (target, to), size, false);
        self
    }

    fn whole_row(&mut self, row: usize) -> &mut [f64] {
        &mut self.numbers[row * self.pitch..][..self.pitch]
    }

    /// A row.
    pub fn row(&mut self, row: usize) -> &mut [f64] {
        let columns = self.shape[1];
        &mut self.whole_row(row)[..columns]
    }

    /// Its first columns as the left side of a product.
    pub fn left(&self, columns: usize) -> Left<'_> {
        Left {
            numbers: self.numbers,
            shape: [self.shape[0], columns],
            strides: [self.pitch, 1],
        }
    }

    /// Its first columns as the rows of the left side of a product.
    pub fn left_transposed(&self, columns: usize) -> Left<'_> {
        Left {
            numbers: self.numbers,
            shape: [columns, self.shape[0]],
            strides: [1, self.pitch],
        }
    }

    /// Writes products, or adds them if it `adds`.
    pub fn multiply(&mut self, kind: Kind, left: Left<'_>, right: &Self, adds: bool) {
        assert_eq!(self.pitch, right.pitch, "columns of a product");
        let product = Product {
            left,
            is_exact: kind == Kind::Exact,
            right: right.numbers,
            sums: self.numbers,
            pitch: self.pitch,
            adds,
        };
        product.multiply();
    }
}

/// Loads rows of a head, from one on: of those from row `start` of the tensor on, the first is row `first`.
fn rows_of<'s>(
    source: &'s SourceMemory,
    own: (&'s Sequence, usize),
    head: usize,
    [start, first]: [usize; 2],
    count: usize,
) -> impl Fn(usize, &mut [f64]) {
    let rows = start + first..start + first + count;
    let direct = source.direct(own.0, own.1, head, &rows);
    move |row, line| match &direct {
        Some(rows) => rows.load([row], 0, line),
        None => source.load(own, head, (start, first + row), 0..line.len(), line),
    }
}

impl Plan {
    /// Returns true if there are so few queries and keys in every sequence.
    pub(super) fn is_small(&self) -> bool {
        let ([queries, keys], elements) = (self.longest, self.depth.max(self.width));
        !self.kinds[0].has_short_sums()
            && queries <= QUERIES
            && keys <= KEYS
            && elements <= DEPTH
            && queries * keys * elements <= PRODUCTS
    }

    /// Shapes of keys by columns, values, queries, scores, and results.
    fn small_shapes(&self, [queries, keys]: [usize; 2]) -> [[usize; 2]; 5] {
        [
            [self.depth, keys],
            [keys, self.width],
            [queries, self.depth],
            [queries, keys],
            [queries, self.width],
        ]
    }

    /// DOUBLE numbers of the memory of a thread: of these, and of keys by rows.
    pub(super) fn small_doubles(&self) -> usize {
        let shapes = self.small_shapes(self.longest).map(Matrix::doubles);
        let [_, keys] = self.longest;
        shapes.into_iter().sum::<usize>() + Matrix::doubles([self.depth, keys])
    }

    /// Computes all queries of a head of keys: those of each head of the tile.
    pub(super) fn small(&self, given: &Given, key_head: usize, mut tile: Tile, memory: &mut [f64]) {
        let (sequence, number) = (tile.sequence, tile.number);
        let [heads, queries, _] = tile.outputs.results.shape();
        let seen = sequence.window.of_all(0..queries, sequence.keys.len());
        // All keys are in one block: of those, all or none are multiplied.
        let count = if seen.is_empty() {
            0
        } else {
            sequence.keys.len()
        };
        let mut rest = memory;
        let [keys, values, mut q, mut scores, mut results] = self
            .small_shapes([queries, count])
            .map(|shape| Matrix::new(&mut rest, shape));
        let [query, key, value] = &given.sources;
        let own = (sequence, number);
        let of_keys = [sequence.keys.start, 0];
        let keys = keys.load_columns(rest, rows_of(key, own, key_head, of_keys, count));
        let values = values.load(rows_of(value, own, key_head, of_keys, count));
        for head in 0..heads {
            let of_queries = [0, sequence.queries.start];
            q = q.load(rows_of(query, own, tile.head + head, of_queries, queries));
            scores.multiply(self.kinds[0], q.left(self.depth), &keys, false);
            let mut factors = [0.0; QUERIES];
            for (i, factor) in factors[..queries].iter_mut().enumerate() {
                let row = scores.row(i);
                *factor = self.weights(given.modifiers, &mut tile, [head, i], 0, row);
            }
            results.multiply(self.kinds[1], scores.left(count), &values, false);
            for (i, factor) in factors[..queries].iter().enumerate() {
                self.store(results.row(i), *factor, tile.outputs.results.row([head, i]));
            }
        }
    }
}
