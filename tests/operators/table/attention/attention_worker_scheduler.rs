//! The row of `aclnnInplaceAttentionWorkerScheduler`.

use crate::argument::Argument;
use crate::table::shared::workers::{ADDRESSES, ATTENTION, CONTEXT, Words, attention, tensor};
use crate::table::{Holds, Row};

/// Contexts of workers that are to end: nothing changes, whatever is called how often.
fn ended_attention() -> Vec<Vec<Argument>> {
    let (marks, data) = (Words::of(&[0; 12]), Words::of(&[0; 4]));
    vec![vec![tensor(&attention(&marks, &data, 0, 1))]]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(ATTENTION, ended_attention)
            .accepts(CONTEXT)
            .bits(|arguments| vec![arguments["scheduleContextRef"].tensors()[0].elements()])
            .holds(Holds(0))
            .except(ADDRESSES),
    ]
}
