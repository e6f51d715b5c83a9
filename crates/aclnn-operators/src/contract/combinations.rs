//! Combinations of element types that arguments may have together, as the vendor's pages list them.

use crate::argument::TensorArg;
use crate::error::{Error, Result};
use crate::tensor::Dtype;

/// The type of a short name.
fn named(word: &str) -> Option<Dtype> {
    Some(match word {
        "f32" => Dtype::F32,
        "f16" => Dtype::F16,
        "bf16" => Dtype::Bf16,
        "i8" => Dtype::I8,
        "u8" => Dtype::U8,
        "i32" => Dtype::I32,
        "i64" => Dtype::I64,
        "u64" => Dtype::U64,
        "i4" => Dtype::I4,
        "hif8" => Dtype::Hifloat8,
        "e5m2" => Dtype::F8E5m2,
        "e4m3" => Dtype::F8E4m3fn,
        "e8m0" => Dtype::F8E8m0,
        "e2m1" => Dtype::F4E2m1,
        "e1m2" => Dtype::F4E1m2,
        _ => return None,
    })
}

/// Returns true if a cell of a table has a type; `-` is null, `=` the type of the first argument.
fn has(cell: &str, dtype: Option<Dtype>, first: Option<Dtype>) -> bool {
    cell.split_whitespace().any(|word| match word {
        "-" => dtype.is_none(),
        "=" => dtype == first,
        word => named(word) == dtype && dtype.is_some(),
    })
}

/// Refuses types that stand in no row of a table together: the first argument whose type no row has that has those before it. A row has a cell of short names for
/// each argument, with `|` between them; `-` is null, `=` the type of the first argument.
pub fn combination(arguments: &[(&'static str, Option<&TensorArg>)], table: &[&str]) -> Result<()> {
    let mut rows: Vec<&str> = table.to_vec();
    let mut first = None;
    for (at, &(name, tensor)) in arguments.iter().enumerate() {
        let dtype = tensor.map(TensorArg::dtype).transpose()?;
        if at == 0 {
            first = dtype;
        }
        let cell = |row: &&str| row.split('|').nth(at).unwrap_or("-").trim().to_owned();
        let mut allowed: Vec<String> = rows.iter().map(cell).collect();
        rows.retain(|row| has(&cell(row), dtype, first));
        if !rows.is_empty() {
            continue;
        }
        allowed.sort_unstable();
        allowed.dedup();
        let text = allowed.join(" or ").replace('-', "null");
        let got = dtype.map_or("null".into(), |dtype| dtype.to_string());
        let allowed = match text.is_empty() {
            true => "none on this chip".into(),
            false => format!("{text}, with the types of the arguments before it"),
        };
        let name = tensor.map_or(name, TensorArg::name);
        return Err(Error::dtype(name, got, allowed));
    }
    Ok(())
}
