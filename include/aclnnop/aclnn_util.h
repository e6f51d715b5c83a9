/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#ifndef ACLNN_API
#ifdef __GNUC__
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif
#endif
