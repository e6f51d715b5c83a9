/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

/* Each of these may be set before this header is included. */

#ifndef EXTERN_C
#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C
#endif
#endif

/* Before a declaration of a function with C linkage. */
#ifndef C_API
#define C_API EXTERN_C
#endif

/* Before a typedef of a function with C linkage. */
#ifndef C_TYPE
#define C_TYPE EXTERN_C
#endif

/* Alignment that the processor asks for. Nothing on a host. */
#ifndef ALIGNMENT
#ifdef __xcore__
#define ALIGNMENT(N) __attribute__((aligned(N)))
#else
#define ALIGNMENT(N)
#endif
#endif

#ifndef WORD_ALIGNED
#define WORD_ALIGNED ALIGNMENT(4)
#endif

#ifndef DWORD_ALIGNED
#define DWORD_ALIGNED ALIGNMENT(8)
#endif
