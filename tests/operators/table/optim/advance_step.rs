//! The rows of `aclnnAdvanceStep` and `aclnnAdvanceStepV2`.

use hostnpu::tensor::Dtype;

use crate::call::call;
use crate::reference::optim;
use crate::table::samples::read;
use crate::table::shared::optim::samples::decoding;
use crate::table::{Row, computes, entry};

const PAGED: &str = "none | 910B 950: i64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdvanceStep", || decoding(false))
            .accepts(&[
                ("inputTokens", PAGED),
                ("sampledTokenIds", PAGED),
                ("inputPositions", PAGED),
                ("seqLens", PAGED),
                ("slotMapping", PAGED),
                ("blockTables", PAGED),
            ])
            .computes(computes::own)
            .whole(optim::advance_step),
        Row::new("aclnnAdvanceStepV2", || decoding(true))
            .accepts(&[
                ("inputTokens", PAGED),
                ("sampledTokenIds", PAGED),
                ("inputPositions", PAGED),
                ("seqLens", PAGED),
                ("slotMapping", PAGED),
                ("blockTables", PAGED),
                ("specToken", PAGED),
                ("acceptedNum", PAGED),
            ])
            .computes(computes::own)
            .whole(optim::advance_step_v2),
    ]
}

#[test]
fn positions_without_a_block_are_errors_of_the_stream() {
    for (name, at) in [("aclnnAdvanceStep", 3), ("aclnnAdvanceStepV2", 2)] {
        for position in [100_000.0, -5.0] {
            let mut sample = decoding(at == 2).remove(0);
            let shape = sample[at].tensors()[0].shape.clone();
            sample[at] = read(Dtype::I64, &shape, &[position]);
            let refusal = call(entry(name), &sample).unwrap_err();
            assert!(refusal.message.contains("blockTables"), "{refusal:?}");
        }
    }
}
