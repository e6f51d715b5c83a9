//! Calls of entry points with their arguments, as traces show them.
//!
//! Objects and memory have numbers in the order in which they are first seen, not addresses: two runs of a program can be
//! compared. Nothing here is reached unless something watches ([`hooks::on`]).

use std::any::type_name;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{LazyLock, Mutex};

use super::acl::types::{aclmdlRICondTaskParams, aclrtIpcEventHandle};
use super::c_enum::{CEnum, Enumerators};
use super::handle;
use crate::device::{Kind, allocation_at, frees, was_freed};
use crate::diagnostics::hooks;
use crate::diagnostics::text::{cut, one_line};
use crate::sync::lock;

/// Most bytes of a text of the program that are shown.
const LONGEST: usize = 120;

/// The name of an entry point, and those of its parameters as its header has them, in order, each followed by a comma.
#[derive(Debug)]
pub struct Signature {
    /// The entry point's name.
    pub name: &'static str,
    /// The parameters' names as Rust spells them.
    pub parameters: &'static str,
    /// What those who watch calls ask for.
    pub facts: hooks::Facts,
}

/// An entry point that is called: [`called!`] makes it, with the arguments; a name alone is one without.
#[derive(Clone, Copy)]
pub enum Called<'a> {
    /// Arguments are told as they are read ([`argument`]), or not at all.
    Name(&'static str),
    /// The second phase of an operator, with its arguments.
    SecondPhase(&'static str, &'a dyn ShowAll),
    /// With all arguments.
    With(&'static Signature, &'a dyn ShowAll),
}

impl From<&'static str> for Called<'_> {
    fn from(name: &'static str) -> Self {
        Called::Name(name)
    }
}

impl Called<'_> {
    /// The entry point's name.
    pub fn name(&self) -> &'static str {
        match self {
            Called::Name(name) | Called::SecondPhase(name, _) => name,
            Called::With(signature, _) => signature.name,
        }
    }
}

/// An entry point with its arguments: `called!("aclrtFree", dev_ptr)`.
#[macro_export]
macro_rules! called {
    ($name:literal $(, $argument:ident)* $(,)?) => {
        $crate::abi::shown::Called::With(
            const {
                &$crate::abi::shown::Signature {
                    name: $name,
                    parameters: concat!($(stringify!($argument), ","),*),
                    facts: $crate::diagnostics::hooks::Facts::NONE,
                }
            },
            &$crate::abi::shown::called!(@ $($argument),*),
        )
    };
    (@) => { () };
    (@ $first:ident $(, $rest:ident)*) => { ($first, $crate::abi::shown::called!(@ $($rest),*)) };
}
pub use called;

/// What all second phases have.
static SECOND_PHASE: Signature = Signature {
    name: "",
    parameters: "workspace,workspace_size,executor,stream,",
    facts: hooks::Facts::QUEUES_OPERATOR,
};

impl hooks::Values for Called<'_> {
    fn facts(&self) -> hooks::Facts {
        match self {
            Called::With(signature, _) => signature.facts,
            Called::SecondPhase(..) => SECOND_PHASE.facts,
            Called::Name(_) => hooks::Facts::NONE,
        }
    }

    fn show(&self, after: bool, to: &mut dyn FnMut(&str, &str)) {
        let all = match self {
            Called::Name(_) => None,
            Called::SecondPhase(_, arguments) => Some((&SECOND_PHASE, arguments)),
            Called::With(signature, arguments) => Some((*signature, arguments)),
        };
        if let Some((signature, arguments)) = all {
            // MLU-OPS keeps its parameters' names.
            let is_snake = signature.name.starts_with("mluOp");
            let mut names = signature.parameters.split_terminator(',').map(|name| {
                let name = name.trim_end_matches('_');
                if is_snake {
                    name.to_owned()
                } else {
                    camel(name)
                }
            });
            arguments.show_all(&mut names, after, to);
        }
        hooks::own(&READ, |read| {
            let told = read.iter().filter(|(_, written, _)| *written == after);
            told.for_each(|(name, _, text)| to(name, text));
        });
    }
}

fn camel(snake: &str) -> String {
    let mut parts = snake.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.len().min(1));
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

thread_local! {
    /// What the first phase under way has told: name, whether it is a result, text.
    static READ: RefCell<Vec<(&'static str, bool, String)>> = const { RefCell::new(Vec::new()) };
}

/// Forgets what the last call has told.
pub(super) fn forget() {
    hooks::own(&READ, Vec::clear);
}

/// Tells an argument of the call under way as it is read.
#[cold]
#[inline(never)]
pub fn argument(name: &'static str, value: &dyn Show) {
    tell(name, false, value);
}

/// Tells a result of the call under way.
#[cold]
#[inline(never)]
pub fn written(name: &'static str, value: &dyn Show) {
    tell(name, true, value);
}

fn tell(name: &'static str, written: bool, value: &dyn Show) {
    if let Some(text) = value.show(false) {
        hooks::own(&READ, |read| read.push((name, written, text)));
    }
}

/// An argument that can be shown: before the call what it is, after it what it points to if that was written.
pub trait Show {
    /// Returns the text, if there is one.
    fn show(&self, after: bool) -> Option<String>;
}

/// Arguments that can be shown, in order.
pub trait ShowAll {
    /// Shows each with the next of the names.
    fn show_all(
        &self,
        names: &mut dyn Iterator<Item = String>,
        after: bool,
        to: &mut dyn FnMut(&str, &str),
    );
}

impl ShowAll for () {
    fn show_all(
        &self,
        _: &mut dyn Iterator<Item = String>,
        _: bool,
        _: &mut dyn FnMut(&str, &str),
    ) {
    }
}

impl<A: Show, B: ShowAll> ShowAll for (A, B) {
    fn show_all(
        &self,
        names: &mut dyn Iterator<Item = String>,
        after: bool,
        to: &mut dyn FnMut(&str, &str),
    ) {
        show_one(&self.0, names, after, to);
        self.1.show_all(names, after, to);
    }
}

fn show_one(
    value: &dyn Show,
    names: &mut dyn Iterator<Item = String>,
    after: bool,
    to: &mut dyn FnMut(&str, &str),
) {
    let name = names.next().unwrap_or_default();
    if let Some(text) = value.show(after) {
        to(&name, &text);
    }
}

macro_rules! values {
    ($($type:ty),*) => {$(
        impl Show for $type {
            fn show(&self, after: bool) -> Option<String> {
                (!after).then(|| self.to_string())
            }
        }
    )*};
}

values!(bool, i8, i16, u16, i32, u32, i64, u64, usize, f32, f64);

impl<E: Enumerators> Show for CEnum<E> {
    fn show(&self, after: bool) -> Option<String> {
        (!after).then(|| self.to_string())
    }
}

macro_rules! functions {
    ($(($($argument:ident),*)),*) => {$(
        impl<R, $($argument),*> Show for Option<unsafe extern "C" fn($($argument),*) -> R> {
            fn show(&self, after: bool) -> Option<String> {
                let text = if self.is_some() { "function" } else { "null" };
                (!after).then(|| text.to_owned())
            }
        }
    )*};
}

impl Show for aclrtIpcEventHandle {
    fn show(&self, after: bool) -> Option<String> {
        (!after).then(|| "handle".to_owned())
    }
}

impl Show for aclmdlRICondTaskParams {
    fn show(&self, after: bool) -> Option<String> {
        (!after).then(|| format!("{} of {}", self.r#type, self.size))
    }
}

functions!((A), (A, B), (A, B, C));

impl<T> Show for *const T {
    fn show(&self, after: bool) -> Option<String> {
        if after {
            None
        } else if type_name::<T>() == type_name::<c_char>() && !self.is_null() {
            // SAFETY: the contract of `crate::abi`: a string.
            let text = unsafe { CStr::from_ptr(self.cast()) };
            let text = text.to_string_lossy();
            Some(format!("\"{}\"", one_line(cut(&text, LONGEST))))
        } else {
            Some(pointer(self.addr()))
        }
    }
}

impl<T> Show for *mut T {
    fn show(&self, after: bool) -> Option<String> {
        let of = type_name::<T>();
        let is_number = ["usize", "u64", "i64", "i32", "u32", "f32"].contains(&of);
        let is_enum = of.contains("::CEnum<");
        let is_out = is_number || is_enum || of.starts_with("*mut ");
        if !after {
            return (!is_out || self.is_null()).then(|| pointer(self.addr()));
        }
        if !is_out || self.is_null() {
            return None;
        }
        // SAFETY: the contract of `crate::abi`: memory that may be written as `T`, and after success was.
        Some(unsafe {
            match of {
                "usize" | "u64" => self.cast::<u64>().read_unaligned().to_string(),
                "i64" => self.cast::<i64>().read_unaligned().to_string(),
                "u32" => self.cast::<u32>().read_unaligned().to_string(),
                "f32" => self.cast::<f32>().read_unaligned().to_string(),
                _ if is_enum || is_number => self.cast::<i32>().read_unaligned().to_string(),
                _ => pointer(self.cast::<usize>().read_unaligned()),
            }
        })
    }
}

/// What is numbered: its kind, and where it is.
type Named = (&'static str, usize);

/// Numbers of objects and memory, with what [`frees`] returned when they were given.
#[derive(Default)]
struct Numbers {
    known: HashMap<Named, (u64, u64)>,
    last: HashMap<&'static str, u64>,
}

static NUMBERS: LazyLock<Mutex<Numbers>> = LazyLock::new(Mutex::default);

fn number(kind: &'static str, at: usize, is_current: impl Fn(u64) -> bool) -> u64 {
    let mut numbers = lock(&NUMBERS);
    if let Some(&(number, since)) = numbers.known.get(&(kind, at))
        && is_current(since)
    {
        return number;
    }
    let last = numbers.last.entry(kind).or_default();
    *last += 1;
    let number = *last;
    numbers.known.insert((kind, at), (number, frees()));
    number
}

/// A pointer or handle: `null`, an object's kind and number, the memory that it points into, or `host`.
pub fn pointer(address: usize) -> String {
    if address == 0 {
        return "null".into();
    }
    if let Some(object) = handle::object(address) {
        let kind = object.name();
        let text = format!("{kind}#{}", number(kind, address, |_| true));
        return match handle::contents(object, address) {
            Some(contents) => text + " " + &contents,
            None => text,
        };
    }
    let Some(allocation) = allocation_at(address) else {
        return "host".into();
    };
    let kind = match allocation.kind {
        Kind::Device(_) => "mem",
        Kind::Host => "pinned",
        Kind::Registered => "registered",
        Kind::Reserved => "reserved",
    };
    let start = allocation.start;
    let number = number(kind, start, |since| !was_freed(start, since));
    match address - start {
        0 => format!("{kind}#{number}"),
        offset => format!("{kind}#{number}+{offset}"),
    }
}
