//! `aclnnCtcLossBackward`: the gradient of `aclnnCtcLoss`. Source: ops-nn, `loss/ctc_loss_v2_grad`.

use crate::contract::alignment::Alignment;
use crate::ops::losses::ctc::{CtcBackward, ctc_backward};
use crate::prelude::*;

/// Computes the gradient by `logProbs`, which are normalised: each probability less the part of the likelihood that goes through its class at its step, times `gradOut`; 0 behind the last step. With
/// `zeroInfinity` the gradient of an infinite loss is 0.
#[aclnn]
fn aclnnCtcLossBackward(
    grad_out: Input,
    log_probs: Input,
    targets: Input,
    input_lengths: Ints,
    target_lengths: Ints,
    neg_log_likelihood: Input,
    log_alpha: Input,
    blank: i64,
    zero_infinity: bool,
    out: Output,
) -> Planned {
    log_probs.rank_in(3..=3)?;
    let alignment = Alignment {
        logarithms: &log_probs,
        targets: &targets,
        inputs: &input_lengths,
        lengths: &target_lengths,
        blank,
    };
    let mut of = alignment.sequences()?;
    let samples = of.inputs.len() as i64;
    grad_out.shape_is(&[samples], "one for each sample")?;
    neg_log_likelihood.shape_is(&[samples], "one for each sample")?;
    log_alpha.rank_in(3..=3)?;
    let width = log_alpha.shape()[2];
    log_alpha.shape_is(&[samples, of.steps as i64, width], "samples and steps")?;
    let longest = of.targets.iter().copied().max().unwrap_or(0);
    if (width as usize) < 2 * longest + 1 {
        let allowed = format!("a last extent of {} or more", 2 * longest + 1);
        return Err(log_alpha.shape_refused(allowed).into());
    }
    of.width = width as usize;
    out.same_shape(&log_probs)?;
    alignment.types(&[&grad_out, &neg_log_likelihood, &log_alpha, &out])?;
    if samples == 0 {
        return contract::untouched(&log_probs, &[&out]);
    }
    let operands = CtcBackward {
        grad_out: grad_out.read()?,
        log_probs: log_probs.read()?,
        targets: targets.read()?,
        neg_log_likelihood: neg_log_likelihood.read()?,
        log_alpha: log_alpha.read()?,
        out: out.write()?,
    };
    Ok(ctc_backward(of, zero_infinity, operands)?)
}
