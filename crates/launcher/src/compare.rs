//! `hostnpu compare`: two dumps of tensors, operator by operator.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::dumps::{Entry, Key, dump, lists, pair};
use super::numpy::Array;
use super::output::say;
use super::table;

/// Operands of the comparison, and the differences that do not count.
#[derive(Args)]
pub struct Compare {
    /// Folder of a dump, or one file .npy
    first: PathBuf,
    /// The same of the other run
    second: PathBuf,
    /// Greatest relative difference that is none
    #[arg(long, default_value_t = 1e-3, value_parser = limit, allow_negative_numbers = true)]
    rtol: f64,
    /// Greatest absolute difference that is none
    #[arg(long, default_value_t = 1e-3, value_parser = limit, allow_negative_numbers = true)]
    atol: f64,
    /// Differences of so many units in the last place are none, whatever the other limits say
    #[arg(long, value_name = "N")]
    ulp: Option<u64>,
    /// File for the whole table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// An array of objects, for programs
    #[arg(long)]
    json: bool,
}

/// A difference that is allowed.
fn limit(text: &str) -> Result<f64, String> {
    let limit: Option<f64> = text.trim().parse().ok();
    let allowed = || "allowed: a finite number of 0 or more".to_owned();
    let is_one = |limit: &f64| limit.is_finite() && *limit >= 0.0;
    limit.filter(is_one).ok_or_else(allowed)
}

/// Columns, as msProbe names them, and ours behind.
const COLUMNS: &[&str] = &[
    "Operator",
    "Occurrence",
    "Argument",
    "Dtype",
    "Shape",
    "Cosine",
    "EucDist",
    "MaxAbsErr",
    "MaxRelativeErr",
    "One Thousandth Err Ratio",
    "Five Thousandth Err Ratio",
    "Max ULP",
    "Different",
    "First Index",
    "Result",
    "Err_Message",
];

/// Measures of the difference of two tensors.
#[derive(Debug, Default)]
struct Difference {
    cosine: f64,
    distance: f64,
    absolute: f64,
    relative: f64,
    within_1: f64,
    within_5: f64,
    ulp: Option<u64>,
    different: usize,
    first: Option<usize>,
    beyond: usize,
}

impl Compare {
    fn difference(&self, a: &Array, b: &Array) -> Difference {
        let mut found = Difference::default();
        let (mut dot, mut squares, mut close) = (0.0, (0.0, 0.0), (0, 0));
        for (i, (&x, &y)) in a.values.iter().zip(&b.values).enumerate() {
            let is_equal = x == y || x.is_nan() && y.is_nan();
            let error = if is_equal { 0.0 } else { (x - y).abs() };
            let relative = if is_equal { 0.0 } else { error / y.abs() };
            let steps = match (&a.ranks, &b.ranks) {
                (Some(a), Some(b)) if x.is_finite() && y.is_finite() => Some(a[i].abs_diff(b[i])),
                _ => None,
            };
            found.ulp = found.ulp.max(steps);
            // What is no number is as far away as can be.
            let far = |value: f64| if value.is_nan() { f64::INFINITY } else { value };
            found.absolute = found.absolute.max(far(error));
            found.relative = found.relative.max(far(relative));
            close.0 += usize::from(relative < 0.001);
            close.1 += usize::from(relative < 0.005);
            let is_near = steps
                .zip(self.ulp)
                .is_some_and(|(steps, limit)| steps <= limit);
            if !is_equal {
                found.different += 1;
                found.first.get_or_insert(i);
                // A NaN is within nothing.
                let is_within = error <= self.atol + self.rtol * y.abs();
                found.beyond += usize::from(!is_near && !is_within);
            }
            if x.is_finite() && y.is_finite() {
                dot += x * y;
                squares.0 += x * x;
                squares.1 += y * y;
                found.distance += (x - y) * (x - y);
            }
        }
        let count = a.values.len().max(1) as f64;
        let norms = f64::sqrt(squares.0) * f64::sqrt(squares.1);
        found.cosine = if norms > 0.0 {
            dot / norms
        } else {
            f64::from(u8::from(squares.0 == squares.1))
        };
        found.distance = found.distance.sqrt();
        (found.within_1, found.within_5) = (close.0 as f64 / count, close.1 as f64 / count);
        if a.values.is_empty() {
            (found.cosine, found.within_1, found.within_5) = (1.0, 1.0, 1.0);
        }
        found
    }

    /// A row of the table, and whether the tensors agree.
    fn row(&self, entry: &Entry, other: Option<&Entry>) -> (Vec<String>, bool) {
        let key = &entry.key;
        let role = if key.is_input { "input" } else { "output" };
        let mut row = vec![
            key.name(),
            key.occurrence.to_string(),
            format!("{role} {}", key.argument),
        ];
        let failed = |mut row: Vec<String>, message: String| {
            row.resize(COLUMNS.len() - 2, "N/A".into());
            row.extend(["error".into(), message]);
            (row, false)
        };
        let Some(other) = other else {
            return failed(row, "only in the first dump".into());
        };
        let read = |entry: &Entry| {
            let bytes = fs::read(&entry.file).map_err(|error| error.to_string());
            let array = bytes.and_then(|bytes| Array::read(&bytes, entry.dtype.as_deref()));
            array.map_err(|error| format!("{}: {error}", entry.file.display()))
        };
        let (a, b) = match (read(entry), read(other)) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(error), _) | (_, Err(error)) => return failed(row, error),
        };
        row.push(a.dtype.clone());
        row.push(format!("{:?}", a.shape));
        if a.shape != b.shape || a.values.len() != b.values.len() {
            return failed(row, format!("shape {:?} in the second dump", b.shape));
        }
        let found = self.difference(&a, &b);
        let agrees = found.beyond == 0;
        row.extend([
            format!("{:.6}", found.cosine),
            format!("{:.6e}", found.distance),
            format!("{:.6e}", found.absolute),
            format!("{:.6e}", found.relative),
            format!("{:.6}", found.within_1),
            format!("{:.6}", found.within_5),
            found.ulp.map_or("N/A".into(), |ulp| ulp.to_string()),
            found.different.to_string(),
            found
                .first
                .map_or("N/A".into(), |at| format!("{:?}", a.index(at))),
            if agrees { "pass" } else { "error" }.into(),
            if agrees {
                String::new()
            } else {
                format!("{} elements are beyond the limits", found.beyond)
            },
        ]);
        (row, agrees)
    }

    /// Prints the comparison. The status is 1 if something is beyond the limits.
    pub fn show(self) -> Result<ExitCode, String> {
        let mut listed = [lists(&self.first), lists(&self.second)];
        // A card's dump has names of files only, which ours has too.
        if listed.iter().any(Vec::is_empty) {
            listed = Default::default();
        }
        pair([&self.first, &self.second], &listed)?;
        let first = dump(&self.first, &listed[0])?;
        let second = dump(&self.second, &listed[1])?;
        let others: HashMap<&Key, &Entry> =
            second.iter().map(|entry| (&entry.key, entry)).collect();
        let compared: Vec<_> = first
            .iter()
            .map(|entry| (entry, self.row(entry, others.get(&entry.key).copied())))
            .collect();
        let rows: Vec<Vec<String>> = compared.iter().map(|(_, (row, _))| row.clone()).collect();
        if let Some(path) = &self.csv {
            fs::write(path, csv(&rows)).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        // The first operator whose inputs agree, as far as they were dumped, and whose outputs do not.
        let parts = compared.iter().find(|(entry, (_, agrees))| {
            let is_same = |other: &Entry| {
                other.key.process == entry.key.process
                    && other.key.operator == entry.key.operator
                    && other.key.occurrence == entry.key.occurrence
            };
            let mut inputs = compared
                .iter()
                .filter(|(other, _)| is_same(other) && other.key.is_input);
            !agrees && !entry.key.is_input && inputs.all(|(_, (_, agrees))| *agrees)
        });
        let is_equal = compared.iter().all(|(_, (_, agrees))| *agrees);
        if self.json {
            let objects: Vec<Value> = rows
                .iter()
                .map(|row| {
                    COLUMNS
                        .iter()
                        .zip(row)
                        .map(|(name, cell)| ((*name).to_owned(), json!(cell)))
                        .collect()
                })
                .collect();
            say!("{}", Value::from(objects))?;
        } else {
            let short = [0, 1, 2, 3, 5, 7, 11, 12, 13, 14];
            let heads: Vec<&str> = short.iter().map(|&at| COLUMNS[at]).collect();
            let cells: Vec<Vec<String>> = rows
                .iter()
                .map(|row| short.iter().map(|&at| row[at].clone()).collect())
                .collect();
            table::print(&heads, &cells)?;
            match parts {
                Some((entry, (row, _))) => say!(
                    "\nfirst to differ: {} (occurrence {}): {} {}",
                    entry.key.name(),
                    entry.key.occurrence,
                    row[2],
                    row[COLUMNS.len() - 1]
                ),
                None if is_equal => say!("\nall {} tensors agree", rows.len()),
                None => say!("\nthe inputs of the first operator that differs differ already"),
            }?;
        }
        Ok(ExitCode::from(u8::from(!is_equal)))
    }
}

fn csv(rows: &[Vec<String>]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell.contains([',', '"', '\n']) {
                true => format!("\"{}\"", cell.replace('"', "\"\"")),
                false => cell.clone(),
            })
            .collect();
        let _ = writeln!(text, "{}", cells.join(","));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare() -> Compare {
        Compare {
            first: PathBuf::new(),
            second: PathBuf::new(),
            rtol: 0.0,
            atol: 0.5,
            ulp: None,
            csv: None,
            json: false,
        }
    }

    fn array(values: &[f64]) -> Array {
        Array {
            dtype: "f4".into(),
            shape: vec![values.len()],
            values: values.to_vec(),
            ranks: None,
        }
    }

    #[test]
    fn what_is_beyond_the_limits_is_counted() {
        let found = compare().difference(
            &array(&[1.0, 2.0, f64::NAN, 4.0]),
            &array(&[1.0, 2.25, f64::NAN, 5.0]),
        );
        assert_eq!(
            (found.different, found.beyond, found.first),
            (2, 1, Some(1))
        );
        assert_eq!(found.absolute, 1.0);
        let found = compare().difference(&array(&[f64::NAN]), &array(&[1.0]));
        assert_eq!((found.beyond, found.absolute), (1, f64::INFINITY));
    }
}
