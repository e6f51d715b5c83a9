/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/xmath_conf.h"
#include "xmath/api.h"
#include "xmath/types.h"
#include "xmath/vpu/vpu.h"
#include "xmath/scalar/scalar.h"
#include "xmath/util.h"
#include "xmath/q_format.h"

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#ifndef M_E
#define M_E 2.71828182845904523536
#endif
