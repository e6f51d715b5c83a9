//! The rows of `aclnnMatmulAllReduce`, `aclnnMatmulAllReduceV2` and `aclnnMatmulAllReduceV3`.

use hostnpu::tensor::Dtype::*;

use crate::call::call;
use crate::ranks::call_on_ranks;
use crate::table::shared::mc2::of_group;
use crate::table::shared::mc2::products::{
    Of, all_reduce, all_reduce_1, all_reduce_2, all_reduce_3,
};
use crate::table::{Row, entry};

const AND_310P: &str = "none | 310: f16 | 910B 950: f16 bf16";
const REDUCED: &[(&str, &str)] = &[
    ("x1", AND_310P),
    ("x2", "as x1"),
    ("bias", "as x1"),
    ("output", "as x1"),
];
const REDUCED_LATER: &[(&str, &str)] = &[
    ("x1", AND_310P),
    ("x2", "as x1"),
    ("bias", "as x1"),
    ("x3", "as x1"),
    ("output", "as x1"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMatmulAllReduce", all_reduce_1::samples)
            .accepts(REDUCED)
            .bits(all_reduce_1::bits),
        Row::new("aclnnMatmulAllReduceV2", all_reduce_2::samples)
            .accepts(REDUCED_LATER)
            .bits(all_reduce_2::bits),
        Row::new("aclnnMatmulAllReduceV3", all_reduce_3::samples)
            .accepts(REDUCED_LATER)
            .bits(all_reduce_3::bits),
    ]
}

/// Calls that differ between ranks fail with a sentence on all of them.
#[test]
fn ranks_that_disagree_all_fail() {
    let of_rank = |rank: usize| {
        let size = if rank == 1 { [4, 3, 7] } else { [4, 3, 6] };
        let of = Of {
            dtype: F16,
            ranks: 3,
            rank,
            size,
            full: false,
        };
        of_group(all_reduce(of, 1), "disagreeing")
    };
    let arguments: Vec<_> = (0..3).map(of_rank).collect();
    let got = call_on_ranks(entry("aclnnMatmulAllReduce"), "disagreeing", &arguments);
    for (rank, got) in got.into_iter().enumerate() {
        let message = got.unwrap_err().message;
        let other = if rank == 1 {
            "rank 0 called"
        } else {
            "rank 1 called"
        };
        assert!(
            message.contains(other) && message.contains("[4, 7]"),
            "{message}"
        );
    }
}

#[test]
fn names_that_no_communicator_has_are_refused() {
    let of = Of {
        dtype: F16,
        ranks: 1,
        rank: 0,
        size: [2, 2, 2],
        full: false,
    };
    for name in ["", "nobody"] {
        let refusal = call(
            entry("aclnnMatmulAllReduce"),
            &of_group(all_reduce(of, 1), name),
        );
        let refusal = refusal.unwrap_err();
        assert!(
            refusal.code == 161_002 && refusal.message.contains("`group`"),
            "{refusal:?}"
        );
    }
}
