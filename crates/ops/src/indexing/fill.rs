//! Slices that are filled with one value.

use super::{Written, assign, at, slices};
use crate::engine::index::{Source, for_each_index};
use crate::{Arg, Call, Plan, Role};
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Layout, Value};

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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Plans `target[.., index[k], ..] = value`. An index below 0 counts from the end.
pub fn fill_slices(into: Written, axis: usize, index: Listed, value: Value) -> Result<Call> {
    let into = into.at_least_one_axis()?;
    let target = &into.arg().view;
    let bytes = target
        .numel()
        .unwrap_or(0)
        .saturating_mul(target.dtype.bits() / 8);
    let count = index.len();
    let (role, copied) = match &into {
        Written::CopyOf(input, _) => (Role::Output, Some(input.clone().with_role(Role::Input))),
        _ => (Role::InOut, None),
    };
    let mut args = vec![into.arg().clone().with_role(role)];
    let is_copy = copied.is_some();
    args.extend(copied);
    let numbers = match index {
        Listed::Numbers(numbers) => numbers,
        Listed::Tensor(index) => {
            args.push(index.with_role(Role::Input));
            Vec::new()
        }
    };
    let plan = FillSlices {
        axis,
        value,
        is_copy,
        numbers,
        count,
        bytes,
    };
    Ok(Call::new(plan, args))
}

/// Operands: target, what is copied to it first, and the index unless it is of the host.
struct FillSlices {
    axis: usize,
    value: Value,
    is_copy: bool,
    /// Indices of the host.
    numbers: Vec<i64>,
    count: usize,
    /// About as many are written.
    bytes: usize,
}

impl Plan for FillSlices {
    fn workspace_size(&self) -> usize {
        with_alignment(self.count.saturating_mul(8))
    }

    fn cost(&self) -> usize {
        self.bytes
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let operand = |k: usize| at(&args[k], addresses[k]);
        let target = operand(0);
        let extent = target.view.layout.shape()[self.axis];
        let memory = scratch.take(self.count * size_of::<i64>())?.cast::<i64>();
        let mut kept = 0;
        let mut keep = |index: i64| {
            let index = if index < 0 { index + extent } else { index };
            if (0..extent).contains(&index) {
                // SAFETY: the scratch memory takes as many as there are indices.
                unsafe { memory.add(kept).write(index) };
                kept += 1;
            }
        };
        self.numbers.iter().copied().for_each(&mut keep);
        if self.numbers.is_empty() {
            let index = operand(args.len() - 1);
            // SAFETY: the caller's promise for the index tensor.
            unsafe { for_each_index(&index, index.view.address, keep) };
        }
        let layout = Layout::contiguous(&[kept as i64]);
        let place = memory.expose_provenance();
        let index = Arg::new("index", Role::Input, Dtype::I64, layout, place)?;
        let into = match self.is_copy {
            true => Written::CopyOf(operand(1), target.clone()),
            false => Written::Itself(target.clone()),
        };
        let call = match kept {
            0 => into.alone()?,
            _ => {
                let mut geometry = slices(&target, self.axis, &index, &target, false);
                // One value for all.
                geometry.here.fill(0);
                assign(&geometry, Source::Value(self.value), into)?
            }
        };
        // SAFETY: the caller's promise for the operands; the indices are memory of this call.
        unsafe { call.run(&call.addresses(), &mut []) }
    }
}
