//! `mlu_op.h`: sets of tensors that share one piece of memory, each with a descriptor of its own.

use std::ffi::{c_int, c_void};

use super::boundary::Status;
use super::descriptor::{Extents, bytes, descriptor, destroy, new, set, set_position_and_scale};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::{mluOpTensorDescriptor_t, mluOpTensorSetDescriptor_t};
use crate::abi::failure::{Code, Outcome};
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out, Room};
use crate::abi::pointer::not_null;
use crate::error::{Error, Result};
use hostnpu_aclnn_macros::entry;

/// Most tensors of one set: more than any network has, and few enough to be made at once.
const MOST: usize = 1 << 20;

/// The extents of a set, and the descriptors of its tensors; the last extent is the innermost.
#[derive(Clone)]
struct TensorSet {
    extents: Vec<c_int>,
    /// Handles of tensor descriptors, as integers: keys may go from thread to thread.
    members: Vec<usize>,
}

static SETS: Table<TensorSet> = Table::new(Object::MluOpTensorSet);

impl TensorSet {
    /// Tensors with `extents`, each as new.
    fn with(extents: &[c_int]) -> Result<Self> {
        let mut count = 1_usize;
        for &extent in extents {
            let extent = usize::try_from(extent).ok().filter(|&extent| extent > 0);
            let product = extent.and_then(|extent| count.checked_mul(extent));
            count = product.filter(|&count| count <= MOST).ok_or_else(|| {
                let allowed = format!("extents of 1 or more, their product {MOST} or less");
                Error::value("setDimSize", format!("{extents:?}"), allowed)
            })?;
        }
        let mut set = Self {
            extents: extents.to_vec(),
            members: Vec::with_capacity(count),
        };
        for _ in 0..count {
            match new() {
                Ok(member) => set.members.push(member.addr()),
                Err(error) => {
                    set.end();
                    return Err(error);
                }
            }
        }
        Ok(set)
    }

    /// Ends the descriptors. The program may have ended some itself.
    fn end(self) {
        for member in self.members {
            let _ = destroy(member as mluOpTensorDescriptor_t);
        }
    }

    /// The place of a tensor in `members`.
    fn place(&self, dims: c_int, index: Array<'_, c_int>) -> Result<usize> {
        if usize::try_from(dims).ok() != Some(self.extents.len()) {
            let allowed = format!("{} (that of `tensorSetDesc`)", self.extents.len());
            return Err(Error::value("setDimNb", dims, allowed));
        }
        let index = index.get()?;
        let mut place = 0;
        for (&at, &extent) in index.iter().zip(&self.extents) {
            if !(0..extent).contains(&at) {
                let allowed = format!("each from 0 to below {:?}", self.extents);
                return Err(Error::value("tensorIndex", format!("{index:?}"), allowed));
            }
            place = place * extent as usize + at as usize;
        }
        Ok(place)
    }

    /// Bytes of the first `count` tensors.
    fn bytes_before(&self, count: usize) -> Result<usize> {
        let mut sum = 0_usize;
        for &member in &self.members[..count] {
            let member = descriptor("tensorSetDesc", member as mluOpTensorDescriptor_t)?;
            let elements = usize::try_from(member.count).unwrap_or(0);
            sum = sum.saturating_add(elements.saturating_mul(bytes(member.dtype)));
        }
        Ok(sum)
    }
}

fn find(desc: mluOpTensorSetDescriptor_t) -> Result<TensorSet> {
    SETS.get("tensorSetDesc", desc.addr())
}

/// Creates a set of tensors with setDimNb dimensions. Each of its tensors is still to be initialised.
#[entry(mluop)]
fn mluOpCreateTensorSetDescriptor(
    tensorSetDesc: Out<mluOpTensorSetDescriptor_t>,
    setDimNb: c_int,
    #[length(setDimNb)] setDimSize: Array<'_, c_int>,
) -> Outcome {
    if setDimNb <= 0 {
        return Err(Error::value("setDimNb", setDimNb, "1 or more").into());
    }
    let extents = setDimSize.get()?;
    let set = TensorSet::with(extents)?;
    tensorSetDesc.write(SETS.insert(set)? as mluOpTensorSetDescriptor_t);
    Ok(())
}

/// Writes the dimensions of a set.
#[entry(mluop)]
fn mluOpGetTensorSetDescriptor(
    tensorSetDesc: mluOpTensorSetDescriptor_t,
    setDimNb: Later<Out<c_int>>,
    setDimSize: Room<'_, c_int>,
) -> Outcome {
    let set = find(tensorSetDesc)?;
    not_null("setDimSize", setDimSize)?;
    setDimNb.get()?.write(set.extents.len() as c_int);
    setDimSize.write(&set.extents);
    Ok(())
}

/// Destroys a set and the descriptors of its tensors.
#[entry(mluop)]
fn mluOpDestroyTensorSetDescriptor(tensorSetDesc: mluOpTensorSetDescriptor_t) -> Outcome {
    SETS.take("tensorSetDesc", tensorSetDesc.addr())?.end();
    Ok(())
}

/// Sets what one tensor of a set is: dense, the last dimension innermost.
#[entry(mluop)]
fn mluOpInitTensorSetMemberDescriptor(
    tensorSetDesc: mluOpTensorSetDescriptor_t,
    setDimNb: c_int,
    #[length(setDimNb)] tensorIndex: Array<'_, c_int>,
    layout: mluOpTensorLayout_t,
    dtype: mluOpDataType_t,
    dimNb: c_int,
    #[length(dimNb)] dimSize: Array<'_, c_int>,
) -> Outcome {
    let member = member(tensorSetDesc, setDimNb, tensorIndex)?;
    let extents = Extents {
        count: dimNb,
        sizes: dimSize,
        strides: None,
    };
    Ok(set(
        "mluOpInitTensorSetMemberDescriptor",
        member,
        Some((layout, dtype)),
        extents,
    )?)
}

fn member(
    desc: mluOpTensorSetDescriptor_t,
    dims: c_int,
    index: Array<'_, c_int>,
) -> Result<mluOpTensorDescriptor_t> {
    let set = find(desc)?;
    let place = set.place(dims, index)?;
    Ok(set.members[place] as mluOpTensorDescriptor_t)
}

/// Sets position and scale of the fixed-point data of one tensor of a set.
#[entry(mluop)]
fn mluOpInitTensorSetMemberDescriptorPositionAndScale(
    tensorSetDesc: mluOpTensorSetDescriptor_t,
    setDimNb: c_int,
    #[length(setDimNb)] tensorIndex: Array<'_, c_int>,
    position: c_int,
    scale: f32,
) -> Outcome {
    let member = member(tensorSetDesc, setDimNb, tensorIndex)?;
    Ok(set_position_and_scale(member, position, scale)?)
}

/// Writes the bytes of all tensors of a set.
#[entry(mluop)]
fn mluOpGetTensorSetDescriptorSize(
    tensorSetDesc: mluOpTensorSetDescriptor_t,
    sizeInBytes: Later<Out<c_int>>,
) -> Outcome {
    let set = find(tensorSetDesc)?;
    let target = sizeInBytes.get()?;
    target.write(size(&set)?);
    Ok(())
}

/// The bytes of a set, if an `int` can say them.
fn size(set: &TensorSet) -> Outcome<c_int> {
    let sum = set.bytes_before(set.members.len())?;
    let refused = |_| {
        Error::value(
            "tensorSetDesc",
            format!("a set of {sum} bytes"),
            "2147483647 bytes or less",
        )
    };
    c_int::try_from(sum)
        .map_err(refused)
        .code(Status::MLUOP_STATUS_NUMERICAL_OVERFLOW as i32)
}

/// Writes the descriptor of one tensor of a set, and where its data is: they lie one behind the other from data on.
/// The descriptor ends with the set.
#[entry(mluop)]
fn mluOpGetTensorAndDataFromTensorSet(
    tensorSetDesc: mluOpTensorSetDescriptor_t,
    setDimNb: c_int,
    #[length(setDimNb)] tensorIndex: Array<'_, c_int>,
    data: *mut c_void,
    tensorDesc: Later<Out<mluOpTensorDescriptor_t>>,
    dataAddrInDevice: Later<Out<*mut c_void>>,
) -> Outcome {
    let set = find(tensorSetDesc)?;
    let place = set.place(setDimNb, tensorIndex)?;
    let (target, address) = (tensorDesc.get()?, dataAddrInDevice.get()?);
    let before = set.bytes_before(place)?;
    target.write(set.members[place] as mluOpTensorDescriptor_t);
    address.write(data.wrapping_byte_add(before));
    Ok(())
}
