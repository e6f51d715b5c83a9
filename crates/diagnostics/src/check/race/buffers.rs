//! Page-locked memory that queued tasks use: code of the program has no access to it until the program is told that they are over.
//!
//! A page is closed if all that its block has in it is used: a fault on it is a mistake, whatever the byte. Tasks of streams find their pages open.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::user::User;
use crate::check::blocks::{self, Block, Owner};
use crate::check::clock::Clock;
use crate::check::closed;
use crate::check::enabled::{HOST, RACE, is_on};
use crate::hooks::TaskKey;
use hostnpu_base::page;

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

/// Returns false if no page that was ever closed can hold an address.
pub(super) fn is_near(address: usize) -> bool {
    LOWEST.load(Ordering::Relaxed) <= address && address < HIGHEST.load(Ordering::Relaxed)
}

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
        if !is_on(HOST) || !is_on(RACE) || !closed::is_watching() {
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

    /// Lets the program in everywhere for good.
    pub fn open_all(&mut self) {
        self.open_if(|_| true);
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

    /// Returns a task that uses the page of an address, one that writes it if there is one, and the operand's place in it.
    pub fn user_at(&self, address: usize) -> Option<(Arc<User>, usize)> {
        let uses = || self.0.iter().filter(|user| user.pages.contains(&address));
        let found = uses().find(|user| user.writes()).or_else(|| uses().next());
        found.map(|found| (found.user.clone(), found.place))
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
