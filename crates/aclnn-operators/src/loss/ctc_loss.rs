//! `aclnnCtcLoss`: connectionist temporal classification. Source: ops-nn, `loss/ctc_loss_v2`.

use crate::contract::alignment::Alignment;
use crate::ops::losses::ctc::ctc;
use crate::prelude::*;

/// Computes the negative logarithm of the likelihood of each target, summed over its alignments with the steps of `logProbs`; infinity if there is none. `logAlphaOut` gets the sums up to each step, and minus
/// infinity elsewhere. `zeroInfinity` counts in the gradient only.
#[aclnn]
fn aclnnCtcLoss(
    log_probs: Input,
    targets: Input,
    input_lengths: Ints,
    targetlengths: Ints,
    blank: i64,
    _zero_infinity: bool,
    neg_log_likelihood_out: Output,
    log_alpha_out: Output,
) -> Planned {
    let alignment = Alignment {
        logarithms: &log_probs,
        targets: &targets,
        inputs: &input_lengths,
        lengths: &targetlengths,
        blank,
    };
    let mut of = alignment.sequences()?;
    let samples = of.inputs.len() as i64;
    let shape = [samples];
    let of_each = if log_probs.rank() == 3 {
        &shape[..]
    } else {
        &[]
    };
    neg_log_likelihood_out.shape_is(of_each, "one for each sample")?;
    let rounded_up = of.width.next_multiple_of(8);
    if !contract::on_950() && log_alpha_out.shape().last() == Some(&(rounded_up as i64)) {
        of.width = rounded_up;
    }
    let sums = [samples, of.steps as i64, of.width as i64];
    log_alpha_out.shape_is(&sums, "samples, steps, and twice the longest target and 1")?;
    alignment.types(&[&neg_log_likelihood_out, &log_alpha_out])?;
    if samples == 0 {
        return contract::untouched(&log_probs, &[&neg_log_likelihood_out, &log_alpha_out]);
    }
    let (loss, sums) = (neg_log_likelihood_out.write()?, log_alpha_out.write()?);
    Ok(ctc(of, log_probs.read()?, targets.read()?, loss, sums)?)
}
