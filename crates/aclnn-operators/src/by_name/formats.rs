//! Operands that are stored otherwise than they are meant: in the private formats of the device, or with their dimensions in another order.
//!
//! A description has two formats and two shapes: those that the program means, and those in memory. An operator gets what is meant, whatever it is: what it
//! reads is converted before it runs, what it writes afterwards, as a graph on the device has its `TransData` around a kernel.

use super::operand::{Operand, Side};
use crate::abi::acl::base_mdl::description::Description;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::dtype::dtype;
use crate::contract::formats;
use crate::error::Result;
use crate::ops::stored::{Memory, Order, Stored};
use crate::ops::{self, Arg, Call, Role};
use crate::tensor::Dtype;

/// The most dimensions that images without the first or last ones of NCHW have.
const IMAGE: usize = 4;

/// Elements of a block, of any type, in which PyTorch's extension for the device stores images and filters.
const BLOCK: i64 = 16;

/// Storage of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// As it is meant.
    Plain,
    /// In another order.
    Ordered(Stored),
    /// In a private format, in this shape. The description does not say what is meant.
    Unnamed(aclFormat),
}

fn count(shape: &[i64]) -> i64 {
    shape.iter().fold(1, |n, &extent| n.saturating_mul(extent))
}

/// The shape with all dimensions of NCHW: of fewer ones the first one is channels.
fn image(format: aclFormat, shape: &[i64]) -> Vec<i64> {
    let mut all = shape.to_vec();
    if format == formats::NCHW && all.len() < IMAGE {
        all.insert(0, 1);
        all.resize(IMAGE, 1);
    }
    all
}

impl Storage {
    /// Reads what a description says. Refuses formats that are not converted, and storages of other shapes than theirs.
    pub fn new(side: Side, description: &Description) -> Outcome<Self> {
        let undefined = aclFormat::ACL_FORMAT_UNDEFINED;
        let meant = match description.format {
            format if format == undefined => formats::ND,
            format => format,
        };
        let stored = match description.storage_format {
            format if format == undefined => meant,
            format => format,
        };
        if formats::is_private(meant) {
            if stored != meant || !description.storage_shape.is_empty() {
                let got = format!("of format {meant}, stored as {stored}");
                let allowed = "a plain format, and the one of its storage";
                return refuse(side.descriptions, got, allowed, side.mismatch);
            }
            return Ok(Self::Unnamed(meant));
        }
        let element = dtype(description.dtype);
        let tensor = (meant, description.shape.as_slice());
        Self::of(side, element, tensor, (stored, &description.storage_shape))
    }

    /// The storage in a format of a tensor of this plain format and shape. Without a shape it has that of its format.
    pub fn of(
        side: Side,
        element: Option<Dtype>,
        (meant, shape): (aclFormat, &[i64]),
        (stored, storage): (aclFormat, &[i64]),
    ) -> Outcome<Self> {
        let cannot = || {
            let got = format!("of format {meant} and shape {shape:?}, stored as {stored}");
            let allowed =
                "a plain format, and a storage in a format that such a tensor is converted to";
            refuse(side.descriptions, got, allowed, side.mismatch)
        };
        if !formats::is_plain(meant) {
            return cannot();
        }
        let all = image(meant, shape);
        let order = if formats::is_private(stored) {
            let Some(dtype) = element else {
                return cannot();
            };
            let own = formats::stated(stored).unwrap_or(formats::block_of(dtype));
            let last = storage.last().copied();
            let has_wide_blocks = last == Some(BLOCK) && formats::stated(stored).is_none();
            let block = if has_wide_blocks { BLOCK } else { own };
            let Some(blocked) = formats::blocked(meant, stored, all.len(), block) else {
                return cannot();
            };
            Order::Blocks(blocked)
        } else if !formats::is_plain(stored) {
            return cannot();
        } else {
            match formats::permutation(meant, stored) {
                Some(axes) if axes.len() == all.len() && stored != meant => Order::Axes(axes),
                Some(_) if stored != meant => return cannot(),
                _ => {
                    if !storage.is_empty() && count(storage) != count(shape) {
                        return wrong_storage(side, storage, shape, meant, stored);
                    }
                    return Ok(Self::Plain);
                }
            }
        };
        let wanted: Vec<i64> = match &order {
            Order::Blocks(blocked) => blocked.storage(&all).to_vec(),
            Order::Axes(axes) => axes.iter().map(|&axis| all[axis]).collect(),
        };
        if !storage.is_empty() && storage != wanted {
            return wrong_storage(side, storage, &wanted, meant, stored);
        }
        Ok(Self::Ordered(Stored {
            shape: all,
            storage: wanted,
            order,
        }))
    }

    /// The number of elements in memory of a tensor of this shape.
    pub fn elements(&self, shape: &[i64]) -> i64 {
        match self {
            Storage::Ordered(stored) => count(&stored.storage),
            Storage::Plain | Storage::Unnamed(_) => count(shape),
        }
    }
}

fn wrong_storage<T>(
    side: Side,
    got: &[i64],
    wanted: &[i64],
    meant: aclFormat,
    stored: aclFormat,
) -> Outcome<T> {
    let allowed = format!("a storage of {wanted:?} (that of this {meant} in {stored})");
    refuse(
        side.descriptions,
        format!("stored in {got:?}"),
        allowed,
        side.mismatch,
    )
}

/// The operand whose memory an argument of the call is: one of the same side, or else one of the other, which is then updated in place.
fn stored<'a>(arg: &Arg, (inputs, outputs): (&'a [Operand], &'a [Operand])) -> Option<&'a Stored> {
    let (first, second) = match arg.role {
        Role::Input | Role::Ignored => (inputs, outputs),
        _ => (outputs, inputs),
    };
    let is_its_own = |operand: &&Operand| operand.address == arg.view.address;
    match &first.iter().chain(second).find(is_its_own)?.storage {
        Storage::Ordered(stored) => Some(stored),
        Storage::Plain | Storage::Unnamed(_) => None,
    }
}

/// Returns a call that was planned for what is meant as one for what is stored. Outputs without an address are those that the caller has not; those with names in `narrow`
/// are converted to the type of the output in that place.
pub fn converted(
    call: Call,
    (inputs, outputs): (&[Operand], &[Operand]),
    narrow: &[(&str, usize)],
) -> Result<Call> {
    let memory = |arg: &Arg| {
        if let Some(stored) = stored(arg, (inputs, outputs)) {
            return Ok(Memory::Stored(stored));
        }
        if arg.role != Role::Output || arg.view.address != 0 {
            return Ok(Memory::Own);
        }
        let own = |&(_, at): &(&str, usize)| {
            let (layout, address) = (arg.view.layout.clone(), outputs[at].address);
            Arg::new(arg.name, arg.role, Dtype::I32, layout, address)
        };
        let narrow = narrow.iter().find(|narrow| narrow.0 == arg.name);
        Ok(Memory::None(narrow.map(own).transpose()?))
    };
    let memory = call.args().iter().map(memory).collect::<Result<_>>()?;
    ops::stored::converted(call, memory)
}

/// Gives a tensor of a private format alone the meaning of the other one of a cast; what is the same on both sides is copied as it is.
pub fn meant_alike(input: &mut Operand, output: &mut Operand) -> Outcome {
    match (input.storage.clone(), output.storage.clone()) {
        (Storage::Unnamed(from), Storage::Unnamed(to)) => {
            if from != to || input.shape != output.shape {
                let got = format!("of format {to} and shape {:?}", output.shape);
                let allowed = format!(
                    "{from} and {:?} (those of the input), or a plain format on one side",
                    input.shape
                );
                return output.refused(got, allowed);
            }
            for side in [input, output] {
                (side.format, side.storage) = (formats::ND, Storage::Plain);
            }
            Ok(())
        }
        (Storage::Unnamed(from), _) => means(input, output, from),
        (_, Storage::Unnamed(to)) => means(output, input, to),
        _ => Ok(()),
    }
}

/// Gives what is stored in a format the shape and format of the other side.
fn means(stored: &mut Operand, other: &Operand, format: aclFormat) -> Outcome {
    let element = dtype(stored.element);
    let tensor = (other.format, other.shape.as_slice());
    stored.storage = Storage::of(stored.side, element, tensor, (format, &stored.shape))?;
    (stored.format, stored.shape) = (other.format, other.shape.clone());
    Ok(())
}

/// Refuses operands whose formats name the same dimensions in different orders, which only a cast converts, and tensors of a private format alone.
pub fn agree(op_type: &str, inputs: &[Operand], outputs: &[Operand]) -> Outcome {
    let mut first: Option<&Operand> = None;
    for operand in inputs.iter().chain(outputs) {
        if let Storage::Unnamed(format) = operand.storage {
            let got = format!("of format {format}, for {op_type}");
            let allowed = "a plain format, and a private one as that of its storage (aclSetTensorFormat, aclSetTensorShape)";
            return operand.refused(got, allowed);
        }
        let rank = formats::permutation(operand.format, operand.format).map(|axes| axes.len());
        if rank != Some(operand.shape.len()) {
            continue;
        }
        match first {
            Some(first) if rank == Some(first.shape.len()) && first.format != operand.format => {
                let got = format!("of format {}, for {op_type}", operand.format);
                let allowed = format!(
                    "{} (that of the operands before it): TransData converts",
                    first.format
                );
                return operand.refused(got, allowed);
            }
            Some(_) => (),
            None => first = Some(operand),
        }
    }
    Ok(())
}
