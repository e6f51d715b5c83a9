//! Blocks that go to each tensor of a list, at places that are known when the call runs.

#![forbid(unsafe_code)]

use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    ReadBytes, ReadForCalls, ReadIndices, RunsCalls, WriteForCalls, kernel, operands,
};
use hostnpu_engine::pointwise;
use hostnpu_tensor::{Dims, Layout};

operands! {
    struct Blocks => BlocksAt {
        tensors: Vec<WriteForCalls>,
        updates: ReadForCalls,
        index: ReadIndices<i64>,
        mask: Option<ReadBytes>,
        calls: RunsCalls,
    }
}

/// Plans that block `b` of `updates` goes to tensor `b` of the list, `index[b]` elements further along axis `axis`; with two columns, as many as
/// the second one says. A tensor stays where the mask is not 1.
pub fn scatter_list(
    tensors: Vec<Arg>,
    index: Arg,
    updates: Arg,
    mask: Option<Arg>,
    axis: usize,
) -> Result<Call> {
    let count = tensors.len();
    let columns = index.view.layout.shape().get(1).map_or(1, |_| 2);
    index.require_numel(count * columns)?;
    if let Some(mask) = &mask {
        mask.require_numel(count)?;
    }
    let bytes = updates.view.numel().unwrap_or(0);
    let bytes = bytes.saturating_mul(updates.view.dtype.bits() / 8);
    let name = index.name;
    let operands = Blocks {
        tensors: tensors.into_iter().map(WriteForCalls::update).collect(),
        updates: updates.into(),
        index: index.into(),
        mask: mask.map(ReadBytes::from),
        calls: RunsCalls,
    };
    kernel(operands, bytes.saturating_mul(2), move |at: BlocksAt| {
        let blocks = &at.updates.view.layout;
        let length = blocks.shape()[axis];
        let is_wanted = |b: &usize| at.mask.is_none_or(|mask| mask[*b] == 1);
        let mut copies = Vec::with_capacity(count);
        for b in (0..count).filter(is_wanted) {
            let (from, count) = match columns {
                2 => (at.index.get(2 * b), at.index.get(2 * b + 1)),
                _ => (at.index.get(b), length),
            };
            if !(0..=length).contains(&count) {
                return Err(Error::index(name, &[b, 1], count, length + 1, false));
            }
            let target = &at.tensors[b];
            let room = target.view.layout.shape()[axis - 1] - count + 1;
            if !(0..room).contains(&from) {
                let position = [b, 0];
                let position = &position[..columns];
                return Err(Error::index(name, position, from, room, false));
            }
            let mut shape: Dims = blocks.shape()[1..].into();
            shape[axis - 1] = count;
            let first = blocks.offset() + b as i64 * blocks.strides()[0];
            let source = Layout::new(shape.clone(), blocks.strides()[1..].into(), first);
            let whole = &target.view.layout;
            let first = whole.offset() + from * whole.strides()[axis - 1];
            let part = Layout::new(shape, whole.strides().into(), first);
            let (source, target) = (at.updates.viewed(source)?, target.viewed(part)?);
            copies.push(pointwise::copy(source, target.with_role(Role::Output))?);
        }
        copies.iter().try_for_each(|copy| at.calls.run(copy))
    })
}
