//! Schedulers: they wait for the tokens of a micro batch, and take the marks of those away.

#![forbid(unsafe_code)]

use super::{BEFORE, Context, READY, Sizes, wait, word};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Shared, SharedBytes, kernel, operands, waiting};

operands! {
    struct Operands => OperandsAt {
        context: SharedBytes,
    }
}

/// Plans the wait for the results of the next micro batch: a mark for each token and expert, which are set to 0. Its number is the latest one then. A worker that is to end changes nothing.
pub fn attention_scheduler(context: Arg) -> Result<Call> {
    let name = context.name;
    let operands = Operands {
        context: SharedBytes::of(context),
    };
    let call = kernel(operands, usize::MAX, move |at: OperandsAt| {
        let context = Context {
            name,
            memory: at.context,
        };
        context.is_for(1)?;
        let sizes = context.sizes()?;
        let each = sizes.rows().checked_mul(4);
        let all = each.and_then(|each| each.checked_mul(sizes.micro_batches));
        let marks = context.pointed(word::ATTENTION, "token_info_buf", all)?;
        let data = context.memory.wide(word::ATTENTION + 4);
        if data == 0 {
            return Err(Error::value(name, "token_data_buf 0", "memory"));
        }
        let latest = context.memory.word(word::ATTENTION_MICRO_BATCH) as u32;
        let latest = context.below(latest.into(), sizes.micro_batches, "micro_batch_id")?;
        let next = (latest + 1) % sizes.micro_batches;
        let bytes = 4 * sizes.rows() as usize;
        let marks = marks.part(next as usize * bytes, bytes);
        if wait_for_marks(context, marks) {
            clear(marks);
            context
                .memory
                .set_word(word::ATTENTION_MICRO_BATCH, next as i32);
        }
        Ok(())
    })?;
    Ok(waiting(call))
}

/// Waits until all marks are there, or the worker is to end: then false.
fn wait_for_marks(context: Context, marks: Shared) -> bool {
    let found = || {
        (0..marks.len() / 4)
            .all(|number| marks.word(number) == READY)
            .then_some(())
    };
    wait(|| context.runs(), found).is_some()
}

fn clear(marks: Shared) {
    (0..marks.len() / 4).for_each(|number| marks.set_word(number, 0));
}

/// The mark that replaces an expert after it has been taken.
const TAKEN: i32 = 0x7f7f_7f7f;

/// The data that sessions have sent, and the lists of those that are taken.
struct Sessions {
    context: Context,
    sizes: Sizes,
    /// Numbers of sessions and of those that are taken together.
    count: usize,
    together: usize,
    infos: Shared,
    layers: Shared,
    sessions: Shared,
    micro_batches: Shared,
    experts: Shared,
}

/// Plans the wait for tokens of sessions: where all are taken together, those of the next micro batch of all; else, of each group of `sync_group_size` sessions, those of the first micro batch for which all of the group have come, as
/// soon as there is one. The layers, numbers and experts of these sessions are listed in memory to which the context points, and their marks set to 0.
pub fn ffn_scheduler(context: Arg, sync_group_size: usize) -> Result<Call> {
    let name = context.name;
    let operands = Operands {
        context: SharedBytes::of(context),
    };
    let call = kernel(operands, usize::MAX, move |at: OperandsAt| {
        let context = Context {
            name,
            memory: at.context,
        };
        Sessions::of(context, sync_group_size)?.take_ready()
    })?;
    Ok(waiting(call))
}

impl Sessions {
    /// Refuses a context whose numbers do not go together.
    fn of(context: Context, together: usize) -> Result<Self> {
        context.is_for(0)?;
        let count = context.number(word::SESSIONS, "session_num")?;
        let sizes = context.sizes()?;
        if !(1..=count).contains(&(together as u64)) || !count.is_multiple_of(together as u64) {
            let allowed = format!("a number that divides the {count} sessions");
            return Err(Error::value("syncGroupSize", together, allowed));
        }
        let words = sizes.rows().checked_add(BEFORE as u64);
        let infos = words.and_then(|words| {
            words
                .checked_mul(4 * count)?
                .checked_mul(sizes.micro_batches)
        });
        let infos = context.pointed(word::FFN, "token_info_buf", infos)?;
        if context.memory.wide(word::FFN + 4) == 0 {
            return Err(Error::value(context.name, "token_data_buf 0", "memory"));
        }
        let list = Some(4 * count);
        Ok(Self {
            context,
            sizes,
            count: count as usize,
            together,
            infos,
            layers: context.pointed(word::FFN_LAYERS, "layer_ids_buf", list)?,
            sessions: context.pointed(word::FFN_SESSIONS, "session_ids_buf", list)?,
            micro_batches: context.pointed(word::FFN_MICRO_BATCHES, "micro_batch_ids_buf", list)?,
            experts: context.pointed(
                word::FFN_EXPERTS,
                "expert_ids_buf",
                sizes.rows().checked_mul(4 * count),
            )?,
        })
    }

    /// The data that a session has sent of a micro batch.
    fn info(&self, session: usize, micro_batch: usize) -> Shared {
        let bytes = 4 * (BEFORE + self.sizes.rows() as usize);
        let number = session * self.sizes.micro_batches as usize + micro_batch;
        self.infos.part(number * bytes, bytes)
    }

    fn is_ready(&self, first: usize, micro_batch: usize) -> bool {
        let mut sessions = first..first + self.together;
        sessions.all(|session| self.info(session, micro_batch).word(0) == READY)
    }

    /// Lists what sessions from `first` on have sent of a micro batch, behind those listed before.
    fn take(&self, first: usize, micro_batch: usize, listed: &mut usize) {
        let rows = self.sizes.rows() as usize;
        for session in first..first + self.together {
            let info = self.info(session, micro_batch);
            self.layers.set_word(*listed, info.word(1));
            self.sessions.set_word(*listed, session as i32);
            self.micro_batches.set_word(*listed, micro_batch as i32);
            for row in 0..rows {
                self.experts
                    .set_word(*listed * rows + row, info.word(BEFORE + row));
                info.set_word(BEFORE + row, TAKEN);
            }
            info.set_word(0, 0);
            *listed += 1;
        }
        self.context.memory.set_word(word::FFN_OUT, *listed as i32);
    }

    fn take_ready(&self) -> Result<()> {
        let (context, micro_batches) = (self.context, self.sizes.micro_batches as usize);
        let runs = || context.runs();
        let polled = match self.together == self.count {
            true => context.memory.wide(word::FFN_POLLING),
            false => 0,
        };
        let polled = context.below(polled, micro_batches as u64, "polling_index")? as usize;
        context.memory.set_word(word::FFN_OUT, 0);
        let mut listed = 0;
        if self.together == self.count {
            if wait(runs, || self.is_ready(0, polled).then_some(())).is_some() {
                self.take(0, polled, &mut listed);
                let next = (polled + 1) % micro_batches;
                context.memory.set_word(word::FFN_POLLING, next as i32);
                context.memory.set_word(word::FFN_POLLING + 1, 0);
            }
            return Ok(());
        }
        let groups = || (0..self.count).step_by(self.together);
        let ready = |first: usize| (0..micro_batches).find(|&batch| self.is_ready(first, batch));
        if wait(runs, || groups().find_map(ready)).is_some() {
            for first in groups() {
                if let Some(micro_batch) = ready(first) {
                    self.take(first, micro_batch, &mut listed);
                }
            }
        }
        Ok(())
    }
}
