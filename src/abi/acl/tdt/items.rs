//! Data items and data sets.

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut, with_exposed_provenance_mut, without_provenance_mut};

use super::open_enums::acltdtTensorType;
use super::types::{acltdtDataItem, acltdtDataset};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::rt::copy::check_bounds;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out, Room};
use crate::abi::pointer::not_null;
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// Dimensions that an item has at most.
const MOST_DIMENSIONS: usize = 128;

/// The description of an item, without its data.
#[derive(Clone)]
pub(super) struct Shape {
    kind: acltdtTensorType,
    dims: Vec<i64>,
    dtype: aclDataType,
}

/// A data item. Its data is the program's, or its own where it was received.
struct Item {
    shape: Shape,
    address: usize,
    size: usize,
    own: Option<Vec<u64>>,
}

/// The handles of the items of a data set.
#[derive(Default)]
struct Dataset {
    items: Vec<usize>,
    /// True if they were received, and end with it.
    is_received: bool,
}

static ITEMS: Table<Item> = Table::new(Object::DataItem);
static DATASETS: Table<Dataset> = Table::new(Object::Dataset);

/// A tensor on its way: a copy.
pub(super) struct Sent {
    shape: Shape,
    /// The data, in words.
    data: Vec<u64>,
    size: usize,
}

/// Words for `size` bytes, which hold 0.
fn words(size: usize) -> Outcome<Vec<u64>> {
    let count = size.div_ceil(8);
    let mut words = Vec::new();
    let reserved = words.try_reserve_exact(count);
    reserved.map_err(|_| Error::out_of_host_memory(size))?;
    words.resize(count, 0);
    Ok(words)
}

/// Copies all items of a data set.
pub(super) fn pack(dataset: *const acltdtDataset) -> Outcome<Vec<Sent>> {
    let items = DATASETS.with("dataset", dataset.addr(), |set| set.items.clone())?;
    let pack = |&handle: &usize| -> Outcome<Sent> {
        ITEMS.with("dataItem", handle, |item| {
            let mut data = words(item.size)?;
            check_bounds("dataItem", item.address, item.size)?;
            // SAFETY: the contract: the item's data has as many bytes; the words too.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    std::ptr::with_exposed_provenance::<u8>(item.address),
                    data.as_mut_ptr().cast(),
                    item.size,
                );
            }
            Ok(Sent {
                shape: item.shape.clone(),
                data,
                size: item.size,
            })
        })?
    };
    items.iter().map(pack).collect()
}

/// Refuses a data set that cannot receive: one with items that the program added.
pub(super) fn check_receiver(dataset: *const acltdtDataset) -> Outcome {
    let is_free = DATASETS.with("dataset", dataset.addr(), |set| {
        set.is_received || set.items.is_empty()
    })?;
    if is_free {
        return Ok(());
    }
    let got = "a data set with items of the program's own";
    refuse(
        "dataset",
        got,
        "one without, or one that received",
        ACL_ERROR_INVALID_PARAM,
    )
}

/// Puts what was received into a data set, in place of what it received before.
pub(super) fn unpack(dataset: *mut acltdtDataset, received: Vec<Sent>) -> Outcome {
    let mut new = Vec::with_capacity(received.len());
    for Sent {
        shape,
        mut data,
        size,
    } in received
    {
        let address = data.as_mut_ptr().expose_provenance();
        let item = Item {
            shape,
            address: if size == 0 { 0 } else { address },
            size,
            own: Some(data),
        };
        new.push(ITEMS.insert(item)?);
    }
    let before = DATASETS.change("dataset", dataset.addr(), |set| {
        set.is_received = true;
        std::mem::replace(&mut set.items, new)
    })?;
    forget(&before);
    Ok(())
}

/// Destroys items that were received.
fn forget(handles: &[usize]) {
    for &handle in handles {
        // The program may have destroyed it already.
        let _ = ITEMS.take("dataItem", handle);
    }
}

fn item<R>(handle: *const acltdtDataItem, ask: impl FnOnce(&Item) -> R) -> Outcome<R> {
    Ok(ITEMS.with("dataItem", handle.addr(), ask)?)
}

/// Creates a data item: a tensor with its data, which stays the program's, or the mark of an end, which has neither a shape nor data.
///
/// Returns null for a shape without a number of dimensions or the other way round, more than 128 dimensions, or a shape of what is no tensor.
#[entry(acl, otherwise = null_mut())]
fn acltdtCreateDataItem(
    tdt_type: acltdtTensorType,
    #[length(dim_num)] dims: Array<'_, i64>,
    dim_num: usize,
    data_type: aclDataType,
    data: *mut c_void,
    size: usize,
) -> Outcome<*mut acltdtDataItem> {
    if dims.is_null() != (dim_num == 0) {
        let allowed = "dimensions with their number, or null with 0";
        return refuse("dimNum", dim_num, allowed, ACL_ERROR_INVALID_PARAM);
    }
    if dim_num > MOST_DIMENSIONS {
        return refuse("dimNum", dim_num, "at most 128", ACL_ERROR_INVALID_PARAM);
    }
    let is_tensor = tdt_type == acltdtTensorType::ACL_TENSOR_DATA_TENSOR;
    if !is_tensor && !dims.is_null() {
        let got = format!("not null for {tdt_type}");
        return refuse(
            "dims",
            got,
            "null for what is no tensor",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    if is_tensor && size > 0 {
        not_null("data", data)?;
    }
    let dims = dims.get()?.to_vec();
    let (dtype, address, size) = match is_tensor {
        true => (data_type, data.expose_provenance(), size),
        false => (aclDataType::ACL_DT_UNDEFINED, 0, 0),
    };
    let shape = Shape {
        kind: tdt_type,
        dims,
        dtype,
    };
    let new = Item {
        shape,
        address,
        size,
        own: None,
    };
    Ok(without_provenance_mut(ITEMS.insert(new)?))
}

/// Destroys a data item, whose data stays. Returns 100000 for null, 107017 for what is no live data item, 107000 for one that a data set received.
#[entry(acl)]
fn acltdtDestroyDataItem(data_item: *mut acltdtDataItem) -> Outcome {
    let is_own = |item: &Item| item.own.is_none();
    match ITEMS.take_if("dataItem", data_item.addr(), is_own)? {
        Some(_) => Ok(()),
        None => {
            let allowed = "one of acltdtCreateDataItem";
            let got = "an item that ends with the data set that received it";
            refuse("dataItem", got, allowed, ACL_ERROR_RT_PARAM_INVALID)
        }
    }
}

/// Returns what an item is; ACL_TENSOR_DATA_UNDEFINED for null or what is no live item.
#[entry(acl, otherwise = acltdtTensorType::ACL_TENSOR_DATA_UNDEFINED)]
fn acltdtGetTensorTypeFromItem(data_item: *const acltdtDataItem) -> Outcome<acltdtTensorType> {
    item(data_item, |item| item.shape.kind)
}

/// Returns the data type of an item; ACL_DT_UNDEFINED for null, what is no live item, or no tensor.
#[entry(acl, otherwise = aclDataType::ACL_DT_UNDEFINED)]
fn acltdtGetDataTypeFromItem(data_item: *const acltdtDataItem) -> Outcome<aclDataType> {
    item(data_item, |item| item.shape.dtype)
}

/// Returns the address of an item's data; null for null, what is no live item, or no data.
#[entry(acl, otherwise = null_mut())]
fn acltdtGetDataAddrFromItem(data_item: *const acltdtDataItem) -> Outcome<*mut c_void> {
    item(data_item, |item| with_exposed_provenance_mut(item.address))
}

/// Returns the bytes of an item's data; 0 for null or what is no live item.
#[entry(acl, otherwise = 0)]
fn acltdtGetDataSizeFromItem(data_item: *const acltdtDataItem) -> Outcome<usize> {
    item(data_item, |item| item.size)
}

/// Returns the number of an item's dimensions; 0 for null or what is no live item.
#[entry(acl, otherwise = 0)]
fn acltdtGetDimNumFromItem(data_item: *const acltdtDataItem) -> Outcome<usize> {
    item(data_item, |item| item.shape.dims.len())
}

/// Returns in how many pieces a tensor came, and which one this is: 0 and 0, for tensors come whole. Returns 100000 for null, 107017 for what is no live item.
#[entry(acl)]
fn acltdtGetSliceInfoFromItem(
    data_item: *const acltdtDataItem,
    slice_num: Later<Out<usize>>,
    slice_id: Later<Out<usize>>,
) -> Outcome {
    item(data_item, |_| ())?;
    let (number, id) = (slice_num.get()?, slice_id.get()?);
    number.write(0);
    id.write(0);
    Ok(())
}

/// Writes the dimensions of an item. Returns 100000 for null, dimensions without a number or the other way round, or fewer than the item has; 107017 for what is
/// no live item.
#[entry(acl)]
fn acltdtGetDimsFromItem(
    data_item: *const acltdtDataItem,
    #[length(dim_num)] dims: Room<'_, i64>,
    dim_num: usize,
) -> Outcome {
    let known = item(data_item, |item| item.shape.dims.clone())?;
    if dims.is_null() != (dim_num == 0) || dim_num < known.len() {
        let allowed = format!("{} or more, with room for them", known.len());
        return refuse("dimNum", dim_num, allowed, ACL_ERROR_INVALID_PARAM);
    }
    dims.write(&known);
    Ok(())
}

/// Creates a data set without items. Returns null if there are too many.
#[entry(acl, otherwise = null_mut())]
fn acltdtCreateDataset() -> Outcome<*mut acltdtDataset> {
    Ok(without_provenance_mut(DATASETS.insert(Dataset::default())?))
}

/// Destroys a data set, and the items that it received; those that the program added stay. Returns 100000 for null, 107017 for what is no live data set.
#[entry(acl)]
fn acltdtDestroyDataset(dataset: *mut acltdtDataset) -> Outcome {
    let set = DATASETS.take("dataset", dataset.addr())?;
    if set.is_received {
        forget(&set.items);
    }
    Ok(())
}

/// Returns an item of a data set; null for null, what is no live data set, or no such item.
#[entry(acl, otherwise = null_mut())]
fn acltdtGetDataItem(dataset: *const acltdtDataset, index: usize) -> Outcome<*mut acltdtDataItem> {
    let (found, count) = DATASETS.with("dataset", dataset.addr(), |set| {
        (set.items.get(index).copied(), set.items.len())
    })?;
    match found {
        Some(handle) => Ok(without_provenance_mut(handle)),
        None => {
            let allowed = format!("less than {count}, the number of items");
            refuse("index", index, allowed, ACL_ERROR_INVALID_PARAM)
        }
    }
}

/// Adds an item to a data set. Returns 100000 for null, 107017 for what is no live data set or item, 200006 for a data set that received.
#[entry(acl)]
fn acltdtAddDataItem(dataset: *mut acltdtDataset, data_item: *mut acltdtDataItem) -> Outcome {
    DATASETS.with("dataset", dataset.addr(), |_| ())?;
    item(data_item, |_| ())?;
    let is_added = DATASETS.change("dataset", dataset.addr(), |set| {
        if !set.is_received {
            set.items.push(data_item.addr());
        }
        !set.is_received
    })?;
    if is_added {
        return Ok(());
    }
    let got = "a data set that received its items";
    refuse(
        "dataset",
        got,
        "one that did not",
        ACL_ERROR_FEATURE_UNSUPPORTED,
    )
}

/// Returns the number of items of a data set; 0 for null or what is no live data set.
#[entry(acl, otherwise = 0)]
fn acltdtGetDatasetSize(dataset: *const acltdtDataset) -> Outcome<usize> {
    Ok(DATASETS.with("dataset", dataset.addr(), |set| set.items.len())?)
}

/// Returns the name of a data set: an empty text, for none is given here; null for null or what is no live data set.
#[entry(acl, otherwise = null())]
fn acltdtGetDatasetName(dataset: *const acltdtDataset) -> Outcome<*const c_char> {
    DATASETS.with("dataset", dataset.addr(), |_| ())?;
    Ok(c"".as_ptr())
}
