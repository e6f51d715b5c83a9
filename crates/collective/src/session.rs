//! A call of several steps, which is one task of a stream: it gets its number when it is queued, as an operation of one step does.

use std::sync::{Arc, Weak};

use super::operation::operation_of;
use super::{Element, Group, Kind, Message, Number, Operation, Signature, Span, Work};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_device::Stream;

/// Bytes of a rank's description of its call.
const SAID: usize = 512;

/// One rank's part in a call of several steps.
pub struct Session {
    group: Arc<Group>,
    number: u64,
    stream: Weak<Stream>,
}

impl Session {
    /// Gives the call its number. Called when the call is queued.
    pub fn begin(group: &Arc<Group>, stream: &Arc<Stream>) -> Self {
        Self {
            group: group.clone(),
            number: group.draw_collective(),
            stream: Arc::downgrade(stream),
        }
    }

    /// Returns the rank.
    pub fn group(&self) -> &Arc<Group> {
        &self.group
    }

    /// Takes part in a step.
    ///
    /// # Safety
    /// The memory of the operation must be there, and be used by nothing else, until it returns. It must be aligned to the element, and what it reads and what it
    /// writes must not overlap but where a rank's own part stays in place.
    pub unsafe fn run(&self, step: u64, operation: &Operation) -> Result<()> {
        let stream = self.stream.upgrade();
        let number = Number::Collective(self.number + step);
        self.group.run(&number, operation, stream.as_deref())
    }

    /// Tells the ranks what this one called, and refuses to go on if another one called something else, or cannot go on.
    pub fn agree(&self, step: u64, called: &str) -> Result<()> {
        self.say(step, 0, called)
    }

    /// Tells the ranks, in place of a step, that this one cannot go on: all of them fail. `is_agreement` says that it is the step in which they agree, and hear why.
    pub fn fail(&self, step: u64, is_agreement: bool, error: &Error) {
        let result = if is_agreement {
            self.say(step, 1, &error.to_string())
        } else {
            let failure = Operation {
                signature: Some(Signature::new(Kind::Failure, None, 0)),
                work: Work::Exchange {
                    sends: Vec::new(),
                    receives: Vec::new(),
                },
            };
            // SAFETY: it touches no memory.
            unsafe { self.run(step, &failure) }
        };
        // This rank has an error of its own.
        drop(result);
    }

    fn say(&self, step: u64, has_failed: u8, text: &str) -> Result<()> {
        let (rank, size) = (self.group.rank(), self.group.size());
        let mut said = [0_u8; SAID];
        let mut length = text.len().min(SAID - 3);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        said[0] = has_failed;
        said[1..3].copy_from_slice(&(length as u16).to_le_bytes());
        said[3..3 + length].copy_from_slice(&text.as_bytes()[..length]);
        let mut heard = vec![0_u8; SAID * size as usize];
        let span = |address: usize| Span {
            address,
            bytes: SAID,
        };
        let own = span(said.as_ptr().expose_provenance());
        let first = heard.as_mut_ptr().expose_provenance();
        let operation = Operation {
            signature: Some(Signature::new(
                Kind::Agreement,
                Some(Element::U8),
                SAID as u64,
            )),
            work: Work::Exchange {
                sends: (0..size).map(|peer| Message { peer, span: own }).collect(),
                receives: (0..size)
                    .map(|peer| Message {
                        peer,
                        span: span(first + SAID * peer as usize),
                    })
                    .collect(),
            },
        };
        // SAFETY: memory of this function.
        unsafe { self.run(step, &operation)? };
        let title = operation_of(self.number, self.group.name());
        let refused = |text: String| {
            let text = format!("{title}: {text}");
            Err(Error::ranks(Trouble::Disagreement, text))
        };
        let text_of = |said: &[u8]| {
            let length = usize::from(u16::from_le_bytes([said[1], said[2]])).min(SAID - 3);
            String::from_utf8_lossy(&said[3..3 + length]).into_owned()
        };
        let (all, _) = heard.as_chunks::<SAID>();
        if let Some(failed) = all.iter().position(|said| said[0] != 0) {
            return refused(format!("rank {failed}: {}", text_of(&all[failed])));
        }
        if let Some(other) = all.iter().position(|other| *other != said) {
            let theirs = text_of(&all[other]);
            return refused(format!(
                "rank {other} called {theirs}, this rank ({rank}) {text}"
            ));
        }
        Ok(())
    }
}

/// Returns true if an error is about other ranks, so that these know of it.
pub fn is_of_ranks(error: &Error) -> bool {
    matches!(error.reason(), Reason::Ranks { .. })
}
