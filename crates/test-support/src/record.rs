//! Long runs write down what they counted, if asked to: `docs/accuracy.md` shows it.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use hostnpu_kernels::simd;

/// Counts of a long run.
pub struct Run<'a> {
    /// As in the table of bounds.
    pub kernel: &'a str,
    /// The number of arguments, or elements, that were looked at.
    pub arguments: u64,
    /// The number of results that are not the nearest number, where that was looked at.
    pub misrounded: Option<u64>,
    /// The largest error in units in the last place, where it was.
    pub largest: Option<f64>,
}

/// With `HOSTNPU_RECORD=1`, replaces this kernel's line in `docs/data/long_runs.csv`.
pub fn record(run: &Run) {
    if std::env::var_os("HOSTNPU_RECORD").is_none_or(|value| value != "1") {
        return;
    }
    // The tests of one file run side by side.
    static FILE: Mutex<()> = Mutex::new(());
    let _alone = FILE.lock();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("docs/data/long_runs.csv"))
        .find(|path| path.exists())
        .expect("the file is part of the project");
    let text = fs::read_to_string(&path).expect("the file is part of the project");
    let (head, lines): (Vec<&str>, Vec<&str>) = text
        .lines()
        .partition(|line| line.starts_with('#') || line.starts_with("run,"));
    let Run {
        kernel,
        arguments,
        misrounded,
        largest,
    } = run;
    let cell = |text: Option<String>| text.unwrap_or_default();
    let line = format!(
        "{kernel},{arguments},{},{},{},\"{}\"",
        cell(misrounded.map(|count| count.to_string())),
        cell(largest.map(|error| format!("{error:.6}"))),
        crate::processor::revision(),
        crate::processor::describe(simd::chosen().name()),
    );
    let mut lines: Vec<&str> = lines
        .into_iter()
        .filter(|old| !old.starts_with(&format!("{kernel},")))
        .collect();
    lines.push(&line);
    lines.sort_unstable();
    let text = head
        .into_iter()
        .chain(lines)
        .flat_map(|line| [line, "\n"])
        .collect::<String>();
    fs::write(&path, text).expect("docs/data/long_runs.csv can be written");
}
