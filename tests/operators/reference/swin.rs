//! Layers of shifted windows over codes, by their definition.

use hostnpu::tensor::Dtype;

use super::grouped::values;
use super::mla_preprocess::factors;
use super::quantisers::encode;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::table::entry;

fn stored(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    encode(dtype, true, "rint", numbers)
}

fn codes(numbers: &[f64]) -> Vec<f64> {
    let bytes = stored(numbers, Dtype::I8);
    bytes
        .into_iter()
        .map(|code| f64::from(code as i8))
        .collect()
}

/// Arguments by name.
struct Named<'a>(&'static str, &'a [Argument]);

impl Named<'_> {
    fn find(&self, name: &str) -> &Argument {
        let parameters = entry(self.0).parameters;
        let at = parameters.iter().position(|own| own.name == name);
        &self.1[at.unwrap()]
    }

    fn tensor(&self, name: &str) -> Option<&Tensor> {
        self.find(name).tensors().first()
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        values(self.tensor(name).unwrap(), None)
    }

    fn factors(&self, name: &str) -> Vec<f64> {
        factors(self.tensor(name).unwrap())
    }

    fn int(&self, name: &str) -> usize {
        match self.find(name) {
            Argument::Int(number) => *number as usize,
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Queries, keys and values.
pub fn qkv(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = Named("aclnnSwinTransformerLnQkvQuant", arguments);
    let shape = &of.tensor("x").unwrap().shape;
    let [batch, width] = [shape[0] as usize, shape[2] as usize];
    let (heads, own) = (of.int("headNum"), of.int("seqLength"));
    let (rows, columns) = (of.int("oriHeight"), of.int("oriWeight"));
    let (high, wide) = (of.int("hWinSize"), of.int("wWinSize"));
    let Argument::Float(epsilon) = *of.find("epsilon") else {
        panic!("epsilon");
    };
    let (x, gamma, beta) = (of.numbers("x"), of.numbers("gamma"), of.numbers("beta"));
    let (scale, offset) = (of.numbers("quantScale"), of.numbers("quantOffset"));
    let (weight, bias) = (of.numbers("weight"), of.numbers("bias"));
    let factors = of.factors("dequantScale");
    let mut rounded = Vec::new();
    for row in x.chunks(width) {
        let mean = row.iter().sum::<f64>() / width as f64;
        let squares: f64 = row.iter().map(|x| (x - mean) * (x - mean)).sum();
        let root = (squares / width as f64 + epsilon).sqrt();
        let each = row.iter().enumerate().map(|(e, x)| {
            let normed = (x - mean) / root * gamma[e] + beta[e];
            normed * scale[e] + offset[e]
        });
        rounded.push(codes(&each.collect::<Vec<_>>()));
    }
    let mut outputs = vec![Vec::new(); 3];
    for (which, output) in outputs.iter_mut().enumerate() {
        let mut numbers = Vec::new();
        for entry in 0..batch {
            for (of_rows, of_columns) in
                (0..rows / high).flat_map(|r| (0..columns / wide).map(move |c| (r, c)))
            {
                for head in 0..heads {
                    for inner in 0..high * wide {
                        let row = of_rows * high + inner / wide;
                        let column = of_columns * wide + inner % wide;
                        let token = &rounded[(entry * rows + row) * columns + column];
                        for e in 0..own {
                            let at = which * width + head * own + e;
                            let line = &weight[at * width..][..width];
                            let sum: f64 = token.iter().zip(line).map(|(x, w)| x * w).sum();
                            numbers.push((sum + bias[at]) * factors[at]);
                        }
                    }
                }
            }
        }
        *output = stored(&numbers, Dtype::F16);
    }
    outputs
}

/// Attention whose weights are codes.
pub fn attention(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = Named("aclnnSwinAttentionScoreQuant", arguments);
    let shape = &of.tensor("query").unwrap().shape;
    let [batch, heads, rows, width] = [0, 1, 2, 3].map(|axis| shape[axis] as usize);
    let [query, key, value] = ["query", "key", "value"].map(|name| of.numbers(name));
    let (scale, offset) = (of.numbers("scaleQuant"), of.numbers("biasQuantOptional"));
    let [first, second] = ["scaleDequant1", "scaleDequant2"].map(|name| of.factors(name));
    let [key_bias, bias] =
        ["biasDequant1Optional", "biasDequant2Optional"].map(|name| of.numbers(name));
    let mask = of.tensor("paddingMask1Optional");
    let mask = mask.map(|mask| values(mask, None));
    let mut numbers = Vec::new();
    for matrix in 0..batch * heads {
        let part = |of: &[f64]| of[matrix * rows * width..][..rows * width].to_vec();
        let (query, key, value) = (part(&query), part(&key), part(&value));
        for (i, q) in query.chunks(width).enumerate() {
            let each = key.chunks(width).enumerate().map(|(j, k)| {
                let sum: f64 = q.iter().zip(k).map(|(q, k)| q * k).sum();
                let at = (matrix % heads * rows + i) * rows + j;
                let added = mask.as_ref().map_or(0.0, |mask| mask[at]);
                (sum + key_bias[j]) * first[j] + added
            });
            let scores: Vec<f64> = each.collect();
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let powers: Vec<f64> = scores.iter().map(|x| (x - most).exp()).collect();
            let sum: f64 = powers.iter().sum();
            let each = powers.iter().enumerate();
            let weights: Vec<f64> = each.map(|(j, x)| x / sum * scale[j] + offset[j]).collect();
            let weights = codes(&weights);
            for e in 0..width {
                let each = weights.iter().enumerate();
                let sum: f64 = each.map(|(j, weight)| weight * value[j * width + e]).sum();
                numbers.push((sum + bias[e]) * second[e]);
            }
        }
    }
    vec![stored(&numbers, Dtype::F16)]
}
