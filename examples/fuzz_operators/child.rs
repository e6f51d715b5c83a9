//! The child's side: calls operators until its time is over.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::Options;
use crate::case::Case;
use crate::library::Library;
use crate::mutate::mutate;
use crate::progress::Progress;
use crate::refusal::{kind, repair};
use crate::run::{Outcome, Runner};
use crate::{templates, text};
use hostnpu_test_support::Random;

/// Most calls that are kept of an operator.
const KEPT: usize = 16;

/// The state of an operator.
#[derive(Default)]
struct Corpus {
    /// Calls that succeeded.
    successes: Vec<Case>,
    /// A call for each sentence of a refusal, in the order in which they were seen.
    refused: Vec<Case>,
    sentences: HashSet<String>,
}

struct Child<'a> {
    runner: Runner<'a>,
    random: Random,
    progress: &'static Progress,
    corpus: Vec<Corpus>,
    /// The folder for calls that succeeded, read by the children after this one, and for findings, read by the parent.
    kept: File,
    findings: File,
    explain: bool,
}

/// Bytes of addresses that a child has: memory that cannot be had is an error of the call, not the end of the process.
const MEMORY: u64 = 4 << 30;

/// Calls the operators that are chosen, in turns, for so many seconds.
pub fn run(options: &Options, library: &Library) -> Result<(), String> {
    let folder = options.folder.as_deref().ok_or("a child needs a folder")?;
    let file = |name: &str| {
        let file = File::options()
            .create(true)
            .append(true)
            .open(folder.join(name));
        file.map_err(|error| format!("{name}: {error}"))
    };
    let progress =
        Progress::open(&folder.join("progress")).map_err(|error| format!("progress: {error}"))?;
    let chosen = options.chosen(library);
    let mut child = Child {
        runner: Runner::new(library, options.unwritten),
        random: Random::new(options.seed),
        progress,
        corpus: library
            .operators
            .iter()
            .map(|_| Corpus::default())
            .collect(),
        kept: file("corpus")?,
        findings: file("findings")?,
        explain: options.explain,
    };
    for line in std::fs::read_to_string(folder.join("corpus"))
        .unwrap_or_default()
        .lines()
    {
        if let Ok(case) = text::read(line, &library.operators) {
            child.corpus[case.operator].successes.push(case);
        }
    }
    let limit = libc::rlimit {
        rlim_cur: MEMORY,
        rlim_max: MEMORY,
    };
    // SAFETY: a limit of this process.
    if unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) } != 0 {
        return Err("the memory cannot be limited".into());
    }
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut turn = chosen.clone();
    while Instant::now() < end {
        for at in (1..turn.len()).rev() {
            turn.swap(at, child.random.below(at + 1));
        }
        for &operator in &turn {
            if Instant::now() >= end {
                break;
            }
            child.burst(operator);
        }
    }
    Ok(())
}

impl Child<'_> {
    /// Some calls of one operator.
    fn burst(&mut self, operator: usize) {
        if self.corpus[operator].successes.is_empty() {
            for _ in 0..4 {
                let case = self.start(operator);
                if self.repaired(case, 24) {
                    return;
                }
            }
            return;
        }
        for _ in 0..3 {
            let random = &mut self.random;
            let mut case = match random.below(16) {
                0 => templates::case(&self.runner.library.operators[operator], operator, random),
                _ => {
                    let successes = &self.corpus[operator].successes;
                    successes[random.below(successes.len())].clone()
                }
            };
            mutate(&mut case, &self.runner.library.operators[operator], random);
            let repairs = random.one_of(&[0, 2, 6]);
            self.repaired(case, repairs);
        }
    }

    /// A call to begin with: a template, or one that was refused for a reason that few have.
    fn start(&mut self, operator: usize) -> Case {
        let refused = &self.corpus[operator].refused;
        let random = &mut self.random;
        if refused.is_empty() || random.below(2) == 0 {
            return templates::case(&self.runner.library.operators[operator], operator, random);
        }
        let last = refused.len().min(4);
        match random.below(2) {
            0 => refused[refused.len() - 1 - random.below(last)].clone(),
            _ => refused[random.below(refused.len())].clone(),
        }
    }

    /// Calls until it succeeds, with so many repairs. Whether it did.
    fn repaired(&mut self, mut case: Case, repairs: usize) -> bool {
        let library = self.runner.library;
        for left in (0..=repairs).rev() {
            let outcome = self.call(&case);
            let corpus = &mut self.corpus[case.operator];
            match outcome {
                Outcome::Success => return true,
                Outcome::Empty | Outcome::Planned => return false,
                // No type is allowed: this chip has no such operator.
                Outcome::Refused(text)
                    if text.ends_with("allowed: none")
                        || text.contains("no kernel of this operator") =>
                {
                    return false;
                }
                Outcome::Refused(text) | Outcome::Failed(text) => {
                    if corpus.successes.is_empty() && corpus.sentences.insert(kind(&text)) {
                        if self.explain {
                            let _ = writeln!(
                                self.findings,
                                "explain\t{text}\t{}",
                                text::write(&case, &library.operators[case.operator])
                            );
                        }
                        corpus.refused.push(case.clone());
                    }
                    if left > 0 {
                        let operator = &library.operators[case.operator];
                        repair(&mut case, operator, &text, &mut self.random);
                        if case.alias.is_some_and(|alias| {
                            alias.over.max(alias.under) >= case.tensors().len()
                        }) {
                            case.alias = None;
                        }
                    }
                }
            }
        }
        false
    }

    fn call(&mut self, case: &Case) -> Outcome {
        let mut case = case.clone();
        let tensors = case.tensors();
        if tensors.iter().any(|(_, tensor)| tensor.is_beyond_memory()) {
            return Outcome::Planned;
        }
        let count = tensors.len();
        case.alias = case
            .alias
            .filter(|alias| alias.over < count && alias.under < count);
        let case = &case;
        let operator = &self.runner.library.operators[case.operator];
        let text = text::write(case, operator);
        self.progress.begin(&text);
        let repeat = self.random.below(3) == 0;
        let outcome = self.runner.call(case, repeat);
        self.progress.count(case.operator, &outcome, repeat);
        for finding in &self.runner.findings {
            // A finding that cannot be written is found again.
            let _ = writeln!(
                self.findings,
                "finding\t{}\t{text}",
                finding.replace(['\n', '\t'], " ")
            );
        }
        if outcome == Outcome::Success {
            let successes = &mut self.corpus[case.operator].successes;
            if successes.len() < KEPT {
                successes.push(case.clone());
                let _ = writeln!(self.kept, "{text}");
            } else if self.random.below(8) == 0 {
                let at = self.random.below(KEPT);
                successes[at] = case.clone();
            }
        }
        outcome
    }
}
