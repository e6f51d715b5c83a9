//! The row of `aclnnLogAddExp2`.

use crate::reference::elementary;
use crate::table::Row;
use crate::table::shared::math::powers::{EXPONENTS, of_out, to_each_type};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogAddExp2", to_each_type)
            .accepts(&[
                ("self", EXPONENTS),
                ("other", EXPONENTS),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(of_out)
            .elements(elementary::logaddexp2)
            .ulp(0.5001, 1.0),
    ]
}
