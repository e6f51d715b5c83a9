//! Gradients are the derivatives of their forward operators: quotients of differences in double, at points of FLOAT that are far from kinks and poles.

use std::collections::BTreeMap;

use hostnpu::tensor::Dtype;

use super::report;
use crate::argument::Argument;
use crate::call::call;
use crate::number::decode_double;
use crate::table::samples::{read, scalar, write};
use crate::table::{entry, is_wanted};

/// An operator and its gradient, each with its arguments, as words: `x` and other names are tensors; `y` is the result, `dy` the gradient by it, `dx` the gradient by `x`; `s0.5` is a
/// scalar, `[6]` an array, `"tanh` text, `mask` three times true, `-` null. Names that begin with `p` are numbers between 0 and 1. Shapes follow, that of `x` for all others.
type Pair = [&'static str; 5];

const PAIRS: &[Pair] = &[
    ["Gelu", "x y", "GeluBackward", "dy x dx", "x=2,6"],
    [
        "GeluV2",
        "x 0 y",
        "GeluBackwardV2",
        "dy x \"none dx",
        "x=2,6",
    ],
    [
        "GeluV2",
        "x 1 y",
        "GeluBackwardV2",
        "dy x \"tanh dx",
        "x=2,6",
    ],
    ["FastGelu", "x y", "FastGeluBackward", "dy x dx", "x=2,6"],
    ["Silu", "x y", "SiluBackward", "dy x dx", "x=2,6"],
    [
        "Swish",
        "x s1.5 y",
        "SwishBackward",
        "dy x s1.5 dx",
        "x=2,6",
    ],
    ["Sigmoid", "x y", "SigmoidBackward", "dy y dx", "x=2,6"],
    ["Tanh", "x y", "TanhBackward", "dy y dx", "x=2,6"],
    [
        "Elu",
        "x s1.5 s0.75 s2.0 y",
        "EluBackward",
        "dy s1.5 s0.75 s2.0 false x dx",
        "x=2,6",
    ],
    [
        "Elu",
        "x s1.5 s0.75 s2.0 y",
        "EluBackward",
        "dy s1.5 s0.75 s2.0 true y dx",
        "x=2,6",
    ],
    ["Selu", "x y", "SeluBackward", "dy y dx", "x=2,6"],
    [
        "LeakyRelu",
        "x s0.25 y",
        "LeakyReluBackward",
        "dy x s0.25 false dx",
        "x=2,6",
    ],
    [
        "Softplus",
        "x s2.0 s20.0 y",
        "SoftplusBackward",
        "dy x s2.0 s20.0 dx",
        "x=2,6",
    ],
    [
        "LogSigmoidForward",
        "x y z",
        "LogSigmoidBackward",
        "dy x z dx",
        "x=2,6",
    ],
    ["Mish", "x y", "MishBackward", "dy x dx", "x=2,6"],
    ["Hardswish", "x y", "HardswishBackward", "dy x dx", "x=2,6"],
    [
        "Hardsigmoid",
        "x y",
        "HardsigmoidBackward",
        "dy x dx",
        "x=2,6",
    ],
    [
        "Softshrink",
        "x s0.5 y",
        "SoftshrinkBackward",
        "dy x s0.5 dx",
        "x=2,6",
    ],
    [
        "Threshold",
        "x s0.5 s0.25 y",
        "ThresholdBackward",
        "dy x s0.5 dx",
        "x=2,6",
    ],
    ["Logit", "p -1.0 y", "LogitGrad", "p dy -1.0 dp", "x=2,6"],
    ["Glu", "x 1 y", "GluBackward", "dy x 1 dx", "x=2,6 y=2,3"],
    ["SwiGlu", "x 1 y", "SwiGluGrad", "dy x 1 dx", "x=2,6 y=2,3"],
    [
        "GeGlu",
        "x 1 1 y z",
        "GeGluBackward",
        "dy x z 1 1 dx",
        "x=2,6 y=2,3 z=2,3",
    ],
    [
        "GeGlu",
        "x 1 0 y z",
        "GeGluBackward",
        "dy x z 1 0 dx",
        "x=2,6 y=2,3 z=2,3",
    ],
    ["Softmax", "x 1 y", "SoftmaxBackward", "dy y 1 dx", "x=2,6"],
    [
        "LogSoftmax",
        "x 0 y",
        "LogSoftmaxBackward",
        "dy y 0 dx",
        "x=3,4",
    ],
    [
        "LayerNorm",
        "x [6] w b 0.25 y mean rstd",
        "LayerNormBackward",
        "dy x [6] mean rstd w b mask dx dw db",
        "x=2,6 w=6 b=6 mean=2,1 rstd=2,1",
    ],
    [
        "RmsNorm",
        "x w 0.25 y rstd",
        "RmsNormGrad",
        "dy x rstd w dx dw",
        "x=2,6 w=6 rstd=2,1",
    ],
    [
        "GroupNorm",
        "x w b 2 4 3 2 0.25 y mean rstd",
        "GroupNormBackward",
        "dy x mean rstd w 2 4 3 2 mask dx dw db",
        "x=2,4,3 w=4 b=4 mean=2,2 rstd=2,2",
    ],
    [
        "GroupNormSwish",
        "x w b 2 - 0.25 true 1.5 y mean rstd",
        "GroupNormSwishGrad",
        "dy mean rstd x w b 2 - 1.5 true true dx dw db",
        "x=2,4,3 w=4 b=4 mean=2,2 rstd=2,2",
    ],
    [
        "BatchNorm",
        "x w b - - true 0.1 0.25 y mean rstd",
        "BatchNormBackward",
        "dy x w - - mean rstd true 0.25 mask dx dw db",
        "x=3,2,2 w=2 b=2 mean=2 rstd=2",
    ],
    [
        "DeepNorm",
        "x z b w 0.5 0.25 mean rstd y",
        "DeepNormGrad",
        "dy x z w mean rstd 0.5 dx dz db dw",
        "x=2,6 w=6 b=6 mean=2,1 rstd=2,1",
    ],
    [
        "AddLayerNorm",
        "x z w b - 0.25 true y mean rstd sum",
        "AddLayerNormGrad",
        "dy x z rstd mean w - dx dw db",
        "x=2,6 w=6 b=6 mean=2,1 rstd=2,1",
    ],
    [
        "AdaLayerNormV2",
        "x u v w b 0.25 y mean rstd",
        "AdaLayerNormBackward",
        "dy x [3] rstd mean u v w b dx du dv dw db",
        "x=2,2,3 u=2,3 v=2,3 w=3 b=3 mean=2,2,1 rstd=2,2,1",
    ],
    // Its first result is no derivative: it is multiplied with the scale alone, by the vendor's definition.
    [
        "Modulate",
        "x u v y",
        "ModulateBackward",
        "dy x u v skip du dv",
        "x=2,2,3 u=2,3 v=2,3",
    ],
];

/// Half the distance of two points: a power of two, small beside the distance of points from kinks, which are at eighths.
const STEP: f64 = 1.0 / 128.0;

type Values<'a> = BTreeMap<&'a str, Vec<f64>>;

fn shape(pair: &Pair, name: &str) -> Vec<i64> {
    let of = |name: &str| {
        let given = pair[4].split(' ').filter_map(|word| word.split_once('='));
        let mut given = given.filter(|(known, _)| *known == name);
        given
            .next()
            .map(|(_, extents)| extents.split(',').map(|e| e.parse().unwrap()).collect())
    };
    let own = of(name).or_else(|| of(name.strip_prefix('d')?));
    own.or_else(|| of("x")).expect("a shape")
}

/// True if a word is the name of a tensor.
fn is_tensor(word: &str) -> bool {
    let is_name =
        word.starts_with(|c: char| c.is_ascii_lowercase()) && word[1..].parse::<f64>().is_err();
    is_name && !["true", "false", "mask"].contains(&word)
}

fn argument(pair: &Pair, word: &'static str, values: &Values) -> Argument {
    if is_tensor(word) {
        let shape = shape(pair, word);
        return match values.get(word) {
            Some(values) => read(Dtype::F32, &shape, values),
            None => write(Dtype::F32, &shape),
        };
    }
    match word {
        "-" => Argument::Null,
        "mask" => Argument::Bools(vec![true; 3]),
        "true" | "false" => Argument::Bool(word == "true"),
        _ => match word.split_at(1) {
            ("s", number) => scalar(Dtype::F32, number.parse().unwrap()),
            ("\"", text) => Argument::Text(text),
            ("[", number) => Argument::Ints(vec![number.trim_end_matches(']').parse().unwrap()]),
            _ if word.contains('.') => Argument::Float(word.parse().unwrap()),
            _ => Argument::Int(word.parse().unwrap()),
        },
    }
}

/// The results of a call, by name.
fn results<'a>(pair: &Pair, name: &str, words: &'static str, values: &Values<'a>) -> Values<'a> {
    let arguments: Vec<Argument> = words
        .split(' ')
        .map(|word| argument(pair, word, values))
        .collect();
    let entry = entry(&format!("aclnn{name}"));
    let outputs = call(entry, &arguments).unwrap_or_else(|refusal| panic!("{pair:?}: {refusal:?}"));
    let written = words
        .split(' ')
        .filter(|word| is_tensor(word) && !values.contains_key(word));
    let number = |bytes: &[u8]| decode_double(bytes, Dtype::F32);
    let numbers = |bytes: Vec<u8>| bytes.chunks(4).map(number).collect();
    written.zip(outputs.into_iter().map(numbers)).collect()
}

/// Odd sixteenths from -2 to 2, or from 1/4 to 3/4.
fn points(pair: &Pair, name: &str, seed: usize) -> Vec<f64> {
    let count = shape(pair, name).iter().product::<i64>() as usize;
    let eighth = |i: usize| match name.starts_with('p') {
        true => 2.0 + ((i * 7 + seed) % 4) as f64,
        false => ((i * 37 + seed * 11 + i * i * 5) % 32) as f64 - 16.0,
    };
    (0..count).map(|i| eighth(i) / 8.0 + 1.0 / 16.0).collect()
}

/// The difference between a gradient and the quotients of differences.
fn findings(pair: &Pair) -> Vec<String> {
    let [forward, words, backward, gradient_words, _] = *pair;
    let mut values = Values::new();
    let outputs = ["y", "mean", "rstd", "sum"];
    let is_input = |word: &&str| {
        let is_output = outputs.contains(word)
            || *word == "z" && !["DeepNorm", "AddLayerNorm"].contains(&forward);
        is_tensor(word) && !is_output
    };
    for (seed, name) in words.split(' ').filter(is_input).enumerate() {
        values.insert(name, points(pair, name, seed));
    }
    let dy = points(pair, "y", 9);
    let product = |values: &Values| -> f64 {
        let y = &results(pair, forward, words, values)["y"];
        y.iter().zip(&dy).map(|(y, dy)| y * dy).sum()
    };
    let mut given = values.clone();
    given.extend(results(pair, forward, words, &values));
    given.insert("dy", dy.clone());
    let gradients = results(pair, backward, gradient_words, &given);
    let mut found = Vec::new();
    for (name, gradient) in gradients.iter().filter(|(name, _)| **name != "skip") {
        let of = &name[1..];
        for (i, &got) in gradient.iter().enumerate() {
            let at = |side: f64| {
                let mut moved = values.clone();
                moved.get_mut(of).expect("an input")[i] += side * STEP;
                product(&moved)
            };
            let quotient = (at(1.0) - at(-1.0)) / (2.0 * STEP);
            if (got - quotient).abs() > 5e-4 * (1.0 + quotient.abs()) {
                found.push(format!("{backward} {name}[{i}]: {got}, but the differences of {forward} give {quotient}"));
            }
        }
    }
    found
}

#[test]
fn gradients_are_derivatives() {
    let wanted = |pair: &&Pair| is_wanted(&format!("aclnn{}", pair[2]));
    report(PAIRS.iter().filter(wanted).flat_map(findings).collect());
}

#[test]
fn another_gradient_is_found_out() {
    let pair = ["Silu", "x y", "GeluBackward", "dy x dx", "x=2,6"];
    assert!(findings(&pair).len() > 6);
}
