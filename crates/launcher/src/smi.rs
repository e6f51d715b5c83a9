//! `hostnpu smi` and `npu-smi`: the simulated devices in the tables of the vendor's tool, which scripts read.
//!
//! A device is in use as far as the programs on it use processors, and its memory as far as they have something in memory.

mod processes;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use clap::Args;

use self::processes::{Process, processes};
use super::output::{print, say};

/// The arguments of npu-smi.
#[derive(Args)]
pub struct Smi {
    /// As npu-smi takes them: info, info -l, info -m, info -t board -i 0, …
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// The version of the vendor's tool whose tables these are.
const VERSION: &str = "25.0.rc1.1";

/// The state that is shown.
struct Machine {
    soc: String,
    devices: usize,
    /// Mebibytes of each device.
    memory: u64,
    /// Programs with the library.
    processes: Vec<Process>,
}

impl Machine {
    fn of_environment() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        Self {
            soc: text("HOSTNPU_SOC").unwrap_or_else(|| "Ascend950PR_9599".into()),
            devices: text("HOSTNPU_DEVICES")
                .and_then(|text| text.parse().ok())
                .unwrap_or(1),
            memory: text("HOSTNPU_DEVICE_MEMORY")
                .and_then(|text| mebibytes(&text))
                .unwrap_or(128 << 10),
            processes: processes(),
        }
    }

    /// The programs of a device.
    fn on(&self, device: usize) -> impl Iterator<Item = &Process> {
        let last = self.devices - 1;
        self.processes
            .iter()
            .filter(move |process| process.device.min(last) == device)
    }

    /// Mebibytes of a device's programs.
    fn used(&self, device: usize) -> u64 {
        let used: u64 = self.on(device).map(|process| process.memory).sum();
        used.min(self.memory)
    }

    /// Percent of the processors that a device's programs use.
    fn utilisation(&self, device: usize) -> u64 {
        let share: f64 = self.on(device).map(|process| process.share).sum();
        share.min(100.0).round() as u64
    }

    /// Percent of a device's memory.
    fn fill(&self, device: usize) -> u64 {
        100 * self.used(device) / self.memory.max(1)
    }

    /// The chip's short name: without the vendor's word in front, except for those that have no other.
    fn chip(&self) -> &str {
        let name = self.soc.split('_').next().unwrap_or_default();
        match name.strip_prefix("Ascend") {
            Some(short) if !short.starts_with("950") => short,
            _ => name,
        }
    }
}

fn mebibytes(text: &str) -> Option<u64> {
    let text = text
        .trim()
        .trim_end_matches(['b', 'B'])
        .trim_end_matches('i');
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let number: u64 = digits.trim().parse().ok()?;
    Some(match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => number >> 20,
        "K" => number >> 10,
        "M" => number,
        "G" => number << 10,
        "T" => number << 20,
        _ => return None,
    })
}

/// Shows the tables that the arguments ask for.
pub fn main(arguments: &[OsString]) -> Result<ExitCode, String> {
    let words: Vec<String> = arguments
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let machine = Machine::of_environment();
    match &words[..] {
        ["-v" | "--version"] => say!("npu-smi version: {VERSION}")?,
        [] | ["info"] => print(format_args!("{}", overview(&machine)))?,
        ["info", "watch", options @ ..] => watch(options)?,
        ["info", options @ ..] => print(format_args!("{}", details(&machine, options)?))?,
        ["-h" | "--help"] => say!(
            "usage: npu-smi info [-l | -m | -t board|usages|common|memory|temp|power|health|proc-mem|product [-i DEVICE] [-c CHIP]]\n       npu-smi info watch [-i DEVICE] [-d SECONDS]\n       npu-smi -v"
        )?,
        _ => return Err(format!("only `info` is here, not {words:?}")),
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the use of the devices, again and again.
fn watch(options: &[&str]) -> Result<(), String> {
    let after = |name: &str| {
        let at = options.iter().position(|option| *option == name)?;
        options.get(at + 1).copied()
    };
    let every = match after("-d").map(str::parse::<f64>) {
        None => 5.0,
        Some(Ok(seconds)) if (0.0..=100.0).contains(&seconds) => seconds,
        Some(_) => return Err("Error parameter of -d: allowed: 0 to 100 seconds".into()),
    };
    let devices = Machine::of_environment().devices;
    let only: Option<usize> = match after("-i").map(str::parse) {
        None => None,
        Some(Ok(device)) if device < devices => Some(device),
        Some(_) => return Err("Error parameter of -i: allowed: the number of a device".into()),
    };
    let line = |cells: [&str; 9]| -> String {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<12}")).collect();
        cells.concat().trim_end().to_owned()
    };
    say!(
        "{}",
        line([
            "NpuID(Idx)",
            "ChipId(Idx)",
            "Pwr(W)",
            "Temp(C)",
            "AI Core(%)",
            "AI Cpu(%)",
            "Ctrl Cpu(%)",
            "Memory(%)",
            "Memory BW(%)",
        ])
    )?;
    loop {
        let machine = Machine::of_environment();
        let shown = (0..machine.devices).filter(|device| only.is_none_or(|only| only == *device));
        for device in shown {
            let (core, memory) = (machine.utilisation(device), machine.fill(device));
            let (device, core, memory) = (device.to_string(), core.to_string(), memory.to_string());
            say!(
                "{}",
                line([&device, "0", "0.0", "0", &core, "0", "0", &memory, "0"])
            )?;
        }
        sleep(Duration::from_secs_f64(every));
    }
}

fn overview(machine: &Machine) -> String {
    const WIDE: usize = 96;
    let line = format!("+{}+\n", "-".repeat(WIDE));
    let (three, four) = (frame(&[27, 15, 52]), frame(&[27, 15, 26, 25]));
    let mut text = line.clone();
    let _ = writeln!(
        text,
        "| {:<95}|",
        format!("npu-smi {VERSION}               Version: {VERSION}")
    );
    text += &three("-");
    let _ = writeln!(
        text,
        "| {:<26}| {:<14}| {:<51}|",
        "NPU   Name", "Health", "Power(W)    Temp(C)           Hugepages-Usage(page)"
    );
    let _ = writeln!(
        text,
        "| {:<26}| {:<14}| {:<51}|",
        "Chip", "Bus-Id", "AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)"
    );
    text += &three("=");
    for device in 0..machine.devices {
        let used = machine.used(device);
        let _ = writeln!(
            text,
            "| {:<6}{:<20}| {:<14}| {:<12}{:<18}{:<21}|",
            device,
            machine.chip(),
            "OK",
            "0.0",
            "0",
            "0    / 0"
        );
        let usage = format!("{used:<5}/ {}", machine.memory);
        let bus = format!("0000:{:02X}:00.0", 0xC1 - device.min(0xC0));
        let _ = writeln!(
            text,
            "| {:<26}| {:<14}| {:<12}{:<18}{:<21}|",
            0,
            bus,
            machine.utilisation(device),
            "0    / 0",
            usage
        );
        text += &three("=");
    }
    text += &four("-");
    let _ = writeln!(
        text,
        "| {:<26}| {:<14}| {:<25}| {:<24}|",
        "NPU     Chip", "Process id", "Process name", "Process memory(MB)"
    );
    text += &four("=");
    for device in 0..machine.devices {
        if machine.on(device).next().is_none() {
            let _ = writeln!(
                text,
                "| {:<95}|",
                format!("No running processes found in NPU {device}")
            );
        } else {
            for Process {
                number,
                name,
                memory,
                ..
            } in machine.on(device)
            {
                let _ = writeln!(
                    text,
                    "| {:<26}| {:<14}| {:<25}| {:<24}|",
                    format!("{device:<8}0"),
                    number,
                    name,
                    memory
                );
            }
        }
        text += &four("=");
    }
    text
}

/// Returns what draws a line of a table with columns of these widths.
fn frame(widths: &[usize]) -> impl Fn(&str) -> String {
    let widths = widths.to_vec();
    move |stroke| {
        let cells: Vec<String> = widths.iter().map(|width| stroke.repeat(*width)).collect();
        format!("+{}+\n", cells.join("+"))
    }
}

fn pairs(pairs: &[(&str, String)]) -> String {
    pairs
        .iter()
        .map(|(name, value)| format!("\t{name:<30} : {value}\n"))
        .collect()
}

fn details(machine: &Machine, options: &[&str]) -> Result<String, String> {
    let after = |name: &str| {
        let at = options.iter().position(|option| *option == name)?;
        options.get(at + 1).copied()
    };
    let device: usize = match after("-i").map(str::parse) {
        None => 0,
        Some(Ok(device)) if device < machine.devices => device,
        Some(_) => {
            return Err(format!(
                "Error parameter of -i: allowed: 0 to {}",
                machine.devices - 1
            ));
        }
    };
    if options.contains(&"-l") {
        let mut text = pairs(&[("Total Count", machine.devices.to_string())]);
        for device in 0..machine.devices {
            text += "\n";
            text += &pairs(&[("NPU ID", device.to_string()), ("Chip Count", "1".into())]);
        }
        return Ok(text);
    }
    if options.contains(&"-m") {
        return Ok(mapping(machine));
    }
    let zero = || "0".to_owned();
    let fill = || machine.fill(device).to_string();
    let utilisation = || machine.utilisation(device).to_string();
    Ok(match after("-t") {
        Some("board") if after("-c").is_some() => pairs(&[
            ("NPU ID", device.to_string()),
            ("Chip ID", zero()),
            ("Chip Type", "Ascend".into()),
            (
                "Chip Name",
                machine.soc.split('_').next().unwrap_or_default().into(),
            ),
            (
                "NPU Name",
                machine
                    .soc
                    .split_once('_')
                    .map_or("", |(_, variant)| variant)
                    .into(),
            ),
        ]),
        Some("board") => pairs(&[
            ("NPU ID", device.to_string()),
            ("Product Name", "hostnpu".into()),
            ("Model", machine.soc.clone()),
            ("Manufacturer", "hostnpu".into()),
            ("Serial Number", zero()),
            ("Software Version", VERSION.into()),
            ("Firmware Version", VERSION.into()),
            ("Compatibility", "OK".into()),
            ("PCI Vendor ID", "0x19E5".into()),
            ("PCI Device ID", "0xD802".into()),
            ("Chip Count", "1".into()),
        ]),
        Some("usages") => pairs(&[
            ("NPU ID", device.to_string()),
            ("Chip Count", "1".into()),
            ("", String::new()),
            ("HBM Capacity(MB)", machine.memory.to_string()),
            ("HBM Usage Rate(%)", fill()),
            ("Aicore Usage Rate(%)", utilisation()),
            ("Aivector Usage Rate(%)", utilisation()),
            ("Aicpu Usage Rate(%)", zero()),
            ("Ctrlcpu Usage Rate(%)", zero()),
            ("HBM Bandwidth Usage Rate(%)", zero()),
            ("NPU Utilization(%)", utilisation()),
            ("Chip ID", zero()),
        ]),
        Some("common") => pairs(&[
            ("NPU ID", device.to_string()),
            ("Chip Count", "1".into()),
            ("Chip ID", zero()),
            ("Memory Usage Rate(%)", fill()),
            ("HBM Usage Rate(%)", fill()),
            ("Aicore Usage Rate(%)", utilisation()),
            ("Temperature(C)", zero()),
            ("NPU Real-time Power(W)", "0.0".into()),
        ]),
        Some("memory") => pairs(&[
            ("NPU ID", device.to_string()),
            ("Chip Count", "1".into()),
            ("HBM Capacity(MB)", machine.memory.to_string()),
            ("Chip ID", zero()),
        ]),
        Some("temp") => pairs(&[("NPU Temperature (C)", zero())]),
        Some("power") => pairs(&[("NPU Real-time Power(W)", "0.0".into())]),
        Some("health") => pairs(&[("Health", "OK".into()), ("Chip ID", zero())]),
        Some("product") => pairs(&[("Product Type", "hostnpu".into())]),
        Some("proc-mem") => {
            let shown = machine.on(device).map(|process| {
                let Process {
                    number,
                    name,
                    memory,
                    ..
                } = process;
                format!("\tProcess id:{number} Process name:{name} Process memory(MB):{memory}\n")
            });
            shown.collect()
        }
        Some(other) => return Err(format!("Error parameter of -t: {other}")),
        None => return Err(format!("Error parameter: {options:?}")),
    })
}

fn mapping(machine: &Machine) -> String {
    let name = machine.soc.split('_').next().unwrap_or_default();
    let shown = match name.strip_prefix("Ascend") {
        Some(short) if !short.starts_with("950") => format!("Ascend {short}"),
        _ => name.to_owned(),
    };
    let is_new = shown.starts_with("Ascend950");
    let heads: &[&str] = match is_new {
        true => &["NPU ID", "Slot ID", "Chip ID", "Chip Phy-ID", "Chip Name"],
        false => &["NPU ID", "Chip ID", "Chip Logic ID", "Chip Name"],
    };
    let line = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<30}")).collect();
        format!("\t{}\n", cells.join(" ").trim_end())
    };
    let mut text = line(heads);
    for device in 0..machine.devices {
        let device = device.to_string();
        text += &match is_new {
            true => line(&[&device, "0", "0", &device, &shown]),
            false => line(&[&device, "0", &device, &shown]),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(soc: &str) -> Machine {
        Machine {
            soc: soc.into(),
            devices: 2,
            memory: 65536,
            processes: vec![Process {
                number: 812,
                name: "python".into(),
                memory: 105,
                device: 0,
                share: 42.4,
            }],
        }
    }

    #[test]
    fn build_scripts_find_the_chip_in_the_seventh_line() {
        for (soc, chip) in [
            ("Ascend910B4", "910B4"),
            ("Ascend950PR_9599", "Ascend950PR"),
        ] {
            let text = overview(&machine(soc));
            // As ggml does: awk 'NF > 0 && NR==7 {print $3}'.
            let line = text.lines().nth(6).unwrap();
            assert_eq!(line.split_whitespace().nth(2), Some(chip), "{line}");
            let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
            assert!(widths.iter().all(|width| *width == 98), "{text}");
            assert!(
                text.contains("/ 65536") && text.contains("No running processes found in NPU 1")
            );
            assert!(text.contains("| 0       0                 | 812           | python                   | 105                     |"), "{text}");
        }
    }

    #[test]
    fn values_stand_behind_their_names() {
        let machine = machine("Ascend910B_9392");
        let text = details(&machine, &["-t", "board", "-i", "0", "-c", "0"]).unwrap();
        assert!(
            text.contains("\tChip Name                      : Ascend910B\n"),
            "{text}"
        );
        assert!(
            text.contains("\tNPU Name                       : 9392\n"),
            "{text}"
        );
        let usages = details(&machine, &["-t", "usages"]).unwrap();
        assert!(
            usages.contains("\tAicore Usage Rate(%)           : 42\n"),
            "{usages}"
        );
        let other = details(&machine, &["-t", "usages", "-i", "1"]).unwrap();
        assert!(other.contains("\tAicore Usage Rate(%)           : 0\n"));
        let list = details(&machine, &["-l"]).unwrap();
        assert!(
            list.starts_with("\tTotal Count                    : 2\n\n"),
            "{list}"
        );
        assert!(details(&machine, &["-m"]).unwrap().contains("Ascend 910B"));
        let error = details(&machine, &["-t", "made-up"]).unwrap_err();
        assert!(error.starts_with("Error parameter of -t"), "{error}");
        assert!(details(&machine, &["-t", "board", "-i", "2"]).is_err());
    }
}
