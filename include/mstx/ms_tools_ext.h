/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>
#include "acl/acl_base_rt.h"

/**
 * A domain of marks.
 */
typedef struct mstxDomainRegistration_st mstxDomainRegistration_st;

/**
 * Number of a range; 0 is none.
 */
typedef uint64_t mstxRangeId;

/**
 * A domain of marks.
 */
typedef struct mstxDomainRegistration_st *mstxDomainHandle_t;

/**
 * Returns the table of a module of the header, and how many entries it has.
 */
typedef int (*mstxGetModuleFuncTableFunc)(int module, const void ****table, unsigned int *size);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Sets a mark, on the host.
 */
void mstxMarkA(const char *message, aclrtStream stream);

/**
 * Begins a range, on the host. Returns its number; 0 for null.
 */
mstxRangeId mstxRangeStartA(const char *message, aclrtStream stream);

/**
 * Ends a range. A number that is none's is ignored.
 */
void mstxRangeEnd(mstxRangeId id);

/**
 * Returns the number of the tool that takes the marks: that of the vendor's profiler.
 */
void mstxGetToolId(uint64_t *id);

/**
 * Creates a domain. Returns null for a null name.
 */
mstxDomainHandle_t mstxDomainCreateA(const char *name);

/**
 * Destroys a domain.
 */
void mstxDomainDestroy(mstxDomainHandle_t domain);

/**
 * Sets a mark of a domain, on the host.
 */
void mstxDomainMarkA(mstxDomainHandle_t domain, const char *message, aclrtStream stream);

/**
 * Begins a range of a domain, on the host. Returns its number; 0 for null or what is no domain.
 */
mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t domain, const char *message, aclrtStream stream);

/**
 * Ends a range of a domain. A number that is none's is ignored.
 */
void mstxDomainRangeEnd(mstxDomainHandle_t domain, mstxRangeId id);

/**
 * Fills in the tables of the vendor's header `mstx/ms_tools_ext.h`, which opens the library named by `MSTX_INJECTION_PATH` and calls this.
 * Returns 0, or 1 if there is no table.
 */
int InitInjectionMstx(mstxGetModuleFuncTableFunc getFuncTable);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
