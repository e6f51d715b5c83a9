//! A long run of everything that programs do to the library, at random, from several threads.
//!
//! ```text
//! cargo run --release --example soak -- --minutes 60 --threads 4
//! cargo run --release --example soak -- --seconds 25             # the short form of script/test
//! cargo run --release --example soak -- --only streams --seed 7 --seconds 30
//! ```
//!
//! Each phase runs in a process of its own, with settings that its seed chooses: streams and events, contexts and devices, `fork()`,
//! memory that cannot be had, ways to exit. Values, statuses, memory, threads and the caller's floating-point environment are checked.
//! A finding is printed with the command that repeats its phase; then the run ends with 1.

mod allocations;
mod c;
mod contexts;
mod exits;
mod floating;
mod forks;
mod jobs;
mod memory;
mod streams;
mod watch;

use std::time::{Duration, Instant};

use hostnpu_test_support::Random;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

/// The phases, with their shares of the time.
const PHASES: [(&str, u64); 5] = [
    ("streams", 45),
    ("contexts", 20),
    ("forks", 12),
    ("memory", 13),
    ("exits", 10),
];

/// Longest time of one phase, and time of one turn through all of them.
const TURN: u64 = 300;

/// Options of the command line.
struct Options {
    seconds: u64,
    threads: usize,
    seed: u64,
    only: Option<String>,
    is_child: bool,
}

impl Options {
    fn read() -> Result<Self, String> {
        let mut options = Options {
            seconds: 60,
            threads: 4,
            seed: 0,
            only: None,
            is_child: false,
        };
        let mut seed = None;
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            if name == "--child" {
                options.is_child = true;
                continue;
            }
            let value = arguments
                .next()
                .ok_or_else(|| format!("{name} needs a value"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|_| format!("{name} {value}: not a number"))
            };
            match &*name {
                "--minutes" => options.seconds = number()? * 60,
                "--seconds" => options.seconds = number()?,
                "--threads" => options.threads = number()?.clamp(1, 64) as usize,
                "--seed" => seed = Some(number()?),
                "--only" if PHASES.iter().any(|(phase, _)| *phase == value) => {
                    options.only = Some(value)
                }
                _ => {
                    return Err(format!(
                        "{name} {value}: allowed are --minutes N, --seconds N, --threads T, --seed S, --only PHASE"
                    ));
                }
            }
        }
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |now| now.as_secs());
        options.seed = seed.unwrap_or(now);
        Ok(options)
    }
}

fn main() {
    let options = Options::read().unwrap_or_else(|text| {
        eprintln!("soak: {text}");
        std::process::exit(2)
    });
    if options.is_child {
        return child(&options);
    }
    let started = Instant::now();
    let end = started + Duration::from_secs(options.seconds);
    let turn = options.seconds.min(TURN);
    let mut findings = 0;
    for seed in options.seed.. {
        for (phase, share) in PHASES {
            if options.only.as_deref().is_some_and(|only| only != phase) {
                continue;
            }
            let seconds = if options.only.is_some() {
                options.seconds
            } else {
                (turn * share / 100).max(1)
            };
            findings += watch::phase(phase, seed, options.threads, seconds);
        }
        if Instant::now() + Duration::from_secs(turn / 2) >= end
            || findings >= 10
            || options.only.is_some()
        {
            break;
        }
    }
    println!(
        "soak: {findings} findings in {} s",
        started.elapsed().as_secs()
    );
    std::process::exit(i32::from(findings > 0));
}

/// One phase, in the process that `watch` has started for it.
fn child(options: &Options) {
    let mut random = Random::new(options.seed);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    // SAFETY: null is no configuration.
    unsafe { c::ok("aclInit", c::aclInit(std::ptr::null())) };
    match options.only.as_deref() {
        Some("streams") => streams::run(&mut random, options.threads, end),
        Some("contexts") => contexts::run(&mut random, options.threads, end),
        Some("forks") => forks::run(&mut random, options.threads, end),
        Some("memory") => memory::run(&mut random, options.threads, end),
        _ => exits::run(&mut random, options.threads),
    }
}
