//! Operands that another thread writes while a call runs, as where an event between two streams is missing: numbers may be wrong, or the stream fails; no
//! call touches other memory, and it is no internal error.

use hostnpu::tensor::Dtype;

use super::report;
use crate::argument::{Argument, Tensor};
use crate::call::{prepare, prepare_refused};
use crate::halves::Halves;
use crate::process;
use crate::reference::formats::is_private;
use crate::table::{Row, all_rows, rows};

const CHILD: &str = "HOSTNPU_TEST_CHANGING";
const THIS: &str = "drivers::changing::operands_that_change_while_a_call_runs_are_no_other_memory";

/// Samples of an operator whose operands change, and elements of the largest operand.
const SAMPLES: usize = 3;
const LARGEST: usize = 1 << 14;

/// Seconds after which a call counts as hanging.
const LIMIT: u32 = 60;

/// In a process of its own for each chip, which a call that reads elsewhere ends: first all operators, then those that the chips before do not have.
#[test]
fn operands_that_change_while_a_call_runs_are_no_other_memory() {
    if std::env::var_os(CHILD).is_some() {
        return report(rows().iter().flat_map(findings).collect());
    }
    if std::env::var_os("HOSTNPU_TEST_OTHER_CHIP").is_some() {
        return;
    }
    let mut left: Vec<&str> = all_rows().iter().map(|row| row.entry.name).collect();
    for chip in ["Ascend950PR_9599", "Ascend910B1", "Ascend310P3"] {
        // No name asks for all operators.
        if left.is_empty() {
            break;
        }
        let held = hold(chip, &left);
        left.retain(|name| !held.contains(&format!("{HELD}{name}")));
    }
    assert!(left.is_empty(), "on no chip: {left:?}");
}

/// Prefix of the line that the process of a chip prints for an operator that it has called.
const HELD: &str = "called: ";

/// Holds these operators in a process with this chip; gives the lines that it prints.
fn hold(chip: &str, operators: &[&str]) -> Vec<String> {
    let variables = [
        (CHILD, "1"),
        ("HOSTNPU_SOC", chip),
        ("HOSTNPU_TEST_ROWS", &operators.join(",")),
        // One thread: two that access both halves would wait for each other.
        ("HOSTNPU_THREADS", "1"),
    ];
    let output = process::run(&["--exact", THIS, "--nocapture"], &variables);
    let errors = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<String> = errors.lines().map(str::to_owned).collect();
    // The last line is the call that was made last.
    let last = &lines[lines.len().saturating_sub(40)..];
    let status = output.status;
    assert!(status.success(), "on {chip}: {status}\n{}", last.join("\n"));
    lines
}

fn findings(row: &Row) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_held = false;
    for (number, sample) in (row.samples)().into_iter().take(SAMPLES).enumerate() {
        // A call that this chip refuses.
        if prepare_refused(row.entry, &sample).first_phase().0 != 0 {
            continue;
        }
        is_held = true;
        let mut before = 0;
        for (argument, parameter) in sample.iter().zip(row.entry.parameters) {
            let tensors = argument.tensors().len();
            if let Argument::Tensor(tensor) = argument
                && parameter.direction.reads()
                && !parameter.direction.writes()
                && can_change(tensor)
            {
                let what = format!("{} `{}`, sample {number}", row.entry.name, parameter.name);
                eprintln!("{what}");
                if let Some(wrong) = changed(row, &sample, before, tensor) {
                    found.push(format!("{what}: {wrong}"));
                }
            }
            before += tensors;
        }
    }
    if is_held {
        eprintln!("{HELD}{}", row.entry.name);
    }
    found
}

fn can_change(tensor: &Tensor) -> bool {
    tensor.size() > 0
        && (2..=LARGEST).contains(&tensor.numel())
        && tensor.offset == 0
        && tensor.strides == crate::argument::dense(&tensor.shape)
        && !is_private(tensor.format)
}

/// Calls while operand number `at` changes; gives what is wrong.
fn changed(row: &Row, sample: &[Argument], at: usize, tensor: &Tensor) -> Option<String> {
    let elements = tensor.elements();
    if elements.is_empty() {
        return None;
    }
    let halves = Halves::new(elements, tensor.size());
    for &wild in wild(tensor.dtype) {
        // If elements are checked in the order of their use, the second half is read twice before the first.
        for patience in 0..2 {
            let mut call = prepare(row.entry, sample);
            call.move_tensor(at, halves.address());
            // SAFETY: ends the process if the call hangs.
            unsafe { libc::alarm(LIMIT) };
            let result = halves.change(wild, patience, || call.run());
            // SAFETY: as above.
            unsafe { libc::alarm(0) };
            let Err(refusal) = result else { continue };
            // Without the refusals before it that it lists.
            let own = refusal
                .message
                .split("TraceBack")
                .next()
                .unwrap_or_default();
            if own.contains("internal error") || own.contains("GetWorkspaceSize") {
                return Some(refusal.message);
            }
        }
    }
    None
}

/// Bits that indices, lengths and numbers become: large ones of both signs, or what is no number.
fn wild(dtype: Dtype) -> &'static [u64] {
    match dtype {
        Dtype::I64 | Dtype::U64 => &[2_000_000_000_000, -2_000_000_000_000_i64 as u64],
        Dtype::I32 | Dtype::U32 => &[2_000_000_000, -2_000_000_000_i64 as u64],
        Dtype::Bool => &[0, 1],
        Dtype::F32 => &[0x7fc0_0000],
        Dtype::F64 => &[0x7ff8 << 48],
        Dtype::F16 => &[0x7e00],
        Dtype::Bf16 => &[0x7fc0],
        _ => &[u64::MAX],
    }
}
