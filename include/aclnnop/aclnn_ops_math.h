/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_lgamma.h"
#include "aclnn_linspace.h"
#include "aclnn_logspace.h"
#include "aclnn_sin.h"
