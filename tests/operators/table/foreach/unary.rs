//! The rows of functions of each tensor of a list.

use crate::reference::{functions, piecewise, signs};
use crate::table::Row;
use crate::table::shared::foreach::{ELEMENTARY, FLOATS, FLOATS_950, members};

const SIGNED: &str = "none | 910B 950: f32 f16 bf16 i32 i8 i64";
const NEGATED: &str = "none | 910B 950: f32 f16 bf16 i32 i16 i8 u8";

pub fn rows() -> Vec<Row> {
    members! {
        "Abs" "xo" FLOATS by |x, _, _| piecewise::abs(&x[0]), ELEMENTARY;
        "Acos" "xo" FLOATS by |x, _, _| functions::acos(&x[0]), ELEMENTARY;
        "Asin" "xo" FLOATS by |x, _, _| functions::asin(&x[0]), ELEMENTARY;
        "Atan" "xo" FLOATS by |x, _, _| functions::atan(&x[0]), ELEMENTARY;
        "Cos" "xo" FLOATS by |x, _, _| functions::cos(&x[0]), ELEMENTARY;
        "Cosh" "xo" FLOATS by |x, _, _| functions::cosh(&x[0]), ELEMENTARY;
        "Erf" "xo" FLOATS by |x, _, _| functions::erf(&x[0]), ELEMENTARY;
        "Erfc" "xo" FLOATS by |x, _, _| functions::erfc(&x[0]), ELEMENTARY;
        "Exp" "xo" FLOATS by |x, _, _| functions::exp(&x[0]), ELEMENTARY;
        "Expm1" "xo" FLOATS by |x, _, _| functions::expm1(&x[0]), ELEMENTARY;
        "Log" "xo" FLOATS by |x, _, _| functions::ln(&x[0]), ELEMENTARY;
        "LogInplace" "x" FLOATS_950 by |x, _, _| functions::ln(&x[0]), ELEMENTARY;
        "Log10" "xo" FLOATS by |x, _, _| functions::log10(&x[0]), ELEMENTARY;
        "Log1p" "xo" FLOATS by |x, _, _| functions::log1p(&x[0]), ELEMENTARY;
        "Log2" "xo" FLOATS by |x, _, _| functions::log2(&x[0]), ELEMENTARY;
        "Reciprocal" "xo" FLOATS by |x, _, _| functions::reciprocal(&x[0]), ELEMENTARY;
        "Sigmoid" "xo" FLOATS by |x, _, _| functions::sigmoid(&x[0]), ELEMENTARY;
        "Sin" "xo" FLOATS by |x, _, _| functions::sin(&x[0]), ELEMENTARY;
        "Sinh" "xo" FLOATS by |x, _, _| functions::sinh(&x[0]), ELEMENTARY;
        "Sqrt" "xo" FLOATS by |x, _, _| functions::sqrt(&x[0]), ELEMENTARY;
        "Tan" "xo" FLOATS by |x, _, _| functions::tan(&x[0]), ELEMENTARY;
        "Tanh" "xo" FLOATS by |x, _, _| functions::tanh(&x[0]), ELEMENTARY;
        "Neg" "xo" NEGATED by |x, _, _| piecewise::neg(&x[0]);
        "Sign" "xo" SIGNED by |x, _, _| signs::sign(&x[0]);
    }
}
