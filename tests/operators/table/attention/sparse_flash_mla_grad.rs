//! The row of `aclnnSparseFlashMlaGrad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::attention::sparse_mla::{attention, gradients, plain};
use crate::table::samples::write;
use crate::table::shared::attention::Types;
use crate::table::shared::attention::pairs::computed;
use crate::table::shared::attention::sparse::SHORT;
use crate::table::shared::attention::sparse_mla::cases::{
    CMP, Case, DENSE, Keys, LISTED, ORI, TOKENS,
};
use crate::table::shared::attention::sparse_mla::{ANY, SCALE, forward, of_950};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, entry, on_950};

fn backwards() -> Vec<Vec<Argument>> {
    // Keys that count, and how many numbers of lists do.
    let counted = Case {
        ori: Keys {
            used: Some(&[7, 2]),
            ..ORI
        },
        cmp: Some(Keys {
            outer: [2, 4],
            list: Some(5),
            mask: 0,
            ..CMP
        }),
        ratio: 4,
        ..DENSE
    };
    let own: Vec<Case> = match on_950() {
        true => of_950()
            .into_iter()
            .filter(|case| case.layouts[1] != "PA_BBND")
            .chain([counted])
            .collect(),
        false => vec![LISTED, TOKENS, DENSE],
    };
    let each = own.into_iter().enumerate().map(|(number, case)| {
        let dtype = if number % 2 == 0 { Bf16 } else { F16 };
        let heads = [2, 1, 3][number % 3];
        let given = forward(case, dtype, heads, true);
        let known = attention(
            "aclnnSparseFlashMla",
            &Arguments::new(entry("aclnnSparseFlashMla"), &given),
            &plain,
        );
        let queries = case.of_queries(&[heads, 512]);
        let mut all = vec![
            given[0].clone(),
            varied(dtype, &queries, 5),
            computed(dtype, &queries, &known[0]),
            computed(F32, &case.of_statistics(heads), &known[1]),
            given[1].clone(),
            given[2].clone(),
        ];
        let mut places = case.places(heads);
        // There are no tables of blocks.
        places.drain(2..4);
        let has_sinks = number != 1;
        let count = places.len();
        if !has_sinks {
            places[count - 2] = Argument::Null;
        }
        if !on_950() {
            places[count - 1] = Argument::Null;
        }
        all.extend(places);
        all.push(Argument::Float(SCALE));
        all.extend(case.modes());
        all.push(write(dtype, &queries));
        all.extend(case.kinds().map(|keys| match keys {
            Some(keys) => write(dtype, &case.of_keys(&keys, &[1, 512])),
            None => Argument::Null,
        }));
        all.push(match has_sinks {
            true => write(F32, &[heads]),
            false => Argument::Null,
        });
        all.push(Argument::Null);
        all.push(match case.cmp.and_then(|keys| keys.list) {
            Some(count) => write(F32, &case.of_queries(&[1, count])),
            None => Argument::Null,
        });
        all
    });
    each.collect()
}

const GRADIENT: Types = &[
    ("query", SHORT),
    ("dOut", "as query"),
    ("out", "as query"),
    ("lse", "f32"),
    ("oriKvOptional", "as query"),
    ("cmpKvOptional", "as query"),
    ("oriSparseIndicesOptional", ANY),
    ("cmpSparseIndicesOptional", "i32"),
    ("cuSeqlensQOptional", ANY),
    ("cuSeqlensOriKvOptional", ANY),
    ("cuSeqlensCmpKvOptional", ANY),
    ("sequsedQOptional", ANY),
    ("sequsedOriKvOptional", ANY),
    ("sequsedCmpKvOptional", ANY),
    ("cmpResidualKvOptional", "i32"),
    ("oriTopkLengthOptional", ANY),
    ("cmpTopkLengthOptional", ANY),
    ("sinksOptional", "f32"),
    ("metadataOptional", "i32"),
    ("dQueryOut", "as query"),
    ("dOriKvOutOptional", "as query"),
    ("dCmpKvOutOptional", "as query"),
    ("dSinksOutOptional", "f32"),
    ("oriSoftmaxL1NormOptional", ANY),
    ("cmpSoftmaxL1NormOptional", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseFlashMlaGrad", backwards)
            .accepts(GRADIENT)
            .whole(gradients)
            .accuracy(ROWS)
            .except(&[("dtypes metadataOptional", "null on all chips but Ascend950")]),
    ]
}
