//! Profiles: times of all calls and tasks, kept until the vendor's `PROF_…` folder is written of them (`folder`).

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Instant, SystemTime};

use super::files::say;
use super::hooks::{self, Call, Description, Ended, Feature, Observer, Task};
use super::session::{Mark, Session, Timed};
use super::tasks::Tasks;
use super::{exit, folder};
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_base::thread;

struct Profile {
    session: Mutex<Option<Session>>,
    tasks: std::sync::LazyLock<Tasks>,
}

static PROFILE: Profile = Profile {
    session: Mutex::new(None),
    tasks: std::sync::LazyLock::new(Tasks::default),
};

thread_local! {
    /// The tasks that each call under way has queued.
    static OPEN: RefCell<Vec<Vec<Task>>> = const { RefCell::new(Vec::new()) };
}

/// Starts a profile of the whole process, if the environment asks for one.
pub fn start() {
    if let Some(path) = config::PROFILE.get()
        && begin(&super::text::with_process(path), false)
    {
        exit::at_end(end_and_say);
    }
}

/// Begins a profile whose folder is created within `path` when it ends, with times of the clock on the wall if it `is_dated`. Returns whether none was
/// under way.
pub fn begin(path: &Path, is_dated: bool) -> bool {
    let mut session = lock(&PROFILE.session);
    if session.is_some() {
        return false;
    }
    *session = Some(Session {
        within: path.to_owned(),
        began: Instant::now(),
        date: SystemTime::now(),
        is_dated,
        calls: Vec::new(),
        tasks: Vec::new(),
        marks: Vec::new(),
    });
    drop(session);
    hooks::watch(Feature::Profile, &PROFILE);
    true
}

/// Ends the profile under way, and writes its folder. Returns the folder, or why there is none; nothing if there is no profile.
pub fn end() -> Option<std::io::Result<PathBuf>> {
    let session = lock(&PROFILE.session).take()?;
    hooks::turn_off(Feature::Profile);
    Some(folder::write(&session))
}

fn end_and_say() {
    if let Some(Err(error)) = end() {
        say(&format!("no profile: {error}"));
    }
}

/// Records a mark, or a range that began at `began`.
pub fn mark(message: &str, domain: &str, began: Option<Instant>) {
    let now = Instant::now();
    if let Some(session) = &mut *lock(&PROFILE.session) {
        session.marks.push(Mark {
            message: message.to_owned(),
            domain: domain.to_owned(),
            thread: thread::number(),
            began: began.unwrap_or(now),
            ended: began.map(|_| now),
        });
    }
}

impl Observer for Profile {
    fn enter(&self, _: &Call) -> Option<hooks::Refusal> {
        hooks::own(&OPEN, |calls| calls.push(Vec::new()));
        None
    }

    fn leave(&self, call: &Call, _: Ended) {
        let duration = call.began.elapsed();
        let tasks = hooks::own(&OPEN, Vec::pop).unwrap_or_default();
        if let Some(session) = &mut *lock(&self.session)
            && call.began >= session.began
        {
            session.calls.push(Timed {
                name: call.name,
                facts: call.arguments.facts(),
                thread: thread::number(),
                began: call.began,
                duration,
                tasks,
            });
        }
    }

    fn submitted(&self, task: Task, description: &Description) {
        hooks::own(&OPEN, |calls| {
            if let Some(tasks) = calls.last_mut() {
                tasks.push(task);
            }
        });
        self.tasks.submitted(task, description);
    }

    fn changed(&self, task: Task, description: &Description) {
        self.tasks.changed(task, description);
    }

    fn begins(&self, task: Task) -> Result<()> {
        self.tasks.begins(task);
        Ok(())
    }

    fn ends(&self, task: Task, _: &Result<()>) {
        if let Some(ran) = self.tasks.ends(task)
            && let Some(session) = &mut *lock(&self.session)
            && ran.began >= session.began
        {
            session.tasks.push(ran);
        }
    }
}
