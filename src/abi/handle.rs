//! Handles: what C holds instead of addresses.
//!
//! A handle is a key into a table: the kind in its highest bits, below it the generation of a slot and the slot. So null,
//! destroyed, foreign and invented handles are all told apart from live ones. No address that a program can own has
//! those bits, so a program that follows a handle as if it were a pointer stops at once instead of reading something.

use std::fmt;

use super::slots::{self, Slots};
use crate::error::{Error, Handle, Result};

/// What a handle names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "each kind is named by its object")]
pub enum Kind {
    Context = 1,
    Stream,
    Event,
    Notify,
    DataBuffer,
    Tensor,
    Scalar,
    IntArray,
    FloatArray,
    BoolArray,
    TensorList,
    ScalarList,
    Executor,
    MluOpContext,
    MluOpTensor,
    MluOpTensorSet,
    MluOpSeqData,
    QuantizedParam,
    Notifier,
}

impl Kind {
    const ALL: [Kind; 19] = [
        Kind::Context,
        Kind::Stream,
        Kind::Event,
        Kind::Notify,
        Kind::DataBuffer,
        Kind::Tensor,
        Kind::Scalar,
        Kind::IntArray,
        Kind::FloatArray,
        Kind::BoolArray,
        Kind::TensorList,
        Kind::ScalarList,
        Kind::Executor,
        Kind::MluOpContext,
        Kind::MluOpTensor,
        Kind::MluOpTensorSet,
        Kind::MluOpSeqData,
        Kind::QuantizedParam,
        Kind::Notifier,
    ];

    /// The word for it in error texts.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Context => "context",
            Kind::Stream => "stream",
            Kind::Event => "event",
            Kind::Notify => "notify",
            Kind::DataBuffer => "data buffer",
            Kind::Tensor => "tensor",
            Kind::Scalar => "scalar",
            Kind::IntArray => "int array",
            Kind::FloatArray => "float array",
            Kind::BoolArray => "bool array",
            Kind::TensorList => "tensor list",
            Kind::ScalarList => "scalar list",
            Kind::Executor => "executor",
            Kind::MluOpContext => "MLU-OPS handle",
            Kind::MluOpTensor => "tensor descriptor",
            Kind::MluOpTensorSet => "tensor set descriptor",
            Kind::MluOpSeqData => "sequence data descriptor",
            Kind::QuantizedParam => "quantisation parameter",
            Kind::Notifier => "notifier",
        }
    }
}

const KIND_BITS: u32 = 5;
const KIND_SHIFT: u32 = usize::BITS - KIND_BITS;
const _: () = assert!(slots::KEY_BITS <= KIND_SHIFT);

/// All live objects of one kind.
pub struct Table<T> {
    kind: Kind,
    slots: Slots<T>,
}

impl<T> Table<T> {
    /// An empty table.
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            slots: Slots::new(),
        }
    }

    /// Takes an object in, and returns its handle.
    pub fn insert(&self, object: T) -> Result<usize> {
        let key = self.slots.insert(object).ok_or(Error::Exhausted {
            what: self.kind.name(),
            limit: slots::LIMIT,
        })?;
        Ok(((self.kind as usize) << KIND_SHIFT) | key as usize)
    }

    /// Shows the live object behind a handle to `visit`.
    pub fn with<R>(
        &self,
        arg: &'static str,
        handle: usize,
        visit: impl FnOnce(&T) -> R,
    ) -> Result<R> {
        let key = self.key(arg, handle)?;
        self.slots
            .with(key, visit)
            .ok_or_else(|| self.refusal(arg, Handle::Stale))
    }

    /// Takes the object out; the handle is stale from now on.
    pub fn take(&self, arg: &'static str, handle: usize) -> Result<T> {
        let key = self.key(arg, handle)?;
        self.slots
            .take(key)
            .ok_or_else(|| self.refusal(arg, Handle::Stale))
    }

    fn key(&self, arg: &'static str, handle: usize) -> Result<u64> {
        if handle == 0 {
            return Err(Error::Null { arg });
        }
        let kind = handle >> KIND_SHIFT;
        if kind == self.kind as usize {
            return Ok((handle & !(usize::MAX << KIND_SHIFT)) as u64);
        }
        let foreign = Kind::ALL.into_iter().find(|&other| other as usize == kind);
        let got = foreign.map_or(Handle::Garbage, |kind| Handle::Foreign(kind.name()));
        Err(self.refusal(arg, got))
    }

    fn refusal(&self, arg: &'static str, got: Handle) -> Error {
        Error::Handle {
            arg,
            kind: self.kind.name(),
            got,
        }
    }
}

impl<T: Clone> Table<T> {
    /// A copy of the live object behind a handle.
    pub fn get(&self, arg: &'static str, handle: usize) -> Result<T> {
        self.with(arg, handle, T::clone)
    }
}

impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_handle_is_named_for_what_it_is() {
        let (streams, events) = (Table::new(Kind::Stream), Table::new(Kind::Event));
        let stream = streams.insert(7).unwrap();
        let event = events.insert(8).unwrap();
        assert_eq!(streams.get("stream", stream), Ok(7));
        assert_eq!(streams.get("stream", 0), Err(Error::Null { arg: "stream" }));
        let got = |handle| match streams.get("stream", handle) {
            Err(Error::Handle { got, .. }) => got,
            other => panic!("{handle:#x}: {other:?}"),
        };
        assert_eq!(got(event), Handle::Foreign("event"));
        assert_eq!(got(0x7fff_1234_5678), Handle::Garbage);
        assert_eq!(got(usize::MAX), Handle::Garbage);
        assert_eq!(got(stream + 1), Handle::Stale);
        assert_eq!(streams.take("stream", stream), Ok(7));
        assert_eq!(got(stream), Handle::Stale);
    }

    #[test]
    fn a_slot_that_is_used_again_has_another_handle() {
        let table = Table::new(Kind::Tensor);
        let mut seen = std::collections::HashSet::new();
        for i in 0..100_000 {
            let handle = table.insert(i).unwrap();
            assert!(seen.insert(handle), "handle {handle:#x} came again");
            assert_eq!(table.take("tensor", handle), Ok(i));
        }
    }

    #[test]
    fn handles_are_never_addresses() {
        let table = Table::new(Kind::QuantizedParam);
        let handle = table.insert(()).unwrap();
        assert!(
            handle >> 47 != 0 && handle >> 47 != usize::MAX >> 47,
            "{handle:#x}"
        );
    }

    #[test]
    fn threads_share_a_table() {
        let table = Table::new(Kind::Tensor);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut own = Vec::new();
                    for i in 0..5000 {
                        own.push(table.insert((thread, i)).unwrap());
                        if i % 3 == 0 {
                            let handle = own.swap_remove(i % own.len());
                            assert_eq!(table.take("tensor", handle).unwrap().0, thread);
                        }
                    }
                    for handle in own {
                        assert_eq!(table.get("tensor", handle).unwrap().0, thread);
                    }
                });
            }
        });
    }
}
