//! Samples and checks of several operators: tokens of what experts return.

use crate::reference::moe;
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

/// Differences between calls.
#[derive(Clone, Copy)]
pub struct Finalize {
    pub x: Dtype,
    pub scales: Option<Dtype>,
    pub size: [i64; 3],
    pub mode: i64,
    pub addends: usize,
    pub bias: bool,
    pub experts: bool,
}

pub const FIRST: Finalize = Finalize {
    x: F16,
    scales: Some(F16),
    size: [4, 5, 3],
    mode: 0,
    addends: 2,
    bias: true,
    experts: true,
};

/// Experts, and rows of each with a capacity.
pub const EXPERTS: [i64; 2] = [6, 4];

impl Finalize {
    pub fn v2(self) -> Vec<Argument> {
        let [tokens, width, top_k] = self.size;
        let choices = tokens * top_k;
        let is_padded = self.mode % 2 == 1;
        let capacity = (choices / EXPERTS[0]).max(EXPERTS[1]);
        let shape = match is_padded {
            true => vec![EXPERTS[0], capacity, width],
            false => vec![choices, width],
        };
        let rows = if is_padded {
            EXPERTS[0] * capacity
        } else {
            choices
        };
        let mut numbers = permutation(choices.max(rows))[..choices as usize].to_vec();
        if is_padded {
            numbers
                .iter_mut()
                .step_by(4)
                .for_each(|place| *place = -1.0);
            numbers
                .iter_mut()
                .filter(|place| **place >= rows as f64)
                .for_each(|place| *place = -1.0);
        }
        let addend = |number: usize| match number < self.addends {
            true => strided(self.x, &[tokens, width], 3 + number),
            false => Argument::Null,
        };
        vec![
            strided(self.x, &shape, 1),
            read(I32, &[choices], &numbers),
            addend(0),
            addend(1),
            if self.bias {
                strided(self.x, &[EXPERTS[0], width], 6)
            } else {
                Argument::Null
            },
            self.scales.map_or(Argument::Null, |scales| {
                strided(scales, &[tokens, top_k], 8)
            }),
            match self.experts {
                true => experts(I32, &[tokens, top_k], EXPERTS[0]),
                false => Argument::Null,
            },
            Argument::Int(self.mode),
            write(self.x, &[tokens, width]),
        ]
    }

    pub fn v1(self) -> Vec<Argument> {
        let [rows, places, x1, x2, bias, scales, experts, _, out] =
            <[Argument; 9]>::try_from(self.v2()).unwrap();
        vec![rows, x1, x2, bias, scales, places, experts, out]
    }

    /// With experts that have no rows: one that gives nothing, one that copies, and two that are constant.
    pub fn v3(self, special: bool) -> Vec<Argument> {
        let [tokens, width, _] = self.size;
        let mut sample = self.v2();
        let ranges = match special {
            true => [vec![1, 2], vec![3, 4], vec![4, 6]].map(Argument::Ints),
            false => [Argument::Null, Argument::Null, Argument::Null],
        };
        sample.splice(8..8, ranges);
        let tensors = match special {
            true => {
                let constant = |first| strided(self.x, &[2, width], first);
                [
                    strided(self.x, &[tokens, width], 2),
                    constant(5),
                    constant(7),
                    constant(9),
                ]
            }
            false => [
                Argument::Null,
                Argument::Null,
                Argument::Null,
                Argument::Null,
            ],
        };
        sample.splice(7..7, tensors);
        sample
    }

    pub fn v4(self, special: bool, k: i64) -> Vec<Argument> {
        let mut sample = self.v3(special);
        sample.insert(15, Argument::Int(k));
        sample
    }
}

pub fn v1_samples() -> Vec<Vec<Argument>> {
    let of = |x| Finalize {
        x,
        scales: Some(x),
        ..FIRST
    };
    vec![
        of(F16).v1(),
        Finalize {
            addends: 1,
            ..of(Bf16)
        }
        .v1(),
        of(F32).v1(),
        Finalize {
            size: [301, 600, 4],
            ..of(F32)
        }
        .v1(),
    ]
}

/// Types of every chip but Ascend310P.
pub fn modes() -> Vec<Finalize> {
    let mut all = Vec::new();
    for mode in 0..4 {
        all.push(Finalize { mode, ..FIRST });
        all.push(Finalize {
            mode,
            x: F32,
            scales: Some(F32),
            addends: 1,
            bias: false,
            experts: false,
            ..FIRST
        });
        all.push(Finalize {
            mode,
            x: Bf16,
            scales: Some(F32),
            addends: 0,
            experts: mode % 2 == 0,
            bias: mode % 2 == 0,
            ..FIRST
        });
        all.push(Finalize {
            mode,
            x: Bf16,
            scales: Some(Bf16),
            ..FIRST
        });
        all.push(Finalize {
            mode,
            scales: None,
            size: [7, 5, 1],
            ..FIRST
        });
    }
    all.push(Finalize {
        x: F32,
        scales: Some(F32),
        size: [301, 600, 4],
        mode: 2,
        ..FIRST
    });
    all
}

pub fn v2_on_910b() -> Vec<Vec<Argument>> {
    modes().into_iter().map(Finalize::v2).collect()
}

pub fn gradient(
    x: Dtype,
    scales: Option<Dtype>,
    [tokens, width, top_k]: [i64; 3],
    shape: &[i64],
    active: i64,
    bias: bool,
) -> Vec<Argument> {
    let choices = tokens * top_k;
    let drops = shape.len() == 3;
    let rows: i64 = shape[..shape.len() - 1].iter().product();
    let mut numbers = permutation(choices.max(rows))[..choices as usize].to_vec();
    if drops {
        numbers
            .iter_mut()
            .step_by(4)
            .for_each(|place| *place = -1.0);
    }
    let [count, capacity] = if drops { [shape[0], shape[1]] } else { [0, 0] };
    let experts_of_bias = if drops { count } else { 6 };
    vec![
        strided(x, &[tokens, width], 2),
        read(I32, &[choices], &numbers),
        strided(x, shape, 1),
        scales.map_or(Argument::Null, |scales| {
            strided(scales, &[tokens, top_k], 8)
        }),
        if bias {
            experts(I32, &[tokens, top_k], experts_of_bias)
        } else {
            Argument::Null
        },
        if bias {
            strided(x, &[experts_of_bias, width], 6)
        } else {
            Argument::Null
        },
        Argument::Int(drops.into()),
        Argument::Int(active),
        Argument::Int(count),
        Argument::Int(capacity),
        write(x, shape),
        write(scales.unwrap_or(x), &[tokens, top_k]),
    ]
}

pub fn gradients_on_910b() -> Vec<Vec<Argument>> {
    vec![
        gradient(F16, Some(F16), [4, 5, 3], &[12, 5], 0, true),
        gradient(Bf16, Some(Bf16), [4, 5, 3], &[7, 5], 7, true),
        gradient(F32, Some(F32), [4, 5, 3], &[6, 3, 5], 0, true),
        gradient(F32, Some(F32), [4, 5, 3], &[6, 3, 5], 0, false),
        gradient(F32, None, [7, 5, 1], &[7, 5], 0, false),
        gradient(F32, Some(F32), [301, 600, 4], &[1204, 600], 0, false),
    ]
}

pub fn on_910b() -> Vec<Elsewhere> {
    vec![
        ("aclnnMoeFinalizeRouting", v1_samples, moe::finalize_v1),
        ("aclnnMoeFinalizeRoutingV2", v2_on_910b, moe::finalize_v2),
        (
            "aclnnMoeFinalizeRoutingV2Grad",
            gradients_on_910b,
            moe::finalize_gradient,
        ),
    ]
}

pub fn on_310p() -> Vec<Elsewhere> {
    let plain: fn() -> Vec<Vec<Argument>> = || {
        let of = |x| Finalize {
            x,
            scales: Some(x),
            size: [4, 32, 3],
            mode: 2,
            addends: 0,
            bias: false,
            experts: false,
        };
        vec![of(F16).v2(), of(F32).v2()]
    };
    vec![("aclnnMoeFinalizeRoutingV2", plain, moe::finalize_v2)]
}
