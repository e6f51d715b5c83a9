//! Workers of attention and of experts that are programs of their own: each has a context of 1024 bytes, in which are the sizes of what they exchange and where that lies. Every number there may be anything, at
//! any time: each is read once and held against its bounds.

#![forbid(unsafe_code)]

mod batching;
mod combine;
mod scheduler;
mod send;
mod windows;

pub use batching::{Batching, batching};
pub use combine::{Combined, combine};
pub use scheduler::{attention_scheduler, ffn_scheduler};
pub use send::{AttentionToFfn, FfnToAttention, attention_to_ffn, ffn_to_attention, sent_bytes};
pub use windows::{Layout, Windows};

use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::stop;
use hostnpu_engine::operands::Shared;
use std::time::Duration;

/// Bytes of a context.
pub const CONTEXT: i64 = 1024;

/// Words of a context.
mod word {
    pub const SESSIONS: usize = 0;
    pub const MICRO_BATCHES: usize = 1;
    pub const MICRO_BATCH_SIZE: usize = 2;
    pub const SELECTED_EXPERTS: usize = 3;
    pub const TOKEN_BYTES: usize = 5;
    pub const MODE: usize = 7;
    pub const RUNS: usize = 32;
    pub const ATTENTION: usize = 64;
    pub const ATTENTION_MICRO_BATCH: usize = ATTENTION + 8;
    pub const FFN: usize = 96;
    pub const FFN_POLLING: usize = FFN + 8;
    pub const FFN_LAYERS: usize = FFN + 32;
    pub const FFN_SESSIONS: usize = FFN + 36;
    pub const FFN_MICRO_BATCHES: usize = FFN + 40;
    pub const FFN_EXPERTS: usize = FFN + 44;
    pub const FFN_OUT: usize = FFN + 48;
}

/// The mark of tokens that have come.
const READY: i32 = 1;

/// Words before the experts of a session's micro batch: the mark, and the number of the layer.
pub const BEFORE: usize = 2;

/// A context in memory.
#[derive(Clone, Copy)]
struct Context {
    name: &'static str,
    memory: Shared,
}

/// Sizes of what is exchanged, each at least 1.
#[derive(Clone, Copy)]
struct Sizes {
    micro_batches: u64,
    /// Tokens of a micro batch.
    tokens: u64,
    /// Experts of a token, shared ones among them.
    experts: u64,
}

impl Sizes {
    /// Rows of a micro batch: one for each token and expert.
    fn rows(self) -> u64 {
        self.tokens * self.experts
    }
}

impl Context {
    fn number(self, word: usize, what: &'static str) -> Result<u64> {
        match self.memory.word(word) as u32 {
            0 => {
                let got = format!("{what} 0");
                Err(Error::value(self.name, got, format!("{what} of 1 or more")))
            }
            number => Ok(number.into()),
        }
    }

    fn sizes(self) -> Result<Sizes> {
        Ok(Sizes {
            micro_batches: self.number(word::MICRO_BATCHES, "micro_batch_num")?,
            tokens: self.number(word::MICRO_BATCH_SIZE, "micro_batch_size")?,
            experts: self.number(word::SELECTED_EXPERTS, "selected_expert_num")?,
        })
    }

    /// Refuses a context for another worker.
    fn is_for(self, mode: i32) -> Result<()> {
        match self.memory.word(word::MODE) {
            got if got == mode => Ok(()),
            got => Err(Error::value(
                self.name,
                format!("schedule_mode {got}"),
                format!("schedule_mode {mode}"),
            )),
        }
    }

    /// The memory to which two words point, with its size in the next two. Refuses less than `bytes`; none where that is more than a number has.
    fn pointed(self, word: usize, what: &'static str, bytes: Option<u64>) -> Result<Shared> {
        let [address, size] = [word, word + 2].map(|word| self.memory.wide(word));
        match bytes {
            Some(bytes) if bytes <= size => Shared::at(what, address, bytes),
            bytes => {
                let needed = bytes.map_or("more bytes than there are".into(), |bytes| {
                    bytes.to_string()
                });
                let got = format!("{what}_size {size}");
                Err(Error::value(self.name, got, format!("{needed} or more")))
            }
        }
    }

    /// Returns true if the worker is to go on.
    fn runs(self) -> bool {
        self.memory.word(word::RUNS) != 0
    }

    /// A number below a bound.
    fn below(self, got: u64, bound: u64, what: &'static str) -> Result<u64> {
        match got < bound {
            true => Ok(got),
            false => Err(Error::value(
                self.name,
                format!("{what} {got}"),
                format!("0 to {}", bound - 1),
            )),
        }
    }
}

/// Looks again and again, until there is something or `goes_on` says no.
fn wait<T>(goes_on: impl Fn() -> bool, found: impl Fn() -> Option<T>) -> Option<T> {
    let mut looks = 0_u32;
    while goes_on() {
        if let Some(found) = found() {
            return Some(found);
        }
        stop::check();
        looks = looks.saturating_add(1);
        match looks {
            0..64 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
    }
    None
}
