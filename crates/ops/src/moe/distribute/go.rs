//! Records of the tokens of this rank, in the order of the ranks and experts to which they go.

#![forbid(unsafe_code)]

use super::super::quantise::{Inputs, Quantiser};
use super::super::{QuantiseRows, rows_at_once};
use super::{Deployment, Experts, OrderAt, row_bytes};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{
    Read, ReadBytes, ReadIndices, Temporary, Write, WriteBytes, WritePart, kernel, operands,
};
use hostnpu_numeric::Bool;
use hostnpu_tensor::cuts;

/// Bytes of the parts of a record: the row, its scales, then the weight, the token and the choice, of four bytes each.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    /// Bytes of a row.
    pub row: usize,
    /// Bytes of its scales.
    pub scales: usize,
}

impl Records {
    /// Place of the weight.
    pub(super) fn about(self) -> usize {
        (self.row + self.scales).next_multiple_of(4)
    }

    /// Bytes of a record.
    pub fn bytes(self) -> usize {
        (self.about() + 12).next_multiple_of(8)
    }
}

/// Operands of [`go`].
pub struct Go {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// The tokens, if they go as they are.
    pub x: Option<Arg>,
    /// Scales of the tokens that go with them.
    pub scales: Option<Arg>,
    /// The tokens, if they are quantised.
    pub quantised: Option<QuantiseRows>,
    /// The experts of each token.
    pub experts: Arg,
    /// False for tokens or choices that are hidden.
    pub mask: Option<Arg>,
    /// The weights of choices.
    pub weights: Option<Arg>,
    /// The most rows of all ranks for this one.
    pub capacity: usize,
    /// Parts of records.
    pub parts: Records,
    /// Gets the records.
    pub records: Arg,
    /// Gets the number of records for each rank and expert.
    pub counts: Arg,
    /// Gets the number of each choice among those of its expert on this rank.
    pub numbers: Option<Arg>,
    /// Gets the token of each record.
    pub tokens: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        x: Option<ReadBytes>,
        scales: Option<ReadBytes>,
        quantised: Option<Inputs>,
        ids: ReadIndices<i64>,
        mask: Option<Read<Bool>>,
        weights: Option<Read<f32>>,
        records: WriteBytes,
        counts: Write<i64>,
        numbers: Option<WritePart<i32>>,
        tokens: Option<Write<i64>>,
        keys: Temporary<i64>,
        experts: Temporary<i64>,
        order: Temporary<i64>,
        firsts: Temporary<i64>,
    }
}

/// Plans the records. An expert that does not exist ends the task with an error.
pub fn go(of: Go) -> Result<Call> {
    let (deployment, parts) = (of.deployment, of.parts);
    let (tokens, top_k) = (deployment.tokens, deployment.top_k);
    of.experts.require_numel(tokens * top_k)?;
    if let Some(mask) = &of.mask {
        let is_of_tokens = mask.view.numel() == Some(tokens);
        mask.require_numel(if is_of_tokens { tokens } else { tokens * top_k })?;
    }
    if let Some(weights) = &of.weights {
        weights.require_numel(tokens * top_k)?;
    }
    for (arg, row) in [(&of.x, parts.row), (&of.scales, parts.scales)] {
        if let Some(arg) = arg {
            let count = arg.view.numel().unwrap_or(0);
            let bytes = row_bytes(arg.view.dtype, count);
            if bytes != row * tokens {
                arg.require_numel(count + 1)?;
            }
        }
    }
    let records = deployment.records();
    of.records.require_numel(records * parts.bytes())?;
    of.counts.require_numel(deployment.counts())?;
    if let Some(tokens) = &of.tokens {
        tokens.require_numel(records)?;
    }
    let (mut quantiser, mut inputs) = (None, None);
    if let Some(quantised) = of.quantised {
        quantiser = Some(Quantiser::new(&quantised, tokens, of.capacity)?);
        inputs = Some(Inputs {
            x: quantised.x.into(),
            scale: quantised.scale.map(Read::from),
            offset: quantised.offset.map(Read::from),
        });
    }
    let name = of.experts.name;
    let operands = Operands {
        x: of.x.map(ReadBytes::from),
        scales: of.scales.map(ReadBytes::from),
        quantised: inputs,
        ids: of.experts.into(),
        mask: of.mask.map(Read::from),
        weights: of.weights.map(Read::from),
        records: of.records.into(),
        counts: of.counts.into(),
        numbers: of.numbers.map(WritePart::from),
        tokens: of.tokens.map(Write::from),
        keys: Temporary::of(records),
        experts: Temporary::of(records),
        order: Temporary::of(records),
        firsts: Temporary::of(deployment.counts() + 1),
    };
    let cost = records.saturating_mul(2 * parts.bytes() + 64);
    kernel(operands, cost, move |at: OperandsAt| {
        let (ids, mask) = (at.ids, at.mask);
        let order = OrderAt {
            keys: at.keys,
            experts: at.experts,
            order: at.order,
            firsts: at.firsts,
        };
        deployment.order(&Experts { name, ids, mask }, order)?;
        for (key, count) in at.counts.iter_mut().enumerate() {
            *count = at.firsts[key + 1] - at.firsts[key];
        }
        let choices = deployment.choices();
        let sent = at.firsts[deployment.counts()] as usize;
        let order = &at.order[..sent];
        if let Some(numbers) = at.numbers {
            for (place, &record) in order.iter().enumerate() {
                let (token, choice) = (record as usize / choices, record as usize % choices);
                let key = at.keys[record as usize] as usize;
                if choice < top_k {
                    numbers[token * top_k + choice] = (place as i64 - at.firsts[key]) as i32;
                }
            }
        }
        if let Some(tokens) = at.tokens {
            for (token, &record) in tokens.iter_mut().zip(order) {
                *token = record / choices as i64;
            }
        }
        let experts = &*at.experts;
        let size = parts.bytes();
        let step = rows_at_once(size);
        let records = &mut at.records[..sent * size];
        cuts::for_each_part(cuts::chunks(records, size * step), |piece, records| {
            let orders = order[piece * step..].iter();
            for (record, &number) in records.chunks_mut(size).zip(orders) {
                let (token, choice) = (number as usize / choices, number as usize % choices);
                let (of_token, about) = record.split_at_mut(parts.about());
                let (row, scales) = of_token.split_at_mut(parts.row);
                let scales = &mut scales[..parts.scales];
                if let Some(x) = at.x {
                    row.copy_from_slice(&x[token * parts.row..(token + 1) * parts.row]);
                }
                if let Some(from) = at.scales {
                    let place = token * parts.scales;
                    scales.copy_from_slice(&from[place..place + parts.scales]);
                }
                if let (Some(quantiser), Some(inputs)) = (&quantiser, &at.quantised) {
                    // Shared experts stand before the others.
                    let expert = match experts[number as usize] {
                        -1 => choice - top_k,
                        expert => deployment.copies() + expert as usize,
                    };
                    quantiser.quantise(inputs, token, expert, row, scales);
                }
                let weight = match at.weights {
                    Some(weights) if choice < top_k => weights[token * top_k + choice],
                    _ => 1.0,
                };
                about.fill(0);
                about[..4].copy_from_slice(&weight.to_le_bytes());
                about[4..8].copy_from_slice(&(token as i32).to_le_bytes());
                about[8..12].copy_from_slice(&(choice as i32).to_le_bytes());
            }
        });
        Ok(())
    })
}
