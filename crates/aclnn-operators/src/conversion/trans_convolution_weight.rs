//! `aclnnTransConvolutionWeight`: the weight of a convolution in FRACTAL_Z; on Ascend310P. Source: ops-math, `conversion/trans_data`.

use crate::abi::acl::types::{aclDataType, aclFormat};
use crate::abi::aclnn::dtype::dtype;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::contract::formats::FRACTAL_Z;
use crate::device::soc::Generation;
use crate::ops::grouped_filters::Grouped;
use crate::prelude::*;
use hostnpu_aclnn_macros::entry;

/// The most groups of a convolution.
const MOST_GROUPS: i64 = 65_535;

/// Refuses what has no weight in FRACTAL_Z: other ranks, transposed convolutions, groups that are none, other chips.
fn has_filters(name: &'static str, shape: &[i64], transposed: bool, groups: i64) -> Result<()> {
    if shape.len() != 4 {
        let got = shape.to_vec();
        let allowed = "4 dimensions".into();
        return Err(Reason::Shape {
            arg: name,
            got,
            allowed,
        }
        .into());
    }
    if transposed {
        return Err(Error::value("transposed", true, "false"));
    }
    if !(1..=MOST_GROUPS).contains(&groups) {
        return Err(Error::value(
            "groups",
            groups,
            format!("1 to {MOST_GROUPS}"),
        ));
    }
    contract::needs_chip(&[Generation::Other])
}

/// Returns how filters of this shape are stored; none, if there are no elements.
fn stored(name: &'static str, shape: &[i64], groups: i64) -> Result<Option<Grouped>> {
    let refused = |allowed: String| {
        Error::from(Reason::Shape {
            arg: name,
            got: shape.to_vec(),
            allowed,
        })
    };
    let &[filters, ..] = shape else {
        return Err(refused("4 dimensions".into()));
    };
    if shape.iter().any(|&extent| extent < 0) {
        return Err(refused("extents of 0 or more".into()));
    }
    if shape.contains(&0) {
        return Ok(None);
    }
    if filters % groups != 0 {
        return Err(refused(format!("filters that {groups} groups divide")));
    }
    let grouped = shape
        .try_into()
        .ok()
        .and_then(|shape| Grouped::new(shape, groups));
    match grouped {
        Some(grouped) => Ok(Some(grouped)),
        None => Err(refused("fewer than 2^63 elements together".into())),
    }
}

/// Stores the filters `weightIn` in FRACTAL_Z in the memory of `weightOut`, as FLOAT16, with zeros in what no element fills. The memory has room for as many elements as
/// `aclnnCalculateConvolutionWeightSize` says; the storage of `weightOut` has the new shape and format after the first phase. `transposed` is false. Ascend310P only.
#[aclnn]
fn aclnnTransConvolutionWeight(
    weight_in: Input,
    transposed: bool,
    groups: i64,
    weight_out: Output,
) -> Planned {
    let shape = weight_in.shape();
    let usable = has_filters(weight_in.name(), shape, transposed, groups);
    usable.code(ACLNN_ERR_PARAM_INVALID)?;
    weight_in.dtype_in(FLOAT_AND_FLOAT16)?;
    weight_out.dtype_is(F16)?;
    for tensor in [&weight_in as &TensorArg, &weight_out] {
        if tensor.format() != aclFormat::ACL_FORMAT_NCHW {
            let error = Error::from(Reason::Format {
                arg: tensor.name(),
                got: tensor.format().to_string(),
                allowed: "NCHW".into(),
            });
            return Err(error.into());
        }
    }
    weight_out.contiguous()?;
    weight_out.same_shape(&weight_in)?;
    let Some(grouped) = stored(weight_in.name(), shape, groups)? else {
        return contract::untouched(&weight_in, &[&weight_out]);
    };
    let storage = grouped.storage();
    let call = grouped.pack(weight_in.read()?, weight_out.store(&storage)?)?;
    weight_out.describe(shape, FRACTAL_Z, &storage);
    Ok(call)
}

/// Returns the number of elements of filters of this shape in FRACTAL_Z, for FLOAT16: what to allocate before `aclnnTransConvolutionWeight`.
#[entry(aclnn)]
fn aclnnCalculateConvolutionWeightSize(
    tensor_shape: *const aclIntArray,
    transposed: bool,
    groups: i64,
    data_type: aclDataType,
    weight_tensor_size: Later<Out<u64>>,
) -> Outcome {
    let shape = Ints::look_up("tensorShape", tensor_shape)?;
    let size = weight_tensor_size.get()?;
    let usable = has_filters(shape.name(), &shape, transposed, groups);
    usable.code(ACLNN_ERR_PARAM_INVALID)?;
    if dtype(data_type) != Some(F16) {
        return Err(Error::dtype("dataType", data_type, "FLOAT16").into());
    }
    let elements = match stored(shape.name(), &shape, groups)? {
        None => 0,
        Some(grouped) => {
            let storage = grouped.storage();
            let product = storage.iter().try_fold(1_i64, |a, &b| a.checked_mul(b));
            product.ok_or_else(|| {
                Error::from(Reason::Shape {
                    arg: shape.name(),
                    got: shape.to_vec(),
                    allowed: "fewer than 2^63 elements together".into(),
                })
            })?
        }
    };
    size.write(elements as u64);
    Ok(())
}
