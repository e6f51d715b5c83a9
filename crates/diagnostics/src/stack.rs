//! Stacks of the program: addresses when something happens, names and places when a report needs them.

use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{LazyLock, Mutex};

use super::demangle::demangled;
use hostnpu_base::config;
use hostnpu_base::sync::lock;

/// A stack that is kept; the same one has the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack(u32);

/// A place in the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function's name, or what is known instead.
    pub function: String,
    /// File and line, where debug information says them.
    pub line: Option<String>,
}

struct StackEntry {
    addresses: Box<[usize]>,
    /// The same stack once more, which can name its places. Made once for each stack, it costs more than the addresses.
    resolver: Backtrace,
    /// The frames that reports show of it, once one did.
    shown: Option<ShownFrames>,
}

struct ShownFrames {
    places: Vec<Place>,
    /// The first stack of which the same is shown.
    first: Stack,
}

impl StackEntry {
    /// Returns its places, the innermost first.
    fn places(&self) -> Vec<Place> {
        let known = parse(&format!("{:#}", self.resolver));
        let place = |&address: &usize| {
            let found = known.iter().find(|(at, _)| *at == address);
            found.map(|(_, place)| place.clone()).unwrap_or_default()
        };
        self.addresses.iter().map(place).collect()
    }
}

#[derive(Default)]
pub(super) struct Stacks {
    by_hash: HashMap<u64, u32>,
    all: Vec<StackEntry>,
}

pub(super) static STACKS: LazyLock<Mutex<Stacks>> = LazyLock::new(Mutex::default);

/// Most frames of a stack that is looked at in search of the program's own.
const DEEPEST: usize = 64;

unsafe extern "C" {
    fn _Unwind_Backtrace(
        trace: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Frames that are being collected.
struct Frames {
    own: Range<usize>,
    /// The address with which the frames begin, where it is known and was not met yet.
    from: Option<usize>,
    addresses: [usize; DEEPEST],
    count: usize,
    wanted: usize,
}

impl Frames {
    fn all(&self) -> &[usize] {
        &self.addresses[..self.count]
    }
}

extern "C" fn collect(context: *mut c_void, frames: *mut c_void) -> c_int {
    const GO_ON: c_int = 0;
    const STOP: c_int = 5;
    // SAFETY: `here` passes its own frames.
    let frames = unsafe { &mut *frames.cast::<Frames>() };
    // SAFETY: the unwinder passes the context of a frame.
    let address = unsafe { _Unwind_GetIP(context) };
    match frames.from {
        Some(from) if from != address => return GO_ON,
        Some(_) => frames.from = None,
        None if frames.count == 0 && frames.own.contains(&address) => return GO_ON,
        None => {}
    }
    frames.addresses[frames.count] = address;
    frames.count += 1;
    if frames.count == frames.wanted {
        STOP
    } else {
        GO_ON
    }
}

impl Stack {
    /// Returns the stack of the calling thread, from the program's innermost frame on.
    pub fn here() -> Self {
        Self::keep(frames(None, *config::CHECK_DEPTH.get()).all())
    }

    /// Returns the stack of the calling thread from an instruction on, which a signal has interrupted. Where that is the C library's,
    /// such as in `memcpy`, it begins with the caller.
    pub fn at(instruction: usize) -> Self {
        let frames = frames(Some(instruction), DEEPEST);
        let library = object_of(libc::memcpy as *const () as usize);
        let is_other = |address: &usize| !library.contains(address);
        let first = frames.all().iter().position(is_other).unwrap_or(0);
        let wanted = (*config::CHECK_DEPTH.get()).max(1);
        let end = frames.count.min(first + wanted);
        Self::keep(&frames.addresses[first..end])
    }

    fn keep(addresses: &[usize]) -> Self {
        let mut hasher = DefaultHasher::new();
        addresses.hash(&mut hasher);
        let stacks = &mut *lock(&STACKS);
        let number = *stacks.by_hash.entry(hasher.finish()).or_insert_with(|| {
            stacks.all.push(StackEntry {
                addresses: addresses.into(),
                resolver: Backtrace::force_capture(),
                shown: None,
            });
            stacks.all.len() as u32
        });
        Self(number)
    }

    /// Returns its places, the innermost first.
    pub fn places(self) -> Vec<Place> {
        self.with(|kept| kept.places()).unwrap_or_default()
    }

    /// Returns the innermost place of which something is known.
    pub fn place(self) -> Option<Place> {
        self.places().into_iter().find(Place::is_known)
    }

    /// Returns the places that reports show: the innermost of which something is known, and those that called it, up to the program's
    /// `main`.
    pub fn shown(self) -> Vec<Place> {
        self.show(|shown| shown.places.clone()).unwrap_or_default()
    }

    /// Returns the first stack of which reports show the same, which tells causes apart.
    pub fn alike(self) -> Self {
        self.show(|shown| shown.first).unwrap_or_default()
    }

    fn show<R>(self, look: impl FnOnce(&ShownFrames) -> R) -> Option<R> {
        let stacks = &mut *lock(&STACKS);
        let kept = stacks.all.get_mut((self.0 as usize).checked_sub(1)?)?;
        if kept.shown.is_none() {
            let mut places = shown(kept.places());
            if places.is_empty()
                && let Some(address) = kept.addresses.first()
            {
                // Nothing is known of the program but this, which tells its places apart.
                let function = format!("{address:#x}");
                places.push(Place {
                    function,
                    line: None,
                });
            }
            let mut hasher = DefaultHasher::new();
            "shown".hash(&mut hasher);
            places.hash(&mut hasher);
            let first = Self(*stacks.by_hash.entry(hasher.finish()).or_insert(self.0));
            kept.shown = Some(ShownFrames { places, first });
        }
        kept.shown.as_ref().map(look)
    }

    fn with<R>(self, look: impl FnOnce(&StackEntry) -> R) -> Option<R> {
        let stacks = lock(&STACKS);
        let at = (self.0 as usize).checked_sub(1)?;
        stacks.all.get(at).map(look)
    }
}

impl Place {
    fn is_known(&self) -> bool {
        self.line.is_some() || !self.function.is_empty()
    }
}

/// Functions with which the C library begins a thread, or the program.
const STARTS: [&str; 4] = [
    "__libc_start_call_main",
    "__libc_start_main",
    "_start",
    "start_thread",
];

/// The places of a stack that are shown.
fn shown(places: Vec<Place>) -> Vec<Place> {
    shown_of(places, *config::CHECK_FRAMES.get())
}

/// The first places of a stack of which something is known, `most` of them at most, up to `main` or the beginning of the thread.
fn shown_of(mut places: Vec<Place>, most: usize) -> Vec<Place> {
    places.retain(Place::is_known);
    let is_start = |place: &Place| STARTS.contains(&place.function.as_str());
    if let Some(start) = places.iter().position(is_start) {
        places.truncate(start);
    }
    if let Some(main) = places.iter().position(|place| place.function == "main") {
        places.truncate(main + 1);
    }
    places.truncate(most);
    places
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.line {
            Some(line) => write!(f, "at {line} in {}", self.function),
            None => write!(f, "in {}", self.function),
        }
    }
}

/// Takes the addresses and places out of the text of a backtrace: that is the only way to them.
fn parse(text: &str) -> Vec<(usize, Place)> {
    let mut places: Vec<(usize, Place)> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        if let Some(place) = line.strip_prefix("at ") {
            // file:line:column
            let without_column = place
                .rsplit_once(':')
                .filter(|(rest, _)| rest.contains(':'))
                .map_or(place, |(rest, _)| rest);
            if let Some((_, last)) = places.last_mut() {
                last.line = Some(without_column.to_owned());
            }
            continue;
        }
        let frame = line
            .split_once(": ")
            .and_then(|(_, rest)| rest.trim_start().split_once(" - "));
        if let Some((address, function)) = frame
            && let Some(address) = address.trim().strip_prefix("0x")
            && let Ok(address) = usize::from_str_radix(address, 16)
        {
            let function = match function {
                "<unknown>" => String::new(),
                named => demangled(named),
            };
            places.push((
                address,
                Place {
                    function,
                    line: None,
                },
            ));
        }
    }
    places
}

/// Collects frames of the calling thread.
fn frames(from: Option<usize>, wanted: usize) -> Frames {
    let mut frames = Frames {
        own: own_code(),
        from,
        addresses: [0; DEEPEST],
        count: 0,
        wanted: wanted.clamp(1, DEEPEST),
    };
    // SAFETY: `collect` takes what is passed here, and writes no more than the frames hold.
    unsafe { _Unwind_Backtrace(collect, (&raw mut frames).cast()) };
    frames
}

/// True if an instruction which a signal has interrupted is the library's, or that of a function which the library has called, such as
/// `memcpy`.
pub fn is_library(instruction: usize) -> bool {
    const CALLERS: usize = 3;
    let own = own_code();
    let frames = frames(Some(instruction), CALLERS);
    own.contains(&instruction) || frames.all().iter().any(|address| own.contains(address))
}

/// The addresses of this library.
fn own_code() -> Range<usize> {
    static OWN: LazyLock<Range<usize>> =
        LazyLock::new(|| object_of(own_code as fn() -> Range<usize> as usize));
    OWN.clone()
}

/// The addresses of the library or program that an address is of.
fn object_of(address: usize) -> Range<usize> {
    let mut search = (address, 0..0);
    // SAFETY: `look` takes what is passed here.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    search.1
}

unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, data: *mut c_void) -> c_int {
    // SAFETY: `own_code` passes its own search, the loader a description of an object.
    let (search, info) = unsafe { (&mut *data.cast::<(usize, Range<usize>)>(), &*info) };
    // SAFETY: the description has so many headers.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    for header in headers
        .iter()
        .filter(|header| header.p_type == libc::PT_LOAD)
    {
        let start = (info.dlpi_addr + header.p_vaddr) as usize;
        let range = start..start + header.p_memsz as usize;
        if range.contains(&search.0) {
            search.1 = range;
            return 1;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_from_the_text_of_a_backtrace() {
        let text = "   0:     0x55d0c0a0b1c2 - step\n                               at /src/prog.c:41:5\n   1:     0x55d0c0a0b1c3 - main\n   2:     0x7f00 - <unknown>\n";
        let place = |function: &str, line: Option<&str>| Place {
            function: function.into(),
            line: line.map(str::to_owned),
        };
        assert_eq!(
            parse(text),
            [
                (0x55d0_c0a0_b1c2, place("step", Some("/src/prog.c:41"))),
                (0x55d0_c0a0_b1c3, place("main", None)),
                (0x7f00, place("", None)),
            ]
        );
    }

    #[test]
    fn a_stack_is_kept_once() {
        let stacks: Vec<_> = (0..3).map(|_| Stack::here()).collect();
        assert!(stacks.iter().all(|stack| *stack == stacks[0]));
    }

    #[test]
    fn callers_are_shown_up_to_main() {
        let names = |functions: &[&str], most: usize| -> Vec<String> {
            let place = |function: &&str| Place {
                function: (*function).to_owned(),
                line: None,
            };
            let shown = shown_of(functions.iter().map(place).collect(), most);
            shown.iter().map(|place| place.function.clone()).collect()
        };
        let stack = [
            "",
            "memory",
            "step",
            "main",
            "__libc_start_call_main",
            "_start",
        ];
        assert_eq!(names(&stack, 2), ["memory", "step"]);
        assert_eq!(names(&stack, 9), ["memory", "step", "main"]);
        assert_eq!(names(&["work", "start_thread", "clone3"], 9), ["work"]);
        assert!(names(&[], 3).is_empty());
    }
}
