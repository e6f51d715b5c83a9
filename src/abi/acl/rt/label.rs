//! Labels: places in the streams of model instances, to which others jump.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::copy::check_bounds;
use super::model_build::bound;
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{Jump, LabelIndex};
use hostnpu_aclnn_macros::entry;

/// Labels that a list holds at most.
const LISTED: usize = 65535;

/// The numbers of the labels.
static LABELS: Table<u64> = Table::new(Object::Label);

static LISTS: Table<Arc<[u64]>> = Table::new(Object::LabelList);

/// Creates a label. Returns 100000 for null.
#[entry(acl, needs = device)]
fn aclrtCreateLabel(label: Later<Out<aclrtLabel>>) -> Outcome {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    let target = label.get()?;
    let handle = LABELS.insert(NUMBERS.fetch_add(1, Ordering::Relaxed))?;
    target.write(without_provenance_mut(handle));
    Ok(())
}

/// Destroys a label; where it was set it stays. Returns 100000 for null, 107017 for what is no live label.
#[entry(acl)]
fn aclrtDestroyLabel(label: aclrtLabel) -> Outcome {
    LABELS.take("label", label.addr())?;
    Ok(())
}

/// Sets a label behind what a stream of a model instance was given so far. Returns 100000 for null; 107000 for a stream that is bound to no model instance; 107017 for
/// what is no live label; 107027 for a model instance that is complete.
#[entry(acl)]
fn aclrtSetLabel(label: aclrtLabel, stream: aclrtStream) -> Outcome {
    let label = LABELS.get("label", label.addr())?;
    let (stream, build) = bound("stream", stream)?;
    Ok(build.jump(&stream, "label", Jump::Label(label))?)
}

/// Creates a list of labels. Returns 100000 for null, 107000 for none or more than 65535, 107017 for what is no live label.
#[entry(acl, needs = device)]
fn aclrtCreateLabelList(
    #[length(num)]
    #[not_const]
    labels: Array<'_, aclrtLabel>,
    num: usize,
    label_list: Later<Out<aclrtLabelList>>,
) -> Outcome {
    not_null("labels", labels)?;
    let target = label_list.get()?;
    if !(1..=LISTED).contains(&num) {
        return refuse("num", num, "1 to 65535", ACL_ERROR_RT_PARAM_INVALID);
    }
    let numbers = labels
        .get()?
        .iter()
        .map(|label| LABELS.get("labels", label.addr()));
    let list = numbers.collect::<crate::error::Result<Arc<[u64]>>>()?;
    target.write(without_provenance_mut(LISTS.insert(list)?));
    Ok(())
}

/// Destroys a list of labels; tasks that use it keep what they need. Returns 100000 for null, 107017 for what is no live list.
#[entry(acl)]
fn aclrtDestroyLabelList(label_list: aclrtLabelList) -> Outcome {
    LISTS.take("labelList", label_list.addr())?;
    Ok(())
}

/// Appends to a stream of a model instance a jump to the label of a list that the word of four bytes at `ptr` names, the last one if it is too large.
///
/// Returns 100000 for null; 107000 for an address that is no multiple of 4 or leaves its allocation, a `maxValue` other than the number of labels, or a stream that
/// is bound to no model instance; 107017 for what is no live list; 107027 for a model instance that is complete.
#[entry(acl)]
fn aclrtSwitchLabelByIndex(
    ptr: *mut c_void,
    max_value: u32,
    label_list: aclrtLabelList,
    stream: aclrtStream,
) -> Outcome {
    not_null("ptr", ptr)?;
    let list = LISTS.get("labelList", label_list.addr())?;
    if !ptr.addr().is_multiple_of(4) {
        let got = format!("{ptr:p}");
        return refuse("ptr", got, "a multiple of 4", ACL_ERROR_RT_PARAM_INVALID);
    }
    check_bounds("ptr", ptr.addr(), 4)?;
    if max_value as usize != list.len() {
        let allowed = format!("{}, the number of labels in the list", list.len());
        return refuse("maxValue", max_value, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let (stream, build) = bound("stream", stream)?;
    // SAFETY: an aligned word of device memory, by the contract there whenever the model instance runs; a list has a label at least.
    let index = unsafe { LabelIndex::new(ptr.expose_provenance(), list) };
    Ok(build.jump(&stream, "label switch", Jump::ToLabel(index))?)
}
