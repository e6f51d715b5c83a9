//! The text of recent errors, kept per thread until it is fetched.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use super::log::date;
use crate::sync::lock;

/// Most messages kept between two fetches.
const KEPT: usize = 16;

/// One refusal: when, its code of the vendor's family, and the sentence.
#[derive(Clone, Debug)]
struct Message {
    when: SystemTime,
    title: &'static str,
    code: &'static str,
    text: String,
}

thread_local! {
    static OWN: RefCell<Vec<Message>> = const { RefCell::new(Vec::new()) };
    static FETCHED: Cell<Option<CString>> = const { Cell::new(None) };
}

static SHARED: Mutex<Vec<Message>> = Mutex::new(Vec::new());
static IS_SHARED: AtomicBool = AtomicBool::new(false);

/// Whether messages are kept for the whole process instead of for each thread.
pub fn share_between_threads(shared: bool) {
    IS_SHARED.store(shared, Ordering::Relaxed);
}

/// Keeps a message. `title` and `code` are the vendor's name and number of its kind.
pub fn record(title: &'static str, code: &'static str, text: String) {
    let message = Message {
        when: SystemTime::now(),
        title,
        code,
        text,
    };
    let push = |messages: &mut Vec<Message>| {
        if messages.len() == KEPT {
            messages.remove(0);
        }
        messages.push(message);
    };
    if IS_SHARED.load(Ordering::Relaxed) {
        push(&mut lock(&SHARED));
    } else {
        OWN.with_borrow_mut(push);
    }
}

/// Takes all messages, newest first, as one text, and gives it to `visit`. The text stays valid until the thread's next
/// call; `None` if there is none.
pub fn fetch<R>(visit: impl FnOnce(Option<&CStr>) -> R) -> R {
    let messages = if IS_SHARED.load(Ordering::Relaxed) {
        std::mem::take(&mut *lock(&SHARED))
    } else {
        OWN.take()
    };
    if messages.is_empty() {
        return visit(None);
    }
    let lines: Vec<String> = messages.iter().rev().map(Message::line).collect();
    let text = CString::new(lines.join("\n").replace('\0', " ")).unwrap_or_default();
    let result = visit(Some(&text));
    // Moving a CString does not move its bytes.
    FETCHED.set(Some(text));
    result
}

impl Message {
    /// The vendor's layout: `[PID: 17] 2026-11-21-12:34:56.789 Title(CODE): text`.
    fn line(&self) -> String {
        let Self {
            when,
            title,
            code,
            text,
        } = self;
        format!(
            "[PID: {}] {} {title}({code}): {text}",
            std::process::id(),
            date(*when)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_fetched_once_newest_first() {
        record("Title", "EZ1001", "first".into());
        record("Title", "EZ1001", "second\0with a zero".into());
        let text = fetch(|text| text.unwrap().to_str().unwrap().to_owned());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[0].ends_with("Title(EZ1001): second with a zero"),
            "{text}"
        );
        assert!(lines[1].ends_with("first"), "{text}");
        assert!(fetch(|text| text.is_none()));
    }

    #[test]
    fn old_messages_give_way() {
        for i in 0..100 {
            record("Title", "EZ1001", format!("number {i}"));
        }
        let text = fetch(|text| text.unwrap().to_str().unwrap().to_owned());
        assert_eq!(text.lines().count(), KEPT);
        assert!(
            text.contains("number 99") && !text.contains("number 3\n"),
            "{text}"
        );
    }
}
