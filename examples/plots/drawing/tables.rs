//! The tables of the documents: each stands between two markers, and what is between them is written here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::data::{Data, Row};
use super::{beside_torch, functions};
use crate::Result;
use crate::bounds::BOUNDS;

/// Path below the project's folder, and contents.
type File = (String, String);

/// Both documents with their tables up to date.
pub fn all(root: &Path) -> Result<Vec<File>> {
    let accuracy = [
        ("bounds", bounds()?),
        ("long runs", long_runs(root)?),
        ("samples", samples(root)?),
        ("functions", functions::errors(root)?),
    ];
    let performance = [
        ("workloads", workloads(root)?),
        ("sizes", sizes(root)?),
        ("functions", functions::speeds(root)?),
        ("beside torch", beside_torch::table(root)?),
    ];
    Ok(vec![
        document(root, "docs/accuracy.md", &accuracy)?,
        document(root, "docs/performance.md", &performance)?,
    ])
}

fn document(root: &Path, path: &str, tables: &[(&str, String)]) -> Result<File> {
    let mut text = fs::read_to_string(root.join(path))?;
    for (name, table) in tables {
        let (begin, end) = (
            format!("<!-- begin: {name} -->\n"),
            format!("<!-- end: {name} -->\n"),
        );
        let missing = || format!("{path} has no markers for {name:?}");
        let from = text.find(&begin).ok_or_else(missing)? + begin.len();
        let to = text
            .find(&end)
            .filter(|&to| to >= from)
            .ok_or_else(missing)?;
        text.replace_range(from..to, &format!("\n{table}\n"));
    }
    Ok((path.to_owned(), text))
}

/// `4,294,967,296`.
pub fn grouped(count: f64) -> String {
    let digits = format!("{count:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three digits, no more.
pub fn figure(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 1.0 => format!("{v:.2}"),
        v => format!("{v:.3}"),
    }
}

pub fn or_dash(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// Bounds of every kernel.
fn bounds() -> Result<String> {
    let mut table = String::from("| kernel | bound | because |\n|---|---|---|\n");
    for bound in BOUNDS {
        writeln!(
            table,
            "| {} | {} | {} |",
            bound.kernel, bound.accuracy, bound.reason
        )?;
    }
    Ok(table)
}

/// Counts of the long runs.
fn long_runs(root: &Path) -> Result<String> {
    let data = Data::read(root, "long_runs")?;
    let mut table = String::from(
        "| kernel | arguments | not correctly rounded | largest error, ULP | revision | on |\n|---|---|---|---|---|---|\n",
    );
    for row in &data.rows {
        let count = |column: &str| {
            Ok::<_, Box<dyn std::error::Error>>(or_dash(data.number(row, column)?, grouped))
        };
        let largest = or_dash(data.number(row, "largest")?, |error| format!("{error:.6}"));
        writeln!(
            table,
            "| {} | {} | {} | {largest} | {} | {} |",
            data.text(row, "run")?,
            count("arguments")?,
            count("misrounded")?,
            data.text(row, "revision")?,
            data.text(row, "machine")?,
        )?;
    }
    if data.rows.is_empty() {
        table += "| no run is recorded | – | – | – | – | – |\n";
    }
    Ok(table)
}

/// Sums over the bins that `wanted` keeps.
fn summary(data: &Data, function: &str, wanted: impl Fn(f64, f64) -> bool) -> Result<String> {
    let (mut samples, mut misrounded, mut largest, mut sum) = (0.0, 0.0, 0.0_f64, 0.0);
    for row in &data.rows {
        if !wanted(data.value(row, "low")?, data.value(row, "high")?) {
            continue;
        }
        let count = data.value(row, "samples")?;
        samples += count;
        misrounded += data.value(row, &format!("{function} misrounded"))?;
        largest = largest.max(data.value(row, &format!("{function} largest"))?);
        sum += count * data.value(row, &format!("{function} mean"))?;
    }
    let mean = sum / samples;
    Ok(format!(
        "{} | {} | {largest:.4} | {mean:.3}",
        grouped(samples),
        grouped(misrounded)
    ))
}

/// Contents of the files behind the plots, in a few lines.
fn samples(root: &Path) -> Result<String> {
    let mut table = String::from(
        "| kernel | arguments | looked at | not correctly rounded | largest error, ULP | mean error, ULP |\n|---|---|---|---|---|---|\n",
    );
    let sines = Data::read(root, "sin_error")?;
    let near = Data::read(root, "sin_error_near_zero")?;
    for mode in ["high precision", "high performance"] {
        for (text, line) in [
            ("-2π to 2π", summary(&near, mode, |_, _| true)?),
            (
                "abs(x) from 2^-24 to 2^17",
                summary(&sines, mode, |_, high| high <= 131_072.0)?,
            ),
            (
                "abs(x) from 2^17 to 2^128",
                summary(&sines, mode, |low, _| low >= 131_072.0)?,
            ),
        ] {
            writeln!(table, "| sin f32 {mode} | {text} | {line} |")?;
        }
    }
    let large = Data::read(root, "lgamma_error_large")?;
    let close = Data::read(root, "lgamma_error")?;
    let line = summary(&close, "lgamma", |_, _| true)?;
    writeln!(
        table,
        "| lgamma f32 | -10 to 10, the floats beside each root and pole among them | {line} |"
    )?;
    let line = summary(&large, "lgamma", |_, _| true)?;
    writeln!(table, "| lgamma f32 | 2^-24 to 2^100 | {line} |")?;
    let sums = Data::read(root, "matmul_error")?;
    for (file, function, text) in [
        ("exp_error", "exp", "exp f32 | -104 to 88.5"),
        (
            "softmax_error",
            "softmax",
            "softmax f32 | rows of 4 to 16384 numbers from -8 to 8",
        ),
        (
            "matmul_error",
            "high precision",
            "products f32 high precision | sums of 4 to 16384 products of numbers from 0 to 1",
        ),
        (
            "matmul_error",
            "high performance",
            "products f32 high performance | the same",
        ),
    ] {
        let line = summary(&Data::read(root, file)?, function, |_, _| true)?;
        writeln!(table, "| {text} | {line} |")?;
    }
    writeln!(
        table,
        "\nMeasured on {}; revision {}, exp, softmax and products on {}; revision {}.",
        sines.machine, sines.revision, sums.machine, sums.revision
    )?;
    Ok(table)
}

/// Numbers of threads, and rows by their key.
type ByThreads<'a> = (Vec<u32>, Vec<(String, Vec<&'a Row>)>);

/// Rows of the same key, in the order of their first appearance: one for each number of threads.
fn by_threads<'a>(
    data: &'a Data,
    key: impl Fn(&'a Row) -> Result<String>,
) -> Result<ByThreads<'a>> {
    let (mut threads, mut keys) = (Vec::new(), Vec::<(String, Vec<&Row>)>::new());
    for row in &data.rows {
        let count = data.value(row, "threads")? as u32;
        if !threads.contains(&count) {
            threads.push(count);
        }
        let name = key(row)?;
        match keys.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => keys.push((name, vec![row])),
        }
    }
    Ok((threads, keys))
}

fn heads(first: &str, threads: &[u32]) -> String {
    let (mut head, mut rule) = (format!("| {first} |"), String::from("|---|"));
    for count in threads {
        let text = if *count == 1 {
            "1 thread".to_owned()
        } else {
            format!("{count} threads")
        };
        head += &format!(" {text}: ns | copy limit | times the limit |");
        rule += "---|---|---|";
    }
    format!("{head}\n{rule}\n")
}

fn three_cells(data: &Data, row: &Row) -> Result<String> {
    Ok(format!(
        " {} | {} | {} |",
        figure(data.value(row, "ns")?),
        or_dash(data.number(row, "limit_ns")?, figure),
        or_dash(data.number(row, "ratio")?, figure),
    ))
}

fn workloads(root: &Path) -> Result<String> {
    let data = Data::read(root, "workloads")?;
    let (threads, keys) = by_threads(&data, |row| Ok(data.text(row, "workload")?.to_owned()))?;
    let mut table = heads("workload", &threads);
    for (name, rows) in keys {
        write!(table, "| {name} |")?;
        for row in rows {
            table += &three_cells(&data, row)?;
        }
        table += "\n";
    }
    writeln!(
        table,
        "\nMeasured on {}; revision {}.",
        data.machine, data.revision
    )?;
    Ok(table)
}

/// Some of the sizes of the plots.
fn sizes(root: &Path) -> Result<String> {
    const SHOWN: [(f64, &str); 6] = [
        (8.0, "8"),
        (1024.0, "1024"),
        (65_536.0, "64 Ki"),
        (1_048_576.0, "1 Mi"),
        (16_777_216.0, "16 Mi"),
        (67_108_864.0, "64 Mi"),
    ];
    let data = Data::read(root, "time_over_size")?;
    let (threads, _) = by_threads(&data, |_| Ok(String::new()))?;
    let mut table = heads("operator, elements", &threads);
    let mut operators = Vec::new();
    for row in &data.rows {
        let operator = data.text(row, "operator")?;
        if !operators.contains(&operator) {
            operators.push(operator);
        }
    }
    for operator in operators {
        for (elements, name) in SHOWN {
            write!(table, "| {operator}, {name} |")?;
            for row in &data.rows {
                if data.text(row, "operator")? == operator
                    && data.value(row, "elements")? == elements
                {
                    table += &three_cells(&data, row)?;
                }
            }
            table += "\n";
        }
    }
    writeln!(
        table,
        "\nMeasured on {}; revision {}.",
        data.machine, data.revision
    )?;
    Ok(table)
}
