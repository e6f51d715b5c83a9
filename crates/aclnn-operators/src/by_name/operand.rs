//! Inputs and outputs: their descriptions, and the addresses and bytes of their buffers.

use std::sync::Arc;

use super::formats::Storage;
use crate::abi::acl::base_mdl::description::{Description, UNKNOWN_EXTENT};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::aclnn::meta::described::{ElementType, Tensor};
use crate::abi::aclnn::scalar_value::Scalar;
use crate::tensor::{Dtype, Layout, contiguous_strides};

/// The arguments that have the buffers and the descriptions of a side, and the code of a refusal of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The argument that has the numbers of both.
    pub count: &'static str,
    /// The argument that has the descriptions.
    pub descriptions: &'static str,
    /// The argument that has the buffers.
    pub buffers: &'static str,
    /// The code of what does not fit the operator.
    pub mismatch: aclError,
}

/// One input or output.
pub struct Operand {
    /// The side that it is on.
    pub side: Side,
    /// The type of its elements.
    pub element: aclDataType,
    /// The shape that the program means.
    pub shape: Vec<i64>,
    /// The format that the program means.
    pub format: aclFormat,
    /// Storage of the tensor.
    pub storage: Storage,
    /// The format in which it is stored.
    stored_format: aclFormat,
    /// Address of its buffer; 0 for none.
    pub address: usize,
    /// Contents on the host, copied: the program may free them when the call has returned.
    host: Option<Arc<[u8]>>,
}

impl Operand {
    /// Puts a description and a buffer together.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]: a buffer on the host has as many bytes as it says.
    pub unsafe fn new(
        side: Side,
        description: &Description,
        (mut address, mut size): (usize, usize),
    ) -> Outcome<Self> {
        let arg = side.buffers;
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
        let storage = Storage::new(side, description)?;
        let elements = storage.elements(&description.shape);
        let needed = bytes(description.dtype, elements).unwrap_or(usize::MAX);
        if size < needed {
            let allowed = format!(
                "{needed} or more, for {:?} of {}",
                description.shape, description.dtype
            );
            let got = format!("a buffer of {size} bytes");
            return refuse(arg, got, allowed, ACL_ERROR_INVALID_PARAM);
        }
        if needed > 0 && address == 0 {
            let allowed = format!("memory for {:?}", description.shape);
            return refuse(
                arg,
                "a buffer at no address",
                allowed,
                ACL_ERROR_INVALID_PARAM,
            );
        }
        Ok(Self {
            side,
            element: description.dtype,
            shape: description.shape.clone(),
            format: description.format,
            storage,
            stored_format: match description.storage_format {
                aclFormat::ACL_FORMAT_UNDEFINED => description.format,
                stored => stored,
            },
            address,
            host,
        })
    }

    /// Returns true if it stands for an input that there is none of.
    pub fn is_absent(&self) -> bool {
        self.element == aclDataType::ACL_DT_UNDEFINED && self.address == 0
    }

    /// The name of the format in which it is stored, as attributes have it.
    pub fn stored_in(&self) -> String {
        let name = self.stored_format.to_string();
        let bare = name
            .strip_prefix("ACL_FORMAT_")
            .or(name.strip_prefix("ACL_"));
        bare.unwrap_or(&name).into()
    }

    /// The refusal of what it is.
    pub fn refused<T>(&self, got: impl ToString, allowed: impl Into<String>) -> Outcome<T> {
        refuse(self.side.buffers, got, allowed, self.side.mismatch)
    }

    /// The tensor that it is, its axes in this order.
    pub fn tensor(&self, order: &[usize]) -> Tensor {
        let layout = Layout::new(
            self.shape.as_slice().into(),
            contiguous_strides(&self.shape),
            0,
        );
        Tensor {
            element: self.element.into(),
            format: self.format,
            layout: layout.permuted(order).into(),
            storage: self.shape.as_slice().into(),
            address: self.address,
        }
    }

    /// The contents on the host, for the operator to keep until it has run.
    pub fn kept(&self) -> Option<Arc<[u8]>> {
        self.host.clone()
    }

    /// The number of its elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }

    /// The number of bytes of its elements.
    pub fn bytes(&self) -> usize {
        bytes(self.element, self.count() as i64).unwrap_or(0)
    }

    /// The bytes of its elements, which are read in the call.
    pub fn values(&self) -> Outcome<&[u8]> {
        match &self.host {
            Some(host) => Ok(host),
            None if self.count() == 0 => Ok(&[]),
            None => self.refused(
                "on the device",
                "on the host (aclSetTensorPlaceMent) or a constant (aclSetTensorConst): its values are read in the call",
            ),
        }
    }

    /// The integers that it holds, if it is on the host.
    pub fn ints(&self) -> Outcome<Vec<i64>> {
        let (bytes, count) = (self.values()?, self.count());
        match ElementType::from(self.element).dtype {
            Some(Dtype::I64 | Dtype::U64) => Ok(elements(bytes, count, i64::from_ne_bytes)),
            Some(Dtype::I32) => Ok(elements(bytes, count, |bytes| {
                i32::from_ne_bytes(bytes).into()
            })),
            _ => self.refused(self.element, "ACL_INT64 or ACL_INT32"),
        }
    }

    /// The only value that it holds, if it is on the host.
    pub fn scalar(&self) -> Outcome<Scalar> {
        let bytes = self.values()?;
        let dtype = ElementType::from(self.element).dtype;
        let (Some(dtype), 1) = (dtype, self.count()) else {
            return self.refused(
                format!("of {} and shape {:?}", self.element, self.shape),
                "one number",
            );
        };
        let mut value = [0; 16];
        for (to, from) in value
            .iter_mut()
            .zip(bytes.iter().take(dtype.bits().div_ceil(8)))
        {
            *to = *from;
        }
        Ok(Scalar::new(dtype, value))
    }
}

/// Bytes of so many elements, if they are of a type.
fn bytes(element: aclDataType, elements: i64) -> Option<usize> {
    let Some(dtype) = ElementType::from(element).dtype else {
        return Some(0);
    };
    let bits = usize::try_from(elements).ok()?.checked_mul(dtype.bits())?;
    Some(bits.div_ceil(8))
}

fn elements<const N: usize>(bytes: &[u8], count: usize, read: impl Fn([u8; N]) -> i64) -> Vec<i64> {
    let chunks = bytes.chunks_exact(N).take(count);
    chunks
        .filter_map(|chunk| chunk.try_into().ok().map(&read))
        .collect()
}
