//! Messages between two ranks of one process: the sender shows its memory, the receiver copies it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::Span;
use super::schedule::unequal;
use hostnpu_base::sync::lock;

/// Sender, receiver, and number of a message between them.
type Key = (u32, u32, u64);

/// Messages that were sent and not taken.
#[derive(Default)]
pub(super) struct Mailbox {
    posts: Mutex<HashMap<Key, Arc<Post>>>,
}

/// A message.
pub(super) struct Post {
    key: Key,
    span: Span,
    is_over: AtomicBool,
    refused: OnceLock<String>,
}

impl Mailbox {
    /// Shows memory to the receiver.
    pub(super) fn post(&self, key: Key, span: Span) -> Arc<Post> {
        let post = Arc::new(Post {
            key,
            span,
            is_over: AtomicBool::new(false),
            refused: OnceLock::new(),
        });
        lock(&self.posts).insert(key, post.clone());
        post
    }

    /// Returns true if a message has come.
    pub(super) fn has(&self, key: Key) -> bool {
        lock(&self.posts).contains_key(&key)
    }

    /// Takes a message: it must be delivered then.
    pub(super) fn take(&self, key: Key) -> Option<Arc<Post>> {
        lock(&self.posts).remove(&key)
    }

    /// Takes back a message that was not taken, and returns it; waits for one that is being copied.
    pub(super) fn withdraw(&self, post: &Arc<Post>) -> Option<Arc<Post>> {
        let own = self.take(post.key);
        while own.is_none() && !post.is_over() {
            std::thread::yield_now();
        }
        own
    }
}

impl Post {
    /// Returns true if the receiver is done with it.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// The reason why the receiver refused it.
    pub(super) fn refusal(&self) -> Option<&str> {
        self.refused.get().map(String::as_str)
    }

    /// Copies it to the receiver's memory, if that has the same size.
    pub(super) fn deliver(&self, to: Span, copy: impl FnOnce(Span, Span)) -> Result<(), String> {
        let (sender, receiver, _) = self.key;
        let result = if self.span.bytes == to.bytes {
            copy(self.span, to);
            Ok(())
        } else {
            let text = unequal(sender, receiver, self.span.bytes, to.bytes);
            Err(self.refused.get_or_init(|| text).clone())
        };
        self.is_over.store(true, Ordering::Release);
        result
    }
}
