//! Calls of entry points with their arguments, as traces show them.
//!
//! Objects and memory have numbers in the order in which they are first seen, not addresses: two runs of a program can be
//! compared. Nothing here is reached unless something watches ([`hooks::on`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::ptr::with_exposed_provenance;
use std::sync::{LazyLock, Mutex};

use super::acl::types::{aclmdlRICondTaskParams, aclrtIpcEventHandle};
use super::c_enum::{CEnum, Enumerators};
use super::handle;
use super::hccl::types::HcclConfigValue;
use crate::device::{Kind as Memory, allocation_at, frees, was_freed};
use crate::diagnostics::hooks;
pub use crate::diagnostics::hooks::Facts;
use crate::diagnostics::text::{cut, one_line};
use crate::sync::lock;

/// Most bytes of a text of the program that are shown.
const LONGEST: usize = 120;

/// An entry point: `#[entry]` makes it.
#[derive(Debug)]
pub struct Signature {
    /// The entry point's name.
    pub name: &'static str,
    /// The parameters' names as the header has them, in order, each followed by a comma.
    pub parameters: &'static str,
    /// Their kinds.
    pub kinds: &'static [Kind],
    /// Facts that observers of calls ask for.
    pub facts: hooks::Facts,
}

/// An entry point that is called; a name alone is one without arguments.
#[derive(Clone, Copy)]
pub enum Called<'a> {
    /// Arguments are not told.
    Name(&'static str),
    /// The first phase of an operator, whose arguments are told as they are read ([`argument`]).
    FirstPhase(&'static str),
    /// The second phase of an operator, with its arguments.
    SecondPhase(&'static str, &'a [u64; 4]),
    /// With all arguments, each as a [`Word`].
    With(&'static Signature, &'a [u64]),
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
            Called::Name(name) | Called::FirstPhase(name) | Called::SecondPhase(name, _) => name,
            Called::With(signature, _) => signature.name,
        }
    }
}

/// The signature of all second phases.
static SECOND_PHASE: Signature = Signature {
    name: "",
    parameters: "workspace,workspaceSize,executor,stream,",
    kinds: &[Kind::Pointer, Kind::Unsigned, Kind::Pointer, Kind::Pointer],
    facts: hooks::Facts::QUEUES_OPERATOR,
};

impl hooks::Values for Called<'_> {
    fn facts(&self) -> hooks::Facts {
        match self {
            Called::With(signature, _) => signature.facts,
            Called::SecondPhase(..) => SECOND_PHASE.facts,
            Called::FirstPhase(_) => hooks::Facts::PLANS_OPERATOR,
            Called::Name(_) => hooks::Facts::NONE,
        }
    }

    fn show(&self, after: bool, to: &mut dyn FnMut(&str, &str)) {
        let all: Option<(&Signature, &[u64])> = match self {
            Called::Name(_) | Called::FirstPhase(_) => None,
            Called::SecondPhase(_, words) => Some((&SECOND_PHASE, *words)),
            Called::With(signature, words) => Some((signature, words)),
        };
        if let Some((signature, words)) = all {
            let names = signature.parameters.split_terminator(',');
            for ((name, kind), &word) in names.zip(signature.kinds).zip(words) {
                if let Some(text) = kind.show(word, after) {
                    to(name, &text);
                }
            }
        }
        hooks::own(&READ, |read| {
            let told = read.iter().filter(|(_, written, _)| *written == after);
            told.for_each(|(name, _, text)| to(name, text));
        });
    }
}

thread_local! {
    /// Arguments that the first phase under way has told: name, true for a result, text.
    static READ: RefCell<Vec<(&'static str, bool, String)>> = const { RefCell::new(Vec::new()) };
}

/// Forgets what the last call has told.
pub(super) fn forget() {
    hooks::own(&READ, Vec::clear);
}

/// Tells an argument of the call under way as it is read.
#[cold]
#[inline(never)]
pub fn argument(name: &'static str, kind: Kind, word: u64) {
    tell(name, false, kind, word);
}

/// Tells a result of the call under way.
#[cold]
#[inline(never)]
pub fn written(name: &'static str, kind: Kind, word: u64) {
    tell(name, true, kind, word);
}

fn tell(name: &'static str, written: bool, kind: Kind, word: u64) {
    if let Some(text) = kind.show(word, false) {
        hooks::own(&READ, |read| read.push((name, written, text)));
    }
}

/// Names of a C enum's values.
#[derive(Debug)]
pub struct Enumeration {
    name: &'static str,
    values: &'static [(i32, &'static str)],
}

/// Kinds of arguments: what a word is, and how it is shown.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A truth value.
    Bool,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A float.
    F32,
    /// A double.
    F64,
    /// An enum.
    Enum(&'static Enumeration),
    /// A function.
    Function,
    /// A structure passed by value, by its address.
    Structure(fn(usize) -> String),
    /// A pointer or a handle.
    Pointer,
    /// A string.
    Text,
    /// A pointer to what the call writes.
    Out(Written),
}

/// Kinds of results behind pointers that traces show.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// `int32_t`, or an enum.
    I32,
    /// `uint32_t`
    U32,
    /// `int64_t`
    I64,
    /// `uint64_t`, `size_t`
    U64,
    /// `float`
    F32,
    /// A pointer or a handle.
    Pointer,
}

impl Kind {
    /// Returns the text: before the call of the argument, after it of the result behind it, if there is one.
    fn show(self, word: u64, after: bool) -> Option<String> {
        let address = word as usize;
        if after {
            return match self {
                // SAFETY: the contract of `crate::abi`: memory that may be written as the type, and after success was.
                Kind::Out(written) if address != 0 => Some(unsafe { written.show(address) }),
                _ => None,
            };
        }
        Some(match self {
            Kind::Bool => (word != 0).to_string(),
            Kind::Signed => (word as i64).to_string(),
            Kind::Unsigned => word.to_string(),
            Kind::F32 => f32::from_bits(word as u32).to_string(),
            Kind::F64 => f64::from_bits(word).to_string(),
            Kind::Enum(of) => {
                let value = word as i32;
                let named = of.values.iter().find(|(known, _)| *known == value);
                named.map_or_else(
                    || format!("{}({value})", of.name),
                    |(_, name)| (*name).to_owned(),
                )
            }
            Kind::Function => if word == 0 { "null" } else { "function" }.to_owned(),
            Kind::Structure(show) => show(address),
            Kind::Text if address != 0 => {
                // SAFETY: the contract of `crate::abi`: a string.
                let text = unsafe { CStr::from_ptr(with_exposed_provenance(address)) };
                format!("\"{}\"", one_line(cut(&text.to_string_lossy(), LONGEST)))
            }
            Kind::Out(_) if address != 0 => return None,
            Kind::Pointer | Kind::Text | Kind::Out(_) => pointer(address),
        })
    }
}

impl Written {
    /// # Safety
    /// A value of the kind is at the address.
    unsafe fn show(self, address: usize) -> String {
        let at = with_exposed_provenance::<u8>(address);
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Written::I32 => at.cast::<i32>().read_unaligned().to_string(),
                Written::U32 => at.cast::<u32>().read_unaligned().to_string(),
                Written::I64 => at.cast::<i64>().read_unaligned().to_string(),
                Written::U64 => at.cast::<u64>().read_unaligned().to_string(),
                Written::F32 => at.cast::<f32>().read_unaligned().to_string(),
                Written::Pointer => pointer(at.cast::<usize>().read_unaligned()),
            }
        }
    }
}

/// An argument as a word, from which its kind makes a text.
pub trait Word {
    /// Returns the word.
    fn word(&self) -> u64;
}

/// A type whose kind is known.
pub trait Shown {
    /// The kind.
    const KIND: Kind;
}

/// A type that is shown where a call has written it.
pub trait Result {
    /// The kind.
    const WRITTEN: Written;
}

/// The kind of a parameter's type: `Of::<T>::KIND` is that of [`Shown`] if `T` has one, otherwise that of a pointer ([`Otherwise`]).
#[derive(Debug)]
pub struct Of<T>(PhantomData<T>);

impl<T: Shown> Of<T> {
    /// The kind.
    pub const KIND: Kind = T::KIND;
}

/// The kind of pointers to memory that traces do not read.
pub trait Otherwise {
    /// The kind.
    const KIND: Kind = Kind::Pointer;
}

impl<T> Otherwise for Of<T> {}

macro_rules! values {
    ($($type:ty, $kind:ident, |$value:ident| $word:expr;)*) => {$(
        impl Word for $type {
            #[inline(always)]
            fn word(&self) -> u64 {
                let $value = *self;
                $word
            }
        }

        impl Shown for $type {
            const KIND: Kind = Kind::$kind;
        }
    )*};
}

values! {
    bool, Bool, |value| value.into();
    i8, Signed, |value| i64::from(value) as u64;
    i16, Signed, |value| i64::from(value) as u64;
    i32, Signed, |value| i64::from(value) as u64;
    i64, Signed, |value| value as u64;
    u8, Unsigned, |value| value.into();
    u16, Unsigned, |value| value.into();
    u32, Unsigned, |value| value.into();
    u64, Unsigned, |value| value;
    usize, Unsigned, |value| value as u64;
    f32, F32, |value| value.to_bits().into();
    f64, F64, |value| value.to_bits();
}

impl<E: Copy> Word for CEnum<E> {
    #[inline(always)]
    fn word(&self) -> u64 {
        self.raw() as u32 as u64
    }
}

impl<E: Enumerators> Shown for CEnum<E> {
    const KIND: Kind = Kind::Enum(&Enumeration {
        name: E::ENUM,
        values: E::NAMES,
    });
}

impl<T> Word for *const T {
    #[inline(always)]
    fn word(&self) -> u64 {
        self.expose_provenance() as u64
    }
}

impl<T> Word for *mut T {
    #[inline(always)]
    fn word(&self) -> u64 {
        self.expose_provenance() as u64
    }
}

impl Shown for *const c_char {
    const KIND: Kind = Kind::Text;
}

impl<T: Result> Shown for *mut T {
    const KIND: Kind = Kind::Out(T::WRITTEN);
}

macro_rules! results {
    ($($type:ty, $kind:ident;)*) => {$(
        impl Result for $type {
            const WRITTEN: Written = Written::$kind;
        }
    )*};
}

results! {
    i32, I32;
    u32, U32;
    i64, I64;
    u64, U64;
    usize, U64;
    f32, F32;
}

impl<E> Result for CEnum<E> {
    const WRITTEN: Written = Written::I32;
}

impl<T> Result for *mut T {
    const WRITTEN: Written = Written::Pointer;
}

macro_rules! functions {
    ($(($($argument:ident),*)),*) => {$(
        impl<R, $($argument),*> Word for Option<unsafe extern "C" fn($($argument),*) -> R> {
            #[inline(always)]
            fn word(&self) -> u64 {
                self.is_some().into()
            }
        }

        impl<R, $($argument),*> Shown for Option<unsafe extern "C" fn($($argument),*) -> R> {
            const KIND: Kind = Kind::Function;
        }
    )*};
}

functions!((A), (A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E));

impl Word for aclrtIpcEventHandle {
    fn word(&self) -> u64 {
        0
    }
}

impl Shown for aclrtIpcEventHandle {
    const KIND: Kind = Kind::Structure(|_| "handle".to_owned());
}

impl Word for HcclConfigValue {
    fn word(&self) -> u64 {
        // SAFETY: it has one member, a number.
        i64::from(unsafe { self.value }) as u64
    }
}

impl Shown for HcclConfigValue {
    const KIND: Kind = Kind::Signed;
}

impl Word for aclmdlRICondTaskParams {
    fn word(&self) -> u64 {
        (&raw const *self).word()
    }
}

impl Shown for aclmdlRICondTaskParams {
    const KIND: Kind = Kind::Structure(|at| {
        // SAFETY: the address that `word` has given; the entry point holds the structure.
        let params = unsafe { &*with_exposed_provenance::<Self>(at) };
        format!("{} of {}", params.r#type, params.size)
    });
}

/// A numbered object: its kind, and its address.
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
        Memory::Device(_) => "mem",
        Memory::Host => "pinned",
        Memory::Registered => "registered",
        Memory::Reserved => "reserved",
    };
    let start = allocation.start;
    let number = number(kind, start, |since| !was_freed(start, since));
    match address - start {
        0 => format!("{kind}#{number}"),
        offset => format!("{kind}#{number}+{offset}"),
    }
}
