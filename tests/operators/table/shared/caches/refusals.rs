//! Numbers that name no token, block or slot.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::call::call;
use crate::table::shared::caches::{ByRank, PLAIN, by_rank, compressed, entry, gathers, indices};

/// Calls a sample with some of its arguments changed, and returns the refusal.
fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
fn slots_behind_the_cache_are_errors_of_the_stream() {
    for mode in ["Norm", "PA_NZ"] {
        let sample = by_rank(&ByRank {
            modes: [Some(mode), None],
            ..PLAIN
        });
        for slot in [77, i64::from(i32::MAX)] {
            let slots = indices(I32, &[9], &[0, 1, 2, slot, 4, 5, 6, 7, 8]);
            let message = refused("aclnnScatterPaKvCache", sample.clone(), 2, slots);
            assert!(message.contains("slotMapping"), "{message}");
            assert!(message.contains("0 to 76"), "{message}");
        }
    }
}

#[test]
fn compressed_tokens_stay_within_sequences_and_caches() {
    let sample = |mode| compressed(F16, I64, mode, false);
    let check = |mode, at, numbers: &[i64], word: &str| {
        let argument = indices(I64, &[numbers.len() as i64], numbers);
        let message = refused("aclnnScatterPaKvCache", sample(mode), at, argument);
        assert!(message.contains(word), "{mode} {at}: {message}");
    };
    check("Alibi", 2, &[22, 6, 20, -1, 12, 18], "slotMapping");
    check("Rope", 2, &[22, 6, 20, -1, 12, 18], "slotMapping");
    check("Alibi", 5, &[6, 1, 0, 0, 2, 0], "compressLensOptional");
    check("Omni", 5, &[-1, 1, 0, 0, 2, 0], "compressLensOptional");
    check("Omni", 6, &[3, -1, 0, 0, 2, 0], "compressSeqOffsetOptional");
    check(
        "Rope",
        6,
        &[i64::MIN, -1, 0, 0, 2, 0],
        "compressSeqOffsetOptional",
    );
    check("Alibi", 7, &[5, 0, 5], "seqLensOptional");
    check("Alibi", 7, &[5, -1, 4], "seqLensOptional");
    check("Rope", 7, &[i64::MAX, 0, 4], "seqLensOptional");
}

#[test]
fn sequences_stay_within_tables_and_caches() {
    let sample = || gathers().swap_remove(0);
    let check = |at, shape: &[i64], numbers: &[i64], word: &str| {
        let argument = indices(I32, shape, numbers);
        let message = refused("aclnnGatherPaKvCache", sample(), at, argument);
        assert!(message.contains(word), "{at}: {message}");
    };
    let tables = [[1, 13, 0, 0], [0; 4], [7; 4], [3, 4, 5, 6]].concat();
    check(2, &[4, 4], &tables, "blockTables");
    let tables = [[1, 12, 0, 0], [0; 4], [-1; 4], [3, 4, 5, 6]].concat();
    check(2, &[4, 4], &tables, "blockTables");
    check(3, &[4], &[13, 0, 0, 0], "seqLens");
    check(3, &[4], &[4, -1, 3, 10], "seqLens");
    check(3, &[4], &[12, 8, 1, 0], "seqLens");
    check(6, &[4], &[0, 0, 0, i64::from(i32::MAX)], "seqLens");
    check(6, &[4], &[-1, 0, 0, 0], "seqOffsetOptional");
}
