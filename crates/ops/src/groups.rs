//! Sums of groups of rows, whose borders a tensor lists.

#![forbid(unsafe_code)]

use super::reductions::{SUM, one};
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{
    ReadForCalls, ReadIndices, RunsCalls, WriteForCalls, kernel, operands,
};
use hostnpu_engine::reduce::Axes;
use hostnpu_tensor::Layout;

/// Meaning of a list of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// The end of each group, at which the next one begins.
    Ends,
    /// The number of rows of each group.
    Sizes,
}

operands! {
    struct GroupSums => GroupSumsAt {
        input: ReadForCalls,
        list: ReadIndices<i64>,
        output: WriteForCalls,
        calls: RunsCalls,
    }
}

/// Plans row `j` of `output` as the sum of the rows of `input` in group `j`. Borders behind the last row, or before the first, are brought back to
/// it; a group without rows gives 0. `list` has INT32 or INT64.
pub fn sums(kind: Groups, input: Arg, list: Arg, output: Arg) -> Result<Call> {
    output.check_distinct_elements()?;
    let dtype = input.view.dtype;
    let cost = input.view.bytes().map_or(0, |bytes| bytes.len());
    let operands = GroupSums {
        input: input.into(),
        list: list.into(),
        output: output.into(),
        calls: RunsCalls,
    };
    kernel(operands, cost, move |at: GroupSumsAt| {
        let count = at.input.view.layout.shape()[0];
        let mut start = 0;
        for (group, number) in (0..).zip(at.list.iter()) {
            let end = match kind {
                Groups::Ends => number,
                Groups::Sizes => start + number.clamp(0, count),
            };
            let end = end.clamp(0, count);
            let rows = rows(&at.input, start.min(end), end)?;
            let sum = row(&at.output, group)?;
            at.calls.run(&one(&SUM, dtype, rows, Axes::one(0), sum)?)?;
            start = end;
        }
        Ok(())
    })
}

/// The rows `start` to `end` of a matrix.
fn rows(of: &Arg, start: i64, end: i64) -> Result<Arg> {
    let layout = &of.view.layout;
    let offset = layout.offset() + start * layout.strides()[0];
    let shape = [end - start, layout.shape()[1]];
    of.viewed(Layout::new(
        shape[..].into(),
        layout.strides().into(),
        offset,
    ))
}

/// One row of a matrix.
fn row(of: &Arg, number: i64) -> Result<Arg> {
    of.viewed(of.view.layout.picked(0, number))
}
