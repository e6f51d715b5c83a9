//! The folder of a profile, as the vendor's profiler names and fills it: a timeline, and tables of operators, tasks and calls.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde_json::{Map, json};

use super::hooks::{Facts, Operand};
use super::session::{Mark, Session};
use super::tasks::Ran;
use super::text::{digits, one_line};
use super::timeline::{self, Timeline};
use hostnpu_base::config;
use hostnpu_base::files::Folder;

/// Rows after which a table goes on in another file.
const MOST_ROWS: usize = 1_000_000;

const README: &str = "Written by hostnpu: calls and tasks of a program on simulated devices. Times are those of a CPU, in microseconds since the\n\
profile began, or since 1970 if the program has begun it, and say nothing about the speed of a card. There are no counters of hardware units.\n";

/// Writes the folder of a profile. Returns its path.
pub fn write(session: &Session) -> io::Result<PathBuf> {
    let stamp = digits(session.date);
    let (name, folder) = create(&Folder::named(&session.within)?, &stamp)?;
    let host = folder.create("host")?;
    let data = host.create("data")?;
    if let Some(info) = start_info(session) {
        host.file("start_info")?.write_all(info.as_bytes())?;
    }
    let mut devices: Vec<i32> = session.tasks.iter().map(|ran| ran.task.device).collect();
    devices.sort_unstable();
    devices.dedup();
    for device in devices {
        folder.create(format!("device_{device}"))?.create("data")?;
    }
    let output = folder.create("mindstudio_profiler_output")?;
    // torch_npu removes that folder before it asks `msprof --export` for it.
    let kept = session
        .is_dated
        .then(|| data.create(EXPORTED))
        .transpose()?;
    let output = Output {
        folder: output,
        kept,
    };
    output.file("README.txt")?.write_all(README.as_bytes())?;
    let events = timeline(session);
    let mut file = output.file(&format!("msprof_{stamp}.json"))?;
    file.write_all(events.as_bytes())?;
    let table = |name: &str, columns: &str, rows: Vec<Vec<String>>| {
        table(&output, name, &stamp, columns, rows)
    };
    let mut tasks: Vec<&Ran> = session.tasks.iter().collect();
    tasks.sort_by_key(|ran| ran.began);
    table("op_summary", OP_SUMMARY, op_summary(session, &tasks))?;
    table("op_statistic", OP_STATISTIC, op_statistic(&tasks))?;
    table("api_statistic", API_STATISTIC, api_statistic(session))?;
    table("task_time", TASK_TIME, task_time(session, &tasks))?;
    if !session.marks.is_empty() {
        table("msprof_tx", MSPROF_TX, msprof_tx(session))?;
    }
    Ok(session.within.join(name))
}

/// Folder of the data of a profile that holds its exported files once more.
const EXPORTED: &str = "exported";

/// Destination of the files of a profile.
struct Output {
    folder: Folder,
    kept: Option<Folder>,
}

impl Output {
    fn file(&self, name: &str) -> io::Result<File> {
        let file = self.folder.file(name)?;
        if let Some(kept) = &self.kept {
            // Where there are no links, there is the file all the same.
            let _ = self.folder.link(name, kept);
        }
        Ok(file)
    }
}

/// Creates `PROF_000001_TIME_LETTERS`, which did not exist.
fn create(within: &Folder, stamp: &str) -> io::Result<(String, Folder)> {
    for number in 1.. {
        let name = format!(
            "PROF_{number:06}_{stamp}_{:08}{}",
            std::process::id(),
            letters(number)
        );
        match within.create(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
            result => return Ok((name, result?)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Letters that two profiles of one moment do not share.
fn letters(number: u32) -> String {
    let mut state = u64::from(std::process::id()) << 20 | u64::from(number);
    let letter = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        char::from(b'A' + (state >> 40) as u8 % 26)
    };
    (0..8).map(letter).collect()
}

fn micros(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1000.0
}

fn since(session: &Session, at: Instant) -> f64 {
    micros(at.saturating_duration_since(session.began))
}

/// A time with three decimals; those of moments end with a tab, so that spreadsheets do not round them.
fn time(value: f64) -> String {
    format!("{value:.3}")
}

fn moment(session: &Session, value: f64) -> String {
    match epoch(session) {
        Some(since) => format!("{}\t", timeline::dated(since, value)),
        None => format!("{value:.3}\t"),
    }
}

/// Time since 1970 at which a dated session began.
fn epoch(session: &Session) -> Option<Duration> {
    let since = session.date.duration_since(UNIX_EPOCH).ok();
    since.filter(|_| session.is_dated)
}

/// The numbers by which the vendor's tools compare clocks: the beginning by the clock on the wall, and by the one that is never set.
fn start_info(session: &Session) -> Option<String> {
    let since = session.date.duration_since(UNIX_EPOCH).ok()?;
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: a place for the answer.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &raw mut now) };
    let now = Duration::new(now.tv_sec as u64, now.tv_nsec as u32);
    let began = now.saturating_sub(session.began.elapsed());
    let info = json!({
        "collectionTimeBegin": since.as_micros().to_string(),
        "clockMonotonicRaw": began.as_nanos().to_string(),
    });
    Some(info.to_string())
}

const OP_SUMMARY: &str = "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task Duration(us),\
Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,\
Output Formats,Context ID";

fn op_summary(session: &Session, tasks: &[&Ran]) -> Vec<Vec<String>> {
    let mut ended = HashMap::new();
    let mut rows = Vec::new();
    for ran in tasks {
        let start = since(session, ran.began);
        let before = ended.insert(ran.task.stream, start + micros(ran.duration));
        if !ran.is_operator() {
            continue;
        }
        let (operator, graph) = (ran.operator(), ran.description.replayed);
        let operands = |takes: fn(&Operand) -> bool, text: fn(&Operand) -> String| {
            let texts: Vec<_> = ran
                .description
                .operands
                .iter()
                .filter(|operand| takes(operand))
                .map(text)
                .collect();
            texts.join(";")
        };
        let shape = |operand: &Operand| {
            let extents: Vec<_> = operand.shape.iter().map(ToString::to_string).collect();
            extents.join(",")
        };
        let quoted = |shapes: String| format!("\"{shapes}\"");
        let dtype = |operand: &Operand| operand.dtype.to_owned();
        let format = |_: &Operand| "ND".to_owned();
        let (read, written) = (
            |operand: &Operand| operand.reads || !operand.writes,
            |operand: &Operand| operand.writes,
        );
        rows.push(vec![
            ran.task.device.to_string(),
            graph.map_or(u32::MAX, |of| of.graph).to_string(),
            ran.task.number.to_string(),
            ran.task.stream.to_string(),
            format!("{0}_{operator}AiCore_{operator}", ran.name()),
            operator.to_owned(),
            "dynamic".to_owned(),
            ran.task_type().to_owned(),
            moment(session, start),
            time(micros(ran.duration)),
            time(before.map_or(0.0, |before| (start - before).max(0.0))),
            config::THREADS.get().to_string(),
            "0".to_owned(),
            "NO".to_owned(),
            quoted(operands(read, shape)),
            operands(read, dtype),
            operands(read, format),
            quoted(operands(written, shape)),
            operands(written, dtype),
            operands(written, format),
            graph.map_or_else(|| "N/A".to_owned(), |of| of.place.to_string()),
        ]);
    }
    rows
}

const OP_STATISTIC: &str = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)";

fn op_statistic(tasks: &[&Ran]) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<(i32, &str, &str), Vec<f64>> = BTreeMap::new();
    for ran in tasks.iter().filter(|ran| ran.is_operator()) {
        let group = (ran.task.device, ran.operator(), ran.task_type());
        groups.entry(group).or_default().push(micros(ran.duration));
    }
    let all: f64 = groups.values().flatten().sum();
    let mut rows: Vec<_> = groups.into_iter().collect();
    let total = |times: &[f64]| times.iter().sum::<f64>();
    rows.sort_by(|a, b| total(&b.1).total_cmp(&total(&a.1)));
    let row = |((device, operator, core), times): ((i32, &str, &str), Vec<f64>)| {
        let figures = Figures::of(&times);
        let ratio = if all > 0.0 {
            100.0 * figures.total / all
        } else {
            0.0
        };
        vec![
            device.to_string(),
            operator.to_owned(),
            core.to_owned(),
            times.len().to_string(),
            time(figures.total),
            time(figures.least),
            time(figures.mean),
            time(figures.greatest),
            time(ratio),
        ]
    };
    rows.into_iter().map(row).collect()
}

struct Figures {
    total: f64,
    least: f64,
    mean: f64,
    greatest: f64,
    variance: f64,
}

impl Figures {
    fn of(times: &[f64]) -> Self {
        let total: f64 = times.iter().sum();
        let mean = total / times.len() as f64;
        Self {
            total,
            least: times.iter().copied().fold(f64::INFINITY, f64::min),
            mean,
            greatest: times.iter().copied().fold(0.0, f64::max),
            variance: times.iter().map(|time| (time - mean).powi(2)).sum::<f64>()
                / times.len() as f64,
        }
    }
}

const API_STATISTIC: &str =
    "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance";

fn api_statistic(session: &Session) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<&str, (Facts, Vec<f64>)> = BTreeMap::new();
    for call in &session.calls {
        let group = groups.entry(call.name);
        let (_, times) = group.or_insert_with(|| (call.facts, Vec::new()));
        times.push(micros(call.duration));
    }
    let row = |(name, (facts, times)): (&str, (Facts, Vec<f64>))| {
        let figures = Figures::of(&times);
        vec![
            "host".to_owned(),
            level(facts).to_owned(),
            name.to_owned(),
            time(figures.total),
            times.len().to_string(),
            time(figures.mean),
            time(figures.least),
            time(figures.greatest),
            time(figures.variance),
        ]
    };
    groups.into_iter().map(row).collect()
}

/// The level of the vendor's interfaces to which a call belongs.
fn level(facts: Facts) -> &'static str {
    match facts.interface() {
        "Model" => "model",
        "Communication" => "communication",
        "CNRT" => "runtime",
        _ => "acl",
    }
}

const TASK_TIME: &str = "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)";

fn task_time(session: &Session, tasks: &[&Ran]) -> Vec<Vec<String>> {
    let row = |ran: &&Ran| {
        let (start, duration) = (since(session, ran.began), micros(ran.duration));
        vec![
            ran.task.device.to_string(),
            if ran.is_operator() { ran.name() } else { "N/A" }.to_owned(),
            ran.task_type().to_owned(),
            ran.task.stream.to_string(),
            ran.task.number.to_string(),
            time(duration),
            moment(session, start),
            moment(session, start + duration),
        ]
    };
    tasks.iter().map(row).collect()
}

const MSPROF_TX: &str = "Device_id,pid,tid,category,event_type,payload_type,payload_value,Start_time(us),End_time(us),message_type,message,\
domain,Device Start_time(us),Device End_time(us)";

fn msprof_tx(session: &Session) -> Vec<Vec<String>> {
    let row = |mark: &Mark| {
        let start = since(session, mark.began);
        let end = mark.ended.map_or(start, |ended| since(session, ended));
        vec![
            "host".to_owned(),
            std::process::id().to_string(),
            mark.thread.to_string(),
            "0".to_owned(),
            if mark.ended.is_some() {
                "start/end"
            } else {
                "marker"
            }
            .to_owned(),
            "0".to_owned(),
            "0".to_owned(),
            moment(session, start),
            moment(session, end),
            "0".to_owned(),
            // Text of the program: nothing of it may end a row, or steer a terminal.
            one_line(&mark.message),
            one_line(&mark.domain),
            "N/A".to_owned(),
            "N/A".to_owned(),
        ]
    };
    session.marks.iter().map(row).collect()
}

/// Writes a table, cut into slices of rows where it is long.
fn table(
    folder: &Output,
    name: &str,
    stamp: &str,
    columns: &str,
    rows: Vec<Vec<String>>,
) -> io::Result<()> {
    let slices: Vec<&[Vec<String>]> = rows.chunks(MOST_ROWS).collect();
    let count = slices.len().max(1);
    for slice in 0..count {
        let name = match count {
            1 => format!("{name}_{stamp}.csv"),
            _ => format!("{name}_slice_{slice}_{stamp}.csv"),
        };
        let mut file = BufWriter::new(folder.file(&name)?);
        writeln!(file, "{columns}")?;
        for row in slices.get(slice).into_iter().copied().flatten() {
            let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            writeln!(file, "{}", cells.join(","))?;
        }
        file.flush()?;
    }
    Ok(())
}

/// A cell of a table, in quotes where it holds what separates cells.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn timeline(session: &Session) -> String {
    let timeline = Timeline::dated(epoch(session));
    let mut events = String::new();
    for call in &session.calls {
        let event = timeline::Call {
            name: call.name,
            facts: call.facts,
            thread: call.thread,
            start: since(session, call.began),
            duration: micros(call.duration),
        };
        events += &timeline.call(&event, Map::new(), &call.tasks);
    }
    for ran in &session.tasks {
        events += &timeline.task(ran, since(session, ran.began), micros(ran.duration));
    }
    for (i, mark) in session.marks.iter().enumerate() {
        events += &timeline.mark(
            json!({ "name": mark.message, "cat": "MsTx", "id": i, "args": { "domain": mark.domain } }),
            mark.thread,
            since(session, mark.began),
            mark.ended.map(|ended| since(session, ended)),
        );
    }
    let events = events.trim_end().trim_end_matches(',');
    format!("[\n{events}\n]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(quoted("\"32,32\""), "\"\"\"32,32\"\"\"");
        assert_eq!(quoted("1711.320\t"), "1711.320\t");
        assert_eq!(quoted(""), "");
    }

    #[test]
    fn columns_are_the_vendor_s() {
        let counts = [
            OP_SUMMARY,
            OP_STATISTIC,
            API_STATISTIC,
            TASK_TIME,
            MSPROF_TX,
        ]
        .map(|columns| columns.split(',').count());
        assert_eq!(counts, [21, 9, 9, 8, 14]);
    }
}
