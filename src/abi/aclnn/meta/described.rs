//! Tensors as programs have described them.

use std::sync::Arc;

use crate::abi::acl::types::{aclDataType, aclFormat};
use crate::abi::aclnn::dtype::dtype;
use crate::abi::handle::{Object, Table};
use crate::abi::shown;
use crate::tensor::{Dims, Dtype, Layout, contiguous_strides};

/// A tensor as the program described it. Type and format are not looked at before an operator does.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// The type of the elements.
    pub element: ElementType,
    /// The format.
    pub format: aclFormat,
    /// Shared with the operands of calls.
    pub layout: Arc<Layout>,
    /// The shape in memory.
    pub storage: Dims,
    /// Where the data begins; 0 is nowhere.
    pub address: usize,
}

/// The type of a tensor's elements, as C named it, and what it means if that is known.
#[derive(Clone, Copy, Debug)]
pub struct ElementType {
    /// As C named it.
    pub code: aclDataType,
    /// Its meaning, if that is known.
    pub dtype: Option<Dtype>,
}

impl From<aclDataType> for ElementType {
    fn from(code: aclDataType) -> Self {
        Self {
            code,
            dtype: dtype(code),
        }
    }
}

/// All tensors. An entry point takes a share of what a tensor is now; what is changed later is a new version.
pub static TENSORS: Table<Arc<Tensor>> =
    Table::with_contents(Object::Tensor, |handle| Some(view(&*TENSORS.peek(handle)?)));

/// Type, extents, strides if they are not those of a dense tensor, and memory, for traces.
fn view(tensor: &Tensor) -> String {
    let layout = &tensor.layout;
    let name = tensor.element.dtype.map_or("?", |dtype| dtype.name());
    let mut text = format!("{name}{:?}", layout.shape());
    if !layout.is_contiguous() {
        text += &format!(" strides {:?}", layout.strides());
    }
    if layout.offset() != 0 {
        text += &format!(" offset {}", layout.offset());
    }
    if tensor.format != aclFormat::ACL_FORMAT_ND {
        text += &format!(" {}", tensor.format);
    }
    text + " " + &shown::pointer(tensor.address)
}

/// Turns a tensor into a dense one of another shape, from the same first element on. One that was destroyed meanwhile stays so.
pub fn set_shape(handle: usize, shape: &[i64]) {
    set_storage(handle, shape, None, shape);
}

/// As [`set_shape`], with the shape of the storage and its format, if that is another one.
pub fn set_storage(handle: usize, shape: &[i64], format: Option<aclFormat>, storage: &[i64]) {
    let _ = TENSORS.change("out", handle, |tensor| {
        let tensor = Arc::make_mut(tensor);
        let offset = tensor.layout.offset();
        tensor.layout = Layout::new(shape.into(), contiguous_strides(shape), offset).into();
        tensor.format = format.unwrap_or(tensor.format);
        tensor.storage = storage.into();
    });
}
