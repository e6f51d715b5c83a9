//! Cross entropy of rows of logits, in exact numbers.

use rug::Float;

use super::losses::{over, unwritten};
use super::rows::{float, floats, floats_or, int, numbers, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// The logarithms of the probabilities of a row.
fn log_softmax(x: &[Float]) -> Vec<Float> {
    let largest = x.iter().fold(float(f64::NEG_INFINITY), |a, b| a.max(b));
    let less: Vec<Float> = x.iter().map(|x| x.clone() - &largest).collect();
    let total = sum(less.iter().map(|x| x.clone().exp())).ln();
    less.into_iter().map(|x| x - &total).collect()
}

/// aclnnSoftmaxCrossEntropyWithLogits.
pub fn soft(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["features"]).shape;
    let width = shape[1] as usize;
    let (x, labels) = (
        floats(&arguments["features"]),
        over(&arguments["labels"], shape),
    );
    let (mut losses, mut slopes) = (Vec::new(), Vec::new());
    for (x, labels) in x.chunks(width).zip(labels.chunks(width)) {
        let logarithms = log_softmax(x);
        let pairs = || logarithms.iter().zip(labels);
        losses.push(-sum(pairs().map(|(x, label)| times(x, label))));
        slopes.extend(pairs().map(|(x, label)| x.clone().exp() - label));
    }
    vec![numbers(losses), numbers(slopes)]
}

/// Classes and weights of rows, and the attributes.
struct Hard {
    width: usize,
    classes: Vec<Option<usize>>,
    weights: Vec<Float>,
    reduction: &'static str,
    smoothing: Float,
}

impl Hard {
    fn new(arguments: &Arguments) -> Self {
        let width = tensor(&arguments[["input", "logProb"]]).shape[1] as usize;
        let ignored = int(&arguments["ignoreIndex"]);
        let class = |class: &Float| {
            let class = class.to_f64() as i64;
            (class != ignored).then_some(class as usize)
        };
        let Argument::Float(smoothing) = arguments["labelSmoothing"] else {
            panic!("a part");
        };
        Self {
            width,
            classes: floats(&arguments["target"]).iter().map(class).collect(),
            weights: floats_or(&arguments["weightOptional"], width, 1.0),
            reduction: match arguments["reductionOptional"] {
                Argument::Text(text) => text,
                _ => "mean",
            },
            smoothing: float(smoothing),
        }
    }

    /// The divisor of losses.
    fn divisor(&self) -> Float {
        let weights = self
            .classes
            .iter()
            .flatten()
            .map(|&class| self.weights[class].clone());
        match self.reduction {
            "mean" => sum(weights),
            _ => float(1.0),
        }
    }

    fn kept(&self) -> Float {
        Float::with_val(PRECISION, 1 - &self.smoothing)
    }

    /// The share of each class in a loss.
    fn part(&self) -> Float {
        self.smoothing.clone() / self.width as u32
    }
}

/// aclnnCrossEntropyLoss.
pub fn hard(arguments: &Arguments) -> Vec<Vec<Number>> {
    let of = Hard::new(arguments);
    let logarithms: Vec<Vec<Float>> = floats(&arguments["input"])
        .chunks(of.width)
        .map(log_softmax)
        .collect();
    let loss = |(row, class): (&Vec<Float>, &Option<usize>)| {
        let Some(class) = *class else {
            return float(0.0);
        };
        let spread = sum(row
            .iter()
            .zip(&of.weights)
            .map(|(x, weight)| times(x, weight)));
        let own = times(&of.weights[class], &row[class]);
        -(times(&of.kept(), &own) + times(&of.part(), &spread))
    };
    let losses: Vec<Float> = logarithms.iter().zip(&of.classes).map(loss).collect();
    let losses = match of.reduction {
        "none" => losses,
        _ => vec![sum(losses) / of.divisor()],
    };
    vec![
        numbers(losses),
        numbers(logarithms.concat()),
        unwritten(&arguments["zlossOut"]),
        unwritten(&arguments["lseForZlossOut"]),
    ]
}

/// aclnnCrossEntropyLossGrad.
pub fn hard_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let of = Hard::new(arguments);
    let (grads, divisor) = (floats(&arguments["gradLoss"]), of.divisor());
    let all = sum(of.weights.iter().cloned());
    let mut slopes = Vec::new();
    for (number, row) in floats(&arguments["logProb"]).chunks(of.width).enumerate() {
        let Some(class) = of.classes[number] else {
            slopes.extend(row.iter().map(|_| float(0.0)));
            continue;
        };
        let grad = grads[if grads.len() == 1 { 0 } else { number }].clone() / &divisor;
        let own = times(&of.kept(), &of.weights[class]);
        let total = times(&of.part(), &all) + &own;
        for (at, x) in row.iter().enumerate() {
            let mut slope = times(&x.clone().exp(), &total);
            slope -= times(&of.part(), &of.weights[at]);
            if at == class {
                slope -= &own;
            }
            slopes.push(times(&slope, &grad));
        }
    }
    vec![numbers(slopes)]
}
