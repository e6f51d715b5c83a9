//! The number of threads, the instruction set and the machine change no bit.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{Read, Seek, Write};
use std::thread;

use fnv::FnvHasher;
use hostnpu::kernels::simd::Isa;
use hostnpu::tensor::Dtype;

use super::report;
use crate::argument::{Argument, Contents};
use crate::call::call;
use crate::process;
use crate::root::root;
use crate::table::{Row, all_rows, is_held_here, rows};

/// Set in a process that computes and prints hashes, to what the tensors hold.
const CHILD: &str = "HOSTNPU_TEST_PRINTS_HASHES";
const THIS: &str = "drivers::same_bits::threads_and_instruction_sets_give_the_same_bits";

/// Set to 1 to compute the hashes in this process alone, where it can start no others: in an emulator of another machine.
const ALONE: &str = "HOSTNPU_TEST_HASHES_ALONE";

/// Set to 1 to write the committed hashes of the rows that run.
const WRITES: &str = "HOSTNPU_WRITE_HASHES";

/// Shares of NaN and of infinities: one in so many elements each.
const SHARES: [u64; 2] = [4, 24];

/// Each number of threads and each instruction set occurs; a set that the machine lacks is the widest that it has.
const OTHERS: [(&str, Isa); 3] = [("2", Isa::Baseline), ("3", Isa::Avx2), ("8", Isa::Avx512)];

#[test]
fn threads_and_instruction_sets_give_the_same_bits() {
    if let Some(contents) = std::env::var_os(CHILD) {
        return each_hash(contents == "specials", &mut |line| println!("{line}"));
    }
    if std::env::var_os(ALONE).is_some_and(|value| value == "1") {
        let mut lines = Vec::new();
        each_hash(false, &mut |line| lines.push(line));
        return hold_to_the_committed(&lines);
    }
    let others = OTHERS.map(|(threads, isa)| match isa.is_available() {
        true => (threads, isa),
        false => (threads, Isa::widest()),
    });
    let reference = compare("samples", &others);
    hold_to_the_committed(&reference);
}

#[test]
fn nan_and_infinities_give_the_same_bits_on_every_instruction_set() {
    let others: Vec<_> = Isa::available()
        .filter(|&isa| isa != Isa::Baseline)
        .map(|isa| ("1", isa))
        .collect();
    compare("specials", &others);
}

/// One hash for each operator over the results of all its samples, the same on every machine and in every revision that means to change no bit.
fn hold_to_the_committed(lines: &[String]) {
    let mut hashers: BTreeMap<&str, FnvHasher> = BTreeMap::new();
    for line in lines {
        let name = line.split(' ').nth(1).expect("a line of `hash`");
        hashers.entry(name).or_default().write(line.as_bytes());
    }
    let found: BTreeMap<String, String> = hashers
        .into_iter()
        .map(|(name, hasher)| (name.to_owned(), format!("{:016x}", hasher.finish())))
        .collect();

    let have_hashes = |row: Row| (!row.skips("samples")).then_some(row.entry.name);
    let names: HashSet<_> = all_rows().into_iter().filter_map(have_hashes).collect();
    let all_are_wanted = std::env::var_os("HOSTNPU_TEST_ROWS").is_none();
    let is_stale = |name: &str| all_are_wanted && !names.contains(name);

    let path = root().join("tests/golden/operator_hashes.tsv");
    let is_written = std::env::var_os(WRITES).is_some_and(|value| value == "1");
    let mut committed = read(&fs::read_to_string(&path).unwrap_or_default());
    if is_written {
        // Processes of other chips write their rows at the same time.
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .unwrap();
        file.lock().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        committed = read(&text);
        committed.extend(found.clone());
        committed.retain(|name, _| !is_stale(name));
        let lines = committed
            .iter()
            .map(|(name, hash)| format!("{name}\t{hash}\n"));
        let text: String = lines.collect();
        file.rewind().unwrap();
        file.set_len(0).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    let different = found.iter().filter(|(name, hash)| committed.get(*name) != Some(hash)).map(|(name, hash)| {
        format!(
            "{name}: {hash}, committed: {}; where samples were added or a result was mended, {WRITES}=1 writes it",
            committed.get(name).map_or("none", String::as_str)
        )
    });
    let rows = rows_here();
    let is_missing = |row: &&Row| !found.contains_key(row.entry.name);
    let missing = rows
        .iter()
        .filter(is_missing)
        .map(|row| format!("{}: no hash was computed", row.entry.name));
    let stale = committed.keys().filter(|name| is_stale(name)).map(|name| {
        format!("{name}: committed, and no row of the table; {WRITES}=1 takes it away")
    });
    report(different.chain(missing).chain(stale).collect());
}

fn read(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
        .collect()
}

/// The operators that drivers hold on this chip, and whose results have hashes.
fn rows_here() -> Vec<Row> {
    let is_here = |row: &Row| !row.skips("samples") && is_held_here(row.entry.name);
    rows().into_iter().filter(is_here).collect()
}

/// A line for each sample of these operators.
fn each_hash(specials: bool, take: &mut dyn FnMut(String)) {
    for row in &rows_here() {
        for (number, sample) in (row.samples)().into_iter().enumerate() {
            if !specials {
                take(hash(row, number, &sample));
                continue;
            }
            for share in SHARES {
                if let Some(sample) = with_specials(sample.clone(), share) {
                    take(hash(row, number, &sample));
                }
            }
        }
    }
}

fn hash(row: &Row, number: usize, sample: &[Argument]) -> String {
    let mut hasher = FnvHasher::default();
    match call(row.entry, sample) {
        Ok(outputs) => {
            for output in outputs {
                hasher.write(&(output.len() as u64).to_le_bytes());
                hasher.write(&output);
            }
        }
        // Messages name the process and the time.
        Err(refusal) => hasher.write(&refusal.code.to_le_bytes()),
    }
    format!("hash {} {number}: {:x}", row.entry.name, hasher.finish())
}

/// The same call with NaN and infinities in all tensors of floating-point numbers that hold numbers; none if there are none.
fn with_specials(mut sample: Vec<Argument>, share: u64) -> Option<Vec<Argument>> {
    let floats = [
        Dtype::F16,
        Dtype::Bf16,
        Dtype::F32,
        Dtype::F64,
        Dtype::Complex32,
        Dtype::Complex64,
        Dtype::Complex128,
    ];
    let tensors = sample.iter_mut().flat_map(Argument::tensors_mut);
    let read = tensors.filter(|tensor| {
        !matches!(tensor.contents, Contents::Poison) && floats.contains(&tensor.dtype)
    });
    let mut count = 0;
    for tensor in read {
        count += 1;
        tensor.contents = Contents::Specials(1000 * share + count, share);
    }
    (count > 0).then_some(sample)
}

/// Holds the results of all rows to those of one thread without special instructions, which it gives.
fn compare(contents: &str, others: &[(&str, Isa)]) -> Vec<String> {
    let all = [&[("1", Isa::Baseline)], others].concat();
    let mut found = thread::scope(|scope| {
        let processes: Vec<_> = all
            .iter()
            .map(|&(threads, isa)| scope.spawn(move || hashes(contents, threads, isa)))
            .collect();
        let found = processes.into_iter().map(|process| process.join().unwrap());
        found.collect::<Vec<_>>()
    });
    let reference = found.remove(0);
    let wanted = rows_here().len();
    assert!(2 * reference.len() >= wanted, "too few hashes");
    for ((threads, isa), other) in others.iter().zip(found) {
        let other: HashSet<_> = other.into_iter().collect();
        let different: Vec<_> = reference
            .iter()
            .filter(|line| !other.contains(*line))
            .collect();
        assert!(
            different.is_empty(),
            "{threads} threads, {isa:?}: {different:#?}"
        );
    }
    reference
}

fn hashes(contents: &str, threads: &str, isa: Isa) -> Vec<String> {
    let variables = [
        (CHILD, contents),
        ("HOSTNPU_THREADS", threads),
        ("HOSTNPU_ISA", isa.name()),
    ];
    let output = process::run(&["--exact", THIS, "--nocapture"], &variables);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.find("hash ").map(|at| line[at..].to_owned()))
        .collect()
}
