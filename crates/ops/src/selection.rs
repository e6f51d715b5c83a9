//! One of two numbers, as a condition says.

#![forbid(unsafe_code)]

use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::{Ternary, ternary};
use hostnpu_kernels::select;
use hostnpu_tensor::{Dtype, Value};

/// The second operand where the first is true, else the third: moved as they are, by size.
static SELECT: Ternary = Ternary::new(
    "select",
    &[
        ternary(select::u8).bool_input(0).chosen_by(Dtype::U8),
        ternary(select::u16).bool_input(0),
        ternary(select::u32).bool_input(0),
        ternary(select::u64).bool_input(0),
        ternary(select::c64).bool_input(0),
        ternary(select::c128).bool_input(0),
    ],
);

/// A type of the same size and alignment, of which there is a loop.
fn unit(dtype: Dtype) -> Dtype {
    match (dtype, dtype.bits()) {
        (Dtype::Complex64 | Dtype::Complex128, _) => dtype,
        (_, 16) => Dtype::U16,
        (_, 32) => Dtype::U32,
        (_, 64) => Dtype::U64,
        _ => Dtype::U8,
    }
}

fn as_units(operand: Operand, dtype: Dtype) -> Operand {
    match operand {
        Operand::Tensor(arg) => arg.with_type(dtype).into(),
        Operand::Value(value) => Value::from_bytes(dtype, value.bytes()).into(),
        Operand::Output => Operand::Output,
    }
}

/// Plans `output = condition ? a : b`, broadcast; all but the condition have one type. A condition is BOOL or UINT8, true unless it is 0.
pub fn select(
    condition: Arg,
    a: impl Into<Operand>,
    b: impl Into<Operand>,
    output: Arg,
) -> Result<Call> {
    let dtype = unit(output.view.dtype);
    pointwise::ternary(
        &SELECT,
        dtype,
        &[],
        condition.with_type(Dtype::Bool),
        as_units(a.into(), dtype),
        as_units(b.into(), dtype),
        output.with_type(dtype),
    )
}

/// Plans the same of operands of any types: both are converted to `compute` first, and the result to the type of the output.
pub fn select_in(compute: Dtype, condition: Arg, a: Arg, b: Arg, output: Arg) -> Result<Call> {
    let mut sequence = Sequence::default();
    let (condition, a, b) = (sequence.add(condition), sequence.add(a), sequence.add(b));
    let output = sequence.add(output);
    let mut converted = |operand: Arg| {
        if operand.view.dtype == compute {
            return Ok(operand);
        }
        let temporary = sequence.temporary(compute, operand.view.layout.shape())?;
        sequence.then(pointwise::copy(operand, temporary.clone())?)?;
        Ok::<_, Error>(temporary)
    };
    let (a, b) = (converted(a)?, converted(b)?);
    let result = match output.view.dtype == compute {
        true => output.clone(),
        false => sequence.temporary(compute, output.view.layout.shape())?,
    };
    sequence.then(select(condition, a, b, result.clone())?)?;
    if output.view.dtype != compute {
        sequence.then(pointwise::copy(result, output)?)?;
    }
    Ok(sequence.finish())
}

/// Plans that elements of `target` become the one element of `value`, converted to its type, where the mask is true.
pub fn masked_fill(mask: Arg, value: Arg, target: Arg) -> Result<Call> {
    let dtype = target.view.dtype;
    if value.view.dtype == dtype {
        return select(mask, value, Operand::Output, target);
    }
    let mut sequence = Sequence::default();
    let (mask, value, target) = (
        sequence.add(mask),
        sequence.add(value),
        sequence.add(target),
    );
    let converted = sequence.temporary(dtype, &[])?;
    sequence.then(pointwise::copy(value, converted.clone())?)?;
    sequence.then(select(mask, converted, Operand::Output, target)?)?;
    Ok(sequence.finish())
}
