//! The rows of `aclnnProd` and `aclnnProdDim`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{
    ALL, NUMBERS, REDUCES, along_axis, factors, of_type, typed,
};
use crate::table::{Accuracy, EMPTY, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnProdDim", || along_axis(&ALL, factors, typed))
            .accepts(&[("self", NUMBERS), ("out", "as dtype")])
            .computes(of_type)
            .whole(reductions::product)
            .accuracy(Accuracy::Bounds("product"))
            .holds(REDUCES | EMPTY),
        Row::new("aclnnProd", || {
            let sample = |&dtype: &Dtype| {
                vec![
                    factors(dtype, &[5, 7, 3]),
                    Argument::DataType(dtype),
                    write(dtype, &[]),
                ]
            };
            ALL.iter().map(sample).collect()
        })
        .accepts(&[("self", NUMBERS), ("out", "as dtype")])
        .computes(|arguments| arguments["dtype"].dtype())
        .whole(reductions::product)
        .accuracy(Accuracy::Bounds("product"))
        .holds(STRIDED | OVERLAP),
    ]
}
