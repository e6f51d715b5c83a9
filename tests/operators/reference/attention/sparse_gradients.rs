//! Gradients of attention to listed keys by their definitions: one score after the other.

use super::sparse::{Call, QUERY_LENGTHS, Sides};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn written(numbers: Vec<f64>) -> Vec<Number> {
    numbers.into_iter().map(Number::from).collect()
}

/// Gradients by queries and keys, and by values and second parts where these are asked for.
pub fn gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnSparseFlashAttentionGrad",
        arguments,
    };
    let lengths = [QUERY_LENGTHS, "actualSeqLengthsKvOptional"];
    let sides = Sides::of(&call, ["layoutOptional"; 2], lengths);
    let query = call.tensor("query").unwrap();
    let heads = query.shape[query.shape.len() - 2] as usize;
    let width = query.shape[query.shape.len() - 1] as usize;
    let [q, k, dy, out, largest, sums] =
        ["query", "key", "dOut", "out", "softmaxMax", "softmaxSum"]
            .map(|name| call.numbers(name).unwrap());
    let v = call.numbers("value");
    let ropes = ["queryRopeOptional", "keyRopeOptional"].map(|name| call.numbers(name));
    let [qr, kr] = ropes.each_ref().map(|of| of.clone().unwrap_or_default());
    let rope = qr.len() / (q.len() / width);
    let lists = call.integers("sparseIndices").unwrap();
    let listed = lists.len() / sides.owners.len();
    let (size, mode) = (call.int("sparseBlockSize"), call.int("sparseMode"));
    let Some(&Argument::Float(scale)) = call.find("scaleValue") else {
        panic!("no scale")
    };
    let [mut dq, mut dk, mut dv] = [q.len(), k.len(), k.len()].map(|count| vec![0.0; count]);
    let [mut dqr, mut dkr] = [qr.len(), kr.len()].map(|count| vec![0.0; count]);
    for (row, owner) in sides.owners.iter().enumerate() {
        let &Some((b, i)) = owner else {
            continue;
        };
        let mut keys = Vec::new();
        let seen = sides.seen(b, i, mode);
        for place in 0..listed.min(((seen + size - 1) / size) as usize) {
            let block = lists[row * listed + place];
            if block < 0 {
                break;
            }
            let own = (block * size..(block + 1) * size).filter(|&j| j < seen);
            keys.extend(own.map(|j| sides.row(b, j)));
        }
        for n in 0..heads {
            let own = row * heads + n;
            let mut delta = 0.0;
            for d in 0..width {
                delta += dy[own * width + d] * out[own * width + d];
            }
            for &at in &keys {
                let (mut score, mut by_weight) = (0.0, 0.0);
                for d in 0..width {
                    score += q[own * width + d] * k[at * width + d];
                    by_weight += dy[own * width + d] * v.as_ref().unwrap_or(&k)[at * width + d];
                }
                for d in 0..rope {
                    score += qr[own * rope + d] * kr[at * rope + d];
                }
                let weight = (score * scale - largest[own]).exp() / sums[own];
                let by_score = weight * (by_weight - delta) * scale;
                for d in 0..width {
                    dq[own * width + d] += by_score * k[at * width + d];
                    dk[at * width + d] += by_score * q[own * width + d];
                    dv[at * width + d] += weight * dy[own * width + d];
                }
                for d in 0..rope {
                    dqr[own * rope + d] += by_score * kr[at * rope + d];
                    dkr[at * rope + d] += by_score * qr[own * rope + d];
                }
            }
        }
    }
    let mut all = vec![dq];
    match v {
        Some(_) => all.extend([dk, dv]),
        None => all.push(dk.iter().zip(dv).map(|(a, b)| a + b).collect()),
    }
    if ropes[0].is_some() {
        all.extend([dqr, dkr]);
    }
    all.into_iter().map(written).collect()
}
