//! Whether the results of a comparison are true: one truth value of two tensors.

use super::engine::Binary;
use super::engine::pointwise::{self, Operand};
use super::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::arith::contains;
use hostnpu_tensor::{Dtype, Layout};

/// Plans `output = whether table(a, b) is true of some pair of elements`, or the opposite if `negated`. The output is one element of BOOL; results
/// of the comparison, one byte for each element of `a`, are kept in the workspace.
pub fn any(
    table: &'static Binary,
    compute: Dtype,
    a: Arg,
    b: impl Into<Operand>,
    negated: bool,
    output: Arg,
) -> Result<Call> {
    if output.view.dtype != Dtype::Bool || output.view.numel() != Some(1) {
        return Err(Reason::Internal(format!("`{}` is not one BOOL", output.name)).into());
    }
    let layout = Layout::contiguous(a.view.layout.shape());
    // Given an address when it runs.
    let results = Arg::new("workspace", Role::Output, Dtype::Bool, layout, 0)?;
    let comparison = pointwise::binary(table, compute, &[], a, b, results)?;
    let (results, inputs) = comparison.args().split_last().unzip();
    let count = results.and_then(|results| results.view.numel());
    let mut args: Vec<Arg> = inputs.unwrap_or_default().to_vec();
    let search = Search {
        count: count.unwrap_or(0),
        offset: output.view.layout.offset(),
        comparison,
        negated,
    };
    args.push(output.with_role(Role::Output));
    Ok(Call::new(search, args))
}

struct Search {
    /// Its last operand is the results.
    comparison: Call,
    count: usize,
    negated: bool,
    /// Where the output lies, counted from its address.
    offset: i64,
}

impl Plan for Search {
    fn workspace_size(&self) -> usize {
        self.count
    }

    fn cost(&self) -> usize {
        self.comparison.plan().cost().saturating_add(self.count)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let too_small = || {
            Error::from(Reason::Internal(
                "a search was run without its workspace".into(),
            ))
        };
        let results = workspace.get_mut(..self.count).ok_or_else(too_small)?;
        let (&output, inputs) = addresses.split_last().ok_or_else(too_small)?;
        let mut operands: super::Addresses = inputs.into();
        operands.push(results.as_mut_ptr().addr());
        // SAFETY: the caller's promise for the inputs; the results are as many bytes of the workspace.
        unsafe { self.comparison.run(&operands, &mut [])? };
        let found = contains::u8(results, 1) != self.negated;
        // SAFETY: the caller's promise for the output, one byte that is written last.
        unsafe {
            (output as *mut u8)
                .wrapping_offset(self.offset as isize)
                .write(found.into())
        };
        Ok(())
    }
}
