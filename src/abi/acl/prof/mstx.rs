//! `mstx/ms_tools_ext.h`: marks and ranges, as the vendor's tool extension names them. Each belongs to a domain.

use std::time::Instant;

use super::objects::{self, Item};
use super::stamp::{DOMAIN, RANGES, next_range};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Out, Text};
use crate::diagnostics::profile;
use crate::error::{Reason, Result};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;
use std::ptr::null_mut;

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

fn message(text: Option<Text>) -> Result<String> {
    let text = text.ok_or(Reason::Null { arg: "message" })?;
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
#[entry(acl, otherwise = ())]
fn mstxMarkA(message: Option<Text>, _stream: aclrtStream) -> Outcome {
    profile::mark(&self::message(message)?, DOMAIN, None);
    Ok(())
}

/// Begins a range, on the host. Returns its number; 0 for null.
#[entry(acl, otherwise = 0)]
fn mstxRangeStartA(message: Option<Text>, _stream: aclrtStream) -> Outcome<mstxRangeId> {
    Ok(begin(DOMAIN.into(), self::message(message)?))
}

/// Ends a range. A number that is none's is ignored.
#[entry(acl, otherwise = ())]
fn mstxRangeEnd(id: mstxRangeId) -> Outcome {
    end(id);
    Ok(())
}

/// Returns the number of the tool that takes the marks: that of the vendor's profiler.
#[entry(acl, otherwise = ())]
fn mstxGetToolId(id: Out<u64>) -> Outcome {
    id.write(TOOL);
    Ok(())
}

/// Creates a domain. Returns null for a null name.
#[entry(acl, otherwise = null_mut())]
fn mstxDomainCreateA(name: Option<Text>) -> Outcome<mstxDomainHandle_t> {
    Ok(objects::insert(Item::Domain(self::message(name)?))? as mstxDomainHandle_t)
}

/// Destroys a domain.
#[entry(acl, otherwise = ())]
fn mstxDomainDestroy(domain: mstxDomainHandle_t) -> Outcome {
    objects::take("domain", domain.addr(), |item| {
        matches!(item, Item::Domain(_))
    })?;
    Ok(())
}

/// Sets a mark of a domain, on the host.
#[entry(acl, otherwise = ())]
fn mstxDomainMarkA(
    domain: mstxDomainHandle_t,
    message: Option<Text>,
    _stream: aclrtStream,
) -> Outcome {
    profile::mark(&self::message(message)?, &self::domain(domain)?, None);
    Ok(())
}

/// Begins a range of a domain, on the host. Returns its number; 0 for null or what is no domain.
#[entry(acl, otherwise = 0)]
fn mstxDomainRangeStartA(
    domain: mstxDomainHandle_t,
    message: Option<Text>,
    _stream: aclrtStream,
) -> Outcome<mstxRangeId> {
    Ok(begin(self::domain(domain)?, self::message(message)?))
}

/// Ends a range of a domain. A number that is none's is ignored.
#[entry(acl, otherwise = ())]
fn mstxDomainRangeEnd(_domain: mstxDomainHandle_t, id: mstxRangeId) -> Outcome {
    end(id);
    Ok(())
}
