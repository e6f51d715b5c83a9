//! Programs that run with the library: their memory, and how much of the processors they use.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program with the library.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Mebibytes that it has in memory, those of its devices among them.
    pub memory: u64,
    /// The device that it uses: the first that it may see.
    pub device: usize,
    /// Percent of all processors that it has used in the last moment.
    pub share: f64,
}

/// Time over which the use of processors is measured.
const MOMENT: Duration = Duration::from_millis(200);

/// Finds programs that have mapped the library, as far as this user may see.
pub fn processes() -> Vec<Process> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(number) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let read = |name: &str| fs::read_to_string(entry.path().join(name)).unwrap_or_default();
        if number == std::process::id() || !read("maps").contains("/libhostnpu.so") {
            continue;
        }
        let pages = read("statm")
            .split(' ')
            .nth(1)
            .and_then(|pages| pages.parse::<u64>().ok());
        found.push(Process {
            number,
            name: read("comm").trim().to_owned(),
            memory: (pages.unwrap_or(0) * page_size()) >> 20,
            device: device(&fs::read(entry.path().join("environ")).unwrap_or_default()),
            share: 0.0,
        });
    }
    found.sort_by_key(|process| process.number);
    measure(&mut found);
    found
}

/// The first device that an environment lets a program see.
fn device(environment: &[u8]) -> usize {
    let list = environment
        .split(|&byte| byte == 0)
        .find_map(|variable| variable.strip_prefix(b"ASCEND_RT_VISIBLE_DEVICES="));
    let first = list.and_then(|list| list.split(|&byte| byte == b',').next());
    let first = first.and_then(|first| std::str::from_utf8(first).ok());
    first
        .and_then(|first| first.trim().parse().ok())
        .unwrap_or(0)
}

/// Looks at what programs use of the processors for a moment.
fn measure(processes: &mut [Process]) {
    if processes.is_empty() {
        return;
    }
    let used = |process: &Process| busy(&Path::new("/proc").join(process.number.to_string()));
    let before: Vec<u64> = processes.iter().map(used).collect();
    let began = Instant::now();
    sleep(MOMENT);
    let after: Vec<u64> = processes.iter().map(used).collect();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let whole = began.elapsed().as_nanos() as f64 * all as f64;
    for (process, (before, after)) in processes.iter_mut().zip(before.into_iter().zip(after)) {
        process.share = (100.0 * after.saturating_sub(before) as f64 / whole).min(100.0);
    }
}

/// Nanoseconds that the threads of a process have run.
fn busy(process: &Path) -> u64 {
    let threads = fs::read_dir(process.join("task"))
        .into_iter()
        .flatten()
        .flatten();
    let run = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    threads.filter_map(run).sum()
}

/// Bytes of a page of the system, in which `/proc` counts memory.
fn page_size() -> u64 {
    // SAFETY: no memory is involved.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_is_the_first_that_is_seen() {
        let of = |text: &str| device(text.replace(' ', "\0").as_bytes());
        assert_eq!(of("A=1 ASCEND_RT_VISIBLE_DEVICES=3,1 B=2"), 3);
        assert_eq!([of("A=1"), of("ASCEND_RT_VISIBLE_DEVICES=")], [0, 0]);
    }

    #[test]
    fn a_busy_thread_is_seen() {
        let own = Process {
            number: std::process::id(),
            name: String::new(),
            memory: 0,
            device: 0,
            share: 0.0,
        };
        let began = Instant::now();
        let spin = std::thread::spawn(move || while began.elapsed() < 3 * MOMENT {});
        let mut all = [own];
        measure(&mut all);
        spin.join().unwrap();
        assert!(all[0].share > 0.0, "{}", all[0].share);
    }
}
