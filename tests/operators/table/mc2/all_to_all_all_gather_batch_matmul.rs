//! The row of `aclnnAlltoAllAllGatherBatchMatMul`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::call::call;
use crate::ranks::on_grid;
use crate::table::shared::mc2::batches::{
    BIAS, COLUMNS, GATHERED, Of, ROWS, gathered, of_one, on_ranks_of_grid,
};
use crate::table::{Row, entry};

fn all_gathered() -> Vec<Vec<Argument>> {
    of_one(Of::gathered)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(GATHERED, all_gathered)
            .accepts(&[
                ("x", "none | 910B: f16 bf16"),
                ("weight", "as x"),
                ("biasOptional", "none | 910B: f16 f32"),
                ("y1Out", "as x"),
                ("y2OutOptional", "as x"),
                ("y3OutOptional", "as x"),
            ])
            .bits(gathered)
            .except(BIAS),
    ]
}

/// A call that differs on one rank fails on all ranks of the grid, with a sentence that says how.
#[test]
fn ranks_of_a_grid_that_disagree_all_fail() {
    if !crate::chips::is(
        "Ascend910B1",
        "table::mc2::all_to_all_all_gather_batch_matmul::ranks_of_a_grid_that_disagree_all_fail",
    ) {
        return;
    }
    for other in 0..4 {
        let arguments = on_ranks_of_grid([2, 2], |rank| {
            let rows = if rank == other { 4 } else { 3 };
            let of = Of {
                dtype: F16,
                ep: 2,
                tp: 2,
                rank,
                local: 1,
                size: [rows, 4, 5],
                by_rows: false,
                activation: 0,
                full: false,
            };
            of.gathered()
        });
        let got = on_grid([&ROWS[..2], &COLUMNS[..2]], |rank| {
            call(entry(GATHERED), &arguments[rank])
        });
        for got in got {
            let message = got.unwrap_err().message;
            assert!(message.contains("2 experts, 4 rows"), "{message}");
        }
    }
}
