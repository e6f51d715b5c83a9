/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/scalar/f32.h"
#include "xmath/scalar/float_complex_s16.h"
#include "xmath/scalar/float_complex_s32.h"
#include "xmath/scalar/float_s32.h"
#include "xmath/scalar/s16.h"
#include "xmath/scalar/s32.h"
#include "xmath/scalar/scalar_misc.h"
