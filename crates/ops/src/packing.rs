//! Signs as bits, bits as signs, and whether two tensors differ: what looks at elements in their order.

#![forbid(unsafe_code)]

use super::comparison::NE;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_engine::operands::{Read, ReadBytes, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_kernels::arith;
use hostnpu_tensor::Dtype;

/// Result of [`precision_compare`] for tensors that differ.
pub const DIFFERENT: u32 = 503;

operands! {
    struct Pack => PackAt {
        numbers: Read<f32>,
        bits: Write<u8>,
    }
}

/// Plans `output = ` a bit for each element of `input`, the first in the highest bit: 1 for numbers below 0, and where there is no element.
pub fn pack_signs(input: Arg, output: Arg) -> Result<Call> {
    let count = numel(&input)?;
    output.require_numel(count.div_ceil(8))?;
    let operands = Pack {
        numbers: input.into(),
        bits: output.into(),
    };
    kernel(operands, count.saturating_mul(4), |at: PackAt| {
        arith::pack_signs(at.numbers, at.bits);
        Ok(())
    })
}

operands! {
    struct Unpack => UnpackAt {
        bits: Read<u8>,
        signs: Write<f32>,
    }
}

/// Plans `output = ` 1 for each bit of `input` that is set and -1 for each other, the lowest bit first.
pub fn unpack_signs(input: Arg, output: Arg) -> Result<Call> {
    let count = numel(&input)?;
    output.require_numel(count.saturating_mul(8))?;
    let operands = Unpack {
        bits: input.into(),
        signs: output.into(),
    };
    kernel(operands, count.saturating_mul(4), |at: UnpackAt| {
        arith::unpack_signs(at.bits, at.signs);
        Ok(())
    })
}

operands! {
    struct AnyDifferent => AnyDifferentAt {
        differ: ReadBytes,
        result: Write<u32>,
    }
}

/// Plans `output = ` 0 if all elements of `golden` and `real` are equal, else [`DIFFERENT`]. A NaN equals nothing.
pub fn precision_compare(golden: Arg, real: Arg, output: Arg) -> Result<Call> {
    let (dtype, count) = (golden.view.dtype, numel(&golden)?);
    let shape = golden.view.layout.shape().to_vec();
    output.require_numel(1)?;
    let mut all = Sequence::default();
    let (golden, real, output) = (all.add(golden), all.add(real), all.add(output));
    let differ = all.temporary(Dtype::Bool, &shape)?;
    all.then(pointwise::binary(
        &NE,
        dtype,
        &[],
        golden,
        real,
        differ.clone(),
    )?)?;
    let operands = AnyDifferent {
        differ: differ.into(),
        result: output.into(),
    };
    let cost = count.saturating_mul(4);
    all.then(kernel(operands, cost, |at: AnyDifferentAt| {
        let is_different = arith::contains(at.differ, 1);
        at.result[0] = if is_different { DIFFERENT } else { 0 };
        Ok(())
    })?)?;
    Ok(all.finish())
}

fn numel(arg: &Arg) -> Result<usize> {
    let numel = arg.view.numel();
    numel.ok_or_else(|| {
        Error::from(Reason::Internal(format!(
            "`{}` has no number of elements",
            arg.name
        )))
    })
}
