//! The row of `aclnnGroupNormBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::groups::{CASES, SHORT, extents};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let (channels, of_groups) = (&shape[1..2], [shape[0], groups]);
        let x = varied(dtype, shape, 2);
        let mut sample = vec![
            varied(dtype, shape, 1),
            x.clone(),
            varied(dtype, &of_groups, 3),
            near_1(dtype, &of_groups, 1),
            near_1(dtype, channels, 2),
        ];
        sample.extend(extents(&x));
        sample.extend([
            Argument::Int(groups),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]);
        sample
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    let mut masked = samples[0].clone();
    masked[4] = Argument::Null;
    masked[9] = Argument::Bools(vec![true, true, false]);
    masked[12] = Argument::Null;
    samples.push(masked);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("mean", "as gradOut"),
                ("rstd", "as mean"),
                ("gamma", "as mean"),
                ("gradInput", "as gradOut"),
                ("gradGammaOut", "as mean"),
                ("gradBetaOut", "as mean"),
            ])
            .whole(gradients::of_groups)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
