//! `aclnnSparse4to2QuantMatmulWeightNz`, `aclnnTransSparse4to2Para`: products of INT8 with a weight of which two of four neighbours are zeros; on Ascend910B and Ascend910_93.
//!
//! | argument            | shape                                                                                              | data type |
//! |---------------------|----------------------------------------------------------------------------------------------------|-----------|
//! | `x`                 | `[m, k]`, `k` at most 65535                                                                        | INT8      |
//! | `sparseWeight`      | `[n, ceil(k / 8) * 4]`, storage `[ceil(k / 64), ceil(n / 16), 16, 32]`, FRACTAL_NZ                 | INT8      |
//! | `index`             | `[n, ceil(k / 8)]`, storage `[ceil(k / 64), ceil(n / 16), 16, 8]`, or the shape of the storage     | UINT8     |
//! | `xScale`            | `[m]`                                                                                              | FLOAT     |
//! | `sparseWeightScale` | `[n]`                                                                                              | FLOAT     |
//! | `biasOptional`      | `[n]`; may be null                                                                                 | BFLOAT16  |
//! | `out`               | `[m, n]`: `x · weightᵀ · sparseWeightScale · xScale + bias`, rounded once                          | BFLOAT16  |
//!
//! Source: ops-nn, `matmul/sparse4to2quant_matmul`.

use crate::abi::aclnn::meta::tensor::{give, give_array};
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::{array, not_null};
use crate::contract::formats::is_nz;
use crate::contract::mx::refuse;
use crate::contract::needs_chip;
use crate::contract::quant_matmul::products;
use crate::contract::sides::{Matrices, one_factor};
use crate::device::soc::Generation;
use crate::ops::grouped::{Grouped, Groups, Side, Step};
use crate::ops::matmul::sparse4to2::{self, SparseProduct, sparse_product};
use crate::prelude::*;
use hostnpu_aclnn_macros::entry;

/// Largest number of inner elements.
const MOST: i64 = 65535;

/// Multiplies with a weight that `aclnnTransSparse4to2Para` has packed.
#[aclnn]
fn aclnnSparse4to2QuantMatmulWeightNz(
    x: Input,
    sparse_weight: Input,
    index: Input,
    x_scale: Input,
    sparse_weight_scale: Input,
    bias_optional: Option<Input>,
    out: Output,
) -> Planned {
    needs_chip(&[Generation::Ascend910B])?;
    x.dtype_in(on_all(&[I8]))?;
    sparse_weight.same_dtype(&x)?;
    index.dtype_in(on_all(&[U8]))?;
    for scale in [&x_scale, &sparse_weight_scale] {
        scale.dtype_in(on_all(&[F32]))?;
    }
    out.dtype_in(on_all(&[Bf16]))?;
    if let Some(bias) = &bias_optional {
        bias.same_dtype(&out)?;
        bias.format_nd()?;
        bias.contiguous()?;
    }
    for tensor in [&*x, &index, &x_scale, &sparse_weight_scale, &out] {
        tensor.format_nd()?;
        tensor.contiguous()?;
    }
    if !is_nz(sparse_weight.format()) {
        let format = sparse_weight.format();
        return Err(Error::format(sparse_weight.name(), format, "FRACTAL_NZ").into());
    }
    for tensor in [&*x, &sparse_weight, &out] {
        tensor.rank_in(2..=2)?;
    }
    for tensor in [&*x, &sparse_weight] {
        if tensor.is_empty() || tensor.shape()[1] > MOST {
            let allowed = format!("a matrix with elements, of {MOST} columns at most");
            return Err(tensor.shape_refused(allowed).into());
        }
    }
    let ([m, k], n) = ([x.shape()[0], x.shape()[1]], sparse_weight.shape()[0]);
    let octets = (k + 7) / 8;
    sparse_weight.shape_is(&[n, 4 * octets], "four numbers for eight columns of `x`")?;
    let extents = [n, k].map(|extent| extent as usize);
    let storage = sparse4to2::storage(extents);
    sparse_weight.storage_is(&storage)?;
    let places = [storage[0], storage[1], storage[2], 8];
    index.rank_in(if index.rank() == 2 { 2..=2 } else { 4..=4 })?;
    let places_in_blocks = match index.rank() {
        2 => {
            index.shape_is(&[n, octets], "a byte for eight columns of `x`")?;
            let count = |extents: &[i64]| extents.iter().fold(1_i64, |n, &of| n.saturating_mul(of));
            if count(index.storage()) < count(&places) {
                let allowed = format!("a storage of {places:?}");
                return Err(index.shape_refused(allowed).into());
            }
            index.read_stored_as(&places)
        }
        _ => {
            index.shape_is(&places, "that of its blocks")?;
            index.read()
        }
    };
    x_scale.shape_is(&[m], "one for each row of `x`")?;
    sparse_weight_scale.shape_is(&[n], "one for each row of `sparseWeight`")?;
    if let Some(bias) = &bias_optional {
        bias.shape_is(&[n], "one for each row of `sparseWeight`")?;
    }
    out.shape_is(&[m, n], "that of the product")?;
    let mut steps = vec![
        Step::Wrap,
        Step::Times(one_factor(&sparse_weight_scale)?.by_column(1, 1)),
        Step::Times(one_factor(&x_scale)?.by_row(1, 1)),
    ];
    if let Some(bias) = &bias_optional {
        steps.push(Step::Add(one_factor(bias)?.by_column(1, 1)));
    }
    let left = Side::plain(vec![Matrices::new(&x, None, false)?.left(false)?]);
    let mut product = Grouped::without_results(left, Side::plain(Vec::new()), steps);
    product.groups = Groups::Known(products([&[], &[]], &[], [m, k, n]));
    product.outputs = vec![(out.write()?, [1, m as usize, n as usize])];
    Ok(sparse_product(SparseProduct {
        numbers: sparse_weight.read_stored()?,
        index: places_in_blocks?,
        extents,
        product,
    })?)
}

/// Packs a weight of INT8 of `shape` [n, k] in memory of the host: two numbers of four neighbours, of which two or more are zeros (161002 otherwise), and their places. The program frees
/// `sparseWeight`, `index` and the dimensions of their storages, [ceil(k / 64), ceil(n / 16), 16, 32] and [ceil(k / 64), ceil(n / 16), 16, 8], with `free`.
#[entry(aclnn)]
fn aclnnTransSparse4to2Para(
    weight: *const i8,
    shape: *mut aclIntArray,
    sparse_weight: Later<Out<*mut i8>>,
    sparse_weight_dims: Later<Out<*mut i64>>,
    sparse_weight_dims_num: Later<Out<u64>>,
    index: Later<Out<*mut u8>>,
    index_dims: Later<Out<*mut i64>>,
    index_dims_num: Later<Out<u64>>,
) -> Outcome {
    not_null("weight", weight)?;
    let sparse_weight = sparse_weight.get()?;
    let (weight_dims, weight_dims_num) = (sparse_weight_dims.get()?, sparse_weight_dims_num.get()?);
    let index = index.get()?;
    let (index_dims, index_dims_num) = (index_dims.get()?, index_dims_num.get()?);
    let extents = Ints::look_up("shape", shape.cast_const())?;
    let &[n, k] = &extents[..] else {
        return Ok(refuse("shape", format!("{:?}", &*extents), "[n, k]")?);
    };
    let Some(count) = n.checked_mul(k).filter(|_| n > 0 && k > 0) else {
        let allowed = "extents of 1 and more, and a product below 2^63";
        return Ok(refuse("shape", format!("{:?}", &*extents), allowed)?);
    };
    // SAFETY: as many numbers as the extents say, by the contract of `crate::abi`.
    let weight = unsafe { array("weight", weight, count as u64)? };
    let packed = sparse4to2::pack(weight, [n, k].map(|extent| extent as usize))?;
    let [blocks, rows, ..] = packed.storage;
    give(sparse_weight, &packed.numbers)?;
    give(index, &packed.index)?;
    give_array(weight_dims, weight_dims_num, &packed.storage)?;
    give_array(index_dims, index_dims_num, &[blocks, rows, 16, 8])
}
