//! The rows of functions of two lists of tensors.

use crate::reference::foreach;
use crate::table::Row;
use crate::table::shared::foreach::{
    BESIDE_950, BESIDE_SHORT_910B, FLOATS, FLOATS_950, POWERS, members,
};

const NUMBERS_OF: &str = "none | 910B 950: f32 f16 bf16 i32";
const BESIDE_SHORT: &str = "none | 910B 950: f32 f16 bf16 & none | 910B 950: i32 i16 i8 u8";
const NUMBERS_950: &str = "none | 950: f32 f16 bf16 i32";
const MULTIPLIED: &str = "none | 910B 950: f32 f16 bf16 i32 i16 i8 u8";

pub fn rows() -> Vec<Row> {
    members! {
        "AddListV2" "xxso" BESIDE_SHORT_910B by foreach::add;
        "SubListV2" "xxso" BESIDE_SHORT by foreach::sub;
        "AddList" "xxto" BESIDE_SHORT_910B by foreach::add;
        "SubList" "xxto" BESIDE_SHORT by foreach::sub;
        "AddListInplace" "xxt" BESIDE_950 by foreach::add;
        "SubListInplace" "xxt" BESIDE_950 by foreach::sub;
        "MulList" "xxo" MULTIPLIED by foreach::mul;
        "MulListInplace" "xx" NUMBERS_950 by foreach::mul;
        "DivList" "xxo" FLOATS by foreach::div;
        "DivListInplace" "xx" FLOATS_950 by foreach::div;
        "MaximumList" "xxo" NUMBERS_OF by foreach::maximum;
        "MinimumList" "xxo" NUMBERS_OF by foreach::minimum;
        "PowList" "xxo" NUMBERS_OF by foreach::pow, POWERS;
    }
}
