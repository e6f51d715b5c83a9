//! Rows of a table, summed by bags, and scaled to a norm.

use super::at;
use crate::error::{Error, Result};
use crate::kernels::index::Cell;
use crate::ops::engine::index::for_each_index;
use crate::ops::engine::pointwise;
use crate::ops::{Arg, Call, Plan, Role};
use crate::tensor::scratch::{Scratch, with_alignment};
use crate::tensor::{Dtype, Layout, parallel};

/// What becomes of the rows of a bag.
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
    /// What each row is multiplied by.
    pub weights: Option<Arg>,
    /// The results, a row for each bag.
    pub output: Arg,
    /// Which bag each index is in.
    pub bag_of: Option<Arg>,
    /// How many rows each bag has.
    pub sizes: Arg,
    /// Which row each of the largest elements is of.
    pub largest: Option<Arg>,
}

/// Plans a row for each bag. An index of `padding` names no row.
pub fn embedding_bag(kind: Bags, padding: i64, operands: BagOperands) -> Result<Call> {
    let dtype = operands.output.view.dtype;
    let compute = match dtype {
        Dtype::F32 => bags::<f32>,
        Dtype::F16 => bags::<half::f16>,
        Dtype::Bf16 => bags::<half::bf16>,
        _ => {
            return Err(Error::dtype(
                operands.output.name,
                dtype,
                "FLOAT, FLOAT16 or BFLOAT16",
            ));
        }
    };
    let shape = operands.output.view.layout.shape().to_vec();
    let count = operands.indices.view.numel().unwrap_or(0);
    let optional = [&operands.offsets, &operands.weights].map(Option::is_some);
    let written = [operands.bag_of.is_some(), operands.largest.is_some()];
    let inputs = [
        Some(operands.weight),
        Some(operands.indices),
        operands.offsets,
        operands.weights,
    ];
    let outputs = [
        Some(operands.output),
        Some(operands.sizes),
        operands.bag_of,
        operands.largest,
    ];
    let inputs = inputs
        .into_iter()
        .flatten()
        .map(|arg| arg.with_role(Role::Input));
    let outputs = outputs
        .into_iter()
        .flatten()
        .map(|arg| arg.with_role(Role::Output));
    let plan = Bagged {
        kind,
        padding,
        compute,
        optional,
        written,
        results: shape.iter().product::<i64>() as usize,
        columns: shape[1] as usize,
        size: dtype.bits() / 8,
        count,
    };
    Ok(Call::new(plan, inputs.chain(outputs)))
}

/// One bag after the other: positions of their indices.
struct Found {
    /// Rows of the table.
    rows: Vec<i64>,
    /// Where each bag begins, and the last one ends.
    bounds: Vec<usize>,
    padding: i64,
    /// The table: address of the first element, and byte strides.
    table: (usize, [isize; 2]),
    /// Address of the factors of rows, DOUBLE and side by side.
    weights: Option<usize>,
}

impl Found {
    fn bag(&self, bag: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let positions = self.bounds[bag]..self.bounds[bag + 1];
        positions
            .map(|at| (at, self.rows[at]))
            .filter(|&(_, row)| row != self.padding)
    }
}

type Compute = unsafe fn(Bags, &Found, usize, usize, usize, *mut i64);

/// Writes the row of a bag to dense memory at `output`, and for the largest elements their rows to `largest`.
///
/// # Safety
/// The table, the factors and the memory may be read and written.
unsafe fn bags<T: Cell<Wide = f64>>(
    kind: Bags,
    found: &Found,
    bag: usize,
    columns: usize,
    output: usize,
    largest: *mut i64,
) {
    let element = |(base, [row_step, step]): (usize, [isize; 2]), row: i64, column: usize| {
        let place = base.wrapping_add_signed(row as isize * row_step + column as isize * step);
        // SAFETY: the caller's promise for an element of the table.
        unsafe { (place as *const T).read() }.load()
    };
    let count = found.bag(bag).count();
    for column in 0..columns {
        let mut result = 0.0;
        let mut best = -1;
        for (position, row) in found.bag(bag) {
            let value = element(found.table, row, column);
            match kind {
                Bags::Max => {
                    if best < 0 || value > result {
                        (result, best) = (value, row);
                    }
                }
                _ => {
                    let factor = found.weights.map_or(1.0, |first| {
                        // SAFETY: the caller's promise for a factor.
                        unsafe { (first as *const f64).add(position).read() }
                    });
                    result += factor * value;
                }
            }
        }
        if kind == Bags::Mean && count > 0 {
            result /= count as f64;
        }
        // SAFETY: the caller's promise for the results.
        unsafe {
            (output as *mut T).add(column).write(T::store(result));
            if !largest.is_null() {
                largest.add(column).write(best);
            }
        }
    }
}

/// Operands: weight, indices, offsets and factors if they are there; output, sizes, then bags and rows of the largest if they are there.
struct Bagged {
    kind: Bags,
    padding: i64,
    compute: Compute,
    optional: [bool; 2],
    written: [bool; 2],
    results: usize,
    columns: usize,
    /// Bytes of an element.
    size: usize,
    count: usize,
}

/// All indices of a tensor.
///
/// # Safety
/// The tensor may be read.
unsafe fn numbers(index: &Arg) -> Result<Vec<i64>> {
    let count = index.view.numel().unwrap_or(0);
    let mut numbers = Vec::new();
    let reserved = numbers.try_reserve_exact(count);
    reserved.map_err(|_| Error::out_of_host_memory(count.saturating_mul(8)))?;
    // SAFETY: the caller's promise.
    unsafe { for_each_index(index, index.view.address, |number| numbers.push(number)) };
    Ok(numbers)
}

/// Refuses a row that a table does not have.
fn check_rows(index: &Arg, rows: &[i64], extent: i64, padding: Option<i64>) -> Result<()> {
    let outside = |row: &i64| Some(*row) != padding && !(0..extent).contains(row);
    let Some(number) = rows.iter().position(outside) else {
        return Ok(());
    };
    let mut rest = number;
    let mut position: Vec<usize> = Vec::new();
    for &axis in index.view.layout.shape().iter().rev() {
        position.insert(0, rest % axis as usize);
        rest /= axis as usize;
    }
    Err(Error::index(
        index.name,
        &position,
        rows[number],
        extent,
        false,
    ))
}

/// Address of the first element, and byte strides.
fn strided(arg: &Arg) -> (usize, Vec<isize>) {
    let size = (arg.view.dtype.bits() / 8) as isize;
    let layout = &arg.view.layout;
    let first = layout.offset() as isize * size;
    let strides = layout
        .strides()
        .iter()
        .map(|&stride| stride as isize * size);
    (
        arg.view.address.wrapping_add_signed(first),
        strides.collect(),
    )
}

/// Copies dense numbers at `from` to a tensor.
///
/// # Safety
/// The tensor may be written, and there are as many numbers.
unsafe fn deliver(from: usize, dtype: Dtype, to: Arg) -> Result<()> {
    let layout = Layout::contiguous(to.view.layout.shape());
    let dense = Arg::new("workspace", Role::Input, dtype, layout, from)?;
    let call = pointwise::copy(dense, to.with_role(Role::Output))?;
    // SAFETY: the caller's promise.
    unsafe { call.run(&call.addresses(), &mut []) }
}

impl Plan for Bagged {
    fn workspace_size(&self) -> usize {
        with_alignment(self.results * self.size)
            .saturating_add(with_alignment(self.count.saturating_mul(8)))
            .saturating_add(with_alignment(self.results.saturating_mul(8)))
    }

    fn cost(&self) -> usize {
        let moved = self
            .count
            .saturating_mul(self.columns)
            .saturating_mul(self.size);
        moved.saturating_add(self.results)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut next = args
            .iter()
            .zip(addresses)
            .map(|(arg, &address)| at(arg, address));
        let mut operand = || {
            next.next()
                .ok_or_else(|| Error::Internal("no operand is left".into()))
        };
        let (weight, indices) = (operand()?, operand()?);
        let offsets = if self.optional[0] {
            Some(operand()?)
        } else {
            None
        };
        let weights = if self.optional[1] {
            Some(operand()?)
        } else {
            None
        };
        let (output, sizes) = (operand()?, operand()?);
        let bag_of = if self.written[0] {
            Some(operand()?)
        } else {
            None
        };
        let largest = if self.written[1] {
            Some(operand()?)
        } else {
            None
        };

        // SAFETY: the caller's promise for both.
        let rows = unsafe { numbers(&indices)? };
        let extent = weight.view.layout.shape()[0];
        check_rows(&indices, &rows, extent, Some(self.padding))?;
        let count = output.view.layout.shape()[0] as usize;
        let mut bounds = Vec::with_capacity(count + 1);
        match &offsets {
            None => bounds.extend((0..count).map(|bag| bag * (rows.len() / count.max(1)))),
            Some(offsets) => {
                // SAFETY: as above.
                let starts = unsafe { numbers(offsets)? };
                for (bag, &start) in starts.iter().enumerate().take(count) {
                    let least = bounds.last().copied().unwrap_or(0);
                    let within = usize::try_from(start)
                        .ok()
                        .filter(|&start| bag == 0 || (least..=rows.len()).contains(&start));
                    let Some(start) = within.or((bag == 0).then_some(0)) else {
                        let got = format!("{start} at [{bag}]");
                        let allowed = format!("{least} to {}", rows.len());
                        return Err(Error::value(offsets.name, got, allowed));
                    };
                    bounds.push(if bag == 0 { 0 } else { start });
                }
            }
        }
        bounds.push(rows.len());
        let mut scratch = Scratch::new(workspace);
        let factors = match weights {
            None => None,
            Some(weights) => {
                let place = scratch
                    .take(self.count * size_of::<f64>())?
                    .expose_provenance();
                let layout = Layout::contiguous(weights.view.layout.shape());
                let dense = Arg::new("workspace", Role::Output, Dtype::F64, layout, place)?;
                let call = pointwise::copy(weights, dense)?;
                // SAFETY: the caller's promise for the factors; the scratch memory is as large.
                unsafe { call.run(&call.addresses(), &mut [])? };
                Some(place)
            }
        };
        let (table, steps) = strided(&weight);
        let found = Found {
            rows,
            bounds,
            padding: self.padding,
            table: (table, [steps[0], steps[1]]),
            weights: factors,
        };
        let results = scratch.take(self.results * self.size)?.expose_provenance();
        let chosen = match largest {
            Some(_) => scratch.take(self.results * 8)?.expose_provenance(),
            None => 0,
        };
        parallel::for_each_piece(count, |bag| {
            let row = bag * self.columns;
            let largest = match chosen {
                0 => std::ptr::null_mut(),
                first => (first as *mut i64).wrapping_add(row),
            };
            // SAFETY: the caller's promise for the inputs; each bag has a row of the scratch memory.
            unsafe {
                (self.compute)(
                    self.kind,
                    &found,
                    bag,
                    self.columns,
                    results + row * self.size,
                    largest,
                );
            }
        });
        let mut counts: Vec<i64> = (0..count)
            .map(|bag| found.bag(bag).count() as i64)
            .collect();
        counts.resize(sizes.view.numel().unwrap_or(count), 0);
        let mut bag_numbers: Vec<i64> = Vec::with_capacity(found.rows.len());
        for bag in 0..count {
            bag_numbers.resize(found.bounds[bag + 1], bag as i64);
        }
        // SAFETY: the caller's promise for the outputs; there are as many numbers as they have elements.
        unsafe {
            deliver(results, output.view.dtype, output)?;
            deliver(counts.as_ptr().expose_provenance(), Dtype::I64, sizes)?;
            if let Some(bag_of) = bag_of {
                deliver(bag_numbers.as_ptr().expose_provenance(), Dtype::I64, bag_of)?;
            }
            if let Some(largest) = largest {
                deliver(chosen, Dtype::I64, largest)?;
            }
        }
        Ok(())
    }
}

/// Plans that each row of `table` that is listed, and whose norm is larger than `most`, is scaled to it. Norms are of order `order`.
pub fn renormalise(table: Arg, indices: Arg, most: f64, order: f64) -> Result<Call> {
    let dtype = table.view.dtype;
    let scale = match dtype {
        Dtype::F32 => scale::<f32>,
        Dtype::F16 => scale::<half::f16>,
        Dtype::Bf16 => scale::<half::bf16>,
        _ => {
            return Err(Error::dtype(
                table.name,
                dtype,
                "FLOAT, FLOAT16 or BFLOAT16",
            ));
        }
    };
    let count = indices.view.numel().unwrap_or(0);
    let width = table.view.layout.shape()[1] as usize;
    let plan = Norms {
        scale,
        most,
        order,
        bytes: count.saturating_mul(width).saturating_mul(dtype.bits() / 4),
    };
    let args = [table.with_role(Role::InOut), indices.with_role(Role::Input)];
    Ok(Call::new(plan, args))
}

type Scale = unsafe fn(usize, isize, usize, f64, f64);

/// Scales a row of `width` elements, `step` bytes apart.
///
/// # Safety
/// The row may be read and written.
unsafe fn scale<T: Cell<Wide = f64>>(row: usize, step: isize, width: usize, most: f64, order: f64) {
    let place = |column: usize| row.wrapping_add_signed(column as isize * step) as *mut T;
    // SAFETY: the caller's promise.
    let magnitudes = (0..width).map(|column| unsafe { place(column).read() }.load().abs());
    let norm = match order {
        0.0 => magnitudes.filter(|&x| x != 0.0).count() as f64,
        1.0 => magnitudes.sum(),
        2.0 => magnitudes.map(|x| x * x).sum::<f64>().sqrt(),
        f64::INFINITY => {
            magnitudes.fold(0.0, |most, x| if x > most || x.is_nan() { x } else { most })
        }
        f64::NEG_INFINITY => magnitudes.fold(f64::INFINITY, f64::min),
        order => magnitudes
            .map(|x| x.powf(order))
            .sum::<f64>()
            .powf(1.0 / order),
    };
    if norm > most {
        let factor = most / norm;
        for column in 0..width {
            // SAFETY: the caller's promise.
            unsafe { place(column).write(T::store(place(column).read().load() * factor)) };
        }
    }
}

/// Operands: the table, and indices of rows.
struct Norms {
    scale: Scale,
    most: f64,
    order: f64,
    bytes: usize,
}

impl Plan for Norms {
    fn cost(&self) -> usize {
        self.bytes
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let (table, indices) = (at(&args[0], addresses[0]), at(&args[1], addresses[1]));
        // SAFETY: the caller's promise.
        let mut rows = unsafe { numbers(&indices)? };
        let [extent, width] = [0, 1].map(|axis| table.view.layout.shape()[axis]);
        check_rows(&indices, &rows, extent, None)?;
        // A row that is listed twice is scaled once.
        rows.sort_unstable();
        rows.dedup();
        let (first, steps) = strided(&table);
        parallel::for_each_piece(rows.len(), |k| {
            let row = first.wrapping_add_signed(rows[k] as isize * steps[0]);
            // SAFETY: the caller's promise for a row that this call alone has.
            unsafe { (self.scale)(row, steps[1], width as usize, self.most, self.order) };
        });
        Ok(())
    }
}
