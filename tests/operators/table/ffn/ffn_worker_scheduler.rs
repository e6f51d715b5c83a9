//! The row of `aclnnInplaceFfnWorkerScheduler`.

use crate::argument::Argument;
use crate::table::shared::workers::{ADDRESSES, CONTEXT, FFN, Ffn, LISTED, tensor, words};
use crate::table::{Holds, Row};

fn ended_ffn() -> Vec<Vec<Argument>> {
    let ffn = Ffn::new(&[]);
    let call = |together: i64| {
        vec![
            tensor(&ffn.context(0, 1)),
            Argument::Int(together),
            Argument::Int(0),
        ]
    };
    vec![call(4), call(2)]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(FFN, ended_ffn)
            .accepts(CONTEXT)
            .bits(|arguments| {
                let mut words = words(&arguments["scheduleContextRef"].tensors()[0].elements());
                words[LISTED] = 0;
                vec![words.iter().flat_map(|word| word.to_le_bytes()).collect()]
            })
            .holds(Holds(0))
            .except(ADDRESSES),
    ]
}
