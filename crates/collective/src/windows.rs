//! Memory of ranks to which other ranks of the process write without their part in it: what a rank has shown them, or a buffer of the communicator.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::Span;
use hostnpu_base::config;
use hostnpu_base::error::{Error, Result, Trouble};
use hostnpu_base::sync::lock;

/// Memory of a rank.
#[derive(Clone, Debug)]
pub enum Window {
    /// Memory of the program that the rank has shown.
    Shown(Span),
    /// A buffer of the communicator, of HCCL_BUFFSIZE.
    Buffer(Arc<Buffer>),
}

/// Words of a buffer, which are 0 at first.
#[derive(Debug)]
pub struct Buffer(Box<[AtomicI32]>);

impl Buffer {
    /// Reserved, not used: the system gives memory where something is written.
    fn new() -> Result<Self> {
        let mebibytes = *config::HCCL_BUFFSIZE.get() as usize;
        let words = mebibytes << 18;
        let layout = std::alloc::Layout::array::<AtomicI32>(words);
        let refused = || Error::out_of_host_memory(mebibytes << 20);
        let layout = layout.map_err(|_| refused())?;
        // SAFETY: the size is not 0.
        let first = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<AtomicI32>();
        if first.is_null() {
            return Err(refused());
        }
        let all = std::ptr::slice_from_raw_parts_mut(first, words);
        // SAFETY: memory of this layout, which the box owns from now on; zeros are words.
        Ok(Self(unsafe { Box::from_raw(all) }))
    }

    /// Returns the words.
    pub fn words(&self) -> &[AtomicI32] {
        &self.0
    }
}

/// Windows of one rank.
#[derive(Default)]
struct OfRank {
    registered: Vec<(usize, Span)>,
    /// The number of what it has shown, and to whom.
    shown: Option<(usize, Vec<u32>)>,
    /// The number of times that it has shown memory to each rank.
    times: HashMap<u32, u64>,
    buffer: Option<Arc<Buffer>>,
    gone: Option<Error>,
}

impl OfRank {
    /// The memory that a rank has been shown.
    fn shown_to(&self, rank: u32) -> Option<Span> {
        let (number, peers) = self.shown.as_ref()?;
        let mut all = self.registered.iter();
        let of = all.find(|(known, _)| known == number)?;
        peers.contains(&rank).then_some(of.1)
    }
}

/// The memory of all ranks of a communicator in one process.
pub struct Windows(Mutex<Vec<OfRank>>);

impl Windows {
    pub(super) fn new(size: u32) -> Self {
        Self(Mutex::new((0..size).map(|_| OfRank::default()).collect()))
    }

    pub(super) fn register(&self, rank: u32, memory: Span) -> usize {
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        lock(&self.0)[rank as usize]
            .registered
            .push((number, memory));
        number
    }

    pub(super) fn deregister(&self, rank: u32, number: usize) -> Result<()> {
        let own = &mut lock(&self.0)[rank as usize];
        known(own, number)?;
        own.registered.retain(|(of, _)| *of != number);
        own.shown.take_if(|(of, _)| *of == number);
        Ok(())
    }

    pub(super) fn show(&self, rank: u32, number: usize, peers: &[u32]) -> Result<()> {
        let own = &mut lock(&self.0)[rank as usize];
        known(own, number)?;
        let mut to = vec![rank];
        for peer in peers {
            if !to.contains(peer) {
                to.push(*peer);
            }
        }
        for &peer in &to {
            *own.times.entry(peer).or_default() += 1;
        }
        own.shown = Some((number, to));
        Ok(())
    }

    /// True if a rank has shown memory to another one as often as that to it: what it has taken away since then counts too.
    pub(super) fn has_shown(&self, rank: u32, to: u32) -> bool {
        let all = lock(&self.0);
        let times = |from: u32, to: u32| all[from as usize].times.get(&to).copied();
        times(rank, to) >= times(to, rank)
    }

    pub(super) fn gone(&self, rank: u32) -> Option<Error> {
        lock(&self.0)[rank as usize].gone.clone()
    }

    pub(super) fn leave(&self, rank: u32, reason: &Error) {
        let own = &mut lock(&self.0)[rank as usize];
        *own = OfRank {
            gone: Some(reason.clone()),
            times: std::mem::take(&mut own.times),
            ..OfRank::default()
        };
    }

    /// The memory of a rank for another one.
    pub(super) fn of(&self, from: u32, rank: u32) -> Result<Window> {
        let mut all = lock(&self.0);
        let shows = all[from as usize].shown.is_some();
        let of = &mut all[rank as usize];
        if let Some(gone) = &of.gone {
            return Err(gone.clone());
        }
        if shows {
            return of.shown_to(from).map(Window::Shown).ok_or_else(|| {
                let text = format!(
                    "rank {rank} has shown no memory to rank {from}, which has shown some: both have to"
                );
                Error::ranks(Trouble::Disagreement, text)
            });
        }
        let buffer = match &of.buffer {
            Some(buffer) => buffer.clone(),
            None => of.buffer.insert(Arc::new(Buffer::new()?)).clone(),
        };
        Ok(Window::Buffer(buffer))
    }
}

fn known(own: &OfRank, number: usize) -> Result<()> {
    match own.registered.iter().any(|(of, _)| *of == number) {
        true => Ok(()),
        false => {
            let allowed = "the handle of memory that this rank has registered";
            Err(Error::value("handle", format!("{number:#x}"), allowed))
        }
    }
}
