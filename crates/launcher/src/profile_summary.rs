//! The operators and calls of a profile that took most time: what a person looks at first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::output::tell;
use super::table;

/// Rows of each table.
const ROWS: usize = 10;

/// The time of all calls of one name, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Total {
    count: u64,
    time: f64,
    longest: f64,
}

/// Writes the tables of the profile in a folder to the standard error stream; nothing of a table that is missing or empty.
pub fn show(folder: &Path) {
    let operators = totals(
        folder,
        "op_statistic_",
        "OP Type",
        "Total Time(us)",
        "Max Time(us)",
    );
    let calls = totals(folder, "api_statistic_", "API Name", "Time(us)", "Max(us)");
    for (what, rows) in [("operators", operators), ("calls of the host", calls)] {
        let all: f64 = rows.values().map(|total| total.time).sum();
        if rows.is_empty() || all <= 0.0 {
            continue;
        }
        let mut sorted: Vec<_> = rows.iter().collect();
        sorted.sort_by(|(_, a), (_, b)| b.time.total_cmp(&a.time));
        let shown = sorted.len().min(ROWS);
        tell!(
            "hostnpu: {what} that took most time, {shown} of {}:",
            rows.len()
        );
        let heads = ["  time", "of all", "count", "mean", "longest", "name"];
        for line in table::lines(
            &heads,
            &sorted[..shown]
                .iter()
                .map(|(name, total)| total.row(name, all))
                .collect::<Vec<_>>(),
        ) {
            tell!("{line}");
        }
    }
}

impl Total {
    fn row(&self, name: &str, all: f64) -> Vec<String> {
        vec![
            format!("  {}", duration(self.time)),
            format!("{:.1} %", 100.0 * self.time / all),
            self.count.to_string(),
            duration(self.time / self.count.max(1) as f64),
            duration(self.longest),
            name.to_owned(),
        ]
    }
}

/// Microseconds as a person reads them.
fn duration(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{:.2} s", us / 1e6),
        us if us >= 1e3 => format!("{:.2} ms", us / 1e3),
        us => format!("{us:.1} us"),
    }
}

/// Reads a table whose file's name begins so. Rows of several devices and cores are added.
fn totals(
    folder: &Path,
    start: &str,
    name: &str,
    time: &str,
    longest: &str,
) -> BTreeMap<String, Total> {
    let text = file(&folder.join("mindstudio_profiler_output"), start)
        .and_then(|path| fs::read_to_string(path).ok());
    read(&text.unwrap_or_default(), name, time, longest)
}

fn file(folder: &Path, start: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    entries.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(start))
    })
}

fn read(text: &str, name: &str, time: &str, longest: &str) -> BTreeMap<String, Total> {
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |head: &str| heads.iter().position(|known| *known == head);
    let (Some(name), Some(count), Some(time), Some(longest)) =
        (column(name), column("Count"), column(time), column(longest))
    else {
        return BTreeMap::new();
    };
    let mut totals = BTreeMap::<String, Total>::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |column: usize| {
            cells
                .get(column)
                .and_then(|cell| cell.trim().parse::<f64>().ok())
        };
        let (Some(key), Some(count), Some(time), Some(longest)) = (
            cells.get(name),
            number(count),
            number(time),
            number(longest),
        ) else {
            continue;
        };
        let total = totals.entry((*key).to_owned()).or_default();
        total.count += count as u64;
        total.time += time;
        total.longest = total.longest.max(longest);
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_name_are_added() {
        let text = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n\
            0,Sin,AI_VECTOR_CORE,2,30.5,1,2,20.25,75\n1,Sin,AI_VECTOR_CORE,1,9.5,1,2,9.5,25\n0,Add,AI_VECTOR_CORE,x,1,1,1,1,1\n";
        let totals = read(text, "OP Type", "Total Time(us)", "Max Time(us)");
        let sin = Total {
            count: 3,
            time: 40.0,
            longest: 20.25,
        };
        assert_eq!(
            totals.into_iter().collect::<Vec<_>>(),
            [("Sin".to_owned(), sin)]
        );
        assert_eq!(read("", "OP Type", "Time(us)", "Max(us)"), BTreeMap::new());
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(
            [0.5, 1500.0, 2.5e6].map(duration),
            ["0.5 us", "1.50 ms", "2.50 s"]
        );
    }
}
