//! `mstx/ms_tools_ext.h`: marks and ranges, as the vendor's tool extension names them. Each belongs to a domain.

use std::ffi::c_char;
use std::time::Instant;

use super::objects::{self, Item};
use super::stamp::{DOMAIN, RANGES, next_range};
use crate::abi::acl::boundary::guard;
use crate::abi::acl::types::*;
use crate::abi::pointer::{out, text};
use crate::abi::shown::called;
use crate::diagnostics::profile;
use crate::error::{Reason, Result};
use crate::sync::lock;

/// Number of a range; 0 is none.
pub type mstxRangeId = u64;

/// A domain of marks.
pub struct mstxDomainRegistration_st {
    _private: [u8; 0],
}

/// A domain of marks.
pub type mstxDomainHandle_t = *mut mstxDomainRegistration_st;

/// The number of the vendor's profiler among its tools.
const TOOL: u64 = 0x1000;

fn message(pointer: *const c_char) -> Result<String> {
    // SAFETY: the contract of `crate::abi`: a string.
    let text = unsafe { text(pointer) }.ok_or(Reason::Null { arg: "message" })?;
    Ok(text.to_string_lossy().into_owned())
}

/// The name of a domain; null is the one of what names none.
fn domain(handle: mstxDomainHandle_t) -> Result<String> {
    match handle.is_null() {
        true => Ok(DOMAIN.into()),
        false => objects::change("domain", handle.addr(), |item| match item {
            Item::Domain(name) => Some(name.clone()),
            _ => None,
        }),
    }
}

fn begin(domain: String, message: String) -> mstxRangeId {
    let number = next_range().into();
    lock(&RANGES).insert(number, (message, domain, Instant::now()));
    number
}

fn end(id: mstxRangeId) {
    if let Some((message, domain, began)) = lock(&RANGES).remove(&id) {
        profile::mark(&message, &domain, Some(began));
    }
}

/// Sets a mark, on the host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxMarkA(message: *const c_char, stream: aclrtStream) {
    let call = called!("mstxMarkA", message, stream);
    let _ = guard(call, || {
        profile::mark(&self::message(message)?, DOMAIN, None);
        Ok(())
    });
}

/// Begins a range, on the host. Returns its number; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxRangeStartA(
    message: *const c_char,
    stream: aclrtStream,
) -> mstxRangeId {
    let call = called!("mstxRangeStartA", message, stream);
    let mut id = 0;
    let _ = guard(call, || {
        id = begin(DOMAIN.into(), self::message(message)?);
        Ok(())
    });
    id
}

/// Ends a range. A number that is none's is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxRangeEnd(id: mstxRangeId) {
    let call = called!("mstxRangeEnd", id);
    let _ = guard(call, || {
        end(id);
        Ok(())
    });
}

/// Returns the number of the tool that takes the marks: that of the vendor's profiler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxGetToolId(id: *mut u64) {
    let call = called!("mstxGetToolId", id);
    let _ = guard(call, || {
        // SAFETY: an out pointer, by the contract.
        unsafe { out("id", id)? }.write(TOOL);
        Ok(())
    });
}

/// Creates a domain. Returns null for a null name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxDomainCreateA(name: *const c_char) -> mstxDomainHandle_t {
    let call = called!("mstxDomainCreateA", name);
    let mut handle = 0;
    let _ = guard(call, || {
        handle = objects::insert(Item::Domain(self::message(name)?))?;
        Ok(())
    });
    handle as mstxDomainHandle_t
}

/// Destroys a domain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxDomainDestroy(domain: mstxDomainHandle_t) {
    let call = called!("mstxDomainDestroy", domain);
    let _ = guard(call, || {
        objects::take("domain", domain.addr(), |item| {
            matches!(item, Item::Domain(_))
        })?;
        Ok(())
    });
}

/// Sets a mark of a domain, on the host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxDomainMarkA(
    domain: mstxDomainHandle_t,
    message: *const c_char,
    stream: aclrtStream,
) {
    let call = called!("mstxDomainMarkA", domain, message, stream);
    let _ = guard(call, || {
        profile::mark(&self::message(message)?, &self::domain(domain)?, None);
        Ok(())
    });
}

/// Begins a range of a domain, on the host. Returns its number; 0 for null or what is no domain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxDomainRangeStartA(
    domain: mstxDomainHandle_t,
    message: *const c_char,
    stream: aclrtStream,
) -> mstxRangeId {
    let call = called!("mstxDomainRangeStartA", domain, message, stream);
    let mut id = 0;
    let _ = guard(call, || {
        id = begin(self::domain(domain)?, self::message(message)?);
        Ok(())
    });
    id
}

/// Ends a range of a domain. A number that is none's is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mstxDomainRangeEnd(domain: mstxDomainHandle_t, id: mstxRangeId) {
    let call = called!("mstxDomainRangeEnd", domain, id);
    let _ = guard(call, || {
        end(id);
        Ok(())
    });
}
