//! Prolog of latent attention by its definition, step by step.

use hostnpu::tensor::Dtype;

use super::grouped::values;
use super::normed_quantisers::in_blocks;
use super::quantisers::encode;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;

fn stored(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    encode(dtype, true, "rint", numbers)
}

/// `x @ matrix`, with factors of rows and columns, or of rows and columns in blocks of 32 steps.
fn product(x: &[f64], of: &Tensor, scales: [Option<&[f64]>; 2], is_mx: bool) -> Vec<f64> {
    let shape = &of.shown.as_ref().unwrap().0;
    let [steps, columns] = [shape[0], shape[1]].map(|extent| extent as usize);
    let mut matrix = values(of, None);
    let mut x = x.to_vec();
    if is_mx {
        let [of_rows, of_columns] = scales.map(Option::unwrap);
        for (at, x) in x.iter_mut().enumerate() {
            *x *= of_rows[at / 32];
        }
        for (at, w) in matrix.iter_mut().enumerate() {
            let (step, column) = (at / columns, at % columns);
            *w *= of_columns[column * (steps / 32) + step / 32];
        }
    }
    let mut all = vec![0.0; x.len() / steps * columns];
    for (row, (x, sums)) in x.chunks(steps).zip(all.chunks_mut(columns)).enumerate() {
        for (x, line) in x.iter().zip(matrix.chunks(columns)) {
            for (sum, w) in sums.iter_mut().zip(line) {
                *sum += x * w;
            }
        }
        if let ([Some(rows), Some(columns)], false) = (scales, is_mx) {
            for (sum, column) in sums.iter_mut().zip(columns) {
                *sum *= rows[row] * column;
            }
        }
    }
    all
}

fn normed(row: &[f64], gamma: &[f64], epsilon: f64, factor: f64) -> Vec<f64> {
    let mean = row.iter().map(|x| x * x).sum::<f64>() / row.len() as f64;
    let root = (mean + epsilon).sqrt();
    row.iter()
        .zip(gamma)
        .map(|(x, gamma)| x / root * gamma * factor)
        .collect()
}

/// Neighbours go to the halves, which are rotated.
fn rotated(row: &[f64], angles: Option<(&[f64], &[f64])>) -> Vec<f64> {
    let Some((cos, sin)) = angles else {
        return row.to_vec();
    };
    let half = row.len() / 2;
    let mut to = vec![0.0; row.len()];
    for k in 0..half {
        let (a, b) = (row[2 * k], row[2 * k + 1]);
        to[k] = a * cos[k] - b * sin[k];
        to[k + half] = b * cos[k + half] + a * sin[k + half];
    }
    to
}

fn largest(row: &[f64]) -> f64 {
    row.iter().fold(0.0_f64, |most, x| most.max(x.abs()))
}

/// The scale of numbers up to `most` in a type, in FLOAT.
fn scale_of(most: f64, dtype: Dtype) -> f64 {
    let max = match dtype {
        Dtype::I8 => 127.0_f32,
        Dtype::F8E4m3fn => 448.0,
        _ => 32768.0,
    };
    f64::from(most as f32 * (1.0 / max))
}

/// Codes of a row divided by its scale, and the scale.
fn quantised(row: &[f64], dtype: Dtype) -> (Vec<u8>, f64) {
    let scale = scale_of(largest(row), dtype);
    let each: Vec<f64> = row.iter().map(|x| x / scale).collect();
    (stored(&each, dtype), scale)
}

fn floats(numbers: &[f64]) -> Vec<u8> {
    stored(numbers, Dtype::F32)
}

/// The caches, queries, their rotated part and, where they are given, the scale of queries, latent queries and their scales.
pub fn prolog(arguments: &Arguments) -> Vec<Vec<u8>> {
    let find = |name: &str| {
        let own = arguments.names().find(|own| own.starts_with(name));
        own.map(|own| &arguments[own])
    };
    let tensor = |name: &str| find(name).and_then(|of| of.tensors().first());
    let given = |name: &str| tensor(name).map(|tensor| values(tensor, None));
    let float = |name: &str, absent: f64| match find(name) {
        Some(Argument::Float(value)) => *value,
        _ => absent,
    };
    let token_x = tensor("tokenX").unwrap();
    let width = *token_x.shape.last().unwrap() as usize;
    let tokens = token_x.numel() / width;
    let x = values(token_x, None);
    let uq_qr = tensor("weightUqQr").unwrap();
    let codes_type = Some(uq_qr.dtype).filter(|&dtype| dtype != Dtype::Bf16);
    let is_mx = matches!(find("weightQuantMode"), Some(Argument::Int(3)));
    let scale_x = given("dequantScaleX");
    let [gamma_cq, gamma_ckv] =
        ["rmsnormGammaCq", "rmsnormGammaCkv"].map(|name| given(name).unwrap());
    let (dq, dkv) = (given("dequantScaleWDq"), given("dequantScaleWDkvKr"));
    let cq = product(
        &x,
        tensor("weightDq").unwrap(),
        [scale_x.as_deref(), dq.as_deref()],
        is_mx,
    );
    let width_cq = gamma_cq.len();
    let mut latent: Vec<f64> = Vec::new();
    for row in cq.chunks(width_cq) {
        latent.extend(normed(
            row,
            &gamma_cq,
            float("rmsnormEpsilonCq", 0.0),
            float("qcQrScale", 1.0),
        ));
    }
    let (mut norm, mut norm_scale, mut of_rows) = (Vec::new(), Vec::new(), Vec::new());
    match codes_type {
        None => norm = stored(&latent, Dtype::Bf16),
        Some(dtype) if is_mx => {
            [norm, norm_scale] = in_blocks(&latent, width_cq, dtype, 0, "rint");
            of_rows = norm_scale
                .iter()
                .map(|&power| f64::from(power) - 127.0)
                .map(f64::exp2)
                .collect();
        }
        Some(dtype) => {
            let smooth = given("smoothScalesCq");
            for row in latent.chunks_mut(width_cq) {
                if let Some(smooth) = &smooth {
                    row.iter_mut()
                        .zip(smooth)
                        .for_each(|(x, smooth)| *x *= smooth);
                }
                let (codes, scale) = quantised(row, dtype);
                norm.extend(codes);
                of_rows.push(scale);
            }
            norm_scale = floats(&of_rows);
        }
    }
    if let Some(dtype) = codes_type {
        let codes = Tensor::new(
            dtype,
            &[tokens as i64, width_cq as i64],
            crate::argument::Contents::Bytes(norm.clone()),
        );
        latent = values(&codes, None);
    }
    let columns = given("dequantScaleWUqQr");
    let rows_of = codes_type.map(|_| &of_rows[..]);
    let q = product(&latent, uq_qr, [rows_of, columns.as_deref()], is_mx);
    let uk = tensor("weightUk").unwrap();
    let [heads, depth, elements] =
        [uk.shape[0], uk.shape[1], uk.shape[2]].map(|extent| extent as usize);
    let uk = values(uk, None);
    let of_head = q.len() / tokens / heads;
    let rope = of_head - depth;
    let (cos, sin) = (given("ropeCos"), given("ropeSin"));
    let angles = |token: usize| {
        let own = token * rope..(token + 1) * rope;
        cos.as_ref()
            .zip(sin.as_ref())
            .map(|(cos, sin)| (&cos[own.clone()], &sin[own]))
    };
    let query_type = tensor("queryOut").unwrap().dtype;
    let key_scale = given("quantScaleCkv");
    let (mut query, mut query_rope, mut query_scale) = (Vec::new(), Vec::new(), Vec::new());
    for token in 0..tokens {
        for head in 0..heads {
            let own = &q[(token * heads + head) * of_head..][..of_head];
            let sum = |e: usize| -> f64 {
                (0..depth)
                    .map(|d| own[d] * uk[(head * depth + d) * elements + e])
                    .sum()
            };
            let row: Vec<f64> = (0..elements).map(sum).collect();
            let mut turned = rotated(&own[depth..], angles(token));
            if query_type == Dtype::Bf16 {
                query.extend(stored(&row, query_type));
            } else {
                let (codes, scale) = quantised(&row, query_type);
                query.extend(codes);
                query_scale.push(scale);
                let key_scale = key_scale.as_ref().unwrap()[0];
                turned.iter_mut().for_each(|x| *x = *x * key_scale / scale);
            }
            query_rope.extend(stored(&turned, Dtype::Bf16));
        }
    }
    let kv = product(
        &x,
        tensor("weightDkvKr").unwrap(),
        [scale_x.as_deref(), dkv.as_deref()],
        is_mx,
    );
    let mode = match find("cacheMode") {
        Some(Argument::Text(text)) => text,
        _ => "PA_BSND",
    };
    let names = ["kvCacheRef", "krCacheRef"];
    let both = names.map(|name| tensor(name).unwrap());
    let mut caches = both.map(Tensor::elements);
    let is_joined = both[1].numel() == 0 && both[0].numel() > 0;
    let index = given("cacheIndex");
    let of_sequence = if token_x.shape.len() == 3 {
        token_x.shape[1] as usize
    } else {
        tokens
    };
    let ends = given("actualSeqLen").unwrap_or_else(|| {
        let each = 1..=tokens / of_sequence;
        each.map(|number| (number * of_sequence) as f64).collect()
    });
    for (token, row) in kv.chunks(elements + rope).enumerate() {
        let size = both[0].shape[1] as usize;
        let slot = match mode {
            "BSND" | "TND" => token as i64,
            "PA_BLK_BSND" | "PA_BLK_NZ" => {
                let (mut start, mut first) = (0, 0);
                for &end in &ends {
                    let end = end as usize;
                    if token < end {
                        break;
                    }
                    first += (end - start).div_ceil(size);
                    start = end;
                }
                let within = token - start;
                let block = index.as_ref().unwrap()[first + within / size] as i64;
                if block < 0 {
                    -1
                } else {
                    block * size as i64 + (within % size) as i64
                }
            }
            _ => index.as_ref().unwrap()[token] as i64,
        };
        let Ok(slot) = usize::try_from(slot) else {
            continue;
        };
        let (latent, turned) = row.split_at(elements);
        let parts = [
            normed(
                latent,
                &gamma_ckv,
                float("rmsnormEpsilonCkv", 0.0),
                float("kcScale", 1.0),
            ),
            rotated(turned, angles(token)),
        ];
        if is_joined {
            let dtype = both[0].dtype;
            let (mut codes, mut scales) = (Vec::new(), Vec::new());
            for tile in parts[0].chunks(128) {
                let most = match dtype {
                    Dtype::I8 => largest(tile) * given("kNopeClipAlpha").unwrap()[0],
                    _ => largest(tile).max(1e-4),
                };
                let scale = scale_of(most, dtype);
                let clip = if dtype == Dtype::I8 { most } else { f64::MAX };
                let each = tile.iter().map(|x| x.clamp(-clip, clip) / scale);
                codes.extend(stored(&each.collect::<Vec<_>>(), dtype));
                scales.push(scale);
            }
            codes.extend(stored(&parts[1], Dtype::Bf16));
            codes.extend(floats(&scales));
            caches[0][slot * codes.len()..][..codes.len()].copy_from_slice(&codes);
            continue;
        }
        for (side, part) in parts.iter().enumerate() {
            let cache = both[side];
            if cache.numel() == 0 {
                continue;
            }
            let scale = given(["quantScaleCkv", "quantScaleCkr"][side]);
            let is_one = query_type != Dtype::Bf16;
            let each = part.iter().enumerate().map(|(e, x)| match &scale {
                Some(scale) if cache.dtype != Dtype::Bf16 => x * scale[if is_one { 0 } else { e }],
                _ => *x,
            });
            let bytes = stored(&each.collect::<Vec<_>>(), cache.dtype);
            let (count, of_element) = (part.len(), cache.dtype.bits() / 8);
            let block = 32 / of_element;
            for (e, bytes) in bytes.chunks(of_element).enumerate() {
                let place = match mode.ends_with("NZ") {
                    false => slot * count + e,
                    true => {
                        let (number, row) = (slot / size, slot % size);
                        ((number * count / block + e / block) * size + row) * block + e % block
                    }
                };
                caches[side][place * of_element..][..of_element].copy_from_slice(bytes);
            }
        }
    }
    let [kv_cache, kr_cache] = caches;
    let mut outputs = vec![kv_cache, kr_cache, query, query_rope];
    if tensor("dequantScaleQNope").is_some() {
        outputs.push(floats(&query_scale));
    }
    if tensor("queryNormOut").is_some() {
        outputs.push(norm);
    }
    if tensor("dequantScaleQNorm").is_some() {
        outputs.push(norm_scale);
    }
    outputs
}
