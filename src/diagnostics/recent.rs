//! The text of recent errors, kept per thread until it is fetched.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ffi::{CStr, CString};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use super::text::{Message, compose};
use crate::sync::lock;

/// Most messages kept between two fetches.
const KEPT: usize = 16;
/// Texts kept for threads that are ending: more than can be at it at once.
const KEPT_LATE: usize = 64;

thread_local! {
    static OWN: RefCell<Vec<Message>> = const { RefCell::new(Vec::new()) };
    static FETCHED: Cell<Option<CString>> = const { Cell::new(None) };
}

/// Messages of the whole process, or of threads that are ending: their own storage is gone while destructors of the program
/// still run.
static SHARED: Mutex<Vec<Message>> = Mutex::new(Vec::new());
/// The last texts that such threads have fetched.
static FETCHED_LATE: Mutex<VecDeque<CString>> = Mutex::new(VecDeque::new());
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
    with_messages(|messages| {
        if messages.len() == KEPT {
            messages.remove(0);
        }
        messages.push(message);
    });
}

/// Shows the messages that the calling thread records and fetches.
fn with_messages<R>(visit: impl FnOnce(&mut Vec<Message>) -> R) -> R {
    let has_own = !IS_SHARED.load(Ordering::Relaxed) && OWN.try_with(|_| ()).is_ok();
    if has_own {
        OWN.with_borrow_mut(visit)
    } else {
        visit(&mut lock(&SHARED))
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
    let mut text = Some(text);
    if FETCHED
        .try_with(|fetched| fetched.set(text.take()))
        .is_err()
    {
        let late = &mut lock(&FETCHED_LATE);
        late.extend(text);
        if late.len() > KEPT_LATE {
            late.pop_front();
        }
    }
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
