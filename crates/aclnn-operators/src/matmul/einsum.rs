//! `aclnnEinsum`: the two products that the device knows by their equations. Source: ops-nn, `matmul/batch_mat_mul_v3`.

use crate::ops::products::{Product, multiply, multiply_after};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F16, I16, I32, I64, U16, U32, U64]).and_910b(&[F32]);

/// An equation with its letters renamed in the order of their appearance.
fn renamed(equation: &str) -> String {
    let mut known = Vec::new();
    let rename = |letter: char| match letter.is_ascii_alphabetic() {
        false => letter,
        true => {
            let at = known.iter().position(|&other| other == letter);
            let at = at.unwrap_or_else(|| {
                known.push(letter);
                known.len() - 1
            });
            char::from(b'a'.saturating_add(at as u8))
        }
    };
    equation.chars().map(rename).collect()
}

/// Computes the products that `equation` names: "abcd,abced->abce" or "a,b->ab", with any letters. Of the first, integers are computed in FLOAT16; of the second
/// they wrap.
#[aclnn]
fn aclnnEinsum(tensors: Inputs, equation: Text, output: Output) -> Planned {
    for tensor in tensors.iter() {
        tensor.dtype_in(TYPES)?;
    }
    output.dtype_in(TYPES)?;
    for tensor in tensors.iter() {
        tensor.format_nd()?;
    }
    let [first, second] = &tensors[..] else {
        return Err(Error::value(tensors.name(), tensors.len(), "two tensors").into());
    };
    first.same_dtype(&output)?;
    second.same_dtype(&output)?;
    let dtype = output.dtype()?;
    match renamed(&equation).as_str() {
        "a,b->ab" => {
            first.rank_in(1..=1)?;
            second.rank_in(1..=1)?;
            output.rank_in(2..=2)?;
            let shape = [first.shape()[0], second.shape()[0]];
            let is_right = output.shape_is(&shape, "the elements of both");
            is_right.code(ACLNN_ERR_INNER_NULLPTR)?;
            let column = first.read()?.shaped(&[shape[0], 1])?;
            let row = second.read()?.shaped(&[1, shape[1]])?;
            let product = Product::new(dtype, dtype);
            Ok(multiply(product, column, row, output.write()?)?)
        }
        "abcd,abced->abce" => {
            first.rank_in(4..=4)?;
            second.rank_in(5..=5)?;
            output.rank_in(4..=4)?;
            let [a, b, c, d] = [0, 1, 2, 3].map(|axis| first.shape()[axis]);
            let e = second.shape()[3];
            second.shape_is(&[a, b, c, e, d], "that of `tensors` before, with one more")?;
            if [a, b, c, d, e].contains(&0) {
                return Err(second.shape_refused("tensors with elements").into());
            }
            output.shape_is(&[a, b, c, e], "that of the products")?;
            let compute = if dtype == F32 { F32 } else { F16 };
            let columns = first.read()?.shaped(&[a, b, c, d, 1])?;
            let results = output.write()?.with_trailing_axes(1)?;
            let product = Product::new(compute, compute);
            Ok(multiply_after(product, columns, second.read()?, results)?)
        }
        _ => {
            let allowed = "\"abcd,abced->abce\" or \"a,b->ab\", with any letters and no blanks";
            Err(Error::value(equation.name(), format!("{:?}", &*equation), allowed).into())
        }
    }
}
