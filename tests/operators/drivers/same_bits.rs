//! The number of threads and the instruction set change no bit.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::process::Command;

use hostnpu::kernels::simd::Isa;
use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents};
use crate::call::call;
use crate::table::{Row, rows};

/// Set in a process that computes and prints hashes, to what the tensors hold.
const CHILD: &str = "HOSTNPU_TEST_PRINTS_HASHES";
const THIS: &str = "drivers::same_bits::threads_and_instruction_sets_give_the_same_bits";

/// Shares of NaN and of infinities: one in so many elements each.
const SHARES: [u64; 2] = [4, 24];

#[test]
fn threads_and_instruction_sets_give_the_same_bits() {
    if let Some(contents) = std::env::var_os(CHILD) {
        return print_hashes(contents == "specials");
    }
    let reference = hashes("samples", "1", Isa::Baseline.name());
    let mut choices: Vec<(&str, &str)> = ["2", "3", "8"].map(|threads| (threads, "")).to_vec();
    let sets = Isa::ALL.into_iter().filter(|isa| isa.is_available());
    choices.extend(sets.map(|isa| ("1", isa.name())));
    for (threads, isa) in choices {
        compare(&reference, "samples", threads, isa);
    }
}

#[test]
fn nan_and_infinities_give_the_same_bits_on_every_instruction_set() {
    let reference = hashes("specials", "1", Isa::Baseline.name());
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        compare(&reference, "specials", "1", isa.name());
    }
}

fn print_hashes(specials: bool) {
    for row in rows().iter().filter(|row| !row.skips("samples")) {
        for (number, sample) in (row.samples)().into_iter().enumerate() {
            if !specials {
                print_hash(row, number, &sample);
                continue;
            }
            for share in SHARES {
                if let Some(sample) = with_specials(sample.clone(), share) {
                    print_hash(row, number, &sample);
                }
            }
        }
    }
}

fn print_hash(row: &Row, number: usize, sample: &[Argument]) {
    let mut hasher = DefaultHasher::new();
    call(row.entry, sample)
        // Messages name the process and the time.
        .map_err(|refusal| refusal.code)
        .hash(&mut hasher);
    println!("hash {} {number}: {:x}", row.entry.name, hasher.finish());
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

fn compare(reference: &[String], contents: &str, threads: &str, isa: &str) {
    let wanted = rows().iter().filter(|row| !row.skips("samples")).count();
    assert!(2 * reference.len() >= wanted, "too few hashes");
    let other = hashes(contents, threads, isa);
    let different: Vec<_> = reference
        .iter()
        .filter(|line| !other.contains(line))
        .collect();
    assert!(
        different.is_empty(),
        "{threads} threads, {isa:?}: {different:#?}"
    );
}

fn hashes(contents: &str, threads: &str, isa: &str) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", THIS, "--nocapture"])
        .env(CHILD, contents)
        .env("HOSTNPU_THREADS", threads)
        .env("HOSTNPU_ISA", isa)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter(|line| line.contains("hash "))
        .map(str::to_owned)
        .collect()
}
