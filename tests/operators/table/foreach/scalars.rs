//! The rows of functions of a list of tensors and scalars.

use crate::reference::foreach;
use crate::table::Row;
use crate::table::shared::foreach::{
    BESIDE, BESIDE_950, BESIDE_SHORT_910B, FLOATS, POWERS, members,
};

pub fn rows() -> Vec<Row> {
    members! {
        "AddScalarV2" "xso" BESIDE_SHORT_910B by foreach::add;
        "AddScalar" "xto" BESIDE_SHORT_910B by foreach::add;
        "AddScalarList" "xSo" BESIDE by foreach::add;
        "SubScalarV2" "xso" BESIDE by foreach::sub;
        "SubScalar" "xto" BESIDE by foreach::sub;
        "SubScalarInplace" "xt" BESIDE_950 by foreach::sub;
        "SubScalarList" "xSo" BESIDE by foreach::sub;
        "MulScalarV2" "xso" BESIDE by foreach::mul;
        "MulScalar" "xto" BESIDE by foreach::mul;
        "MulScalarInplace" "xt" BESIDE_950 by foreach::mul;
        "MulScalarList" "xSo" BESIDE by foreach::mul;
        "DivScalarV2" "xso" FLOATS by foreach::div;
        "DivScalar" "xto" FLOATS by foreach::div;
        "DivScalarList" "xSo" FLOATS by foreach::div;
        "MaximumScalarV2" "xso" BESIDE by foreach::maximum;
        "MaximumScalar" "xto" BESIDE by foreach::maximum;
        "MaximumScalarList" "xSo" BESIDE by foreach::maximum;
        "MinimumScalarV2" "xso" BESIDE by foreach::minimum;
        "MinimumScalar" "xto" BESIDE by foreach::minimum;
        "MinimumScalarList" "xSo" BESIDE by foreach::minimum;
        "PowScalarV2" "xso" BESIDE by foreach::pow, POWERS;
        "PowScalar" "xto" BESIDE by foreach::pow, POWERS;
        "PowScalarList" "xSo" BESIDE by foreach::pow, POWERS;
        "PowScalarAndTensor" "sxo" BESIDE by foreach::pow, POWERS;
    }
}
