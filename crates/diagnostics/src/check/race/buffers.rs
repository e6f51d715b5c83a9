//! Page-locked memory that queued tasks use: code of the program has no access to it until the program is told that they are over.
//!
//! A page is closed if all that its block has in it is used: a fault on it is a mistake, whatever the byte. Tasks of streams find their pages open.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{RACES, User, used, user_text};
use crate::check::blocks::{self, Block, Owner};
use crate::check::clock::Clock;
use crate::check::report::Report;
use crate::check::stack::{Stack, is_library};
use crate::check::{HOST, RACE, host, is_on};
use crate::hooks::{self, Task, TaskKey};
use hostnpu_base::page;
use hostnpu_base::sync::lock;

/// A use of memory by a queued task.
struct Use {
    user: Arc<User>,
    /// The operand's place.
    place: usize,
    task: TaskKey,
    /// Pages that are closed while the copy uses them.
    pages: Range<usize>,
    is_running: bool,
}

impl Use {
    fn writes(&self) -> bool {
        self.user.parts[self.place].writes
    }

    fn meets(&self, bytes: &Range<usize>) -> bool {
        self.pages.start < bytes.end && bytes.start < self.pages.end
    }
}

/// The uses of which the program does not know that they are over.
#[derive(Default)]
pub(super) struct Buffers(Vec<Use>);

/// The lowest and the highest address that was ever closed.
static LOWEST: AtomicUsize = AtomicUsize::new(usize::MAX);
static HIGHEST: AtomicUsize = AtomicUsize::new(0);

/// The pages of which the used bytes are all that a block has in them. A block whose start is that of a page has pages of its own.
fn pages(block: &Block, bytes: &Range<usize>) -> Range<usize> {
    let page = page::size();
    let is_alone = block.start.is_multiple_of(page);
    let start = bytes.start.next_multiple_of(page);
    let end = match is_alone && bytes.end >= block.start + block.size {
        true => bytes.end.next_multiple_of(page),
        false => bytes.end / page * page,
    };
    start..end.max(start)
}

impl Buffers {
    /// Takes in a task that was queued.
    pub fn queued(&mut self, user: &Arc<User>, task: TaskKey) {
        if !is_on(HOST) || !is_on(RACE) || !host::is_watching() {
            return;
        }
        for (place, part) in user.parts.iter().enumerate() {
            for run in &part.runs {
                let is_locked = |block: &Block| block.owner == Owner::Host;
                let Some(block) = blocks::live(run.start).filter(is_locked) else {
                    break;
                };
                let pages = pages(&block, run);
                if pages.is_empty() {
                    continue;
                }
                LOWEST.fetch_min(pages.start, Ordering::Relaxed);
                HIGHEST.fetch_max(pages.end, Ordering::Relaxed);
                self.0.push(Use {
                    user: user.clone(),
                    place,
                    task,
                    pages: pages.clone(),
                    is_running: false,
                });
                self.close(&pages);
            }
        }
    }

    /// Lets the program in where tasks are over by what the host knows.
    pub fn review(&mut self, host: &Clock) {
        self.open_if(|user| {
            let judged = user.user.judged.get();
            judged.is_some_and(|&(stream, number)| host.of(stream) >= number)
        });
    }

    /// Lets the program in for good where bytes are.
    pub fn open(&mut self, bytes: &Range<usize>) {
        self.open_if(|user| user.meets(bytes));
    }

    fn open_if(&mut self, is_over: impl FnMut(&mut Use) -> bool) {
        if self.0.is_empty() {
            return;
        }
        let over: Vec<_> = self.0.extract_if(.., is_over).collect();
        for user in over {
            self.close(&user.pages);
        }
    }

    /// Gives pages the access that their uses leave.
    fn close(&self, pages: &Range<usize>) {
        let uses: Vec<&Use> = self.0.iter().filter(|user| user.meets(pages)).collect();
        let ends = uses
            .iter()
            .flat_map(|user| [user.pages.start, user.pages.end]);
        let inside = ends.filter(|end| pages.contains(end));
        let mut cuts: Vec<usize> = inside.chain([pages.start, pages.end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        for cut in cuts.windows(2) {
            let (start, end) = (cut[0], cut[1]);
            let here = || uses.iter().filter(|user| user.meets(&(start..end)));
            let access = match () {
                () if here().any(|user| user.is_running) => libc::PROT_READ | libc::PROT_WRITE,
                () if here().any(|user| user.writes()) => libc::PROT_NONE,
                () if here().next().is_some() => libc::PROT_READ,
                () => libc::PROT_READ | libc::PROT_WRITE,
            };
            protect(start..end, access);
        }
    }

    /// Notes that a task begins or ends.
    pub fn runs(&mut self, task: TaskKey, is_running: bool) {
        let mut pages = Vec::new();
        for user in self.0.iter_mut().filter(|user| user.task == task) {
            user.is_running = is_running;
            pages.push(user.pages.clone());
        }
        pages.iter().for_each(|pages| self.close(pages));
    }
}

fn protect(pages: Range<usize>, access: c_int) {
    // SAFETY: pages of blocks that the library has handed out as memory, and that are not given back.
    unsafe { libc::mprotect(pages.start as *mut c_void, pages.len(), access) };
}

/// Notes that a task begins or ends.
pub(in crate::check) fn runs(task: Task, is_running: bool) {
    if is_on(HOST) && is_on(RACE) {
        lock(&RACES).buffers.runs(task.key(), is_running);
    }
}

/// Lets the program in everywhere for good.
pub(in crate::check) fn open_all() {
    lock(&RACES).buffers.open_if(|_| true);
}

/// Looks at a fault. Says whether the instruction may run again.
pub(in crate::check) fn touched(address: usize, instruction: usize, writes: Option<bool>) -> bool {
    let is_near =
        LOWEST.load(Ordering::Relaxed) <= address && address < HIGHEST.load(Ordering::Relaxed);
    if !is_near || address == instruction {
        return false;
    }
    let races = &mut *lock(&RACES);
    let uses = || {
        races
            .buffers
            .0
            .iter()
            .filter(|user| user.pages.contains(&address))
    };
    let found = uses().find(|user| user.writes()).or_else(|| uses().next());
    let found = found.map(|found| (found.user.clone(), found.place));
    let block = blocks::live(address).filter(|block| block.owner == Owner::Host);
    let Some((user, place)) = found else {
        // Another thread's wait has opened it meanwhile.
        return block.is_some();
    };
    races.buffers.open(&(address..address + 1));
    if !hooks::current().is_empty() || is_library(instruction) || !is_on(RACE) {
        return true;
    }
    let part = &user.parts[place];
    let writes = writes.unwrap_or(!part.writes);
    let does = if writes { "writes" } else { "reads" };
    let may = if part.writes { "write" } else { "read" };
    let name = user.name;
    let what = match &block {
        Some(block) => format!("byte {} of {}", address - block.start, block.name()),
        None => format!("{address:#x}"),
    };
    let rule = match writes {
        true => "HN-HOST-WRITE-EARLY",
        false => "HN-HOST-READ-EARLY",
    };
    let sentence = format!("host code {does} {what}, which {name} may still {may}");
    let mut report = Report::error(rule, sentence);
    if let Some(block) = &block {
        report = report.fact("memory", block.text());
    }
    report = used(report, "used", user_text(&user, part), &user);
    report = report.fact_at("touched", "", Stack::at(instruction));
    if let Some(block) = &block {
        report = report.fact_at("made", "", block.made);
    }
    report
        .operator(name)
        .advice("Synchronise the stream, or an event recorded after the copy, before the host touches the buffer. It is open for the host from here on.")
        .send();
    true
}
