// All of libatb.so that hostnpu has.
#ifndef HOSTNPU_ATB_ATB_INFER_H
#define HOSTNPU_ATB_ATB_INFER_H

#include "atb/context.h"
#include "atb/infer_op_params.h"
#include "atb/operation.h"
#include "atb/types.h"
#include "atb/utils.h"

#endif
