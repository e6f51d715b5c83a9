//! Draws from rows of logits, in DOUBLE.

use super::losses::unwritten;
use super::reductions::doubles;
use super::rows::{int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn real(argument: &Argument) -> Vec<f64> {
    doubles(tensor(argument))
}

fn softmax(x: &[f64]) -> Vec<f64> {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = x.iter().map(|x| (x - largest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|x| x / sum).collect()
}

/// The places of a row in falling order.
fn falling(x: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..x.len()).collect();
    places.sort_by(|&a, &b| x[b].total_cmp(&x[a]));
    places
}

/// aclnnApplyTopKTopP.
pub fn applied(arguments: &Arguments) -> Vec<Vec<Number>> {
    let width = tensor(&arguments["logits"]).shape[1] as usize;
    let limit = |name: &str, row: usize| {
        let given: &Argument = &arguments[name];
        (!given.tensors().is_empty()).then(|| real(given)[row])
    };
    let mut out = Vec::new();
    for (row, x) in real(&arguments["logits"]).chunks(width).enumerate() {
        let mut kept: Vec<usize> = (0..width).collect();
        // Equal elements in their order.
        kept.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
        if let Some(k) = limit("k", row).filter(|&k| k >= 1.0 && (k as usize) < width) {
            let least = x[kept[width - k as usize]];
            kept.retain(|&at| x[at] >= least);
        }
        if let Some(p) = limit("p", row) {
            let values: Vec<f64> = kept.iter().map(|&at| x[at]).collect();
            let parts = softmax(&values);
            let sums = (1..parts.len()).map(|count| parts[..count].iter().sum::<f64>());
            let dropped = sums.take_while(|&sum| sum <= 1.0 - p).count();
            kept.drain(..dropped);
        }
        let value = |at: usize| {
            if kept.contains(&at) {
                x[at]
            } else {
                f64::NEG_INFINITY
            }
        };
        out.extend((0..width).map(|at| Number::from(value(at))));
    }
    vec![out]
}

/// The elements of a row that count.
struct Kept {
    classes: Vec<usize>,
    weights: Vec<f64>,
}

/// Both versions: attributes by position, and which classes count.
fn sample(arguments: &Arguments, kept: impl Fn(&[f64], usize) -> Kept) -> [Vec<Number>; 4] {
    let width = tensor(&arguments["logits"]).shape[1] as usize;
    let Argument::Float(eps) = arguments["eps"] else {
        panic!("a number");
    };
    let fill = match arguments.find("inputIsLogits") {
        Some(Argument::Bool(false)) => 0.0,
        _ => f64::NEG_INFINITY,
    };
    let mut outputs: [Vec<Number>; 4] = Default::default();
    for (row, x) in real(&arguments["logits"]).chunks(width).enumerate() {
        let Kept { classes, weights } = kept(x, row);
        let q = (!arguments["q"].tensors().is_empty()).then(|| real(&arguments["q"]));
        let value = |at: usize| match &q {
            Some(q) => weights[at] / (q[row * width + at].abs() + eps),
            None => weights[at],
        };
        let best = (0..weights.len())
            .rev()
            .max_by(|&a, &b| value(a).total_cmp(&value(b)));
        outputs[0].push(Number::Int(classes[best.expect("a class")] as i128));
        let row_of = |at: usize| if classes.contains(&at) { x[at] } else { fill };
        outputs[1].extend((0..width).map(|at| Number::from(row_of(at))));
        let padded = |at: usize| classes.get(at).map_or(0, |&class| class as i128);
        outputs[2].extend((0..width).map(|at| Number::Int(padded(at))));
        let padded = |at: usize| weights.get(at).copied().unwrap_or(0.0);
        outputs[3].extend((0..width).map(|at| Number::from(padded(at))));
    }
    outputs
}

/// aclnnTopKTopPSampleV2.
pub fn second(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [k, p] = ["topK", "topP"].map(|at| real(&arguments[at]));
    let least = match arguments["minPs"].tensors() {
        [] => vec![0.0; k.len()],
        _ => real(&arguments["minPs"]),
    };
    let is = |at: &str| super::rows::boolean(&arguments[at]);
    let (is_logits, most) = (is("inputIsLogits"), int(&arguments["ksMax"]));
    let kept = |x: &[f64], row: usize| {
        let uses_k = (1..=most.min(x.len() as i64)).contains(&(k[row] as i64));
        let uses_p = p[row] < 1.0;
        let mut classes = match uses_k || uses_p || least[row] >= 1.0 {
            true => falling(x),
            false => (0..x.len()).collect(),
        };
        if uses_k {
            classes.truncate(k[row] as usize);
        }
        let mut weights: Vec<f64> = classes.iter().map(|&class| x[class]).collect();
        if is_logits {
            weights = softmax(&weights);
        }
        if uses_p {
            let mut count = 1;
            while count < weights.len() && weights[..count].iter().sum::<f64>() < p[row] {
                count += 1;
            }
            classes.truncate(count);
            weights.truncate(count);
            if p[row] <= 0.0 && is_logits {
                weights = vec![1.0];
            }
        }
        if least[row] >= 1.0 {
            classes.truncate(1);
            weights.truncate(1);
        } else if least[row] > 0.0 {
            let largest = weights.iter().copied().fold(0.0, f64::max);
            let pairs = classes.iter().zip(&weights);
            let pairs: Vec<_> = pairs.filter(|(_, w)| **w >= least[row] * largest).collect();
            let (kept, of) = pairs
                .iter()
                .map(|&(&class, &weight)| (class, weight))
                .unzip();
            (classes, weights) = (kept, of);
        }
        Kept { classes, weights }
    };
    let [class, rows, classes, weights] = sample(arguments, kept);
    let wanted = |is: bool, of: Vec<Number>, name: &str| {
        if is { of } else { unwritten(&arguments[name]) }
    };
    vec![
        wanted(!is("isNeedSampleResult"), class, "logitsSelectIdx"),
        wanted(is("isNeedLogits"), rows, "logitsTopKPSelect"),
        wanted(is("isNeedSampleResult"), classes, "logitsIdx"),
        wanted(is("isNeedSampleResult"), weights, "logitsSortMasked"),
    ]
}

/// aclnnTopKTopPSample.
pub fn first(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [k, p] = ["topK", "topP"].map(|at| real(&arguments[at]));
    let kept = |x: &[f64], row: usize| {
        let uses_k = (1..=x.len().min(1024) as i64).contains(&(k[row] as i64));
        let uses_p = p[row] > 0.0 && p[row] < 1.0;
        let mut classes = if uses_k || uses_p {
            falling(x)
        } else {
            (0..x.len()).collect()
        };
        if uses_k {
            classes.truncate(k[row] as usize);
        }
        let values = |classes: &[usize]| classes.iter().map(|&class| x[class]).collect::<Vec<_>>();
        let mut weights = softmax(&values(&classes));
        if uses_p {
            // Up to the first one with which the sum is above p.
            let sums = (1..=weights.len()).map(|count| weights[..count].iter().sum::<f64>());
            let count = sums.into_iter().take_while(|&sum| sum <= p[row]).count() + 1;
            classes.truncate(count);
            weights.truncate(count);
            weights = match uses_k {
                true => softmax(&values(&classes)),
                false => softmax(&weights),
            };
        }
        Kept { classes, weights }
    };
    let [class, rows, ..] = sample(arguments, kept);
    let rows = match super::rows::boolean(&arguments["isNeedLogits"]) {
        true => rows,
        false => unwritten(&arguments["logitsTopKPSelect"]),
    };
    vec![class, rows]
}
