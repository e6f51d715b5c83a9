//! Reports of the contents of model instances, for people.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::model_handles::{complete_graph, graph};
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Text};
use crate::abi::pointer::not_null;
use crate::device::Graph;
use crate::files;
use hostnpu_aclnn_macros::entry;

/// The tasks in the form that trace viewers read.
fn json(graph: &Graph) -> String {
    let (model, device) = (graph.id(), graph.device());
    let mut text = String::from("[");
    for (task, description) in graph.tasks().iter().enumerate() {
        let (stream, name) = (description.stream, description.name);
        let separator = if task == 0 { "" } else { "," };
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "{separator}\n  {{\"name\": \"{name}\", \"ph\": \"X\", \"ts\": {task}, \"dur\": 1, \"pid\": \"model {model}\", \"tid\": \"stream {stream}\", \
             \"args\": {{\"model id\": {model}, \"device id\": {device}, \"stream id\": {stream}, \"task id\": {task}, \"task type\": \"{name}\"}}}}"
        );
    }
    text.push_str("\n]\n");
    text
}

/// Writes the tasks of a model instance to the log, at level information. Returns 100000 for null, 107017 for what is no live model instance, 107026 for one that is
/// still being captured.
#[entry(acl)]
fn aclmdlRIDebugPrint(model_ri: aclmdlRI) -> Outcome {
    let graph = complete_graph(model_ri)?;
    let (model, device) = (graph.id(), graph.device());
    for (task, description) in graph.tasks().iter().enumerate() {
        let (stream, name) = (description.stream, description.name);
        log::info!("model {model}: device {device}, stream {stream}, task {task}: {name}");
    }
    Ok(())
}

/// Writes the tasks of a model instance to a file, in the form that trace viewers read. Both flags give the same: tasks have no kernel parameters.
///
/// Returns 100000 for null, 107000 for other flags or a file that cannot be written, 107017 for what is no live model instance.
#[entry(acl)]
fn aclmdlRIDebugJsonPrint(model_ri: aclmdlRI, path: Later<Text>, flags: u32) -> Outcome {
    not_null("modelRI", model_ri)?;
    let path = path.get()?;
    if u64::from(flags) > ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE {
        return refuse("flags", flags, "0 or 1", ACL_ERROR_RT_PARAM_INVALID);
    }
    let graph = graph(model_ri)?;
    let path = Path::new(OsStr::from_bytes(path.to_bytes()));
    let written = files::create(path);
    match written.and_then(|mut file| file.write_all(json(&graph).as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) => refuse(
            "path",
            format!("{}: {error}", path.display()),
            "a file that can be written",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}
