//! Sequences of probabilities and of the classes that they stand for.

use super::{Dtypes, on_all};
use crate::argument::{Input, Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::losses::ctc::Sequences;
use crate::tensor::Dtype;

/// The types of probabilities: DOUBLE too.
pub const PROBABILITIES: Dtypes =
    super::on_910(&[Dtype::F32, Dtype::F64]).and_910b(&[Dtype::F16, Dtype::Bf16]);

/// The types of targets.
pub const TARGETS: Dtypes = on_all(&[Dtype::I64, Dtype::I32, Dtype::Bool, Dtype::F32, Dtype::F16]);

/// Arguments of the likelihood of sequences.
#[derive(Clone, Copy, Debug)]
pub struct Alignment<'a> {
    /// Logarithms of probabilities, by step, sample and class.
    pub logarithms: &'a Input,
    /// Classes.
    pub targets: &'a Input,
    /// Steps of each sample.
    pub inputs: &'a Ints,
    /// Classes of each sample's target.
    pub lengths: &'a Ints,
    /// The class that stands between others.
    pub blank: i64,
}

impl Alignment<'_> {
    /// Returns the sequences; refuses shapes and lengths that do not fit together.
    pub fn sequences(self) -> Result<Sequences> {
        self.logarithms.rank_in(2..=3)?;
        let shape = self.logarithms.shape();
        let (steps, classes) = (shape[0], shape[shape.len() - 1]);
        let samples = if shape.len() == 3 { shape[1] } else { 1 };
        if steps == 0 {
            return Err(self.logarithms.shape_refused("one step or more"));
        }
        if !(0..classes).contains(&self.blank) {
            let allowed = format!("0 to {}", classes - 1);
            return Err(Error::value("blank", self.blank, allowed));
        }
        let inputs = counts(self.inputs, samples, steps)?;
        let lengths = counts(self.lengths, samples, i64::MAX)?;
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let all: usize = lengths.iter().sum();
        self.targets.rank_in(1..=2)?;
        let targets = self.targets.shape();
        let pitch = match *targets {
            [count] if count as usize == all => None,
            [count, pitch] if count == samples && pitch as usize >= longest => Some(pitch as usize),
            _ => {
                let allowed = format!(
                    "[{all}], the sum of the lengths of targets, or [{samples}, {longest}] or more"
                );
                return Err(self.targets.shape_refused(allowed));
            }
        };
        Ok(Sequences {
            steps: steps as usize,
            classes: classes as usize,
            blank: self.blank as usize,
            width: 2 * longest + 1,
            inputs,
            targets: lengths,
            pitch,
        })
    }

    /// Refuses types outside the lists, and outputs and others of another type than the probabilities.
    pub fn types(self, others: &[&TensorArg]) -> Result<()> {
        self.logarithms.dtype_in(PROBABILITIES)?;
        self.targets.dtype_in(TARGETS)?;
        others
            .iter()
            .try_for_each(|other| other.same_dtype(self.logarithms))
    }
}

/// Returns lengths; refuses another number of them, and lengths below 0 or above `most`.
fn counts(lengths: &Ints, samples: i64, most: i64) -> Result<Vec<usize>> {
    super::length_is(lengths, samples as usize, "one for each sample")?;
    match lengths.iter().find(|&length| !(0..=most).contains(length)) {
        None => Ok(lengths.iter().map(|&length| length as usize).collect()),
        Some(_) => {
            let allowed = match most {
                i64::MAX => "lengths of 0 or more".into(),
                most => format!("lengths from 0 to {most}"),
            };
            Err(Error::value(
                lengths.name(),
                format!("{:?}", &**lengths),
                allowed,
            ))
        }
    }
}
