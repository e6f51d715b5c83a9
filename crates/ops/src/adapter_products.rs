//! Products of rows with one matrix of an adapter, which each row, or each run of rows, chooses (LoRA).

#![forbid(unsafe_code)]

use super::products::{Addend, Product, multiply};
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    ReadForCalls, ReadIndices, RunsCalls, WriteForCalls, kernel, operands,
};
use hostnpu_tensor::Dtype;

/// Operands of a call.
pub struct AdapterProducts {
    /// Rows that are multiplied.
    pub x: Arg,
    /// Of each adapter a matrix, whose rows multiply those of `x`.
    pub weight: Arg,
    /// The adapter of each row, or of each run of rows; below 0 none.
    pub indices: Arg,
    /// The rows of each run. Rows behind the last one have no adapter.
    pub lengths: Option<Arg>,
    /// True if the products are added to the output.
    pub is_added: bool,
    /// Factor of the products.
    pub scale: f64,
}

operands! {
    struct Chosen => ChosenAt {
        x: ReadForCalls,
        weight: ReadForCalls,
        indices: ReadIndices<i64>,
        lengths: Option<ReadIndices<i64>>,
        out: WriteForCalls,
        calls: RunsCalls,
    }
}

/// Plans `out = scale weight x`, or adds it to `out`, rounded once. Rows without an adapter stay as they are.
pub fn multiply_by_adapters(of: AdapterProducts, out: Arg) -> Result<Call> {
    let [rows, steps] = of.x.extents()?;
    let [adapters, columns, _] = of.weight.extents()?;
    of.weight.require_numel(adapters * columns * steps)?;
    out.require_numel(rows * columns)?;
    out.check_distinct_elements()?;
    let (name, numbers) = (of.indices.name, of.indices.extents::<1>()?[0]);
    of.lengths
        .iter()
        .try_for_each(|lengths| lengths.require_numel(numbers))?;
    let operands_type = match of.x.view.dtype == of.weight.view.dtype {
        true => of.x.view.dtype,
        false => Dtype::F32,
    };
    let weight = f64::from(u8::from(of.is_added));
    let product = Product::new(operands_type, out.view.dtype).times(of.scale);
    let product = product.plus(Addend::Output, weight);
    let cost = rows.saturating_mul(steps).saturating_mul(columns);
    let operands = Chosen {
        x: of.x.into(),
        weight: of.weight.into(),
        indices: of.indices.into(),
        lengths: of.lengths.map(Into::into),
        out: WriteForCalls::update(out),
        calls: RunsCalls,
    };
    kernel(operands, cost, move |at: ChosenAt| {
        let mut indices = at.indices.iter().enumerate();
        if let Some((place, index)) = indices.find(|&(_, index)| index >= adapters as i64) {
            return Err(Error::index(name, &[place], index, adapters as i64, false));
        }
        let run = |start: i64, end: i64, adapter: i64| {
            if start == end || !(0..adapters as i64).contains(&adapter) {
                return Ok(());
            }
            let weight = at.weight.view.layout.picked(0, adapter).permuted(&[1, 0]);
            let weight = at.weight.viewed(weight)?;
            let [x, out] = [part(&at.x, start, end)?, part(&at.out, start, end)?];
            at.calls.run(&multiply(product.clone(), x, weight, out)?)
        };
        // Neighbours of one adapter are multiplied together.
        let (mut start, mut end, mut adapter) = (0, 0, -1);
        for number in 0..numbers {
            let index = at.indices.get(number);
            let length = at.lengths.map_or(1, |lengths| lengths.get(number).max(0));
            if index != adapter {
                run(start, end, adapter)?;
                (start, adapter) = (end, index);
            }
            end = end.saturating_add(length).min(rows as i64);
        }
        run(start, end, adapter)
    })
}

/// Some rows of a matrix.
fn part(of: &Arg, start: i64, end: i64) -> Result<Arg> {
    of.viewed(of.view.layout.sliced(0, start, end - start, 1))
}
