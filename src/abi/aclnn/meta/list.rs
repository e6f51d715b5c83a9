//! `aclTensorList`: lists that own their tensors.

use std::sync::Arc;

use super::described::TENSORS;
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out};
use crate::diagnostics::check::handles;
use crate::diagnostics::hooks;
use crate::error::Result;
use hostnpu_aclnn_macros::entry;

static LISTS: Table<Arc<[usize]>> = Table::new(Object::TensorList);

/// The handles of a list's tensors; 0 where an entry is null.
pub fn members(name: &'static str, list: *const aclTensorList) -> Result<Arc<[usize]>> {
    LISTS.get(name, list.addr())
}

/// Creates a list of tensors, which it owns from now on. Entries may be null; null or no entries give an empty list.
///
/// Returns the list, or null if no handle is left.
#[entry(aclnn, creates = aclTensorList)]
fn aclCreateTensorList(
    #[length(size)] value: Array<'_, *const aclTensor>,
    size: u64,
) -> Outcome<usize> {
    let members: Arc<[usize]> = value
        .get_or_none()?
        .iter()
        .map(|member| member.addr())
        .collect();
    let list = LISTS.insert(members.clone())?;
    if hooks::on() {
        handles::owns(list, &members);
    }
    Ok(list)
}

/// Destroys a list and its tensors. Null is no error; nor are members that are destroyed already.
#[entry(aclnn)]
fn aclDestroyTensorList(array: *const aclTensorList) -> Outcome {
    if !array.is_null() {
        for &member in LISTS.take("array", array.addr())?.iter() {
            // Some programs destroy the members first.
            TENSORS.take_live(member);
        }
    }
    Ok(())
}

/// Returns the number of entries. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetTensorListSize(tensor_list: *const aclTensorList, size: Later<Out<u64>>) -> Outcome {
    let count = LISTS.with("tensorList", tensor_list.addr(), |members| members.len())?;
    size.get()?.write(count as u64);
    Ok(())
}
