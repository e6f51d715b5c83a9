//! The rows of `aclnnRopeWithSinCosCache` and `aclnnRopeWithSinCosCacheV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::call::call;
use crate::reference::rotary;
use crate::table::samples::{read, write};
use crate::table::shared::rotary::{SINCE_910B, Types};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};
use crate::table::{Row, entry};

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
    vec![
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
