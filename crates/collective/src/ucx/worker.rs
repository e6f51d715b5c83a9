//! A worker of UCX: one rank's end of all connections of a communicator.

use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::OnceLock;

use super::PREFIX;
use super::library::{
    ContextParameters, EndpointParameters, IN_PROGRESS, LAST_ERROR, Library, Pending,
    RequestParameters, Status, WorkerParameters, library,
};
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
struct Context(*mut c_void);

// SAFETY: it was made for workers of several threads.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

fn context(library: &Library) -> Result<*mut c_void, String> {
    static CONTEXT: OnceLock<Result<Context, String>> = OnceLock::new();
    let context = CONTEXT.get_or_init(|| {
        let parameters = ContextParameters {
            field_mask: CONTEXT_FIELDS,
            features: FEATURES,
            shared_by_threads: 1,
            ..ContextParameters::default()
        };
        let (mut configuration, mut context) = (null_mut(), null_mut());
        // SAFETY: null means the environment and no file; the answer is memory of ours.
        let status = unsafe { (library.read_configuration)(null(), null(), &mut configuration) };
        ok("ucp_config_read", status)?;
        if config::UCX_TLS.get().is_none() {
            // A peer that dies while its memory is read ends this process, too: UCX aborts it.
            let (name, value) = (c"TLS".as_ptr(), c"^cma".as_ptr());
            // SAFETY: the configuration is live, the texts end with zeros.
            let status = unsafe { (library.change_configuration)(configuration, name, value) };
            ok("ucp_config_modify", status)?;
        }
        // SAFETY: the parameters are laid out as UCX 1.13 has them, the configuration is live.
        let status = unsafe { (library.init)(1, 13, &parameters, configuration, &mut context) };
        // SAFETY: it is live, and released once.
        unsafe { (library.release_configuration)(configuration) };
        ok("ucp_init", status).map(|()| Context(context))
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

/// A message under way. It must be seen to its end, unless its worker ends.
pub(super) enum Request {
    Done,
    Pending(Pending),
}

impl Request {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Request::Done)
    }
}

pub(crate) struct Worker {
    library: &'static Library,
    handle: *mut c_void,
    descriptor: c_int,
    /// The workers of all ranks.
    addresses: Vec<Vec<u8>>,
    endpoints: Vec<*mut c_void>,
}

// SAFETY: it is used by one thread at a time, as its thread mode demands.
unsafe impl Send for Worker {}

impl Worker {
    /// Makes a worker, or says why UCX cannot be used.
    pub(super) fn new() -> Result<Self, String> {
        let library = library()?;
        let context = context(library)?;
        let parameters = WorkerParameters {
            field_mask: 1,
            thread_mode: SERIALIZED,
            ..WorkerParameters::default()
        };
        let mut handle = null_mut();
        // SAFETY: the context is live; the parameters are laid out as UCX 1.13 has them.
        let status = unsafe { (library.create_worker)(context, &parameters, &mut handle) };
        ok("ucp_worker_create", status)?;
        let mut worker = Self {
            library,
            handle,
            descriptor: -1,
            addresses: Vec::new(),
            endpoints: Vec::new(),
        };
        // SAFETY: the worker is live.
        let status = unsafe { (library.descriptor)(handle, &mut worker.descriptor) };
        ok("ucp_worker_get_efd", status)?;
        Ok(worker)
    }

    /// Returns what other ranks need to reach it.
    pub(super) fn address(&self) -> Result<Vec<u8>, String> {
        let (mut address, mut length) = (null_mut(), 0);
        // SAFETY: the worker is live.
        let status = unsafe { (self.library.address)(self.handle, &mut address, &mut length) };
        ok("ucp_worker_get_address", status)?;
        // SAFETY: UCX returned that many bytes.
        let bytes = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), length) }.to_vec();
        // SAFETY: it is the worker's address, released once.
        unsafe { (self.library.release_address)(self.handle, address) };
        Ok(bytes)
    }

    /// Learns how to reach all ranks.
    pub(crate) fn connect(&mut self, addresses: Vec<Vec<u8>>) {
        self.endpoints = vec![null_mut(); addresses.len()];
        let own = |address: Vec<u8>| address.get(PREFIX..).unwrap_or_default().to_vec();
        self.addresses = addresses.into_iter().map(own).collect();
    }

    /// Returns the descriptor that becomes readable when something has come, after [`Worker::arm`].
    pub(super) fn descriptor(&self) -> c_int {
        self.descriptor
    }

    /// Asks for the descriptor to become readable; `false` if there is something to do at once.
    pub(super) fn arm(&mut self) -> bool {
        // SAFETY: the worker is live.
        unsafe { (self.library.arm)(self.handle) == 0 }
    }

    /// Moves what can move. Returns whether anything did.
    pub(super) fn progress(&mut self) -> bool {
        // SAFETY: the worker is live.
        unsafe { (self.library.progress)(self.handle) > 0 }
    }

    fn endpoint(&mut self, peer: u32) -> Result<*mut c_void> {
        let at = peer as usize;
        if self.endpoints[at].is_null() {
            let parameters = EndpointParameters {
                field_mask: 1,
                address: self.addresses[at].as_ptr().cast(),
                rest: [0; 16],
            };
            // SAFETY: the worker is live; the address is one that a worker of UCX gave.
            let status = unsafe {
                (self.library.create_endpoint)(self.handle, &parameters, &mut self.endpoints[at])
            };
            if status != 0 {
                let text =
                    format!("rank {peer} cannot be reached: ucp_ep_create failed with {status}");
                return Err(Error::ranks(Trouble::Unreachable, text));
            }
        }
        Ok(self.endpoints[at])
    }

    fn begun(&self, pending: Pending) -> Result<Request> {
        match pending.addr() {
            0 => Ok(Request::Done),
            code if code >= LAST_ERROR => Err(failed(code as isize as Status)),
            _ => Ok(Request::Pending(pending)),
        }
    }

    /// Begins to send memory, which must be there until the request is done or the worker has ended.
    pub(super) fn send(&mut self, peer: u32, span: Span, tag: u64) -> Result<Request> {
        let endpoint = self.endpoint(peer)?;
        let data = with_exposed_provenance::<c_void>(span.address);
        // SAFETY: the endpoint is live; the memory is promised.
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

    /// Begins to receive into memory, which must be there until the request is done or the worker has ended.
    pub(super) fn receive(&mut self, span: Span, tag: u64) -> Result<Request> {
        let data = with_exposed_provenance_mut::<c_void>(span.address);
        // SAFETY: the worker is live; the memory is promised.
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

    /// Begins to wait until all that was sent has left.
    pub(super) fn flush(&mut self) -> Result<Request> {
        // SAFETY: the worker is live.
        let pending = unsafe { (self.library.flush)(self.handle, &RequestParameters::default()) };
        self.begun(pending)
    }

    /// Looks whether a request is done.
    pub(super) fn look(&mut self, request: &mut Request) -> Result<bool> {
        let Request::Pending(pending) = request else {
            return Ok(true);
        };
        // SAFETY: the request is under way.
        let status = unsafe { (self.library.check)(*pending) };
        if status == IN_PROGRESS {
            return Ok(false);
        }
        // SAFETY: it is over, and freed once.
        unsafe { (self.library.free)(*pending) };
        *request = Request::Done;
        match status {
            0 => Ok(true),
            status => Err(failed(status)),
        }
    }

    /// Looks whether all requests are done.
    pub(super) fn look_at_all(&mut self, requests: &mut [Request]) -> Result<bool> {
        let mut all = true;
        for request in requests {
            all &= self.look(request)?;
        }
        Ok(all)
    }
}

fn failed(status: Status) -> Error {
    Error::ranks(Trouble::Gone, format!("UCX failed with {status}"))
}

impl Drop for Worker {
    fn drop(&mut self) {
        // SAFETY: it is live, and destroyed once; its endpoints end with it.
        unsafe { (self.library.destroy_worker)(self.handle) };
    }
}
