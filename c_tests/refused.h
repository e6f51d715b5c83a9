/* Refusals of the runtime of AscendCL and of HCCL, whose messages `aclGetRecentErrMsg` returns. */
#ifndef HOSTNPU_C_TESTS_REFUSED_H
#define HOSTNPU_C_TESTS_REFUSED_H

#include "acl/acl.h"
#include "check.h"

/* The call is refused under `code`, and the message says why in words that contain `text`. */
#define CHECK_REFUSED(call, code, text)                          \
    do {                                                         \
        (void)aclGetRecentErrMsg();                              \
        CHECK_STATUS(call, code);                                \
        CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), text);      \
    } while (0)

#endif
