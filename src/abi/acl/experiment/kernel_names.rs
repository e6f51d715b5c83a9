//! Names of the kernels in a file of compiled device code, which is an ELF file: a program starts each by a number, the last part of its symbol's name.

use std::ffi::CStr;

/// A type of section: symbols.
const SYMBOLS: u64 = 2;
/// Bytes of a symbol.
const SYMBOL_SIZE: usize = 24;
/// A type of symbol: a function.
const FUNCTION: u8 = 2;

/// Number and name of each kernel. What is no such file has none.
pub fn kernel_names(file: &[u8]) -> Vec<(u64, String)> {
    let mut names = Vec::new();
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return names;
    }
    let sections = number::<2>(file, 60).unwrap_or(0);
    for section in 0..sections {
        let is_of_symbols = section_field::<4>(file, section, 4) == Some(SYMBOLS);
        let (Some(symbols), true) = (contents(file, section), is_of_symbols) else {
            continue;
        };
        let texts = section_field::<4>(file, section, 40).and_then(|link| contents(file, link));
        let texts = texts.unwrap_or_default();
        for symbol in symbols.chunks_exact(SYMBOL_SIZE) {
            let first = number::<4>(symbol, 0).unwrap_or(u64::MAX);
            let name = part(texts, first, (texts.len() as u64).saturating_sub(first));
            if let (Some(name), FUNCTION) = (name, symbol[4] & 15) {
                names.extend(kernel(name));
            }
        }
    }
    names
}

/// Number and name of a kernel, of its symbol's name.
fn kernel(symbol: &[u8]) -> Option<(u64, String)> {
    let symbol = CStr::from_bytes_until_nul(symbol).ok()?.to_str().ok()?;
    // A kernel for both kinds of cores is two functions.
    let both = symbol.strip_suffix("_mix_aic");
    let both = both.or_else(|| symbol.strip_suffix("_mix_aiv"));
    let (name, number) = both.unwrap_or(symbol).rsplit_once('_')?;
    Some((number.parse().ok()?, name.into()))
}

/// Some bytes.
fn part(bytes: &[u8], start: u64, count: u64) -> Option<&[u8]> {
    let [start, count] = [usize::try_from(start).ok()?, usize::try_from(count).ok()?];
    bytes.get(start..start.checked_add(count)?)
}

/// A number of `N` bytes.
fn number<const N: usize>(bytes: &[u8], start: u64) -> Option<u64> {
    let bytes = part(bytes, start, N as u64)?;
    let digit = |sum, &byte: &u8| sum << 8 | u64::from(byte);
    Some(bytes.iter().rev().fold(0, digit))
}

/// A number of the description of a section.
fn section_field<const N: usize>(file: &[u8], section: u64, at: u64) -> Option<u64> {
    let (first, size) = (number::<8>(file, 40)?, number::<2>(file, 58)?);
    let start = first.checked_add(section.checked_mul(size)?)?;
    number::<N>(file, start.checked_add(at)?)
}

/// The bytes of a section.
fn contents(file: &[u8], section: u64) -> Option<&[u8]> {
    let [start, size] = [24, 32].map(|at| section_field::<8>(file, section, at));
    part(file, start?, size?)
}
