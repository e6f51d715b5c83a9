//! Parsers of the texts of variables.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::time::Duration;

use hostnpu_settings::number;
use log::LevelFilter;

use super::Contract;

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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

#[cfg(test)]
mod tests {
    use hostnpu_settings::size;

    use super::*;
    use crate::config::{DEVICE_MEMORY, IMPL_MODE, ISA, LOG_LEVEL, SOC, THREADS, VARIABLES};
    use hostnpu_kernels::simd::Isa;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration(" 10 s"), Some(Duration::from_secs(10)));
        for wrong in ["", "10", "0s", "s", "1m", "-1s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
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
    fn levels_are_ascend_s_numbers() {
        assert_eq!(level("0".as_ref()), Some(LevelFilter::Debug));
        assert_eq!(level(" 1 ".as_ref()), Some(LevelFilter::Info));
        assert_eq!(level("4".as_ref()), Some(LevelFilter::Off));
        assert_eq!(level("5".as_ref()), None);
        assert_eq!(level("-1".as_ref()), None);
    }

    #[test]
    fn what_the_command_looks_at_is_allowed_in_the_same_words() {
        for rule in hostnpu_settings::RULES {
            let variable = VARIABLES.iter().find(|one| one.name == rule.name);
            let allowed = variable.map(|variable| variable.allowed);
            assert_eq!(allowed, Some(rule.allowed), "{}", rule.name);
        }
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
