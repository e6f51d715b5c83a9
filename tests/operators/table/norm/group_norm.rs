//! The row of `aclnnGroupNorm`.

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::shared::rows::groups::{SHORT, extents, forward};
use crate::table::shared::rows::{LAYOUT, ROWS};

fn norm() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (inputs, outputs, groups) in forward(|dtype| dtype) {
        let mut sample = inputs.to_vec();
        sample.extend(extents(&sample[0]));
        sample.extend([Argument::Int(groups), Argument::Float(1e-5)]);
        sample.extend(outputs);
        samples.push(sample);
    }
    let mut without = samples[0].clone();
    without[1] = Argument::Null;
    samples.push(without.clone());
    without[2] = Argument::Null;
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNorm", norm)
            .accepts(&[
                ("self", SHORT),
                ("gamma", "as self"),
                ("beta", "as self"),
                ("out", "as self"),
                ("meanOut", "as self"),
                ("rstdOut", "as self"),
            ])
            .whole(norms::group_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
