//! Normalisations of sums, and their gradients.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype;

use super::norms::{CASES, statistics};
use super::{Row, near_1, varied};
use crate::argument::Argument;
use crate::reference::rows::{gradients, norms};
use crate::table::samples::write;

/// Samples of each case: its type, the shape of what is normalised, that of parameters, and that of statistics.
fn each(of: impl Fn(Dtype, &[i64], &[i64], &[i64]) -> Vec<Argument>) -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| {
        of(dtype, shape, last, &statistics(shape, last))
    };
    CASES.iter().map(sample).collect()
}

fn add_rms() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    // Only the last dimension is normalised without statistics.
    let mut without = samples[3].clone();
    without[2] = near_1(Dtype::F16, &[1, 33], 1);
    without[5] = Argument::Null;
    samples.push(without.clone());
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

fn add_rms_bias() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            varied(dtype, last, 3),
            Argument::Float(1e-6),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    let mut without = samples[3].clone();
    without[3] = Argument::Null;
    samples.push(without);
    samples
}

fn add_rms_in_place() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(Dtype::F32, statistics),
        ]
    })
}

fn add_rms_cast() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(Dtype::F32, shape),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    // The small case in a type that the operator takes.
    for at in [0, 1, 2, 5, 7] {
        samples[0][at].set_dtype(Dtype::F16);
    }
    samples.retain(|sample| sample[0].dtype() != Some(Dtype::F32));
    samples
}

fn add_layer() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            varied(dtype, last, 3),
            varied(dtype, shape, 4),
            Argument::Float(1e-5),
            Argument::Bool(true),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    let mut repeated = samples[0].clone();
    repeated[4] = varied(Dtype::F32, &[4], 4);
    samples.push(repeated.clone());
    repeated[4] = Argument::Null;
    repeated[0].set_dtype(Dtype::F16);
    samples.push(repeated.clone());
    repeated[6] = Argument::Bool(false);
    samples.push(repeated);
    samples
}

fn add_layer_gradients() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, shape, 3),
            near_1(Dtype::F32, statistics, 1),
            varied(Dtype::F32, statistics, 4),
            near_1(dtype, last, 2),
            varied(dtype, shape, 5),
            write(dtype, shape),
            write(Dtype::F32, last),
            write(Dtype::F32, last),
        ]
    });
    let mut without = samples[0].clone();
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

fn deep() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, last, 3),
            near_1(dtype, last, 1),
            Argument::Float(0.3),
            Argument::Float(1e-6),
            write(Dtype::F32, statistics),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    })
}

fn deep_gradients() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, shape, 3),
            near_1(dtype, last, 1),
            varied(Dtype::F32, statistics, 4),
            near_1(Dtype::F32, statistics, 2),
            Argument::Float(0.3),
            write(dtype, shape),
            write(dtype, shape),
            write(Dtype::F32, last),
            write(Dtype::F32, last),
        ]
    })
}

pub fn rows() -> Vec<Row> {
    const SHORT: &str = "f32 f16 bf16 | 910: none | 310: f32 f16";
    const MIXED: &str = "f32 f16 bf16 | 910: none | 310: f32";
    vec![
        Row::new("aclnnAddRmsNorm", add_rms)
            .accepts(&[
                ("x1", "f32 f16 bf16 | 310: f32 f16"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("yOut", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnAddRmsNormBias", add_rms_bias)
            .accepts(&[
                ("x1", "f32 f16 bf16 | 310: f32 f16"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("betaOptional", "as x1"),
                ("yOut", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm_bias)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnInplaceAddRmsNorm", add_rms_in_place)
            .accepts(&[
                ("x1Ref", SHORT),
                ("x2Ref", "as x1Ref"),
                ("gamma", "as x1Ref"),
                ("rstdOut", "f32"),
            ])
            .whole(norms::add_rms_norm_in_place)
            .accuracy(ROWS),
        Row::new("aclnnAddRmsNormCast", add_rms_cast)
            .accepts(&[
                ("x1", "f16 bf16 | 910 310: none"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("y1Out", "f32"),
                ("y2Out", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm_cast)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnAddLayerNorm", add_layer)
            .accepts(&[
                ("x1", MIXED),
                ("x2", MIXED),
                ("gamma", "f32"),
                ("beta", "f32"),
                ("biasOptional", "f32"),
                ("yOut", "f32"),
                ("meanOut", "f32"),
                ("rstdOut", "f32"),
                ("xOut", "f32"),
            ])
            .whole(norms::add_layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnAddLayerNormGrad", add_layer_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x1", "as dy"),
                ("x2", "as dy"),
                ("rstd", "f32"),
                ("mean", "f32"),
                ("gamma", "as dy"),
                ("dsumOptional", "as dy"),
                ("dxOut", "as dy"),
                ("dgammaOut", "f32"),
                ("dbetaOut", "f32"),
            ])
            .whole(gradients::add_layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnDeepNorm", deep)
            .accepts(&[
                ("x", SHORT),
                ("gx", "as x"),
                ("beta", "as x"),
                ("gamma", "as x"),
                ("meanOut", "f32"),
                ("rstdOut", "f32"),
                ("yOut", "as x"),
            ])
            .whole(norms::deep_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnDeepNormGrad", deep_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x", "as dy"),
                ("gx", "as dy"),
                ("gamma", "as dy"),
                ("mean", "f32"),
                ("rstd", "f32"),
                ("dxOut", "as dy"),
                ("dgxOut", "as dy"),
                ("dbetaOut", "f32"),
                ("dgammaOut", "f32"),
            ])
            .whole(gradients::deep_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
