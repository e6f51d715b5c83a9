//! Tensors, arrays and scalars of an operator, made of descriptions, buffers and attributes.

use std::ffi::c_void;
use std::sync::Arc;

use super::operators::{ByName, Source};
use crate::abi::acl::base_mdl::description::{Description, UNKNOWN_EXTENT};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::op::attributes::{Attribute, Attributes};
use crate::abi::acl::types::*;
use crate::abi::aclnn::meta::array::{aclCreateIntArray, aclDestroyIntArray};
use crate::abi::aclnn::meta::described::{ElementType, TENSORS, Tensor};
use crate::abi::aclnn::meta::scalar::{aclCreateScalar, aclDestroyScalar};
use crate::entry::Value;
use crate::tensor::{Dtype, Layout, contiguous_strides};

/// One input or output: its description, and the address and the bytes of its buffer.
pub struct Operand {
    /// The C name of the argument that has it.
    pub arg: &'static str,
    /// What its tensor is.
    pub element: aclDataType,
    /// Its shape.
    pub shape: Vec<i64>,
    format: aclFormat,
    storage: Vec<i64>,
    address: usize,
    /// What was on the host, copied: the program may free it when the call has returned.
    host: Option<Arc<[u8]>>,
}

impl Operand {
    /// Puts a description and a buffer together.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]: a buffer on the host has as many bytes as it says.
    pub unsafe fn new(
        arg: &'static str,
        description: &Description,
        (mut address, mut size): (usize, usize),
    ) -> Outcome<Self> {
        if description.shape.iter().any(|&extent| extent < 0) {
            let allowed = format!("known extents, none of them {UNKNOWN_EXTENT}");
            let got = format!("of shape {:?}", description.shape);
            return refuse(arg, got, allowed, ACL_ERROR_OP_UNSUPPORTED_DYNAMIC);
        }
        let mut host = None;
        if let Some(constant) = &description.constant {
            host = Some(constant.as_slice().into());
        } else if description.placement != aclMemType::ACL_MEMTYPE_DEVICE && address != 0 {
            // SAFETY: the caller's promise.
            let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, size) };
            host = Some(bytes.into());
        }
        if let Some(host) = &host {
            let host: &Arc<[u8]> = host;
            (address, size) = (host.as_ptr().expose_provenance(), host.len());
        }
        let element = ElementType::from(description.dtype);
        let elements = description.shape.iter().product::<i64>() as usize;
        let needed = element
            .dtype
            .map_or(0, |dtype| (elements * dtype.bits()).div_ceil(8));
        if size < needed {
            let allowed = format!(
                "{needed} or more, for {:?} of {}",
                description.shape, description.dtype
            );
            return refuse(
                arg,
                format!("a buffer of {size} bytes"),
                allowed,
                ACL_ERROR_INVALID_PARAM,
            );
        }
        let is_stored = description.storage_format != aclFormat::ACL_FORMAT_UNDEFINED;
        let storage = match description.storage_shape.as_slice() {
            [] => &description.shape,
            storage => storage,
        };
        Ok(Self {
            arg,
            element: description.dtype,
            shape: description.shape.clone(),
            format: if is_stored {
                description.storage_format
            } else {
                description.format
            },
            storage: storage.to_vec(),
            address,
            host,
        })
    }

    fn tensor(&self, is_transposed: bool) -> Outcome<usize> {
        let mut shape = self.shape.clone();
        let mut strides = contiguous_strides(&shape);
        if let (true, Some(last)) = (is_transposed, shape.len().checked_sub(1)) {
            let before = last.saturating_sub(1);
            shape.swap(before, last);
            strides.swap(before, last);
        }
        Ok(TENSORS.insert(Arc::new(Tensor {
            element: self.element.into(),
            format: self.format,
            layout: Layout::new(shape.as_slice().into(), strides, 0).into(),
            storage: self.storage.as_slice().into(),
            address: self.address,
        }))?)
    }

    /// The integers that it holds, if it is on the host.
    fn ints(&self) -> Outcome<Vec<i64>> {
        let dtype = ElementType::from(self.element).dtype;
        let Some(host) = &self.host else {
            let allowed = "on the host (aclSetTensorPlaceMent) or a constant (aclSetTensorConst): its values are read in the call";
            return refuse(
                self.arg,
                "on the device",
                allowed,
                ACL_ERROR_OP_INPUT_NOT_MATCH,
            );
        };
        let count = self.shape.iter().product::<i64>() as usize;
        match dtype {
            Some(Dtype::I64) => Ok(elements(host, count, i64::from_ne_bytes)),
            Some(Dtype::I32) => Ok(elements(host, count, |bytes| {
                i32::from_ne_bytes(bytes).into()
            })),
            _ => refuse(
                self.arg,
                self.element,
                "ACL_INT64 or ACL_INT32",
                ACL_ERROR_OP_INPUT_NOT_MATCH,
            ),
        }
    }
}

fn elements<const N: usize>(bytes: &[u8], count: usize, read: impl Fn([u8; N]) -> i64) -> Vec<i64> {
    let chunks = bytes.chunks_exact(N).take(count);
    chunks
        .filter_map(|chunk| chunk.try_into().ok().map(&read))
        .collect()
}

/// An object made for one call.
enum Made {
    Tensor(usize),
    Ints(*mut crate::abi::aclnn::types::aclIntArray),
    Scalar(*mut crate::abi::aclnn::types::aclScalar),
}

impl Drop for Made {
    fn drop(&mut self) {
        match self {
            Made::Tensor(handle) => drop(TENSORS.take("tensor", *handle)),
            // SAFETY: made by the call that this ends.
            Made::Ints(array) => drop(unsafe { aclDestroyIntArray(*array) }),
            // SAFETY: as above.
            Made::Scalar(scalar) => drop(unsafe { aclDestroyScalar(*scalar) }),
        }
    }
}

/// The arguments of one call.
pub struct Arguments {
    /// What its first phase takes.
    pub values: Vec<Value>,
    made: Vec<Made>,
}

/// What the operands on the host hold: to be kept until the operator has run.
pub fn kept(inputs: &[Operand]) -> Vec<Arc<[u8]>> {
    inputs
        .iter()
        .filter_map(|input| input.host.clone())
        .collect()
}

impl Arguments {
    /// Makes the arguments of an operator. There are as many inputs as it has.
    pub fn new(
        operator: &ByName,
        inputs: &[Operand],
        output: &Operand,
        attributes: &Attributes,
    ) -> Outcome<Self> {
        let mut arguments = Self {
            values: Vec::new(),
            made: Vec::new(),
        };
        for source in operator.arguments {
            let value = arguments.value(*source, inputs, output, attributes)?;
            arguments.values.push(value);
        }
        Ok(arguments)
    }

    fn value(
        &mut self,
        source: Source,
        inputs: &[Operand],
        output: &Operand,
        attributes: &Attributes,
    ) -> Outcome<Value> {
        match source {
            Source::Input(at) => self.tensor(&inputs[at], false),
            Source::Transposed(at, name) => {
                let is_transposed = flag(attributes, name)?;
                self.tensor(&inputs[at], is_transposed)
            }
            Source::Output => self.tensor(output, false),
            Source::OutputType => Ok(Value::Int(output.element.raw().into())),
            Source::One => Ok(self.number(1.0)),
            Source::Number(name, default) => {
                let number = match attributes.get(name) {
                    None => default,
                    Some(Attribute::Float(number)) => *number,
                    Some(other) => return wrong(name, other, "a floating-point number"),
                };
                Ok(self.number(number))
            }
            Source::Flag(name) => Ok(Value::Bool(flag(attributes, name)?)),
            Source::IntsIn(at) => {
                let ints = inputs[at].ints()?;
                Ok(self.ints(&ints))
            }
            Source::Ints(name) => {
                let ints = ints(attributes, name)?.unwrap_or_default();
                Ok(self.ints(&ints))
            }
            Source::OnlyInt(name) => match ints(attributes, name)?.as_deref() {
                None => Ok(Value::Int(-1)),
                Some([axis]) => Ok(Value::Int(*axis)),
                Some(several) => wrong(name, &Attribute::Ints(several.to_vec()), "one integer"),
            },
            Source::Exact => Ok(Value::Int(0)),
        }
    }

    fn tensor(&mut self, operand: &Operand, is_transposed: bool) -> Outcome<Value> {
        let handle = operand.tensor(is_transposed)?;
        self.made.push(Made::Tensor(handle));
        Ok(Value::Pointer(handle))
    }

    fn number(&mut self, mut number: f32) -> Value {
        let value: *mut f32 = &raw mut number;
        // SAFETY: one readable value of its type.
        let scalar = unsafe { aclCreateScalar(value.cast::<c_void>(), aclDataType::ACL_FLOAT) };
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

fn wrong<T>(name: &str, got: &Attribute, allowed: &str) -> Outcome<T> {
    let got = format!("of {name:?} {got:?}");
    refuse("attr", got, allowed, ACL_ERROR_OP_ATTR_NOT_MATCH)
}

fn flag(attributes: &Attributes, name: &str) -> Outcome<bool> {
    match attributes.get(name) {
        None => Ok(false),
        Some(Attribute::Bool(flag)) => Ok(*flag),
        Some(other) => wrong(name, other, "a truth value"),
    }
}

fn ints(attributes: &Attributes, name: &str) -> Outcome<Option<Vec<i64>>> {
    match attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Int(one)) => Ok(Some(vec![*one])),
        Some(Attribute::Ints(all)) => Ok(Some(all.clone())),
        Some(other) => wrong(name, other, "integers"),
    }
}
