//! Queues and notifiers: keys into tables of ours, never followed as addresses. `cnrt.h` declares them in its preamble,
//! because their tags are made by macros there.

/// The target of a queue's pointer.
pub struct CNqueue_st {
    _private: [u8; 0],
}

/// The target of a notifier's pointer.
pub struct CNnotifier_st {
    _private: [u8; 0],
}

/// A queue: tasks that run in order. Null, `cnrtQueueLegacy` and `cnrtQueuePerThread` mean the default queue.
pub type cnrtQueue_t = *mut CNqueue_st;

/// A notifier: a mark in a queue.
pub type cnrtNotifier_t = *mut CNnotifier_st;
