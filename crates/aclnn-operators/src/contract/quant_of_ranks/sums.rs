//! Sums over ranks of numbers of codes with scales of blocks.

use super::types::on;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::contract::combinations::combination;
use crate::contract::ranks::{group, text_in};
use crate::distributed::quantised::{CodedNumbers, quant_all_reduce, quant_reduce_scatter};
use crate::tensor::Dtype::*;

/// Types of codes, their scales and the sums.
const SUMS: &[&str] = &[
    "i8 hif8 e4m3 e5m2|f32|f16 bf16 f32",
    "e4m3 e5m2|e8m0|f16 bf16 f32",
];

/// Sums over ranks of numbers of codes, with scales of 128 or, of powers of two, 32 of them; `scatters`: of which each rank gets a block of rows.
pub fn sums_of_codes(
    operator: &str,
    [x, scales]: [&Input; 2],
    (name, reduce_op): (&Text, Option<&Text>),
    output: &Output,
    scatters: bool,
) -> Planned {
    let own: [TensorArg; 2] = [x, scales].map(|input| (**input).clone());
    let types = [
        ("x", Some(&own[0])),
        ("scales", Some(&own[1])),
        ("output", Some(&**output)),
    ];
    combination(&types, on(&[], SUMS))?;
    for tensor in [&own[0], &own[1], &**output] {
        tensor.not_private()?;
    }
    text_in(reduce_op, &["sum"])?;
    let group = group(name)?;
    x.rank_in(2..=3)?;
    x.has_elements()?;
    let (&columns, outer) = x.shape().split_last().unwrap_or((&1, &[]));
    let of_powers = scales.dtype()? == F8E8m0;
    if columns % 128 != 0 {
        return Err(x.shape_refused("a multiple of 128 columns").into());
    }
    let shape = match of_powers {
        true => [outer, &[columns / 64, 2]].concat(),
        false => [outer, &[columns / 128]].concat(),
    };
    scales.shape_is(&shape, "one for each block of columns")?;
    let rows: i64 = outer.iter().product();
    let ranks = i64::from(group.size());
    match scatters {
        true if rows % ranks != 0 => {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(x.shape_refused(allowed).into());
        }
        true => output.shape_is(&[rows / ranks, columns], "this rank's rows")?,
        false => output.shape_is(x.shape(), "that of `x`")?,
    }
    let called = format!(
        "{operator} of {rows} rows of {columns} to {}",
        output.dtype()?
    );
    let of = CodedNumbers {
        x: x.read()?,
        scales: scales.read()?,
        block: if of_powers { 32 } else { 128 },
    };
    Ok(match scatters {
        true => quant_reduce_scatter(group, of, output.write()?, called)?,
        false => quant_all_reduce(group, of, output.write()?, called)?,
    })
}
