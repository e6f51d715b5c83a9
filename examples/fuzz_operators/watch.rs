//! The parent's side: starts children one after the other, and sees how they end.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crate::Options;
use crate::library::Library;
use crate::progress::Progress;
use crate::{summary, text};
use hostnpu_test_support::Random;

/// Longest time of a child, after which the next one runs with other settings.
const SLICE: u64 = 10;

/// Time after which a call counts as hanging: generous, for the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(40);

/// Steps of a call that may take longer than that.
const MUCH: usize = 1 << 30;

/// Findings of an operator after which it is left out, so that others are reached.
const ENOUGH: usize = 3;

/// The state of the parent.
struct Watch<'a> {
    options: &'a Options,
    library: &'a Library,
    folder: &'a Path,
    progress: &'static Progress,
    /// The number of findings of each operator.
    found: HashMap<String, usize>,
    seen: usize,
}

/// Runs children until the time is over. Returns the number of findings, which are printed.
pub fn run(options: &Options, library: &Library) -> Result<usize, String> {
    let folder = std::env::temp_dir().join(format!("fuzz_operators.{}", std::process::id()));
    fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let result = in_folder(options, library, &folder);
    // Files that are left in a folder for temporary files do no harm.
    let _ = fs::remove_dir_all(&folder);
    result
}

fn in_folder(options: &Options, library: &Library, folder: &Path) -> Result<usize, String> {
    let started = Instant::now();
    let end = started + Duration::from_secs(options.seconds);
    let progress =
        Progress::open(&folder.join("progress")).map_err(|error| format!("progress: {error}"))?;
    let mut watch = Watch {
        options,
        library,
        folder,
        progress,
        found: HashMap::new(),
        seen: 0,
    };
    println!(
        "fuzz_operators: seed {}, {} operators",
        options.seed,
        options.chosen(library).len()
    );
    for seed in (options.seed << 20).. {
        let left = end
            .saturating_duration_since(Instant::now())
            .as_secs_f64()
            .ceil() as u64;
        if left == 0 || watch.chosen().is_empty() {
            break;
        }
        watch
            .child(seed, left.min(SLICE))
            .map_err(|error| format!("no process could be started: {error}"))?;
    }
    let findings = watch.found.values().sum();
    summary::print(
        options,
        library,
        progress,
        findings,
        started.elapsed().as_secs(),
    );
    if options.explain {
        summary::explain(folder, library, progress);
    }
    Ok(findings)
}

impl Watch<'_> {
    /// The operators that are still called.
    fn chosen(&self) -> Vec<&'static str> {
        let names = self
            .options
            .chosen(self.library)
            .into_iter()
            .map(|at| self.library.operators[at].name);
        names
            .filter(|name| self.found.get(*name).is_none_or(|&count| count < ENOUGH))
            .collect()
    }

    /// Runs a child for so many seconds.
    fn child(&mut self, seed: u64, seconds: u64) -> io::Result<()> {
        let settings = settings(seed);
        let errors = File::create(self.folder.join("errors"))?;
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["--seed", &seed.to_string()])
            .args(["--seconds", &seconds.to_string()])
            .args(["--operators", &self.chosen().join(",")])
            .arg("--folder")
            .arg(self.folder)
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(errors.try_clone()?)
            .stderr(errors);
        if let Some(path) = &self.options.library {
            command.args(["--library", path]);
        }
        if self.options.explain {
            command.arg("--explain");
        }
        if self.options.unwritten {
            command.arg("--unwritten");
        }
        let mut child = command.spawn()?;
        let ended = wait(&mut child, self.progress);
        self.findings(&settings);
        let printed = fs::read(self.folder.join("errors")).unwrap_or_default();
        let printed = String::from_utf8_lossy(&printed);
        let last = self.progress.last();
        match ended {
            Ok(status) if status.success() && printed.is_empty() => {}
            Ok(status) => self.report(&settings, &format!("{status}\n{printed}"), &last),
            // A product of two large tensors' sizes takes its time.
            Err(_)
                if text::read(&last, &self.library.operators)
                    .is_ok_and(|case| case.work() > MUCH) =>
            {
                println!("fuzz_operators: slow, no finding: {last}\n");
            }
            Err(text) => self.report(&settings, &format!("{text}\n{printed}"), &last),
        }
        Ok(())
    }

    /// Prints what the child has found.
    fn findings(&mut self, settings: &[(&str, String)]) {
        let text = fs::read_to_string(self.folder.join("findings")).unwrap_or_default();
        let new: Vec<&str> = text.lines().skip(self.seen).collect();
        self.seen += new.len();
        for line in new {
            let mut parts = line.split('\t');
            if let (Some("finding"), Some(finding), Some(case)) =
                (parts.next(), parts.next(), parts.next())
            {
                self.report(settings, finding, case);
            }
        }
    }

    fn report(&mut self, settings: &[(&str, String)], finding: &str, case: &str) {
        let name = case.split(' ').next().unwrap_or_default().to_owned();
        let count = self.found.entry(name).or_default();
        *count += 1;
        if *count > ENOUGH {
            return;
        }
        let variables: String = settings
            .iter()
            .map(|(name, value)| format!("{name}={value} "))
            .collect();
        let library = self
            .options
            .library
            .as_ref()
            .map(|path| format!("--library {path} "))
            .unwrap_or_default();
        println!(
            "fuzz_operators: FINDING: {}\nfuzz_operators: repeat it with: \
             {variables}cargo run --release --example fuzz_operators -- {library}--replay '{case}'\n",
            finding.trim_end()
        );
    }
}

/// Settings of the library that the seed chooses, and an allocator that hands out what was freed last with other contents.
fn settings(seed: u64) -> Vec<(&'static str, String)> {
    let mut random = Random::new(!seed);
    // In turn: some operators are those of one chip only.
    let chips = [
        "Ascend950PR_9599",
        "Ascend910B1",
        "Ascend310P3",
        "Ascend910A",
        "Ascend950PR_9599",
        "Ascend910_9391",
    ];
    let chip = chips[(seed % chips.len() as u64) as usize];
    let isas: Vec<_> = hostnpu::kernels::simd::Isa::available()
        .map(|isa| isa.name())
        .collect();
    vec![
        ("HOSTNPU_SOC", chip.to_owned()),
        (
            "HOSTNPU_THREADS",
            random.one_of(&["1", "2", "3"]).to_owned(),
        ),
        ("HOSTNPU_ISA", random.one_of(&isas).to_owned()),
        ("ASCEND_GLOBAL_LOG_LEVEL", "4".to_owned()),
        ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0".to_owned()),
    ]
}

/// Waits for a child. If a call does not end, the child is killed, and the error says so.
fn wait(child: &mut Child, progress: &Progress) -> Result<ExitStatus, String> {
    let started = Instant::now();
    let mut last = (progress.begun.load(Ordering::Acquire), started);
    loop {
        let begun = progress.begun.load(Ordering::Acquire);
        if begun != last.0 {
            last = (begun, Instant::now());
        }
        let trouble = match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Err(error) => Some(error.to_string()),
            Ok(None) if last.1.elapsed() > PATIENCE => {
                Some(format!("hangs for {} s", last.1.elapsed().as_secs()))
            }
            Ok(None) => None,
        };
        if let Some(trouble) = trouble {
            let _ = child.kill();
            let _ = child.wait();
            return Err(trouble);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
