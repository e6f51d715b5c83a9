//! The rows of weighted sums of lists of tensors.

use crate::reference::foreach;
use crate::table::shared::foreach::{BESIDE, FLOATS, members};
use crate::table::{Accuracy, Row};

const PRODUCTS: Accuracy = Accuracy::Ulp {
    f32: 0.50001,
    f64: 1.0,
};

pub fn rows() -> Vec<Row> {
    members! {
        "AddcmulScalarV2" "xxxso" BESIDE by foreach::add_mul, PRODUCTS;
        "AddcmulScalar" "xxxto" BESIDE by foreach::add_mul, PRODUCTS;
        "AddcmulScalarList" "xxxTo" BESIDE by foreach::add_mul, PRODUCTS;
        "AddcmulList" "xxxTo" BESIDE by foreach::add_mul, PRODUCTS;
        "AddcdivScalarV2" "xxxso" FLOATS by foreach::add_div, PRODUCTS;
        "AddcdivScalar" "xxxto" FLOATS by foreach::add_div, PRODUCTS;
        "AddcdivScalarList" "xxxTo" FLOATS by foreach::add_div, PRODUCTS;
        "AddcdivList" "xxxTo" FLOATS by foreach::add_div, PRODUCTS;
        "LerpList" "xxxo" FLOATS by foreach::lerp, PRODUCTS;
        "LerpScalar" "xxso" FLOATS by foreach::lerp, PRODUCTS;
    }
}
