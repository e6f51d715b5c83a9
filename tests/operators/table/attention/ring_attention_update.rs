//! The rows of `aclnnRingAttentionUpdate` and `aclnnRingAttentionUpdateV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::merged::ring;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{ROWS, varied};

/// Largest scores and sums, of which some are of queries that see no key.
fn statistics(shape: &[i64], first: i64) -> [Argument; 2] {
    let rows = shape[..shape.len() - 1].iter().product::<i64>();
    let copies = |number: f64| [number; 8];
    let sees = |row: i64| (row + first) % 5 != 0 && row != 6;
    let none = |row: i64| row % 2 == 0;
    let largest = (0..rows).flat_map(|row| match (sees(row), none(row)) {
        (true, _) => copies(((row * 13 + first * 7) % 17) as f64 / 4.0 - 2.0),
        (false, true) => copies(f32::MIN.into()),
        (false, false) => copies(0.0),
    });
    let sums = (0..rows).flat_map(|row| match (sees(row), none(row)) {
        (true, _) => copies(1.0 + ((row * 5 + first) % 9) as f64 / 2.0),
        (false, true) => copies(f32::MAX.into()),
        (false, false) => copies(0.0),
    });
    let (largest, sums): (Vec<f64>, Vec<f64>) = (largest.collect(), sums.collect());
    [read(F32, shape, &largest), read(F32, shape, &sums)]
}

fn update_of_rings(has_layout: bool) -> Vec<Vec<Argument>> {
    let one = |dtype: Dtype,
               results: &[i64],
               of: &[i64],
               ends: Option<&[f64]>,
               layouts: [&'static str; 2]| {
        let part = |number: i64| {
            let [largest, sum] = statistics(of, number);
            vec![varied(dtype, results, number), largest, sum]
        };
        let ends = ends.map_or(Argument::Null, |ends| read(I64, &[ends.len() as i64], ends));
        let mut all = [part(1), part(2), vec![ends, Argument::Text(layouts[0])]].concat();
        if has_layout {
            all.push(Argument::Text(layouts[1]));
        }
        all.extend([write(dtype, results), write(F32, of), write(F32, of)]);
        all
    };
    let ends: &[f64] = &[0.0, 3.0, 3.0, 7.0];
    let mut all = vec![
        one(F32, &[5, 2, 12], &[2, 3, 5, 8], None, ["SBH", ""]),
        one(F16, &[7, 3, 64], &[7, 3, 8], Some(ends), ["TND", ""]),
        one(Bf16, &[7, 2, 64], &[7, 2, 8], Some(ends), ["TND", "SBH"]),
    ];
    // Ends say nothing here.
    let mut with_ends = all[0].clone();
    with_ends[6] = read(I64, &[1, 1], &[0.0]);
    all.push(with_ends);
    if has_layout {
        all.push(one(F32, &[40, 3, 64], &[40, 3, 8], None, ["TND", "TND"]));
    }
    all
}

const RING: &[(&str, &str)] = &[
    (
        "prevAttnOut",
        "910: none | 910B 950: f32 f16 bf16 | 310: none",
    ),
    ("prevSoftmaxMax", "910: none | 910B 950: f32 | 310: none"),
    ("prevSoftmaxSum", "910: none | 910B 950: f32 | 310: none"),
    ("curAttnOut", "as prevAttnOut"),
    ("curSoftmaxMax", "910: none | 910B 950: f32 | 310: none"),
    ("curSoftmaxSum", "910: none | 910B 950: f32 | 310: none"),
    ("actualSeqQlenOptional", "any"),
    ("attnOutOut", "as prevAttnOut"),
    ("softmaxMaxOut", "910: none | 910B 950: f32 | 310: none"),
    ("softmaxSumOut", "910: none | 910B 950: f32 | 310: none"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRingAttentionUpdate", || update_of_rings(false))
            .accepts(RING)
            .whole(ring)
            .accuracy(ROWS),
        Row::new("aclnnRingAttentionUpdateV2", || update_of_rings(true))
            .accepts(RING)
            .whole(ring)
            .accuracy(ROWS),
    ]
}
