//! Recurrent networks over sequences of several lengths, whose rows of each step lie one behind the other without gaps.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use crate::recurrent::{Network, Outputs, forward};
use crate::sequence::Sequence;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Write, kernel, operands};
use hostnpu_tensor::Dtype;

operands! {
    struct Steps => StepsAt {
        rows: Read<f64>,
        counts: ReadIndices<i64>,
        out: Write<f64>,
    }
}

/// Plans copies of rows of steps of `batch` rows each, so many of each step as `counts` says: from rows without gaps, or to them.
fn moved(rows: Arg, counts: Arg, out: Arg, batch: usize, closes_gaps: bool) -> Result<Call> {
    let packed = if closes_gaps { &out } else { &rows };
    let [total, width] = packed.extents::<2>()?;
    let name = counts.name;
    let cost = 16 * out.view.numel().unwrap_or(0);
    let operands = Steps {
        rows: rows.into(),
        counts: counts.into(),
        out: out.into(),
    };
    kernel(operands, cost, move |at: StepsAt| {
        let mut row = 0;
        if !closes_gaps {
            at.out.fill(0.0);
        }
        for (step, count) in at.counts.iter().enumerate() {
            let most = batch.min(total - row);
            if !(0..=most as i64).contains(&count) {
                let got = format!("{count} at [{step}]");
                let allowed = format!("0 to {most}, of {total} rows of all steps");
                return Err(Error::value(name, got, allowed));
            }
            let count = count as usize;
            let (own, padded) = (row * width, step * batch * width);
            let (from, to) = match closes_gaps {
                true => (padded, own),
                false => (own, padded),
            };
            at.out[to..][..count * width].copy_from_slice(&at.rows[from..][..count * width]);
            row += count;
        }
        match row == total {
            true => Ok(()),
            false => {
                let allowed = format!("those of {total} rows");
                Err(Error::value(name, format!("steps of {row} rows"), allowed))
            }
        }
    })
}

/// Plans a network as [`forward`] does, whose input and output are (rows of all steps, elements).
pub fn packed(
    of: Network,
    input: Arg,
    parameters: Vec<Arg>,
    state: Vec<Arg>,
    counts: Arg,
    outputs: Outputs,
) -> Result<Call> {
    let mut steps = Sequence::default();
    let input = steps.add(input);
    let parameters = steps.add_all(parameters);
    let state = steps.add_all(state);
    let counts = steps.add(counts);
    let output = steps.add(outputs.output);
    let last = steps.add_all(outputs.last);
    let [_, elements] = input.extents::<2>()?.map(|extent| extent as i64);
    let [_, width] = output.extents::<2>()?.map(|extent| extent as i64);
    let [count, batch] = [of.steps, of.batch].map(|extent| extent as i64);
    let padded = steps.temporary(Dtype::F64, &[count, batch, elements])?;
    let results = steps.temporary(Dtype::F64, &[count, batch, width])?;
    steps.then(moved(
        input,
        counts.clone(),
        padded.clone(),
        of.batch,
        false,
    )?)?;
    let outputs = Outputs {
        output: results.clone(),
        last,
        kept: None,
    };
    let sizes = Some(counts.clone());
    steps.then(forward(of, padded, parameters, state, sizes, outputs)?)?;
    steps.then(moved(results, counts, output, of.batch, true)?)?;
    Ok(steps.finish())
}
