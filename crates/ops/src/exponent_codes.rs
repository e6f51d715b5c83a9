//! Floating-point numbers stored in fewer bytes, without loss: the bytes with their exponents by codes of few bits for those that are frequent, the others as they are.
//!
//! Stored bytes begin with a header of 512 bytes: a mark, the kind, the number of elements and the lengths of the codes of all bytes. Behind it stand the codes, or the bytes themselves where codes would take more room.

#![forbid(unsafe_code)]

use std::cmp::Reverse;

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_base::few::sort_few_by_key;
use hostnpu_engine::operands::{Read, ReadBytes, Update, WriteBytes, kernel, operands};

/// Bytes of the header.
pub const HEADER: usize = 512;

/// The first bytes of what is stored.
const MARK: &[u8; 4] = b"HNX1";

/// Bits of the longest code.
const LONGEST: usize = 15;

/// Place of the lengths of the codes, two in a byte.
const LENGTHS: usize = 16;

/// Returns the length of the code of each byte: none is longer than [`LONGEST`], and together they leave no code unused.
fn lengths(counts: &[u64; 256]) -> [u8; 256] {
    let mut counts = *counts;
    loop {
        let lengths = lengths_by_pairs(&counts);
        if lengths.iter().all(|&length| length as usize <= LONGEST) {
            return lengths;
        }
        // Counts nearer to each other have codes nearer to each other.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

/// The same of any length: the two rarest symbols or pairs become a pair, until one is left.
fn lengths_by_pairs(counts: &[u64; 256]) -> [u8; 256] {
    let present = (0..256).filter(|&byte| counts[byte] > 0);
    let mut groups: Vec<(u64, Vec<u8>)> = present
        .map(|byte| (counts[byte], vec![byte as u8]))
        .collect();
    let mut lengths = [0; 256];
    if let [(_, only)] = &groups[..] {
        lengths[only[0] as usize] = 1;
    }
    while groups.len() > 1 {
        // The rarest ones are the last; of equal ones the order is that of their first bytes.
        sort_few_by_key(&mut groups, |(count, members)| {
            (Reverse(*count), Reverse(members[0]))
        });
        let last = groups.split_off(groups.len() - 2);
        let (count, mut members) = (last.iter().map(|group| group.0).sum(), Vec::new());
        for (_, group) in last {
            members.extend(group);
        }
        for &member in &members {
            lengths[member as usize] += 1;
        }
        groups.push((count, members));
    }
    lengths
}

/// The codes of all bytes, of their lengths: in the order of lengths, then of bytes.
fn codes(lengths: &[u8; 256]) -> [u16; 256] {
    let (mut codes, mut next) = ([0; 256], 0_u32);
    for length in 1..=LONGEST {
        next <<= 1;
        for byte in (0..256).filter(|&byte| lengths[byte] as usize == length) {
            codes[byte] = next as u16;
            next += 1;
        }
    }
    codes
}

/// Two pieces of memory as one.
struct Joined<'a> {
    pieces: [&'a mut [u8]; 2],
}

impl Joined<'_> {
    fn put(&mut self, at: usize, byte: u8) {
        let [first, second] = &mut self.pieces;
        let place = match at.checked_sub(first.len()) {
            None => first.get_mut(at),
            Some(at) => second.get_mut(at),
        };
        // There is room for all that is stored: operands are held to that before.
        if let Some(place) = place {
            *place = byte;
        }
    }
}

operands! {
    struct Encode => EncodeAt {
        input: ReadBytes,
        counts: Update<i32>,
        rest: WriteBytes,
        fixed: WriteBytes,
        variable: WriteBytes,
    }
}

/// Outputs of [`encode`].
pub struct Encoded {
    /// Number of times that each byte is there: 256 numbers.
    pub counts: Arg,
    /// True if `counts` are written; else they stay.
    pub is_counted: bool,
    /// The other bytes of each element.
    pub rest: Arg,
    /// The first bytes of what is stored.
    pub fixed: Arg,
    /// Those that have no room there.
    pub variable: Arg,
}

fn bytes(arg: &Arg) -> usize {
    let count = arg.view.numel().unwrap_or(0);
    arg.view.dtype.bytes(count).unwrap_or(0)
}

/// Plans the bytes with exponents, the last of each element, as codes, and the rest as it is. There is room for [`HEADER`] and one byte for each element.
pub fn encode(input: Arg, out: Encoded) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0);
    let size = input.view.dtype.bytes(1).unwrap_or(1);
    out.counts.require_numel(256)?;
    let is_counted = out.is_counted;
    let operands = Encode {
        input: input.into(),
        counts: out.counts.into(),
        rest: WriteBytes::part_of(out.rest),
        fixed: WriteBytes::part_of(out.fixed),
        variable: WriteBytes::part_of(out.variable),
    };
    let cost = count.saturating_mul(32);
    kernel(operands, cost, move |at: EncodeAt| {
        let mut counts = [0_u64; 256];
        let elements = at.input.chunks_exact(size);
        for (element, rest) in elements.clone().zip(at.rest.chunks_exact_mut(size - 1)) {
            rest.copy_from_slice(&element[..size - 1]);
            counts[element[size - 1] as usize] += 1;
        }
        if is_counted {
            for (to, count) in at.counts.iter_mut().zip(counts) {
                *to = count as i32;
            }
        }
        let lengths = lengths(&counts);
        let bits: u64 = (0..256)
            .map(|byte| counts[byte] * u64::from(lengths[byte]))
            .sum();
        let is_coded = bits.div_ceil(8) < count as u64;
        let mut header = [0; HEADER];
        header[..4].copy_from_slice(MARK);
        header[4] = u8::from(is_coded);
        header[8..16].copy_from_slice(&(count as u64).to_le_bytes());
        for (pair, to) in lengths.chunks_exact(2).zip(&mut header[LENGTHS..]) {
            *to = pair[0] | pair[1] << 4;
        }
        let mut out = Joined {
            pieces: [at.fixed, at.variable],
        };
        let mut end = 0;
        let mut put = |byte: u8| {
            out.put(end, byte);
            end += 1;
        };
        header.into_iter().for_each(&mut put);
        let exponents = elements.map(|element| element[size - 1]);
        if !is_coded {
            exponents.for_each(&mut put);
            return Ok(());
        }
        let codes = codes(&lengths);
        let (mut waiting, mut held) = (0_u32, 0);
        for byte in exponents {
            let length = u32::from(lengths[byte as usize]);
            waiting = waiting << length | u32::from(codes[byte as usize]);
            held += length;
            while held >= 8 {
                held -= 8;
                put((waiting >> held) as u8);
                waiting &= (1 << held) - 1;
            }
        }
        if held > 0 {
            put((waiting << (8 - held)) as u8);
        }
        Ok(())
    })
}

operands! {
    struct Decode => DecodeAt {
        rest: ReadBytes,
        fixed: ReadBytes,
        variable: ReadBytes,
        _counts: Read<i32>,
        output: WriteBytes,
    }
}

/// Plans the elements that [`encode`] stored; `counts` are not read. What it did not write is an error when it is read.
pub fn decode([rest, fixed, variable, counts]: [Arg; 4], output: Arg) -> Result<Call> {
    let count = output.view.numel().unwrap_or(0);
    let size = output.view.dtype.bytes(1).unwrap_or(1);
    let stored = bytes(&rest);
    if stored != count.saturating_mul(size - 1) {
        let got = format!("{stored} bytes");
        let allowed = format!("{} bytes, all but one of each element", count * (size - 1));
        return Err(Error::value(rest.name, got, allowed));
    }
    let name = fixed.name;
    let operands = Decode {
        rest: rest.into(),
        fixed: fixed.into(),
        variable: variable.into(),
        _counts: counts.into(),
        output: output.into(),
    };
    kernel(operands, count.saturating_mul(64), move |at: DecodeAt| {
        let wrong =
            |what: &str| Error::value(name, what, "codes that the encoder of this library wrote");
        let mut stored = at.fixed.iter().chain(at.variable).copied();
        let mut header = [0; HEADER];
        for byte in &mut header {
            *byte = stored
                .next()
                .ok_or_else(|| wrong("fewer bytes than a header has"))?;
        }
        let number = header[8..16].iter().rev();
        let number = number.fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        if header[..4] != *MARK || header[4] > 1 || number != count as u64 {
            return Err(wrong(
                "another header, or one of another number of elements",
            ));
        }
        let mut lengths = [0; 256];
        for (pair, &from) in lengths.chunks_exact_mut(2).zip(&header[LENGTHS..]) {
            pair.copy_from_slice(&[from & 15, from >> 4]);
        }
        // The byte of each code with any bits behind it, and the length of the code.
        let mut symbols = vec![(0_u8, 0_u8); 1 << LONGEST];
        let mut used = 0_u64;
        for (byte, code) in codes(&lengths).into_iter().enumerate() {
            let length = lengths[byte];
            if length == 0 {
                continue;
            }
            let room = 1_usize << (LONGEST - length as usize);
            used += room as u64;
            let first = code as usize * room;
            let Some(of_code) = symbols.get_mut(first..first + room) else {
                return Err(wrong("codes that exclude each other"));
            };
            of_code.fill((byte as u8, length));
        }
        if used > 1 << LONGEST {
            return Err(wrong("codes that exclude each other"));
        }
        let (mut waiting, mut held) = (0_u32, 0);
        let rest = at.rest.chunks_exact(size - 1);
        for (element, rest) in at.output.chunks_exact_mut(size).zip(rest) {
            element[..size - 1].copy_from_slice(rest);
            if header[4] == 0 {
                element[size - 1] = stored.next().ok_or_else(|| wrong("fewer bytes"))?;
                continue;
            }
            while held < LONGEST as u32 {
                // Behind the last byte there may be nothing: the last codes need less.
                waiting = waiting << 8 | u32::from(stored.next().unwrap_or(0));
                held += 8;
            }
            let index = waiting >> (held - LONGEST as u32) & ((1 << LONGEST) - 1);
            let (byte, length) = symbols[index as usize];
            if length == 0 {
                return Err(wrong("bits that are no code"));
            }
            held -= u32::from(length);
            waiting &= (1 << held) - 1;
            element[size - 1] = byte;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_any_counts_are_short_and_complete() {
        let cases: [fn(usize) -> u64; 5] = [
            |_| 1,
            |byte| 1 << (byte % 60),
            |byte| u64::from(byte < 2),
            |byte| u64::from(byte == 77),
            |byte| if byte < 90 { 1 << (byte / 2) } else { 0 },
        ];
        for of in cases {
            let counts: Vec<u64> = (0..256).map(of).collect();
            let lengths = lengths(&counts.try_into().unwrap());
            let room: f64 = lengths
                .iter()
                .filter(|&&length| length > 0)
                .map(|&length| 0.5_f64.powi(length.into()))
                .sum();
            assert!(room == 1.0 || room == 0.5, "{room}");
        }
    }
}
