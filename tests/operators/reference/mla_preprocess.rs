//! Queries and latent keys by weights of integers, by their definition, step by step.

use hostnpu::tensor::Dtype;

use super::grouped::values;
use super::quantisers::encode;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;

fn stored(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    encode(dtype, true, "rint", numbers)
}

/// Codes as numbers.
fn codes(numbers: &[f64]) -> Vec<f64> {
    let bytes = stored(numbers, Dtype::I8);
    bytes
        .into_iter()
        .map(|code| f64::from(code as i8))
        .collect()
}

/// Columns by steps, of a weight whose shape is that of its storage or of the matrix.
fn matrix(of: &Tensor) -> Vec<f64> {
    let all = values(of, None);
    if of.shown.is_some() {
        return all;
    }
    let [blocks, groups, rows, block] = [0, 1, 2, 3].map(|axis| of.shape[axis] as usize);
    let (columns, steps) = (groups * rows, blocks * block);
    let mut plain = vec![0.0; all.len()];
    for column in 0..columns {
        for step in 0..steps {
            let at = ((step / block * columns) + column) * block + step % block;
            plain[column * steps + step] = all[at];
        }
    }
    plain
}

/// The factor of each column: a FLOAT, or the FLOAT of which the higher 19 bits of a word's lower half count.
pub fn factors(of: &Tensor) -> Vec<f64> {
    let all = values(of, None);
    if of.dtype == Dtype::F32 {
        return all;
    }
    let bits = |word: f64| word as i64 as u32 & 0xffff_e000;
    all.into_iter()
        .map(|word| f64::from(f32::from_bits(bits(word))))
        .collect()
}

/// Rows of sums of products of codes, with addends and factors of columns.
fn times(rows: &[f64], weight: &Tensor, bias: Option<&[f64]>, factors: &[f64]) -> Vec<f64> {
    let (weight, columns) = (matrix(weight), factors.len());
    let steps = weight.len() / columns;
    let mut all = Vec::new();
    for row in rows.chunks(steps) {
        for column in 0..columns {
            let line = &weight[column * steps..][..steps];
            let mut sum: f64 = row.iter().zip(line).map(|(x, w)| x * w).sum();
            sum += bias.map_or(0.0, |bias| bias[column]);
            all.push(sum * factors[column]);
        }
    }
    all
}

fn normed(row: &[f64], gamma: &[f64], epsilon: f64) -> Vec<f64> {
    let mean = row.iter().map(|x| x * x).sum::<f64>() / row.len() as f64;
    let root = (mean + epsilon).sqrt();
    row.iter()
        .zip(gamma)
        .map(|(x, gamma)| x / root * gamma)
        .collect()
}

/// Each half minus or plus the other one.
fn rotated(row: &[f64], angles: Option<(&[f64], &[f64])>) -> Vec<f64> {
    let Some((cos, sin)) = angles else {
        return row.to_vec();
    };
    let half = row.len() / 2;
    let each = (0..row.len()).map(|k| {
        let other = if k < half {
            -row[k + half]
        } else {
            row[k - half]
        };
        row[k] * cos[k] + other * sin[k]
    });
    each.collect()
}

/// Queries and the cache of keys, both parts of each or the second apart, and, where it is written, the latent queries.
pub fn preprocess(arguments: &Arguments) -> Vec<Vec<u8>> {
    let find = |name: &str| arguments.find(name);
    let tensor = |name: &str| find(name).and_then(|of| of.tensors().first());
    let given = |name: &str| tensor(name).map(|tensor| values(tensor, None));
    let some = |name: &str| given(name).unwrap();
    let is_set = |name: &str| matches!(find(name), Some(Argument::Bool(true)));
    let Some(Argument::Float(epsilon)) = find("epsilon").cloned() else {
        panic!("epsilon");
    };
    let Some(Argument::Int(mode)) = find("cacheMode").cloned() else {
        panic!("cacheMode");
    };
    let input = tensor("input").unwrap();
    let (dtype, width) = (input.dtype, input.shape[1] as usize);
    let quantised = |row: &[f64], beta: Option<&[f64]>, number: usize| -> Vec<f64> {
        let scale = some(&format!("quantScale{number}"))[0];
        let offset = some(&format!("quantOffset{number}"))[0];
        let each = row.iter().enumerate();
        let each = each.map(|(e, x)| (x + beta.map_or(0.0, |beta| beta[e])) / scale + offset);
        codes(&each.collect::<Vec<_>>())
    };
    let product = |rows: &[f64], name: &str, number: usize| {
        let bias = given(&format!("bias{number}"));
        let factors = factors(tensor(&format!("descale{number}")).unwrap());
        times(rows, tensor(name).unwrap(), bias.as_deref(), &factors)
    };
    let mut first = Vec::new();
    for row in values(input, None).chunks(width) {
        first.extend(match is_set("doRmsNorm") {
            true => {
                let normed = normed(row, &some("gamma0"), epsilon);
                quantised(&normed, Some(&some("beta0")), 0)
            }
            false => quantised(row, None, 0),
        });
    }
    let joined = product(&first, "wdqkv", 0);
    let latent = some("gamma1").len();
    let (mut second, mut norm) = (Vec::new(), Vec::new());
    for row in joined.chunks(576 + latent) {
        let own = normed(&row[576..], &some("gamma1"), epsilon);
        let beta = some("beta1");
        norm.extend(own.iter().zip(&beta).map(|(x, beta)| x + beta));
        second.extend(quantised(&own, Some(&beta), 1));
    }
    let q = product(&second, "wuq", 1);
    let uk = tensor("wuk").unwrap();
    let [heads, depth] = [uk.shape[0], uk.shape[1]].map(|extent| extent as usize);
    let uk = values(uk, None);
    let (cos, sin) = (given("cos"), given("sin"));
    let angles = |token: usize| {
        let own = token * 64..(token + 1) * 64;
        cos.as_ref()
            .zip(sin.as_ref())
            .map(|(cos, sin)| (&cos[own.clone()], &sin[own]))
    };
    let (mut query, mut query_rope) = (Vec::new(), Vec::new());
    for (number, own) in q.chunks(depth + 64).enumerate() {
        let (token, head) = (number / heads, number % heads);
        let sum = |e: usize| -> f64 {
            let each = (0..depth).map(|d| own[d] * uk[(head * depth + d) * 512 + e]);
            each.sum()
        };
        let mut row: Vec<f64> = (0..512).map(sum).collect();
        let turned = rotated(&own[depth..], angles(token));
        if mode == 2 {
            let scale = some("qNopeScale");
            let scale = scale[if scale.len() == 1 { 0 } else { head }];
            row.iter_mut().for_each(|x| *x *= scale);
        }
        query.extend(stored(&row, if mode == 2 { Dtype::I8 } else { dtype }));
        let to = if mode == 0 {
            &mut query
        } else {
            &mut query_rope
        };
        to.extend(stored(&turned, dtype));
    }
    let kv_cache = tensor("kvCacheOutOut").unwrap();
    let kr_cache = tensor("krCacheOutOut");
    let is_pieces = mode >= 2 && kv_cache.shape[2] != 1;
    let size = kv_cache.shape[if is_pieces { 2 } else { 1 }] as usize;
    let mut kv = kv_cache.elements();
    let mut kr = kr_cache.map(Tensor::elements).unwrap_or_default();
    for (token, row) in joined.chunks(576 + latent).enumerate() {
        let Ok(slot) = usize::try_from(some("slotMapping")[token] as i64) else {
            continue;
        };
        let mut keys = normed(&row[..512], &some("gamma2"), epsilon);
        if mode == 2 {
            let scale = some("ctkvScale")[0];
            keys.iter_mut().for_each(|x| *x /= scale);
        }
        let turned = rotated(&row[512..576], angles(token));
        let put = |cache: &mut [u8], part: &[f64], to: Dtype, [at, all]: [usize; 2]| {
            let of_element = to.bits() / 8;
            let block = 32 / of_element;
            for (e, bytes) in stored(part, to).chunks(of_element).enumerate() {
                let place = match mode >= 2 {
                    false => slot * all + at + e,
                    true => {
                        let (number, row) = (slot / size, slot % size);
                        ((number * all / block + e / block) * size + row) * block + e % block
                    }
                };
                cache[place * of_element..][..of_element].copy_from_slice(bytes);
            }
        };
        if mode == 0 {
            put(&mut kv, &keys, dtype, [0, 576]);
            put(&mut kv, &turned, dtype, [512, 576]);
        } else {
            put(&mut kv, &keys, kv_cache.dtype, [0, 512]);
            put(&mut kr, &turned, dtype, [0, 64]);
        }
    }
    let mut outputs = vec![query, kv];
    for (name, bytes) in [("qRopeOutOut", query_rope), ("krCacheOutOut", kr)] {
        if tensor(name).is_some() {
            outputs.push(bytes);
        }
    }
    if tensor("qDownOutOut").is_some() {
        outputs.push(stored(&norm, dtype));
    }
    outputs
}
