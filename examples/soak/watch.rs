//! The parent's side: starts a process for each phase, and sees that it ends, and how.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::memory::DEVICE_MEMORY;
use hostnpu_test_support::Random;

/// Time beyond its own after which a phase counts as hanging: generous, for the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(180);

/// Runs a phase for about so many seconds. Returns the number of findings, which are printed.
pub fn phase(phase: &str, seed: u64, threads: usize, seconds: u64) -> usize {
    let started = Instant::now();
    let end = started + Duration::from_secs(seconds);
    let mut processes = 0;
    let mut findings = 0;
    // A process that is to exit in some way does so at once: one after the other.
    for seed in (seed << 20).. {
        processes += 1;
        findings += usize::from(!process(phase, seed, threads, seconds));
        if phase != "exits" || findings > 0 || Instant::now() >= end {
            break;
        }
    }
    println!(
        "soak: {phase} {}: {processes} processes, {} s",
        if findings == 0 { "ok" } else { "FAILED" },
        started.elapsed().as_secs()
    );
    findings
}

/// Runs one process. Whether it ended well.
fn process(phase: &str, seed: u64, threads: usize, seconds: u64) -> bool {
    let Ok(program) = std::env::current_exe() else {
        println!("soak: this program has no path");
        return false;
    };
    let settings = settings(phase, seed);
    let child = Command::new(program)
        .args(["--child", "--only", phase])
        .args(["--seed", &seed.to_string()])
        .args(["--threads", &threads.to_string()])
        .args(["--seconds", &seconds.to_string()])
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            println!("soak: no process could be started: {error}");
            return false;
        }
    };
    let out = child.stdout.take().map(collect);
    let err = child.stderr.take().map(collect);
    let status = wait(&mut child, Duration::from_secs(seconds) + PATIENCE);
    let text: String = [out, err]
        .into_iter()
        .flatten()
        .filter_map(|reader| reader.join().ok())
        .collect();
    let trouble = match status {
        Ok(status) if status.success() && text.is_empty() => return true,
        Ok(status) => format!("{status}\n{text}"),
        Err(stacks) => format!("hangs\n{stacks}\n{text}"),
    };
    let variables: String = settings
        .iter()
        .map(|(name, value)| format!("{name}={value} "))
        .collect();
    println!(
        "soak: FINDING in {phase}: {trouble}\nsoak: repeat it with: \
         {variables}cargo run --release --example soak -- --child --only {phase} --seed {seed} --threads {threads} --seconds {seconds}"
    );
    false
}

/// Settings of the library that the seed chooses.
fn settings(phase: &str, seed: u64) -> Vec<(&'static str, String)> {
    let mut random = Random::new(!seed);
    let mut settings = vec![("HOSTNPU_DEVICES", "2".to_owned())];
    settings.push((
        "HOSTNPU_THREADS",
        random.one_of(&["1", "2", "3", "7"]).to_owned(),
    ));
    let isas: Vec<_> = hostnpu::kernels::simd::Isa::available()
        .map(|isa| isa.name())
        .collect();
    settings.push(("HOSTNPU_ISA", random.one_of(&isas).to_owned()));
    if phase == "memory" {
        settings.push(("HOSTNPU_DEVICE_MEMORY", DEVICE_MEMORY.to_owned()));
    }
    settings
}

/// Reads all that a process prints.
fn collect(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // The output so far is shown.
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for a process. If it does not end it is killed, and what its threads did is the error.
fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, String> {
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(20)),
            _ => {
                let stacks = threads_of(child.id());
                let _ = child.kill();
                let _ = child.wait();
                return Err(stacks);
            }
        }
    }
}

/// A line for each thread of a process: its name, its state, what it waits in; stacks where gdb is installed.
fn threads_of(process: u32) -> String {
    let mut text = String::new();
    for task in fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let read = |name: &str| {
            fs::read_to_string(task.path().join(name))
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let state = read("status")
            .lines()
            .find(|line| line.starts_with("State:"))
            .unwrap_or_default()
            .to_owned();
        text += &format!(
            "{}: {state}, {}, {}\n",
            read("comm"),
            read("wchan"),
            read("syscall")
        );
    }
    let gdb = Command::new("gdb")
        .args([
            "--batch",
            "-p",
            &process.to_string(),
            "-ex",
            "thread apply all bt 24",
        ])
        .output();
    if let Ok(gdb) = gdb {
        text += &String::from_utf8_lossy(&gdb.stdout);
    }
    text
}
