/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#ifdef __xmath_user_conf_h_exists__
#include "xmath_user_conf.h"
#endif

#ifndef XMATH_BFP_DEBUG_CHECK_LENGTHS
#define XMATH_BFP_DEBUG_CHECK_LENGTHS (0)
#endif

#ifndef XMATH_BFP_SQRT_DEPTH_S16
#define XMATH_BFP_SQRT_DEPTH_S16 (VECT_SQRT_S16_MAX_DEPTH)
#endif

#ifndef XMATH_BFP_SQRT_DEPTH_S32
#define XMATH_BFP_SQRT_DEPTH_S32 (VECT_SQRT_S32_MAX_DEPTH)
#endif

#ifndef XMATH_MALLOC
#define XMATH_MALLOC malloc
#endif

#ifndef XMATH_FREE
#define XMATH_FREE free
#endif
