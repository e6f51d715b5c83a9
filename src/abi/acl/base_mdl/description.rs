//! Contents of a tensor description, and the table of the live ones.

use std::ffi::CString;
use std::fmt;
use std::sync::Mutex;

use super::types::aclTensorDesc;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::Array;
use crate::error::Error;
use crate::sync::lock;

/// An extent that is not known before the operator runs.
pub const UNKNOWN_EXTENT: i64 = -1;

/// The only extent of a shape whose number of dimensions is not known.
pub const UNKNOWN_RANK: i64 = -2;

/// A description: what its setters were given last.
pub struct Description {
    /// The type of the elements.
    pub dtype: aclDataType,
    /// The format that the program means.
    pub format: aclFormat,
    /// The shape that the program means.
    pub shape: Vec<i64>,
    /// The format in memory.
    pub storage_format: aclFormat,
    /// The shape in memory.
    pub storage_shape: Vec<i64>,
    /// The least and the largest of each extent that is not known.
    pub shape_range: Vec<[i64; 2]>,
    /// The least and the largest of each element.
    pub value_range: Vec<[i64; 2]>,
    /// The tensor's name.
    pub name: CString,
    /// The name of the input whose number of tensors is not known.
    pub dynamic_input: CString,
    /// The data of a constant.
    pub constant: Option<Vec<u8>>,
    /// Where the data is.
    pub placement: aclMemType,
}

/// Extents, with a word for the unknown ones.
struct Extents<'a>(&'a [i64]);

impl fmt::Display for Extents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.first() == Some(&UNKNOWN_RANK) {
            return f.write_str("of unknown rank");
        }
        f.write_str("[")?;
        for (at, extent) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            match *extent {
                UNKNOWN_EXTENT => write!(f, "{comma}unknown")?,
                extent => write!(f, "{comma}{extent}")?,
            }
        }
        f.write_str("]")
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, format, .. } = self;
        write!(
            f,
            "{:?}: {dtype} {format} {}",
            self.name,
            Extents(&self.shape)
        )?;
        if !self.shape_range.is_empty() {
            write!(f, ", extents in {:?}", self.shape_range)?;
        }
        if !self.value_range.is_empty() {
            write!(f, ", values in {:?}", self.value_range)?;
        }
        if self.storage_format != aclFormat::ACL_FORMAT_UNDEFINED || !self.storage_shape.is_empty()
        {
            let shape = Extents(&self.storage_shape);
            write!(f, ", stored as {} {shape}", self.storage_format)?;
        }
        if let Some(constant) = &self.constant {
            write!(f, ", a constant of {} bytes", constant.len())?;
        }
        if !self.dynamic_input.is_empty() {
            write!(f, ", of the dynamic input {:?}", self.dynamic_input)?;
        }
        write!(f, ", in {}", self.placement)
    }
}

/// The live descriptions.
pub static DESCRIPTIONS: Table<Mutex<Description>> = Table::new(Object::TensorDescription);

/// Shows a live description to `visit`.
pub fn with<R>(
    desc: *const aclTensorDesc,
    visit: impl FnOnce(&mut Description) -> R,
) -> Outcome<R> {
    Ok(DESCRIPTIONS.with("desc", desc.addr(), |description| {
        visit(&mut lock(description))
    })?)
}

/// A copy of an array of the program's. `length` may be negative, which is refused under the name of the argument that held it.
pub fn copied<T: Copy>(array: Array<'_, T>) -> Outcome<Vec<T>> {
    let bytes = bytes_of(array.length(), size_of::<T>())?;
    let elements = array.get()?;
    let mut copy = Vec::new();
    copy.try_reserve_exact(elements.len())
        .map_err(|_| Error::out_of_host_memory(bytes))
        .code(ACL_ERROR_BAD_ALLOC)?;
    copy.extend_from_slice(elements);
    Ok(copy)
}

/// The bytes of an array, one copy for all types.
#[inline(never)]
fn bytes_of((arg, length): (&'static str, i64), size: usize) -> Outcome<usize> {
    let bytes = usize::try_from(length).ok();
    let bytes = bytes.and_then(|length| length.checked_mul(size));
    match bytes.filter(|&bytes| bytes <= isize::MAX as usize) {
        Some(bytes) => Ok(bytes),
        None => {
            let allowed = "the number of elements that the array has";
            refuse(arg, length, allowed, ACL_ERROR_INVALID_PARAM)
        }
    }
}
