//! Messages between two ranks: the sender says how many bytes come and where they are; the receiver says whether it takes them, after it has read them there
//! where it can, else before they come.

use super::header::INLINE;
use super::{Processes, tag};
use crate::cancel::Cut;
use crate::memory::{bytes_of, span, store};
use crate::schedule::unequal;
use crate::transport::{Request, Transport};
use crate::{Cancel, Message, Span};
use hostnpu_base::error::{Error, Result, Trouble};

const OFFER: u8 = 0;
const ANSWER: u8 = 1;
const DATA: u8 = 2;

/// Bytes of an offer without data: the number of bytes, and their address. An answer has the number of bytes that are taken, and how many have been read.
const OFFERED: usize = 16;

/// The end of a message that this rank is.
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
    answer: Vec<u8>,
    /// The requests that the transfer waits for, in turn.
    requests: Vec<Request>,
    /// True if the offer and the answer are known.
    is_agreed: bool,
    /// True if the receiver can read the sender's memory.
    can_read: bool,
    refusal: Option<String>,
}

/// The two numbers at the front of an offer, and those of an answer.
fn numbers(bytes: &[u8]) -> [usize; 2] {
    [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i])) as usize)
}

fn put(numbers: [usize; 2]) -> Vec<u8> {
    let bytes = numbers.map(|number| (number as u64).to_le_bytes());
    bytes.as_flattened().to_vec()
}

impl Transfer {
    fn new(end: End, message: &Message, number: u64, can_read: bool) -> Self {
        let span = message.span;
        let mut offer = vec![0; OFFERED + INLINE];
        if end == End::Sender {
            offer = put([span.bytes, span.address]);
            if span.bytes <= INLINE {
                offer.extend(bytes_of(span));
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
            can_read,
            refusal: None,
        }
    }

    fn tag(&self, sender: u32, step: u8) -> u64 {
        tag(sender, true, step, self.number)
    }

    fn begin(&mut self, transport: &mut dyn Transport, rank: u32) -> Result<()> {
        let (offer, answer) = (span(&mut self.offer), span(&mut self.answer));
        match self.end {
            End::Sender => {
                let answer = transport.receive(answer, self.tag(self.peer, ANSWER))?;
                let offer = transport.send(self.peer, offer, self.tag(rank, OFFER))?;
                self.requests = vec![answer, offer];
            }
            End::Receiver => {
                self.requests = vec![transport.receive(offer, self.tag(self.peer, OFFER))?];
            }
        }
        Ok(())
    }

    /// Returns true if the receiver is to read the sender's memory now.
    fn is_to_read(&self) -> bool {
        let is_offered = self.end == End::Receiver && !self.is_agreed;
        let has_come = is_offered && self.requests.iter().all(Request::is_done);
        has_come && self.can_read && self.span.bytes > INLINE && self.is_equal()
    }

    /// Returns true if the offer is of as many bytes as are taken.
    fn is_equal(&self) -> bool {
        numbers(&self.offer)[0] == self.span.bytes
    }

    /// Goes on as far as it can. Returns whether it is over.
    fn go_on(&mut self, transport: &mut dyn Transport, rank: u32) -> Result<bool> {
        if !transport.look_at_all(&mut self.requests)? {
            return Ok(false);
        }
        match self.is_agreed {
            true => Ok(true),
            false if self.is_to_read() => Ok(false),
            false => self.agree(transport, rank, 0),
        }
    }

    /// Goes on where the offer is known, and on the sender's side the answer; the receiver has read some bytes. Returns whether it is over.
    fn agree(&mut self, transport: &mut dyn Transport, rank: u32, read: usize) -> Result<bool> {
        self.is_agreed = true;
        self.requests.clear();
        let ([sent, _], [taken, read]) = match self.end {
            End::Sender => ([self.span.bytes, 0], numbers(&self.answer)),
            End::Receiver => (numbers(&self.offer), [self.span.bytes, read]),
        };
        if self.end == End::Receiver {
            self.answer = put([taken, read]);
            let answer = span(&mut self.answer);
            let tag = self.tag(rank, ANSWER);
            self.requests.push(transport.send(self.peer, answer, tag)?);
        }
        if sent != taken {
            let (from, to) = match self.end {
                End::Sender => (rank, self.peer),
                End::Receiver => (self.peer, rank),
            };
            self.refusal = Some(unequal(from, to, sent, taken));
        } else if self.end == End::Receiver && sent <= INLINE {
            store(&self.offer[OFFERED..][..sent], self.span);
        } else if sent > INLINE && read == 0 {
            let data = match self.end {
                End::Sender => transport.send(self.peer, self.span, self.tag(rank, DATA))?,
                End::Receiver => transport.receive(self.span, self.tag(self.peer, DATA))?,
            };
            self.requests.push(data);
        }
        transport.look_at_all(&mut self.requests)
    }
}

impl Processes {
    pub(super) fn messages(
        &self,
        sends: (&[u64], &[Message]),
        receives: (&[u64], &[Message]),
        cancel: &Cancel<'_>,
    ) -> Result<()> {
        let all = |end: End, (numbers, messages): (&[u64], &[Message])| {
            let pairs = numbers.iter().zip(messages);
            let transfers = pairs.map(|(&number, message)| {
                let can_read = self.processes[message.peer as usize].is_some();
                Transfer::new(end, message, number, can_read)
            });
            transfers.collect::<Vec<_>>()
        };
        let mut transfers = all(End::Receiver, receives);
        transfers.extend(all(End::Sender, sends));
        if let Err(cut) = self.transfer(&mut transfers, cancel) {
            let what = format!("a message of `{}`", self.name);
            let is_missing = |rank: &u32| {
                let mut transfers = transfers.iter();
                transfers.any(|transfer| transfer.peer == *rank && !transfer.is_agreed)
            };
            let missing: Vec<u32> = (0..self.size).filter(is_missing).collect();
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

    fn transfer(&self, transfers: &mut [Transfer], cancel: &Cancel<'_>) -> Result<(), Cut> {
        let begun = self.with(|transport| {
            let mut all = transfers.iter_mut();
            all.try_for_each(|transfer| transfer.begin(transport, self.rank))
        });
        begun.map_err(Cut::Ended)?;
        loop {
            let mut are_over = true;
            self.drive(Some(cancel), &mut |transport| {
                are_over = true;
                for transfer in &mut *transfers {
                    are_over &= transfer.go_on(transport, self.rank)?;
                }
                Ok(are_over || transfers.iter().any(Transfer::is_to_read))
            })?;
            if are_over {
                return Ok(());
            }
            // Other threads may use the transport meanwhile.
            let _moving = cancel.moving();
            for transfer in transfers.iter_mut().filter(|of| of.is_to_read()) {
                let [bytes, address] = numbers(&transfer.offer);
                self.pull_from(transfer.peer, address, transfer.span)?;
                let agreed = self.with(|transport| transfer.agree(transport, self.rank, bytes));
                agreed.map_err(Cut::Ended)?;
            }
        }
    }
}
