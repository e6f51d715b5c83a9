//! `aclTensorList`: lists that own their tensors.

use std::sync::Arc;

use super::described::TENSORS;
use crate::abi::aclnn::boundary::{create, guard};
use crate::abi::aclnn::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::{array, out};
use crate::abi::shown::called;
use crate::diagnostics::check::handles;
use crate::diagnostics::hooks;
use crate::error::Result;

static LISTS: Table<Arc<[usize]>> = Table::new(Object::TensorList);

/// The handles of a list's tensors; 0 where an entry is null.
pub fn members(name: &'static str, list: *const aclTensorList) -> Result<Arc<[usize]>> {
    LISTS.get(name, list.addr())
}

/// Creates a list of tensors, which it owns from now on. Entries may be null; null or no entries give an empty list.
///
/// Returns the list, or null if no handle is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclCreateTensorList(
    value: *const *const aclTensor,
    size: u64,
) -> *mut aclTensorList {
    let call = called!("aclCreateTensorList", value, size);
    create(call, || {
        let size = if value.is_null() { 0 } else { size };
        // SAFETY: an array with its length, by the contract.
        let members: Arc<[usize]> = unsafe { array("value", value, size)? }
            .iter()
            .map(|member| member.addr())
            .collect();
        let list = LISTS.insert(members.clone())?;
        if hooks::on() {
            handles::owns(list, &members);
        }
        Ok(list)
    }) as *mut aclTensorList
}

/// Destroys a list and its tensors. Null is no error; nor are members that are destroyed already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclDestroyTensorList(array: *const aclTensorList) -> aclnnStatus {
    let call = called!("aclDestroyTensorList", array);
    guard(call, || {
        if !array.is_null() {
            for &member in LISTS.take("array", array.addr())?.iter() {
                // Some programs destroy the members first.
                TENSORS.take_live(member);
            }
        }
        Ok(())
    })
}

/// Returns the number of entries. A null argument gives 161001.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclGetTensorListSize(
    tensor_list: *const aclTensorList,
    size: *mut u64,
) -> aclnnStatus {
    let call = called!("aclGetTensorListSize", tensor_list, size);
    guard(call, || {
        let count = LISTS.with("tensorList", tensor_list.addr(), |members| members.len())?;
        // SAFETY: an out pointer, by the contract.
        unsafe { out("size", size)? }.write(count as u64);
        Ok(())
    })
}
