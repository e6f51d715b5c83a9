/* libc_sec: formatted text, within the bounds of its targets. */
#include "securec.h"

/* Whether a format asks for %n, which writes to an address of the arguments. */
static int writes_counts(const char *format)
{
    for (const char *at = format; (at = strchr(at, '%')) != NULL; at++) {
        at++;
        at += strspn(at, "#0- +'I123456789.*$hlLqjzt");
        if (*at == 'n') {
            return 1;
        }
        if (*at == '\0') {
            break;
        }
    }
    return 0;
}

/* Writes formatted text to a target of `room` characters; returns its whole length, negative where it is refused. */
static int print(char *dest, size_t destMax, size_t room, const char *format, va_list arguments)
{
    if (dest == NULL || destMax == 0 || destMax > SECUREC_STRING_MAX_LEN) {
        return -1;
    }
    if (format == NULL || writes_counts(format)) {
        dest[0] = '\0';
        return -1;
    }
    int length = vsnprintf(dest, room, format, arguments);
    if (length < 0) {
        dest[0] = '\0';
    }
    return length;
}

int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList)
{
    int length = print(strDest, destMax, destMax, format, argList);
    if (length >= 0 && (size_t)length >= destMax) {
        strDest[0] = '\0';
        return -1;
    }
    return length;
}

int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format, va_list argList)
{
    if (count >= destMax) {
        return vsprintf_s(strDest, destMax, format, argList);
    }
    int length = print(strDest, destMax, count + 1, format, argList);
    return length >= 0 && (size_t)length > count ? -1 : length;
}

int vsnprintf_truncated_s(char *strDest, size_t destMax, const char *format, va_list argList)
{
    int length = print(strDest, destMax, destMax, format, argList);
    return length >= 0 && (size_t)length >= destMax ? (int)(destMax - 1) : length;
}

int sprintf_s(char *strDest, size_t destMax, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsprintf_s(strDest, destMax, format, arguments);
    va_end(arguments);
    return length;
}

int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf_s(strDest, destMax, count, format, arguments);
    va_end(arguments);
    return length;
}

int snprintf_truncated_s(char *strDest, size_t destMax, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf_truncated_s(strDest, destMax, format, arguments);
    va_end(arguments);
    return length;
}
