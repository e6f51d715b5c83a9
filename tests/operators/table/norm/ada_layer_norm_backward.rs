//! The row of `aclnnAdaLayerNormBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::adaptive::{CASES, SHORT};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, scale): &(Dtype, &[i64], &[i64])| {
        let columns = &shape[shape.len() - 1..];
        let mut statistics = shape.to_vec();
        *statistics.last_mut().expect("a dimension") = 1;
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            Argument::Ints(columns.to_vec()),
            near_1(dtype, &statistics, 1),
            varied(dtype, &statistics, 3),
            varied(dtype, scale, 4),
            varied(dtype, scale, 5),
            near_1(dtype, columns, 2),
            varied(dtype, columns, 6),
            write(dtype, shape),
            write(dtype, scale),
            write(dtype, scale),
            write(dtype, columns),
            write(dtype, columns),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    let mut without = samples[0].clone();
    for number in [7, 8, 10, 12] {
        without[number] = Argument::Null;
    }
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaLayerNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("rstd", "as gradOut"),
                ("mean", "as gradOut"),
                ("scale", "as gradOut"),
                ("shift", "as gradOut"),
                ("weightOptional", "f32"),
                ("biasOptional", "as weightOptional"),
                ("gradInputOut", "as gradOut"),
                ("gradScaleOut", "as gradOut"),
                ("gradShiftOut", "as gradOut"),
                ("gradWeightOut", "as weightOptional"),
                ("gradBiasOut", "as weightOptional"),
            ])
            .whole(adaptive::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
