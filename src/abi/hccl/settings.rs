//! `hccl/hccl_comm.h`: settings of the process and of communicators.

use std::mem::offset_of;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use super::argument::communicator;
use super::boundary::Outcome;
use super::communicators::deterministic;
use super::enums::HcclCommConfigCapability;
use super::flags::{
    COMM_NAME_MAX_LENGTH, HCCL_COMM_CONFIG_INFO_BYTES, HCCL_COMM_CONFIG_MAGIC_WORD,
};
use super::open_enums::{HcclConfig, HcclResult};
use super::types::{HcclComm, HcclCommConfig, HcclConfigValue};
use crate::abi::parameter::{Later, Out, Parameter};
use crate::abi::pointer::Null;
use crate::collective::Settings;
use crate::config;
use crate::error::{Error, Result};
use hostnpu_aclnn_macros::entry;
use std::ptr::copy_nonoverlapping;

/// The program's choice; sums are deterministic whatever it says.
static DETERMINISTIC: AtomicI32 = AtomicI32::new(0);

fn check(setting: HcclConfig) -> Result<()> {
    if setting == HcclConfig::HCCL_DETERMINISTIC {
        Ok(())
    } else {
        Err(Error::value("config", setting, "HCCL_DETERMINISTIC (0)"))
    }
}

/// The value of a setting.
fn read(setting: HcclConfig, value: HcclConfigValue) -> Result<i32> {
    check(setting)?;
    // SAFETY: every member is an integer.
    let value = unsafe { value.value };
    match value {
        0..=2 => Ok(value),
        _ => Err(Error::value("configValue", value, "0, 1 or 2")),
    }
}

/// Sets whether sums are deterministic: 0, 1, or 2 for one order of additions. Here they always are, in the order of the ranks.
///
/// Returns HCCL_E_PARA for another setting or value.
#[entry(hccl)]
fn HcclSetConfig(config: HcclConfig, config_value: HcclConfigValue) -> Outcome {
    DETERMINISTIC.store(read(config, config_value)?, Ordering::Relaxed);
    Ok(())
}

/// Returns what `HcclSetConfig` set. Returns HCCL_E_PTR for null, HCCL_E_PARA for another setting.
#[entry(hccl)]
fn HcclGetConfig(config: HcclConfig, config_value: Later<Out<HcclConfigValue>>) -> Outcome {
    check(config)?;
    let target = config_value.get()?;
    let value = DETERMINISTIC.load(Ordering::Relaxed);
    target.write(HcclConfigValue { value });
    Ok(())
}

/// As `HcclSetConfig`, for one communicator.
///
/// Returns what that does, HCCL_E_PTR for a null communicator, HCCL_E_PARA for what is no live one.
#[entry(hccl)]
fn HcclSetCommConfig(comm: HcclComm, config: HcclConfig, config_value: HcclConfigValue) -> Outcome {
    communicator(comm)?;
    deterministic(comm, Some(read(config, config_value)?));
    Ok(())
}

/// Returns what `HcclSetCommConfig` set for a communicator, or else what `HcclSetConfig` set.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, or another setting.
#[entry(hccl)]
fn HcclGetCommConfig(
    comm: HcclComm,
    config: HcclConfig,
    config_value: Later<Out<HcclConfigValue>>,
) -> Outcome {
    communicator(comm)?;
    check(config)?;
    let target = config_value.get()?;
    let own = deterministic(comm, None);
    let value = own.unwrap_or_else(|| DETERMINISTIC.load(Ordering::Relaxed));
    target.write(HcclConfigValue { value });
    Ok(())
}

/// Returns how many fields of `HcclCommConfig` are known: those whose number is smaller.
#[entry(hccl)]
fn HcclGetCommConfigCapability() -> u32 {
    HcclCommConfigCapability::HCCL_COMM_CONFIG_RESERVED as u32
}

/// The head of a configuration.
#[repr(C)]
#[derive(Clone, Copy)]
struct Head {
    size: usize,
    magic: u32,
    version: u32,
    unused: u64,
}

const _: () = assert!(size_of::<Head>() == HCCL_COMM_CONFIG_INFO_BYTES);

/// A configuration that C passes, or null. It has as many bytes as its head says: programs of older headers have shorter ones.
#[derive(Clone, Copy)]
pub(super) struct Configuration(*const HcclCommConfig);

impl Configuration {
    /// That of a call which takes none.
    pub(super) const NONE: Self = Self(std::ptr::null());

    /// Its head, and its bytes as far as it has them; nothing for null.
    fn bytes(self) -> Option<(Head, [u8; size_of::<HcclCommConfig>()])> {
        let mut bytes = [0; size_of::<HcclCommConfig>()];
        if self.0.is_null() {
            return None;
        }
        // SAFETY: not null, so it has a head at least, by the contract of `crate::abi`.
        let head = unsafe { self.0.cast::<Head>().read_unaligned() };
        if head.magic == HCCL_COMM_CONFIG_MAGIC_WORD {
            let count = head.size.min(bytes.len());
            // SAFETY: as many bytes as the head says.
            unsafe { copy_nonoverlapping(self.0.cast(), bytes.as_mut_ptr(), count) };
        }
        Some((head, bytes))
    }
}

impl Null for Configuration {
    fn address(self) -> usize {
        self.0.addr()
    }
}

impl Parameter for Configuration {
    type C = *const HcclCommConfig;
    type Error = Error;

    unsafe fn read(_: &'static str, value: *const HcclCommConfig) -> Result<Self> {
        Ok(Self(value))
    }
}

/// The settings of a communicator: those of the configuration, which may be null, then those of the environment. Programs of older
/// headers have shorter configurations: what lies behind their end is not set.
pub(super) fn settings(configuration: Configuration) -> Outcome<Settings> {
    let mut settings = Settings {
        name: None,
        limit: seconds(*config::HCCL_EXEC_TIMEOUT.get()),
        connect: Duration::from_secs(*config::HCCL_CONNECT_TIMEOUT.get()),
    };
    let Some((head, bytes)) = configuration.bytes() else {
        return Ok(settings);
    };
    let least = offset_of!(HcclCommConfig, hcclUdi);
    if head.magic != HCCL_COMM_CONFIG_MAGIC_WORD || head.size < least {
        let got = format!("{} bytes with the mark {:#x}", head.size, head.magic);
        let allowed = "what HcclCommConfigInit has filled";
        return Err(Error::value("config", got, allowed).into());
    }
    let name = &bytes[offset_of!(HcclCommConfig, hcclCommName)..][..COMM_NAME_MAX_LENGTH];
    let length = name.iter().position(|&byte| byte == 0);
    let Some(length) = length else {
        let allowed = format!("at most {} bytes and a zero", COMM_NAME_MAX_LENGTH - 1);
        return Err(Error::value("hcclCommName", "a text without end", allowed).into());
    };
    let name = String::from_utf8_lossy(&name[..length]).into_owned();
    settings.name = Some(name).filter(|name| !name.is_empty());
    let at = offset_of!(HcclCommConfig, hcclExecTimeOut);
    if head.size >= at + size_of::<i32>() {
        match i32::from_ne_bytes(std::array::from_fn(|i| bytes[at + i])) {
            -1 => {}
            value => match u64::try_from(value) {
                Ok(value) => settings.limit = seconds(value),
                Err(_) => {
                    let allowed = "0 or more seconds, or -1: not set";
                    return Err(Error::value("hcclExecTimeOut", value, allowed).into());
                }
            },
        }
    }
    Ok(settings)
}

/// A limit in seconds; 0 is none.
fn seconds(value: u64) -> Option<Duration> {
    (value > 0).then(|| Duration::from_secs(value))
}
