// Operators of libatb.so that are pairs of C functions, as those of aclnn: the first plans a call and makes an operation of it, the second queues it.
#ifndef HOSTNPU_ABI_ATB_CALLS_H
#define HOSTNPU_ABI_ATB_CALLS_H

#include <functional>

#include "atb/operation.h"
#include "program.h"

namespace atb {

/// Measures a call, and keeps it in the operation.
Status plan(const char *name, std::function<Status(Program &)> steps, uint64_t *size, Operation **operation, Context *context);

/// Queues the call of an operation.
Status queue(const char *name, void *workspace, uint64_t size, Operation *operation, Context *context);

} // namespace atb

#endif
