//! Rows that have come to a worker of experts, in the order of their experts.

#![forbid(unsafe_code)]

use super::{BEFORE, Context, READY, wait, word};
use crate::moe::rows_at_once;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    SharedBytes, Temporary, Write, WriteBytes, WritePart, kernel, operands, waiting,
};
use hostnpu_tensor::cuts;

/// Operands of [`batching`], under the documented names.
pub struct Batching {
    /// The context.
    pub schedule_context: Arg,
    /// The number of experts.
    pub expert_num: usize,
    /// True if the micro batch of all sessions that is polled is waited for and taken; else what a scheduler has listed.
    pub scans: bool,
    /// Gets the rows, (Y, H).
    pub y: Arg,
    /// Gets the experts that have rows, with how many: zeros behind.
    pub group_list: Arg,
    /// Gets the session of each row.
    pub session_ids: Arg,
    /// Gets its micro batch.
    pub micro_batch_ids: Arg,
    /// Gets its token.
    pub token_ids: Arg,
    /// Gets the number of its expert among those of the token.
    pub expert_offsets: Arg,
    /// Gets its scale, which lies behind it.
    pub dynamic_scale: Option<Arg>,
    /// Gets the number of rows.
    pub actual_token_num: Arg,
}

operands! {
    struct Operands => OperandsAt {
        context: SharedBytes,
        rows: WriteBytes,
        groups: Write<i64>,
        sessions: WritePart<i32>,
        micro_batches: WritePart<i32>,
        tokens: WritePart<i32>,
        offsets: WritePart<i32>,
        scales: Option<WritePart<f32>>,
        count: Write<i64>,
        /// Expert of each place, -1 where there is none.
        keys: Temporary<i64>,
        order: Temporary<i64>,
        firsts: Temporary<i64>,
        /// Session and micro batch of each that has come.
        listed: Temporary<i64>,
    }
}

/// Most sessions, micro batches, and experts of a token.
const MOST: [u64; 3] = [1024, 64, 64];
/// The first number that stands for no expert.
const HIDDEN: i32 = 1_000_000;

/// Plans the moves. Rows behind the last stay.
pub fn batching(of: Batching) -> Result<Call> {
    let [most, width] = of.y.extents::<2>()?;
    let row = width * (of.y.view.dtype.bits() / 8);
    let (name, experts, scans) = (of.schedule_context.name, of.expert_num, of.scans);
    let behind = if of.dynamic_scale.is_some() { 4 } else { 0 };
    let operands = Operands {
        context: SharedBytes::of(of.schedule_context),
        rows: WriteBytes::part_of(of.y),
        groups: of.group_list.into(),
        sessions: of.session_ids.into(),
        micro_batches: of.micro_batch_ids.into(),
        tokens: of.token_ids.into(),
        offsets: of.expert_offsets.into(),
        scales: of.dynamic_scale.map(WritePart::from),
        count: of.actual_token_num.into(),
        keys: Temporary::of(most),
        order: Temporary::of(most),
        firsts: Temporary::of(experts + 1),
        listed: Temporary::of(2 * MOST[0] as usize),
    };
    let call = kernel(operands, usize::MAX, move |at: OperandsAt| {
        let context = Context {
            name,
            memory: at.context,
        };
        let sizes = context.sizes()?;
        let sessions = context.number(word::SESSIONS, "session_num")?;
        let bounds = [
            (sessions, "session_num"),
            (sizes.micro_batches, "micro_batch_num"),
            (sizes.experts, "selected_expert_num"),
        ];
        for ((number, what), most) in bounds.into_iter().zip(MOST) {
            context.below(number, most + 1, what)?;
        }
        let each = sizes.rows();
        let stride = u64::from(context.memory.word(word::TOKEN_BYTES) as u32);
        let places = each * sessions * sizes.micro_batches;
        let bytes = (places - 1)
            .checked_mul(stride)
            .and_then(|bytes| bytes.checked_add((row + behind) as u64));
        let data = context.pointed(word::FFN + 4, "token_data_buf", bytes)?;
        let listed = match scans {
            true => sessions,
            false => u64::from(context.memory.word(word::FFN_OUT) as u32),
        };
        context.below(listed, sessions + 1, "out_num")?;
        if listed * each > most as u64 {
            let got = format!("{} rows", listed * each);
            return Err(Error::value(
                name,
                got,
                format!("at most {most}, the rows of `y`"),
            ));
        }
        let (each, listed) = (each as usize, listed as usize);
        let mut infos = None;
        let polled = match scans {
            true => context.memory.wide(word::FFN_POLLING),
            false => 0,
        };
        let polled = context.below(polled, sizes.micro_batches, "polling_index")?;
        let ids = if scans {
            let words = (BEFORE + each) as u64;
            let all = words.checked_mul(4 * sessions * sizes.micro_batches);
            let all = context.pointed(word::FFN, "token_info_buf", all)?;
            let info = move |session: usize| {
                let number = session * sizes.micro_batches as usize + polled as usize;
                all.part(number * 4 * (BEFORE + each), 4 * (BEFORE + each))
            };
            let ready = || (0..listed).all(|session| info(session).word(0) == READY);
            wait(|| true, || ready().then_some(()));
            for session in 0..listed {
                at.listed[2 * session] = session as i64;
                at.listed[2 * session + 1] = polled as i64;
            }
            infos = Some(info);
            None
        } else {
            let list = Some(4 * listed as u64);
            let of_sessions = context.pointed(word::FFN_SESSIONS, "session_ids_buf", list)?;
            let of_batches =
                context.pointed(word::FFN_MICRO_BATCHES, "micro_batch_ids_buf", list)?;
            for number in 0..listed {
                let session = of_sessions.word(number) as u32;
                let batch = of_batches.word(number) as u32;
                let session = context.below(session.into(), sessions, "a session")?;
                let batch = context.below(batch.into(), sizes.micro_batches, "a micro batch")?;
                at.listed[2 * number] = session as i64;
                at.listed[2 * number + 1] = batch as i64;
            }
            let ids = Some(4 * (listed * each) as u64);
            Some(context.pointed(word::FFN_EXPERTS, "expert_ids_buf", ids)?)
        };
        let id = |number: usize, row: usize| match (&infos, &ids) {
            (Some(info), _) => info(number).word(BEFORE + row),
            (_, Some(ids)) => ids.word(number * each + row),
            _ => HIDDEN,
        };
        at.firsts.fill(0);
        for number in 0..listed {
            for row in 0..each {
                let id = id(number, row);
                let key = match id {
                    HIDDEN.. => -1,
                    id if (0..experts as i64).contains(&i64::from(id)) => i64::from(id),
                    id => {
                        let got = format!("an expert {id}");
                        let allowed =
                            format!("0 to {}, or {HIDDEN} and more: none", experts as i64 - 1);
                        return Err(Error::value(name, got, allowed));
                    }
                };
                at.keys[number * each + row] = key;
                if key >= 0 {
                    at.firsts[key as usize + 1] += 1;
                }
            }
        }
        at.groups.fill(0);
        let mut group = 0;
        for expert in 0..experts {
            let count = at.firsts[expert + 1];
            if count > 0 {
                at.groups[2 * group] = expert as i64;
                at.groups[2 * group + 1] = count;
                group += 1;
            }
            at.firsts[expert + 1] += at.firsts[expert];
        }
        let valid = at.firsts[experts] as usize;
        for (place, &key) in at.keys[..listed * each].iter().enumerate() {
            if key >= 0 {
                let next = &mut at.firsts[key as usize];
                at.order[*next as usize] = place as i64;
                *next += 1;
            }
        }
        at.count[0] = valid as i64;
        let (order, listed_at, per_token) = (&*at.order, &*at.listed, sizes.experts as usize);
        let (micro_batches, stride) = (sizes.micro_batches as usize, stride as usize);
        let step = rows_at_once(row);
        let cut = (
            cuts::chunks(&mut at.rows[..valid * row], row * step),
            cuts::chunks(at.sessions, step),
            cuts::chunks(at.micro_batches, step),
            cuts::chunks(at.tokens, step),
            cuts::chunks(at.offsets, step),
            at.scales.map(|scales| cuts::chunks(scales, step)),
        );
        cuts::for_each_part(
            cut,
            |piece, (rows, sessions, batches, tokens, offsets, mut scales)| {
                for (number, target) in rows.chunks_mut(row).enumerate() {
                    let place = order[piece * step + number] as usize;
                    let (from, place) = (place / each, place % each);
                    let [session, batch] = [2 * from, 2 * from + 1].map(|at| listed_at[at]);
                    sessions[number] = session as i32;
                    batches[number] = batch as i32;
                    tokens[number] = (place / per_token) as i32;
                    offsets[number] = (place % per_token) as i32;
                    let first = (session as usize * micro_batches + batch as usize) * each + place;
                    data.load(first * stride, target);
                    if let Some(scales) = &mut scales {
                        let mut scale = [0; 4];
                        data.load(first * stride + row, &mut scale);
                        scales[number] = f32::from_le_bytes(scale);
                    }
                }
            },
        );
        if let Some(info) = infos {
            for session in 0..listed {
                let info = info(session);
                (0..each).for_each(|row| info.set_word(BEFORE + row, i32::MAX));
                info.set_word(0, 0);
            }
            let next = (polled + 1) % sizes.micro_batches;
            context.memory.set_word(word::FFN_POLLING, next as i32);
            context.memory.set_word(word::FFN_POLLING + 1, 0);
        }
        Ok(())
    })?;
    Ok(match scans {
        true => waiting(call),
        false => call,
    })
}
