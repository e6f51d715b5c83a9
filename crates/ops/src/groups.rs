//! Sums of groups of rows, whose borders a tensor lists.

use super::engine::reduce::Axes;
use super::reductions::{SUM, one};
use super::{Arg, Args, Call, Plan, Role};
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::{Dtype, Layout};

/// What a list says of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Where each ends, and the next one begins.
    Ends,
    /// How many rows each has.
    Sizes,
}

/// Plans row `j` of `output` as the sum of the rows of `input` in group `j`. Borders behind the last row, or before the first, are brought back to
/// it; a group without rows gives 0. `list` has INT32 or INT64.
pub fn sums(kind: Groups, input: Arg, list: Arg, output: Arg) -> Result<Call> {
    output.check_distinct_elements()?;
    let args = [
        input.with_role(Role::Input),
        list.with_role(Role::Input),
        output.with_role(Role::Output),
    ];
    if args[2].view.layout.is_empty() {
        return Ok(Call::nothing(args));
    }
    Ok(Call::new(GroupSums { kind }, args))
}

struct GroupSums {
    kind: Groups,
}

/// The rows `start` to `end` of a matrix; all of one row if `drop` is true.
fn rows(arg: &Arg, start: i64, end: i64, drop: bool) -> Result<Arg> {
    let layout = &arg.view.layout;
    let (shape, strides) = (layout.shape(), layout.strides());
    let offset = layout.offset() + start * strides[0];
    let layout = match drop {
        true => Layout::new(shape[1..].into(), strides[1..].into(), offset),
        false => Layout::new(
            [end - start, shape[1]].into_iter().collect(),
            strides.into(),
            offset,
        ),
    };
    Arg::new(arg.name, arg.role, arg.view.dtype, layout, 0)
}

impl Plan for GroupSums {
    fn cost(&self) -> usize {
        // Its tensors are small or it is worth a thread; which is not known here.
        usize::MAX
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let ([input, list, output], &[from, numbers, to]) = (args, addresses) else {
            return Err(Reason::Internal("sums of groups without operands".into()).into());
        };
        let args: Args = [input, list, output].into_iter().cloned().collect();
        let (count, groups) = (input.view.layout.shape()[0], list.view.layout.shape()[0]);
        let stride = list.view.layout.strides()[0];
        let mut borders = Vec::with_capacity(groups as usize);
        let mut start = 0;
        for group in 0..groups {
            let at = list.view.layout.offset() + group * stride;
            // SAFETY: the caller's promise for an element of the list.
            let number = unsafe {
                match list.view.dtype {
                    Dtype::I32 => {
                        i64::from((numbers as *const i32).offset(at as isize).read_volatile())
                    }
                    _ => (numbers as *const i64).offset(at as isize).read_volatile(),
                }
            };
            let end = match self.kind {
                Groups::Ends => number,
                Groups::Sizes => start + number.clamp(0, count),
            };
            let end = end.clamp(0, count);
            borders.push((start.min(end), end));
            start = end;
        }
        for (group, (start, end)) in borders.into_iter().enumerate() {
            let group = group as i64;
            let (from_rows, to_row) = (
                rows(&args[0], start, end, false)?,
                rows(&args[2], group, group, true)?,
            );
            let call = one(&SUM, input.view.dtype, from_rows, Axes::one(0), to_row)?;
            // SAFETY: the caller's promise, for some of the rows.
            unsafe { call.run(&[from, to], &mut [])? };
        }
        Ok(())
    }
}
