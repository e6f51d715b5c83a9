//! Files of what operators are called with.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::flags::ACL_OP_DUMP_OP_AICORE_ARGS;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Text};
use crate::diagnostics::arguments;
use hostnpu_aclnn_macros::entry;

fn check_kind(dump_type: u32) -> Outcome {
    if dump_type & ACL_OP_DUMP_OP_AICORE_ARGS == 0 {
        let allowed = "ACL_OP_DUMP_OP_AICORE_ARGS (1)";
        return refuse("dumpType", dump_type, allowed, ACL_ERROR_FAILURE);
    }
    Ok(())
}

/// Has a file written in the folder `path` for each operator of aclnn and each combination of types and shapes that it is called with from now on, until `aclopStopDumpArgs`:
/// `Add.1.json` and so on. The folder is created. A second call goes on in its folder.
///
/// Returns 500001 for null, another type, or a folder that cannot be created.
#[entry(acl)]
fn aclopStartDumpArgs(dump_type: u32, path: Later<Text>) -> Outcome {
    let path = path.get().code(ACL_ERROR_FAILURE)?;
    check_kind(dump_type)?;
    let folder = Path::new(OsStr::from_bytes(path.to_bytes()));
    arguments::begin(folder).or_else(|error| {
        let got = format!("{folder:?}: {error}");
        refuse(
            "path",
            got,
            "a folder that can be created",
            ACL_ERROR_FAILURE,
        )
    })
}

/// Ends what `aclopStartDumpArgs` began. Returns 500001 for another type.
#[entry(acl)]
fn aclopStopDumpArgs(dump_type: u32) -> Outcome {
    check_kind(dump_type)?;
    arguments::end();
    Ok(())
}
