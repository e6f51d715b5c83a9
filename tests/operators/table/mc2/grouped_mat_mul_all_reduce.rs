//! The row of `aclnnGroupedMatMulAllReduce`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Tensor};
use crate::ranks::{ONE_RANK, hold_on_ranks};
use crate::reference::quant_of_ranks as reference;
use crate::table::matmul::grouped_matmul::numbers;
use crate::table::shared::mc2::codes::together;
use crate::table::shared::mc2::of_group;
use crate::table::{Holds, Row, entry};

/// Lists of products: `splitItem` and, if rows stand in one tensor, the ends of groups.
fn lists(dtype: Dtype, split: i64, [rank, _]: [i64; 2]) -> Vec<Argument> {
    let seed = rank as u64 * 5;
    let rows = [3, 0, 4];
    let columns = if split & 2 != 0 { [6, 6, 6] } else { [6, 5, 7] };
    let inner = if split & 1 != 0 {
        [8, 8, 8]
    } else {
        [8, 10, 12]
    };
    let list = |make: &dyn Fn(usize) -> Tensor| Argument::Tensors((0..3).map(make).collect());
    let x = match split & 1 {
        0 if split == 0 => list(&|i| numbers(dtype, &[1, rows[i], inner[i]], seed + i as u64)),
        0 => list(&|i| numbers(dtype, &[rows[i], inner[i]], seed + i as u64)),
        _ => Argument::Tensors(vec![numbers(dtype, &[7, 8], seed)]),
    };
    let wide = if dtype == Bf16 { F32 } else { dtype };
    let poison = |shape: &[i64]| Tensor::new(dtype, shape, crate::argument::Contents::Poison);
    let y = match split & 2 {
        0 if split == 0 => list(&|i| poison(&[1, rows[i], columns[i]])),
        0 => list(&|i| poison(&[rows[i], columns[i]])),
        _ => Argument::Tensors(vec![poison(&[7, 6])]),
    };
    vec![
        x,
        list(&|i| numbers(dtype, &[inner[i], columns[i]], seed + 4 + i as u64)),
        if split == 2 {
            Argument::Null
        } else {
            list(&|i| numbers(wide, &[columns[i]], seed + 9 + i as u64))
        },
        if split & 1 != 0 {
            Argument::Ints(vec![3, 3, 7])
        } else {
            Argument::Null
        },
        Argument::Int(split),
        Argument::Text(ONE_RANK),
        Argument::Text("sum"),
        Argument::Int(0),
        Argument::Int(1),
        y,
    ]
}

fn all_lists() -> Vec<Vec<Argument>> {
    let types = [F16, Bf16].into_iter();
    types
        .flat_map(|dtype| (0..4).map(move |split| lists(dtype, split, [0, 1])))
        .collect()
}

const ON_910B: &str = "table::mc2::grouped_mat_mul_all_reduce::lists_of_910b";
const OLDER: &[(&str, &str)] = together!(
    "x", "weight", "bias", "y";
    ("samples", "not available on Ascend950, so tested on an older generation only")
);

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatMulAllReduce", all_lists)
            .accepts(&[
                ("x", "none | 910B: f16 bf16"),
                ("weight", "none | 910B: f16 bf16"),
                ("bias", "none | 910B: f16 f32"),
                ("y", "none | 910B: f16 bf16"),
            ])
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
    ]
}

/// On the chip that has them, in a process of its own.
#[test]
fn lists_of_910b() {
    if !crate::chips::is("Ascend910B1", ON_910B) {
        return;
    }
    for ranks in [1, 2] {
        for dtype in [F16, Bf16] {
            for split in 0..4 {
                let of_rank = |rank| of_group(lists(dtype, split, [rank, ranks]), "lists");
                let all: Vec<_> = (0..ranks).map(of_rank).collect();
                hold_on_ranks(
                    entry("aclnnGroupedMatMulAllReduce"),
                    "lists",
                    &all,
                    reference::lists_reduced,
                );
            }
        }
    }
}
