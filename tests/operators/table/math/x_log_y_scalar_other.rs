//! The rows of `aclnnXLogYScalarOther` and `aclnnInplaceXLogYScalarOther`.

use crate::reference::scalars;
use crate::table::Row;
use crate::table::samples::{in_place_with_scalar, with_scalar};
use crate::table::shared::math::scalars::{NEAR, SHORT, XLOGY, XLOGY_SCALAR, scalars_in, xlogy};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnXLogYScalarOther", || scalars_in(with_scalar))
            .accepts(&[
                ("self", XLOGY),
                ("other", XLOGY_SCALAR),
                ("out", "castable"),
            ])
            .computes(xlogy)
            .elements(scalars::xlogy)
            .accuracy(NEAR),
        Row::new("aclnnInplaceXLogYScalarOther", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("selfRef", SHORT), ("other", XLOGY_SCALAR)])
        .computes(xlogy)
        .elements(scalars::xlogy)
        .accuracy(NEAR),
    ]
}
