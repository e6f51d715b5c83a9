//! Rotary positions.

use hostnpu::tensor::Dtype::{self, *};

use super::rows::{LAYOUT, ROWS, varied};
use super::{OVERLAP, Row, STRIDED, entry};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::number::{self};
use crate::reference::rotary;
use crate::table::samples::{read, write};

const TYPES: &str = "none | 910B 950: f32 f16 bf16 | 310: f32 f16";
const SINCE_910B: &str = "none | 910B 950: f32 f16 bf16";

type Types = &'static [(&'static str, &'static str)];

/// Shapes of `x` and of cosines, and the mode.
const EMBEDDINGS: [(Dtype, &[i64], &[i64], i64); 9] = [
    (F32, &[2, 3, 5, 8], &[1, 1, 5, 8], 0),
    (F16, &[2, 5, 3, 8], &[1, 5, 1, 8], 1),
    (Bf16, &[2, 5, 3, 8], &[2, 5, 3, 8], 2),
    (F32, &[7, 3, 10], &[7, 1, 10], 3),
    (F16, &[2, 1, 3, 12], &[1, 1, 1, 12], 2),
    (F32, &[2, 3, 4, 6], &[2, 1, 4, 6], 0),
    (Bf16, &[4, 3, 6], &[4, 3, 6], 1),
    // Several boxes for threads, of rows and of heads.
    (Bf16, &[2, 70, 4, 128], &[2, 70, 1, 128], 0),
    (F16, &[3, 2, 65, 1024], &[1, 2, 65, 1024], 3),
];

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

#[test]
fn rotation_by_a_matrix_on_910b() {
    if !chips::is("Ascend910B1", "table::rotary::rotation_by_a_matrix_on_910b") {
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

#[test]
fn positions_outside_the_table_are_errors_of_the_stream() {
    for position in [-1.0, 11.0] {
        let mut sample = by_position().swap_remove(0);
        sample[0] = read(I64, &[5], &[0.0, 3.0, position, 1.0, 2.0]);
        let refusal = call(entry("aclnnRopeWithSinCosCache"), &sample).unwrap_err();
        assert!(refusal.message.contains("positions"), "{refusal:?}");
        assert!(refusal.message.contains("0 to 10"), "{refusal:?}");
    }
}

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

/// The type, shapes of queries, keys and cosines, and the layout.
type InPlace = (Dtype, &'static [i64], &'static [i64], &'static [i64], i64);

const IN_PLACE: [InPlace; 7] = [
    (F32, &[2, 5, 3, 8], &[2, 5, 1, 8], &[2, 5, 1, 8], 1),
    (F16, &[5, 2, 3, 8], &[5, 2, 2, 8], &[5, 2, 1, 8], 2),
    (Bf16, &[2, 3, 5, 8], &[2, 1, 5, 8], &[2, 1, 5, 8], 3),
    (F16, &[7, 3, 12], &[7, 2, 12], &[7, 1, 12], 4),
    // Leading elements only.
    (Bf16, &[1, 5, 3, 24], &[1, 5, 1, 24], &[1, 5, 1, 8], 1),
    (F32, &[2, 40, 8, 128], &[2, 40, 2, 128], &[2, 40, 1, 128], 1),
    (F16, &[70, 16, 64], &[70, 1, 64], &[70, 1, 64], 4),
];

fn in_place_with(mode: Option<&'static str>) -> Vec<Vec<Argument>> {
    let each = IN_PLACE.iter().enumerate();
    let each = each.map(|(number, &(dtype, query, key, angles, layout))| {
        let number = number as i64;
        let mut sample = vec![
            varied(dtype, query, number),
            varied(dtype, key, number + 20),
            varied(dtype, angles, number + 40),
            varied(dtype, angles, number + 60),
            Argument::Int(layout),
        ];
        sample.extend(mode.map(Argument::Text));
        sample
    });
    each.collect()
}

fn in_place() -> Vec<Vec<Argument>> {
    in_place_with(None)
}

fn in_place_v2() -> Vec<Vec<Argument>> {
    let modes = ["half", "interleave", "quarter"];
    modes
        .into_iter()
        .flat_map(|mode| in_place_with(Some(mode)))
        .collect()
}

fn interleaved() -> Vec<Vec<Argument>> {
    let each = [
        (F16, [2, 3, 5, 64], [2, 1, 5, 64]),
        (Bf16, [2, 3, 5, 64], [2, 1, 1, 64]),
        (F16, [4, 16, 9, 64], [1, 1, 9, 64]),
    ];
    let each = each.into_iter().map(|(dtype, shape, angles)| {
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, &angles, 2),
            varied(dtype, &angles, 3),
            write(dtype, &shape),
        ]
    });
    each.collect()
}

fn partial() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, of_angles, shape, angles, slice) in [
        (F32, F32, [2, 5, 3, 8], [2, 5, 1, 4], Some([2, 6])),
        (F16, F16, [2, 5, 3, 8], [2, 1, 1, 8], None),
        (Bf16, Bf16, [2, 5, 3, 8], [2, 5, 3, 4], Some([4, 8])),
        (F16, F32, [2, 5, 3, 8], [1, 1, 1, 6], Some([0, 6])),
        (Bf16, F32, [33, 4, 8, 192], [33, 1, 1, 64], Some([128, 192])),
        (F16, F16, [2, 5, 3, 8], [2, 5, 1, 8], Some([3, 3])),
    ] {
        samples.push(vec![
            varied(dtype, &shape, 1),
            varied(of_angles, &angles, 2),
            varied(of_angles, &angles, 3),
            Argument::Int(1),
            slice.map_or(Argument::Null, |slice| Argument::Ints(slice.to_vec())),
        ]);
    }
    samples
}

fn partial_on_950() -> Vec<Vec<Argument>> {
    let mut samples = partial();
    for (dtype, of_angles) in [(F32, F16), (F32, Bf16), (F16, Bf16), (Bf16, F16)] {
        samples.push(vec![
            varied(dtype, &[2, 5, 3, 8], 1),
            varied(of_angles, &[1, 5, 3, 4], 2),
            varied(of_angles, &[1, 5, 3, 4], 3),
            Argument::Int(1),
            Argument::Ints(vec![2, 6]),
        ]);
    }
    samples
}

/// Type, tokens, heads of queries and of keys, size of a head, width of the table, sections, style.
const BY_POSITION: [(Dtype, [i64; 5], &[i64], bool); 6] = [
    (F32, [5, 3, 1, 16, 16], &[], true),
    (F16, [5, 2, 2, 64, 32], &[], false),
    (Bf16, [7, 3, 1, 32, 32], &[4, 6, 6], true),
    (F16, [4, 2, 1, 48, 32], &[4, 4, 4, 4], false),
    (F32, [3, 1, 1, 32, 32], &[0, 0, 0], true),
    (Bf16, [150, 8, 2, 64, 64], &[11, 11, 10], false),
];

fn by_position_with(mode: Option<i64>) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, &(dtype, extents, sections, is_neox)) in BY_POSITION.iter().enumerate() {
        let [tokens, queries, keys, head, width] = extents;
        let has_sections = sections.iter().any(|&count| count > 0);
        if mode == Some(1) && sections.len() == 4 {
            continue;
        }
        let rows = if has_sections {
            sections.len() as i64
        } else {
            1
        };
        let positions: Vec<f64> = (0..tokens * rows)
            .map(|k| ((k * 5 + 3) % 11) as f64)
            .collect();
        let shape = if has_sections {
            vec![rows, tokens]
        } else {
            vec![tokens]
        };
        let number = number as i64;
        let mut sample = vec![
            read(I64, &shape, &positions),
            varied(dtype, &[tokens, queries * head], number),
            varied(dtype, &[tokens, keys * head], number + 20),
            varied(dtype, &[11, width], number + 40),
            match sections {
                [] => Argument::Null,
                sections => Argument::Ints(sections.to_vec()),
            },
            Argument::Int(head),
            Argument::Bool(is_neox),
        ];
        sample.extend(mode.map(Argument::Int));
        sample.push(write(dtype, &[tokens, queries * head]));
        sample.push(write(dtype, &[tokens, keys * head]));
        samples.push(sample);
    }
    samples
}

fn by_position() -> Vec<Vec<Argument>> {
    by_position_with(None)
}

fn by_position_v2() -> Vec<Vec<Argument>> {
    [by_position_with(Some(0)), by_position_with(Some(1))].concat()
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
const GRADIENT: Types = &[
    ("dy", SINCE_910B),
    ("cos", "as dy"),
    ("sin", "as dy"),
    ("xOptional", "as dy"),
    ("dxOut", "as dy"),
    ("dcosOut", "as dy"),
    ("dsinOut", "as dy"),
];
const BOTH: Types = &[
    ("queryRef", TYPES),
    ("keyRef", "as queryRef"),
    ("cos", "as queryRef"),
    ("sin", "as queryRef"),
];
const TABLE: Types = &[
    ("positions", "i64"),
    ("queryIn", SINCE_910B),
    ("keyIn", "as queryIn"),
    ("cosSinCache", "as queryIn"),
    ("queryOut", "as queryIn"),
    ("keyOut", "as queryIn"),
];
const TABLE_V2: Types = &[
    ("positions", "i64"),
    ("queryIn", SINCE_910B),
    ("keyIn", "as queryIn"),
    ("cosSinCache", "as queryIn"),
    ("queryOut", "as queryIn"),
    ("keyOut", "as queryIn"),
];

pub fn rows() -> Vec<Row> {
    let in_place_holds = STRIDED;
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
        Row::new("aclnnRotaryPositionEmbeddingGrad", gradients)
            .accepts(GRADIENT)
            .whole(rotary::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnApplyRotaryPosEmb", in_place)
            .accepts(BOTH)
            .whole(rotary::in_place)
            .accuracy(ROWS)
            .holds(in_place_holds),
        Row::new("aclnnApplyRotaryPosEmbV2", in_place_v2)
            .accepts(BOTH)
            .whole(rotary::in_place)
            .accuracy(ROWS)
            .holds(in_place_holds),
        Row::new("aclnnInterleaveRope", interleaved)
            .accepts(&[
                ("x", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
                ("cos", "as x"),
                ("sin", "as x"),
                ("out", "as x"),
            ])
            .whole(rotary::interleaved)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplacePartialRotaryMul", partial)
            .accepts(&[("xRef", SINCE_910B), ("cos", "f32"), ("sin", "as cos")])
            .whole(rotary::partial_forward)
            .accuracy(ROWS)
            .holds(in_place_holds),
        Row::new("aclnnInplacePartialRotaryMulGrad", partial_on_950)
            .accepts(&[
                ("dyRef", "none | 950: f32 f16 bf16"),
                ("cos", "none | 950: f32 f16 bf16"),
                ("sin", "as cos"),
            ])
            .whole(rotary::partial_gradient)
            .accuracy(ROWS)
            .holds(in_place_holds),
        Row::new("aclnnRopeWithSinCosCache", by_position)
            .accepts(TABLE)
            .whole(rotary::by_position)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnRopeWithSinCosCacheV2", by_position_v2)
            .accepts(TABLE_V2)
            .whole(rotary::by_position)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
