//! `aclnnWeightQuantPreprocess`: a weight of four bits in the blocks that products of quantised matrices read; on Ascend950.
//!
//! | argument          | shape                                                           | data type         | strided                  |
//! |-------------------|-----------------------------------------------------------------|-------------------|--------------------------|
//! | `weight`          | `[(g,) k, n]`, `k` a multiple of 32                             | FLOAT4_E2M1       | the transpose of a dense one |
//! | `weightScale`     | `[(g,) ceil(k / 64), n, 2]`                                     | FLOAT8_E8M0       | the transpose of a dense one |
//! | `biasOptional`    | `[n]` or `[1, n]`, `[g, n]` of groups; may be null              | FLOAT16, BFLOAT16 | no                       |
//! | `outWeight`       | that of `weight`; storage `[(g,) ceil(k / 32), ceil(n / 16), 16, 32]`, FRACTAL_NZ_C0_32 | FLOAT4_E2M1 |        |
//! | `outWeightScale`  | that of `weightScale`                                           | FLOAT8_E8M0       | as `weightScale`         |
//! | `outBiasOptional` | that of `biasOptional`                                          | that of `biasOptional` | no                  |
//!
//! `xDtype` is FLOAT8_E4M3FN, `xScaleDtype` FLOAT8_E8M0, `kGroupSize` 32; offsets are null. Scales and bias are copied.
//!
//! Source: ops-math, `conversion/weight_quant_preprocess`.

use crate::abi::acl::types::aclFormat;
use crate::contract::formats::{self, NCHW, NCL, ND, NZ_C0_32};
use crate::contract::needs_chip;
use crate::contract::sparse::absent;
use crate::device::soc::Generation;
use crate::ops::prepared_weight::{PreparedWeight, prepared_weight};
use crate::prelude::*;
use crate::tensor::Layout;

const WEIGHT: Dtypes = on_all(&[F4E2m1]);
const SCALES: Dtypes = on_all(&[F8E8m0]);
const BIAS: Dtypes = on_all(&[F16, Bf16]);
/// The elements of a block of a weight with one scale.
const GROUP: i64 = 32;

/// The places of dimensions when two neighbours change places.
fn exchanged(rank: usize, first: usize) -> Vec<usize> {
    let mut axes: Vec<usize> = (0..rank).collect();
    axes.swap(first, first + 1);
    axes
}

/// The layout with two neighbours exchanged; refuses other tensors than transposes of dense ones.
fn transposed(tensor: &TensorArg, first: usize) -> Result<Layout> {
    let layout = tensor.layout().permuted(&exchanged(tensor.rank(), first));
    match layout.is_contiguous() {
        true => Ok(layout),
        false => {
            let got = format!("strides {:?}", tensor.layout().strides());
            let allowed = format!(
                "the transpose of a dense tensor of shape {:?}",
                layout.shape()
            );
            Err(Error::value(tensor.name(), got, allowed))
        }
    }
}

/// Refuses another format than one of these.
fn format_in(tensor: &TensorArg, allowed: &[aclFormat]) -> Result<()> {
    if allowed.contains(&tensor.format()) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    Err(Error::format(
        tensor.name(),
        tensor.format(),
        names.join(" or "),
    ))
}

/// Stores a weight in blocks, and copies its scales and its bias.
#[aclnn]
fn aclnnWeightQuantPreprocess(
    weight: Input,
    weight_scale: Input,
    weight_offset_optional: Option<Input>,
    bias_optional: Option<Input>,
    x_dtype: DataType,
    x_scale_dtype: DataType,
    k_group_size: i64,
    out_weight: Output,
    out_weight_scale: Output,
    out_weight_offset_optional: Option<Output>,
    out_bias_optional: Option<Output>,
) -> Planned {
    needs_chip(&[Generation::Ascend950])?;
    let out_bias = match (&bias_optional, &out_bias_optional) {
        (Some(_), None) => {
            let arg = "outBiasOptional";
            return Err(Reason::Null { arg }.into());
        }
        (Some(_), given) => given.as_ref(),
        (None, _) => None,
    };
    weight.dtype_in(WEIGHT)?;
    weight_scale.dtype_in(SCALES)?;
    x_dtype.dtype_in(on_all(&[F8E4m3fn]))?;
    x_scale_dtype.dtype_in(SCALES)?;
    absent(("weightOffsetOptional", &weight_offset_optional), "null")?;
    if let Some(offset) = &out_weight_offset_optional {
        return Err(Error::value(offset.name(), "a tensor", "null").into());
    }
    if k_group_size != GROUP {
        return Err(Error::value("kGroupSize", k_group_size, GROUP.to_string()).into());
    }
    weight.rank_in(2..=3)?;
    let rank = weight.rank();
    format_in(&weight, &[ND, NCL])?;
    format_in(&weight_scale, &[ND, NCL, NCHW])?;
    let (groups, [k, n]) = (
        &weight.shape()[..rank - 2],
        [weight.shape()[rank - 2], weight.shape()[rank - 1]],
    );
    if weight.is_empty() || k % GROUP != 0 {
        let allowed = format!(
            "a multiple of {GROUP} along axis {}, and elements",
            rank - 2
        );
        return Err(weight.shape_refused(allowed).into());
    }
    let stored = transposed(&weight, rank - 2)?;
    let scales = [groups, &[(k + 63) / 64, n, 2]].concat();
    weight_scale.shape_is(&scales, "two scales for 64 elements of each column")?;
    transposed(&weight_scale, rank - 2)?;
    if let Some(bias) = &bias_optional {
        bias.dtype_in(BIAS)?;
        bias.format_nd()?;
        bias.contiguous()?;
        let fits = match (groups, bias.shape()) {
            (&[of], &[groups, columns]) => of == groups && columns == n,
            ([], &[1, columns] | &[columns]) => columns == n,
            _ => false,
        };
        if !fits {
            let allowed = "a number for each column, of each group";
            return Err(bias.shape_refused(allowed).into());
        }
    }
    out_weight.same_dtype(&weight)?;
    out_weight.same_shape(&weight)?;
    if out_weight.format() != NZ_C0_32 {
        let format = out_weight.format();
        return Err(Error::format(out_weight.name(), format, NZ_C0_32.to_string()).into());
    }
    let Some(blocked) = formats::blocked(ND, NZ_C0_32, rank, GROUP) else {
        return Err(Reason::Internal("no FRACTAL_NZ of a matrix".into()).into());
    };
    let storage = blocked.storage(stored.shape());
    out_weight.storage_is(&storage)?;
    out_weight_scale.same_dtype(&weight_scale)?;
    out_weight_scale.same_shape(&weight_scale)?;
    transposed(&out_weight_scale, rank - 2)?;
    if let (Some(bias), Some(out)) = (&bias_optional, out_bias) {
        out.same_dtype(bias)?;
        out.same_shape(bias)?;
        out.contiguous()?;
    }
    let plain = weight.read()?;
    Ok(prepared_weight(PreparedWeight {
        weight: plain.viewed(stored)?,
        blocked,
        stored: out_weight.write_stored()?,
        scales: [weight_scale.read()?, out_weight_scale.write()?],
        bias: match (&bias_optional, out_bias) {
            (Some(bias), Some(out)) => Some([bias.read()?, out.write()?]),
            _ => None,
        },
    })?)
}
