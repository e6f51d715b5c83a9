//! Sums of groups of tokens, and by how much values stand out, by their definitions.

use super::real;
use super::sparse::Call;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// Sums of groups of queries.
pub fn of_queries(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnStemOamPrepVarlenQ",
        arguments,
    };
    let [q, scales] = ["q", "qScale"].map(|name| call.numbers(name).unwrap());
    let Some(Argument::Ints(lengths)) = call.find("qSeqLens") else {
        panic!("no lengths")
    };
    let heads = call.tensor("q").unwrap().shape[1] as usize;
    let blocks = call.tensor("qFlat").unwrap().shape[2] as usize;
    let mut sums = vec![0.0; lengths.len() * heads * blocks * 2048];
    let mut first = 0;
    for (b, &length) in lengths.iter().enumerate() {
        for t in 0..length as usize {
            for h in 0..heads {
                let row = (first + t) * heads + h;
                let to = (((b * heads + h) * blocks + t / 128) * 16 + t % 16) * 128;
                for d in 0..128 {
                    sums[to + d] += q[row * 128 + d] * scales[row];
                }
            }
        }
        first += length as usize;
    }
    vec![super::numbers(sums)]
}

/// Sums of groups of keys, and by how much values stand out.
pub fn of_caches(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnStemOamPrepPagedKv",
        arguments,
    };
    let names = ["kCache", "vCache", "kScaleCacheOptional", "vScaleOptional"];
    let [k, v, k_scale, v_scale] = names.map(|name| call.numbers(name).unwrap());
    let table = call.integers("kvIndices").unwrap();
    let Some(Argument::Ints(lengths)) = call.find("kvSeqLens") else {
        panic!("no lengths")
    };
    let by_heads = call.text("kvLayout") == "BNBD";
    let shape = &call.tensor("kCache").unwrap().shape;
    let (mut heads, mut rows) = (shape[2] as usize, shape[1] as usize);
    if by_heads {
        (heads, rows) = (rows, heads);
    }
    let blocks = call.tensor("kFlat").unwrap().shape[2] as usize;
    let size = call.int("stemBlockSize") as usize;
    let stride = call.int("stemStride") as usize;
    let lambda = f64::from(real(call.find("lambdaMag").unwrap()) as f32);
    let places = table.len() / lengths.len();
    let mut sums = vec![0.0; lengths.len() * heads * blocks * stride * 128];
    let mut bias = vec![0.0; lengths.len() * heads * blocks];
    for (b, &length) in lengths.iter().enumerate() {
        let length = length as usize;
        for (h, &v_scale) in v_scale.iter().enumerate().take(heads) {
            let padded = length.div_ceil(size) * size;
            let mut norms = vec![0.0_f64; padded / stride];
            for t in 0..length {
                let block = table[b * places + t / rows] as usize;
                let row = match by_heads {
                    true => (block * heads + h) * rows + t % rows,
                    false => (block * rows + t % rows) * heads + h,
                };
                let group = stride - 1 - t % stride;
                let to = (((b * heads + h) * blocks + t / size) * stride + group) * 128;
                let mut squares = 0.0;
                for d in 0..128 {
                    sums[to + d] += k[row * 128 + d] * k_scale[row];
                    squares += (v[row * 128 + d] * v_scale).powi(2);
                }
                norms[t / stride] = norms[t / stride].max(squares.sqrt());
            }
            let logs: Vec<f64> = norms.iter().map(|norm| (norm + 1e-6).ln()).collect();
            let count = logs.len() as f64;
            let mean = logs.iter().sum::<f64>() / count;
            let squares: f64 = logs.iter().map(|x| (x - mean).powi(2)).sum();
            let deviation = if count > 1.0 {
                (squares / (count - 1.0)).sqrt()
            } else {
                0.0
            };
            let repeats = size / stride;
            for (group, x) in logs.iter().enumerate() {
                let out = ((x - mean) / (deviation + 1e-6)).max(0.0);
                let to = (b * heads + h) * blocks + group / repeats;
                bias[to] += lambda * out / repeats as f64;
            }
        }
    }
    vec![super::numbers(sums), super::numbers(bias)]
}
