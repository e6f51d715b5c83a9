//! Workers of attention and of experts as ranks of a communicator: the memory of each, to which the others write.

use std::sync::{Arc, Mutex};

use super::Group;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;
use hostnpu_collective::{Buffer, Window};
use hostnpu_engine::operands::Shared;
use hostnpu_ops::workers::Windows;

/// The memory of the ranks of a communicator.
struct OfRanks {
    group: Arc<Group>,
    /// Buffers that were used: they stay as long as what knows them.
    buffers: Mutex<Vec<Arc<Buffer>>>,
}

/// Returns the memory of the ranks of a communicator. Refuses ranks in other processes.
pub fn windows(group: Arc<Group>) -> Result<Arc<dyn Windows>> {
    group.check_windows()?;
    Ok(Arc::new(OfRanks {
        group,
        buffers: Mutex::default(),
    }))
}

impl Windows for OfRanks {
    fn of(&self, rank: usize, bytes: u64) -> Result<Shared> {
        let refused = |got: u64, what: &str| {
            let got = format!("{got} bytes of rank {rank} for {bytes}");
            Err(Error::value("group", got, format!("{what}, large enough")))
        };
        match self.group.window(rank as u32)? {
            Window::Shown(span) if bytes > span.bytes as u64 => {
                refused(span.bytes as u64, "memory that it has shown")
            }
            Window::Shown(span) => {
                Shared::at("memory that a rank has shown", span.address as u64, bytes)
            }
            Window::Buffer(buffer) => {
                let most = size_of_val(buffer.words()) as u64;
                if bytes > most {
                    return refused(most, "HCCL_BUFFSIZE");
                }
                // SAFETY: the buffer is kept as long as this, which outlives what a call does with it; its words are atomics.
                let shared = unsafe { Shared::of_words(buffer.words()) };
                let mut buffers = lock(&self.buffers);
                if !buffers.iter().any(|known| Arc::ptr_eq(known, &buffer)) {
                    buffers.push(buffer);
                }
                Ok(shared)
            }
        }
    }

    fn wait(
        &self,
        rank: usize,
        what: &dyn Fn() -> String,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        self.group.wait_for(rank as u32, what, is_over)
    }
}
