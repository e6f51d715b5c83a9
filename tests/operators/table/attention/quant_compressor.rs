//! The row of `aclnnQuantCompressor`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::compressor as reference;
use crate::table::samples::{read, write};
use crate::table::shared::compressor::{CASES, Case, THREE};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, SHAPE, STRIDED};

fn quantised() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let mut all = case.weights(Hifloat8).to_vec();
        let channels = case.channels();
        all.extend(case.cached(&[
            read(F32, &[1], &[0.25]),
            varied(F32, &[channels], 8),
            varied(F32, &[channels], 9),
        ]));
        all.push(Argument::Int(1));
        all.extend(case.ints());
        all.push(write(Bf16, &case.means(&[])));
        all
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantCompressor", quantised)
            .accepts(&[
                ("x", "none | 950: hif8"),
                ("wkv", "as x"),
                ("wgate", "as x"),
                ("stateCacheRef", "none | 950: f32"),
                ("ape", "none | 950: f32"),
                ("xDescaleOptional", "none | 950: f32"),
                ("wkvDescaleOptional", "none | 950: f32"),
                ("wgateDescaleOptional", "none | 950: f32"),
                ("stateBlockTableOptional", "none | 950: i32"),
                ("cuSeqlensOptional", "none | 950: i32"),
                ("sequsedOptional", "none | 950: i32"),
                ("startPosOptional", "none | 950: i32"),
                ("cmpKvOut", "none | 950: bf16"),
            ])
            .whole(reference::quantised)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE)
            .except(&[("dtypes cuSeqlensOptional", THREE)]),
    ]
}
