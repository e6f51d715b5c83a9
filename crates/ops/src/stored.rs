//! Calls some of whose operands are stored otherwise than they are meant: in blocks, or with their dimensions in another order. What a call reads is converted
//! before it, what it writes after it, as a graph on the device has its conversions around a kernel.

#![forbid(unsafe_code)]

use hostnpu_base::error::Result;
use hostnpu_tensor::{Dtype, Layout};

use super::blocked::Blocked;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_engine::pointwise;

/// A storage in another order than the tensor that it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The shape of the tensor, with all dimensions that its format names.
    pub shape: Vec<i64>,
    /// The shape of the storage.
    pub storage: Vec<i64>,
    /// Layout of its elements.
    pub order: Order,
}

/// Layout of the elements of a tensor in its storage.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// In blocks.
    Blocks(Blocked),
    /// Each dimension of the storage stands here in the tensor.
    Axes(Vec<usize>),
}

/// The memory behind an operand of a call that was planned for what is meant.
pub enum Memory<'a> {
    /// Its own: it is one of the whole call as it is.
    Own,
    /// A storage in another order, at its address.
    Stored(&'a Stored),
    /// None: it is an output that the operator has and the caller has not. The second operand gets it converted, if there is one.
    None(Option<Arg>),
}

impl Stored {
    /// Returns the storage as an operand.
    fn operand(&self, of: &Arg) -> Result<Arg> {
        let layout = Layout::contiguous(&self.storage);
        Arg::new(of.name, of.role, of.view.dtype, layout, of.view.address)
    }

    /// Plans `plain = stored`.
    fn unpack(&self, stored: Arg, plain: Arg) -> Result<Call> {
        let plain = plain.shaped(&self.shape)?;
        match &self.order {
            Order::Blocks(blocked) => blocked.unpack(stored, plain),
            Order::Axes(axes) => pointwise::copy(stored, in_order(&plain, axes)?),
        }
    }

    /// Plans `stored = plain`, with zeros in what no element fills.
    fn pack(&self, plain: Arg, stored: Arg) -> Result<Call> {
        let plain = plain.shaped(&self.shape)?;
        match &self.order {
            Order::Blocks(blocked) => blocked.pack(plain, stored),
            Order::Axes(axes) => pointwise::copy(in_order(&plain, axes)?, stored),
        }
    }
}

fn in_order(plain: &Arg, axes: &[usize]) -> Result<Arg> {
    plain.viewed(plain.view.layout.permuted(axes))
}

/// Returns a call that was planned for what is meant as one for what is stored: `memory` says that of each operand, in their order.
pub fn converted(call: Call, memory: Vec<Memory>) -> Result<Call> {
    if memory.iter().all(|of| matches!(of, Memory::Own)) {
        return Ok(call);
    }
    let mut all = Sequence::default();
    let (mut operands, mut written, mut narrowed) = (Vec::new(), Vec::new(), Vec::new());
    for (arg, memory) in call.args().iter().zip(memory) {
        operands.push(match memory {
            Memory::Own => all.add(arg.clone()),
            Memory::None(narrow) => {
                let spare = all.temporary(arg.view.dtype, arg.view.layout.shape())?;
                if let Some(narrow) = narrow {
                    narrowed.push((spare.clone(), all.add(narrow)));
                }
                spare
            }
            Memory::Stored(of) => {
                let stored = all.add(of.operand(arg)?);
                let plain = all.temporary(arg.view.dtype, &of.shape)?;
                if arg.role.reads() {
                    all.then(of.unpack(stored.clone(), plain.clone())?)?;
                }
                if arg.role.writes() {
                    written.push((of, plain.clone(), stored));
                }
                plain
            }
        });
    }
    let whole: Vec<&Arg> = operands.iter().collect();
    all.then_on(call.clone(), &whole)?;
    for (of, plain, stored) in written {
        all.then(of.pack(plain, stored)?)?;
    }
    for (wide, own) in narrowed {
        all.then(pointwise::copy(wide, own)?)?;
    }
    Ok(all.finish())
}

/// Returns `call` behind what makes one of its inputs: of `source`, which the whole has under the same name in its place, `prepare` plans a dense tensor of
/// this type and shape. A call without an input of that name is returned as it is.
pub fn prepared(
    call: Call,
    source: Arg,
    (dtype, shape): (Dtype, &[i64]),
    prepare: impl FnOnce(Arg, Arg) -> Result<Call>,
) -> Result<Call> {
    let name = source.name;
    let mut args = call.args().to_vec();
    let Some(input) = args.iter_mut().find(|arg| arg.name == name) else {
        return Ok(call);
    };
    *input = source;
    let mut all = Sequence::default();
    let mut operands = all.add_all(args);
    let made = all.temporary(dtype, shape)?;
    if let Some(input) = operands.iter_mut().find(|arg| arg.name == name) {
        let source = std::mem::replace(input, made.clone());
        all.then(prepare(source, made)?)?;
    }
    let operands: Vec<&Arg> = operands.iter().collect();
    all.then_on(call, &operands)?;
    Ok(all.finish())
}
