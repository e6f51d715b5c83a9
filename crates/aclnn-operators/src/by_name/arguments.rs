//! Arguments of an operator, made of operands and attributes.

use std::ffi::c_void;
use std::sync::Arc;

use super::formats::Storage;
use super::given::{Given, wrong};
use super::operand::Operand;
use super::operators::{ByName, Source};
use crate::abi::acl::boundary::Outcome;
use crate::abi::acl::op::attributes::Attribute;
use crate::abi::acl::types::*;
use crate::abi::aclnn::meta::array::{aclCreateIntArray, aclDestroyIntArray};
use crate::abi::aclnn::meta::described::{TENSORS, Tensor};
use crate::abi::aclnn::meta::list::{aclCreateTensorList, aclDestroyTensorList};
use crate::abi::aclnn::meta::scalar::{aclCreateScalar, aclDestroyScalar};
use crate::abi::aclnn::types::{aclIntArray, aclScalar, aclTensor, aclTensorList};
use crate::contract::formats;
use crate::entry::Value;
use crate::tensor::Layout;

/// An object made for one call.
enum Made {
    Tensor(usize),
    Tensors(*mut aclTensorList),
    Ints(*mut aclIntArray),
    Scalar(*mut aclScalar),
}

impl Drop for Made {
    fn drop(&mut self) {
        match self {
            Made::Tensor(handle) => drop(TENSORS.take("tensor", *handle)),
            // SAFETY: made by the call that this ends, here and below.
            Made::Tensors(list) => drop(unsafe { aclDestroyTensorList(*list) }),
            // SAFETY: as above.
            Made::Ints(array) => drop(unsafe { aclDestroyIntArray(*array) }),
            // SAFETY: as above.
            Made::Scalar(scalar) => drop(unsafe { aclDestroyScalar(*scalar) }),
        }
    }
}

/// The arguments of one call.
#[derive(Default)]
pub struct Arguments {
    /// Arguments of its first phase.
    pub values: Vec<Value>,
    /// Contents of the operands on the host: to be kept until the operator has run.
    pub kept: Vec<Arc<[u8]>>,
    /// Parameters of INT64 for outputs of INT32, and the places of these.
    pub narrow: Vec<(&'static str, usize)>,
    made: Vec<Made>,
}

impl Arguments {
    /// Makes the arguments of an operator. It has the inputs and outputs that are given.
    pub fn new(operator: &ByName, given: &Given) -> Outcome<Self> {
        let mut arguments = Self {
            kept: given.inputs.iter().filter_map(Operand::kept).collect(),
            ..Self::default()
        };
        for (source, parameter) in operator.arguments.iter().zip(operator.entry.parameters) {
            let value = arguments.value(source, given)?;
            arguments.values.push(value);
            if let Source::Indices(at) = *source
                && is_narrow(&given.outputs[at])
            {
                arguments.narrow.push((parameter.name, at));
            }
        }
        Ok(arguments)
    }

    fn value(&mut self, source: &Source, given: &Given) -> Outcome<Value> {
        let Given {
            inputs, outputs, ..
        } = *given;
        match *source {
            Source::Input(_)
            | Source::Optional(_)
            | Source::InOrderOfOutput(_)
            | Source::Transposed(..)
            | Source::Turned(_)
            | Source::ZerosLike(_)
            | Source::Output(_)
            | Source::Spare(..)
            | Source::State(_)
            | Source::SpareState(_)
            | Source::Indices(_) => {
                let handle = self.tensor(source, given)?;
                if let Some(handle) = handle {
                    self.made.push(Made::Tensor(handle));
                }
                Ok(Value::Pointer(handle.unwrap_or(0)))
            }
            Source::List(members) => {
                let mut handles = Vec::new();
                for member in members {
                    handles.extend(self.tensor(member, given)?);
                }
                Ok(self.list(&handles))
            }
            Source::Inputs(first) => {
                let mut handles = Vec::new();
                for input in &inputs[first..] {
                    handles.push(insert(input.tensor(&in_order(input)))?);
                }
                Ok(self.list(&handles))
            }
            Source::OutputType => Ok(Value::Int(outputs[0].element.raw().into())),
            Source::Constant(value) => Ok(value),
            Source::Factor(number) => Ok(self.number(number)),
            Source::Number(name, default) => Ok(self.number(given.float(name)?.unwrap_or(default))),
            Source::NumberIn(at) => {
                inputs[at].scalar()?;
                let value = inputs[at].values()?.as_ptr().cast_mut().cast::<c_void>();
                Ok(self.scalar(value, inputs[at].element))
            }
            Source::Double(name, default) => {
                let number = given.float(name)?.unwrap_or(default);
                Ok(Value::Float(number.into()))
            }
            Source::Int(name, default) => Ok(Value::Int(given.int(name)?.unwrap_or(default))),
            Source::IntIn(at) => match inputs[at].ints()?.as_slice() {
                [int] => Ok(Value::Int(*int)),
                several => inputs[at].refused(format!("{} numbers", several.len()), "one integer"),
            },
            Source::Flag(name, default) => Ok(Value::Bool(given.flag(name)?.unwrap_or(default))),
            Source::IntsIn(at) => Ok(self.ints(&inputs[at].ints()?)),
            Source::Ints(name) => Ok(self.ints(&given.ints(name)?.unwrap_or_default())),
            Source::OnlyInt(name, default) => match given.ints(name)?.as_deref() {
                None => Ok(Value::Int(default)),
                Some([axis]) => Ok(Value::Int(*axis)),
                Some(several) => wrong(name, &Attribute::Ints(several.to_vec()), "one integer"),
            },
            Source::Computed(_, ints) => Ok(self.ints(&ints(given)?)),
            Source::ComputedInt(int) => Ok(Value::Int(int(given)?)),
            Source::Reduction(name) => {
                let text = given.text(name)?.unwrap_or("mean");
                match ["none", "mean", "sum"].iter().position(|&one| one == text) {
                    Some(at) => Ok(Value::Int(at as i64)),
                    None => wrong(name, &Attribute::Text(text.into()), "none, mean or sum"),
                }
            }
            Source::OneOf(name, default, names) => {
                let text = given.text(name)?.unwrap_or(default);
                match names.iter().position(|&one| one == text) {
                    Some(at) => Ok(Value::Int(at as i64)),
                    None => wrong(name, &Attribute::Text(text.into()), &names.join(", ")),
                }
            }
        }
    }

    /// The tensor of a source that is one; none for an optional input that is not there.
    fn tensor(&mut self, source: &Source, given: &Given) -> Outcome<Option<usize>> {
        let Given {
            inputs, outputs, ..
        } = *given;
        let tensor = match *source {
            Source::Input(at) => inputs[at].tensor(&in_order(&inputs[at])),
            Source::Optional(at) => match inputs.get(at).filter(|input| !input.is_absent()) {
                Some(input) => input.tensor(&in_order(input)),
                None => return Ok(None),
            },
            Source::InOrderOfOutput(at) => in_order_of(&inputs[at], &outputs[0])?,
            Source::Transposed(at, name) => match given.flag(name)? {
                Some(true) => inputs[at].tensor(&turned(&inputs[at])),
                _ => inputs[at].tensor(&in_order(&inputs[at])),
            },
            Source::Turned(at) => inputs[at].tensor(&turned(&inputs[at])),
            Source::ZerosLike(at) => {
                let input = &inputs[at];
                let zeros: Arc<[u8]> = vec![0; input.bytes()].into();
                let address = zeros.as_ptr().expose_provenance();
                self.kept.push(zeros);
                let tensor = input.tensor(&in_order(input));
                Tensor { address, ..tensor }
            }
            Source::Output(at) => outputs[at].tensor(&in_order(&outputs[at])),
            Source::Spare(at, element) => Tensor {
                element: element.into(),
                address: 0,
                ..outputs[at].tensor(&in_order(&outputs[at]))
            },
            Source::State(at) => state(&inputs[at]),
            Source::SpareState(at) => Tensor {
                address: 0,
                ..state(&inputs[at])
            },
            Source::Indices(at) if is_narrow(&outputs[at]) => Tensor {
                element: aclDataType::ACL_INT64.into(),
                address: 0,
                ..outputs[at].tensor(&in_order(&outputs[at]))
            },
            Source::Indices(at) => outputs[at].tensor(&in_order(&outputs[at])),
            _ => return Ok(None),
        };
        insert(tensor).map(Some)
    }

    fn list(&mut self, handles: &[usize]) -> Value {
        let members: Vec<*const aclTensor> = handles
            .iter()
            .map(|&handle| std::ptr::without_provenance(handle))
            .collect();
        // SAFETY: an array with its length.
        let list = unsafe { aclCreateTensorList(members.as_ptr(), members.len() as u64) };
        self.made.push(Made::Tensors(list));
        Value::Pointer(list.addr())
    }

    fn number(&mut self, mut number: f32) -> Value {
        self.scalar((&raw mut number).cast::<c_void>(), aclDataType::ACL_FLOAT)
    }

    /// A scalar of what is at this address, which holds one value of its type.
    fn scalar(&mut self, value: *mut c_void, element: aclDataType) -> Value {
        // SAFETY: one readable value of its type, as the callers see to.
        let scalar = unsafe { aclCreateScalar(value, element) };
        self.made.push(Made::Scalar(scalar));
        Value::Pointer(scalar.addr())
    }

    fn ints(&mut self, ints: &[i64]) -> Value {
        // SAFETY: an array with its length.
        let array = unsafe { aclCreateIntArray(ints.as_ptr(), ints.len() as u64) };
        self.made.push(Made::Ints(array));
        Value::Pointer(array.addr())
    }
}

fn insert(tensor: Tensor) -> Outcome<usize> {
    Ok(TENSORS.insert(Arc::new(tensor))?)
}

fn in_order(operand: &Operand) -> Vec<usize> {
    (0..operand.shape.len()).collect()
}

/// Returns true if an output is of INT32, and stored as it is meant.
fn is_narrow(output: &Operand) -> bool {
    output.element == aclDataType::ACL_INT32 && output.storage == Storage::Plain
}

/// A state, with its first dimension.
fn state(input: &Operand) -> Tensor {
    let tensor = input.tensor(&in_order(input));
    if input.shape.len() != 2 {
        return tensor;
    }
    let shape = [&[1], &input.shape[..]].concat();
    Tensor {
        layout: Layout::contiguous(&shape).into(),
        storage: shape.into(),
        ..tensor
    }
}

/// The axes with the last two exchanged.
fn turned(operand: &Operand) -> Vec<usize> {
    let mut axes = in_order(operand);
    if let Some(last) = axes.len().checked_sub(1) {
        axes.swap(last.saturating_sub(1), last);
    }
    axes
}

/// The input of a cast, its axes in the order that the format of the output names them in. Refuses outputs of other shapes and types.
fn in_order_of(input: &Operand, output: &Operand) -> Outcome<Tensor> {
    let order = formats::permutation(input.format, output.format);
    let order = order.filter(|order| order.len() == input.shape.len());
    let tensor = input.tensor(&order.unwrap_or_else(|| in_order(input)));
    if output.element != input.element {
        let allowed = format!("{} (that of the input)", input.element);
        return output.refused(output.element, allowed);
    }
    if tensor.layout.shape() != output.shape {
        let got = format!("of format {} and shape {:?}", output.format, output.shape);
        let wanted = tensor.layout.shape();
        let allowed = format!(
            "{wanted:?} (what {} {:?} is in it)",
            input.format, input.shape
        );
        return output.refused(got, allowed);
    }
    Ok(Tensor {
        format: output.format,
        ..tensor
    })
}
