//! Memory that others write while a kernel runs: an operand through which programs and operators talk, and the memory to which numbers in it point.

use std::ptr::{self, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicI32, Ordering};

use super::super::dense::Operand;
use super::{Declared, Operands, Places};
use crate::{Arg, Call, OfRanks, Plan};
use hostnpu_base::error::{Error, Result};
use hostnpu_device::allocation_at;
use hostnpu_tensor::Dtype;
use std::sync::Arc;

/// Bytes that may change at any time. Words are read and written at once; nothing is a slice.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    address: usize,
    bytes: usize,
}

/// Bytes of a word.
const WORD: usize = 4;

impl Shared {
    /// Returns the memory to which a number in memory points. Refuses memory that is not all in one allocation, and words that are not aligned; `what` names the number.
    pub fn at(what: &'static str, address: u64, bytes: u64) -> Result<Self> {
        let refused = |allowed: String| {
            let got = format!("{bytes} bytes at {address:#x}");
            Err(Error::value(what, got, allowed))
        };
        let range = usize::try_from(address)
            .ok()
            .zip(usize::try_from(bytes).ok());
        let range =
            range.and_then(|(first, bytes)| Some((first, bytes, first.checked_add(bytes)?)));
        let Some((first, bytes, end)) = range else {
            return refused("memory of this process".into());
        };
        if !first.is_multiple_of(WORD) {
            return refused(format!("an address that {WORD} divides"));
        }
        let found = allocation_at(first).map(|found| found.bytes());
        match found {
            Some(found) if found.start <= first && end <= found.end => Ok(Self {
                address: first,
                bytes,
            }),
            Some(found) => refused(format!("at most {} bytes there", found.end - first)),
            None => refused("memory that was allocated".into()),
        }
    }

    /// Returns memory of the library itself.
    ///
    /// # Safety
    /// The words outlive every use of the result, and other threads access them as atomics only.
    pub unsafe fn of_words(words: &[AtomicI32]) -> Self {
        Self {
            address: words.as_ptr().expose_provenance(),
            bytes: size_of_val(words),
        }
    }

    /// Returns a part of it; what is outside is a mistake of the caller.
    pub fn part(self, offset: usize, bytes: usize) -> Self {
        assert!(
            offset <= self.bytes && bytes <= self.bytes - offset && offset.is_multiple_of(WORD)
        );
        Self {
            address: self.address + offset,
            bytes,
        }
    }

    /// The number of its bytes.
    pub fn len(self) -> usize {
        self.bytes
    }

    /// Returns true if it has none.
    pub fn is_empty(self) -> bool {
        self.bytes == 0
    }

    fn atomic(&self, number: usize) -> &AtomicI32 {
        assert!(number < self.bytes / WORD);
        let word = with_exposed_provenance_mut(self.address + number * WORD);
        // SAFETY: an aligned word of memory that is there, for `at` and `bind` have looked; others write it as atomics or as what no rule of theirs forbids.
        unsafe { AtomicI32::from_ptr(word) }
    }

    /// Reads a word.
    pub fn word(&self, number: usize) -> i32 {
        self.atomic(number).load(Ordering::Acquire)
    }

    /// Reads the number of two words, the lower one first.
    pub fn wide(&self, number: usize) -> u64 {
        let [low, high] = [number, number + 1].map(|number| self.word(number) as u32);
        u64::from(high) << 32 | u64::from(low)
    }

    /// Writes a word.
    pub fn set_word(&self, number: usize, to: i32) {
        self.atomic(number).store(to, Ordering::Release);
    }

    /// Copies bytes from there.
    pub fn load(&self, offset: usize, to: &mut [u8]) {
        assert!(offset <= self.bytes && to.len() <= self.bytes - offset);
        let from = with_exposed_provenance_mut::<u8>(self.address + offset);
        // SAFETY: as above; a slice of the caller's is no memory that others have, and if it is, the ranges may overlap.
        unsafe { ptr::copy(from, to.as_mut_ptr(), to.len()) };
    }

    /// Copies bytes to there.
    pub fn store(&self, offset: usize, from: &[u8]) {
        assert!(offset <= self.bytes && from.len() <= self.bytes - offset);
        let to = with_exposed_provenance_mut::<u8>(self.address + offset);
        // SAFETY: as for `load`.
        unsafe { ptr::copy(from.as_ptr(), to, from.len()) };
    }
}

/// A dense tensor that the kernel reads and writes while others do: at least so many bytes, aligned to words.
pub struct SharedBytes(Operand, Result<()>);

impl SharedBytes {
    /// Refuses tensors of other types than INT8, and those that are not dense.
    pub fn of(arg: Arg) -> Self {
        let is_dense = arg.view.dtype == Dtype::I8 && arg.view.layout.is_contiguous();
        let refused = match is_dense {
            true => Ok(()),
            false => Err(Error::value(
                arg.name,
                "a tensor that is not dense",
                "dense INT8",
            )),
        };
        Self(Operand::update(arg, Dtype::I8), refused)
    }
}

impl Operands for SharedBytes {
    type Bound<'a> = Shared;

    fn declare(self, to: &mut Declared) {
        if self.1.is_err() {
            *to.refused = self.1;
        }
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        let address = of.address;
        if !address.is_multiple_of(WORD) {
            let got = format!("memory at {address:#x}");
            let allowed = format!("an address that {WORD} divides");
            return Err(Error::value(of.known.name, got, allowed));
        }
        Ok(Shared {
            address,
            bytes: of.known.bytes(),
        })
    }
}

/// Returns a call as one that waits for what others write: it runs where waiting keeps no other task back.
pub fn waiting(call: Call) -> Call {
    let args = call.args().to_vec();
    Call::new(Waiting(call), args)
}

struct Waiting(Call);

impl OfRanks for Waiting {
    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn begin(&self, _: &[Arg], _: &Arc<hostnpu_device::Stream>) -> Call {
        self.0.clone()
    }
}

impl Plan for Waiting {
    fn workspace_size(&self) -> usize {
        self.0.plan().workspace_size()
    }

    fn cost(&self) -> usize {
        usize::MAX
    }

    fn of_ranks(&self) -> Option<&dyn OfRanks> {
        Some(self)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.0.run(addresses, workspace) }
    }
}
