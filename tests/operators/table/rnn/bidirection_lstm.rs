//! Long short-term memory of one layer, in one direction or two.

use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::bidirection as reference;
use crate::table::samples::{read, write};
use crate::table::shared::rows::varied;
use crate::table::{Row, SHAPE, STRIDED};

/// Small numbers, so that gates differ.
fn small(shape: &[i64], number: i64) -> Argument {
    let count = shape.iter().product::<i64>().clamp(1, 257);
    let of = |k: i64| ((k * 7919 + number * 331) % 1009 - 500) as f64 / 512.0;
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(F16, shape, &numbers)
}

/// Steps, sequences, elements, hidden ones; biases, both directions; rows of each step, and whether they lie without gaps.
type Case = ([i64; 4], [bool; 2], &'static [i64], bool);

const CASES: [Case; 4] = [
    ([3, 2, 4, 3], [true, true], &[], false),
    ([4, 1, 2, 5], [false, false], &[], false),
    ([2, 3, 3, 2], [false, true], &[], false),
    ([5, 2, 3, 4], [true, false], &[], false),
];

const LENGTHS: [Case; 3] = [
    ([4, 3, 2, 3], [true, true], &[3, 2, 2, 1], false),
    CASES[0],
    ([3, 3, 4, 2], [true, true], &[3, 1, 1], true),
];

fn arguments(&(sizes, [bias, both], counts, packed): &Case, second: bool) -> Vec<Argument> {
    let [steps, batch, elements, hidden] = sizes;
    let directions = if both { 2 } else { 1 };
    let by_rows = |width: i64| match packed {
        true => vec![counts.iter().sum(), width],
        false => vec![steps, batch, width],
    };
    let states = [directions, batch, hidden];
    let if_so = |is_there: bool, shape: &[i64], number: i64| match is_there {
        true => small(shape, number),
        false => Argument::Null,
    };
    let gates = 4 * hidden;
    let mut all = vec![
        varied(F16, &by_rows(elements), 1),
        small(&states, 2),
        small(&states, 3),
        small(&[gates, elements], 4),
        small(&[gates, hidden], 5),
        if_so(bias, &[gates], 6),
        if_so(bias, &[gates], 7),
        if_so(both, &[gates, elements], 8),
        if_so(both, &[gates, hidden], 9),
        if_so(both && bias, &[gates], 10),
        if_so(both && bias, &[gates], 11),
    ];
    if second {
        let numbers: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        all.push(match counts {
            [] => Argument::Null,
            _ => read(I32, &[steps], &numbers),
        });
    }
    all.extend([
        Argument::Int(1),
        Argument::Bool(bias),
        Argument::Bool(false),
        Argument::Bool(both),
    ]);
    if second {
        all.push(Argument::Bool(packed));
    }
    all.extend([
        write(F16, &by_rows(directions * hidden)),
        write(F16, &states),
        write(F16, &states),
    ]);
    all
}

fn first() -> Vec<Vec<Argument>> {
    CASES.iter().map(|case| arguments(case, false)).collect()
}

fn second() -> Vec<Vec<Argument>> {
    LENGTHS.iter().map(|case| arguments(case, true)).collect()
}

const TYPES: &[(&str, &str)] = &[
    ("x", "none | 310: f16"),
    ("initH", "none | 310: f16"),
    ("initC", "none | 310: f16"),
    ("wIh", "none | 310: f16"),
    ("wHh", "none | 310: f16"),
    ("bIhOptional", "none | 310: f16"),
    ("bHhOptional", "none | 310: f16"),
    ("wIhReverseOptional", "none | 310: f16"),
    ("wHhReverseOptional", "none | 310: f16"),
    ("bIhReverseOptional", "none | 310: f16"),
    ("bHhReverseOptional", "none | 310: f16"),
    ("yOut", "none | 310: f16"),
    ("outputHOut", "none | 310: f16"),
    ("outputCOut", "none | 310: f16"),
];

const TYPES_V2: &[(&str, &str)] = &[
    ("x", "none | 310: f16"),
    ("initH", "none | 310: f16"),
    ("initC", "none | 310: f16"),
    ("wIh", "none | 310: f16"),
    ("wHh", "none | 310: f16"),
    ("bIhOptional", "none | 310: f16"),
    ("bHhOptional", "none | 310: f16"),
    ("wIhReverseOptional", "none | 310: f16"),
    ("wHhReverseOptional", "none | 310: f16"),
    ("bIhReverseOptional", "none | 310: f16"),
    ("bHhReverseOptional", "none | 310: f16"),
    ("batchSizeOptional", "none | 310: i32"),
    ("yOut", "none | 310: f16"),
    ("outputHOut", "none | 310: f16"),
    ("outputCOut", "none | 310: f16"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBidirectionLSTM", first)
            .accepts(TYPES)
            .whole(reference::first)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnBidirectionLSTMV2", second)
            .accepts(TYPES_V2)
            .whole(reference::second)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE),
    ]
}
