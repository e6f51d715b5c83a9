/* The C half of aclAppLog: Rust defines no functions with variable arguments. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_base_rt.h"

/* The Rust half, src/abi/acl/app_log.rs. */
int hostnpu_app_log_is_on(int level);
void hostnpu_app_log(int level, const char *func, const char *file, uint32_t line, const char *text);

struct text {
    char bytes[1024];
    size_t length;
};

/* Keeps what fits, and refuses the rest: formatting then ends, however wide a field is. */
static ssize_t keep(void *cookie, const char *data, size_t size)
{
    struct text *text = cookie;
    size_t left = sizeof text->bytes - 1 - text->length;
    size_t count = size < left ? size : left;
    memcpy(text->bytes + text->length, data, count);
    text->length += count;
    return count == size ? (ssize_t)count : 0;
}

/* aclAppLog: src/abi/acl/app_log.rs jumps here. */
void hostnpu_app_log_formatted(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
    cookie_io_functions_t functions = {.write = keep};
    struct text text;
    va_list arguments;
    FILE *stream;
    if (fmt == NULL || !hostnpu_app_log_is_on((int)logLevel)) {
        return;
    }
    text.length = 0;
    stream = fopencookie(&text, "w", functions);
    if (stream == NULL) {
        return;
    }
    va_start(arguments, fmt);
    vfprintf(stream, fmt, arguments);
    va_end(arguments);
    fclose(stream);
    text.bytes[text.length] = 0;
    hostnpu_app_log((int)logLevel, func, file, line, text.bytes);
}
