/* The C half of aclAppLog: Rust defines no functions with variable arguments. */
#include <stdarg.h>
#include <stdio.h>

#include "acl/acl_base_rt.h"

/* The Rust half, src/abi/acl/app_log.rs. */
void hostnpu_app_log(int level, const char *func, const char *file, uint32_t line, const char *text);

void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
    char text[1024];
    va_list arguments;
    if (fmt == NULL) {
        return;
    }
    va_start(arguments, fmt);
    /* A longer line is cut. */
    int length = vsnprintf(text, sizeof text, fmt, arguments);
    va_end(arguments);
    if (length >= 0) {
        hostnpu_app_log((int)logLevel, func, file, line, text);
    }
}
