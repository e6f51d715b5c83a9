//! Blocks that go to each tensor of a list, at places that are known when the call runs.

use super::at;
use crate::engine::index::for_each_index;
use crate::engine::pointwise;
use crate::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dims, Layout};

/// Plans that block `b` of `updates` goes to tensor `b` of the list, `index[b]` elements further along axis `axis`; with two columns, as many as
/// the second one says. A tensor stays where the mask is not 1.
pub fn scatter_list(
    tensors: Vec<Arg>,
    index: Arg,
    updates: Arg,
    mask: Option<Arg>,
    axis: usize,
) -> Call {
    let bytes = updates
        .view
        .numel()
        .unwrap_or(0)
        .saturating_mul(updates.view.dtype.bits() / 8);
    let plan = Blocks {
        axis,
        count: tensors.len(),
        bytes: bytes.saturating_mul(2),
    };
    let targets = tensors
        .into_iter()
        .map(|tensor| tensor.with_role(Role::InOut));
    let inputs = [Some(updates), Some(index), mask].into_iter().flatten();
    Call::new(
        plan,
        targets.chain(inputs.map(|input| input.with_role(Role::Input))),
    )
}

/// Operands: the tensors, updates, index, and a mask if there is one.
struct Blocks {
    axis: usize,
    count: usize,
    bytes: usize,
}

/// A part of a tensor, from an element on, with other extents; without the axes that have none.
fn part(arg: &Arg, from: &[i64], shape: &[Option<i64>]) -> Result<Arg> {
    let layout = &arg.view.layout;
    let offset: i64 = from
        .iter()
        .zip(layout.strides())
        .map(|(from, stride)| from * stride)
        .sum();
    let kept = (0..shape.len()).filter(|&axis| shape[axis].is_some());
    let strides: Dims = kept.map(|axis| layout.strides()[axis]).collect();
    let shape = shape.iter().flatten().copied().collect();
    let layout = Layout::new(shape, strides, layout.offset() + offset);
    Arg::new(arg.name, arg.role, arg.view.dtype, layout, arg.view.address)
}

impl Plan for Blocks {
    fn cost(&self) -> usize {
        self.bytes
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let operand = |k: usize| at(&args[k], addresses[k]);
        let (updates, index) = (operand(self.count), operand(self.count + 1));
        let axis = self.axis;
        let length = updates.view.layout.shape()[axis];
        let columns = index.view.layout.shape().get(1).map_or(1, |_| 2);
        let mut numbers = Vec::new();
        // SAFETY: the caller's promise for the index tensor.
        unsafe { for_each_index(&index, index.view.address, |number| numbers.push(number)) };
        let mut wanted = vec![true; self.count];
        if self.count + 2 < args.len() {
            let mask = operand(self.count + 2);
            let layout = &mask.view.layout;
            for (b, wanted) in wanted.iter_mut().enumerate() {
                let place = layout.offset() + b as i64 * layout.strides()[0];
                let place = mask.view.address.wrapping_add_signed(place as isize);
                // SAFETY: the caller's promise for an element of the mask.
                *wanted = unsafe { (place as *const u8).read() } == 1;
            }
        }
        let mut calls = Vec::new();
        for b in (0..self.count).filter(|&b| wanted[b]) {
            let target = operand(b);
            let (from, count) = match columns {
                2 => (numbers[2 * b], numbers[2 * b + 1]),
                _ => (numbers[b], length),
            };
            if !(0..=length).contains(&count) {
                return Err(Error::index(index.name, &[b, 1], count, length + 1, false));
            }
            let room = target.view.layout.shape()[axis - 1] - count + 1;
            if !(0..room).contains(&from) {
                let position = [b, 0];
                return Err(Error::index(
                    index.name,
                    &position[..columns],
                    from,
                    room,
                    false,
                ));
            }
            let mut shape: Vec<_> = updates
                .view
                .layout
                .shape()
                .iter()
                .copied()
                .map(Some)
                .collect();
            (shape[0], shape[axis]) = (None, Some(count));
            let mut start = vec![0; shape.len()];
            start[0] = b as i64;
            let source = part(&updates, &start, &shape)?;
            let mut start = vec![0; shape.len() - 1];
            start[axis - 1] = from;
            let target = part(&target, &start, &shape[1..])?;
            calls.push(pointwise::copy(source, target.with_role(Role::Output))?);
        }
        for call in calls {
            // SAFETY: the caller's promise for parts of the operands.
            unsafe { call.run(&call.addresses(), &mut *workspace)? };
        }
        Ok(())
    }
}
