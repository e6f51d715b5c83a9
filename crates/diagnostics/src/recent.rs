//! The text of recent errors, kept per thread until it is fetched.

use std::cell::Cell;
use std::ffi::{CStr, CString};
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::LocalKey;
use std::time::SystemTime;

use super::text::{Message, compose};
use hostnpu_base::per_thread::{self, Key, PerThread};
use hostnpu_base::sync::lock;

/// Most messages kept between two fetches.
const KEPT: usize = 16;

/// Messages that a thread has recorded and fetched.
#[derive(Default)]
struct Own {
    messages: Vec<Message>,
    fetched: Option<CString>,
}

impl PerThread for Own {
    fn place() -> &'static LocalKey<Cell<*mut Self>> {
        thread_local! {
            static PLACE: Cell<*mut Own> = const { Cell::new(null_mut()) };
        }
        &PLACE
    }

    fn key() -> &'static Key {
        static KEY: Key = Key::new();
        &KEY
    }
}

/// Messages of the whole process.
static SHARED: Mutex<Vec<Message>> = Mutex::new(Vec::new());
static IS_SHARED: AtomicBool = AtomicBool::new(false);

/// True if messages are kept for the whole process instead of for each thread.
pub fn share_between_threads(shared: bool) {
    IS_SHARED.store(shared, Ordering::Relaxed);
}

/// Keeps a message. `title` and `code` are the vendor's name and number of its kind. One that says the same as the one before takes its
/// place: programs that ask again and again would fill the list with it.
pub fn record(title: &'static str, code: &'static str, text: String) {
    let message = Message {
        when: SystemTime::now(),
        title,
        code,
        text,
    };
    with_messages(|messages| {
        if messages
            .last()
            .is_some_and(|last| last.text == message.text)
        {
            messages.pop();
        } else if messages.len() == KEPT {
            messages.remove(0);
        }
        messages.push(message);
    });
}

/// Shows the messages that the calling thread records and fetches.
fn with_messages<R>(visit: impl FnOnce(&mut Vec<Message>) -> R) -> R {
    if IS_SHARED.load(Ordering::Relaxed) {
        visit(&mut lock(&SHARED))
    } else {
        per_thread::with(|own: &mut Own| visit(&mut own.messages))
    }
}

/// Takes all messages, newest first, as one text, and gives it to `visit`. The text stays valid until the thread's next
/// call; `None` if there is none.
pub fn fetch<R>(visit: impl FnOnce(Option<&CStr>) -> R) -> R {
    let messages = with_messages(std::mem::take);
    if messages.is_empty() {
        return visit(None);
    }
    let text = CString::new(compose(messages.iter().rev())).unwrap_or_default();
    let result = visit(Some(&text));
    // Moving a CString does not move its bytes.
    per_thread::with(|own: &mut Own| own.fetched = Some(text));
    result
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
        assert_eq!(lines.len(), 3);
        assert!(
            lines[0].ends_with("Title(EZ1001): second\\u{0}with a zero"),
            "{text}"
        );
        assert_eq!(lines[2], "        first");
        assert!(fetch(|text| text.is_none()));
    }

    #[test]
    fn a_repeated_message_is_kept_once() {
        for text in ["again", "again", "other", "again"] {
            record("Title", "EZ1001", text.into());
        }
        let text = fetch(|text| text.unwrap().to_str().unwrap().to_owned());
        assert_eq!(text.matches("again").count(), 2, "{text}");
        assert_eq!(text.matches("other").count(), 1, "{text}");
    }

    #[test]
    fn old_messages_give_way() {
        for i in 0..100 {
            record("Title", "EZ1001", format!("number {i}"));
        }
        let text = fetch(|text| text.unwrap().to_str().unwrap().to_owned());
        // Each on a line, and the head of the older ones.
        assert_eq!(text.lines().count(), KEPT + 1);
        assert!(
            text.contains("number 99") && !text.contains("number 83\n"),
            "{text}"
        );
    }
}
