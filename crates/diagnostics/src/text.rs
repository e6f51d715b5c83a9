//! Wording and layout of messages and records, as Ascend's tools and their users' scripts expect it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// One refusal: when, the vendor's title and number of its kind, and the sentence.
#[derive(Clone, Debug)]
pub struct Message {
    /// Time at which it was refused.
    pub when: SystemTime,
    /// The vendor's title of the kind.
    pub title: &'static str,
    /// The vendor's number of the kind.
    pub code: &'static str,
    /// The sentence.
    pub text: String,
}

/// Messages as one text, the newest first and in full; the others follow below a head of their own, only their sentences. A fault
/// of the library itself is announced by a line of its own.
pub fn compose<'a>(newest_first: impl IntoIterator<Item = &'a Message>) -> String {
    let mut messages = newest_first.into_iter();
    let mut text = String::new();
    let Some(first) = messages.next() else {
        return text;
    };
    let Message {
        when, title, code, ..
    } = first;
    let is_inner = code.ends_with("9999");
    if is_inner {
        let _ = write!(text, "{code}: Inner Error!\n{code}");
    }
    let _ = write!(
        text,
        "[PID: {}] {} {title}({code}): ",
        std::process::id(),
        stamp(*when)
    );
    if is_inner {
        text.push(' ');
    }
    text += &one_line(&first.text);
    for (i, message) in messages.enumerate() {
        if i == 0 {
            text += "\nTraceBack (most recent call last):";
        }
        text += "\n        ";
        text += &one_line(&message.text);
    }
    text
}

/// The text with its control characters written as escapes: a text that a program brings cannot begin a line of its own, or steer
/// a terminal.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// At most `bytes` bytes of a text, cut between two characters.
pub fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A path in which `%p` stands for the number of the process.
pub fn with_process(path: &Path) -> PathBuf {
    match path.to_str() {
        Some(text) => text.replace("%p", &std::process::id().to_string()).into(),
        None => path.to_owned(),
    }
}

/// Returns true if a name fits a pattern, in which `*` stands for any characters.
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    (0..=name.len()).any(|at| name.is_char_boundary(at) && fits(rest, &name[at..]))
}

/// A time as `2026-11-21-12:34:56.789.012` (milliseconds, microseconds), local.
pub fn stamp(time: SystemTime) -> String {
    let (parts, micros) = local(time);
    format!(
        "{:04}-{:02}-{:02}-{:02}:{:02}:{:02}.{:03}.{:03}",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        micros / 1000,
        micros % 1000
    )
}

/// A time as `20261121123456789`, for names of files.
pub fn digits(time: SystemTime) -> String {
    let (parts, micros) = local(time);
    format!(
        "{:04}{:02}{:02}{:02}{:02}{:02}{:03}",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        micros / 1000
    )
}

/// A time in the local time zone, and its microseconds.
fn local(time: SystemTime) -> (libc::tm, u32) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = libc::time_t::try_from(since.as_secs()).unwrap_or_default();
    // SAFETY: `tm` is a plain C structure; localtime_r fills it and reads only `seconds`.
    let parts = unsafe {
        let mut parts = std::mem::zeroed::<libc::tm>();
        libc::localtime_r(&raw const seconds, &raw mut parts);
        parts
    };
    (parts, since.subsec_micros())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn message(code: &'static str, text: &str) -> Message {
        Message {
            when: UNIX_EPOCH + Duration::from_micros(951_782_400_042_007),
            title: "Title",
            code,
            text: text.into(),
        }
    }

    #[test]
    fn the_newest_message_is_in_full_and_the_others_below_it() {
        let messages = [
            message("EZ1001", "third"),
            message("EZ1001", "second\n[PID: 1] forged"),
            message("EE1003", "first"),
        ];
        let text = compose(&messages);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        let start = format!("[PID: {}] 2000-0", std::process::id());
        assert!(lines[0].starts_with(&start), "{text}");
        assert!(
            lines[0].ends_with(":00.042.007 Title(EZ1001): third"),
            "{text}"
        );
        assert_eq!(
            lines[1..],
            [
                "TraceBack (most recent call last):",
                "        second\\n[PID: 1] forged",
                "        first"
            ]
        );
    }

    #[test]
    fn a_fault_of_the_library_is_announced() {
        let text = compose(&[message("EZ9999", "oh"), message("EZ1001", "before")]);
        let start = format!("EZ9999: Inner Error!\nEZ9999[PID: {}] ", std::process::id());
        assert!(text.starts_with(&start), "{text}");
        assert!(
            text.ends_with(
                " Title(EZ9999):  oh\nTraceBack (most recent call last):\n        before"
            ),
            "{text}"
        );
        assert_eq!(compose(&[]), "");
    }

    #[test]
    fn times_are_local() {
        let time = UNIX_EPOCH + Duration::from_micros(951_782_400_042_007);
        let (parts, micros) = local(time);
        // SAFETY: a whole structure.
        let seconds = unsafe { libc::mktime(&mut parts.clone()) };
        assert_eq!((seconds, micros), (951_782_400, 42_007));
        assert!(stamp(time).ends_with(":00.042.007"), "{}", stamp(time));
        assert!(digits(time).starts_with("2000022") && digits(time).ends_with("042"));
    }

    #[test]
    fn patterns_fit_names() {
        for (pattern, name, fits) in [
            ("aclnn*", "aclnnSin", true),
            ("*Sin", "aclnnSin", true),
            ("a*S*n", "aclnnSin", true),
            ("aclnnSin", "aclnnSinh", false),
            ("*", "", true),
            ("b*", "a", false),
        ] {
            assert_eq!(super::fits(pattern, name), fits, "{pattern} {name}");
        }
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("aé", 2), "a");
        assert_eq!(cut("aé", 3), "aé");
        assert_eq!(cut("", 9), "");
    }
}
