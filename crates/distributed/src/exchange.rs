//! Exchanges: steps in which memory goes from rank to rank, or sums are taken over the ranks.

use std::sync::Arc;

use super::joint::take_part;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_collective::{
    Combination, Element, Group, Kind, Message, Operation, Results, RowBlocks, Signature, Span,
    Work,
};
use hostnpu_ops::{Arg, Call, Plan, Role};
use hostnpu_tensor::Dtype;

/// A kind of exchange, with its operands in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Sums over all ranks in the order of the ranks, in place, of FLOAT, DOUBLE or INT32.
    AllReduce,
    /// The sums of the first operand's equal parts, of which this rank gets its own in the second.
    ReduceScatter,
    /// The first operand of each rank, in the order of the ranks, in the second.
    AllGather,
    /// Equal parts of the first operand, one for each rank; those for this rank, in the order of the ranks, in the second.
    AllToAll,
    /// Parts of the first operand, one for each rank, to parts of the second; the third says where, in `TABLE_ROWS`.
    AllToAllV,
    /// The same with the numbers of rows that go to each rank, and of those that come from each, which are known: parts follow one another.
    AllToAllRows {
        /// To each rank.
        sends: Vec<usize>,
        /// From each rank.
        receives: Vec<usize>,
    },
    /// Rows of the first operand to rows of the second, in any order. The third says which: INT64, the number of rows for each rank and from each rank, then the rows of the first operand for
    /// all ranks, of which there is room for `sends`, then those of the second.
    RowsByTable {
        /// Bytes of a row.
        row: usize,
        /// The most rows that this rank sends.
        sends: usize,
        /// Rows of a block, if there is work on blocks of them: then the second operand has room for one block, and the numbers of its rows go on from block to block.
        block: Option<usize>,
    },
}

/// Numbers of the table of an [`Exchange::RowsByTable`] between so many ranks, of at most so many rows that a rank sends and receives.
pub fn row_table_numbers(ranks: usize, sent: usize, taken: usize) -> usize {
    2 * ranks + sent + taken
}

/// Rows of the table of an [`Exchange::AllToAllV`], INT64: for each rank where its part begins and how long it is, in bytes, of what goes there and of what comes from
/// there.
pub const TABLE_ROWS: usize = 4;

impl Exchange {
    pub(super) fn role(&self, operand: usize) -> Role {
        match (self, operand) {
            (Self::AllReduce, _) => Role::InOut,
            (_, 1) => Role::Output,
            _ => Role::Input,
        }
    }
}

/// An exchange as a step of a call.
pub(super) struct Exchanged {
    exchange: Exchange,
    ranks: u32,
    signature: Signature,
    /// Bytes of each operand.
    bytes: Vec<usize>,
    /// Bytes of an element.
    size: usize,
    /// The work on each block of rows. Their operands follow those of the exchange.
    work: Vec<Call>,
}

/// The type of elements that are added.
fn summed(dtype: Dtype) -> Result<Element> {
    Ok(match dtype {
        Dtype::F64 => Element::F64,
        Dtype::F32 => Element::F32,
        Dtype::I32 => Element::I32,
        Dtype::I64 => Element::I64,
        _ => return Err(Reason::Internal(format!("sums over ranks of {dtype}")).into()),
    })
}

impl Exchanged {
    pub fn new(
        exchange: Exchange,
        group: &Arc<Group>,
        step: u64,
        operands: &[Arg],
    ) -> Result<Self> {
        // The numbers of a call's steps have four bits.
        if step > 15 {
            return Err(Reason::Internal("a call of more than 16 exchanges".into()).into());
        }
        let bytes = operands.iter().map(|arg| {
            let count = arg.view.numel();
            let bytes = count.and_then(|count| arg.view.dtype.bytes(count));
            bytes.ok_or_else(|| Error::out_of_host_memory(usize::MAX))
        });
        let bytes: Vec<usize> = bytes.collect::<Result<_>>()?;
        let (ranks, first) = (group.size() as usize, bytes[0]);
        let expected = match &exchange {
            Exchange::AllReduce => Some((1, first)),
            Exchange::ReduceScatter => Some((2, first / ranks)),
            Exchange::AllGather => Some((2, first * ranks)),
            Exchange::AllToAll => Some((2, first)),
            Exchange::AllToAllV | Exchange::RowsByTable { .. } | Exchange::AllToAllRows { .. } => {
                None
            }
        };
        let is_shared = matches!(exchange, Exchange::ReduceScatter | Exchange::AllToAll);
        let fits = match (&exchange, expected) {
            (Exchange::AllToAllRows { sends, receives }, _) => {
                bytes.len() == 2 && sends.len() == ranks && receives.len() == ranks
            }
            (Exchange::RowsByTable { row, sends, .. }, _) => {
                let least = 8 * row_table_numbers(ranks, *sends, 0);
                bytes.len() == 3 && bytes[2] >= least && *row > 0
            }
            (_, Some((count, last))) => bytes.len() == count && bytes[count - 1] == last,
            (_, None) => bytes.len() == 3 && bytes[2] == 8 * TABLE_ROWS * ranks,
        };
        if !fits || is_shared && !first.is_multiple_of(ranks) {
            let text = format!("an exchange of {bytes:?} bytes between {ranks} ranks");
            return Err(Reason::Internal(text).into());
        }
        let dtype = operands[0].view.dtype;
        let (kind, element) = match &exchange {
            Exchange::AllReduce => (Kind::AllReduce, summed(dtype)?),
            Exchange::ReduceScatter => (Kind::ReduceScatter, summed(dtype)?),
            Exchange::AllGather => (Kind::AllGather, Element::U8),
            Exchange::AllToAll => (Kind::AllToAll, Element::U8),
            Exchange::AllToAllV | Exchange::RowsByTable { .. } | Exchange::AllToAllRows { .. } => {
                (Kind::AllToAllV, Element::U8)
            }
        };
        let count = match &exchange {
            Exchange::AllToAllV | Exchange::RowsByTable { .. } | Exchange::AllToAllRows { .. } => 0,
            _ => first / element.bytes(),
        };
        let mut signature = Signature::new(kind, Some(element), count as u64);
        if matches!(exchange, Exchange::AllReduce | Exchange::ReduceScatter) {
            signature.combination = Some(Combination::Sum);
        }
        Ok(Self {
            exchange,
            ranks: group.size(),
            signature,
            bytes,
            size: dtype.bits() / 8,
            work: Vec::new(),
        })
    }

    /// Adds the work on each block of rows.
    pub fn with_work(self, work: Vec<Call>) -> Self {
        Self { work, ..self }
    }

    /// The memory of an operand.
    fn span(&self, args: &[Arg], addresses: &[usize], operand: usize) -> Result<Span> {
        let lacks = || Error::from(Reason::Internal("a step was run without addresses".into()));
        let (arg, address) = args
            .get(operand)
            .zip(addresses.get(operand))
            .ok_or_else(lacks)?;
        let offset = arg.view.layout.offset() * arg.view.dtype.bits() as i64;
        let bytes = self.bytes[operand];
        Ok(Span {
            address: match bytes {
                0 => 0,
                _ => address.wrapping_add_signed(offset.div_euclid(8) as isize),
            },
            bytes,
        })
    }

    /// One message for each rank: `bytes` of `span` each, or, if all get the same, all of it.
    fn messages(&self, span: Span, is_whole: bool) -> Vec<Message> {
        let bytes = match is_whole {
            true => span.bytes,
            false => span.bytes / self.ranks as usize,
        };
        let step = if is_whole { 0 } else { bytes };
        (0..self.ranks)
            .map(|peer| Message {
                peer,
                span: match bytes {
                    0 => Span::default(),
                    _ => span.part(step * peer as usize, bytes),
                },
            })
            .collect()
    }

    /// The messages of so many rows for each rank.
    fn rows(&self, span: Span, counts: &[usize]) -> Result<Vec<Message>> {
        let all: usize = counts.iter().sum();
        let row = span.bytes.checked_div(all).unwrap_or(0);
        let lengths = counts.iter().map(|&count| (count * row) as i64);
        let lengths: Vec<i64> = lengths.collect();
        let firsts = lengths.iter().scan(0, |sum, &length| {
            *sum += length;
            Some(*sum - length)
        });
        self.listed(span, &firsts.collect::<Vec<_>>(), &lengths)
    }

    /// The messages that two rows of a table say: of each peer where they are and how many bytes they have.
    fn listed(&self, span: Span, places: &[i64], lengths: &[i64]) -> Result<Vec<Message>> {
        let numbers = (0..self.ranks).zip(places).zip(lengths);
        let messages = numbers.map(|((peer, &place), &length)| {
            let inside = place >= 0
                && length >= 0
                && place
                    .checked_add(length)
                    .is_some_and(|end| end as u64 <= span.bytes as u64);
            match (inside, length) {
                (true, 0) => Ok(Span::default()),
                (true, _) => Ok(span.part(place as usize, length as usize)),
                (false, _) => {
                    let text = format!("bytes {place} to {place} + {length} of {}", span.bytes);
                    Err(Error::from(Reason::Internal(text)))
                }
            }
            .map(|span| Message { peer, span })
        });
        messages.collect()
    }
}

impl Exchanged {
    /// Returns true if the work writes to some memory. `args` are its operands.
    fn writes_over(&self, memory: Span, args: &[Arg], addresses: &[usize]) -> bool {
        let outputs = args
            .iter()
            .zip(addresses)
            .filter(|(arg, _)| arg.role.writes());
        let mut written = outputs.filter_map(|(arg, &address)| arg.view.bytes_at(address));
        written.any(|range| {
            let (address, bytes) = (range.start, range.len());
            memory.overlaps(Span { address, bytes })
        })
    }

    /// The work on blocks at these addresses, which are used only until the step ends.
    fn work_at(
        &self,
        addresses: &[usize],
        workspace: &mut [u8],
    ) -> Arc<dyn Fn(usize) -> Result<()> + Send + Sync> {
        let (calls, addresses) = (self.work.clone(), addresses.to_vec());
        let (first, bytes) = (workspace.as_mut_ptr().expose_provenance(), workspace.len());
        Arc::new(move |block| {
            let before = calls[..block].iter().map(|call| call.args().len());
            let call = &calls[block];
            let addresses = &addresses[before.sum()..][..call.args().len()];
            let first = std::ptr::with_exposed_provenance_mut(first);
            // SAFETY: the memory of the step, which waits for this work: its caller's promise for all operands. Blocks are worked on one after the other, and nothing else uses the workspace.
            unsafe { call.run(addresses, std::slice::from_raw_parts_mut(first, bytes)) }
        })
    }
}

impl Plan for Exchanged {
    fn workspace_size(&self) -> usize {
        let sizes = self.work.iter().map(|call| call.plan().workspace_size());
        sizes.max().unwrap_or(0)
    }

    fn cost(&self) -> usize {
        usize::MAX
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let take = |work: Work| {
            let operation = Operation {
                signature: Some(self.signature),
                work,
            };
            // SAFETY: the caller's promise for the operands, which are temporary tensors or operands of the whole call, and stay until the step ends.
            unsafe { take_part(&operation) }
        };
        let first = self.span(args, addresses, 0)?;
        let work = match &self.exchange {
            Exchange::AllReduce => Work::Reduce {
                input: first,
                results: Results::All(first.address),
            },
            Exchange::ReduceScatter => {
                let to = self.span(args, addresses, 1)?;
                let each = to.bytes / self.size;
                let slices = (0..self.ranks as usize).map(|rank| rank * each..(rank + 1) * each);
                Work::Reduce {
                    input: first,
                    results: Results::Slices(slices.collect(), to.address),
                }
            }
            Exchange::AllGather => Work::Exchange {
                sends: self.messages(first, true),
                receives: self.messages(self.span(args, addresses, 1)?, false),
            },
            Exchange::AllToAll => Work::Exchange {
                sends: self.messages(first, false),
                receives: self.messages(self.span(args, addresses, 1)?, false),
            },
            Exchange::AllToAllRows { sends, receives } => Work::Exchange {
                sends: self.rows(first, sends)?,
                receives: self.rows(self.span(args, addresses, 1)?, receives)?,
            },
            Exchange::AllToAllV | Exchange::RowsByTable { .. } => {
                let table = self.span(args, addresses, 2)?;
                let numbers = table.bytes / 8;
                let table = std::ptr::with_exposed_provenance::<i64>(table.address);
                let ranks = self.ranks as usize;
                // SAFETY: the caller's promise for the operand, a temporary tensor of so many numbers, which a step before has written.
                let table = unsafe { std::slice::from_raw_parts(table, numbers) };
                if let Exchange::RowsByTable { row, sends, block } = self.exchange {
                    let to = self.span(args, addresses, 1)?;
                    // Other ranks read the rows while this one gets its own and works: if these are written over, they read a copy.
                    let mut copy = Vec::new();
                    let is_written =
                        first.overlaps(to) || self.writes_over(first, &args[3..], &addresses[3..]);
                    let first = match is_written {
                        true => copied(first, &mut copy),
                        false => first,
                    };
                    let (counts, rows) = table.split_at(2 * ranks);
                    let (sent, taken) = rows.split_at(sends);
                    let mut numbers = lists(&counts[ranks..], taken)?;
                    let blocks = block.map(|block| {
                        let of_rows = numbers.iter_mut().flatten();
                        let of_rows = of_rows.map(|row| {
                            let of = (*row).max(0) as usize / block.max(1);
                            *row %= block.max(1) as i64;
                            of
                        });
                        let of_rows: Vec<usize> = of_rows.collect();
                        let mut rest = of_rows.into_iter();
                        let of_rank = |list: &Vec<i64>| rest.by_ref().take(list.len()).collect();
                        RowBlocks {
                            of_rows: numbers.iter().map(of_rank).collect(),
                            count: self.work.len(),
                            work: self.work_at(&addresses[3..], workspace),
                        }
                    });
                    return take(Work::ExchangeRows {
                        row,
                        from: first,
                        to,
                        sends: places(first, row, lists(&counts[..ranks], sent)?)?,
                        receives: places(to, row, numbers)?,
                        blocks,
                    });
                }
                let row = |number: usize| &table[number * ranks..(number + 1) * ranks];
                Work::Exchange {
                    sends: self.listed(first, row(0), row(1))?,
                    receives: self.listed(self.span(args, addresses, 1)?, row(2), row(3))?,
                }
            }
        };
        take(work)
    }
}

/// Copies memory of an operand; returns where the copy is.
fn copied(from: Span, to: &mut Vec<u8>) -> Span {
    let first = std::ptr::with_exposed_provenance::<u8>(from.address);
    // SAFETY: an operand of the step, which is not written yet.
    to.extend_from_slice(unsafe { std::slice::from_raw_parts(first, from.bytes) });
    Span {
        address: to.as_mut_ptr().expose_provenance(),
        bytes: from.bytes,
    }
}

/// Cuts `rows` to lists for the ranks, of so many each as `counts` says.
fn lists(counts: &[i64], rows: &[i64]) -> Result<Vec<Vec<i64>>> {
    let mut rest = rows;
    let lists = counts.iter().map(|&count| {
        let (list, behind) = rest.split_at_checked(usize::try_from(count).ok()?)?;
        rest = behind;
        Some(list.to_vec())
    });
    lists.collect::<Option<_>>().ok_or_else(|| {
        let text = format!("{counts:?} rows of {}, which are not there", rows.len());
        Reason::Internal(text).into()
    })
}

/// The addresses of rows of `span`.
fn places(span: Span, row: usize, lists: Vec<Vec<i64>>) -> Result<Vec<Vec<usize>>> {
    let all = (span.bytes / row) as i64;
    let place = |number: i64| {
        let is_inside = (0..all).contains(&number);
        is_inside.then(|| span.address + number as usize * row)
    };
    let of_rank = |list: Vec<i64>| list.into_iter().map(place).collect::<Option<_>>();
    let places = lists.into_iter().map(of_rank);
    places.collect::<Option<_>>().ok_or_else(|| {
        let text = format!("rows outside of {all}");
        Reason::Internal(text).into()
    })
}
