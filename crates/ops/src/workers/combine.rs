//! Combination of what experts return to a worker of attention.

#![forbid(unsafe_code)]

use super::{Context, READY, wait, word};
use crate::products::{Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Read, Shared, SharedBytes, Write, WriteBytes, kernel, operands, waiting,
};
use hostnpu_tensor::Dtype;

/// Operands of [`combine`], under the documented names.
pub struct Combined {
    /// The context.
    pub schedule_context: Arg,
    /// The weights of the experts of each token, (BS, K).
    pub expert_scales: Arg,
    /// The number of the layer.
    pub layer_id: Arg,
    /// True if the results of the next micro batch are waited for.
    pub waits: bool,
    /// Gets the sums, (BS, H), in the type of what is returned: FLOAT16 or BFLOAT16.
    pub y: Arg,
    /// Gets the number of the next layer.
    pub next_layer_id: Arg,
}

operands! {
    struct Operands => OperandsAt {
        context: SharedBytes,
        scales: Read<f32>,
        layer: Read<i32>,
        weights: Write<f32>,
        rows: WriteBytes,
        next_layer: Write<i32>,
    }
}

/// Plans the sums of the rows of each token times their weights, and of the row behind them, which has none, where the context says that there is one: in DOUBLE, rounded once.
pub fn combine(of: Combined) -> Result<Call> {
    let [tokens, top_k] = of.expert_scales.extents::<2>()?;
    let [_, width] = of.y.extents::<2>()?;
    let (name, waits) = (of.schedule_context.name, of.waits);
    let dtype = of.y.view.dtype;
    let row = width * (dtype.bits() / 8);
    let mut all = Sequence::default();
    let context = all.add(of.schedule_context);
    let scales = all.add(of.expert_scales);
    let layer = all.add(of.layer_id);
    let y = all.add(of.y);
    let next_layer = all.add(of.next_layer_id);
    let shape = [tokens as i64, top_k as i64 + 1, width as i64];
    let weights = all.temporary(Dtype::F32, &shape[..2])?;
    let rows = all.temporary(dtype, &shape)?;
    let operands = Operands {
        context: SharedBytes::of(context),
        scales: scales.into(),
        layer: layer.into(),
        weights: weights.clone().into(),
        rows: rows.clone().into(),
        next_layer: next_layer.into(),
    };
    all.then(kernel(operands, usize::MAX, move |at: OperandsAt| {
        let context = Context {
            name,
            memory: at.context,
        };
        let experts = context.number(word::SELECTED_EXPERTS, "selected_expert_num")? as usize;
        if experts != top_k && experts != top_k + 1 {
            let got = format!("selected_expert_num {experts}");
            let allowed = format!(
                "{top_k} or {}: the columns of `expertScales`, or one more",
                top_k + 1
            );
            return Err(Error::value(name, got, allowed));
        }
        let micro_batches = context.number(word::MICRO_BATCHES, "micro_batch_num")?;
        let latest = context.memory.word(word::ATTENTION_MICRO_BATCH) as u32;
        let latest = context.below(latest.into(), micro_batches, "micro_batch_id")?;
        let number = match waits {
            true => (latest + 1) % micro_batches,
            false => latest,
        };
        // Of each micro batch so many bytes: all of them are there, and those of this one begin at the place.
        let pointed = |word: usize, what: &'static str, bytes: usize| -> Result<(Shared, usize)> {
            let all = context.pointed(word, what, (bytes as u64).checked_mul(micro_batches))?;
            Ok((all, number as usize * bytes))
        };
        let count = tokens * experts;
        let marks = match waits {
            true => {
                let (all, first) = pointed(word::ATTENTION, "token_info_buf", 4 * count)?;
                Some(all.part(first, 4 * count))
            }
            false => None,
        };
        let (data, begin) = pointed(word::ATTENTION + 4, "token_data_buf", count * row)?;
        if let Some(marks) = marks {
            let found = || {
                (0..count)
                    .all(|number| marks.word(number) == READY)
                    .then_some(())
            };
            wait(|| true, found);
        }
        // Where the context knows no further row, that is 0, and so is its weight.
        at.rows.fill(0);
        at.weights.fill(0.0);
        for token in 0..tokens {
            let first = token * (top_k + 1) * row;
            data.load(
                begin + token * experts * row,
                &mut at.rows[first..first + experts * row],
            );
            let weights = &mut at.weights[token * (top_k + 1)..][..experts];
            weights.fill(1.0);
            weights[..top_k].copy_from_slice(&at.scales[token * top_k..][..top_k]);
        }
        at.next_layer[0] = at.layer[0].wrapping_add(1);
        if let Some(marks) = marks {
            (0..count).for_each(|number| marks.set_word(number, 0));
            context
                .memory
                .set_word(word::ATTENTION_MICRO_BATCH, number as i32);
        }
        Ok(())
    })?)?;
    let weights = all.reshaped(&weights.with_role(Role::Input), &[shape[0], 1, shape[1]])?;
    let sums = y.shaped(&[shape[0], 1, shape[2]])?;
    let product = Product::new(Dtype::F32, dtype);
    all.then(multiply(
        product,
        weights,
        rows.with_role(Role::Input),
        sums,
    )?)?;
    let call = all.finish();
    Ok(match waits {
        true => waiting(call),
        false => call,
    })
}
