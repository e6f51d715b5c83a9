//! Settings of a process: every environment variable that the library reads, with its documentation.
//!
//! Each variable is read once, when it is first needed, so that a program may still set it before that. A value that cannot be
//! used is named once on the standard error stream. `tests/settings.rs` holds docs/settings.md and its twin to [`VARIABLES`], and all
//! other files to reading none.

mod values;

use std::ffi::{CStr, CString, OsStr, OsString, c_char};
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use hostnpu_settings::{ALL_CHECKS, check_action, checks, number, schedule, size};
pub use hostnpu_settings::{CheckAction, Schedule};
use log::LevelFilter;

use self::values::{contract, duration, flag, level, one_of, ports, processors};
use hostnpu_kernels::simd::{self, Isa};

/// The documentation of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub allowed: &'static str,
    /// The value without it, as docs/settings.md says it.
    pub default: &'static str,
}

/// A variable, and its value once it was read.
#[derive(Debug)]
pub struct Setting<T: 'static> {
    variable: Variable,
    parse: fn(&OsStr) -> Option<T>,
    default: fn() -> T,
    value: OnceLock<T>,
}

impl<T> Setting<T> {
    /// The value of this process: that of the environment, or the default where it is unset, empty or of no use.
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| {
            let Some(text) = environment(self.variable.name).filter(|text| !text.is_empty()) else {
                return (self.default)();
            };
            (self.parse)(&text).unwrap_or_else(|| {
                self.variable.refuse(&text, self.variable.default);
                (self.default)()
            })
        })
    }
}

impl Variable {
    /// Says once on the standard error stream that a value is not used, and what is.
    fn refuse(&self, text: &OsStr, instead: &str) {
        let mut line = String::from("hostnpu: ");
        let _ = writeln!(
            line,
            "{} is {text:?}; allowed: {}; used instead: {instead}",
            self.name, self.allowed
        );
        // In one piece, so that lines of several threads do not mix; and without a panic where nothing can be written.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// A contract of operators that have two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// The published contract of the operator.
    Published,
    /// The contract of the toolkit's own operator.
    Toolkit,
    /// Published; in a process that has loaded PyTorch's NPU plugin, which relies on it, when it starts the runtime: the toolkit's.
    Auto,
}

macro_rules! settings {
    ($($(#[$doc:meta])* $ident:ident: $type:ty = $name:literal, $allowed:literal, $default:literal, $parse:expr, $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[doc = concat!("\n\n`", $name, "`: ", $allowed, "; without it: ", $default, ".")]
            pub static $ident: Setting<$type> = Setting {
                variable: Variable { name: $name, allowed: $allowed, default: $default },
                parse: $parse,
                default: $value,
                value: OnceLock::new(),
            };
        )*

        /// Every variable, in the order of docs/settings.md.
        pub const VARIABLES: &[Variable] = &[
            $(Variable { name: $name, allowed: $allowed, default: $default },)*
        ];
    };
}

settings! {
    /// Threads that compute.
    THREADS: usize = "HOSTNPU_THREADS", "1 to 1024", "number of processors",
        |text| number(text, 1, 1024), processors;
    /// Simulated devices.
    DEVICES: usize = "HOSTNPU_DEVICES", "1 to 64", "1",
        |text| number(text, 1, 64), || 1;
    /// Bytes of memory of each device.
    DEVICE_MEMORY: usize = "HOSTNPU_DEVICE_MEMORY", "a size above 0 as 1000, 512M, 64G or 1T", "128G",
        |text| size(text.to_str()?), || 128 << 30;
    /// The chip that the devices stand for.
    SOC: CString = "HOSTNPU_SOC", "a chip's name", "Ascend950PR_9599",
        |text| CString::new(text.to_str()?.trim()).ok().filter(|name| !name.is_empty()), || c"Ascend950PR_9599".into();
    /// The trade between accuracy and speed until a program chooses another.
    IMPL_MODE: String = "HOSTNPU_IMPL_MODE", "high_precision or high_performance", "high_precision",
        |text| one_of(text, &["high_precision", "high_performance", "high_precision_for_all", "high_performance_for_all"]),
        || "high_precision".into();
    /// True if matrix products and convolutions round FLOAT operands as the device's cores do, where `cubeMathType` allows that.
    CUBE_MATH: bool = "HOSTNPU_CUBE_MATH", "exact or device", "exact",
        |text| one_of(text, &["exact", "device"]).map(|word| word == "device"), || false;
    /// Contract of operators whose published contract is narrower than the toolkit's.
    CONTRACT: Contract = "HOSTNPU_CONTRACT", "published, toolkit or auto", "auto",
        contract, || Contract::Auto;
    /// The instruction set of the kernels.
    ISA: Isa = "HOSTNPU_ISA", "baseline, avx2 or avx512, if this machine has it", "the widest one",
        |text| Isa::available().find(|isa| text.to_str().map(str::trim) == Some(isa.name())), Isa::widest;
    /// Turns on all that helps to find a mistake, except what another variable turns off.
    DEBUG: bool = "HOSTNPU_DEBUG", "0 or 1", "0",
        flag, || false;
    /// The checks of what programs do, by their bits.
    CHECK: u32 = "HOSTNPU_CHECK", "a list of memory, host, handle, race, init, leak, api and waste; all: memory, handle, race, init and leak; full: all and host", "none; full,api with HOSTNPU_DEBUG",
        checks, || if *DEBUG.get() { ALL_CHECKS } else { 0 };
    /// The file to which checks report.
    CHECK_LOG: Option<PathBuf> = "HOSTNPU_CHECK_LOG", "a file; %p in its name is the process", "standard error",
        |text| Some(Some(text.into())), || None;
    /// The file in which checks write an object for each report.
    CHECK_JSON: Option<PathBuf> = "HOSTNPU_CHECK_JSON", "a file; %p in its name is the process", "no file",
        |text| Some(Some(text.into())), || None;
    /// Action of reports beside being written.
    CHECK_ACTION: CheckAction = "HOSTNPU_CHECK_ACTION", "report, abort, break or exit:STATUS", "report",
        check_action, || CheckAction::Report;
    /// The file that names what is not reported.
    CHECK_SUPPRESS: Option<PathBuf> = "HOSTNPU_CHECK_SUPPRESS", "a file", "nothing is suppressed",
        |text| Some(Some(text.into())), || None;
    /// Most reports that are written.
    CHECK_LIMIT: usize = "HOSTNPU_CHECK_LIMIT", "1 to 1000000", "100",
        |text| number(text, 1, 1_000_000), || 100;
    /// Frames of the stacks that checks keep.
    CHECK_DEPTH: usize = "HOSTNPU_CHECK_DEPTH", "0 (the caller only) to 64", "12",
        |text| number(text, 0, 64), || 12;
    /// Frames of the program that reports show of each stack.
    CHECK_FRAMES: usize = "HOSTNPU_CHECK_FRAMES", "1 to 64", "3",
        |text| number(text, 1, 64), || 3;
    /// Time for which the host waits for a stream before the checks look for what holds it up.
    HANG: Duration = "HOSTNPU_HANG", "a time as 500ms or 10s", "10s",
        |text| duration(text.to_str()?), || Duration::from_secs(10);
    /// Schedule of the tasks of streams.
    SCHEDULE: Schedule = "HOSTNPU_SCHEDULE", "eager, async, late or random:SEED", "eager",
        schedule, || Schedule::Eager;
    /// The faults that are wanted.
    FAULT: Option<String> = "HOSTNPU_FAULT", "a list as malloc@7,task=aclnnSin@2", "no faults",
        |text| Some(Some(text.to_str()?.to_owned())), || None;
    /// The file to which faults that strike are written.
    FAULT_LOG: Option<PathBuf> = "HOSTNPU_FAULT_LOG", "a file", "no file",
        |text| Some(Some(text.into())), || None;
    /// True if what traps on an XMOS device ends the process.
    XMATH_TRAPS: bool = "HOSTNPU_XMATH_TRAPS", "0 or 1", "0",
        flag, || false;
    /// The devices that a program sees, by their numbers: `None` is all. [`visible_devices`] reads it.
    VISIBLE_DEVICES: Option<OsString> = "ASCEND_RT_VISIBLE_DEVICES", "numbers of devices, separated by commas", "all",
        |text| Some(Some(text.to_owned())), || environment("ASCEND_RT_VISIBLE_DEVICES");
    /// The least level of records of the log.
    LOG_LEVEL: LevelFilter = "ASCEND_GLOBAL_LOG_LEVEL", "0 (debug), 1 (information), 2 (warnings), 3 (errors) or 4 (nothing)", "3",
        level, || LevelFilter::Error;
    /// True if the log goes to standard output.
    LOG_TO_STDOUT: Option<bool> = "ASCEND_LOG_PRINT_TO_STDOUT", "0 or 1", "0",
        |text| flag(text).map(Some), || None;
    /// The deprecated name of [`LOG_TO_STDOUT`], which counts where that is unset.
    SLOG_TO_STDOUT: bool = "ASCEND_SLOG_PRINT_TO_STDOUT", "0 or 1", "0",
        flag, || false;
    /// The folder of log files.
    LOG_PATH: Option<PathBuf> = "ASCEND_PROCESS_LOG_PATH", "a folder", "no log file",
        |text| Some(Some(text.into())), || None;
    /// The folder whose subfolder `log` holds log files where [`LOG_PATH`] is unset.
    WORK_PATH: Option<PathBuf> = "ASCEND_WORK_PATH", "a folder", "no log file",
        |text| Some(Some(text.into())), || None;
    /// Log files that are kept of a process.
    LOG_FILES: usize = "ASCEND_HOST_LOG_FILE_NUM", "1 to 1000", "10",
        |text| number(text, 1, 1000), || 10;
    /// The toolkit prefix, whose packages have versions.
    HOME_PATH: Option<PathBuf> = "ASCEND_HOME_PATH", "a folder", "no versions of packages",
        |text| Some(Some(text.into())), || None;
    /// The file of the trace.
    TRACE: Option<PathBuf> = "HOSTNPU_TRACE", "a file .txt, .jsonl or .json, or - for the standard error stream", "no trace",
        |text| Some(Some(text.into())), || None;
    /// The calls of the trace.
    TRACE_FILTER: String = "HOSTNPU_TRACE_FILTER", "patterns as aclnn*,-aclrtGet*", "all",
        |text| text.to_str().map(Into::into), String::new;
    /// The folder in which the profile of the process is written.
    PROFILE: Option<PathBuf> = "HOSTNPU_PROFILE", "a folder", "no profile",
        |text| Some(Some(text.into())), || None;
    /// Seconds that ranks wait for each other to form a communicator.
    HCCL_CONNECT_TIMEOUT: u64 = "HCCL_CONNECT_TIMEOUT", "1 to 7200", "120",
        |text| number(text, 1, 7200), || 120;
    /// Seconds that an operation waits for the other ranks; 0 is for ever.
    HCCL_EXEC_TIMEOUT: u64 = "HCCL_EXEC_TIMEOUT", "0 to 2147483647", "1836",
        |text| number(text, 0, i32::MAX as u64), || 1836;
    /// MiB of a rank's buffer, to which operators of other ranks write where it has shown them no memory of its own.
    HCCL_BUFFSIZE: u64 = "HCCL_BUFFSIZE", "1 to 1048576", "200",
        |text| number(text, 1, 1 << 20), || 200;
    /// The address at which other processes reach this one.
    HCCL_IF_IP: Option<IpAddr> = "HCCL_IF_IP", "an address of this host", "that of HCCL_SOCKET_IFNAME or MASTER_ADDR, else loopback",
        |text| text.to_str()?.trim().parse().ok().map(Some), || None;
    /// Names of the interfaces at which other processes reach this one.
    HCCL_SOCKET_IFNAME: String = "HCCL_SOCKET_IFNAME", "prefixes as eth,enp; ^ before them: not those; = before them: whole names", "none is chosen",
        |text| text.to_str().map(|text| text.trim().to_owned()), String::new;
    /// The host of PyTorch's rank 0, to which ranks on other hosts have a way.
    MASTER_ADDR: Option<String> = "MASTER_ADDR", "a host's name or address", "none",
        |text| Some(Some(text.to_str()?.trim().to_owned())), || None;
    /// PyTorch's ranks in all.
    WORLD_SIZE: Option<u32> = "WORLD_SIZE", "1 to 4294967295", "unknown",
        |text| number(text, 1, u32::MAX).map(Some), || None;
    /// PyTorch's ranks on this host.
    LOCAL_WORLD_SIZE: Option<u32> = "LOCAL_WORLD_SIZE", "1 to 4294967295", "unknown",
        |text| number(text, 1, u32::MAX).map(Some), || None;
    /// The family of those addresses.
    HCCL_SOCKET_FAMILY: String = "HCCL_SOCKET_FAMILY", "AF_INET or AF_INET6", "AF_INET",
        |text| one_of(text, &["AF_INET", "AF_INET6"]), || "AF_INET".into();
    /// The first of 32 ports that are tried for the meeting of processes.
    HCCL_IF_BASE_PORT: u16 = "HCCL_IF_BASE_PORT", "1024 to 65520", "60000",
        |text| number(text, 1024, 65520), || 60000;
    /// The ports that are tried in place of those; none of them: any that the system has.
    HCCL_HOST_SOCKET_PORT_RANGE: Option<Vec<RangeInclusive<u16>>> = "HCCL_HOST_SOCKET_PORT_RANGE", "ports and ranges as 60000,60050-60100, or auto", "32 ports from HCCL_IF_BASE_PORT on",
        |text| ports(text).map(Some), || None;
    /// True if ranks may come from any address.
    HCCL_WHITELIST_DISABLE: bool = "HCCL_WHITELIST_DISABLE", "0 or 1", "1",
        flag, || true;
    /// The file of the addresses from which they may come otherwise.
    HCCL_WHITELIST_FILE: Option<PathBuf> = "HCCL_WHITELIST_FILE", "a file", "none",
        |text| Some(Some(text.into())), || None;
    /// The library between processes.
    UCX: Option<PathBuf> = "HOSTNPU_UCX", "the path of libucp", "libucp.so.0, where the system has it",
        |text| Some(Some(text.into())), || None;
    /// The transports of that library: it reads them itself, here counts whether the program has chosen.
    UCX_TLS: Option<OsString> = "UCX_TLS", "what UCX takes", "all but cma",
        |text| Some(Some(text.to_owned())), || None;
    /// The folder of dumps, and which operators are dumped.
    DUMP: Option<String> = "HOSTNPU_DUMP", "a folder, or one with operators as DIR:aclnnSin,*Norm", "no dump",
        |text| Some(Some(text.to_str()?.into())), || None;
    /// Data of tensors that are dumped.
    DUMP_DATA: String = "HOSTNPU_DUMP_DATA", "tensor or stats", "tensor",
        |text| one_of(text, &["tensor", "stats"]), || "tensor".into();
    /// Operands that are dumped.
    DUMP_SIDE: String = "HOSTNPU_DUMP_SIDE", "input, output or all", "all",
        |text| one_of(text, &["input", "output", "all"]), || "all".into();
    /// True if names of dumped files are the same in every run.
    DUMP_STABLE: bool = "HOSTNPU_DUMP_STABLE", "0 or 1", "0",
        flag, || false;
    /// The device of threads that set none.
    DEFAULT_DEVICE: i32 = "CNRT_DEFAULT_DEVICE", "the number of a device", "0",
        |text| number(text, 0, i32::MAX), || 0;
    /// True if refusals of CNRT go to the standard error stream.
    CNRT_PRINTS: bool = "CNRT_PRINT_INFO", "0, off, false, 1, on or true", "0",
        |text| match text.to_str()?.trim().to_ascii_lowercase().as_str() {
            "1" | "on" | "true" => Some(true),
            "0" | "off" | "false" => Some(false),
            _ => None,
        },
        || false;
    /// The least level of messages of MLU-OPS.
    MLUOP_LOG_LEVEL: u8 = "MLUOP_MIN_LOG_LEVEL", "0 (information), 1 (warnings), 2 (errors) or 3 (fatal errors)", "0",
        |text| number(text, 0, 3), || 0;
}

/// The devices that a program sees, of `count` in all. As on the card, the first entry of `ASCEND_RT_VISIBLE_DEVICES` that names
/// no device ends the list.
pub fn visible_devices(count: usize) -> Vec<usize> {
    let Some(list) = VISIBLE_DEVICES.get() else {
        return (0..count).collect();
    };
    let text = list.to_string_lossy();
    let entries = text.split(',').map(|id| id.trim().parse::<usize>().ok());
    let seen: Vec<usize> = entries
        .map_while(|id| id.filter(|&id| id < count))
        .collect();
    let is_none = text.trim().is_empty();
    if seen.len() < text.split(',').count() && !is_none {
        let allowed = format!("the first {} of its entries", seen.len());
        VISIBLE_DEVICES.variable.refuse(list, &allowed);
    }
    seen
}

/// The instruction set of the kernels; from the first call on they use it.
#[inline]
pub fn isa() -> Isa {
    let isa = *ISA.get();
    let chosen = simd::choose(isa);
    debug_assert_eq!(chosen, isa, "a kernel ran before HOSTNPU_ISA was read");
    chosen
}

/// The value of a variable. A program that runs with more rights than its caller gets none.
fn environment(name: &str) -> Option<OsString> {
    unsafe extern "C" {
        fn secure_getenv(name: *const c_char) -> *mut c_char;
    }
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with a zero.
    let value = unsafe { secure_getenv(name.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: not null, so it is a string of the environment, which lives until the program changes the variable.
    let value = unsafe { CStr::from_ptr(value) };
    Some(OsStr::from_bytes(value.to_bytes()).to_owned())
}
