//! The tables of functions beside other libraries: errors, and times with what the project asks of itself.

use std::fmt::Write as _;
use std::path::Path;

use super::data::{Data, Row};
use super::tables::{figure, grouped, or_dash};
use crate::Result;

/// The libraries by their names in the data, ours first.
const LIBRARIES: [&str; 4] = ["hostnpu", "glibc", "SLEEF", "PyTorch"];

/// Functions that are held to SLEEF's time on one thread.
const BESIDE_SLEEF: &[&str] = &[
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cos", "tan", "asin", "acos", "atan",
    "asinh", "acosh", "atanh", "sinh", "cosh", "tanh", "erf", "erfc", "pow",
];
/// The most that their geometric mean, and that each of them may be.
const MEAN_OF_SLEEF: f64 = 1.0;
const MOST_OF_SLEEF: f64 = 1.5;

/// Functions that are held to PyTorch's time on one thread, and the most that each of them may be.
const BESIDE_TORCH: &[&str] = &[
    "asinh", "acosh", "atanh", "digamma", "erfinv", "expm1", "log1p", "sinh", "cosh",
];
const MOST_OF_TORCH: f64 = 0.8;

/// The most that the geometric mean of all functions beside PyTorch may be, on two threads.
const MEAN_OF_TORCH: f64 = 0.9;

/// The functions of a file, in the order of their first line.
fn names(data: &Data) -> Result<Vec<&str>> {
    let mut names = Vec::new();
    for row in &data.rows {
        let name = data.text(row, "function")?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// The rows of a function and a library.
fn rows<'a>(data: &'a Data, function: &str, library: &str) -> Result<Vec<&'a Row>> {
    let mut rows = Vec::new();
    for row in &data.rows {
        if data.text(row, "function")? == function && data.text(row, "library")? == library {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// An error as it is read best.
fn error(value: f64) -> String {
    match value {
        v if v >= 1e4 => format!("{v:.0e}"),
        v if v >= 10.0 => format!("{v:.0}"),
        v if v >= 0.505 => format!("{v:.2}"),
        // Correct rounding is seen in the fourth digit.
        v => format!("{v:.4}"),
    }
}

/// The largest error of all inputs, and the mean one of the function's interval.
fn both_errors(data: &Data, rows: &[&Row]) -> Result<String> {
    let (mut largest, mut wrong, mut mean) = (0.0_f64, 0.0, None);
    for row in rows {
        largest = largest.max(data.value(row, "largest")?);
        wrong += data.value(row, "wrong")?;
        if data.text(row, "part")? == "interval" {
            mean = data.number(row, "mean")?;
        }
    }
    if rows.is_empty() {
        return Ok(" – | – |".to_owned());
    }
    let wrong = match wrong {
        0.0 => String::new(),
        count => format!(", {} wrong", grouped(count)),
    };
    let mean = or_dash(mean, |mean| match mean {
        m if m >= 10.0 => format!("{m:.0e}"),
        m => format!("{m:.3}"),
    });
    Ok(format!(" {}{wrong} | {mean} |", error(largest)))
}

/// Errors of each function and library.
pub fn errors(root: &Path) -> Result<String> {
    let data = Data::read(root, "function_errors")?;
    let (mut table, mut rule) = (
        String::from("| function | inputs |"),
        String::from("|---|---|"),
    );
    for library in LIBRARIES {
        write!(table, " {library}: largest | mean |")?;
        rule += "---|---|";
    }
    writeln!(table, " SLEEF's name |\n{rule}---|")?;
    // Of each library: inputs and how many of them are not correctly rounded.
    let mut counts = [[0.0; 2]; 4];
    for name in names(&data)? {
        let mut cells = String::new();
        let mut bound = "–".to_owned();
        let mut inputs = 0.0;
        for (library, counts) in LIBRARIES.into_iter().zip(&mut counts) {
            let rows = rows(&data, name, library)?;
            cells += &both_errors(&data, &rows)?;
            for row in &rows {
                counts[0] += data.value(row, "inputs")?;
                counts[1] += data.value(row, "misrounded")?;
                if library == "hostnpu" {
                    inputs += data.value(row, "inputs")?;
                }
            }
            if let (Some(row), "SLEEF") = (rows.first(), library) {
                bound = data.text(row, "by")?.to_owned();
            }
        }
        writeln!(table, "| {name} | {} |{cells} {bound} |", grouped(inputs))?;
    }
    table += "| not correctly rounded, of all that it has | |";
    for [inputs, misrounded] in counts {
        match misrounded {
            0.0 => write!(table, " 0 of {} | |", grouped(inputs))?,
            _ => write!(table, " {:.2} % | |", 100.0 * misrounded / inputs)?,
        }
    }
    writeln!(
        table,
        " |\n\nMeasured on {}; revision {}; beside {}.",
        data.machine, data.revision, data.beside
    )?;
    Ok(table)
}

/// Lower deciles of one function and number of threads.
#[derive(Default)]
struct Times {
    operator: Option<f64>,
    kernel: Option<f64>,
    sleef: Option<f64>,
    torch: Option<f64>,
}

impl Times {
    fn read(data: &Data, threads: f64, function: &str) -> Result<Self> {
        let mut times = Self::default();
        for library in LIBRARIES {
            for row in rows(data, function, library)? {
                if data.value(row, "threads")? != threads {
                    continue;
                }
                let time = Some(data.value(row, "decile")?);
                match (library, data.text(row, "by")?) {
                    ("hostnpu", "kernel") => times.kernel = time,
                    ("hostnpu", _) => times.operator = time,
                    ("SLEEF", _) => times.sleef = time,
                    _ => times.torch = time,
                }
            }
        }
        Ok(times)
    }

    fn of_sleef(&self) -> Option<f64> {
        Some(self.operator? / self.sleef?)
    }

    fn of_torch(&self) -> Option<f64> {
        Some(self.operator? / self.torch?)
    }
}

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for ratio in ratios {
        sum += ratio.ln();
        count += 1.0;
    }
    (count > 0.0).then(|| f64::exp(sum / count))
}

/// A ratio, bold where it is above its limit.
fn ratio(value: Option<f64>, limit: Option<f64>) -> String {
    or_dash(value, |value| {
        let text = format!("{value:.2}");
        if limit.is_some_and(|limit| value > limit) {
            format!("**{text}**")
        } else {
            text
        }
    })
}

/// Times of each function and library, and how they stand beside the limits.
pub fn speeds(root: &Path) -> Result<String> {
    let data = Data::read(root, "function_speeds")?;
    let mut table = String::from(
        "| function | arguments from | 64 Ki, 1 thread: operator | kernel | SLEEF | PyTorch | operator / SLEEF | operator / PyTorch | \
         16 Mi, 2 threads: operator | SLEEF | PyTorch | operator / SLEEF | operator / PyTorch |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let names = names(&data)?;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for &name in &names {
        let own = rows(&data, name, "hostnpu")?;
        let first = own.first().ok_or("a function without a time of ours")?;
        one.push((name, Times::read(&data, 1.0, name)?));
        two.push((name, Times::read(&data, 2.0, name)?));
        let (a, b) = (&one[one.len() - 1].1, &two[two.len() - 1].1);
        let limit = |names: &[&str], limit| names.contains(&name).then_some(limit);
        writeln!(
            table,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            data.text(first, "interval")?,
            or_dash(a.operator, figure),
            or_dash(a.kernel, figure),
            or_dash(a.sleef, figure),
            or_dash(a.torch, figure),
            ratio(a.of_sleef(), limit(BESIDE_SLEEF, MOST_OF_SLEEF)),
            ratio(a.of_torch(), limit(BESIDE_TORCH, MOST_OF_TORCH)),
            or_dash(b.operator, figure),
            or_dash(b.sleef, figure),
            or_dash(b.torch, figure),
            ratio(b.of_sleef(), None),
            ratio(b.of_torch(), None),
        )?;
    }
    table += "\n| beside the limits | limit | measured |\n|---|---|---|\n";
    table += &limits(&one, &two)?;
    writeln!(
        table,
        "\nMeasured on {}; revision {}; beside {}.",
        data.machine, data.revision, data.beside
    )?;
    Ok(table)
}

/// The largest ratio with its function, and how many are above the limit.
fn most<'a>(ratios: impl Iterator<Item = (&'a str, f64)>, limit: f64) -> String {
    let ratios: Vec<_> = ratios.collect();
    let above = ratios.iter().filter(|ratio| ratio.1 > limit).count();
    let most = ratios.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    match most {
        None => "–".to_owned(),
        Some((name, most)) if above > 0 => {
            format!("**{most:.2}** ({name}); {above} of {} above", ratios.len())
        }
        Some((name, most)) => format!("{most:.2} ({name})"),
    }
}

/// The rows of the limits.
fn limits(one: &[(&str, Times)], two: &[(&str, Times)]) -> Result<String> {
    let of_sleef = || {
        one.iter()
            .filter(|(name, _)| BESIDE_SLEEF.contains(name))
            .filter_map(|(name, times)| Some((*name, times.of_sleef()?)))
    };
    let of_torch = one
        .iter()
        .filter(|(name, _)| BESIDE_TORCH.contains(name))
        .filter_map(|(name, times)| Some((*name, times.of_torch()?)));
    let mut rows = String::new();
    let count = of_sleef().count();
    writeln!(
        rows,
        "| 64 Ki, 1 thread, the {count} functions that are held to SLEEF: geometric mean | {MEAN_OF_SLEEF:.1} | {} |",
        ratio(
            geometric_mean(of_sleef().map(|row| row.1)),
            Some(MEAN_OF_SLEEF)
        ),
    )?;
    writeln!(
        rows,
        "| the largest of them | {MOST_OF_SLEEF} | {} |",
        most(of_sleef(), MOST_OF_SLEEF)
    )?;
    writeln!(
        rows,
        "| 64 Ki, 1 thread, {}, beside PyTorch: the largest | {MOST_OF_TORCH} | {} |",
        BESIDE_TORCH.join(", "),
        most(of_torch, MOST_OF_TORCH)
    )?;
    let all = |times: &[(&str, Times)]| {
        geometric_mean(times.iter().filter_map(|(_, times)| times.of_torch()))
    };
    writeln!(
        rows,
        "| 64 Ki, 1 thread, all beside PyTorch: geometric mean | – | {} |",
        ratio(all(one), None)
    )?;
    writeln!(
        rows,
        "| 16 Mi, 2 threads, all beside PyTorch: geometric mean | {MEAN_OF_TORCH} | {} |",
        ratio(all(two), Some(MEAN_OF_TORCH))
    )?;
    Ok(rows)
}
