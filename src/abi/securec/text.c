/* libc_sec: text, within the bounds of its targets. */
#define _POSIX_C_SOURCE 200809L
#include "securec.h"

static errno_t reset(char *dest, errno_t status)
{
    dest[0] = '\0';
    return status;
}

/* Why no text can be written to a target; resets it where it can. */
static errno_t refusal(char *dest, size_t destMax, const char *src, size_t count)
{
    if (destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) {
        return ERANGE;
    }
    if (dest == NULL) {
        return EINVAL;
    }
    if (src == NULL) {
        return reset(dest, EINVAL_AND_RESET);
    }
    return count > SECUREC_STRING_MAX_LEN ? reset(dest, ERANGE_AND_RESET) : EOK;
}

/* Whether `length` characters from `at` on, and `count` from `src` on, have one in common. */
static int overlaps(const char *at, size_t length, const char *src, size_t count)
{
    uintptr_t first = (uintptr_t)at, second = (uintptr_t)src;
    return first < second ? second - first < length : first - second < count;
}

/* Writes at most `count` characters of `src`, and their end, behind the first `used` ones of a target. */
static errno_t append(char *dest, size_t destMax, size_t used, const char *src, size_t count)
{
    size_t room = destMax - used;
    size_t length = strnlen(src, count < room ? count : room);
    if (length >= room) {
        return reset(dest, ERANGE_AND_RESET);
    }
    /* Text that is copied to itself stays as it is. */
    if (dest + used != src && overlaps(dest, used + length + 1, src, length + (length < count))) {
        return reset(dest, EOVERLAP_AND_RESET);
    }
    memmove(dest + used, src, length);
    dest[used + length] = '\0';
    return EOK;
}

errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count)
{
    errno_t status = refusal(strDest, destMax, strSrc, count);
    return status == EOK ? append(strDest, destMax, 0, strSrc, count) : status;
}

errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc)
{
    return strncpy_s(strDest, destMax, strSrc, SECUREC_STRING_MAX_LEN);
}

errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count)
{
    errno_t status = refusal(strDest, destMax, strSrc, count);
    if (status != EOK) {
        return status;
    }
    size_t used = strnlen(strDest, destMax);
    return used == destMax ? reset(strDest, EINVAL_AND_RESET) : append(strDest, destMax, used, strSrc, count);
}

errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc)
{
    return strncat_s(strDest, destMax, strSrc, SECUREC_STRING_MAX_LEN);
}

char *strtok_s(char *strToken, const char *strDelimit, char **context)
{
    if (strDelimit == NULL || context == NULL || (strToken == NULL && *context == NULL)) {
        return NULL;
    }
    return strtok_r(strToken, strDelimit, context);
}
