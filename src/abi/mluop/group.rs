//! `mlu_op.h`: groups of tensor descriptors.

use std::ffi::c_int;

use super::descriptor::{Extents, destroy, new, set};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::mluOpTensorDescriptor_t;
use crate::abi::failure::Outcome;
use crate::abi::parameter::Parameter;
use crate::abi::parameter::{Array, Counted, InOut};
use crate::abi::pointer::not_null;
use crate::error::{Error, Result};
use hostnpu_aclnn_macros::entry;

/// The descriptor variables of a group.
fn variables(
    group_desc: Array<'_, *mut mluOpTensorDescriptor_t>,
    desc_num: c_int,
) -> Result<Vec<InOut<mluOpTensorDescriptor_t>>> {
    not_null("group_desc", group_desc)?;
    if desc_num <= 0 {
        return Err(Error::value("desc_num", desc_num, "1 or more"));
    }
    let group = group_desc.get()?.iter();
    // SAFETY: each is null or a descriptor variable, by the contract of `crate::abi`.
    let variable = |&variable| unsafe { <InOut<_> as Parameter>::read("group_desc", variable) };
    group.map(variable).collect()
}

/// Creates a descriptor in each variable of a group.
#[entry(mluop)]
fn mluOpCreateGroupTensorDescriptors(
    #[length(desc_num)]
    #[not_const]
    group_desc: Array<'_, *mut mluOpTensorDescriptor_t>,
    desc_num: c_int,
) -> Outcome {
    for variable in variables(group_desc, desc_num)? {
        variable.write(new()?);
    }
    Ok(())
}

/// Sets each descriptor of a group; the extents of all stand behind each other. One that is refused is left out.
#[entry(mluop)]
fn mluOpSetGroupTensorDescriptors(
    #[length(desc_num)]
    #[not_const]
    group_desc: Array<'_, *mut mluOpTensorDescriptor_t>,
    #[length(desc_num)] group_layout: Array<'_, mluOpTensorLayout_t>,
    #[length(desc_num)] group_dtype: Array<'_, mluOpDataType_t>,
    #[length(desc_num)] group_dimNb: Array<'_, c_int>,
    group_dimSize: *const c_int,
    desc_num: c_int,
) -> Outcome {
    let group = variables(group_desc, desc_num)?;
    not_null("group_dimSize", group_dimSize)?;
    let (layouts, dtypes) = (group_layout.get()?, group_dtype.get()?);
    let ranks = group_dimNb.get()?;
    let mut first = 0_usize;
    for (i, variable) in group.iter().enumerate() {
        let sizes = group_dimSize.wrapping_add(first);
        let extents = Extents {
            count: ranks[i],
            // SAFETY: behind those of the descriptors before, by the contract of `crate::abi`.
            sizes: unsafe { Array::new(&("dimSize", "dimNb"), sizes, ranks[i].into()) },
            strides: None,
        };
        // The vendor drops the status of a single one.
        let _ = set(
            "mluOpSetGroupTensorDescriptors",
            variable.get(),
            Some((layouts[i], dtypes[i])),
            extents,
        );
        first += ranks[i].max(0) as usize;
    }
    Ok(())
}

/// Destroys each descriptor of a group.
#[entry(mluop)]
fn mluOpDestroyGroupTensorDescriptors(
    #[length(desc_num)]
    #[not_const]
    group_desc: Array<'_, *mut mluOpTensorDescriptor_t>,
    desc_num: c_int,
) -> Outcome {
    let mut result = Ok(());
    for variable in variables(group_desc, desc_num)? {
        result = result.and(destroy(variable.get()));
    }
    Ok(result?)
}
