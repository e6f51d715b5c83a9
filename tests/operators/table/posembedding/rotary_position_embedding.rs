//! The rows of `aclnnRotaryPositionEmbedding` and `aclnnRotaryPositionEmbeddingV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::rotary;
use crate::table::samples::{read, write};
use crate::table::shared::rotary::{EMBEDDINGS, SINCE_910B, TYPES, Types};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};
use crate::table::{Row, entry};
use crate::{chips, number};

fn embeddings() -> Vec<Vec<Argument>> {
    let each = EMBEDDINGS.iter().enumerate();
    let each = each.map(|(number, &(dtype, shape, angles, mode))| {
        let number = number as i64;
        vec![
            varied(dtype, shape, number),
            varied(dtype, angles, number + 20),
            varied(dtype, angles, number + 40),
            Argument::Int(mode),
            write(dtype, shape),
        ]
    });
    let mut samples: Vec<Vec<Argument>> = each.collect();
    // Infinities, NaN and zeros of both signs.
    const SPECIALS: [f64; 11] = [
        1.5,
        f64::INFINITY,
        -2.25,
        f64::NAN,
        0.0,
        -0.0,
        100.0,
        f64::NEG_INFINITY,
        0.375,
        -7.0,
        0.0,
    ];
    for (dtype, mode) in [(F16, 0), (Bf16, 1), (F32, 3)] {
        let (shape, angles) = ([3, 5, 4, 16], [3, 1, 4, 16]);
        samples.push(vec![
            read(dtype, &shape, &SPECIALS),
            read(dtype, &angles, &SPECIALS[4..]),
            read(dtype, &angles, &SPECIALS[2..9]),
            Argument::Int(mode),
            write(dtype, &shape),
        ]);
    }
    samples.push(vec![
        read(F16, &[0, 3, 5, 8], &[]),
        read(F16, &[1, 1, 5, 8], &[1.0]),
        read(F16, &[1, 1, 5, 8], &[1.0]),
        Argument::Int(0),
        write(F16, &[0, 3, 5, 8]),
    ]);
    samples
}

fn embeddings_v2() -> Vec<Vec<Argument>> {
    let mut samples = embeddings();
    for sample in &mut samples {
        sample.insert(4, Argument::Null);
    }
    samples
}

/// Ascend950 has no matrices.
fn by_matrix() -> Vec<Vec<Argument>> {
    let each = [
        (F32, [2, 5, 3, 8], [1, 5, 1, 8]),
        (F16, [1, 3, 2, 6], [1, 3, 2, 6]),
        (Bf16, [2, 40, 2, 32], [1, 40, 1, 32]),
    ];
    let each = each.map(|(dtype, shape, angles)| {
        vec![
            varied(dtype, &shape, 3),
            varied(dtype, &angles, 5),
            varied(dtype, &angles, 7),
            Argument::Int(1),
            varied(dtype, &[shape[3]; 2], 11),
            write(dtype, &shape),
        ]
    });
    each.into()
}

const EMBEDDING: Types = &[
    ("x", TYPES),
    ("cos", "as x"),
    ("sin", "as x"),
    ("out", "as x"),
];
const EMBEDDING_V2: Types = &[
    ("x", SINCE_910B),
    ("cos", "as x"),
    ("sin", "as x"),
    ("rotate", "any"),
    ("out", "as x"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRotaryPositionEmbedding", embeddings)
            .accepts(EMBEDDING)
            .whole(rotary::embedding)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnRotaryPositionEmbeddingV2", embeddings_v2)
            .accepts(EMBEDDING_V2)
            .whole(rotary::by_matrix)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}

#[test]
fn rotation_by_a_matrix_on_910b() {
    if !chips::is(
        "Ascend910B1",
        "table::posembedding::rotary_position_embedding::rotation_by_a_matrix_on_910b",
    ) {
        return;
    }
    for sample in by_matrix() {
        let outputs = call(entry("aclnnRotaryPositionEmbeddingV2"), &sample).unwrap();
        let exact = rotary::by_matrix(&Arguments::new(
            entry("aclnnRotaryPositionEmbeddingV2"),
            &sample,
        ));
        let dtype = sample[0].dtype().unwrap();
        let elements = outputs[0].chunks(dtype.bits() / 8);
        for (element, exact) in elements.zip(&exact[0]) {
            assert_eq!(element, number::encode(exact, dtype), "{dtype}");
        }
    }
}

#[test]
fn a_matrix_is_refused_on_950() {
    for sample in by_matrix() {
        let refusal = call(entry("aclnnRotaryPositionEmbeddingV2"), &sample).unwrap_err();
        assert_eq!(refusal.code, 161_002);
    }
}
