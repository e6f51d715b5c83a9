//! `aclnnNpuFormatCast`: private formats, stored as the device stores them. Source: ops-math, `conversion/npu_format_cast`.

use crate::abi::acl::types::{aclDataType, aclFormat};
use crate::abi::aclnn::dtype::dtype;
use crate::abi::aclnn::meta::tensor::give_array;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::argument::Argument;
use crate::contract::formats::{self, NCL, ND, NZ, NZ_C0_16, NZ_C0_32};
use crate::device::soc::Generation;
use crate::prelude::*;
use crate::tensor::Dims;
use hostnpu_aclnn_macros::entry;

const TYPES: Dtypes = for_chips(
    &[],
    &[I8, U8, F32, F16, Bf16, I32, U32],
    &[
        I8, U8, F32, F16, Bf16, I32, F8E4m3fn, F4E2m1, F4E1m2, Hifloat8,
    ],
);

/// Types of quantised weights.
const QUANTISED: Dtypes = on_all(&[I8, U8, F8E4m3fn, Hifloat8, F4E2m1, F4E1m2]);

/// Types whose blocks are those of another type on Ascend950: what `additionalDtype` may then be.
const OF_INT32: Dtypes = on_all(&[F16, Bf16, I8]);
const OF_FLOAT: Dtypes = on_all(&[F16, Bf16, F8E4m3fn, Hifloat8, U8]);

fn on_a_chip_that_has_it() -> Outcome {
    let chips = [Generation::Ascend910B, Generation::Ascend950];
    contract::needs_chip(&chips).code(ACLNN_ERR_PARAM_INVALID)
}

/// The refusal of a format that `src` is not converted to, or of `src` for it.
fn cannot_be_converted<T>(src: &Input, to: aclFormat) -> Outcome<T> {
    let refusal = Error::from(Reason::Format {
        arg: "dstFormat",
        got: to.to_string(),
        allowed: format!(
            "a format that {} of rank {} with elements is converted to",
            src.format(),
            src.rank()
        ),
    });
    Err(refusal).code(ACLNN_ERR_RUNTIME_ERROR)
}

/// Refuses what Ascend950 does not store in FRACTAL_NZ with blocks of 32 bytes.
fn stored_in_nz_on_950(src: &Input) -> Result<()> {
    let is_float = matches!(src.dtype()?, F32 | F16 | Bf16);
    let is_quantised = QUANTISED.contains(src.dtype()?);
    let plain = [ND, NCL].contains(&src.format());
    if !is_quantised && !(plain && (is_float || src.format() == ND)) {
        return Err(Reason::Format {
            arg: src.name(),
            got: src.format().to_string(),
            allowed: format!(
                "{ND}, or {NCL} of floating-point numbers, for {}",
                src.dtype()?
            ),
        }
        .into());
    }
    src.rank_in(if is_float || is_quantised {
        2..=6
    } else {
        2..=3
    })
}

/// Converts `srcTensor` to the format of `dstTensor`: from ND, NCL, NCHW and others to FRACTAL_NZ, NC1HWC0, FRACTAL_Z and others, in blocks as the device
/// stores them, with zeros in what no element fills, or back. The storage of the tensor in the private format has the shape that
/// `aclnnNpuFormatCastCalculateSizeAndFormat` gives; its view has that of the other tensor afterwards. Bits are copied.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnNpuFormatCast(src_tensor: Input, dst_tensor: Output) -> Planned {
    let (src, dst) = (&src_tensor, &dst_tensor);
    on_a_chip_that_has_it()?;
    formats::dense(src)?;
    formats::dense(dst)?;
    src.dtype_in(TYPES)?;
    dst.dtype_in(TYPES)?;
    let on_950 = contract::on_950();
    let unsupported = match on_950 {
        true => ACLNN_ERR_INNER_NULLPTR,
        false => ACLNN_ERR_PARAM_INVALID,
    };
    formats::converts(src, dst).code(unsupported)?;
    let to_private = formats::is_private(dst.format());
    let plain = match to_private {
        true => src.shape(),
        false => dst.shape(),
    };
    if on_950 && dst.format() == NZ {
        stored_in_nz_on_950(src)?;
    }
    if on_950 && formats::is_nz(src.format()) {
        back_on_950(src, dst)?;
    }
    dst.same_dtype(src).code(ACLNN_ERR_INNER_NULLPTR)?;
    if plain.contains(&0) {
        let refusal = src.shape_refused("one with elements");
        return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
    }
    if to_private {
        let blocked = formats::stored_as(src, dst, true, ACLNN_ERR_INNER_NULLPTR)?;
        let call = blocked.pack(src.read()?, dst.write_stored()?)?;
        dst.describe(src.shape(), dst.format(), dst.storage());
        return Ok(call);
    }
    if !formats::is_private(src.format()) {
        dst.same_shape(src).code(ACLNN_ERR_INNER_NULLPTR)?;
        return Ok(pointwise::copy(src.read()?, dst.write()?)?);
    }
    let blocked = formats::stored_as(dst, src, !on_950, ACLNN_ERR_PARAM_INVALID)?;
    let call = blocked.unpack(src.read_stored()?, dst.write()?)?;
    if formats::is_nz(src.format()) {
        dst.describe(dst.shape(), ND, dst.shape());
    }
    Ok(call)
}

/// Refuses types that Ascend950 does not convert back from a format.
fn back_on_950(src: &Input, dst: &Output) -> Result<()> {
    let narrow = [NZ, NZ_C0_16, NZ_C0_32].contains(&src.format());
    let converts = match src.dtype()? {
        F4E2m1 => narrow && src.format() != NZ_C0_16,
        I8 | U8 => narrow,
        F8E4m3fn | F16 | Bf16 => src.format() == NZ,
        I32 | F32 => true,
        _ => false,
    };
    if !converts {
        return Err(Reason::Format {
            arg: src.name(),
            got: format!("{} of {}", src.format(), src.dtype()?),
            allowed: format!("a format that is converted to {}", dst.format()),
        }
        .into());
    }
    Ok(())
}

/// Returns the shape that the storage of `srcTensor` has in `dstFormat`, in an array that the program frees with `delete[]`, and the format to create it
/// with. Blocks have as many elements as 32 bytes hold of `additionalDtype` (-1: the type of `srcTensor`). What is not converted gives 361001.
#[entry(aclnn)]
fn aclnnNpuFormatCastCalculateSizeAndFormat(
    src_tensor: *const aclTensor,
    dst_format: c_int,
    additional_dtype: c_int,
    dst_shape: Later<Out<*mut i64>>,
    dst_shape_size: Later<Out<u64>>,
    actual_format: Later<Out<c_int>>,
) -> Outcome {
    on_a_chip_that_has_it()?;
    // SAFETY: the contract of `crate::abi`.
    let src = unsafe { <Input as Argument>::read("srcTensor", src_tensor) }
        .code(ACLNN_ERR_PARAM_INVALID)?;
    src.countable()?;
    let (dst_shape, dst_shape_size) = (dst_shape.get()?, dst_shape_size.get()?);
    src.dtype_in(TYPES)?;
    let additional = match additional_dtype {
        -1 => src.dtype()?,
        code => additional(code)?,
    };
    let (shape, format) = stored(&src, aclFormat::from_raw(dst_format), additional)?;
    let actual_format = actual_format.get()?;
    give_array(dst_shape, dst_shape_size, &shape)?;
    actual_format.write(format.raw());
    Ok(())
}

fn additional(code: c_int) -> Result<Dtype> {
    let code = aclDataType::from_raw(code);
    let known = dtype(code).filter(|&dtype| TYPES.contains(dtype));
    known.ok_or_else(|| {
        Error::from(Reason::Dtype {
            arg: "additionalDtype",
            got: code.to_string(),
            allowed: format!("-1, {TYPES}"),
        })
    })
}

/// The shape of the storage in the format `to`, and the format to create it with.
fn stored(src: &Input, to: aclFormat, additional: Dtype) -> Outcome<(Dims, aclFormat)> {
    let (from, on_950) = (src.format(), contract::on_950());
    let same = src.dtype()? == additional;
    if to == NZ && ([ND, NCL].contains(&from) || (same && formats::is_pair(from, NZ))) {
        let (block, format) = match on_950 {
            true => blocks_on_950(src, additional)?,
            false => (formats::block_of(additional), NZ),
        };
        if src.is_empty() {
            return cannot_be_converted(src, to);
        }
        src.rank_in(2..=6)?;
        return match formats::blocked(from, NZ, src.rank(), block) {
            Some(blocked) => Ok((blocked.storage(src.shape()), format)),
            None => cannot_be_converted(src, to),
        };
    }
    let empty = !on_950 && src.is_empty();
    if formats::is_nz(from) && to == ND {
        match on_950 {
            true => formats::is_a_storage(src)?,
            false if from != NZ => return Err(not_nz(src).into()),
            false if empty => return cannot_be_converted(src, to),
            false => (),
        }
        return Ok((src.shape().into(), ND));
    }
    if [from, to].contains(&NZ) || !formats::is_pair(from, to) {
        return cannot_be_converted(src, to);
    }
    let to_private = formats::is_private(to);
    let (plain, private) = if to_private { (from, to) } else { (to, from) };
    let blocked = formats::blocked(plain, private, src.rank(), formats::block_of(additional));
    match blocked {
        Some(blocked) if to_private && !empty => Ok((blocked.storage(src.shape()), to)),
        Some(_) if !empty => Ok((src.shape().into(), to)),
        _ => cannot_be_converted(src, to),
    }
}

fn not_nz(src: &Input) -> Error {
    Error::from(Reason::Format {
        arg: src.name(),
        got: src.format().to_string(),
        allowed: NZ.to_string(),
    })
}

/// The elements of a block of FRACTAL_NZ on Ascend950, and the format that says so.
fn blocks_on_950(src: &Input, additional: Dtype) -> Result<(i64, aclFormat)> {
    let own = src.dtype()?;
    if src.is_empty() {
        return Err(src.shape_refused("one with elements"));
    }
    if own == additional {
        src.rank_in(2..=6)?;
        let is_float = matches!(own, F32 | F16 | Bf16);
        if is_float && src.shape()[src.rank() - 2] == 1 {
            return Err(src.shape_refused("more than one row, where `additionalDtype` is its type"));
        }
        if !is_float && !QUANTISED.contains(own) {
            return Err(Reason::Dtype {
                arg: "additionalDtype",
                got: additional.to_string(),
                allowed: format!("{OF_INT32} for {own}"),
            }
            .into());
        }
        return Ok((formats::block_of(own), NZ));
    }
    let allowed = match own {
        I32 => OF_INT32,
        F32 => OF_FLOAT,
        _ => TYPES,
    };
    if !allowed.contains(additional) {
        return Err(Reason::Dtype {
            arg: "additionalDtype",
            got: additional.to_string(),
            allowed: format!("{allowed} for {own}"),
        }
        .into());
    }
    src.rank_in(2..=3)?;
    match additional {
        F8E4m3fn | I8 => Ok((32, NZ_C0_32)),
        _ => Ok((16, NZ_C0_16)),
    }
}
