//! Lists of element types by chip, in the words of the vendor's lists.

use hostnpu::tensor::Dtype;

use crate::process;

/// The generations, with a chip of each.
pub const CHIPS: [(&str, &str); 4] = [
    ("910", "Ascend910A"),
    ("910B", "Ascend910B1"),
    ("950", "Ascend950PR_9599"),
    ("310", "Ascend310P3"),
];

/// All types, by their short names.
pub const TYPES: [(&str, Dtype); 26] = [
    ("f32", Dtype::F32),
    ("f16", Dtype::F16),
    ("bf16", Dtype::Bf16),
    ("f64", Dtype::F64),
    ("i8", Dtype::I8),
    ("u8", Dtype::U8),
    ("i16", Dtype::I16),
    ("u16", Dtype::U16),
    ("i32", Dtype::I32),
    ("u32", Dtype::U32),
    ("i64", Dtype::I64),
    ("u64", Dtype::U64),
    ("bool", Dtype::Bool),
    ("c32", Dtype::Complex32),
    ("c64", Dtype::Complex64),
    ("c128", Dtype::Complex128),
    ("hif8", Dtype::Hifloat8),
    ("e5m2", Dtype::F8E5m2),
    ("e4m3", Dtype::F8E4m3fn),
    ("e8m0", Dtype::F8E8m0),
    ("e3m2", Dtype::F6E3m2),
    ("e2m3", Dtype::F6E2m3),
    ("e2m1", Dtype::F4E2m1),
    ("e1m2", Dtype::F4E1m2),
    ("i4", Dtype::I4),
    ("u1", Dtype::U1),
];

/// The types that results are stored in. The device's checks also let those of 8 bits and fewer pass, for which it has no kernel.
const STANDARD: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c32 c64 c128";

/// Types of an argument, by a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Accepts {
    /// These.
    Types(Vec<Dtype>),
    /// That of another argument.
    As(String),
    /// Those to which the result can be cast, if they are among these.
    Castable(Vec<Dtype>),
    /// That of another argument, or of the parts of its complex numbers.
    Real(String),
    /// Those that can be cast to the result's type.
    Casts,
    /// That of the result.
    Result,
}

/// The rule of a chip, where the words do not begin with a list of types.
fn rule<'a>(words: &'a str, chip: &str) -> &'a str {
    let mut parts = words.split('|').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let is_rule = ["castable", "as ", "real ", "result"];
    if !is_rule.iter().any(|start| first.starts_with(start)) {
        return words;
    }
    let own = parts.filter_map(|part| part.split_once(':'));
    let mut own = own.filter(|(chips, _)| chips.split_whitespace().any(|name| name == chip));
    match own.next() {
        Some((_, rule)) if !rule.trim_start().starts_with('+') => rule.trim(),
        _ if first.contains(':') => words,
        _ => first,
    }
}

/// Reads a row's words for a chip:
/// - `f32 f16 | 910B 950: + bf16 | 310: f32`: types of every chip; for the chips named in a later part these instead, or with `+` also;
/// - `standard` in a list: all types of 16 bits and more, integers and BOOL;
/// - `castable | 910 310: standard`: a rule, and for some chips another one, or a list;
/// - `result`: the type of the result itself;
/// - `as self`: the type of another argument; `real self`: that of its parts, if it is complex;
/// - `castable, on 950 any: f32 f16`: there these types;
/// - `castable`: what the result's type can be cast to, of the types of 16 bits and more, integers and BOOL; `castable: f32 f16`: only these of them;
/// - `casts`: what can be cast to the result's type;
/// - `any`: every type.
///
/// Behind `&` is a list of types that are accepted only where all inputs have them: see [`alone`].
pub fn accepts(words: &str, chip: &str) -> Accepts {
    let words = rule(words.split('&').next().unwrap_or_default(), chip);
    if words == "result" {
        return Accepts::Result;
    }
    if let Some(other) = words.strip_prefix("real ") {
        return Accepts::Real(other.to_owned());
    }
    if let Some(list) = words.strip_prefix("castable, on 950 any: ") {
        let list = types(list, chip);
        return if chip == "950" {
            Accepts::Types(list)
        } else {
            Accepts::Castable(list)
        };
    }
    if words == "casts" {
        return Accepts::Casts;
    }
    if let Some(other) = words.strip_prefix("as ") {
        return Accepts::As(other.to_owned());
    }
    if let Some(list) = words.strip_prefix("castable") {
        let list = list.strip_prefix(':').unwrap_or(STANDARD);
        return Accepts::Castable(types(list, chip));
    }
    Accepts::Types(types(words, chip))
}

/// The types that a chip takes only where all inputs have them.
pub fn alone(words: &str, chip: &str) -> Vec<Dtype> {
    words
        .split_once('&')
        .map_or(Vec::new(), |(_, words)| types(words, chip))
}

fn types(words: &str, chip: &str) -> Vec<Dtype> {
    let mut found: Vec<Dtype> = Vec::new();
    for (at, part) in words.split('|').enumerate() {
        let (chips, list) = match part.split_once(':') {
            Some((chips, list)) => (Some(chips), list),
            None => (None, part),
        };
        let names = |chips: &str| {
            for name in chips.split_whitespace() {
                assert!(
                    CHIPS.iter().any(|chip| chip.0 == name),
                    "no chip {name} in {words:?}"
                );
            }
            chips.split_whitespace().any(|name| name == chip)
        };
        // The first part holds for chips that no part names.
        if !(chips.is_some_and(names) || at == 0) {
            continue;
        }
        let mut list: Vec<&str> = list.split_whitespace().collect();
        if list.first() == Some(&"+") {
            list.remove(0);
        } else {
            found.clear();
        }
        for name in list {
            match TYPES.iter().find(|(short, _)| *short == name) {
                Some((_, dtype)) => found.push(*dtype),
                None if name == "any" => found.extend(TYPES.map(|(_, dtype)| dtype)),
                None if name == "standard" => found.extend(types(STANDARD, chip)),
                None if name == "none" => {}
                None => panic!("no type {name} in {words:?}"),
            }
        }
    }
    found
}

/// The short name of a type.
pub fn short(dtype: Dtype) -> &'static str {
    TYPES
        .iter()
        .find(|(_, known)| *known == dtype)
        .map_or("?", |(short, _)| short)
}

/// The type of a short name.
pub fn dtype(short: &str) -> Option<Dtype> {
    let found = TYPES.iter().find(|(known, _)| *known == short);
    found.map(|(_, dtype)| *dtype)
}

/// True if this process simulates the chip. If not, holds the test of that name to pass in a process that does.
pub fn is(chip: &str, test: &str) -> bool {
    has(("HOSTNPU_SOC", chip), test)
}

/// True if this process has a setting. If not, holds the test of that name to pass in a process that has.
pub fn has((variable, value): (&str, &str), test: &str) -> bool {
    const CHILD: &str = "HOSTNPU_TEST_SETTING";
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    process::assert_passes(test, &[(CHILD, "1"), (variable, value)]);
    false
}

#[test]
fn words_are_read_for_each_chip() {
    let list = |chip| types("f32 f16 | 910B 950: + bf16 | 310: f32", chip);
    assert_eq!(list("910"), [Dtype::F32, Dtype::F16]);
    assert_eq!(list("950"), [Dtype::F32, Dtype::F16, Dtype::Bf16]);
    assert_eq!(list("310"), [Dtype::F32]);
    assert_eq!(accepts("as self", "910"), Accepts::As("self".into()));
    let by_chip = |chip| accepts("castable: f32 | 910B: + f16 | 310: f64", chip);
    assert_eq!(by_chip("910"), Accepts::Castable(vec![Dtype::F32]));
    assert_eq!(
        by_chip("910B"),
        Accepts::Castable(vec![Dtype::F32, Dtype::F16])
    );
    assert_eq!(by_chip("310"), Accepts::Types(vec![Dtype::F64]));
    assert_eq!(
        accepts("castable: f32", "910"),
        Accepts::Castable(vec![Dtype::F32])
    );
}
