//! Steps of dispatches and combinations that are two operators each: what the first one leaves for the second. Commands are sixteen numbers for each record or row.

#![forbid(unsafe_code)]

use super::super::rows_at_once;
use super::{Deployment, Records};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadBytes, ReadIndices, Write, WriteBytes, kernel, operands};
use hostnpu_tensor::cuts;

/// Numbers about a record or a row.
pub const COMMANDS: usize = 16;

/// Bytes of a message: the row of a record, and behind it its scales.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    /// Bytes from one message to the next.
    pub stride: usize,
    /// Bytes from the start of a message to its scales.
    pub scales: usize,
    /// Parts of records.
    pub parts: Records,
}

/// Operands of [`set_out`] and [`bring_in`].
pub struct Sent {
    /// The records, those for each rank and expert side by side.
    pub records: Arg,
    /// The number of records for each rank and expert.
    pub counts: Arg,
    /// The messages, in the same order.
    pub messages: Arg,
    /// The number of the count, the token and the choice of each message; -1 behind the last.
    pub commands: Arg,
}

impl Sent {
    fn require(&self, deployment: &Deployment, messages: Messages) -> Result<()> {
        let records = deployment.records();
        let bytes = messages.parts.bytes();
        self.records.require_numel(records * bytes)?;
        self.counts.require_numel(deployment.counts())?;
        let size = super::row_bytes(
            self.messages.view.dtype,
            self.messages.view.numel().unwrap_or(0),
        );
        if size < records * messages.stride {
            self.messages.require_numel(records * messages.stride)?;
        }
        super::super::routing::require_rows(&self.commands, records * COMMANDS)
    }
}

operands! {
    struct SetOut => SetOutAt {
        records: ReadBytes,
        counts: Read<i64>,
        messages: WriteBytes,
        commands: Write<i32>,
    }
}

/// Plans messages of records. Bytes between them and behind the last stay.
pub fn set_out(deployment: &Deployment, messages: Messages, of: Sent) -> Result<Call> {
    of.require(deployment, messages)?;
    let (parts, most) = (messages.parts, deployment.records());
    let size = parts.bytes();
    let operands = SetOut {
        records: of.records.into(),
        counts: of.counts.into(),
        messages: WriteBytes::part_of(of.messages),
        commands: of.commands.into(),
    };
    kernel(
        operands,
        most.saturating_mul(2 * size),
        move |at: SetOutAt| {
            let records = at.records;
            at.commands.fill(0);
            let mut sent = 0;
            let mut commands = at.commands.chunks_exact_mut(COMMANDS);
            for (key, &count) in at.counts.iter().enumerate() {
                for command in commands.by_ref().take(count as usize) {
                    let about = &records[sent * size + parts.about()..][..12];
                    let word = |number: usize| std::array::from_fn(|byte| about[4 * number + byte]);
                    command[0] = key as i32;
                    command[1] = i32::from_le_bytes(word(1));
                    command[2] = i32::from_le_bytes(word(2));
                    sent += 1;
                }
            }
            commands
                .take(most - sent)
                .for_each(|command| command[0] = -1);
            let step = rows_at_once(size);
            let target = &mut at.messages[..sent * messages.stride];
            cuts::for_each_part(
                cuts::chunks(target, messages.stride * step),
                |piece, target| {
                    let own = records[piece * step * size..].chunks(size);
                    for (message, record) in target.chunks_mut(messages.stride).zip(own) {
                        message[..parts.row].copy_from_slice(&record[..parts.row]);
                        let scales = &record[parts.row..][..parts.scales];
                        message[messages.scales..][..parts.scales].copy_from_slice(scales);
                    }
                },
            );
            Ok(())
        },
    )
}

operands! {
    struct BringIn => BringInAt {
        messages: ReadBytes,
        commands: ReadIndices<i64>,
        records: WriteBytes,
        counts: Write<i64>,
    }
}

/// Plans the records of messages. Commands that [`set_out`] does not write end the task with an error.
pub fn bring_in(deployment: &Deployment, messages: Messages, of: Sent) -> Result<Call> {
    of.require(deployment, messages)?;
    let (parts, most) = (messages.parts, deployment.records());
    let (size, counts) = (parts.bytes(), deployment.counts() as i64);
    let name = of.commands.name;
    let operands = BringIn {
        messages: of.messages.into(),
        commands: of.commands.into(),
        records: of.records.into(),
        counts: of.counts.into(),
    };
    kernel(
        operands,
        most.saturating_mul(2 * size),
        move |at: BringInAt| {
            at.counts.fill(0);
            let (mut sent, mut last) = (0, 0);
            for place in 0..most {
                let key = at.commands.get(place * COMMANDS);
                if key == -1 {
                    break;
                }
                if !(last..counts).contains(&key) {
                    let got = format!("{key} at [{}]", place * COMMANDS);
                    let allowed = format!(
                        "{last} to {}, or -1 behind the last: what the setup has written",
                        counts - 1
                    );
                    return Err(Error::value(name, got, allowed));
                }
                at.counts[key as usize] += 1;
                (sent, last) = (place + 1, key);
            }
            let (from, commands) = (at.messages, at.commands);
            let step = rows_at_once(size);
            let target = &mut at.records[..sent * size];
            cuts::for_each_part(cuts::chunks(target, size * step), |piece, target| {
                for (place, record) in (piece * step..).zip(target.chunks_mut(size)) {
                    let message = &from[place * messages.stride..][..messages.stride];
                    let (of_token, about) = record.split_at_mut(parts.about());
                    of_token.fill(0);
                    of_token[..parts.row].copy_from_slice(&message[..parts.row]);
                    let scales = &message[messages.scales..][..parts.scales];
                    of_token[parts.row..][..parts.scales].copy_from_slice(scales);
                    let word = |number: usize| commands.get(place * COMMANDS + number) as i32;
                    about.fill(0);
                    about[..4].copy_from_slice(&1.0_f32.to_le_bytes());
                    about[4..8].copy_from_slice(&word(1).to_le_bytes());
                    about[8..12].copy_from_slice(&word(2).to_le_bytes());
                }
            });
            Ok(())
        },
    )
}

operands! {
    struct Listed => ListedAt {
        about: ReadIndices<i64>,
        commands: Write<i32>,
    }
}

/// Plans the list of rows that return: the rank, token and choice of each of `rows`, -1 where there is none, as the first of 128 numbers in `about` say; behind them the number of rows for each rank. A rank that does not
/// exist ends the task with an error.
pub fn list_rows(ranks: usize, rows: usize, [about, commands]: [Arg; 2]) -> Result<Call> {
    super::super::routing::require_rows(&about, rows * super::arrive::ABOUT)?;
    commands.require_numel((rows + ranks) * COMMANDS)?;
    let name = about.name;
    let operands = Listed {
        about: about.into(),
        commands: commands.into(),
    };
    kernel(operands, (rows + ranks) * 64, move |at: ListedAt| {
        at.commands.fill(0);
        let (of_rows, of_ranks) = at.commands.split_at_mut(rows * COMMANDS);
        for (row, command) in of_rows.chunks_exact_mut(COMMANDS).enumerate() {
            let number = |number: usize| at.about.get(row * super::arrive::ABOUT + number);
            let rank = number(0);
            if rank == -1 {
                command[0] = -1;
                continue;
            }
            if !(0..ranks as i64).contains(&rank) {
                let got = format!("{rank} at [{}]", row * super::arrive::ABOUT);
                let allowed = format!("-1 to {}", ranks as i64 - 1);
                return Err(Error::value(name, got, allowed));
            }
            of_ranks[rank as usize * COMMANDS] += 1;
            let words = [rank, number(1), number(2)];
            for (word, number) in command.iter_mut().zip(words) {
                *word = number as i32;
            }
        }
        Ok(())
    })
}
