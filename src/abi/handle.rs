//! Handles: what C holds instead of addresses.
//!
//! A handle is a key into a table: the kind in its highest bits, below it the generation of a slot and the slot. So null,
//! destroyed, foreign and invented handles are all told apart from live ones. No address that a program can own has
//! those bits, so a program that follows a handle as if it were a pointer stops at once instead of reading something.

use std::fmt;
use std::sync::OnceLock;

use crate::diagnostics::check::handles;
use crate::diagnostics::hooks;
pub use crate::error::Object;
use crate::error::{Error, Handle, Reason, Resource, Result};
use crate::slots::{self, Slots};

const KIND_BITS: u32 = 6;
const KIND_SHIFT: u32 = usize::BITS - KIND_BITS;
const _: () = assert!(slots::KEY_BITS <= KIND_SHIFT);

/// Returns what kind of object a handle names; none if it is no handle.
pub fn object(handle: usize) -> Option<Object> {
    let kind = handle >> KIND_SHIFT;
    let mut all = Object::ALL.into_iter();
    all.find(|&object| object as usize == kind)
}

/// Writes the contents of a live object, for traces.
type Contents = fn(usize) -> Option<String>;

/// By kind. A table enters its own with its first object, if calls are watched.
static CONTENTS: [OnceLock<Contents>; 1 << KIND_BITS] = [const { OnceLock::new() }; 1 << KIND_BITS];

/// Returns the contents of an object for traces, if it is live and its kind has some.
pub fn contents(object: Object, handle: usize) -> Option<String> {
    CONTENTS[object as usize].get()?(handle)
}

/// All live objects of one kind.
pub struct Table<T> {
    kind: Object,
    slots: Slots<T>,
    contents: Option<Contents>,
}

/// Uses of a handle by a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It looks at the object.
    Look,
    /// It ends the object's life.
    End,
}

impl<T> Table<T> {
    /// An empty table.
    pub const fn new(kind: Object) -> Self {
        Self {
            kind,
            slots: Slots::new(),
            contents: None,
        }
    }

    /// An empty table whose objects have contents in traces.
    pub const fn with_contents(kind: Object, contents: Contents) -> Self {
        Self {
            kind,
            slots: Slots::new(),
            contents: Some(contents),
        }
    }

    /// Takes an object in, and returns its handle.
    #[inline]
    pub fn insert(&self, object: T) -> Result<usize> {
        let key = self.slots.insert(object).ok_or(Reason::Exhausted {
            what: Resource::Object(self.kind),
            limit: slots::LIMIT,
        })?;
        let handle = ((self.kind as usize) << KIND_SHIFT) | key as usize;
        if hooks::on() {
            handles::made(self.kind, handle);
            if let Some(contents) = self.contents {
                CONTENTS[self.kind as usize].get_or_init(|| contents);
            }
        }
        Ok(handle)
    }

    /// Shows the live object behind a handle to `visit`.
    #[inline]
    pub fn with<R>(
        &self,
        arg: &'static str,
        handle: usize,
        visit: impl FnOnce(&T) -> R,
    ) -> Result<R> {
        let key = self.key(arg, handle, Use::Look)?;
        self.slots
            .with(key, visit)
            .ok_or_else(|| self.refusal(arg, handle, Handle::Stale, Use::Look))
    }

    /// A copy of the live object behind a handle, for what watches: nothing is said where there is none.
    pub fn peek(&self, handle: usize) -> Option<T>
    where
        T: Clone,
    {
        let key = (handle & !(usize::MAX << KIND_SHIFT)) as u64;
        let is_own = object(handle) == Some(self.kind);
        is_own.then(|| self.slots.with(key, T::clone)).flatten()
    }

    /// Shows the live object behind a handle to `visit`, which may change it, while no other call looks at it.
    pub fn change<R>(
        &self,
        arg: &'static str,
        handle: usize,
        visit: impl FnOnce(&mut T) -> R,
    ) -> Result<R> {
        let key = self.key(arg, handle, Use::Look)?;
        self.slots
            .change(key, visit)
            .ok_or_else(|| self.refusal(arg, handle, Handle::Stale, Use::Look))
    }

    /// Takes the object out; the handle is stale from now on.
    pub fn take(&self, arg: &'static str, handle: usize) -> Result<T> {
        let key = self.key(arg, handle, Use::End)?;
        let object = self
            .slots
            .take(key)
            .ok_or_else(|| self.refusal(arg, handle, Handle::Stale, Use::End))?;
        if hooks::on() {
            handles::gone(handle);
        }
        Ok(object)
    }

    /// Takes the object out if the handle is live: `None` is no error of the program.
    pub fn take_live(&self, handle: usize) -> Option<T> {
        let is_own = handle >> KIND_SHIFT == self.kind as usize;
        let key = (handle & !(usize::MAX << KIND_SHIFT)) as u64;
        let object = is_own.then(|| self.slots.take(key)).flatten()?;
        if hooks::on() {
            handles::gone(handle);
        }
        Some(object)
    }

    /// Takes the object out if `condition` holds for it; leaves it and returns `None` otherwise.
    #[inline]
    pub fn take_if(
        &self,
        arg: &'static str,
        handle: usize,
        condition: impl Fn(&T) -> bool,
    ) -> Result<Option<T>> {
        let key = self.key(arg, handle, Use::Look)?;
        let object = self
            .slots
            .take_if(key, condition)
            .ok_or_else(|| self.refusal(arg, handle, Handle::Stale, Use::Look))?;
        if object.is_some() && hooks::on() {
            handles::gone(handle);
        }
        Ok(object)
    }

    #[inline(always)]
    fn key(&self, arg: &'static str, handle: usize, how: Use) -> Result<u64> {
        if handle == 0 {
            return Err(Reason::Null { arg }.into());
        }
        let kind = handle >> KIND_SHIFT;
        if kind == self.kind as usize {
            return Ok((handle & !(usize::MAX << KIND_SHIFT)) as u64);
        }
        let got = object(handle).map_or(Handle::Garbage, Handle::Foreign);
        Err(self.refusal(arg, handle, got, how))
    }

    #[cold]
    fn refusal(&self, arg: &'static str, handle: usize, got: Handle, how: Use) -> Error {
        if hooks::on() {
            handles::refused(self.kind, arg, handle, got, how == Use::End);
        }
        Error::from(Reason::Handle {
            arg,
            kind: self.kind,
            got,
        })
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
