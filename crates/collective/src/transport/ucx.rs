//! Messages between hosts, and wherever the program chooses UCX's ways: a worker of UCX.

mod library;

use std::ffi::{c_int, c_void};
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::OnceLock;
use std::time::Duration;

use self::library::{
    Context, ContextParameters, Endpoint, EndpointParameters, Given, IN_PROGRESS, LAST_ERROR,
    Library, Pending, RequestParameters, Status, Worker, WorkerParameters, library,
};
use super::{PollTarget, Request, Transport};
use crate::Span;
use hostnpu_base::config;
use hostnpu_base::error::{Error, Result, Trouble};

/// `UCP_FEATURE_TAG | UCP_FEATURE_WAKEUP`.
const FEATURES: u64 = 1 | 1 << 4;
/// `UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_MT_WORKERS_SHARED`.
const CONTEXT_FIELDS: u64 = 1 | 1 << 5;
/// `UCS_THREAD_MODE_SERIALIZED`: threads take turns.
const SERIALIZED: c_int = 1;

/// A context of UCX, which lives as long as the process.
struct SharedContext(&'static Context);

// SAFETY: it was made for workers of several threads.
unsafe impl Send for SharedContext {}
// SAFETY: as above.
unsafe impl Sync for SharedContext {}

fn context(library: &Library) -> Result<&'static Context, String> {
    static CONTEXT: OnceLock<Result<SharedContext, String>> = OnceLock::new();
    let context = CONTEXT.get_or_init(|| {
        let parameters = ContextParameters {
            field_mask: CONTEXT_FIELDS,
            features: FEATURES,
            shared_by_threads: 1,
            ..ContextParameters::default()
        };
        let (mut configuration, mut context) = (None, None);
        // None means the environment and no file.
        let status = (library.read_configuration)(None, None, &mut configuration);
        let configuration = given("ucp_config_read", status, configuration)?;
        if config::UCX_TLS.get().is_none() {
            // A peer that dies while its memory is read ends this process, too: UCX aborts it.
            let (name, value) = (c"TLS".as_ptr(), c"^cma".as_ptr());
            // SAFETY: the configuration is live, the texts end with zeros.
            let status = unsafe { (library.change_configuration)(configuration, name, value) };
            ok("ucp_config_modify", status)?;
        }
        // The parameters are laid out as UCX 1.13 has them.
        let status = (library.init)(1, 13, &parameters, configuration, &mut context);
        // SAFETY: it is live, and released once.
        unsafe { (library.release_configuration)(configuration) };
        given("ucp_init", status, context).map(SharedContext)
    });
    context
        .as_ref()
        .map(|context| context.0)
        .map_err(Clone::clone)
}

fn ok(function: &str, status: Status) -> Result<(), String> {
    match status {
        0 => Ok(()),
        status => Err(format!("{function} failed with {status}")),
    }
}

/// Returns what a function of UCX has given, or that it has failed.
fn given<T>(function: &str, status: Status, object: Given<T>) -> Result<&'static T, String> {
    ok(function, status)?;
    object.ok_or_else(|| format!("{function} gave nothing"))
}

/// One rank's end of all connections of a communicator.
pub(crate) struct Ucx {
    library: &'static Library,
    handle: &'static Worker,
    descriptor: c_int,
    /// The workers of all ranks.
    addresses: Vec<Vec<u8>>,
    endpoints: Vec<Given<Endpoint>>,
}

// SAFETY: it is used by one thread at a time, as its thread mode demands.
unsafe impl Send for Ucx {}

impl Ucx {
    /// Makes a worker, or says why UCX cannot be used.
    pub(crate) fn open() -> Result<Self, String> {
        let library = library()?;
        let context = context(library)?;
        let parameters = WorkerParameters {
            field_mask: 1,
            thread_mode: SERIALIZED,
            ..WorkerParameters::default()
        };
        let mut handle = None;
        // The parameters are laid out as UCX 1.13 has them.
        let status = (library.create_worker)(context, &parameters, &mut handle);
        let handle = given("ucp_worker_create", status, handle)?;
        let mut worker = Self {
            library,
            handle,
            descriptor: -1,
            addresses: Vec::new(),
            endpoints: Vec::new(),
        };
        let status = (library.descriptor)(handle, &mut worker.descriptor);
        ok("ucp_worker_get_efd", status)?;
        Ok(worker)
    }

    /// Returns its address for other ranks.
    pub(crate) fn address(&self) -> Result<Vec<u8>, String> {
        let (mut address, mut length) = (null_mut(), 0);
        let status = (self.library.address)(self.handle, &mut address, &mut length);
        ok("ucp_worker_get_address", status)?;
        // SAFETY: UCX returned that many bytes: the worker's address, which is released once.
        Ok(unsafe {
            let bytes = std::slice::from_raw_parts(address.cast::<u8>(), length).to_vec();
            (self.library.release_address)(self.handle, address);
            bytes
        })
    }

    /// Takes the addresses of all ranks.
    pub(crate) fn connect(&mut self, addresses: Vec<Vec<u8>>) {
        self.endpoints = vec![None; addresses.len()];
        self.addresses = addresses;
    }

    fn endpoint(&mut self, peer: u32) -> Result<&'static Endpoint> {
        let at = peer as usize;
        let endpoint = &mut self.endpoints[at];
        if endpoint.is_none() {
            let parameters = EndpointParameters {
                field_mask: 1,
                address: self.addresses[at].as_ptr().cast(),
                rest: [0; 16],
            };
            // SAFETY: the worker is live; the address is one that a worker of UCX gave.
            let status =
                unsafe { (self.library.create_endpoint)(self.handle, &parameters, endpoint) };
            given("ucp_ep_create", status, *endpoint).map_err(|text| {
                *endpoint = None;
                let text = format!("rank {peer} cannot be reached: {text}");
                Error::ranks(Trouble::Unreachable, text)
            })?;
        }
        endpoint.ok_or_else(|| failed(0))
    }

    fn begun(&self, pending: Pending) -> Result<Request> {
        match pending.addr() {
            0 => Ok(Request::Done),
            code if code >= LAST_ERROR => Err(failed(code as isize as Status)),
            _ => Ok(Request::Pending(pending.expose_provenance())),
        }
    }
}

impl Transport for Ucx {
    fn send(&mut self, peer: u32, span: Span, tag: u64) -> Result<Request> {
        let endpoint = self.endpoint(peer)?;
        let data = with_exposed_provenance::<c_void>(span.address);
        // SAFETY: the memory is promised.
        let pending = unsafe {
            (self.library.send)(
                endpoint,
                data,
                span.bytes,
                tag,
                &RequestParameters::default(),
            )
        };
        self.begun(pending)
    }

    fn receive(&mut self, span: Span, tag: u64) -> Result<Request> {
        let data = with_exposed_provenance_mut::<c_void>(span.address);
        // SAFETY: the memory is promised.
        let pending = unsafe {
            (self.library.receive)(
                self.handle,
                data,
                span.bytes,
                tag,
                u64::MAX,
                &RequestParameters::default(),
            )
        };
        self.begun(pending)
    }

    fn flush(&mut self) -> Result<Request> {
        let pending = (self.library.flush)(self.handle, &RequestParameters::default());
        self.begun(pending)
    }

    fn look(&mut self, request: &mut Request) -> Result<bool> {
        let Request::Pending(number) = request else {
            return Ok(true);
        };
        let pending: Pending = with_exposed_provenance_mut(*number);
        // SAFETY: the request is under way.
        let status = unsafe { (self.library.check)(pending) };
        if status == IN_PROGRESS {
            return Ok(false);
        }
        // SAFETY: it is over, and freed once.
        unsafe { (self.library.free)(pending) };
        *request = Request::Done;
        match status {
            0 => Ok(true),
            status => Err(failed(status)),
        }
    }

    fn progress(&mut self) -> Result<bool> {
        Ok((self.library.progress)(self.handle) > 0)
    }

    fn awaited(&mut self, limit: Duration) -> Option<PollTarget> {
        let is_idle = (self.library.arm)(self.handle) == 0;
        is_idle.then_some(PollTarget {
            descriptor: self.descriptor,
            events: libc::POLLIN,
            limit,
        })
    }
}

fn failed(status: Status) -> Error {
    Error::ranks(Trouble::Gone, format!("UCX failed with {status}"))
}

impl Drop for Ucx {
    fn drop(&mut self) {
        // SAFETY: it is live, and destroyed once; its endpoints end with it.
        unsafe { (self.library.destroy_worker)(self.handle) };
    }
}
