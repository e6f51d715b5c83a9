//! Operators beside PyTorch's, in both modes.

use std::fmt::Write as _;
use std::path::Path;

use super::data::{Data, Row};
use super::tables::{figure, or_dash};
use crate::Result;

/// The cells of a workload in a mode and with so many threads.
fn cell<'a>(data: &'a Data, workload: &str, mode: &str, threads: f64) -> Result<Option<&'a Row>> {
    for row in &data.rows {
        let is_it = data.text(row, "workload")? == workload
            && data.text(row, "mode")? == mode
            && data.value(row, "threads")? == threads;
        if is_it {
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// A ratio, bold above its limit.
fn ratio(data: &Data, row: &Row) -> Result<String> {
    let limit = data.number(row, "limit")?;
    let value = data.number(row, "ratio")?;
    Ok(or_dash(value, |value| match limit {
        Some(limit) if value > limit => format!("**{value:.2}**"),
        _ => format!("{value:.2}"),
    }))
}

/// Geometric means of the ratios, and how many are above their limits, of a mode and a number of threads.
fn summary(data: &Data, mode: &str, threads: f64) -> Result<String> {
    let (mut sum, mut count, mut above) = (0.0, 0, 0);
    for row in &data.rows {
        let (value, limit) = (data.number(row, "ratio")?, data.number(row, "limit")?);
        if data.text(row, "mode")? != mode || data.value(row, "threads")? != threads {
            continue;
        }
        if let (Some(value), Some(limit)) = (value, limit) {
            sum += value.ln();
            count += 1;
            above += i32::from(value > limit);
        }
    }
    let mean = (sum / f64::from(count.max(1))).exp();
    Ok(format!("{mean:.2}; {above} of {count} above"))
}

/// The table of all workloads.
pub fn table(root: &Path) -> Result<String> {
    let data = Data::read(root, "beside_torch")?;
    let mut text = String::from(
        "| workload | exact, 1 thread: ns | PyTorch | ratio | 2 threads: ns | PyTorch | ratio | limit | high performance, 1 thread: ns | ratio | 2 threads: ns | ratio | limit |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut workloads: Vec<&str> = Vec::new();
    for row in &data.rows {
        let workload = data.text(row, "workload")?;
        if !workloads.contains(&workload) {
            workloads.push(workload);
        }
    }
    for workload in workloads {
        write!(text, "| {workload} |")?;
        for (mode, has_peer) in [("exact", true), ("high performance", false)] {
            let mut limit = None;
            for threads in [1.0, 2.0] {
                let Some(row) = cell(&data, workload, mode, threads)? else {
                    text += if has_peer {
                        " – | – | – |"
                    } else {
                        " – | – |"
                    };
                    continue;
                };
                limit = limit.or(data.number(row, "limit")?);
                write!(text, " {} |", or_dash(data.number(row, "ours")?, figure))?;
                if has_peer {
                    write!(text, " {} |", or_dash(data.number(row, "torch")?, figure))?;
                }
                write!(text, " {} |", ratio(&data, row)?)?;
            }
            write!(text, " {} |", or_dash(limit, |limit| format!("{limit}")))?;
        }
        text += "\n";
    }
    let mean = |mode: &str, threads: f64| summary(&data, mode, threads);
    writeln!(
        text,
        "| geometric mean of the ratios | | | {} | | | {} | 0.85 | | {} | | {} | 0.7 |",
        mean("exact", 1.0)?,
        mean("exact", 2.0)?,
        mean("high performance", 1.0)?,
        mean("high performance", 2.0)?,
    )?;
    writeln!(
        text,
        "\nMeasured on {}; revision {}; beside {}.",
        data.machine, data.revision, data.beside
    )?;
    Ok(text)
}
