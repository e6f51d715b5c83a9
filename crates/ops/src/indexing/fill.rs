//! Slices that are filled with one value.

#![forbid(unsafe_code)]

use super::once::{each_once, memory_for_each_once};
use super::{Written, assign, slices};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::index::Source;
use hostnpu_engine::operands::{
    ReadForCalls, ReadIndices, RunsCalls, Temporary, WriteForCalls, kernel, operands,
};
use hostnpu_tensor::Value;

/// Indices of slices: of a tensor, of which those outside the axis name nothing, or of the host, all within it.
#[derive(Clone, Debug)]
pub enum Listed {
    /// INT32 or INT64.
    Tensor(Arg),
    /// Numbers.
    Numbers(Vec<i64>),
}

impl Listed {
    fn len(&self) -> usize {
        match self {
            Self::Tensor(index) => index.view.numel().unwrap_or(0),
            Self::Numbers(numbers) => numbers.len(),
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

operands! {
    struct FillSlices => FillSlicesAt {
        target: WriteForCalls,
        /// Copied to the target first.
        copied: Option<ReadForCalls>,
        index: Option<ReadIndices<i64>>,
        /// Indices within the axis, each once.
        kept: Temporary<i64>,
        calls: RunsCalls,
    }
}

/// Plans `target[.., index[k], ..] = value`. An index below 0 counts from the end.
pub fn fill_slices(into: Written, axis: usize, index: Listed, value: Value) -> Result<Call> {
    let into = into.at_least_one_axis()?;
    let view = &into.arg().view;
    let extent = view.layout.shape()[axis] as usize;
    let bytes = view.numel().unwrap_or(0);
    let bytes = bytes.saturating_mul(view.dtype.bits() / 8);
    let kept = Temporary::of(memory_for_each_once(index.len(), extent));
    let (target, copied) = match into {
        Written::CopyOf(input, target) => (target.into(), Some(input.into())),
        Written::Itself(target) | Written::Zeros(target) => (WriteForCalls::update(target), None),
    };
    let (index, numbers) = match index {
        Listed::Numbers(numbers) => (None, numbers),
        Listed::Tensor(index) => (Some(index.into()), Vec::new()),
    };
    let operands = FillSlices {
        target,
        copied,
        index,
        kept,
        calls: RunsCalls,
    };
    kernel(operands, bytes, move |at: FillSlicesAt| {
        let listed = at.index.unwrap_or_else(|| numbers[..].into());
        let kept = each_once(listed, extent, extent as i64, at.kept);
        let target = at.target;
        let into = match at.copied {
            Some(copied) => Written::CopyOf(copied, target.clone()),
            None => Written::Itself(target.clone()),
        };
        if kept.is_empty() {
            return at.calls.run(&into.alone()?);
        }
        let index = at.calls.input("index", kept)?;
        let mut geometry = slices(&target, axis, &index, &target, false);
        // One value for all.
        geometry.here.fill(0);
        at.calls
            .run(&assign(&geometry, Source::Value(value), into)?)
    })
}
