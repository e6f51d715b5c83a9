/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_flash_attention_score.h"
#include "aclnn_flash_attention_score_grad.h"
#include "aclnn_fused_infer_attention_score.h"
#include "aclnn_fused_infer_attention_score_v2.h"
#include "aclnn_fused_infer_attention_score_v3.h"
#include "aclnn_fused_infer_attention_score_v4.h"
#include "aclnn_fused_infer_attention_score_v5.h"
#include "aclnn_incre_flash_attention.h"
#include "aclnn_incre_flash_attention_v2.h"
#include "aclnn_incre_flash_attention_v3.h"
#include "aclnn_incre_flash_attention_v4.h"
#include "aclnn_prompt_flash_attention.h"
#include "aclnn_prompt_flash_attention_v2.h"
#include "aclnn_prompt_flash_attention_v3.h"
