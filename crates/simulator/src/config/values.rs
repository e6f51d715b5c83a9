//! How the texts of variables are read.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::time::Duration;

use log::LevelFilter;

use super::{CheckAction, Contract, Schedule};

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub(super) fn number<T: std::str::FromStr + PartialOrd>(
    text: &OsStr,
    least: T,
    greatest: T,
) -> Option<T> {
    let number = text.to_str()?.trim().parse().ok()?;
    (least <= number && number <= greatest).then_some(number)
}

/// Ranges of ports that share none.
pub(super) fn ports(text: &OsStr) -> Option<Vec<RangeInclusive<u16>>> {
    let text = text.to_str()?.trim();
    if text == "auto" {
        return Some(Vec::new());
    }
    let mut ranges: Vec<RangeInclusive<u16>> = Vec::new();
    for entry in text.split(',') {
        let (first, last) = entry.split_once('-').unwrap_or((entry, entry));
        let port = |text: &str| text.trim().parse().ok().filter(|&port: &u16| port > 0);
        let range = port(first)?..=port(last)?;
        let is_apart = |other: &RangeInclusive<u16>| {
            other.end() < range.start() || range.end() < other.start()
        };
        if range.is_empty() || !ranges.iter().all(is_apart) {
            return None;
        }
        ranges.push(range);
    }
    Some(ranges)
}

pub(super) fn one_of(text: &OsStr, names: &[&str]) -> Option<String> {
    let text = text.to_str()?.trim();
    names.contains(&text).then(|| text.to_owned())
}

pub(super) fn contract(text: &OsStr) -> Option<Contract> {
    match text.to_str()?.trim() {
        "published" => Some(Contract::Published),
        "toolkit" => Some(Contract::Toolkit),
        "auto" => Some(Contract::Auto),
        _ => None,
    }
}

pub(super) fn checks(text: &OsStr) -> Option<u32> {
    let bits = |word: &str| match word.trim() {
        "memory" => Some(1),
        "host" => Some(2),
        "handle" => Some(4),
        "race" | "racecheck" | "synccheck" => Some(8),
        "init" | "initcheck" => Some(16),
        "leak" | "leak-check" => Some(32),
        "memcheck" => Some(1 | 4),
        "all" => Some(1 | 4 | 8 | 16 | 32),
        "full" => Some(1 | 2 | 4 | 8 | 16 | 32),
        "none" => Some(0),
        _ => None,
    };
    let words = text.to_str()?.split(',');
    words.map(bits).try_fold(0, |all, one| Some(all | one?))
}

pub(super) fn schedule(text: &OsStr) -> Option<Schedule> {
    match text.to_str()?.trim() {
        "eager" => Some(Schedule::Eager),
        "async" => Some(Schedule::Async),
        "late" => Some(Schedule::Late),
        random => random
            .strip_prefix("random:")?
            .parse()
            .ok()
            .map(Schedule::Random),
    }
}

pub(super) fn check_action(text: &OsStr) -> Option<CheckAction> {
    match text.to_str()?.trim() {
        "report" => Some(CheckAction::Report),
        "abort" => Some(CheckAction::Abort),
        exit => {
            let status = exit.strip_prefix("exit:")?;
            number(status.as_ref(), 0, 255).map(CheckAction::Exit)
        }
    }
}

pub(super) fn flag(text: &OsStr) -> Option<bool> {
    number(text, 0, 1).map(|flag: u8| flag == 1)
}

pub(super) fn level(text: &OsStr) -> Option<LevelFilter> {
    let levels = [
        LevelFilter::Debug,
        LevelFilter::Info,
        LevelFilter::Warn,
        LevelFilter::Error,
        LevelFilter::Off,
    ];
    levels.get(number(text, 0, 4)?).copied()
}

/// `"500ms"` or `"10s"`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1),
        None => (text.strip_suffix('s')?, 1000),
    };
    let milliseconds = digits.trim().parse::<u64>().ok()?.checked_mul(unit)?;
    (milliseconds > 0).then(|| Duration::from_millis(milliseconds))
}

/// `"64G"` as bytes; the units are binary.
pub(super) fn size(text: &str) -> Option<usize> {
    let text = text
        .trim()
        .trim_end_matches(['b', 'B'])
        .trim_end_matches('i');
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return None,
    };
    digits
        .trim()
        .parse::<usize>()
        .ok()?
        .checked_mul(1 << shift)
        .filter(|&size| size > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{DEVICE_MEMORY, IMPL_MODE, ISA, LOG_LEVEL, SOC, THREADS};
    use crate::kernels::simd::Isa;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration(" 10 s"), Some(Duration::from_secs(10)));
        for wrong in ["", "10", "0s", "s", "1m", "-1s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_take_binary_units() {
        assert_eq!(size("64G"), Some(64 << 30));
        assert_eq!(size(" 512 MiB"), Some(512 << 20));
        assert_eq!(size("1000"), Some(1000));
        assert_eq!(size("0"), None);
        assert_eq!(size("many"), None);
        assert_eq!(size("99999999999T"), None);
    }

    #[test]
    fn ports_are_a_list_of_ranges() {
        let both = vec![60000..=60000, 60050..=60100];
        assert_eq!(ports("60000, 60050-60100".as_ref()), Some(both));
        assert_eq!(ports("auto".as_ref()), Some(Vec::new()));
        for text in ["", "0", "5-4", "7,5-9", "65536", "a"] {
            assert_eq!(ports(text.as_ref()), None, "{text}");
        }
    }

    #[test]
    fn checks_are_a_list_of_words() {
        assert_eq!(checks("memory,race".as_ref()), Some(9));
        assert_eq!(
            checks("all".as_ref()),
            checks("memory,handle,race,init,leak".as_ref())
        );
        assert_eq!(checks("all,host".as_ref()), checks("full".as_ref()));
        assert_eq!(checks("memory,speed".as_ref()), None);
        assert_eq!(check_action("exit:3".as_ref()), Some(CheckAction::Exit(3)));
        assert_eq!(check_action("exit:300".as_ref()), None);
    }

    #[test]
    fn levels_are_ascend_s_numbers() {
        assert_eq!(level("0".as_ref()), Some(LevelFilter::Debug));
        assert_eq!(level(" 1 ".as_ref()), Some(LevelFilter::Info));
        assert_eq!(level("4".as_ref()), Some(LevelFilter::Off));
        assert_eq!(level("5".as_ref()), None);
        assert_eq!(level("-1".as_ref()), None);
    }

    #[test]
    fn defaults_are_as_documented() {
        let setting = [
            (
                &THREADS.variable,
                (THREADS.parse)("1024".as_ref()).is_some(),
            ),
            (
                &DEVICE_MEMORY.variable,
                size("128G") == Some((DEVICE_MEMORY.default)()),
            ),
            (
                &SOC.variable,
                (SOC.default)().to_str() == Ok(SOC.variable.default),
            ),
            (
                &IMPL_MODE.variable,
                (IMPL_MODE.default)() == IMPL_MODE.variable.default,
            ),
            (
                &LOG_LEVEL.variable,
                level(LOG_LEVEL.variable.default.as_ref()) == Some((LOG_LEVEL.default)()),
            ),
        ];
        for (variable, holds) in setting {
            assert!(holds, "{}", variable.name);
        }
        assert!((THREADS.parse)("1025".as_ref()).is_none());
        assert!((ISA.parse)("AVX2".as_ref()).is_none());
        assert_eq!((ISA.parse)("baseline".as_ref()), Some(Isa::Baseline));
    }
}
