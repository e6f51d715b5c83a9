//! Every element type of every argument on every chip, against the vendor's lists.

use std::thread;

use hostnpu::tensor::Dtype;

use super::{report, wrong_refusal};
use crate::argument::Argument;
use crate::call::{call, prepare_refused};
use crate::chips::{Accepts, CHIPS, TYPES, accepts, alone, short};
use crate::number::part;
use crate::process;
use crate::reference::promotion::castable;
use crate::table::{Row, all_rows};

const CHILD: &str = "HOSTNPU_TEST_CHIP";
const THIS: &str = "drivers::dtypes::every_type_of_every_argument_on_every_chip";

/// Runs this test again in a process of its own for each chip: a process stands for one.
#[test]
fn every_type_of_every_argument_on_every_chip() {
    if let Ok(chip) = std::env::var(CHILD) {
        let both = |row: &Row| [findings(row, &chip), alone_findings(row, &chip)].concat();
        report(all_rows().iter().flat_map(both).collect());
        return;
    }
    thread::scope(|scope| {
        for (chip, soc) in CHIPS {
            scope.spawn(move || {
                process::assert_passes(THIS, &[(CHILD, chip), ("HOSTNPU_SOC", soc)])
            });
        }
    });
}

fn findings(row: &Row, chip: &str) -> Vec<String> {
    let mut found = Vec::new();
    // An operator that a chip does not have refuses every type there.
    let has_none =
        |words| matches!(accepts(words, chip), Accepts::Types(types) if types.is_empty());
    let nowhere = row.accepts.iter().any(|(_, words)| has_none(words));
    let base = base(row, chip);
    let mut of_base = None;
    for (name, words) in row.accepts {
        if row.skips(&format!("dtypes {name}")) {
            continue;
        }
        let at = row.position(name);
        let accepted = accepts(words, chip);
        for (_, dtype) in TYPES {
            let scalar = matches!(base[at], Argument::Scalar(..) | Argument::Scalars(_));
            // `aclCreateScalar` refuses these itself.
            let none = [
                "i4", "u1", "c32", "hif8", "e5m2", "e4m3", "e8m0", "e3m2", "e2m3", "e2m1", "e1m2",
            ];
            if scalar && none.contains(&short(dtype)) {
                continue;
            }
            let mut arguments = base.clone();
            arguments[at].set_dtype(dtype);
            let expected = !nowhere
                && match &accepted {
                    Accepts::Types(types) => types.contains(&dtype),
                    Accepts::Real(other) => {
                        let other = arguments[row.position(other)].dtype();
                        other.map(|other| part(other).unwrap_or(other)) == Some(dtype)
                    }
                    Accepts::As(other) => arguments[row.position(other)].dtype() == Some(dtype),
                    Accepts::Casts => {
                        let result = (row.computes)(&row.of(&arguments));
                        result.is_some_and(|result| castable(dtype, result))
                    }
                    Accepts::Result => (row.computes)(&row.of(&arguments)) == Some(dtype),
                    Accepts::Castable(types) => {
                        let result = (row.computes)(&row.of(&arguments));
                        types.contains(&dtype)
                            && result.is_some_and(|result| castable(result, dtype))
                    }
                };
            follow(row, chip, name, &mut arguments);
            let result = match expected {
                // Each argument has its own type once, and one that is null stays so in every type: the same call as before.
                true if types_of(&arguments) == types_of(&base) => of_base
                    .get_or_insert_with(|| call(row.entry, &base).map(drop))
                    .clone(),
                true => call(row.entry, &arguments).map(drop),
                false => prepare_refused(row.entry, &arguments).run(),
            };
            let types: Vec<&str> = types_of(&arguments)
                .concat()
                .into_iter()
                .map(short)
                .collect();
            let what = format!(
                "{} on {chip}: `{name}` {} (all: {})",
                row.entry.name,
                short(dtype),
                types.join(" ")
            );
            match (expected, result) {
                (true, Err(refusal)) => found.push(format!("{what}: refused, {refusal:?}")),
                (false, result) => {
                    let codes: &[i32] = match nowhere {
                        // Generated operators find no kernel there.
                        true => &[161_002, 361_001, 561_000, 561_003, 561_103],
                        false => &[161_002],
                    };
                    let wrong = wrong_refusal(row.entry, result, codes, None);
                    found.extend(wrong.map(|wrong| format!("{what}: {wrong}")));
                }
                (true, Ok(())) => {}
            }
        }
    }
    found
}

/// The types of each argument: of a list those of all members.
fn types_of(arguments: &[Argument]) -> Vec<Vec<Dtype>> {
    let of_one = |argument: &Argument| match argument {
        Argument::Scalars(scalars) => scalars.iter().map(|scalar| scalar.0).collect(),
        Argument::Scalar(dtype, _) | Argument::DataType(dtype) => vec![*dtype],
        other => other.tensors().iter().map(|tensor| tensor.dtype).collect(),
    };
    arguments.iter().map(of_one).collect()
}

/// Types that are accepted only where all inputs have them.
fn alone_findings(row: &Row, chip: &str) -> Vec<String> {
    let mut types: Vec<Dtype> = row
        .accepts
        .iter()
        .flat_map(|(_, words)| alone(words, chip))
        .collect();
    types.sort_by_key(|&dtype| short(dtype));
    types.dedup();
    let mut found = Vec::new();
    for dtype in types {
        let mut arguments = base(row, chip);
        for (name, words) in row.accepts {
            let at = row.position(name);
            let reads = row.entry.parameters[at].direction.reads() || words.contains('&');
            if reads && matches!(accepts(words, chip), Accepts::Types(_) | Accepts::Casts) {
                arguments[at].set_dtype(dtype);
            }
        }
        follow(row, chip, "", &mut arguments);
        if let Err(refusal) = call(row.entry, &arguments) {
            found.push(format!(
                "{} on {chip}, all {}: {refusal:?}",
                row.entry.name,
                short(dtype)
            ));
        }
    }
    found
}

/// The plainest call in types that the chip takes.
fn base(row: &Row, chip: &str) -> Vec<Argument> {
    let mut arguments = row.sample();
    for (name, words) in row.accepts {
        let argument = &mut arguments[row.position(name)];
        if let (Accepts::Types(types), Some(dtype)) = (accepts(words, chip), argument.dtype())
            && !types.contains(&dtype)
            && let Some(&first) = types.first()
        {
            argument.set_dtype(first);
        }
    }
    follow(row, chip, "", &mut arguments);
    arguments
}

/// Gives the arguments whose types follow others' such types, but for `changed`.
fn follow(row: &Row, chip: &str, changed: &str, arguments: &mut [Argument]) {
    for (name, words) in row.accepts.iter().filter(|(name, _)| *name != changed) {
        let at = row.position(name);
        match accepts(words, chip) {
            Accepts::Real(other) => {
                if let Some(dtype) = arguments[row.position(&other)].dtype() {
                    arguments[at].set_dtype(part(dtype).unwrap_or(dtype));
                }
            }
            Accepts::As(other) => {
                if let Some(dtype) = arguments[row.position(&other)].dtype() {
                    arguments[at].set_dtype(dtype);
                }
            }
            Accepts::Castable(types) => {
                let Some(result) = (row.computes)(&row.of(arguments)) else {
                    continue;
                };
                let fits = |dtype| types.contains(&dtype) && castable(result, dtype);
                if !arguments[at].dtype().is_some_and(fits) {
                    let first = [result]
                        .into_iter()
                        .chain(types.clone())
                        .find(|&dtype| fits(dtype));
                    arguments[at].set_dtype(first.unwrap_or(result));
                }
            }
            Accepts::Result => {
                if let Some(result) = (row.computes)(&row.of(arguments)) {
                    arguments[at].set_dtype(result);
                }
            }
            Accepts::Casts => {
                let Some(result) = (row.computes)(&row.of(arguments)) else {
                    continue;
                };
                if !arguments[at]
                    .dtype()
                    .is_some_and(|dtype| castable(dtype, result))
                {
                    arguments[at].set_dtype(result);
                }
            }
            Accepts::Types(_) => {}
        }
    }
}
