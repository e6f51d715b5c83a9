//! Errors of experts on several ranks.

use crate::table::shared::mc2::experts::*;

/// An expert that does not exist on one rank is a sentence on all.
#[test]
pub fn an_expert_out_of_range_fails_on_all_ranks() {
    let of_rank = |rank: usize| {
        let mut all = of_group(
            Of {
                ranks: 3,
                rank,
                experts: 6,
                ..PLAIN
            }
            .dispatch(),
            "no expert",
        );
        if rank == 2 {
            all[1] = read(I32, &[5, 2], &[0.0, 1.0, 2.0, 77.0]);
        }
        all
    };
    let arguments: Vec<_> = (0..3).map(of_rank).collect();
    let got = call_on_ranks(
        entry("aclnnMoeDistributeDispatchV2"),
        "no expert",
        &arguments,
    );
    for got in got {
        let message = got.unwrap_err().message;
        assert!(
            message.contains("77") && message.contains("expertIds"),
            "{message}"
        );
    }
}

/// More rows than ends allow, and ends that fall, are sentences on all ranks.
#[test]
pub fn ends_that_fall_fail_on_all_ranks() {
    let all: Vec<Of> = (0..2)
        .map(|rank| Of {
            ranks: 2,
            rank,
            ..PLAIN
        })
        .collect();
    let mut ends = ends(&all);
    ends[1] = read(I32, &[4], &[3.0, 2.0, 5.0, 6.0]);
    let arguments: Vec<_> = all
        .iter()
        .map(|of| of_group(of.combine(ends[of.rank].clone()), "ends"))
        .collect();
    let got = call_on_ranks(entry("aclnnMoeDistributeCombineV2"), "ends", &arguments);
    for got in got {
        let message = got.unwrap_err().message;
        assert!(message.contains("epSendCounts"), "{message}");
    }
}
