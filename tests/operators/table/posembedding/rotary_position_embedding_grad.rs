//! The row of `aclnnRotaryPositionEmbeddingGrad`.

use crate::argument::Argument;
use crate::reference::rotary;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rotary::{EMBEDDINGS, SINCE_910B, Types};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, &(dtype, shape, angles, mode)) in EMBEDDINGS.iter().enumerate() {
        let number = number as i64;
        for with_x in [true, false] {
            samples.push(vec![
                varied(dtype, shape, number),
                varied(dtype, angles, number + 20),
                varied(dtype, angles, number + 40),
                match with_x {
                    true => varied(dtype, shape, number + 60),
                    false => Argument::Null,
                },
                Argument::Int(mode),
                write(dtype, shape),
                write(dtype, angles),
                write(dtype, angles),
            ]);
        }
    }
    samples
}

const GRADIENT: Types = &[
    ("dy", SINCE_910B),
    ("cos", "as dy"),
    ("sin", "as dy"),
    ("xOptional", "as dy"),
    ("dxOut", "as dy"),
    ("dcosOut", "as dy"),
    ("dsinOut", "as dy"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRotaryPositionEmbeddingGrad", gradients)
            .accepts(GRADIENT)
            .whole(rotary::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
