//! Calls of the third and the fourth version of initial routing.

use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

/// Differences between calls of the third and the fourth version.
#[derive(Clone, Copy)]
struct V3 {
    x: Dtype,
    to: Dtype,
    size: [i64; 3],
    /// activeNum; 0 is the number of choices.
    active: i64,
    /// expertNum and expertCapacity, of which 0 is none.
    experts: [i64; 2],
    range: Option<[i64; 2]>,
    kind: i64,
    flag: bool,
    mode: i64,
    by_place: bool,
    scale: Option<(Dtype, &'static [i64])>,
    scale_out: (Dtype, &'static [i64]),
}

const PLAIN: V3 = V3 {
    x: F16,
    to: F16,
    size: [4, 6, 3],
    active: 0,
    experts: [7, 0],
    range: Some([1, 5]),
    kind: 1,
    flag: true,
    mode: -1,
    by_place: false,
    scale: None,
    scale_out: (F32, &[]),
};

impl V3 {
    fn call(self) -> Vec<Argument> {
        let [tokens, width, top_k] = self.size;
        let [count, capacity] = self.experts;
        let choices = tokens * top_k;
        let active = if self.active == 0 {
            choices
        } else {
            self.active
        };
        let [start, end] = self.range.unwrap_or([0, count]);
        let rows = if capacity > 0 {
            count * capacity
        } else {
            active.min(choices)
        };
        let shape = match capacity {
            0 => vec![rows, width],
            _ => vec![count, capacity, width],
        };
        let x = match self.x {
            F16 | Bf16 | F32 => strided(self.x, &[tokens, width], 1),
            other => crate::table::samples::patterns(other, &[tokens, width], 5),
        };
        let positive = crate::table::samples::POSITIVE;
        let scale = match self.scale {
            Some((F32, shape)) => read(F32, shape, &positive),
            Some((dtype, shape)) => crate::table::samples::patterns(dtype, shape, 9),
            None => Argument::Null,
        };
        let offset = if self.mode == 0 {
            read(F32, &[1], &[0.4])
        } else {
            Argument::Null
        };
        let counts = if self.kind == 2 {
            vec![count, 2]
        } else {
            vec![end - start]
        };
        let (scale_type, behind) = self.scale_out;
        let has_scales = self.scale.is_some() && self.mode != 0 && self.mode != 7
            || !behind.is_empty()
            || matches!(self.mode, 1 | 8 | 13);
        let scale_out = match has_scales {
            true => write(scale_type, &[&[rows], behind].concat()),
            false => write(F32, &[0]),
        };
        vec![
            x,
            experts(I32, &[tokens, top_k], 7),
            scale,
            offset,
            Argument::Int(active),
            Argument::Int(capacity),
            Argument::Int(count),
            Argument::Int((capacity > 0).into()),
            Argument::Int(self.kind),
            Argument::Bool(self.flag),
            Argument::Int(self.mode),
            self.range
                .map_or(Argument::Null, |range| Argument::Ints(range.to_vec())),
            Argument::Int(self.by_place.into()),
            write(self.to, &shape),
            write(I32, &[choices]),
            write(I64, &counts),
            scale_out,
        ]
    }

    /// Of the fourth version.
    fn with_weights(self, limit: Option<i64>, weights: bool) -> Vec<Argument> {
        let mut sample = self.call();
        let [tokens, _, top_k] = self.size;
        let shape = &sample[13].tensors()[0].shape;
        let rows: i64 = shape[..shape.len() - 1].iter().product();
        sample[4] = limit.map_or(Argument::Null, |limit| read(I64, &[1], &[limit as f64]));
        let (weights, output) = match weights {
            true => (strided(F32, &[tokens, top_k], 4), write(F32, &[rows, 1])),
            false => (Argument::Null, Argument::Null),
        };
        sample.insert(5, weights);
        sample.push(output);
        sample
    }
}

/// Calls that Ascend950 has too.
fn v3_both() -> Vec<V3> {
    let scaled = V3 {
        scale: Some((F32, &[4])),
        ..PLAIN
    };
    vec![
        scaled,
        V3 {
            x: Bf16,
            to: Bf16,
            range: None,
            kind: 0,
            by_place: true,
            ..PLAIN
        },
        V3 {
            x: F32,
            to: F32,
            kind: 2,
            ..PLAIN
        },
        V3 {
            x: I8,
            to: I8,
            kind: 2,
            by_place: true,
            range: Some([0, 7]),
            ..scaled
        },
        V3 {
            x: F32,
            to: F32,
            size: [301, 40, 4],
            range: Some([2, 6]),
            kind: 0,
            ..PLAIN
        },
        V3 {
            x: Bf16,
            to: Bf16,
            experts: [7, 2],
            range: None,
            ..PLAIN
        },
        V3 {
            experts: [7, 3],
            range: Some([0, 7]),
            ..scaled
        },
        V3 {
            x: F16,
            to: I8,
            mode: 0,
            scale: Some((F32, &[1])),
            ..PLAIN
        },
        V3 {
            x: F16,
            to: I8,
            mode: 1,
            scale: Some((F32, &[4, 6])),
            ..PLAIN
        },
        V3 {
            x: Bf16,
            to: I8,
            mode: 1,
            scale: Some((F32, &[1, 6])),
            scale_out: (F32, &[1]),
            ..PLAIN
        },
        V3 {
            x: F32,
            to: I8,
            mode: 1,
            size: [301, 40, 4],
            ..PLAIN
        },
    ]
}

pub fn v3_on_910b() -> Vec<Vec<Argument>> {
    let mut samples = v3_both();
    let fewer = V3 {
        active: 5,
        flag: false,
        ..PLAIN
    };
    samples.extend([
        fewer,
        V3 {
            by_place: true,
            scale: Some((F32, &[4])),
            ..fewer
        },
        V3 {
            to: I8,
            mode: 0,
            experts: [7, 2],
            range: None,
            scale: Some((F32, &[1])),
            ..PLAIN
        },
        V3 {
            to: I8,
            mode: 1,
            experts: [7, 2],
            range: None,
            scale: Some((F32, &[7, 6])),
            ..PLAIN
        },
    ]);
    let mut samples: Vec<_> = samples.into_iter().map(V3::call).collect();
    // All choices.
    let mut all = PLAIN.call();
    all[4] = Argument::Int(0);
    samples.push(all);
    samples
}

fn v3_on_950() -> Vec<V3> {
    let mut samples = v3_both();
    for (x, shape) in [
        (F8E5m2, &[4, 1, 2]),
        (F8E4m3fn, &[4, 1, 2]),
        (F4E2m1, &[4, 1, 2]),
    ] {
        samples.push(V3 {
            x,
            to: x,
            scale: Some((F8E8m0, shape)),
            scale_out: (F8E8m0, &[1, 2]),
            ..PLAIN
        });
    }
    samples.extend([
        V3 {
            x: Hifloat8,
            to: Hifloat8,
            scale: Some((F32, &[4])),
            ..PLAIN
        },
        V3 {
            x: Hifloat8,
            to: Hifloat8,
            experts: [7, 2],
            range: None,
            ..PLAIN
        },
        V3 {
            x: F32,
            to: I4,
            mode: 13,
            scale: Some((F32, &[1, 6])),
            ..PLAIN
        },
        V3 {
            x: Bf16,
            to: I4,
            mode: 13,
            ..PLAIN
        },
    ]);
    samples
}

/// The type of scales, and their shape behind the rows.
type Behind = (Dtype, &'static [i64]);

/// The modes that Ascend950 alone has, of rows with a short last group; the first row is zeros.
fn quantised() -> Vec<V3> {
    let modes: [(i64, Dtype, Behind); 15] = [
        (2, F8E5m2, (F8E8m0, &[10])),
        (3, F8E4m3fn, (F8E8m0, &[10])),
        (4, F8E5m2, (F32, &[3])),
        (5, F8E4m3fn, (F32, &[3])),
        (6, Hifloat8, (F32, &[])),
        (7, Hifloat8, (F32, &[])),
        (8, Hifloat8, (F32, &[])),
        (9, F4E2m1, (F8E8m0, &[5, 2])),
        (11, F8E5m2, (F32, &[2, 2])),
        (12, F8E4m3fn, (F32, &[2, 2])),
        (14, F8E5m2, (F32, &[3])),
        (15, F8E4m3fn, (F32, &[3])),
        (16, F8E5m2, (F8E8m0, &[10])),
        (17, F8E4m3fn, (F8E8m0, &[10])),
        (8, Hifloat8, (F32, &[1])),
    ];
    let each = modes.into_iter().flat_map(|(mode, to, scale_out)| {
        [F16, Bf16].map(|x| V3 {
            x,
            to,
            size: [4, 290, 3],
            mode,
            scale: (mode == 7).then_some((F32, &[1])),
            scale_out,
            ..PLAIN
        })
    });
    each.collect()
}

/// With numbers of all sizes, among them zeros for whole groups.
fn spread(mut sample: Vec<Argument>) -> Vec<Argument> {
    let size = |at: i32| f64::from(at * 7919 % 1009 - 504) * 2_f64.powi(at * 31 % 23 - 16);
    let numbers: Vec<f64> = (0..1160)
        .map(|at| if at < 200 { 0.0 } else { size(at) })
        .collect();
    let tensor = &mut sample[0].tensors_mut()[0];
    tensor.contents = crate::argument::Contents::Numbers(numbers);
    sample
}

pub fn v3_samples() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = v3_on_950().into_iter().map(V3::call).collect();
    samples.extend(quantised().into_iter().map(|v3| spread(v3.call())));
    samples
}

pub fn v4_samples() -> Vec<Vec<Argument>> {
    let first = V3 {
        scale: Some((F32, &[4])),
        ..PLAIN
    };
    let mut samples = vec![first.with_weights(Some(12), true)];
    let each = v3_on_950().into_iter().enumerate();
    samples.extend(each.map(|(number, v3)| v3.with_weights(None, number % 2 == 0)));
    let fewer = V3 {
        active: 5,
        flag: false,
        ..PLAIN
    };
    samples.push(fewer.with_weights(Some(5), true));
    samples.push(
        V3 {
            flag: false,
            ..PLAIN
        }
        .with_weights(Some(3), true),
    );
    samples.push(PLAIN.with_weights(Some(0), true));
    samples.extend(
        quantised()
            .into_iter()
            .step_by(2)
            .map(|v3| spread(v3.with_weights(None, true))),
    );
    let of_bf16 = quantised().into_iter().take(16).skip(1).step_by(2);
    samples.extend(of_bf16.map(|v3| spread(v3.with_weights(None, false))));
    samples
}
