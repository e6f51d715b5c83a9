//! The row of `aclnnMoeUpdateExpert`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::call::call;
use crate::reference::quant_of_ranks as reference;
use crate::table::samples::{read, write};
use crate::table::{Row, entry};

/// `aclnnMoeUpdateExpert`: 6 tokens with 3 choices of 4 experts.
fn experts(ids: Dtype, scale: Option<Dtype>, active: bool, mode: i64) -> Vec<Argument> {
    let table = [
        1.0, 3.0, 0.0, 0.0, 3.0, 7.0, 2.0, 9.0, 2.0, 1.0, 8.0, 0.0, 1.0, 4.0, 0.0, 0.0,
    ];
    let experts: Vec<f64> = (0..18).map(|at| f64::from((at * 7 + 1) % 4)).collect();
    let weights: Vec<f64> = (0..18).map(|at| f64::from(16 >> (at % 3)) / 32.0).collect();
    let given = |argument: Argument| {
        if scale.is_some() {
            argument
        } else {
            Argument::Null
        }
    };
    vec![
        read(ids, &[6, 3], &experts),
        read(I32, &[4, 4], &table),
        scale.map_or(Argument::Null, |dtype| read(dtype, &[6, 3], &weights)),
        given(read(
            F32,
            if active { &[3] } else { &[1, 3] },
            &[0.0, 0.25, 0.25],
        )),
        if active {
            read(Bool, &[6], &[1.0, 1.0, 1.0, 1.0, 0.0, 0.0])
        } else {
            Argument::Null
        },
        Argument::Int(5),
        Argument::Int(8),
        Argument::Int(mode),
        write(ids, &[6, 3]),
        write(Bool, &[6, 3]),
    ]
}

fn all_experts() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for ids in [I32, I64] {
        for scale in [F32, F16, Bf16] {
            all.push(experts(ids, Some(scale), true, 0));
            all.push(experts(ids, Some(scale), false, 1));
        }
        all.push(experts(ids, None, false, 0));
    }
    all
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeUpdateExpert", all_experts)
            .accepts(&[
                ("expertIds", "none | 910B 950: i32 i64"),
                ("eplbTable", "none | 910B 950: i32"),
                ("expertScalesOptional", "none | 910B 950: f16 bf16 f32"),
                ("pruningThresholdOptional", "none | 910B 950: f32"),
                ("activeMaskOptional", "none | 910B 950: bool"),
                ("balancedExpertIds", "as expertIds"),
                ("balancedActiveMask", "none | 910B 950: bool"),
            ])
            .bits(reference::updated_experts),
    ]
}

/// Numbers in memory that no table has end the task with an error.
#[test]
fn experts_and_instances_outside_the_table_are_errors() {
    for (at, number) in [
        (0, 4.0),
        (0, -1.0),
        (0, 1e9),
        (1, 0.0),
        (1, 4.0),
        (1, -3.0),
        (1, 2e9),
    ] {
        let mut all = experts(I64, None, false, 1);
        let shape = all[at].tensors()[0].shape.clone();
        let dtype = all[at].dtype().unwrap();
        all[at] = read(dtype, &shape, &[number]);
        let refusal = call(entry("aclnnMoeUpdateExpert"), &all).unwrap_err();
        let name = ["expertIds", "eplbTable"][at];
        assert!(refusal.message.contains(name), "{refusal:?}");
    }
}
