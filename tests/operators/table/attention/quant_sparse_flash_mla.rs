//! The row of `aclnnQuantSparseFlashMla`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::attention::sparse_mla::{attention, scaled};
use crate::table::Row;
use crate::table::samples::read;
use crate::table::shared::attention::Types;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::attention::sparse_mla::{forward, of_950, of_codes};
use crate::table::shared::rows::ROWS;

fn quantised() -> Vec<Vec<Argument>> {
    let each = of_950().into_iter().enumerate().map(|(number, case)| {
        let (heads, has_lse) = ([2, 1, 3][number % 3], number % 2 == 0);
        let mut all = forward(case, Bf16, heads, has_lse);
        all[0] = codes(Hifloat8, &case.of_queries(&[heads, 512]), 1);
        for (at, keys) in case.kinds().into_iter().enumerate() {
            if let Some(keys) = keys {
                all[1 + at] = codes(Hifloat8, &case.of_keys(&keys, &[1, 512]), 2 + at as u64);
            }
        }
        let scale = |number: f64| read(F32, &[1], &[number]);
        let of_compressed = match case.cmp {
            Some(_) => scale(0.03125),
            None => Argument::Null,
        };
        all.splice(3..3, [scale(0.0625), scale(0.046875), of_compressed]);
        let at = all.len() - 12;
        all.insert(at, Argument::Int(1));
        all
    });
    each.collect()
}

const HIFLOAT8: Types = of_codes!("q" "none | 950: hif8", "oriKvOptional" "hif8", "cmpKvOptional" "hif8", "qDescaleOptional" "f32", "oriKvDescaleOptional" "f32", "cmpKvDescaleOptional" "f32");

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantSparseFlashMla", quantised)
            .accepts(HIFLOAT8)
            .whole(|arguments| attention("aclnnQuantSparseFlashMla", arguments, &scaled))
            .accuracy(ROWS),
    ]
}
