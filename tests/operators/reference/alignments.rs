//! Sequences of classes, margins, points and shared classes, in exact numbers.

use rug::Float;
use rug::float::Special;

use super::losses::unwritten;
use super::rows::{float, floats, int, numbers, rounded_to, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

fn nothing() -> Float {
    Float::with_val(PRECISION, Special::NegInfinity)
}

fn counts(argument: &Argument) -> Vec<usize> {
    match argument {
        Argument::Ints(counts) => counts.iter().map(|&count| count as usize).collect(),
        other => panic!("{other:?} is no array"),
    }
}

/// Arguments of a call with sequences: probabilities by step, sample and class, the classes of each target between blanks, and steps.
struct Sequences {
    /// By step, sample and class.
    probabilities: Vec<Float>,
    samples: usize,
    classes: usize,
    labels: Vec<Vec<usize>>,
    steps: Vec<usize>,
}

impl Sequences {
    fn new(arguments: &Arguments) -> Self {
        let shape = &tensor(&arguments["logProbs"]).shape;
        let (inputs, lengths) = (
            counts(&arguments["inputLengths"]),
            counts(&arguments["targetlengths"]),
        );
        let targets = floats(&arguments["targets"]);
        let blank = |at: &str| int(&arguments[at]) as usize;
        let of_two = tensor(&arguments["targets"]).shape.len() == 2;
        let labels = (0..lengths.len()).map(|sample| {
            let first = match of_two {
                true => sample * tensor(&arguments["targets"]).shape[1] as usize,
                false => lengths[..sample].iter().sum(),
            };
            let classes = targets[first..first + lengths[sample]].iter();
            let classes = classes.map(|class| class.to_f64() as usize);
            let around = |class| [class, blank("blank")];
            std::iter::once(blank("blank"))
                .chain(classes.flat_map(around))
                .collect()
        });
        Self {
            probabilities: floats(&arguments["logProbs"])
                .iter()
                .map(|x| x.clone().exp())
                .collect(),
            samples: lengths.len(),
            classes: shape[shape.len() - 1] as usize,
            labels: labels.collect(),
            steps: inputs,
        }
    }

    fn of(&self, step: usize, sample: usize, class: usize) -> &Float {
        &self.probabilities[(step * self.samples + sample) * self.classes + class]
    }

    /// Likelihoods of all alignments up to each step that end at each label; from the end, if it is `reversed`.
    fn sums(&self, sample: usize, reversed: bool) -> Vec<Vec<Float>> {
        let mut labels = self.labels[sample].clone();
        let mut steps: Vec<usize> = (0..self.steps[sample]).collect();
        if reversed {
            labels.reverse();
            steps.reverse();
        }
        let mut sums: Vec<Vec<Float>> = Vec::new();
        for &step in &steps {
            let reached = |s: usize| match sums.last() {
                None if s < 2 => float(1.0),
                None => float(0.0),
                Some(last) => {
                    let mut reached = last[s].clone();
                    if s > 0 {
                        reached += &last[s - 1];
                    }
                    if s > 1 && labels[s] != labels[s - 2] {
                        reached += &last[s - 2];
                    }
                    reached
                }
            };
            let next = (0..labels.len()).map(|s| reached(s) * self.of(step, sample, labels[s]));
            sums.push(next.collect());
        }
        if reversed {
            sums.reverse();
            sums.iter_mut().for_each(|sums| sums.reverse());
        }
        sums
    }
}

/// aclnnCtcLoss.
pub fn ctc(arguments: &Arguments) -> Vec<Vec<Number>> {
    let of = Sequences::new(arguments);
    let all = tensor(&arguments["logAlphaOut"]).shape.clone();
    let (mut losses, mut logarithms) = (Vec::new(), Vec::new());
    for sample in 0..of.samples {
        let sums = of.sums(sample, false);
        let total = sums.last().map(|last| {
            let ends = last.iter().rev().take(2).cloned();
            -sum(ends).ln()
        });
        losses.push(total.unwrap_or_else(|| match of.labels[sample].len() {
            1 => float(0.0),
            _ => float(f64::INFINITY),
        }));
        for step in 0..all[1] as usize {
            for s in 0..all[2] as usize {
                let known = sums.get(step).and_then(|sums| sums.get(s));
                logarithms.push(known.map_or(nothing(), |sum| sum.clone().ln()));
            }
        }
    }
    vec![numbers(losses), numbers(logarithms)]
}

/// aclnnCtcLossBackward, with the sums and losses that are given.
pub fn ctc_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = [
        "logProbs",
        "targets",
        "inputLengths",
        "targetLengths",
        "blank",
    ]
    .map(|name| arguments[name].clone());
    let of = Sequences::new(&Arguments::of("aclnnCtcLoss", &call));
    let (grads, losses) = (
        floats(&arguments["gradOut"]),
        floats(&arguments["negLogLikelihood"]),
    );
    let (sums, width) = (
        floats(&arguments["logAlpha"]),
        tensor(&arguments["logAlpha"]).shape[2] as usize,
    );
    let steps = tensor(&arguments["logProbs"]).shape[0] as usize;
    let mut slopes = vec![float(0.0); of.probabilities.len()];
    for sample in 0..of.samples {
        if losses[sample].is_infinite() && arguments["zeroInfinity"].tensors().is_empty() {
            assert!(
                super::rows::boolean(&arguments["zeroInfinity"]),
                "with zeroInfinity"
            );
            continue;
        }
        let later = of.sums(sample, true);
        for (step, later) in later.iter().enumerate() {
            for class in 0..of.classes {
                let through = of.labels[sample].iter().zip(later).enumerate();
                let through = through.filter(|(_, (label, _))| **label == class);
                let first = (sample * steps + step) * width;
                let through = sum(
                    through.map(|(s, (_, later))| times(&sums[first + s].clone().exp(), later))
                );
                let own = of.of(step, sample, class);
                let through = through * losses[sample].clone().exp() / own;
                let at = (step * of.samples + sample) * of.classes + class;
                slopes[at] = times(&(own.clone() - through), &grads[sample]);
            }
        }
    }
    vec![numbers(slopes)]
}

/// aclnnMultilabelMarginLoss.
pub fn margins(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, targets) = (floats(&arguments["self"]), floats(&arguments["target"]));
    let classes = tensor(&arguments["self"])
        .shape
        .last()
        .map_or(1, |&c| c as usize);
    let (mut losses, mut named) = (Vec::new(), Vec::new());
    for (x, targets) in x.chunks(classes).zip(targets.chunks(classes)) {
        let targets = targets.iter().map(|class| class.to_f64() as i64);
        let labels = targets.take_while(|&class| class != -1);
        let labels: Vec<usize> = labels.map(|class| class as usize).collect();
        let is_named = |class: &usize| labels.contains(class);
        let mut loss = float(0.0);
        for &label in &labels {
            for other in (0..classes).filter(|class| !is_named(class)) {
                let margin = float(1.0) - &x[label] + &x[other];
                loss += margin.max(&float(0.0));
            }
        }
        losses.push(loss / classes as u32);
        named.extend((0..classes).map(|class| float(if is_named(&class) { 1.0 } else { 0.0 })));
    }
    let count = losses.len() as u32;
    let losses = match int(&arguments["reduction"]) {
        0 => losses,
        1 => vec![sum(losses) / count],
        _ => vec![sum(losses)],
    };
    vec![numbers(losses), numbers(named)]
}

/// aclnnChamferDistanceBackward.
pub fn chamfer(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shapes = ["xyz1", "xyz2"].map(|at| tensor(&arguments[at]).shape.clone());
    let points = ["xyz1", "xyz2"].map(|at| floats(&arguments[at]));
    let mut slopes = [0, 1].map(|set| vec![float(0.0); points[set].len()]);
    for set in 0..2 {
        let (own, other) = (shapes[set][1] as usize, shapes[1 - set][1] as usize);
        let (nearest, grads) = (
            floats(&arguments[["idx1", "idx2"][set]]),
            floats(&arguments[["gradDist1", "gradDist2"][set]]),
        );
        for (at, (nearest, grad)) in nearest.iter().zip(&grads).enumerate() {
            let to = at / own * other + nearest.to_f64() as usize;
            for axis in 0..2 {
                let (i, j) = (2 * at + axis, 2 * to + axis);
                let distance = points[set][i].clone() - &points[1 - set][j];
                let slope = times(&distance, grad) * 2u32;
                slopes[set][i] += &slope;
                slopes[1 - set][j] -= slope;
            }
        }
    }
    slopes.map(numbers).to_vec()
}

/// aclnnFusedCrossEntropyLossWithMaxSum.
pub fn of_sums(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [largest, sums, predicted] =
        ["logitsMax", "sumExpLogits", "predictedLogits"].map(|at| floats(&arguments[at]));
    let pairs = sums.iter().zip(&predicted);
    let losses = pairs.map(|(sum, x)| sum.clone().ln() - x).collect();
    if arguments["vocabParallelLogitsOptional"]
        .tensors()
        .is_empty()
    {
        return vec![numbers(losses), unwritten(&arguments["softMaxOutOptional"])];
    }
    let width = tensor(&arguments["vocabParallelLogitsOptional"]).shape[1] as usize;
    let logits = floats(&arguments["vocabParallelLogitsOptional"])
        .into_iter()
        .enumerate();
    let shares = logits.map(|(at, x)| (x - &largest[at / width]).exp() / &sums[at / width]);
    vec![numbers(losses), numbers(shares.collect())]
}

/// aclnnCrossEntropySumExpAndIndexLogit.
pub fn part(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (logits, targets) = (
        floats(&arguments["vocabParallelLogits"]),
        floats(&arguments["target"]),
    );
    let (largest, start) = (
        floats(&arguments["globalLogitsMax"]),
        int(&arguments["vocabStartIndex"]),
    );
    let width = (int(&arguments["vocabEndIndex"]) - start) as usize;
    let mut outputs: [Vec<Number>; 5] = Default::default();
    for (row, logits) in logits.chunks(width).enumerate() {
        let class = targets[row].to_f64() as i64 - start;
        let here = (0..width as i64).contains(&class);
        let class = if here { class as usize } else { 0 };
        let less: Vec<Float> = logits.iter().map(|x| x.clone() - &largest[row]).collect();
        let powers: Vec<Float> = less.iter().map(|x| x.clone().exp()).collect();
        let predicted = if here {
            less[class].clone()
        } else {
            float(0.0)
        };
        outputs[0].push(Number::Real(predicted));
        outputs[1].push(Number::Real(sum(powers.iter().cloned())));
        outputs[2].extend(numbers(powers));
        outputs[3].push(Number::Int(class as i128));
        outputs[4].push(Number::Int(i128::from(!here)));
    }
    outputs.to_vec()
}

/// The sums up to each step and the losses of a call, as an operator writes them: what the gradient is computed of.
pub fn ctc_results(arguments: &Arguments) -> [Vec<f64>; 2] {
    let dtype = tensor(&arguments["logProbs"]).dtype;
    let results = ctc(arguments).into_iter();
    let rounded = results.map(|of| {
        let of = of.iter().map(Number::real).collect();
        rounded_to(dtype, of)
            .iter()
            .map(|x| x.real().to_f64())
            .collect()
    });
    let [losses, sums] = <[Vec<f64>; 2]>::try_from(rounded.collect::<Vec<_>>()).expect("two");
    [sums, losses]
}
