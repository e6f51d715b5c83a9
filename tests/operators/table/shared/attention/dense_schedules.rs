//! Samples and checks of several operators: tables of how cores share the work of dense attention: zeros.

use crate::argument::Argument;
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::indices;
use hostnpu::tensor::Dtype::{F8E8m0, I32};

/// Layouts of queries and keys, and whether lengths are given.
pub const CASES: [([&str; 2], bool); 4] = [
    (["TND", "TND"], true),
    (["BSND", "BNSD"], false),
    (["TND", "PA_BNBD"], true),
    (["TND", "PA_NZ"], true),
];

pub fn call(
    name: &'static str,
    (layouts, has_lengths): ([&'static str; 2], bool),
) -> Vec<Argument> {
    let is_quantised = name.contains("Quant");
    let given = |numbers: &[i64], is_given: bool| match is_given {
        true => indices(I32, &[numbers.len() as i64], numbers),
        false => Argument::Null,
    };
    let parameters = entry(name).parameters.iter();
    let arguments = parameters.map(|parameter| match parameter.name {
        "cuSeqlensQOptional" => given(&[0, 3, 7], layouts[0] == "TND"),
        "cuSeqlensKvOptional" => given(&[0, 3, 7], layouts[1] == "TND"),
        "sequsedQOptional" | "sequsedKvOptional" => given(&[2, 3], has_lengths),
        "vDescaleOptional" => match layouts[1] {
            "PA_BNBD" => read(F8E8m0, &[1, 1, 1, 2, 2], &[1.0]),
            "PA_NZ" => read(F8E8m0, &[1, 1, 1, 1, 2, 2], &[1.0]),
            _ => read(F8E8m0, &[1, 1, 2, 2], &[1.0]),
        },
        "batchSize" => Argument::Int(2),
        "maxSeqlenQ" | "maxSeqlenKv" => Argument::Int(if has_lengths { -1 } else { 9 }),
        "numHeadsQ" => Argument::Int(8),
        "numHeadsKv" => Argument::Int(2),
        "headDim" => Argument::Int(if is_quantised { 72 } else { 256 }),
        "quantMode" => Argument::Int(1),
        "maskMode" => Argument::Int(if has_lengths { 4 } else { 3 }),
        "winLeft" => Argument::Int(if has_lengths { 5 } else { -1 }),
        "winRight" => Argument::Int(if has_lengths { 0 } else { -1 }),
        "layoutQ" => Argument::Text(layouts[0]),
        "layoutKv" => Argument::Text(layouts[1]),
        "layoutQDescale" => Argument::Text("N2TGD"),
        "layoutOut" => Argument::Text("TND"),
        "metaData" => write(I32, &[if has_lengths { 4096 } else { 1024 }]),
        other => panic!("no argument for {other}"),
    });
    arguments.collect()
}

pub fn calls(name: &'static str) -> Vec<Vec<Argument>> {
    CASES.into_iter().map(|case| call(name, case)).collect()
}

pub const TABLE: (&str, &str) = ("metaData", "none | 910B 950: i32");
