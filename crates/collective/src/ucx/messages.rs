//! Messages between two ranks: the sender says how many bytes come, the receiver whether it takes them, and then they come.

use super::header::INLINE;
use super::worker::{Request, Worker};
use super::{Ucx, tag};
use crate::schedule::unequal;
use crate::wire::span;
use crate::{Cancel, Message, Span};
use hostnpu_base::error::{Error, Result, Trouble};

const OFFER: u8 = 0;
const ANSWER: u8 = 1;
const DATA: u8 = 2;

/// Bytes of an offer without data.
const OFFERED: usize = 8;

/// Which end of a message this rank is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Sender,
    Receiver,
}

/// A message under way.
struct Transfer {
    end: End,
    peer: u32,
    span: Span,
    number: u64,
    /// The offer, with the data where they are few.
    offer: Vec<u8>,
    /// The number of bytes that the receiver takes.
    answer: Vec<u8>,
    /// What the transfer waits for, in turn.
    requests: Vec<Request>,
    /// Whether the offer and the answer are known.
    is_agreed: bool,
    refusal: Option<String>,
}

fn number(bytes: &[u8]) -> usize {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[i])) as usize
}

impl Transfer {
    fn new(end: End, message: &Message, number: u64) -> Self {
        let span = message.span;
        let mut offer = vec![0; OFFERED + INLINE];
        if end == End::Sender {
            offer.truncate(OFFERED);
            offer.copy_from_slice(&(span.bytes as u64).to_le_bytes());
            if span.bytes <= INLINE {
                let first = std::ptr::with_exposed_provenance::<u8>(span.address);
                let at = offer.len();
                offer.resize(at + span.bytes, 0);
                // SAFETY: the memory of the operation, promised until it ends; empty memory may be null.
                unsafe { std::ptr::copy(first, offer.as_mut_ptr().add(at), span.bytes) };
            }
        }
        Self {
            end,
            peer: message.peer,
            span,
            number,
            offer,
            answer: vec![0; OFFERED],
            requests: Vec::new(),
            is_agreed: false,
            refusal: None,
        }
    }

    fn tag(&self, sender: u32, step: u8) -> u64 {
        tag(sender, true, step, self.number)
    }

    fn begin(&mut self, worker: &mut Worker, rank: u32) -> Result<()> {
        let (offer, answer) = (span(&mut self.offer), span(&mut self.answer));
        match self.end {
            End::Sender => {
                let answer = worker.receive(answer, self.tag(self.peer, ANSWER))?;
                let offer = worker.send(self.peer, offer, self.tag(rank, OFFER))?;
                self.requests = vec![answer, offer];
            }
            End::Receiver => {
                self.requests = vec![worker.receive(offer, self.tag(self.peer, OFFER))?];
            }
        }
        Ok(())
    }

    /// Goes on as far as it can. Returns whether it is over.
    fn go_on(&mut self, worker: &mut Worker, rank: u32) -> Result<bool> {
        if !worker.look_at_all(&mut self.requests)? {
            return Ok(false);
        }
        if self.is_agreed {
            return Ok(true);
        }
        self.is_agreed = true;
        self.requests.clear();
        let (sent, taken) = match self.end {
            End::Sender => (self.span.bytes, number(&self.answer)),
            End::Receiver => (number(&self.offer), self.span.bytes),
        };
        if self.end == End::Receiver {
            self.answer.copy_from_slice(&(taken as u64).to_le_bytes());
            let answer = span(&mut self.answer);
            let tag = self.tag(rank, ANSWER);
            self.requests.push(worker.send(self.peer, answer, tag)?);
        }
        if sent != taken {
            let (from, to) = match self.end {
                End::Sender => (rank, self.peer),
                End::Receiver => (self.peer, rank),
            };
            self.refusal = Some(unequal(from, to, sent, taken));
        } else if self.end == End::Receiver && sent <= INLINE {
            let first = std::ptr::with_exposed_provenance_mut::<u8>(self.span.address);
            // SAFETY: the memory of the operation, promised until it ends.
            unsafe { std::ptr::copy(self.offer.as_ptr().add(OFFERED), first, sent) };
        } else if sent > INLINE {
            let data = match self.end {
                End::Sender => worker.send(self.peer, self.span, self.tag(rank, DATA))?,
                End::Receiver => worker.receive(self.span, self.tag(self.peer, DATA))?,
            };
            self.requests.push(data);
        }
        worker.look_at_all(&mut self.requests)
    }
}

impl Ucx {
    pub(super) fn messages(
        &self,
        sends: (&[u64], &[Message]),
        receives: (&[u64], &[Message]),
        cancel: &Cancel<'_>,
    ) -> Result<()> {
        let all = |end: End, (numbers, messages): (&[u64], &[Message])| {
            let pairs = numbers.iter().zip(messages);
            let transfers = pairs.map(|(&number, message)| Transfer::new(end, message, number));
            transfers.collect::<Vec<_>>()
        };
        let mut transfers = all(End::Receiver, receives);
        transfers.extend(all(End::Sender, sends));
        let begun = self.with(|worker| {
            let mut all = transfers.iter_mut();
            all.try_for_each(|transfer| transfer.begin(worker, self.rank))
        });
        let result = begun.map_err(super::Cut::Ended).and_then(|()| {
            self.drive(Some(cancel), |worker| {
                let mut is_over = true;
                for transfer in &mut transfers {
                    is_over &= transfer.go_on(worker, self.rank)?;
                }
                Ok(is_over)
            })
        });
        if let Err(cut) = result {
            let what = format!("a message of `{}`", self.name);
            let waiting = transfers.iter().filter(|transfer| !transfer.is_agreed);
            let mut missing: Vec<u32> = waiting.map(|transfer| transfer.peer).collect();
            missing.sort_unstable();
            missing.dedup();
            return Err(self.cut(&what, &missing, cut));
        }
        self.finish();
        match transfers.into_iter().find_map(|transfer| transfer.refusal) {
            Some(text) => {
                let text = format!("`{}`: {text}", self.name);
                Err(Error::ranks(Trouble::Disagreement, text))
            }
            None => Ok(()),
        }
    }
}
