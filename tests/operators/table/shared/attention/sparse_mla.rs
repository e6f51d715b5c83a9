//! Samples and checks of several operators: rows of attention to the keys of a window and to compressed ones, and of its training.

pub mod cases;

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::varied;
use cases::{CMP, Case, DENSE, Keys, LISTED, LISTED_ALONE, ORI, PAGED, TOKENS};
use hostnpu::tensor::Dtype::{self, *};

pub fn of_950() -> Vec<Case> {
    let unbounded = [-1, -1];
    vec![
        LISTED,
        TOKENS,
        PAGED,
        DENSE,
        Case {
            window: unbounded,
            ..LISTED_ALONE
        },
        // All keys up to a query, and all compressed ones.
        Case {
            used: Some(&[3, 1]),
            ori: Keys { mask: 3, ..ORI },
            cmp: Some(Keys {
                used: Some(&[3, 1]),
                mask: 0,
                ..CMP
            }),
            ratio: 3,
            window: unbounded,
            ..DENSE
        },
        // Both listed, in blocks whose rows are no multiple of 16, without lengths.
        Case {
            layouts: ["TND", "PA_BBND"],
            queries: [1, 5],
            starts: Some(&[0, 1, 4]),
            ori: Keys {
                outer: [4, 5],
                table: Some(&[3, 1, 2, 0]),
                list: Some(4),
                mask: 0,
                ..ORI
            },
            cmp: Some(Keys {
                outer: [3, 1],
                table: Some(&[2, 0, 1, 1]),
                list: Some(3),
                mask: 0,
                ..CMP
            }),
            ratio: 2,
            window: unbounded,
            ..DENSE
        },
        Case {
            window: [2, 1],
            ..TOKENS
        },
        Case {
            window: [-1, 0],
            ..LISTED
        },
        Case {
            ori: Keys { mask: 0, ..ORI },
            window: unbounded,
            ..DENSE
        },
    ]
}

pub fn numbers(of: Option<&[i64]>) -> Argument {
    match of {
        Some(of) => indices(I32, &[of.len() as i64], of),
        None => Argument::Null,
    }
}

pub const SCALE: f64 = 0.0078125;

pub fn forward(case: Case, dtype: Dtype, heads: i64, has_lse: bool) -> Vec<Argument> {
    let queries = case.of_queries(&[heads, 512]);
    let keys = case.kinds().map(|keys| match keys {
        Some(keys) => varied(dtype, &case.of_keys(&keys, &[1, 512]), 2 + keys.outer[1]),
        None => Argument::Null,
    });
    let mut all = vec![varied(dtype, &queries, 1)];
    all.extend(keys);
    all.extend(case.places(heads));
    all.push(Argument::Float(SCALE));
    all.extend(case.modes());
    all.extend([
        Argument::Int(1),
        Argument::Bool(has_lse),
        write(dtype, &queries),
        match has_lse {
            true => write(F32, &case.of_statistics(heads)),
            false => Argument::Null,
        },
    ]);
    all
}

pub const ANY: &str = "any";

/// The types that come before and after those of lengths.
macro_rules! of_codes {
    ($($name:literal $types:literal),*) => {
        &[
            $(($name, $types),)*
            ("oriSparseIndicesOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cmpSparseIndicesOptional", "i32"),
            ("oriBlockTableOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cmpBlockTableOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cuSeqlensQOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cuSeqlensOriKvOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cuSeqlensCmpKvOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("sequsedQOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("sequsedOriKvOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("sequsedCmpKvOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cmpResidualKvOptional", "i32"),
            ("oriTopkLengthOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("cmpTopkLengthOptional", crate::table::shared::attention::sparse_mla::ANY),
            ("sinksOptional", "f32"),
            ("metadataOptional", "i32"),
            ("attnOutOut", "bf16"),
            ("softmaxLseOutOptional", "f32"),
        ]
    };
}
pub(crate) use of_codes;
