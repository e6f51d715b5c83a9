//! Arguments that operators are called with, in their first phases, by the executors that these give.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use crate::hooks::{self, Call, Description};
use hostnpu_base::sync::lock;

/// Names of arguments and their texts, as traces show them.
type Arguments = Vec<(String, String)>;

/// First phases whose arguments are kept; an executor may be repeatable.
const MOST: usize = 1 << 16;

/// Arguments by the names of executors.
static PLANNED: LazyLock<Mutex<HashMap<String, Arc<Arguments>>>> = LazyLock::new(Mutex::default);

thread_local! {
    /// Those of the operator that this thread queues.
    static QUEUED: RefCell<Option<Arc<Arguments>>> = const { RefCell::new(None) };
}

fn executor(call: &Call, after: bool) -> Option<String> {
    let mut found = None;
    call.arguments.show(after, &mut |name, text| {
        if name == "executor" {
            found = Some(text.to_owned());
        }
    });
    found
}

/// Looks at a call that begins: a second phase has the arguments of its first one.
pub(super) fn enter(call: &Call) {
    let executor = executor(call, false);
    let planned = executor.and_then(|executor| lock(&PLANNED).get(&executor).cloned());
    hooks::own(&QUEUED, |queued| *queued = planned);
}

/// Looks at a call that has succeeded.
pub(super) fn leave(call: &Call) {
    if !call.arguments.facts().any(hooks::Facts::PLANS_OPERATOR) {
        return;
    }
    let Some(executor) = executor(call, true) else {
        return;
    };
    let mut arguments = Arguments::new();
    call.arguments.show(false, &mut |name, text| {
        arguments.push((name.to_owned(), text.to_owned()));
    });
    let mut planned = lock(&PLANNED);
    if planned.len() >= MOST {
        planned.clear();
    }
    planned.insert(executor, Arc::new(arguments));
}

/// The arguments of the operator that is queued now; nothing of one that a replay queues.
pub(super) fn current(description: &Description) -> Option<Arc<Arguments>> {
    match description.replayed {
        Some(_) => None,
        None => hooks::own(&QUEUED, |queued| queued.clone()),
    }
}
