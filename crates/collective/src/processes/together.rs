//! Collective operations: all ranks first tell all others what they have called, with their data where they are few.

use super::board::Boards;
use super::header::{self, Header, INLINE, LONGEST, SAID};
use super::{Cut, Processes, tag};
use crate::memory::{bytes_of, copy_rows, places_of_rows, span, store};
use crate::operation::{operation_of, part};
use crate::reduce::reduce;
use crate::rows::take_rows;
use crate::schedule::{disagree, unequal};
use crate::transport::Request;
use crate::{Cancel, Message, Operation, Results, RowBlocks, Span, Work};
use hostnpu_base::error::{Error, Result, Trouble};

/// The steps of an operation.
const HEADER: u8 = 0;
const DATA: u8 = 1;
/// All ranks have come this far.
pub(super) const MARKS: [u8; 2] = [4, 5];

/// Returns rows of so many bytes side by side.
fn gathered(row: usize, from: &[usize]) -> Vec<u8> {
    let mut bytes = vec![0; row * from.len()];
    copy_rows(row, from, &places_of_rows(row, &mut bytes));
    bytes
}

impl Processes {
    pub(super) fn together(
        &self,
        number: u64,
        operation: &Operation,
        cancel: &Cancel<'_>,
    ) -> Result<()> {
        let peers: Vec<u32> = self.peers().collect();
        let boards = self.common_boards(Some(cancel));
        let is_by_board = matches!(boards, Ok(Some(_)));
        let heard = boards.and_then(|boards| {
            let texts = self.texts(operation, &peers, boards.is_some());
            match boards {
                Some(boards) => self.hear_at_boards(boards, number, texts, &peers, cancel),
                None => self.hear_by_messages(number, texts, &peers, cancel),
            }
        });
        let what = || operation.title(number, &self.name);
        let heard = heard.map_err(|(cut, missing)| self.cut(&what(), &missing, cut))?;
        let heard: Vec<(u32, Header<'_>)> = peers
            .iter()
            .zip(&heard)
            .map(|(&peer, heard)| (peer, header::read(heard)))
            .collect();
        self.agree(number, operation, &heard)?;
        let _moving = cancel.moving();
        let is_direct = self.can_read() && heard.iter().all(|(_, said)| said.can_read);
        let mut worked = Ok(());
        let result = match &operation.work {
            _ if is_direct && self.is_large(operation) => {
                let pulled = self.pull_together(number, operation, &heard);
                pulled.map(|result| {
                    worked = result;
                    false
                })
            }
            Work::Exchange { sends, receives } => self.exchange(number, sends, receives, &heard),
            Work::ExchangeRows {
                row,
                sends,
                receives,
                blocks,
                ..
            } => {
                let lists = (sends.as_slice(), receives.as_slice());
                let taken = self.exchange_rows(number, *row, lists, blocks.as_ref(), &heard);
                taken.map(|(has_sent, result)| {
                    worked = result;
                    has_sent
                })
            }
            Work::Reduce { input, results } if input.bytes <= INLINE => {
                let reduced = self.reduce_at_once(operation, *input, results, &heard);
                reduced.map(|()| false)
            }
            Work::Reduce { input, results } => {
                let reduced = self.reduce_in_rounds(number, operation, *input, results);
                reduced.map(|()| true)
            }
        };
        let has_sent = result.map_err(|cut| self.cut(&what(), &[], cut))?;
        if has_sent || !is_by_board {
            self.finish();
        }
        worked
    }

    /// Returns true if this rank can read the memory of all others.
    fn can_read(&self) -> bool {
        self.processes.iter().all(Option::is_some)
    }

    /// Returns the headers of this rank: one text for all, if they are to hear the same and may share one, or one for each of `peers`.
    fn texts(&self, operation: &Operation, peers: &[u32], may_share: bool) -> Vec<Vec<u8>> {
        // The data for a peer: all of a small reduction, or its part of an exchange. Of rows the address is that of the list of their addresses.
        let data_for = |peer: u32| match &operation.work {
            Work::Exchange { sends, .. } => part(sends, peer).unwrap_or_default(),
            Work::ExchangeRows { row, sends, .. } => {
                let list = &sends[peer as usize];
                Span {
                    address: list.as_ptr().expose_provenance(),
                    bytes: row * list.len(),
                }
            }
            Work::Reduce { input, .. } => *input,
        };
        let results = match &operation.work {
            Work::Reduce {
                results: Results::All(address) | Results::Root(_, address),
                ..
            } => *address,
            _ => 0,
        };
        let data: Vec<Span> = peers.iter().map(|&peer| data_for(peer)).collect();
        if data.is_empty() {
            // A communicator of one rank has none to tell.
            return vec![Vec::new()];
        }
        let is_one = may_share && data.iter().all(|other| *other == data[0]);
        let count = if is_one { 1 } else { data.len() };
        let text = |(&data, &peer): (&Span, &u32)| {
            let mut said = Vec::with_capacity(SAID + data.bytes.min(INLINE));
            header::write(&mut said, operation, data, results, self.can_read());
            match &operation.work {
                _ if data.bytes > INLINE => {}
                Work::ExchangeRows { row, sends, .. } => {
                    said.extend(gathered(*row, &sends[peer as usize]));
                }
                _ => said.extend(bytes_of(data)),
            }
            said
        };
        data[..count].iter().zip(peers).map(text).collect()
    }

    /// Tells all ranks, and hears what they say, at the boards.
    fn hear_at_boards(
        &self,
        boards: &Boards,
        number: u64,
        texts: Vec<Vec<u8>>,
        peers: &[u32],
        cancel: &Cancel<'_>,
    ) -> Result<Vec<Vec<u8>>, (Cut, Vec<u32>)> {
        let mut by_rank = texts;
        if by_rank.len() > 1 {
            // `peers` begins behind this rank, which itself reads nothing.
            by_rank.push(Vec::new());
            by_rank.rotate_right(self.rank as usize + 1);
        }
        let call = self.meet(boards, (number, 0), &by_rank, Some(cancel))?;
        Ok(peers.iter().map(|&peer| boards.read(&call, peer)).collect())
    }

    /// Tells all ranks, and hears what they say, by messages.
    fn hear_by_messages(
        &self,
        number: u64,
        mut texts: Vec<Vec<u8>>,
        peers: &[u32],
        cancel: &Cancel<'_>,
    ) -> Result<Vec<Vec<u8>>, (Cut, Vec<u32>)> {
        let ended = |error| (Cut::Ended(error), Vec::new());
        let mut heard = vec![vec![0_u8; LONGEST]; peers.len()];
        let receives = self.with(|transport| {
            let places = peers.iter().zip(&mut heard);
            let receives = places.map(|(&peer, place)| {
                transport.receive(span(place), tag(peer, false, HEADER, number))
            });
            receives.collect::<Result<Vec<Request>>>()
        });
        let mut requests = receives.map_err(ended)?;
        let sends = self.with(|transport| {
            let texts = peers.iter().zip(&mut texts);
            let sends = texts.map(|(&peer, said)| {
                transport.send(peer, span(said), tag(self.rank, false, HEADER, number))
            });
            sends.collect::<Result<Vec<Request>>>()
        });
        let outcome = sends.map_err(Cut::Ended).and_then(|sends| {
            requests.extend(sends);
            self.drive(Some(cancel), &mut |transport| {
                transport.look_at_all(&mut requests)
            })
        });
        if let Err(cut) = outcome {
            let is_missing = |rank: &u32| {
                let mut receives = peers.iter().zip(&requests);
                receives.any(|(peer, request)| peer == rank && !request.is_done())
            };
            return Err((cut, (0..self.size).filter(is_missing).collect()));
        }
        Ok(heard)
    }

    /// Waits until all that was sent has left this process.
    pub(super) fn finish(&self) {
        let mut flush = None;
        let _ = self.drive(None, &mut |transport| match &mut flush {
            None => {
                let mut request = transport.flush()?;
                let is_done = transport.look(&mut request)?;
                flush = Some(request);
                Ok(is_done)
            }
            Some(request) => transport.look(request),
        });
    }

    /// Refuses ranks that disagree. All have heard all, so all come to the same end.
    fn agree(&self, number: u64, operation: &Operation, heard: &[(u32, Header<'_>)]) -> Result<()> {
        let refused = |text: String| {
            let text = format!("{}: {text}", operation_of(number, &self.name));
            Err(Error::ranks(Trouble::Disagreement, text))
        };
        let Some(own) = operation.signature else {
            return refused("it has no signature".into());
        };
        let theirs = heard
            .iter()
            .filter_map(|(peer, said)| Some((*peer, said.signature?)));
        let others = theirs.filter(|(_, signature)| *signature != own);
        if let Some((peer, signature)) = others.min_by_key(|(peer, _)| *peer) {
            return refused(disagree(self.rank, own, peer, signature));
        }
        let slices = header::slices(operation);
        if heard.iter().any(|(_, said)| said.slices != slices) {
            return refused("the ranks' slices differ".into());
        }
        if !matches!(operation.work, Work::Reduce { .. }) {
            for (peer, said) in heard {
                let taken = operation.work.bytes_from(*peer).unwrap_or(0);
                if said.bytes != taken as u64 {
                    let text = unequal(*peer, self.rank, said.bytes as usize, taken);
                    let text = format!("{}: {text}", operation_of(number, &self.name));
                    // The others have not seen it.
                    let error = Error::ranks(Trouble::Disagreement, text.clone());
                    return Err(self.break_up(error, text));
                }
            }
        }
        Ok(())
    }

    /// Returns whether it has sent messages.
    fn exchange(
        &self,
        number: u64,
        sends: &[Message],
        receives: &[Message],
        heard: &[(u32, Header<'_>)],
    ) -> Result<bool, Cut> {
        if let (Some(from), Some(to)) = (part(sends, self.rank), part(receives, self.rank)) {
            store(bytes_of(from), to);
        }
        let mut requests = Vec::new();
        let begun = self.with(|transport| {
            for (peer, said) in heard {
                let to = part(receives, *peer).unwrap_or_default();
                if to.bytes > INLINE {
                    requests.push(transport.receive(to, tag(*peer, false, DATA, number))?);
                } else {
                    store(&said.data[..to.bytes], to);
                }
            }
            for (peer, _) in heard {
                let from = part(sends, *peer).unwrap_or_default();
                if from.bytes > INLINE {
                    requests.push(transport.send(
                        *peer,
                        from,
                        tag(self.rank, false, DATA, number),
                    )?);
                }
            }
            Ok(())
        });
        begun.map_err(Cut::Ended)?;
        match requests.is_empty() {
            true => Ok(false),
            false => {
                let driven =
                    self.drive(None, &mut |transport| transport.look_at_all(&mut requests));
                driven.map(|()| true)
            }
        }
    }

    /// The same of rows, which are put side by side on both ends. Returns whether it has sent messages, and the result of the work on blocks of rows.
    fn exchange_rows(
        &self,
        number: u64,
        row: usize,
        (sends, receives): (&[Vec<usize>], &[Vec<usize>]),
        blocks: Option<&RowBlocks>,
        heard: &[(u32, Header<'_>)],
    ) -> Result<(bool, Result<()>), Cut> {
        let peers = || (0..self.size).filter(|&peer| peer != self.rank);
        let message = |(peer, bytes): (u32, &mut Vec<u8>)| Message {
            peer,
            span: span(bytes),
        };
        let mut sent: Vec<Vec<u8>> = peers()
            .map(|peer| gathered(row, &sends[peer as usize]))
            .collect();
        let mut taken: Vec<Vec<u8>> = peers()
            .map(|peer| vec![0; row * receives[peer as usize].len()])
            .collect();
        let [gives, takes] = [&mut sent, &mut taken]
            .map(|all| peers().zip(all).map(message).collect::<Vec<Message>>());
        let has_sent = self.exchange(number, &gives, &takes, heard)?;
        let mut from: Vec<Vec<usize>> = taken
            .iter_mut()
            .map(|bytes| places_of_rows(row, bytes))
            .collect();
        from.insert(self.rank as usize, sends[self.rank as usize].clone());
        let worked = take_rows((&from, receives), blocks, |_, from, to| {
            copy_rows(row, from, to);
            Ok(())
        })?;
        Ok((has_sent, worked))
    }

    /// Reduces elements that all ranks have sent to all.
    fn reduce_at_once(
        &self,
        operation: &Operation,
        input: Span,
        results: &Results,
        heard: &[(u32, Header<'_>)],
    ) -> Result<(), Cut> {
        let size = operation.element_bytes();
        let (elements, target) = match results {
            Results::All(address) => (0..input.bytes / size, *address),
            Results::Root(root, address) if *root == self.rank => (0..input.bytes / size, *address),
            Results::Root(..) => return Ok(()),
            Results::Slices(ranges, address) => (ranges[self.rank as usize].clone(), *address),
        };
        // What was heard is not aligned to the elements.
        let mut copies: Vec<Vec<u64>> = vec![Vec::new(); self.size as usize];
        let mut sources = vec![input.address; self.size as usize];
        for (peer, said) in heard {
            let copy = &mut copies[*peer as usize];
            copy.resize(input.bytes.div_ceil(8), 0);
            let address = copy.as_mut_ptr().expose_provenance();
            store(&said.data[..input.bytes], Span { address, ..input });
            sources[*peer as usize] = address;
        }
        let at = |address: &usize| address + elements.start * size;
        let sources: Vec<usize> = sources.iter().map(at).collect();
        let (element, combination) = operation.reduction().map_err(Cut::Ended)?;
        // SAFETY: memory of the operation and of ours, aligned; in place the target is this rank's source.
        unsafe { reduce(combination, element, &sources, &[target], elements.len()) }
            .map_err(Cut::Ended)
    }
}
