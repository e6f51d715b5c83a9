//! The library as the target of the vendor's header-only marks.

use std::ffi::{c_int, c_uint};

use super::{mstx, mstx_memory};
use crate::abi::failure::Outcome;
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Returns the table of a module of the header, and how many entries it has.
pub type mstxGetModuleFuncTableFunc = Option<
    unsafe extern "C" fn(
        module: c_int,
        table: *mut *mut *mut *const (),
        size: *mut c_uint,
    ) -> c_int,
>;

/// The modules: plain marks, those with domains, and memory of pools.
const CORE: c_int = 1;
const DOMAIN: c_int = 2;
const MEMORY: c_int = 3;

/// Fills in the tables of the vendor's header `mstx/ms_tools_ext.h`, which opens the library named by `MSTX_INJECTION_PATH` and calls this.
/// Returns 0, or 1 if there is no table.
#[entry(acl, otherwise = 1)]
fn InitInjectionMstx(get_func_table: mstxGetModuleFuncTableFunc) -> Outcome<c_int> {
    let get = get_func_table.ok_or(Reason::Null {
        arg: "getFuncTable",
    })?;
    let core = [
        mstx::mstxMarkA as *const (),
        mstx::mstxRangeStartA as *const (),
        mstx::mstxRangeEnd as *const (),
    ];
    let domain = [
        mstx::mstxDomainCreateA as *const (),
        mstx::mstxDomainDestroy as *const (),
        mstx::mstxDomainMarkA as *const (),
        mstx::mstxDomainRangeStartA as *const (),
        mstx::mstxDomainRangeEnd as *const (),
    ];
    let memory = [
        mstx_memory::mstxMemHeapRegister as *const (),
        mstx_memory::mstxMemHeapUnregister as *const (),
        mstx_memory::mstxMemRegionsRegister as *const (),
        mstx_memory::mstxMemRegionsUnregister as *const (),
    ];
    let modules = [
        (CORE, &core[..]),
        (DOMAIN, &domain[..]),
        (MEMORY, &memory[..]),
    ];
    for (module, functions) in modules {
        let (mut table, mut size) = (std::ptr::null_mut::<*mut *const ()>(), 0);
        // SAFETY: the header's function, which writes both.
        let found = unsafe { get(module, &raw mut table, &raw mut size) };
        if found != 0 || table.is_null() {
            // Older headers have fewer modules.
            continue;
        }
        for (i, &function) in functions.iter().enumerate() {
            // The first entry of each table is unused.
            let at = i + 1;
            if at < size as usize {
                // SAFETY: an entry of the table: null, or the address of a pointer of the header's.
                unsafe {
                    let entry = *table.add(at);
                    if !entry.is_null() {
                        entry.write(function);
                    }
                }
            }
        }
    }
    Ok(0)
}
