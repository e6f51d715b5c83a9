//! The rows of `aclnnMatmul` and `aclnnMatmulWeightNz`.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::shared::matmul::plain::result;
use crate::table::shared::matmul::weights::{BLOCKS, refused};
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS, products, weights};

fn of_any_rank() -> Vec<Vec<Argument>> {
    products(
        [&[3, 5], &[5, 4], &[3, 4]],
        &[
            [&[5], &[5, 4], &[4]],
            [&[3, 5], &[5], &[3]],
            [&[2, 3, 5], &[5], &[2, 3]],
            [&[5], &[3, 1, 5, 4], &[3, 1, 4]],
            [&[2, 1, 3, 5], &[7, 5, 4], &[2, 7, 3, 4]],
            [&[1, 2, 2, 1, 3, 5], &[2, 5, 4], &[1, 2, 2, 2, 3, 4]],
            [&[2, 3, 5], &[2, 5, 4], &[4, 2, 3]],
            [&[600], &[600], &[]],
            [&[2, 3, 0], &[0, 4], &[2, 3, 4]],
        ],
    )
}

fn of_matrices() -> Vec<Vec<Argument>> {
    weights::products(&[
        [&[5, 32], &[32, 16], &[5, 16]],
        [&[3, 17], &[17, 33], &[3, 33]],
        [&[3, 17], &[17, 33], &[11, 9]],
        [&[70, 100], &[100, 90], &[70, 90]],
        [&[0, 17], &[17, 33], &[0, 33]],
    ])
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMatmul", of_any_rank)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnMatmulWeightNz", of_matrices)
            .accepts(&[
                (
                    "self",
                    "none | 910B: f32 f16 bf16 | 950: f16 bf16 | 310: f16",
                ),
                ("mat2", "as self"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(weights::result)
            .whole(crate::reference::weights::product)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[
                BLOCKS,
                (
                    "dtypes mat2",
                    "FLOAT and a shorter type on Ascend910B; FLOAT16 and BFLOAT16 do not go together",
                ),
            ]),
    ]
}

#[test]
fn weights_are_stored_as_their_views_say() {
    let name = "aclnnMatmulWeightNz";
    let sample = &of_matrices()[0];
    let tensor = |arguments: &mut Arguments, change: fn(&mut crate::argument::Tensor)| {
        change(&mut arguments["mat2"].tensors_mut()[0]);
    };
    assert_eq!(refused(name, sample, |_| ()), 0);
    let plain = |arguments: &mut Arguments| {
        arguments["mat2"] = crate::reference::weights::plain(&arguments["mat2"])
    };
    assert_eq!(refused(name, sample, plain), 161_002, "a plain weight");
    let changes: [fn(&mut crate::argument::Tensor); 3] = [
        |weight| weight.shown.as_mut().unwrap().0 = vec![33, 16],
        |weight| weight.shown.as_mut().unwrap().1 = vec![32, 2],
        |weight| weight.shape = vec![1, 1, 16, 16],
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let code = refused(name, sample, |arguments| tensor(arguments, change));
        assert_eq!(code, 161_002, "change {number}");
    }
}
