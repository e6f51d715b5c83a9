//! Dispatches and combinations that are two operators each: a whole group at once.

use super::ranks::{dispatched_row, ways};
use super::*;
use crate::arguments::Arguments;
use hostnpu_aclnn_operators::entry::EntryPoint;

/// Numbers of a command, and about a row.
const COMMANDS: usize = 16;
const ABOUT: usize = 128;

fn named<'a>(entry: &'a EntryPoint, all: &[&'a Arguments]) -> Vec<Named<'a>> {
    let named = all.iter().map(|arguments| Named { entry, arguments });
    named.collect()
}

/// Experts of a rank that has routed ones, and of this rank.
fn experts(of: &Named, rank: usize, ranks: usize) -> [usize; 2] {
    let on = of.int("sharedExpertRankNum");
    let each = of.int("moeExpertNum") / (ranks - on);
    [each, if rank < on { 1 } else { each }]
}

fn aligned(number: usize, to: usize) -> usize {
    number.div_ceil(to) * to
}

/// Elements of a message, as the vendor's page gives them.
pub fn message(mode: usize, width: usize) -> usize {
    match mode {
        0 => aligned(width, 256),
        1 => aligned(width, 512),
        2 => aligned(aligned(width, 32) + 4, 512),
        3 => aligned(aligned(width, 128) + width.div_ceil(128), 512),
        _ => aligned(aligned(width, 128) + aligned(width.div_ceil(32), 2), 512),
    }
}

/// The first byte of a message's scales.
fn scales_at(mode: usize, width: usize) -> usize {
    match mode {
        2 => aligned(width, 32),
        3 | 4 => aligned(width, 128),
        _ => width,
    }
}

/// The outputs of the first half of a dispatch.
pub fn dispatch_setup(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let ranks = all.len();
    let each = named(entry, all).into_iter().enumerate();
    let each = each.map(|(rank, of)| {
        let x = of.tensor(&["x"]).unwrap();
        let (bytes, width) = (x.elements(), x.shape[1] as usize);
        let top_k = of.tensor(&["expertIds"]).unwrap().shape[1] as usize;
        let mode = of.int("quantMode");
        let output = of.tensor(&["yOut"]).unwrap();
        let mut y = Rows::of(output, output.shape[0] as usize);
        let mut numbers = of.tensor(&["expandIdxOut"]).unwrap().elements();
        let count = of.tensor(&["commCmdInfoOut"]).unwrap().numel();
        let mut commands = vec![0_i64; count];
        let mut own = ways(&of, rank, ranks);
        let key = |rank: usize, expert: usize| rank * experts(&of, rank, ranks)[0].max(1) + expert;
        own.sort_by_key(|way| key(way.rank, way.expert));
        let records = x.shape[0] as usize
            * (top_k
                + match of.int("sharedExpertRankNum") {
                    0 => 0,
                    _ => of.int("sharedExpertNum"),
                });
        for place in 0..records {
            commands[place * COMMANDS] = -1;
        }
        let mut seen = std::collections::HashMap::new();
        for (place, way) in own.iter().enumerate() {
            let (codes, scales) = dispatched_row(&of, &bytes, way, output.dtype);
            let row = y.row(place);
            row[..codes.len()].copy_from_slice(&codes);
            let first = scales_at(mode, width);
            row[first..first + scales.len()].copy_from_slice(&scales);
            // Numbers of scales are even.
            if mode == 3 && !scales.len().is_multiple_of(8) {
                row[first + scales.len()..][..4].fill(0);
            }
            let key = key(way.rank, way.expert);
            let command = [key, way.token, way.choice].map(|number| number as i64);
            commands[place * COMMANDS..][..3].copy_from_slice(&command);
            let number: &mut i32 = seen.entry(key).or_default();
            if way.choice < top_k {
                let at = 4 * (way.token * top_k + way.choice);
                numbers[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            *number += 1;
        }
        vec![y.bytes(), numbers, stored_ints(&commands, Dtype::I32)]
    });
    each.collect()
}

/// The outputs of the second half of a dispatch.
pub fn dispatch_teardown(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let ranks = all.len();
    let named = named(entry, all);
    let commands: Vec<Vec<i64>> = named
        .iter()
        .map(|of| ints(of.tensor(&["commCmdInfo"]).unwrap()))
        .collect();
    let messages: Vec<Vec<u8>> = named
        .iter()
        .map(|of| of.tensor(&["y"]).unwrap().elements())
        .collect();
    let of_rank = |rank: usize| {
        let of = &named[rank];
        let [slots, local] = experts(of, rank, ranks);
        let output = of.tensor(&["expandXOut"]).unwrap();
        let (capacity, width) = (output.shape[0] as usize, output.shape[1] as usize);
        let size = output.size();
        let mode = of.int("quantMode");
        let mut rows = Rows::of(output, capacity);
        let scales = of.tensor(&["dynamicScalesOut"]);
        let mut scales = scales.map(|scales| Rows::of(scales, capacity));
        let mut about = Rows::of(of.tensor(&["assistInfoForCombineOut"]).unwrap(), capacity);
        let (mut row, mut totals) = (0, Vec::new());
        for slot in 0..local {
            let begin = row;
            for source in 0..ranks {
                let places = commands[source].chunks(COMMANDS).enumerate();
                let records = named[source].tensor(&["y"]).unwrap().shape[0] as usize;
                let stride = messages[source].len() / records;
                for (place, command) in places.take(records) {
                    if command[0] == -1 {
                        break;
                    }
                    if command[0] != (rank * slots.max(1) + slot) as i64 {
                        continue;
                    }
                    let message = &messages[source][place * stride..][..stride];
                    rows.row(row).copy_from_slice(&message[..width * size]);
                    if let (Some(scales), 2..) = (&mut scales, mode) {
                        let to = scales.row(row);
                        let first = scales_at(mode, width) * size;
                        to.copy_from_slice(&message[first..first + to.len()]);
                    }
                    let words = [source as i64, command[1], command[2]];
                    about.row(row)[..12].copy_from_slice(&stored_ints(&words, Dtype::I32));
                    row += 1;
                }
            }
            totals.push(match of.int("expertTokenNumsType") {
                0 => row,
                _ => row - begin,
            } as i64);
        }
        for row in row..capacity {
            about.row(row)[..4].copy_from_slice(&(-1_i32).to_le_bytes());
        }
        let mut outputs = vec![rows.bytes()];
        outputs.extend(scales.map(Rows::bytes));
        outputs.extend([about.bytes(), stored_ints(&totals, Dtype::I64)]);
        outputs
    };
    (0..ranks).map(of_rank).collect()
}

/// The outputs of the first half of a combination.
pub fn combine_setup(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let each = named(entry, all).into_iter().map(|of| {
        let about = ints(of.tensor(&["assistInfoForCombine"]).unwrap());
        let rows = of.tensor(&["expandX"]).unwrap().shape[0] as usize;
        let mut commands = vec![0_i64; (rows + all.len()) * COMMANDS];
        for row in 0..rows {
            let words = &about[row * ABOUT..row * ABOUT + 3];
            if words[0] == -1 {
                commands[row * COMMANDS] = -1;
                continue;
            }
            commands[row * COMMANDS..][..3].copy_from_slice(words);
            commands[(rows + words[0] as usize) * COMMANDS] += 1;
        }
        let quantised = of.tensor(&["quantExpandXOut"]).unwrap().elements();
        vec![quantised, stored_ints(&commands, Dtype::I32)]
    });
    each.collect()
}

/// The outputs of the second half of a combination.
pub fn combine_teardown(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let named = named(entry, all);
    let each = named.iter().enumerate().map(|(rank, of)| {
        let output = of.tensor(&["xOut"]).unwrap();
        let width = output.shape[1] as usize;
        let scales_of = of.tensor(&["expertScales"]).unwrap();
        let (scales, top_k) = (floats(scales_of), scales_of.shape[1] as usize);
        let shared = of.tensor(&["sharedExpertXOptional"]);
        let mut sums = shared.map_or(vec![0.0; output.numel()], floats);
        for other in &named {
            let expand = other.tensor(&["expandX"]).unwrap();
            let rows = floats(expand);
            let commands = ints(other.tensor(&["commCmdInfo"]).unwrap());
            for row in 0..expand.shape[0] as usize {
                let command = &commands[row * COMMANDS..][..3];
                if command[0] != rank as i64 {
                    continue;
                }
                let [token, choice] = [command[1] as usize, command[2] as usize];
                let weight = match choice < top_k {
                    true => scales[token * top_k + choice],
                    false => 1.0,
                };
                for k in 0..width {
                    sums[token * width + k] += weight * rows[row * width + k];
                }
            }
        }
        vec![stored(&sums, output.dtype)]
    });
    each.collect()
}
