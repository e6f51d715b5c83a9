//! Rows of a table, summed by bags, and scaled to a norm.

#![forbid(unsafe_code)]

use super::once::{each_once, memory_for_each_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::{FloatsMut, ScaledRow};
use hostnpu_engine::operands::{
    Read, ReadIndices, ReadRows, Temporary, Update, Write, WriteFloats, kernel, operands,
};
use hostnpu_kernels::index::{Cell, IndexSlice};
use hostnpu_kernels::quantised::larger;
use hostnpu_kernels::rows::{ROWS_AT_ONCE, add_scaled};
use hostnpu_tensor::{Dtype, Element, cuts};

/// Reduction of the rows of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bags {
    /// Their sum.
    Sum,
    /// Their mean.
    Mean,
    /// The largest element of each column.
    Max,
}

/// Operands of an embedding bag, beside what [`Bags`] says.
#[derive(Clone, Debug)]
pub struct BagOperands {
    /// The table, of two axes.
    pub weight: Arg,
    /// INT32 or INT64: rows of the table, one bag after the other.
    pub indices: Arg,
    /// INT32 or INT64: where each bag begins. Nothing: each row of `indices` is a bag.
    pub offsets: Option<Arg>,
    /// Factor of each row.
    pub weights: Option<Arg>,
    /// The results, a row for each bag.
    pub output: Arg,
    /// The bag of each index; -1 for none.
    pub bag_of: Option<Arg>,
    /// Number of rows of each bag.
    pub sizes: Arg,
    /// The row of each of the largest elements.
    pub largest: Option<Arg>,
}

operands! {
    struct Embedding => EmbeddingAt {
        table: ReadRows,
        indices: ReadIndices<i64>,
        offsets: Option<ReadIndices<i64>>,
        factors: Option<Read<f64>>,
        output: WriteFloats,
        sizes: Write<i64>,
        bag_of: Option<Write<i64>>,
        largest: Option<Write<i64>>,
        /// The beginning of each bag, and the end of the last one.
        bounds: Temporary<i64>,
    }
}

/// The bag of an index where there is no bag at all, as PyTorch counts: it subtracts one from the number of bags that begin at an index or before.
const NO_BAG: i64 = -1;

/// Columns that are summed at a time.
const TILE: usize = 128;

/// Plans a row for each bag. An index of `padding` names no row.
pub fn embedding_bag(kind: Bags, padding: i64, of: BagOperands) -> Result<Call> {
    let (dtype, index) = (of.output.view.dtype, of.indices.clone());
    if ![Dtype::F32, Dtype::F16, Dtype::Bf16].contains(&dtype) {
        return Err(Error::dtype(
            of.output.name,
            dtype,
            "FLOAT, FLOAT16 or BFLOAT16",
        ));
    }
    let &[bags, columns] = of.output.view.layout.shape() else {
        return Err(Error::value(of.output.name, "another number of axes", "2"));
    };
    let (bags, columns) = (bags as usize, columns as usize);
    let offsets_name = of.offsets.as_ref().map_or("offsets", |arg| arg.name);
    let moved = index.view.numel().unwrap_or(0).saturating_mul(columns);
    let operands = Embedding {
        table: of.weight.into(),
        indices: of.indices.into(),
        offsets: of.offsets.map(ReadIndices::from),
        factors: of.weights.map(Read::from),
        output: WriteFloats::of(of.output, dtype),
        sizes: of.sizes.into(),
        bag_of: of.bag_of.map(Write::from),
        largest: of.largest.map(Write::from),
        bounds: Temporary::of(bags + 1),
    };
    let cost = moved
        .saturating_mul(dtype.bits() / 8)
        .saturating_add(bags * columns);
    kernel(operands, cost, move |at: EmbeddingAt| {
        let [extent, width] = at.table.shape();
        check_rows(&index, at.indices, extent as i64, Some(padding))?;
        find_bounds(at.bounds, at.offsets, at.indices.len(), offsets_name)?;
        let bounds = &*at.bounds;
        // Positions and rows of a bag. An index that has changed to one outside the table counts nothing.
        let bag = |bag: usize| {
            let positions = bounds[bag] as usize..bounds[bag + 1] as usize;
            let rows = positions.map(|position| (position, at.indices.get(position)));
            rows.filter(|&(_, row)| row != padding && (row as usize) < extent)
        };
        let dense = at.table.dense();
        // Adds the rows of a bag from a column on, times their factors.
        let add = |number: usize, first: usize, sums: &mut [f64]| {
            let (mut waiting, mut waits) = ([ScaledRow::default(); ROWS_AT_ONCE], 0);
            let row = &mut [0.0; TILE][..sums.len()];
            for (position, index) in bag(number) {
                let factor = at.factors.map_or(1.0, |factors| factors[position]);
                let Some(table) = dense else {
                    at.table.load(index as usize, first, row);
                    add_scaled(sums, row, factor);
                    continue;
                };
                waiting[waits] = ScaledRow {
                    first: index as usize * width + first,
                    factor,
                };
                waits += 1;
                if waits == ROWS_AT_ONCE {
                    table.add_scaled_rows(&waiting, sums);
                    waits = 0;
                }
            }
            if let Some(table) = dense {
                table.add_scaled_rows(&waiting[..waits], sums);
            }
        };
        // The largest elements of a bag from a column on, and their rows.
        let find = |number: usize, first: usize, sums: &mut [f64], best: &mut [i64]| {
            let row = &mut [0.0; TILE][..sums.len()];
            for (_, index) in bag(number) {
                at.table.load(index as usize, first, row);
                for ((sum, &x), best) in sums.iter_mut().zip(&*row).zip(&mut *best) {
                    if *best < 0 || x > *sum {
                        (*sum, *best) = (x, index);
                    }
                }
            }
        };
        let parts = (
            at.output.chunks(columns),
            at.largest.map(|x| cuts::chunks(x, columns)),
        );
        cuts::for_each_part(
            parts,
            |number, (mut output, mut largest): (FloatsMut, _)| {
                for first in (0..columns.min(width)).step_by(TILE) {
                    let size = TILE.min(columns.min(width) - first);
                    let (sums, best) = (&mut [0.0; TILE][..size], &mut [-1; TILE][..size]);
                    if kind == Bags::Max {
                        find(number, first, sums, best);
                        output.store(first, sums);
                    } else {
                        add(number, first, sums);
                        if kind == Bags::Mean {
                            let count = bag(number).count().max(1) as f64;
                            sums.iter_mut().for_each(|sum| *sum /= count);
                        }
                        output.store_with_one_nan(first, sums);
                    }
                    if let Some(largest) = &mut largest {
                        largest[first..first + size].copy_from_slice(best);
                    }
                }
            },
        );
        at.sizes.fill(0);
        for (number, size) in at.sizes.iter_mut().take(bags).enumerate() {
            *size = bag(number).count() as i64;
        }
        if let Some(bag_of) = at.bag_of {
            if bags == 0 {
                bag_of.fill(NO_BAG);
            } else {
                // Bags follow each other.
                for (number, end) in (0..).zip(bounds.windows(2)) {
                    bag_of[end[0] as usize..end[1] as usize].fill(number);
                }
            }
        }
        Ok(())
    })
}

/// Writes where bags begin, and where the last one ends. Refuses bags that do not follow each other.
fn find_bounds(
    bounds: &mut [i64],
    offsets: Option<IndexSlice<'_, i64>>,
    count: usize,
    name: &'static str,
) -> Result<()> {
    let bags = bounds.len() - 1;
    bounds[0] = 0;
    for bag in 1..bags {
        let (least, most) = (bounds[bag - 1], count as i64);
        let first = offsets.map_or((bag * (count / bags)) as i64, |offsets| offsets.get(bag));
        if !(least..=most).contains(&first) {
            let got = format!("{first} at [{bag}]");
            return Err(Error::value(name, got, format!("{least} to {most}")));
        }
        bounds[bag] = first;
    }
    bounds[bags] = count as i64;
    Ok(())
}

/// Refuses a row that a table does not have.
fn check_rows(
    index: &Arg,
    rows: IndexSlice<'_, i64>,
    extent: i64,
    padding: Option<i64>,
) -> Result<()> {
    // Nearly always no index is outside, which takes no look at each.
    if rows.outside(extent as usize).is_none() {
        return Ok(());
    }
    let outside = |&(_, row): &(usize, i64)| Some(row) != padding && !(0..extent).contains(&row);
    let Some((number, row)) = rows.iter().enumerate().find(outside) else {
        return Ok(());
    };
    let mut rest = number;
    let mut position: Vec<usize> = Vec::new();
    for &axis in index.view.layout.shape().iter().rev() {
        position.insert(0, rest % axis as usize);
        rest /= axis as usize;
    }
    Err(Error::index(index.name, &position, row, extent, false))
}

operands! {
    struct Norms<T: Element> => NormsAt {
        table: Update<T>,
        indices: ReadIndices<i64>,
        /// The rows that are listed, each once.
        rows: Temporary<i64>,
    }
}

/// Plans that each row of `table` that is listed, and whose norm is larger than `most`, is scaled to it. Norms are of order `order`.
pub fn renormalise(table: Arg, indices: Arg, most: f64, order: f64) -> Result<Call> {
    match table.view.dtype {
        Dtype::F32 => renormalise_of::<f32>(table, indices, most, order),
        Dtype::F16 => renormalise_of::<half::f16>(table, indices, most, order),
        Dtype::Bf16 => renormalise_of::<half::bf16>(table, indices, most, order),
        dtype => {
            let allowed = "FLOAT, FLOAT16 or BFLOAT16";
            Err(Error::dtype(table.name, dtype, allowed))
        }
    }
}

fn renormalise_of<T: Element + Cell<Wide = f64>>(
    table: Arg,
    indices: Arg,
    most: f64,
    order: f64,
) -> Result<Call> {
    let &[extent, width] = table.view.layout.shape() else {
        return Err(Error::rank(table.name, table.view.layout.rank(), "2"));
    };
    let width = width as usize;
    let count = indices.view.numel().unwrap_or(0);
    let cost = count
        .saturating_mul(width)
        .saturating_mul(2 * size_of::<T>());
    let operands = Norms::<T> {
        table: table.into(),
        indices: indices.clone().into(),
        rows: Temporary::of(memory_for_each_once(count, extent as usize)),
    };
    kernel(operands, cost, move |at: NormsAt<T>| {
        check_rows(&indices, at.indices, extent, None)?;
        // A row that is listed twice is scaled once; an index that has changed to one outside the table names none.
        let rows = each_once(at.indices, extent as usize, 0, at.rows);
        cuts::for_each_part(cuts::listed(at.table, width, rows), |_, row| {
            scale(row, most, order);
        });
        Ok(())
    })
}

/// Scales a row whose norm is larger than `most`.
fn scale<T: Cell<Wide = f64>>(row: &mut [T], most: f64, order: f64) {
    let magnitudes = row.iter().map(|x| x.load().abs());
    let norm = match order {
        0.0 => magnitudes.filter(|&x| x != 0.0).count() as f64,
        1.0 => magnitudes.sum(),
        2.0 => magnitudes.map(|x| x * x).sum::<f64>().sqrt(),
        f64::INFINITY => magnitudes.fold(0.0, larger),
        f64::NEG_INFINITY => magnitudes.fold(f64::INFINITY, f64::min),
        order => magnitudes
            .map(|x| x.powf(order))
            .sum::<f64>()
            .powf(1.0 / order),
    };
    if norm > most {
        let factor = most / norm;
        row.iter_mut()
            .for_each(|x| *x = T::store(x.load() * factor));
    }
}
