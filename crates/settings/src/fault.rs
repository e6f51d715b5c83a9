//! Faults on demand, as `HOSTNPU_FAULT` names them.

use std::time::Duration;

/// Kind of call or task in which a fault strikes.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// An allocation of device memory (`malloc`), or of the host's (`mallochost`).
    Allocation {
        /// True if of the host's.
        of_host: bool,
    },
    /// A call of an entry point that fits a pattern.
    Call(String),
    /// The same, which then does nothing and succeeds; `sync` stands for all that wait, or let a stream wait.
    Skip(String),
    /// A wait of the host.
    Wait,
    /// A task, of an operator or of any.
    Task(Option<String>),
    /// Every task of a stream, by its number, begins later.
    Slow(u64),
    /// A record of an event, which is never reached then (`event=never`).
    Record,
    /// A call that works on a device: it and all later ones fail, until the device is reset (`lost-context`).
    Lost,
}

/// A fault that is asked for.
#[derive(Debug)]
pub struct Fault {
    /// As it was asked for.
    pub word: String,
    /// The kind of call or task in which it strikes.
    pub place: Place,
    /// The number of the time that it strikes; the first one if nothing is said.
    pub time: u64,
    /// The share of times instead, of a hundred, and the seed that chooses them.
    pub share: Option<(u64, u64)>,
    /// The status with which a call fails.
    pub code: Option<i32>,
    /// Delay of the beginning of tasks.
    pub delay: Duration,
}

/// Reads a list of faults. What is none is returned as the error.
pub fn faults(text: &str) -> Result<Vec<Fault>, &str> {
    let words = text.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| fault(word).ok_or(word)).collect()
}

/// Reads `what[@time][:code]`, or `what%share[:seed=number]`.
pub fn fault(word: &str) -> Option<Fault> {
    let (what, rest) = match word.find(['@', '%', ':']) {
        Some(at) => word.split_at(at),
        None => (word, ""),
    };
    let (mut time, mut share, mut code, mut delay) = (1, None, None, Duration::ZERO);
    let (count, tail) = rest
        .split_once(':')
        .map_or((rest, None), |(count, tail)| (count, Some(tail)));
    if let Some(number) = count.strip_prefix('@') {
        time = number.parse().ok().filter(|time| *time > 0)?;
    } else if let Some(number) = count.strip_prefix('%') {
        share = Some((number.parse().ok().filter(|share| *share <= 100)?, 0));
    } else if !count.is_empty() {
        return None;
    }
    let place = match what.split_once('=') {
        None if what == "malloc" => Place::Allocation { of_host: false },
        None if what == "mallochost" => Place::Allocation { of_host: true },
        None if what == "sync" => Place::Wait,
        None if what == "task" => Place::Task(None),
        None if what == "lost-context" => Place::Lost,
        Some(("event", "never")) => Place::Record,
        Some(("task", name)) => Place::Task(Some(name.to_owned())),
        Some(("call", name)) => Place::Call(name.to_owned()),
        Some(("skip", name)) => Place::Skip(name.to_owned()),
        Some(("slow", stream)) => Place::Slow(stream.strip_prefix("stream")?.parse().ok()?),
        _ => return None,
    };
    match (&place, tail) {
        (Place::Slow(_), Some(tail)) => {
            delay = Duration::from_millis(tail.strip_suffix("ms")?.parse().ok()?)
        }
        (Place::Slow(_), None) => return None,
        (Place::Wait, Some("timeout")) => {}
        (_, Some(tail)) => match (tail.strip_prefix("seed="), &mut share) {
            (Some(number), Some((_, seed))) => *seed = number.parse().ok()?,
            _ => code = Some(tail.parse().ok()?),
        },
        (_, None) => {}
    }
    Some(Fault {
        word: word.to_owned(),
        place,
        time,
        share,
        code,
        delay,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_as_documented() {
        let read =
            |word| fault(word).map(|fault| (fault.place, fault.time, fault.share, fault.code));
        assert_eq!(
            read("malloc@7"),
            Some((Place::Allocation { of_host: false }, 7, None, None))
        );
        assert_eq!(
            read("malloc%1:seed=3"),
            Some((Place::Allocation { of_host: false }, 1, Some((1, 3)), None))
        );
        let call = Place::Call("aclrtMemcpyAsync".into());
        assert_eq!(
            read("call=aclrtMemcpyAsync@5:507899"),
            Some((call, 5, None, Some(507_899)))
        );
        assert_eq!(
            read("task=aclnnSin"),
            Some((Place::Task(Some("aclnnSin".into())), 1, None, None))
        );
        assert_eq!(read("sync@3:timeout"), Some((Place::Wait, 3, None, None)));
        assert_eq!(
            fault("slow=stream2:10ms").unwrap().delay,
            Duration::from_millis(10)
        );
        assert_eq!(read("event=never@2"), Some((Place::Record, 2, None, None)));
        assert_eq!(read("lost-context@4"), Some((Place::Lost, 4, None, None)));
        assert_eq!(
            read("skip=sync@3"),
            Some((Place::Skip("sync".into()), 3, None, None))
        );
        for wrong in [
            "",
            "malloc@0",
            "malloc%101",
            "mallocs",
            "slow=stream2",
            "task@x",
            "sync@1:later",
            "event=late",
        ] {
            assert!(fault(wrong).is_none(), "{wrong}");
        }
    }
}
