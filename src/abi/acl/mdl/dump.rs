//! Dumps of operands, as the toolkit's functions and the file of `aclInit` ask for them.

use std::path::PathBuf;
use std::sync::Mutex;

use serde_json::Value;

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::dump::{callback, exception};
use crate::abi::acl::rt::init;
use crate::abi::acl::types::*;
use crate::abi::parameter::Text;
use crate::diagnostics::dump::{self, DumpFilter};
use crate::error::{Error, Reason};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// The functions by which dumps were set up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    None,
    /// The file of `aclInit`.
    File,
    /// `aclmdlInitDump`.
    Program,
}

static OWNER: Mutex<Owner> = Mutex::new(Owner::None);

fn state(text: &str, code: aclError) -> Outcome {
    Err(Error::from(Reason::State(text.into()))).code(code)
}

fn bad(arg: &'static str, got: impl ToString, allowed: &str) -> Outcome<Option<DumpFilter>> {
    refuse(arg, got, allowed, ACL_ERROR_INVALID_DUMP_CONFIG)
}

/// The dumps of single operators that a configuration asks for, if any.
fn wanted(arg: &'static str, configuration: &Value) -> Outcome<Option<DumpFilter>> {
    let Some(dump) = configuration.get("dump") else {
        return Ok(None);
    };
    let word = |key: &str, otherwise: &'static str| {
        dump.get(key)
            .map_or(Some(otherwise), Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    match word("dump_op_switch", "off").as_str() {
        "on" => {}
        // Of models, which do not exist here, or of exceptions.
        "off" => return Ok(None),
        other => {
            return bad(
                arg,
                format!("a dump_op_switch {other:?}"),
                "\"on\" or \"off\"",
            );
        }
    }
    let within = word("dump_path", "");
    if within.is_empty() {
        return bad(arg, "no dump_path", "a dump with a dump_path");
    }
    let mode = word("dump_mode", "output");
    let data = word("dump_data", "tensor");
    if !["input", "output", "all"].contains(&mode.as_str()) {
        return bad(
            arg,
            format!("a dump_mode {mode:?}"),
            "\"input\", \"output\" or \"all\"",
        );
    }
    if !["tensor", "stats"].contains(&data.as_str()) {
        return bad(
            arg,
            format!("a dump_data {data:?}"),
            "\"tensor\" or \"stats\"",
        );
    }
    let lists = dump.get("dump_list").and_then(Value::as_array);
    let named = |key: &str, prefix: &str| -> Vec<String> {
        let lists = lists.into_iter().flatten();
        let names = lists.filter_map(|list| list.get(key)?.as_array()).flatten();
        names
            .filter_map(Value::as_str)
            .map(|name| format!("{prefix}{name}"))
            .collect()
    };
    let mut operators = named("layer", "");
    operators.extend(named("optype_blacklist", "-"));
    Ok(Some(DumpFilter {
        within: PathBuf::from(within),
        operators,
        inputs: mode != "output",
        outputs: mode != "input",
        elements: data == "tensor",
    }))
}

fn begin(arg: &'static str, wanted: DumpFilter) -> Outcome {
    let within = wanted.within.clone();
    match dump::begin(wanted) {
        Ok(()) => Ok(()),
        Err(error) => {
            let allowed = "a dump_path that can be created and written";
            refuse(
                arg,
                format!("{within:?}: {error}"),
                allowed,
                ACL_ERROR_INVALID_DUMP_CONFIG,
            )
        }
    }
}

/// Begins a dump of everything for the function of `acldumpRegCallback`, where `aclmdlInitDump` was called and nothing is dumped yet.
pub(in crate::abi::acl) fn begin_for_callback() {
    let is_set_up = *lock(&OWNER) == Owner::Program;
    if is_set_up && callback::is_registered() && !dump::is_under_way() {
        dump::begin_without_folder();
    }
}

/// Begins the dump that the file of `aclInit` asks for, if it does.
pub(in crate::abi::acl) fn begin_by_file(configuration: &Value) -> Outcome {
    exception::configure("configPath", configuration)?;
    if let Some(wanted) = wanted("configPath", configuration)? {
        begin("configPath", wanted)?;
        *lock(&OWNER) = Owner::File;
    }
    Ok(())
}

/// Ends what the program has set up.
pub(in crate::abi::acl) fn end() {
    exception::forget();
    let owner = std::mem::replace(&mut *lock(&OWNER), Owner::None);
    if owner != Owner::None {
        dump::end();
    }
}

/// Sets up dumps, for `aclmdlSetDump`.
///
/// Returns 100001 before `aclInit`; 100044 if the file of `aclInit` dumps, or it was called before.
#[entry(acl)]
fn aclmdlInitDump() -> Outcome {
    if !init::is_started() {
        return state("aclInit was not called", ACL_ERROR_UNINITIALIZE);
    }
    let mut owner = lock(&OWNER);
    match *owner {
        Owner::None => *owner = Owner::Program,
        Owner::File => {
            return state(
                "the file of aclInit dumps already",
                ACL_ERROR_DUMP_ALREADY_RUN,
            );
        }
        Owner::Program => {
            return state(
                "aclmdlInitDump was called before",
                ACL_ERROR_DUMP_ALREADY_RUN,
            );
        }
    }
    drop(owner);
    begin_for_callback();
    Ok(())
}

/// Begins a dump by a JSON file, in place of the one before: `{"dump":{"dump_path":"out","dump_list":[{}],"dump_op_switch":"on"}}`, with
/// `dump_mode` (input, output, all), `dump_data` (tensor, stats), and `layer` or `optype_blacklist` in the list.
///
/// Returns 100000 for null; 100045 without `aclmdlInitDump`; 100003 if the file cannot be read, 100006 if it is no JSON; 100009 if a value in
/// it is bad, or the folder cannot be created.
#[entry(acl)]
fn aclmdlSetDump(dump_cfg_path: Text) -> Outcome {
    if *lock(&OWNER) != Owner::Program {
        return state("aclmdlInitDump was not called", ACL_ERROR_DUMP_NOT_RUN);
    }
    let configuration = init::configuration("dumpCfgPath", Some(dump_cfg_path.get()))?;
    let configuration = configuration.unwrap_or_default();
    let wanted = wanted("dumpCfgPath", &configuration)?;
    exception::configure("dumpCfgPath", &configuration)?;
    match wanted {
        Some(wanted) => begin("dumpCfgPath", wanted),
        None => {
            dump::end();
            Ok(())
        }
    }
}

/// Ends dumps. Returns 100045 without `aclmdlInitDump`.
#[entry(acl)]
fn aclmdlFinalizeDump() -> Outcome {
    if *lock(&OWNER) != Owner::Program {
        return state("aclmdlInitDump was not called", ACL_ERROR_DUMP_NOT_RUN);
    }
    end();
    Ok(())
}
