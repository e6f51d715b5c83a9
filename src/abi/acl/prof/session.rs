//! Begin and end of profiles.

use std::ffi::{OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::config::devices;
use super::types::aclprofConfig;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, InOut, Out};
use crate::abi::pointer::{self, not_null};
use crate::diagnostics::profile;
use crate::error::{Error, Reason};
use crate::files::Folder;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Longest path.
const LONGEST: usize = 4096;

/// The session that `aclprofInit` has set up, and the profiles that run.
struct State {
    within: Option<PathBuf>,
    running: Vec<(usize, Vec<u32>)>,
    /// True if the session is ours: not that of the environment.
    is_own: bool,
}

static STATE: Mutex<State> = Mutex::new(State {
    within: None,
    running: Vec::new(),
    is_own: false,
});

fn not_running(what: &str) -> Outcome {
    Err(Error::from(Reason::State(what.into()))).code(ACL_ERROR_PROF_NOT_RUN)
}

/// Says where profiles are written: in folders `PROF_…` within `profilerResultPath`, which is created.
///
/// Returns 100000 for null, an empty path or one of more than 4096 bytes; 100042 if it was called before; 500005 if the folder cannot be
/// created.
#[entry(acl)]
fn aclprofInit(
    #[length(length)] profiler_result_path: Array<'_, c_char>,
    length: usize,
) -> Outcome {
    not_null("profilerResultPath", profiler_result_path)?;
    if !(1..=LONGEST).contains(&length) {
        return refuse("length", length, "1 to 4096 bytes", ACL_ERROR_INVALID_PARAM);
    }
    let path = pointer::bytes(profiler_result_path.get()?);
    let path = path.split(|&byte| byte == 0).next().unwrap_or_default();
    let path = Path::new(OsStr::from_bytes(path));
    let mut state = lock(&STATE);
    if state.within.is_some() {
        let text = "profiling is set up already: aclprofFinalize ends it";
        return Err(Error::from(Reason::State(text.into()))).code(ACL_ERROR_PROF_ALREADY_RUN);
    }
    if let Err(error) = Folder::named(path) {
        let allowed = "a folder that can be created and written";
        let got = format!("{path:?}: {error}");
        return refuse(
            "profilerResultPath",
            got,
            allowed,
            ACL_ERROR_PROFILING_FAILURE,
        );
    }
    state.within = Some(path.to_owned());
    Ok(())
}

/// Ends profiling; profiles that still run are written.
///
/// Returns 100043 without `aclprofInit`; 500005 if a profile cannot be written.
#[entry(acl)]
fn aclprofFinalize() -> Outcome {
    let mut state = lock(&STATE);
    if state.within.take().is_none() {
        return not_running("aclprofInit was not called");
    }
    state.running.clear();
    write(&mut state)
}

/// Prepares a profile of the devices of a description: nothing has to be.
///
/// Returns 100043 without `aclprofInit`; 100042 if one of the devices is recorded already.
#[entry(acl)]
fn aclprofWarmup(profiler_config: *const aclprofConfig) -> Outcome {
    may_start(&lock(&STATE), &devices(profiler_config)?).map(drop)
}

/// Returns where a profile of devices is written, unless it cannot be begun.
fn may_start(state: &State, devices: &[u32]) -> Outcome<PathBuf> {
    let Some(within) = state.within.clone() else {
        let text = "aclprofInit was not called";
        return Err(Error::from(Reason::State(text.into()))).code(ACL_ERROR_PROF_NOT_RUN);
    };
    let recorded = |id: &&u32| state.running.iter().any(|(_, others)| others.contains(id));
    if let Some(id) = devices.iter().find(recorded) {
        let text = format!("device {id} is recorded by another description");
        return Err(Error::from(Reason::State(text))).code(ACL_ERROR_PROF_ALREADY_RUN);
    }
    Ok(within)
}

/// Begins to record the devices of a description.
///
/// Returns 100043 without `aclprofInit`; 100042 if one of the devices is recorded already.
#[entry(acl)]
fn aclprofStart(profiler_config: *const aclprofConfig) -> Outcome {
    let devices = devices(profiler_config)?;
    let mut state = lock(&STATE);
    let within = may_start(&state, &devices)?;
    // The profile of the environment, which is of the whole process, goes on where there is one.
    if profile::begin(&within, true) {
        state.is_own = true;
    }
    state.running.push((profiler_config.addr(), devices));
    Ok(())
}

/// Ends the recording of a description's devices; the last one writes the folder.
///
/// Returns 100043 if the description is not recorded; 500005 if the profile cannot be written.
#[entry(acl)]
fn aclprofStop(profiler_config: *const aclprofConfig) -> Outcome {
    devices(profiler_config)?;
    let mut state = lock(&STATE);
    let known = |(handle, _): &(usize, Vec<u32>)| *handle == profiler_config.addr();
    let Some(at) = state.running.iter().position(known) else {
        return not_running("aclprofStart was not called with this description");
    };
    state.running.remove(at);
    if state.running.is_empty() {
        write(&mut state)?;
    }
    Ok(())
}

/// Writes the list of features of the profiler that a program may choose: there are none.
///
/// Returns 100000 for null, and for a `featuresData` that does not point to null.
#[entry(acl)]
fn aclprofGetSupportedFeaturesV2(
    features_size: Out<usize>,
    features_data: InOut<*mut c_void>,
) -> Outcome {
    if !features_data.get().is_null() {
        let got = "an address of something else";
        let allowed = "the address of a null pointer";
        return refuse("featuresData", got, allowed, ACL_ERROR_INVALID_PARAM);
    }
    features_size.write(0);
    Ok(())
}

fn write(state: &mut State) -> Outcome {
    if std::mem::take(&mut state.is_own)
        && let Some(Err(error)) = profile::end()
    {
        let text = format!("the profile cannot be written: {error}");
        return Err(Error::from(Reason::State(text))).code(ACL_ERROR_PROFILING_FAILURE);
    }
    Ok(())
}
