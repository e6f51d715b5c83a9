/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef errno_t
typedef int errno_t;
#endif

#ifndef EOK
#define EOK 0
#endif
/* The target was emptied: what was given to it made no sense, did not fit, or overlapped it. */
#define EINVAL_AND_RESET 150
#define ERANGE_AND_RESET 162
#define EOVERLAP_AND_RESET 182

/* The largest target of each kind. */
#define SECUREC_MEM_MAX_LEN 0x7fffffffUL
#define SECUREC_STRING_MAX_LEN 0x7fffffffUL

/* Sets `count` bytes. Returns ERANGE for a `destMax` of 0 or too large, EINVAL for null, ERANGE_AND_RESET where `count` is larger than `destMax`: then all
   of the target is set. */
errno_t memset_s(void *dest, size_t destMax, int c, size_t count);

/* Copies `count` bytes. Returns ERANGE for a `destMax` of 0 or too large, EINVAL where `dest` is null; EINVAL_AND_RESET where `src` is, ERANGE_AND_RESET where
   `count` is larger than `destMax`, EOVERLAP_AND_RESET where source and target overlap: then all of the target is 0. */
errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count);

/* As memcpy_s; source and target may overlap. */
errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count);

/* Copies text. Returns as memcpy_s does; where the target is reset, it is the empty text. */
errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc);

/* Copies at most `count` characters of text, and ends them. */
errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count);

/* Appends text. Returns as strcpy_s does, and EINVAL_AND_RESET where the target has no end. */
errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc);

/* Appends at most `count` characters of text. */
errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count);

/* Returns the next part of text between characters of `strDelimit`, which is ended in place: of `strToken`, or of what `context` keeps where that is null. */
char *strtok_s(char *strToken, const char *strDelimit, char **context);

#if defined(__GNUC__)
#define SECUREC_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define SECUREC_PRINTF(at, first)
#endif

/* Writes formatted text; returns its length. Text that does not fit leaves the target empty, and returns -1, as all that is refused: null, a `destMax` of 0 or too
   large, a format with %n. */
int sprintf_s(char *strDest, size_t destMax, const char *format, ...) SECUREC_PRINTF(3, 4);
int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList) SECUREC_PRINTF(3, 0);

/* As sprintf_s, of at most `count` characters: longer text is cut there, and returns -1. */
int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...) SECUREC_PRINTF(4, 5);
int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format, va_list argList) SECUREC_PRINTF(4, 0);

/* As sprintf_s; text that does not fit is cut, and returns `destMax` - 1. */
int snprintf_truncated_s(char *strDest, size_t destMax, const char *format, ...) SECUREC_PRINTF(3, 4);
int vsnprintf_truncated_s(char *strDest, size_t destMax, const char *format, va_list argList) SECUREC_PRINTF(3, 0);

/* Read by a format, in which each %s, %c and %[ takes two arguments: the target and its size, a size_t. Return the number of targets that were written, -1 at the end of the
   input, for null, and where a text does not fit, whose target is then empty. Wide characters and %m are refused with -1. */
int sscanf_s(const char *buffer, const char *format, ...);
int vsscanf_s(const char *buffer, const char *format, va_list argList);
int fscanf_s(FILE *stream, const char *format, ...);
int vfscanf_s(FILE *stream, const char *format, va_list argList);
int scanf_s(const char *format, ...);
int vscanf_s(const char *format, va_list argList);

#undef SECUREC_PRINTF

#ifdef __cplusplus
}
#endif
