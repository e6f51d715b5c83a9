/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include "acl_base_rt.h"
