//! Saving of a failure's data by a program, and the folders of dumps.

use std::ffi::{CString, OsStr, c_char};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf, absolute};
use std::ptr::null;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};
use std::{io, slice};

use serde_json::{Value, json};

use super::flags::ACL_DUMP_MAX_SHAPE_NUM;
use super::open_enums::{
    acldumpTensorAddressType, acldumpTensorPlacement, acldumpTensorType, acldumpType,
};
use super::types::acldumpTensorInfo;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::rt::copy::check_bounds;
use crate::abi::acl::rt::device::id_of;
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Room, Text};
use crate::abi::pointer::not_null;
use crate::config;
use crate::device::require_context;
use crate::diagnostics::dump;
use crate::diagnostics::text::digits;
use crate::error::{Error, Reason};
use crate::files::Folder;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Values of `dump_scene` that have failures saved.
const SCENES: &[&str] = &[
    "aic_err_brief_dump",
    "aic_err_norm_dump",
    "aic_err_detail_dump",
    "lite_exception",
];

/// The folder below which failures are saved, if they are.
static WITHIN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Takes from a configuration whether failures are saved, and where: `{"dump":{"dump_scene":"aic_err_brief_dump","dump_path":"out"}}`.
pub(in crate::abi::acl) fn configure(arg: &'static str, configuration: &Value) -> Outcome {
    let dump = configuration.get("dump");
    let word = |key: &str| dump.and_then(|dump| dump.get(key)?.as_str());
    let within = match word("dump_scene") {
        // Only graphs have nodes to watch.
        None | Some("" | "watcher") => None,
        Some(scene) if SCENES.contains(&scene) => {
            if word("dump_op_switch") == Some("on") {
                let got = "both a dump_scene and a dump_op_switch";
                return refuse(arg, got, "one of them", ACL_ERROR_INVALID_DUMP_CONFIG);
            }
            let path = config::WORK_PATH.get().clone();
            let path = path.or_else(|| word("dump_path").map(Into::into));
            Some(path.unwrap_or_else(|| ".".into()))
        }
        Some(other) => {
            let allowed = format!("{SCENES:?}");
            let got = format!("a dump_scene {other:?}");
            return refuse(arg, got, allowed, ACL_ERROR_INVALID_DUMP_CONFIG);
        }
    };
    *lock(&WITHIN) = within;
    Ok(())
}

/// Forgets what was configured.
pub(in crate::abi::acl) fn forget() {
    *lock(&WITHIN) = None;
}

/// The folder for the current device, which is created, and its path, which ends with `/`.
fn folder() -> Outcome<(String, Folder)> {
    let within = lock(&WITHIN).clone();
    let why = "failures are not saved: neither aclInit nor aclmdlSetDump was given a file with a dump_scene";
    let within = within.ok_or_else(|| Error::from(Reason::State(why.into())));
    let within = within.code(ACL_ERROR_FAILURE)?;
    let device = id_of(require_context()?.device());
    let path = absolute(&within).unwrap_or(within);
    let device = device.to_string();
    let parts = ["extra-info", "data-dump", &device];
    let mut folder = Folder::named(&path);
    for part in parts {
        folder = folder.and_then(|folder| folder.within(part));
    }
    let path = parts.iter().fold(path, |path, part| path.join(part));
    let folder = folder.map_err(|error| cannot_write(&path, &error));
    Ok((
        format!("{}/", path.display()),
        folder.code(ACL_ERROR_FAILURE)?,
    ))
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Reason::State(format!("{path:?} cannot be written: {error}")).into()
}

/// Writes the folder for what is saved of failures on the current device, `DIR/extra-info/data-dump/DEVICE/`, and its end. It is created.
///
/// Returns 100000 for null, or a `maxLen` that is too small; 107002 without a current context; 500001 if the file of `aclInit` or `aclmdlSetDump` has no `dump_scene` for
/// failures, or the folder cannot be created.
#[entry(acl)]
fn acldumpGetExceptionInfoPath(
    #[length(max_len)] path: Room<'_, c_char>,
    max_len: usize,
) -> Outcome {
    not_null("path", path)?;
    if max_len <= 1 {
        return refuse("maxLen", max_len, "2 or more", ACL_ERROR_INVALID_PARAM);
    }
    let (folder, _) = folder()?;
    if folder.len() >= max_len {
        let allowed = format!("{} or more, the path and its end", folder.len() + 1);
        return refuse("maxLen", max_len, allowed, ACL_ERROR_INVALID_PARAM);
    }
    path.write_text(folder.as_bytes());
    Ok(())
}

/// Texts that were given to the program, which stay.
static GIVEN: Mutex<Vec<CString>> = Mutex::new(Vec::new());

/// Returns the folder of a dump, as text that stays: of operands (`DATA_DUMP`) while they are dumped, or of what is saved of failures on the current device. Null
/// where there is none.
#[entry(acl, otherwise = null())]
fn acldumpGetPath(dump_type: acldumpType) -> Outcome<*const c_char> {
    let found = match dump_type {
        acldumpType::AIC_ERR_BRIEF_DUMP
        | acldumpType::AIC_ERR_NORM_DUMP
        | acldumpType::AIC_ERR_DETAIL_DUMP => Some(folder()?.0),
        acldumpType::DATA_DUMP => {
            let folder = dump::folder().and_then(|folder| absolute(folder).ok());
            folder.map(|folder| folder.display().to_string())
        }
        acldumpType::OVERFLOW_DUMP => None,
        _ => {
            let allowed = "a value of acldumpType";
            return refuse("dumpType", dump_type, allowed, ACL_ERROR_INVALID_PARAM);
        }
    };
    let Some(text) = found.and_then(|found| CString::new(found).ok()) else {
        return Ok(null());
    };
    let mut given = lock(&GIVEN);
    Ok(match given.iter().find(|known| **known == text) {
        Some(known) => known.as_ptr(),
        None => {
            // What a string holds stays where it is when the list grows.
            let new = text.as_ptr();
            given.push(text);
            new
        }
    })
}

/// The header of a tensor's bytes; `offset` is where those begin behind the first line.
fn head(tensor: &acldumpTensorInfo, offset: usize) -> Value {
    let role = match tensor.r#type {
        acldumpTensorType::ACL_DUMP_TENSOR_INPUT => "input",
        acldumpTensorType::ACL_DUMP_TENSOR_OUTPUT => "output",
        _ => "workspace",
    };
    json!({
        "type": role, "dataType": tensor.dataType, "format": tensor.format, "argsOffset": tensor.argsOffset,
        "shape": &tensor.shape[..tensor.shapeNum as usize],
        "originShape": &tensor.originShape[..tensor.originShapeNum as usize],
        "offset": offset, "size": tensor.tensorSize,
    })
}

/// Refuses tensors that cannot be saved.
fn check(tensors: &[acldumpTensorInfo]) -> Outcome {
    let refused = |at: usize, member: &str, got: String, allowed: &str| {
        let error = Error::value("tensors", format!("[{at}].{member} {got}"), allowed);
        Err(error).code(ACL_ERROR_INVALID_PARAM)
    };
    for (at, tensor) in tensors.iter().enumerate() {
        for (member, count) in [
            ("shapeNum", tensor.shapeNum),
            ("originShapeNum", tensor.originShapeNum),
        ] {
            if count as usize > ACL_DUMP_MAX_SHAPE_NUM {
                return refused(at, member, count.to_string(), "at most 25");
            }
        }
        if !tensor.r#type.is_named() {
            let got = format!("{:?}", tensor.r#type);
            return refused(at, "type", got, "a value of acldumpTensorType");
        }
        if tensor.addrType != acldumpTensorAddressType::ACL_DUMP_ADDR_RAW {
            let got = format!("{:?}", tensor.addrType);
            return refused(at, "addrType", got, "ACL_DUMP_ADDR_RAW");
        }
        if tensor.placement != acldumpTensorPlacement::ACL_DUMP_PLACEMENT_DEVICE {
            let got = format!("{:?}", tensor.placement);
            return refused(at, "placement", got, "ACL_DUMP_PLACEMENT_DEVICE");
        }
        if tensor.tensorAddr.is_null() {
            return refused(at, "tensorAddr", "null".into(), "device memory");
        }
        if tensor.tensorSize == 0 {
            return refused(at, "tensorSize", "0".into(), "1 or more");
        }
        check_bounds("tensors", tensor.tensorAddr.addr(), tensor.tensorSize)?;
    }
    Ok(())
}

/// Saves tensors in `fileName.custom.TIME` in the folder of `acldumpGetExceptionInfoPath`, TIME in milliseconds: a line of JSON with `userTag` (which may be null) and what the tensors are, then
/// their bytes as they are now. Work in streams is not waited for.
///
/// Returns 100000 for null; a name that is empty, absolute or has a part `..`; no tensors, or one whose members are not as the header says; 107000 for a tensor past the end of
/// its allocation; otherwise what `acldumpGetExceptionInfoPath` does, and 500001 if the file cannot be written.
#[entry(acl)]
fn acldumpSaveExceptionInfo(
    file_name: Text,
    user_tag: Option<Text>,
    #[length(tensor_count)] tensors: Array<'_, acldumpTensorInfo>,
    tensor_count: usize,
) -> Outcome {
    let name = OsStr::from_bytes(file_name.to_bytes());
    let mut parts = Path::new(name).components();
    let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if name.is_empty() || !parts.all(is_inside) {
        let allowed = "a relative path without `..`";
        return refuse(
            "fileName",
            format!("{name:?}"),
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    not_null("tensors", tensors)?;
    if tensor_count == 0 {
        return refuse("tensorCount", 0, "1 or more", ACL_ERROR_INVALID_PARAM);
    }
    let (within, folder) = folder()?;
    let tensors = tensors.get()?;
    let tag = user_tag.map_or_else(String::new, |tag| tag.to_string_lossy().into_owned());
    check(tensors)?;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".custom.{}", digits(SystemTime::now())));
        match write(&folder, Path::new(&name), &tag, tensors) {
            // Another call in this millisecond.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                std::thread::sleep(Duration::from_millis(1));
            }
            written => {
                let path = Path::new(&within).join(name);
                let written = written.map_err(|error| cannot_write(&path, &error));
                return written.code(ACL_ERROR_FAILURE);
            }
        }
    }
}

fn write(within: &Folder, name: &Path, tag: &str, tensors: &[acldumpTensorInfo]) -> io::Result<()> {
    let mut folder = None;
    for part in name.parent().into_iter().flat_map(Path::iter) {
        if part != "." {
            folder = Some(folder.as_ref().unwrap_or(within).within(part)?);
        }
    }
    let folder = folder.as_ref().unwrap_or(within);
    let mut offset = 0;
    let heads = tensors.iter().map(|tensor| {
        let head = head(tensor, offset);
        offset += tensor.tensorSize;
        head
    });
    let heads: Vec<Value> = heads.collect();
    let mut file = folder.file(name.file_name().unwrap_or_default())?;
    writeln!(file, "{}", json!({ "tag": tag, "tensors": heads }))?;
    for tensor in tensors {
        // SAFETY: the contract: device memory of as many bytes, which was checked where it is ours.
        let bytes =
            unsafe { slice::from_raw_parts(tensor.tensorAddr.cast::<u8>(), tensor.tensorSize) };
        file.write_all(bytes)?;
    }
    file.flush()
}
