/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_anti_mx_quant.h"
#include "aclnn_dynamic_mx_quant.h"
#include "aclnn_dynamic_mx_quant_v2.h"
#include "aclnn_dynamic_mx_quant_v3.h"
#include "aclnn_dynamic_mx_quant_with_dual_axis.h"
#include "aclnn_dynamic_mx_quant_with_dual_axis_v2.h"
#include "aclnn_erfinv.h"
#include "aclnn_grouped_dynamic_mx_quant.h"
#include "aclnn_grouped_dynamic_mx_quant_v2.h"
#include "aclnn_grouped_dynamic_mx_quant_with_dual_axis.h"
#include "aclnn_logit.h"
#include "aclnn_logsigmoid.h"
#include "aclnn_sigmoid.h"
