//! `hostnpu judge`: how far the outputs of a dump are from what the library computes of its inputs.

mod elements;
mod foreign;
mod library;
mod pickle;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value as Json, json};

use self::foreign::Item;
use self::library::Library;
use super::dumps;
use super::numpy::Array;
use super::output::say;
use super::replay::call::{Call, Contents};
use super::replay::objects;
use super::table;

/// Arguments of `hostnpu judge`.
#[derive(Args)]
pub struct Judge {
    /// Folder of a dump: of HOSTNPU_DUMP, of the vendor's acldump as files of NumPy, or of msProbe
    dump: PathBuf,
    /// Units in the last place up to which an output is right
    #[arg(long, default_value_t = 1, value_name = "N")]
    ulp: u64,
    /// An array of objects, for programs
    #[arg(long)]
    json: bool,
}

const COLUMNS: &[&str] = &[
    "Operator",
    "Call",
    "Output",
    "Dtype",
    "Max ULP",
    "Mean ULP",
    "Different",
    "Elements",
    "First Index",
];

/// An output beside what it should be.
struct Verdict {
    /// The greatest and the mean distance in units of the last place; what is a NaN on one side only is as far away as can be.
    most: f64,
    mean: f64,
    row: Vec<String>,
}

impl Judge {
    /// Prints the verdicts, the worst first. The status is 1 if an output is further away than allowed.
    pub fn show(&self) -> Result<ExitCode, String> {
        let items = items(&self.dump)?;
        let library = Library::open()?;
        let (mut verdicts, mut without) = (Vec::new(), Vec::new());
        for (name, occurrence, call) in items {
            let judged = call.and_then(|call| {
                let outputs = library.run(&call)?;
                let recorded = call.contents.iter().filter(|contents| !contents.is_input);
                let pairs = recorded.zip(outputs);
                pairs
                    .map(|(contents, exact)| verdict(&name, occurrence, contents, &exact))
                    .collect::<Result<Vec<_>, String>>()
            });
            match judged {
                Ok(all) if all.is_empty() => {
                    without.push((name, occurrence, "no output is in the dump".to_owned()))
                }
                Ok(all) => verdicts.extend(all),
                Err(why) => without.push((name, occurrence, why)),
            }
        }
        verdicts.sort_by(|a, b| b.most.total_cmp(&a.most).then(b.mean.total_cmp(&a.mean)));
        let wrong = verdicts
            .iter()
            .filter(|verdict| verdict.most > self.ulp as f64)
            .count();
        if self.json {
            let cells = |verdict: &Verdict| -> Json {
                COLUMNS
                    .iter()
                    .zip(&verdict.row)
                    .map(|(name, cell)| ((*name).to_owned(), json!(cell)))
                    .collect()
            };
            let mut all: Vec<Json> = verdicts.iter().map(cells).collect();
            all.extend(without.iter().map(|(name, call, why)| json!({ "Operator": name, "Call": call.to_string(), "Not judged": why })));
            say!("{}", Json::from(all))?;
        } else {
            let rows: Vec<Vec<String>> =
                verdicts.iter().map(|verdict| verdict.row.clone()).collect();
            table::print(COLUMNS, &rows)?;
            say!(
                "\n{} of {} outputs are more than {} ULP off",
                wrong,
                verdicts.len(),
                self.ulp
            )?;
            if !without.is_empty() {
                say!("\nnot judged:")?;
            }
            for (name, call, why) in &without {
                say!("  {name}:{call}  {why}")?;
            }
        }
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}

/// The calls of a dump.
fn items(path: &Path) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for list in dumps::lists(path) {
        let folder = list.parent().unwrap_or(path);
        let calls = list.with_file_name("calls.json");
        if calls.is_file() {
            let tensors = objects(&list)?;
            for call in objects(&calls)? {
                let (name, occurrence) = Call::id(&call);
                items.push((
                    name.to_owned(),
                    occurrence,
                    Call::of(&call, &tensors, folder),
                ));
            }
            continue;
        }
        let text =
            fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        if let Ok(object) = serde_json::from_str::<Json>(&text)
            && foreign::is_probe(&object)
        {
            items.extend(foreign::probe(&object, folder));
        }
    }
    if items.is_empty() {
        items = foreign::named(&dumps::all_files(path));
    }
    match items.is_empty() {
        true => Err(format!(
            "{}: no calls.json, no dump.json of msProbe, and no files *.input.N.npy",
            path.display()
        )),
        false => Ok(items),
    }
}

/// Holds a recorded output against what it should be.
fn verdict(
    name: &str,
    occurrence: u64,
    contents: &Contents,
    exact: &[u8],
) -> Result<Verdict, String> {
    let recorded = elements::read(&contents.file)?;
    let array = |bytes: &[u8]| Array::of(contents.dtype.name, &contents.view.shape, bytes);
    let (recorded, exact) = (array(&recorded)?, array(exact)?);
    let (mut most, mut sum, mut different, mut first) = (0.0_f64, 0.0, 0, None);
    for (at, (x, y)) in recorded.values.iter().zip(&exact.values).enumerate() {
        let distance = match (&recorded.ranks, &exact.ranks) {
            _ if x == y || x.is_nan() && y.is_nan() => 0.0,
            _ if x.is_nan() || y.is_nan() => f64::INFINITY,
            (Some(a), Some(b)) => a[at].abs_diff(b[at]) as f64,
            _ => (x - y).abs(),
        };
        if distance > 0.0 {
            different += 1;
            first.get_or_insert(at);
        }
        most = most.max(distance);
        sum += distance;
    }
    let count = recorded.values.len();
    let mean = sum / count.max(1) as f64;
    let row = vec![
        name.to_owned(),
        occurrence.to_string(),
        contents.argument.clone(),
        contents.dtype.name.to_owned(),
        format!("{most}"),
        format!("{mean:.3}"),
        different.to_string(),
        count.to_string(),
        first.map_or("-".into(), |at| format!("{:?}", recorded.index(at))),
    ];
    Ok(Verdict { most, mean, row })
}
