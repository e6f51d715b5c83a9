//! Versions: of the interface, and of the packages of the toolkit as their `version.info` files give them.

use std::ffi::c_char;

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::config;
use crate::error::{Error, Result};
use crate::files;
use hostnpu_aclnn_macros::entry;

/// Returns the version of the interface: 1.17.0. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetVersion(
    major_version: Out<i32>,
    minor_version: Out<i32>,
    patch_version: Out<i32>,
) -> Outcome {
    major_version.write(ACL_MAJOR_VERSION);
    minor_version.write(ACL_MINOR_VERSION);
    patch_version.write(ACL_PATCH_VERSION);
    Ok(())
}

/// The version of a package: the line `Version=` of `share/info/PACKAGE/version.info` below `ASCEND_HOME_PATH`. `-` and `_`
/// in its name stand for each other.
fn package_version(arg: &'static str, package: &str) -> Outcome<String> {
    let missing = |what: String| {
        Error::value(
            arg,
            format!("{package:?}: {what}"),
            "a package with share/info/<package>/version.info below ASCEND_HOME_PATH",
        )
    };
    let read = || -> Result<String> {
        let home = config::HOME_PATH
            .get()
            .as_ref()
            .ok_or_else(|| missing("ASCEND_HOME_PATH is not set".into()))?;
        let spellings = [
            package.to_owned(),
            package.replace('-', "_"),
            package.replace('_', "-"),
        ];
        let info = home.join("share/info");
        let file = spellings
            .iter()
            .map(|name| info.join(name).join("version.info"))
            .find(|path| path.is_file())
            .ok_or_else(|| missing(format!("not found in {}", info.display())))?;
        let text = files::read_text(&file)
            .map_err(|error| missing(format!("{}: {error}", file.display())))?;
        text.lines()
            .find_map(|line| line.trim().strip_prefix("Version="))
            .map(|version| version.trim().to_owned())
            .filter(|version| !version.is_empty())
            .ok_or_else(|| missing(format!("no line Version= in {}", file.display())))
    };
    read().code(ACL_ERROR_INVALID_FILE)
}

/// A version as a field of `N` bytes, filled up with zeros. What does not fit is cut.
fn field<const N: usize>(text: &str) -> [c_char; N] {
    let mut field = [0; N];
    for (to, from) in field[..N - 1].iter_mut().zip(text.bytes()) {
        *to = from as c_char;
    }
    field
}

/// Returns the version of a package of the toolkit as text, in 128 bytes.
///
/// Returns 100000 for null; 100003 if the toolkit (`ASCEND_HOME_PATH`) has no such package.
#[entry(acl)]
fn aclsysGetVersionStr(
    #[not_const] pkg_name: Text,
    #[length(ACL_PKG_VERSION_MAX_SIZE)] version_str: Room<'_, c_char>,
) -> Outcome {
    not_null("versionStr", version_str)?;
    let version = package_version("pkgName", &pkg_name.to_string_lossy())?;
    // No more than the text: some programs bring fewer bytes than they should.
    version_str.write_text(version.as_bytes());
    Ok(())
}

/// `9.0.0-beta.1` as a number that orders versions: major * 10000000 + minor * 100000 + patch * 1000, less 300 for alpha, 200
/// for beta and 100 for rc, plus the number of the pre-release. `8.1.RC1` is 8.1.0-rc.1.
fn number(version: &str) -> Option<i32> {
    let mut parts = version.split(['.', '-']).peekable();
    let plain = |part: &str| part.parse::<u16>().ok().map(i32::from);
    let major = plain(parts.next()?)?;
    let minor = plain(parts.next()?)?;
    let patch = match parts.peek().and_then(|part| plain(part)) {
        Some(patch) => {
            parts.next();
            patch
        }
        None => 0,
    };
    let mut pre_release = 0;
    if let Some(part) = parts.next() {
        let part = part.to_ascii_lowercase();
        let digits = part.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        pre_release = match &part[..part.len() - digits.len()] {
            "alpha" => -300,
            "beta" => -200,
            "rc" => -100,
            _ => return None,
        };
        let count = if digits.is_empty() {
            parts.next().map_or(Some(0), plain)
        } else {
            plain(digits)
        };
        pre_release += count?;
    }
    major
        .checked_mul(10_000_000)?
        .checked_add(minor * 100_000 + patch * 1000 + pre_release)
}

/// Returns the version of a package of the toolkit as a number that grows with it: 9.0.0 is 90000000.
///
/// Returns 100000 for null; 100003 if the toolkit has no such package; 500000 if its version cannot be read.
#[entry(acl)]
fn aclsysGetVersionNum(#[not_const] pkg_name: Text, version_num: Out<i32>) -> Outcome {
    let version = package_version("pkgName", &pkg_name.to_string_lossy())?;
    let Some(number) = number(&version) else {
        return refuse(
            "pkgName",
            format!("a package of version {version:?}"),
            "one of a version like 9.0.0 or 9.0.0-beta.1",
            ACL_ERROR_INTERNAL_ERROR,
        );
    };
    version_num.write(number);
    Ok(())
}

/// Returns the version of a package, whole and in parts.
///
/// Returns 100000 for null, or another name; 100003 if the toolkit has no such package.
#[entry(acl, answer = ACL_ERROR_INVALID_FILE)]
fn aclsysGetCANNVersion(name: aclCANNPackageName, version: Out<aclCANNPackageVersion>) -> Outcome {
    // Programs ask for packages that need not be there; the vendor takes their absence for an answer too.
    let target = version;
    let package = match name {
        // All of the toolkit.
        aclCANNPackageName::ACL_PKG_NAME_CANN => "toolkit",
        aclCANNPackageName::ACL_PKG_NAME_RUNTIME => "runtime",
        aclCANNPackageName::ACL_PKG_NAME_COMPILER => "compiler",
        aclCANNPackageName::ACL_PKG_NAME_HCCL => "hccl",
        aclCANNPackageName::ACL_PKG_NAME_TOOLKIT => "toolkit",
        aclCANNPackageName::ACL_PKG_NAME_OPP => "opp",
        aclCANNPackageName::ACL_PKG_NAME_OPP_KERNEL => "opp_kernel",
        aclCANNPackageName::ACL_PKG_NAME_DRIVER => "driver",
        _ => {
            return refuse(
                "name",
                name,
                "a value of aclCANNPackageName",
                ACL_ERROR_INVALID_PARAM,
            );
        }
    };
    let version = package_version("name", package)?;
    let mut parts = version.splitn(4, ['.', '-']);
    let mut part = || field(parts.next().unwrap_or_default());
    target.write(aclCANNPackageVersion {
        version: field(&version),
        majorVersion: part(),
        minorVersion: part(),
        releaseVersion: part(),
        patchVersion: part(),
        reserved: [0; ACL_PKG_VERSION_MAX_SIZE],
    });
    Ok(())
}
