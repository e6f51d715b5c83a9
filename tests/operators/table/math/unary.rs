//! Elementary functions of one tensor.

use crate::reference::functions;
use crate::table::unary::*;
use crate::table::{Accuracy, ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    let mut rows = functions! {
        "Acos": "input" REALS => FLOATING_EVERYWHERE, in place "inputRef" FLOATING, by acos, float, "acos";
        "Acosh": "self" ALL => "castable: f32 f16 f64 bf16 c64 c128", in place "selfRef" NUMBERS, by acosh, float, "acosh";
        "Asin": "self" REALS => FLOATING, in place "selfRef" FLOATING, by asin, float, "asin";
        "Asinh": "input" ALL => NUMBERS_EVERYWHERE, in place "inputRef" NUMBERS, by asinh, float, "asinh";
        "Atan": "input" REALS => FLOATING_EVERYWHERE, in place "inputRef" FLOATING, by atan, float, "atan";
        "Atanh": "input" ALL => NUMBERS_EVERYWHERE, in place "inputRef" NUMBERS, by atanh, float, "atanh";
        "Cos": "input" ALL => NUMBERS, in place "inputRef" NUMBERS, by cos, float, "cos";
        "Cosh": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by cosh, float, "cosh";
        "Erf": "self" "f32 f16 f64 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" FLOATING, by erf, float, "erf";
        "Erfc": "self" "f32 f16 f64 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" FLOATING, by erfc, float, "erfc";
        "Exp": "self" "f32 f16 f64 c64 c128 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" NUMBERS, by exp, float, "exp";
        "Exp2": "self" REALS => "castable", in place "selfRef" FLOATING, by exp2, float, "exp2";
        "Expm1": "self" "f32 f16 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" SHORT_FLOATING, by expm1, float, "expm1";
        "Log": "self" ALL => "castable: f32 f16 f64 c64 c128 | 910B 950: + bf16", in place "selfRef" NUMBERS, by ln, float, "log";
        "Log10": "self" "f32 f16 f64 bf16 i8 i16 i32 i64 u8 bool c64 c128" => "result", in place "selfRef" NUMBERS, by log10, float, "log10";
        "Log1p": "self" REALS => FLOATING, in place "selfRef" FLOATING, by log1p, float_or_out, "log1p";
        "Log2": "self" ALL => "castable: f32 f16 f64 c64 c128 | 910B 950: + bf16", in place "selfRef" NUMBERS, by log2, float, "log2";
        "Reciprocal": "self" ALL => NUMBERS, in place "selfRef" NUMBERS, by reciprocal, float, "reciprocal";
        "Rsqrt": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by rsqrt, float_or_out, "rsqrt";
        "Sinc": "self" REALS => FLOATING_EVERYWHERE, in place "selfRef" FLOATING, by sinc, float, "sinc";
        "Sinh": "self" ALL => NUMBERS, in place "selfRef" NUMBERS, by sinh, float_or_out, "sinh";
        "Sqrt": "self" "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950 310: + bf16" => "castable", in place "self" NUMBERS, by sqrt, float_or_double, "sqrt";
        "Tan": "self" ALL => "castable", in place "selfRef" NUMBERS, by tan, float, "tan";
        "Tanh": "self" SHORT_REALS => "castable: f32 f16 | 910B 950: + bf16", in place "selfRef" SHORT_FLOATING, by tanh, float, "tanh";
    };
    const FRAC: &str = "f32 f16 i8 i16 i32 i64 u8 | 910B 950: + bf16";
    rows.extend([
        Row::new("aclnnFrac", samples::unary)
            .accepts(&[("input", FRAC), ("out", "as input")])
            .computes(computes::own)
            .unary(functions::frac)
            .accuracy(Accuracy::Bounds("frac"))
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceFrac", samples::in_place)
            .accepts(&[("inputRef", FRAC)])
            .computes(crate::table::computes::own)
            .unary(functions::frac)
            .accuracy(Accuracy::Bounds("frac"))
            .holds(IN_PLACE),
        Row::new("aclnnDigamma", samples::unary)
            .accepts(&[("self", "f64 f32 f16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::digamma)
            .accuracy(Accuracy::Bounds("digamma"))
            .holds(ELEMENTWISE),
    ]);
    rows
}
