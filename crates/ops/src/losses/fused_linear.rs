//! The cross entropy of a linear layer whose classes several devices share: its largest logits and sums of exponentials here, and the gradients.

#![forbid(unsafe_code)]

use crate::products::{Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_kernels::rows::{self, Total};
use hostnpu_tensor::{Dtype, cuts};

/// Elements of a row that are converted at a time.
const BLOCK: usize = 1024;

/// Rows whose marks fill a byte.
const MARKED: usize = 8;

/// Results of the logits of rows.
pub struct Sums {
    /// The largest logit of each row.
    pub largest: Arg,
    /// The sum of the exponentials of the logits less the largest one.
    pub sums: Arg,
    /// The logit of the class less the largest one, or 0 where the class is not here.
    pub predicted: Arg,
    /// A bit for each row, lowest first: 1 where the class is not here, and behind the last row.
    pub is_elsewhere: Arg,
    /// The class, counted from the first one here, or 0.
    pub offset: Arg,
    /// The logits, if they are wanted.
    pub logits: Option<Arg>,
}

operands! {
    struct OfLogits => OfLogitsAt {
        logits: Read<f32>,
        target: Read<i64>,
        largest: Write<f32>,
        sums: Write<f32>,
        predicted: Write<f32>,
        is_elsewhere: Write<u8>,
        offset: Write<i64>,
    }
}

/// Plans the logits `input @ weight^T`, (rows, h) and (classes, h), and what is computed of them; `target` is the class of each row, here from `start` to before `end`.
pub fn sums_of_logits(
    [input, weight, target]: [Arg; 3],
    (start, end): (i64, i64),
    out: Sums,
) -> Result<Call> {
    let ([count, _], [classes, _]) = (input.extents::<2>()?, weight.extents::<2>()?);
    let mut all = Sequence::default();
    let (input, weight, target) = (all.add(input), all.add(weight), all.add(target));
    let outputs = [
        out.largest,
        out.sums,
        out.predicted,
        out.is_elsewhere,
        out.offset,
    ];
    let [largest, sums, predicted, is_elsewhere, offset] = outputs.map(|arg| all.add(arg));
    let shown = out.logits.map(|arg| all.add(arg));
    let logits = all.temporary(Dtype::F32, &[count as i64, classes as i64])?;
    let turned = weight.viewed(weight.view.layout.permuted(&[1, 0]))?;
    let product = Product::new(input.view.dtype, Dtype::F32);
    all.then(multiply(product, input, turned, logits.clone())?)?;
    if let Some(shown) = shown {
        all.then(pointwise::copy(logits.clone(), shown)?)?;
    }
    let operands = OfLogits {
        logits: logits.into(),
        target: target.into(),
        largest: largest.into(),
        sums: sums.into(),
        predicted: predicted.into(),
        is_elsewhere: is_elsewhere.into(),
        offset: offset.into(),
    };
    let cost = count.saturating_mul(classes).saturating_mul(16);
    all.then(kernel(operands, cost, move |at: OfLogitsAt| {
        let parts = (
            cuts::chunks(at.is_elsewhere, 1),
            cuts::chunks(at.largest, MARKED),
            cuts::chunks(at.sums, MARKED),
            cuts::chunks(at.predicted, MARKED),
            cuts::chunks(at.offset, MARKED),
        );
        cuts::for_each_part(parts, |part, (marks, largest, sums, predicted, offsets)| {
            marks[0] = u8::MAX;
            for (k, largest) in largest.iter_mut().enumerate() {
                let row = part * MARKED + k;
                let logits = &at.logits[row * classes..][..classes];
                let class = at.target[row];
                let is_here = (start..end).contains(&class);
                offsets[k] = if is_here { class - start } else { 0 };
                if is_here {
                    marks[0] &= !(1 << k);
                }
                let nan = logits.iter().any(|x| x.is_nan());
                let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                *largest = if nan { f32::NAN } else { most };
                let (mut total, mut block) = (Total::default(), [0.0; BLOCK]);
                for logits in logits.chunks(BLOCK) {
                    let block = &mut block[..logits.len()];
                    block
                        .iter_mut()
                        .zip(logits)
                        .for_each(|(to, &x)| *to = x.into());
                    rows::exponentials_about(block, most.into());
                    total.add(rows::sum(block));
                }
                sums[k] = if nan { f32::NAN } else { total.sum() as f32 };
                // A class behind the rows of the weight is here by its number, and has no logit.
                let own = logits.get(offsets[k] as usize).filter(|_| is_here);
                let less = own.map_or(0.0, |&x| x - *largest);
                predicted[k] = if less.is_nan() { f32::NAN } else { less };
            }
        });
        Ok(())
    })?)?;
    Ok(all.finish_reading_first())
}

/// Operands of the gradients.
pub struct Gradients {
    /// The gradient of each loss.
    pub gradient: Arg,
    /// The input, (rows, h).
    pub input: Arg,
    /// The weight, (classes, h).
    pub weight: Arg,
    /// True, or a bit of a byte each, lowest first, where the class is not here.
    pub is_elsewhere: Arg,
    /// The class of each row, counted from the first one here.
    pub offset: Arg,
    /// Probabilities, (rows, classes), or the largest logit and the sum of exponentials of each row.
    pub known: Known,
    /// The gradient by the input.
    pub by_input: Arg,
    /// The gradient by the weight.
    pub by_weight: Arg,
}

/// Given numbers about logits.
pub enum Known {
    /// Their probabilities.
    Probabilities(Arg),
    /// The largest one of each row, and the sum of exponentials less it.
    Sums([Arg; 2]),
}

operands! {
    struct ByLogits => ByLogitsAt {
        known: Read<f32>,
        sums: Vec<Read<f32>>,
        gradient: Read<f32>,
        is_elsewhere: Read<u8>,
        offset: Read<i64>,
        out: Write<f32>,
    }
}

/// Plans the gradients by input and weight of the losses of rows.
pub fn gradients(of: Gradients) -> Result<Call> {
    let ([count, _], [classes, _]) = (of.input.extents::<2>()?, of.weight.extents::<2>()?);
    let is_packed = of.is_elsewhere.view.dtype == Dtype::U8;
    let marks = if is_packed { count.div_ceil(8) } else { count };
    let mut all = Sequence::default();
    let gradient = all.add(of.gradient);
    let (input, weight) = (all.add(of.input), all.add(of.weight));
    let (is_elsewhere, offset) = (all.add(of.is_elsewhere), all.add(of.offset));
    let shape = [count as i64, classes as i64];
    let turned = |arg: &Arg| arg.viewed(arg.view.layout.permuted(&[1, 0]));
    let (known, sums) = match of.known {
        Known::Probabilities(known) => (all.add(known), Vec::new()),
        Known::Sums(sums) => {
            let sums = sums.map(|arg| all.add(arg));
            let logits = all.temporary(Dtype::F32, &shape)?;
            let product = Product::new(input.view.dtype, Dtype::F32);
            let right = turned(&weight)?;
            all.then(multiply(product, input.clone(), right, logits.clone())?)?;
            (logits, sums.map(Read::from).into())
        }
    };
    let (by_input, by_weight) = (all.add(of.by_input), all.add(of.by_weight));
    let out = all.temporary(Dtype::F32, &shape)?;
    let operands = ByLogits {
        known: known.into(),
        sums,
        gradient: gradient.into(),
        is_elsewhere: is_elsewhere.into(),
        offset: offset.into(),
        out: out.clone().into(),
    };
    let cost = count.saturating_mul(classes).saturating_mul(16);
    all.then(kernel(operands, cost, move |at: ByLogitsAt| {
        debug_assert!(at.is_elsewhere.len() >= marks);
        cuts::for_each_part(cuts::chunks(at.out, classes), |row, out| {
            let known = &at.known[row * classes..][..classes];
            let mark = match is_packed {
                true => at.is_elsewhere[row / 8] >> (row % 8) & 1,
                false => at.is_elsewhere[row],
            };
            let class = match mark {
                0 => usize::try_from(at.offset[row]).ok(),
                _ => None,
            };
            let gradient = f64::from(at.gradient[row]);
            let mut block = [0.0; BLOCK];
            for (number, (out, known)) in out.chunks_mut(BLOCK).zip(known.chunks(BLOCK)).enumerate()
            {
                let block = &mut block[..out.len()];
                block
                    .iter_mut()
                    .zip(known)
                    .for_each(|(to, &x)| *to = x.into());
                if let [largest, sums] = at.sums[..] {
                    rows::exponentials_about(block, largest[row].into());
                    let sum = f64::from(sums[row]);
                    block.iter_mut().for_each(|x| *x /= sum);
                }
                let own = class.and_then(|class| class.checked_sub(number * BLOCK));
                if let Some(own) = own.and_then(|class| block.get_mut(class)) {
                    *own -= 1.0;
                }
                for (out, x) in out.iter_mut().zip(block) {
                    let product = *x * gradient;
                    *out = if product.is_nan() {
                        f32::NAN
                    } else {
                        product as f32
                    };
                }
            }
        });
        Ok(())
    })?)?;
    let (left, right) = (out.clone(), weight);
    let product = |to: &Arg| Product::new(Dtype::F32, to.view.dtype);
    all.then(multiply(product(&by_input), left, right, by_input)?)?;
    all.then(multiply(
        product(&by_weight),
        turned(&out)?,
        input,
        by_weight,
    )?)?;
    Ok(all.finish_reading_first())
}
