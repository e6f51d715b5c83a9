//! Products that Ascend910B alone has, in a process of their own.

use crate::table::shared::mc2::quantised::*;

pub const ON_910B: &str = "table::shared::mc2::quantised::on_910b::quantised_products_of_910b";

pub fn normed_cases(name: &str) -> Vec<Case> {
    let mut all = match name {
        name if name.contains("WeightQuant") => weights(),
        name if name.contains("Quant") => integers(1),
        _ => plain(),
    };
    all.retain(|case| !matches!(case.types[1], Hifloat8 | F8E4m3fn));
    for case in &mut all {
        case.x3 = false;
    }
    all
}

/// On the chip that has them, in a process of its own.
#[test]
pub fn quantised_products_of_910b() {
    if !crate::chips::is("Ascend910B1", ON_910B) {
        return;
    }
    crate::ranks::form_one_rank();
    for name in NORMED {
        for (number, case) in normed_cases(name).iter().enumerate() {
            for ranks in [1, 2] {
                let of_rank = |rank| {
                    let all = arguments(entry(name), Kind::Sum, case, [rank, ranks]);
                    of_group(all, "normed")
                };
                let all: Vec<_> = (0..ranks).map(of_rank).collect();
                hold_on_ranks(entry(name), "normed", &all, reference::normed);
                assert!(number < 99);
            }
        }
    }
    let rows = |x: Dtype, out| {
        case([x, x, out], [4, 40, 12])
            .x1(F32, &[4, 1])
            .x2(F32, &[1, 12])
    };
    for ranks in [1, 2] {
        for out in [F16, Bf16] {
            for x in [I8, I4] {
                hold("aclnnAllGatherMatmulV2", Kind::Gather, &rows(x, out), ranks);
            }
            hold(
                "aclnnMatmulReduceScatterV2",
                Kind::Scatter,
                &rows(I8, out).bias(out),
                ranks,
            );
            hold(
                "aclnnMatmulReduceScatterV2",
                Kind::Scatter,
                &rows(I8, out).bias(F32),
                ranks,
            );
            let behind = case([I8, I8, out], [4, 40, 12])
                .x1(F32, &[4])
                .x2(F32, &[12]);
            hold(
                "aclnnQuantMatmulAlltoAll",
                Kind::Behind,
                &behind.clone().bias(out),
                ranks,
            );
            hold(
                "aclnnQuantMatmulAlltoAllV2",
                Kind::Behind,
                &behind.bias(F32),
                ranks,
            );
            let before = |x1: Dtype, x2| case([x1, x2, out], [8, 8, 12]).x2(F32, &[12]);
            let of_rows = before(I4, I4).x1(F32, &[8]).bias(F32);
            hold("aclnnAlltoAllQuantMatmul", Kind::Before, &of_rows, ranks);
            for x2 in [I8, I4] {
                let dynamic = before(out, x2).with(|case| case.modes = [7, 2]);
                hold("aclnnAlltoAllQuantMatmul", Kind::Before, &dynamic, ranks);
                let by_rows = before(out, x2);
                hold("aclnnAlltoAllQuantMatmul", Kind::Before, &by_rows, ranks);
                let smooth = dynamic.x1(out, &[8 * ranks]).bias(out);
                hold("aclnnAlltoAllQuantMatmulV2", Kind::Before, &smooth, ranks);
            }
        }
        let words = rows(I8, F16).x2(I64, &[1, 12]);
        hold("aclnnAllGatherMatmulV2", Kind::Gather, &words, ranks);
        hold("aclnnMatmulReduceScatterV2", Kind::Scatter, &words, ranks);
        // One row on each rank has a scale of its own.
        let one = case([I8, I8, F16], [1, 40, 12])
            .x1(F32, &[1, 1])
            .x2(F32, &[1, 12]);
        hold("aclnnAllGatherMatmulV2", Kind::Gather, &one, ranks);
    }
}
