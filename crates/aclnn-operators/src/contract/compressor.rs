//! The contract of operators that make one of the tokens of a group, and of their gradient.

use super::{Dtypes, none_private, on_950};
use crate::argument::{ConstOutput, InOut, Input, TensorArg};
use crate::error::{Error, Result};
use crate::ops::compressor::{Cache, Grouping, Keeping, Lengths};
use crate::tensor::Dtype;

/// Tokens of a group, at most.
const MOST: i64 = 128;

/// Arguments that all of them have.
pub struct Tokens<'a> {
    /// `x`
    pub x: &'a TensorArg,
    /// `wkv` and `wgate`
    pub weights: [&'a TensorArg; 2],
    /// `cuSeqlensOptional`
    pub starts: &'a Option<Input>,
    /// `sequsedOptional`
    pub used: &'a Option<Input>,
    /// `startPosOptional`
    pub positions: &'a Option<Input>,
    /// `cmpRatio`
    pub ratio: i64,
    /// `coff`
    pub overlap: i64,
}

impl Tokens<'_> {
    /// Refuses types: tokens and weights of one of `types`, `alike` of that of tokens, numbers of INT32.
    pub fn types(&self, types: Dtypes, alike: &[&TensorArg]) -> Result<()> {
        self.x.dtype_in(types)?;
        for tensor in self.weights.iter().chain(alike) {
            tensor.same_dtype(self.x)?;
        }
        let numbers = [self.starts, self.used, self.positions];
        for tensor in numbers.into_iter().flatten() {
            tensor.dtype_is(Dtype::I32)?;
        }
        none_private(&[self.x, self.weights[0], self.weights[1]])
    }

    /// Refuses attributes and shapes, and returns how tokens are grouped, the shape of means, and the channels of a token.
    pub fn shapes(&self) -> Result<(Grouping, Vec<i64>, i64)> {
        let is_power = self.ratio & (self.ratio - 1) == 0;
        if !(2..=MOST).contains(&self.ratio) || !on_950() && !is_power {
            let allowed = match on_950() {
                true => "2 to 128",
                false => "a power of two from 2 to 128",
            };
            return Err(Error::value("cmpRatio", self.ratio, allowed));
        }
        if !(1..=2).contains(&self.overlap) {
            return Err(Error::value("coff", self.overlap, "1 or 2"));
        }
        self.x.rank_in(2..=3)?;
        let [wkv, wgate] = self.weights;
        wkv.rank_in(2..=2)?;
        let shape = self.x.shape();
        let inputs = shape[shape.len() - 1];
        let channels = wkv.shape()[0];
        if inputs < 1 || channels < 1 || channels % self.overlap != 0 {
            let allowed = format!("a multiple of {} channels, and inputs", self.overlap);
            return Err(wkv.shape_refused(allowed));
        }
        wkv.shape_is(&[channels, inputs], "the inputs of `x`")?;
        wgate.same_shape(wkv)?;
        let means = channels / self.overlap;
        let [sequences, tokens] = self.extents()?;
        let results = match shape.len() {
            2 => vec![tokens.min(tokens / self.ratio + sequences), means],
            _ => vec![
                sequences,
                tokens.div_euclid(self.ratio) + i64::from(tokens % self.ratio > 0),
                means,
            ],
        };
        let grouping = Grouping {
            ratio: self.ratio as usize,
            overlap: self.overlap as usize,
        };
        Ok((grouping, results, channels))
    }

    /// Sequences, and tokens of each or, where their lengths are given, of all. Refuses the shapes of numbers.
    fn extents(&self) -> Result<[i64; 2]> {
        let extents = match (self.x.shape(), self.starts) {
            (&[tokens, _], Some(starts)) => match *starts.shape() {
                [count] if count > 0 => [count - 1, tokens],
                _ => return Err(starts.shape_refused("the beginning of each sequence, and an end")),
            },
            (&[sequences, tokens, _], None) => [sequences, tokens],
            (_, None) => {
                let allowed = "a tensor, for `x` has two dimensions";
                return Err(Error::value("cuSeqlensOptional", "null", allowed));
            }
            (_, Some(starts)) => {
                return Err(Error::value(
                    starts.name(),
                    "a tensor",
                    "null, for `x` has three dimensions",
                ));
            }
        };
        for tensor in [self.used, self.positions].into_iter().flatten() {
            tensor.shape_is(&extents[..1], "a number for each sequence")?;
        }
        Ok(extents)
    }

    /// The operands that say which tokens belong to which sequence.
    pub fn lengths(&self) -> Result<Lengths> {
        let read = |tensor: &Option<Input>| tensor.as_ref().map(|tensor| tensor.read()).transpose();
        Ok(Lengths {
            starts: read(self.starts)?,
            used: read(self.used)?,
            positions: read(self.positions)?,
            extents: self.extents()?.map(|extent| extent as usize),
        })
    }

    /// Refuses what does not fit tokens of so many channels of a cache.
    pub fn cache(&self, states: &InOut, table: &Input, mode: i64, channels: i64) -> Result<Cache> {
        let keeping = match mode {
            1 => Keeping::Pages,
            2 if on_950() => Keeping::Ring,
            _ => {
                let allowed = if on_950() { "1 or 2" } else { "1" };
                return Err(Error::value("cacheMode", mode, allowed));
            }
        };
        states.dtype_is(Dtype::F32)?;
        states.rank_in(3..=3)?;
        let (lines, size) = (states.shape()[0], states.shape()[1]);
        states.shape_is(&[lines, size, 2 * channels], "values and scores of a token")?;
        if lines < 1 || !(1..=1024).contains(&size) {
            return Err(states.shape_refused("one line or more of 1 to 1024 tokens"));
        }
        if !on_950() {
            states.contiguous()?;
        }
        table.dtype_is(Dtype::I32)?;
        let [sequences, tokens] = self.extents()?;
        match keeping {
            Keeping::Pages => {
                table.rank_in(2..=2)?;
                let each = table.shape()[1];
                table.shape_is(&[sequences, each], "the lines of each sequence")?;
            }
            Keeping::Ring => {
                table.shape_is(&[sequences], "the line of each sequence")?;
                let least = self.overlap * self.ratio + tokens - 1;
                if self.x.rank() == 3 && size < least {
                    let allowed = format!("lines of {least} tokens or more");
                    return Err(states.shape_refused(allowed));
                }
            }
        }
        Ok(Cache {
            states: states.update()?,
            table: table.read()?,
            keeping,
        })
    }
}

/// The shape of what is kept of all tokens of groups.
pub fn parts(means: &[i64], grouping: Grouping) -> Vec<i64> {
    let mut shape = means.to_vec();
    shape.insert(shape.len() - 1, (grouping.ratio * grouping.overlap) as i64);
    shape
}

/// Refuses what is kept of tokens of another type or shape.
pub fn is_kept(tensors: [&ConstOutput; 2], shape: &[i64]) -> Result<()> {
    for tensor in tensors {
        tensor.dtype_is(Dtype::F32)?;
        tensor.shape_is(shape, "the tokens of each group")?;
    }
    Ok(())
}
