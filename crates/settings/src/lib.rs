//! Parsers of settings that both the library and its command read: the library when it needs them, the command before it runs a
//! program, which may never load the library.

pub mod fault;

use std::ffi::OsStr;

pub use fault::faults;

/// A variable of the environment, and which values it takes.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, in words.
    pub allowed: &'static str,
    /// Returns true if it takes a value.
    pub takes: fn(&OsStr) -> bool,
}

/// Variables that the command reads before it runs a program. `allowed` is as the library says it.
pub const RULES: &[Rule] = &[
    Rule {
        name: "HOSTNPU_DEVICES",
        allowed: "1 to 64",
        takes: |text| number(text, 1, 64).is_some(),
    },
    Rule {
        name: "HOSTNPU_DEVICE_MEMORY",
        allowed: "a size above 0 as 1000, 512M, 64G or 1T",
        takes: |text| text.to_str().and_then(size).is_some(),
    },
    Rule {
        name: "HOSTNPU_DEBUG",
        allowed: "0 or 1",
        takes: |text| number::<u8>(text, 0, 1).is_some(),
    },
    Rule {
        name: "HOSTNPU_CHECK",
        allowed: "a list of memory, host, handle, race, init, leak, api and waste; all: memory, handle, race, init and leak; full: all and host",
        takes: |text| checks(text).is_some(),
    },
    Rule {
        name: "HOSTNPU_CHECK_ACTION",
        allowed: "report, abort, break or exit:STATUS",
        takes: |text| check_action(text).is_some(),
    },
    Rule {
        name: "HOSTNPU_CHECK_LIMIT",
        allowed: "1 to 1000000",
        takes: |text| number(text, 1, 1_000_000).is_some(),
    },
    Rule {
        name: "HOSTNPU_SCHEDULE",
        allowed: "eager, async, late or random:SEED",
        takes: |text| schedule(text).is_some(),
    },
    Rule {
        name: "HOSTNPU_FAULT",
        allowed: "a list as malloc@7,task=aclnnSin@2",
        takes: |text| text.to_str().is_some_and(|text| faults(text).is_ok()),
    },
];

/// Schedule of the tasks of streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Small ones at once, where they are submitted.
    Eager,
    /// On other threads.
    Async,
    /// When a thread waits for them, or after a while.
    Late,
    /// After delays that the seed chooses.
    Random(u64),
}

/// Action of reports of checks beside being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAction {
    /// Nothing.
    Report,
    /// The first error ends the process with SIGABRT.
    Abort,
    /// Each error raises SIGTRAP, at which a debugger stops.
    Break,
    /// After errors the process ends with this status.
    Exit(i32),
}

/// A number within limits.
pub fn number<T: std::str::FromStr + PartialOrd>(text: &OsStr, least: T, greatest: T) -> Option<T> {
    let number = text.to_str()?.trim().parse().ok()?;
    (least <= number && number <= greatest).then_some(number)
}

/// All checks that find mistakes.
pub const ALL_CHECKS: u32 = 127;

/// Checks, as `memory,race`, by their bits.
pub fn checks(text: &OsStr) -> Option<u32> {
    let bits = |word: &str| match word.trim() {
        "memory" => Some(1),
        "host" => Some(2),
        "handle" => Some(4),
        "race" | "racecheck" | "synccheck" => Some(8),
        "init" | "initcheck" => Some(16),
        "leak" | "leak-check" => Some(32),
        "api" => Some(64),
        "waste" => Some(256),
        "memcheck" => Some(1 | 4),
        "all" => Some(1 | 4 | 8 | 16 | 32),
        "full" => Some(1 | 2 | 4 | 8 | 16 | 32),
        "none" => Some(0),
        _ => None,
    };
    let words = text.to_str()?.split(',');
    words.map(bits).try_fold(0, |all, one| Some(all | one?))
}

/// As `late` or `random:7`.
pub fn schedule(text: &OsStr) -> Option<Schedule> {
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

/// As `abort` or `exit:3`.
pub fn check_action(text: &OsStr) -> Option<CheckAction> {
    match text.to_str()?.trim() {
        "report" => Some(CheckAction::Report),
        "abort" => Some(CheckAction::Abort),
        "break" => Some(CheckAction::Break),
        exit => {
            let status = exit.strip_prefix("exit:")?;
            number(status.as_ref(), 0, 255).map(CheckAction::Exit)
        }
    }
}

/// `"64G"` as bytes; the units are binary.
pub fn size(text: &str) -> Option<usize> {
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
    fn checks_are_a_list_of_words() {
        assert_eq!(checks("memory,race".as_ref()), Some(9));
        assert_eq!(
            checks("all".as_ref()),
            checks("memory,handle,race,init,leak".as_ref())
        );
        assert_eq!(checks("all,host".as_ref()), checks("full".as_ref()));
        assert_eq!(checks("full,api".as_ref()), Some(ALL_CHECKS));
        assert_eq!(checks("memory,speed".as_ref()), None);
        assert_eq!(check_action("exit:3".as_ref()), Some(CheckAction::Exit(3)));
        assert_eq!(check_action("exit:300".as_ref()), None);
    }

    #[test]
    fn rules_refuse_what_cannot_be_read() {
        for (name, good, bad) in [
            ("HOSTNPU_DEVICES", "2", "65"),
            ("HOSTNPU_DEVICE_MEMORY", "64G", "99999999999999999999T"),
            ("HOSTNPU_DEBUG", "1", "yes"),
            ("HOSTNPU_CHECK", "memory,leak", "bad"),
            ("HOSTNPU_CHECK_ACTION", "exit:3", "exit"),
            ("HOSTNPU_CHECK_LIMIT", "7", "0"),
            ("HOSTNPU_SCHEDULE", "random:3", "random"),
            ("HOSTNPU_FAULT", "malloc@7, sync@2:timeout", "malloc@7,@@@"),
        ] {
            let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
            assert!((rule.takes)(good.as_ref()), "{name}={good}");
            assert!(!(rule.takes)(bad.as_ref()), "{name}={bad}");
        }
    }
}
