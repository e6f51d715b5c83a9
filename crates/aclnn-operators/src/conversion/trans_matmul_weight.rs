//! `aclnnTransMatmulWeight`: the weight of a matrix product in FRACTAL_NZ, in its own memory. Source: ops-math, `conversion/trans_data`.

use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::dtype::dtype;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::contract::formats::{self, NZ};
use crate::device::soc::Generation;
use crate::ops::blocked::Blocked;
use crate::prelude::*;
use hostnpu_aclnn_macros::entry;

const TYPES: Dtypes = on_910(&[F16])
    .and_after_910(&[I8])
    .and_910b(&[Bf16, U8, F8E4m3fn, Hifloat8]);

/// Most dimensions of a weight.
const MOST_DIMENSIONS: usize = 6;

/// Stores the matrices of `mmWeightRef` in FRACTAL_NZ in its own memory, in blocks of 32 bytes, with zeros in what no element fills. The memory has room
/// for as many elements as `aclnnCalculateMatmulWeightSizeV2` says. The storage of the tensor has the new shape and format after the first phase; a
/// second run of the executor would store what is stored already.
#[aclnn]
fn aclnnTransMatmulWeight(mm_weight_ref: InOut) -> Planned {
    mm_weight_ref.dtype_in(TYPES)?;
    mm_weight_ref.format_nd()?;
    mm_weight_ref.max_rank(8)?;
    if mm_weight_ref.is_empty() {
        return Ok(Call::nothing([mm_weight_ref.update()?]));
    }
    let dtype = mm_weight_ref.dtype()?;
    mm_weight_ref.rank_in(2..=MOST_DIMENSIONS)?;
    let blocked = Blocked::nz(mm_weight_ref.rank(), formats::block_of(dtype));
    let storage = blocked.storage(mm_weight_ref.shape());
    let [plain, stored] = mm_weight_ref.read_and_store(&storage)?;
    let call = blocked.pack(plain, stored)?;
    mm_weight_ref.describe(NZ, &storage);
    Ok(call)
}

/// Returns the number of elements of a weight of this shape in FRACTAL_NZ, for FLOAT16: what to allocate before `aclnnTransMatmulWeight`.
#[entry(aclnn)]
fn aclnnCalculateMatmulWeightSize(
    tensor_shape: *const aclIntArray,
    weight_tensor_size: Later<Out<u64>>,
) -> Outcome {
    let shape = Ints::look_up("tensorShape", tensor_shape)?;
    let size = weight_tensor_size.get()?;
    size.write(elements(&shape, 16)?);
    Ok(())
}

/// Returns the number of elements of a weight of this shape and type in FRACTAL_NZ: what to allocate before `aclnnTransMatmulWeight`. The last dimension
/// is rounded up to 16 for FLOAT16 and BFLOAT16, to 32 for all other types, the one before it to 16.
#[entry(aclnn)]
fn aclnnCalculateMatmulWeightSizeV2(
    tensor_shape: *const aclIntArray,
    data_type: aclDataType,
    weight_tensor_size: Later<Out<u64>>,
) -> Outcome {
    let chips = [
        Generation::Ascend910B,
        Generation::Ascend950,
        Generation::Other,
    ];
    contract::needs_chip(&chips).code(ACLNN_ERR_RUNTIME_ERROR)?;
    let shape = Ints::look_up("tensorShape", tensor_shape)?;
    let size = weight_tensor_size.get()?;
    let elements = match dtype(data_type) {
        Some(F16 | Bf16) => elements(&shape, 16)?,
        _ => elements(&shape, 32)?,
    };
    if elements == 0 {
        return refused(&shape, "extents of 1 and more");
    }
    size.write(elements);
    Ok(())
}

fn refused<T>(shape: &Ints, allowed: impl Into<String>) -> Outcome<T> {
    let (arg, got) = (shape.name(), shape.to_vec());
    let allowed = allowed.into();
    Err(Reason::Shape { arg, got, allowed }.into())
}

/// The number of elements in blocks of 16 rows and `columns` columns.
fn elements(shape: &Ints, columns: i64) -> Outcome<u64> {
    if !(2..=MOST_DIMENSIONS).contains(&shape.len()) {
        return refused(shape, format!("2 to {MOST_DIMENSIONS} dimensions"));
    }
    let counted = || {
        let storage = Blocked::nz(shape.len(), columns).storage(shape);
        let mut extents = storage.into_iter();
        extents.try_fold(1_i64, i64::checked_mul)
    };
    let positive = shape.iter().all(|&extent| extent >= 0);
    match positive.then(counted).flatten() {
        Some(elements) => Ok(elements as u64),
        None => refused(
            shape,
            "extents of 0 or more, of fewer than 2^63 elements together",
        ),
    }
}
