//! Makes a call and checks all that has to hold of any call.

use crate::case::Case;
use crate::dtype;
use crate::library::Library;
use crate::memory::{PATTERN, Pool};
use crate::objects::{GROWING, Objects, Placed};

/// The end of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It computed something.
    Success,
    /// It succeeded and has no output element.
    Empty,
    /// Only the first phase was called: memory would be too large.
    Planned,
    /// Refused with this sentence.
    Refused(String),
    /// The task failed with this sentence.
    Failed(String),
}

/// Statuses that the headers document: those of aclnn, of AscendCL and of the runtime.
fn is_documented(status: i32) -> bool {
    matches!(status, 161_001 | 161_002 | 361_001 | 561_000..=561_003 | 561_101..=561_119)
        || matches!(status, 100_000..=148_999 | 200_000..=200_999 | 207_000..=207_999 | 500_000..=500_999 | 507_000..=507_999)
}

/// Tensors that the vendor declares as inputs, and that its operators write.
const WRITTEN_INPUTS: [(&str, &[&str]); 3] = [
    ("aclnnApplyAdam", &["m", "v"]),
    ("aclnnApplyKerasMomentum", &["accum"]),
    ("aclnnRReluWithNoise", &["noise"]),
];

/// Largest workspace with which a call is run.
const LARGEST_WORKSPACE: u64 = 256 << 20;

pub struct Runner<'a> {
    pub library: &'a Library,
    pool: Pool,
    stream: usize,
    /// True if an output element that no call writes is a finding: some are left alone by contract, such as gradients that a mask leaves out.
    unwritten: bool,
    /// The fault of the last call.
    pub findings: Vec<String>,
}

impl<'a> Runner<'a> {
    pub fn new(library: &'a Library, unwritten: bool) -> Self {
        let f = &library.functions;
        let mut stream = 0;
        // SAFETY: null is no configuration; an out pointer.
        let statuses = unsafe {
            [
                (f.aclInit)(std::ptr::null()),
                (f.aclrtSetDevice)(0),
                (f.aclrtCreateStream)(&mut stream),
            ]
        };
        assert_eq!(statuses, [0; 3], "the device cannot be set");
        Self {
            library,
            pool: Pool::default(),
            stream,
            unwritten,
            findings: Vec::new(),
        }
    }

    /// Makes a call, twice if it is to be repeated: then also under another pattern of free memory.
    pub fn call(&mut self, case: &Case, repeat: bool) -> Outcome {
        self.findings.clear();
        perturb(0x2d);
        let Some((outcome, first)) = self.once(case, PATTERN, 0x11) else {
            return Outcome::Planned;
        };
        if !repeat
            || !matches!(outcome, Outcome::Success | Outcome::Empty)
            || !self.findings.is_empty()
        {
            return outcome;
        }
        perturb(0xd2);
        let Some((again, second)) = self.once(case, PATTERN, 0xee) else {
            return outcome;
        };
        if again != outcome {
            self.findings.push(format!(
                "a second call with the same arguments ends otherwise: {again:?}"
            ));
        } else if let Some(text) = self.difference(case, &first, &second) {
            self.findings
                .push(format!("a second call gives other bits: {text}"));
        } else if self.unwritten && case.alias.is_none() {
            // Outputs hold other bytes before this run.
            if let Some((_, third)) = self.once(case, !PATTERN, 0xee)
                && let Some(text) = self.difference(case, &first, &third)
            {
                self.findings
                    .push(format!("an output keeps what it held: {text}"));
            }
        }
        outcome
    }

    /// The first byte in which two runs differ.
    fn difference(&self, case: &Case, first: &[Vec<u8>], second: &[Vec<u8>]) -> Option<String> {
        let tensors = case.tensors();
        first
            .iter()
            .zip(second)
            .enumerate()
            .find_map(|(at, (a, b))| {
                let place = a.iter().zip(b).position(|(a, b)| a != b)?;
                let name = self.library.operators[case.operator].parameters[tensors[at].0].name;
                let end = a.len().min(place + 8);
                Some(format!(
                    "tensor {at} ({name}), byte {place} of its pages: {:02x?} and {:02x?}",
                    &a[place..end],
                    &b[place..end]
                ))
            })
    }

    /// Makes a call once. None if memory is short; otherwise how it ended, and all memory after it.
    fn once(&mut self, case: &Case, pattern: u8, workspace: u8) -> Option<(Outcome, Vec<Vec<u8>>)> {
        let objects = Objects::new(case, self.library, &mut self.pool, pattern)?;
        let before = objects.snapshot();
        let outcome = self.phases(case, &objects, workspace);
        let after = objects.snapshot();
        match outcome {
            Outcome::Refused(_) | Outcome::Planned => {
                if before != after {
                    self.findings.push("a refused call wrote memory".into());
                }
            }
            _ => self.check_memory(case, &objects, &before, &after),
        }
        objects.finish(&mut self.pool);
        Some((outcome, after))
    }

    /// Both phases, and the wait.
    fn phases(&mut self, case: &Case, objects: &Objects, pattern: u8) -> Outcome {
        let library = self.library;
        let operator = &library.operators[case.operator];
        let (mut size, mut executor) = (0xdead_beef_u64, 0x5a5a_usize);
        let status = operator.first(&objects.values, &mut size, &mut executor);
        if status != 0 {
            if (size, executor) != (0xdead_beef, 0x5a5a) {
                self.findings
                    .push("a refusal wrote workspaceSize or executor".into());
            }
            return Outcome::Refused(self.sentence(status));
        }
        if !objects.is_runnable || size > LARGEST_WORKSPACE {
            // SAFETY: the executor of the first phase.
            unsafe { (library.functions.aclDestroyAclOpExecutor)(executor) };
            return Outcome::Planned;
        }
        // To the byte where the end of a page keeps it aligned.
        let Some(mut workspace) = self.pool.take(size as usize, size % 16 != 0) else {
            return Outcome::Planned;
        };
        let range = workspace.range();
        workspace.whole_mut()[range.clone()].fill(pattern);
        let address = if size == 0 { 0 } else { workspace.address() };
        // SAFETY: the executor of the first phase, a workspace as large as it asked for; memory lives until the wait is over.
        let (status, waited) = unsafe {
            let status = operator.second(address, size, executor, self.stream);
            (
                status,
                if status == 0 {
                    (library.functions.aclrtSynchronizeStream)(self.stream)
                } else {
                    0
                },
            )
        };
        let outcome = if status != 0 {
            Outcome::Refused(self.sentence(status))
        } else if waited != 0 {
            let text = self.sentence(waited);
            self.new_stream();
            Outcome::Failed(text)
        } else {
            let writes = |placed: &&Placed| operator.parameters[placed.parameter].writes;
            let computed = objects
                .placed
                .iter()
                .filter(writes)
                .any(|placed| placed.tensor.numel() > Some(0));
            if computed {
                Outcome::Success
            } else {
                Outcome::Empty
            }
        };
        let whole = workspace.whole();
        if whole[..range.start]
            .iter()
            .chain(&whole[range.end..])
            .any(|&byte| byte != PATTERN)
        {
            self.findings
                .push("memory around the workspace was written".into());
        }
        self.pool.give_back(workspace);
        outcome
    }

    /// A stream without an error.
    fn new_stream(&mut self) {
        let f = &self.library.functions;
        // SAFETY: nothing is queued; an out pointer.
        unsafe {
            (f.aclrtDestroyStream)(self.stream);
            assert_eq!((f.aclrtCreateStream)(&mut self.stream), 0);
        }
    }

    /// The sentence of a refusal, which is checked.
    fn sentence(&mut self, status: i32) -> String {
        let text = self.library.message();
        if !is_documented(status) {
            self.findings.push(format!("status {status}: {text}"));
        } else if text.trim().is_empty() {
            self.findings
                .push(format!("status {status} without a sentence"));
        } else if ["internal error", "panicked", "unwrap()"]
            .iter()
            .any(|word| text.contains(word))
        {
            self.findings.push(format!("status {status}: {text}"));
        }
        text
    }

    /// Finds bytes that changed outside the elements of outputs.
    fn check_memory(
        &mut self,
        case: &Case,
        objects: &Objects,
        before: &[Vec<u8>],
        after: &[Vec<u8>],
    ) {
        let operator = &self.library.operators[case.operator];
        for (home, (before, after)) in before.iter().zip(after).enumerate() {
            if before == after {
                continue;
            }
            let Some(memory) = &objects.memories[home] else {
                continue;
            };
            let mut may_change = vec![false; before.len()];
            for placed in objects.placed.iter().filter(|placed| placed.home == home) {
                let name = operator.parameters[placed.parameter].name;
                let excepted = WRITTEN_INPUTS
                    .iter()
                    .any(|(of, names)| *of == operator.name && names.contains(&name));
                if operator.parameters[placed.parameter].writes || excepted {
                    allow(operator.name, placed, memory.range().start, &mut may_change);
                }
            }
            let changed = (0..before.len()).find(|&at| before[at] != after[at] && !may_change[at]);
            if let Some(at) = changed {
                let placed = &objects.placed[home];
                let name = operator.parameters[placed.parameter].name;
                let range = memory.range();
                self.findings.push(format!(
                    "tensor {home} ({name}) was written at byte {}, which is {} (it has {} bytes)",
                    at as i64 - range.start as i64,
                    if range.contains(&at) {
                        "no element of an output"
                    } else {
                        "outside its memory"
                    },
                    range.len()
                ));
            }
        }
    }
}

/// Marks the bytes of an output's elements.
fn allow(operator: &str, placed: &Placed, start: usize, may_change: &mut [bool]) {
    let tensor = &placed.tensor;
    let start = start + placed.distance;
    let width = dtype::bits(tensor.dtype) / 8;
    if GROWING.contains(&operator) {
        return may_change.fill(true);
    }
    if tensor.storage.is_some() || tensor.is_dense() || width == 0 {
        may_change[start..start + placed.bytes].fill(true);
        return;
    }
    for place in tensor.places() {
        let first = start + place as usize * width;
        may_change[first..first + width].fill(true);
    }
}

/// Fills memory of the heap that is allocated or freed from now on: results that depend on it differ.
fn perturb(byte: i32) {
    // SAFETY: a setting of the allocator.
    unsafe { libc::mallopt(libc::M_PERTURB, byte) };
}
