//! Start and end of the runtime.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::mdl::dump;
use crate::abi::acl::rt::torch_npu;
use crate::abi::acl::types::*;
use crate::abi::parameter::{Out, Text};
use crate::collective;
use crate::config;
use crate::device::epoch;
use crate::diagnostics::{exit, log, profile, recent};
use crate::error::{Error, Reason};
use crate::files;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

#[derive(Default)]
struct State {
    references: u64,
    /// Settings that the first `aclInit` read.
    configuration: Option<serde_json::Value>,
    /// True if the last call that ended anything was an `aclFinalize`.
    is_finalized: bool,
}

static STATE: Mutex<State> = Mutex::new(State {
    references: 0,
    configuration: None,
    is_finalized: false,
});

/// Reads a configuration; no path and an empty path are none.
pub(in crate::abi::acl) fn configuration(
    arg: &'static str,
    path: Option<&CStr>,
) -> Outcome<Option<serde_json::Value>> {
    let Some(path) = path.filter(|path| !path.is_empty()) else {
        return Ok(None);
    };
    let unreadable = |reason: String| {
        Error::from(Reason::Value {
            arg,
            got: format!("{:?}: {reason}", path.to_string_lossy()),
            allowed: "null, or the path of a readable JSON file of at most 10 MiB".into(),
        })
    };
    let file = Path::new(OsStr::from_bytes(path.to_bytes()));
    let text = files::read(file)
        .map_err(|error| unreadable(error.to_string()))
        .code(ACL_ERROR_INVALID_FILE)?;
    let json = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()));
    Ok(Some(json.code(ACL_ERROR_PARSE_FILE)?))
}

/// `err_msg_mode`: "0" keeps messages per thread, "1" for the process.
fn apply(configuration: &serde_json::Value) -> Outcome {
    let mode = match configuration.get("err_msg_mode") {
        None => return Ok(()),
        Some(mode) => mode.as_str().unwrap_or_default(),
    };
    match mode {
        "0" => recent::share_between_threads(false),
        "1" => recent::share_between_threads(true),
        _ => {
            let allowed = "an err_msg_mode of \"0\" or \"1\"";
            return refuse(
                "configPath",
                format!("a file with err_msg_mode {mode:?}"),
                allowed,
                ACL_ERROR_INVALID_PARAM,
            );
        }
    }
    Ok(())
}

/// Begins the profile that a configuration asks for: `{"profiler":{"switch":"on","output":"DIR"}}`.
fn profile(configuration: &serde_json::Value) -> Outcome {
    let Some(profiler) = configuration.get("profiler") else {
        return Ok(());
    };
    let word = |key: &str| profiler.get(key).and_then(serde_json::Value::as_str);
    match word("switch") {
        Some("on") => {}
        None | Some("off") => return Ok(()),
        Some(other) => {
            return refuse(
                "configPath",
                format!("a file with a profiler whose switch is {other:?}"),
                "\"on\" or \"off\"",
                ACL_ERROR_INVALID_PROFILING_CONFIG,
            );
        }
    }
    let output = word("output").map(PathBuf::from);
    let within = output.or_else(|| config::WORK_PATH.get().clone());
    // Without a folder, the working one, as the vendor's.
    let is_new = profile::begin(&within.unwrap_or_else(|| ".".into()), false);
    exit::at_end(end_profile);
    IS_PROFILED.store(is_new, Ordering::Relaxed);
    Ok(())
}

/// True if the file of `aclInit` has begun the profile under way.
static IS_PROFILED: AtomicBool = AtomicBool::new(false);

/// Writes the profile of `aclInit`'s file, once.
fn end_profile() {
    if IS_PROFILED.swap(false, Ordering::Relaxed)
        && let Some(Err(error)) = profile::end()
    {
        ::log::error!("the profile cannot be written: {error}");
    }
}

/// True if the runtime is started.
pub(in crate::abi::acl) fn is_started() -> bool {
    lock(&STATE).references > 0
}

/// Ends what the first start has begun.
fn end_all() {
    dump::end();
    end_profile();
    collective::close_listeners();
}

/// Starts the runtime. `configPath` is null, empty, or names a JSON file, of which `err_msg_mode`, `profiler` and `dump` are used.
///
/// Returns 0 the first time; 100002 if it is started already (the reference is counted all the same); 100003 if the file
/// cannot be read, 100006 if it is no JSON; 100000 if a value in it is bad or differs from the first one.
#[entry(acl)]
fn aclInit(config_path: Option<Text>) -> Outcome {
    log::install();
    epoch();
    torch_npu::look();
    let configuration = configuration("configPath", config_path.map(Text::get))?;
    let mut state = lock(&STATE);
    if state.references == 0 {
        if let Some(configuration) = &configuration {
            apply(configuration)?;
            profile(configuration)?;
            dump::begin_by_file(configuration)?;
        }
        *state = State {
            references: 1,
            configuration,
            is_finalized: false,
        };
        return Ok(());
    }
    if configuration.is_some() && configuration != state.configuration {
        let allowed = "the configuration of the first aclInit";
        return refuse(
            "configPath",
            "another configuration",
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    state.references += 1;
    Err(Error::from(Reason::State(
        "the runtime is started already; the reference is counted".into(),
    )))
    .code(ACL_ERROR_REPEAT_INITIALIZE)
}

/// Finalizes the runtime, however often it was initialized. Devices and memory stay as they are; ranks of other processes can no longer
/// connect to this one.
///
/// Returns 100037 if it was ended before and not started since.
#[entry(acl)]
fn aclFinalize() -> Outcome {
    let mut state = lock(&STATE);
    if state.is_finalized {
        return ended();
    }
    end_all();
    *state = State {
        is_finalized: true,
        ..State::default()
    };
    Ok(())
}

/// Takes back one start; the last one ends the runtime. `refCount`, unless null, receives how many are left.
///
/// Returns 100037 if the runtime is not started.
#[entry(acl)]
fn aclFinalizeReference(ref_count: Option<Out<u64>>) -> Outcome {
    let mut state = lock(&STATE);
    match state.references {
        0 => return ended(),
        1 => {
            end_all();
            *state = State {
                is_finalized: true,
                ..State::default()
            }
        }
        _ => state.references -= 1,
    }
    if let Some(count) = ref_count {
        count.write(state.references);
    }
    Ok(())
}

fn ended() -> Outcome {
    Err(Error::from(Reason::State(
        "the runtime is not started, or was ended already".into(),
    )))
    .code(ACL_ERROR_REPEAT_FINALIZE)
}
