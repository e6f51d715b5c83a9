/* libc_sec: bytes, within the bounds of their targets. */
#include "securec.h"

static int overlaps(const void *a, const void *b, size_t count)
{
    uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return first != second && (first < second ? second - first < count : first - second < count);
}

errno_t memset_s(void *dest, size_t destMax, int c, size_t count)
{
    if (destMax == 0 || destMax > SECUREC_MEM_MAX_LEN) {
        return ERANGE;
    }
    if (dest == NULL) {
        return EINVAL;
    }
    memset(dest, c, count < destMax ? count : destMax);
    return count > destMax ? ERANGE_AND_RESET : EOK;
}

/* Why no bytes can be moved; resets the target where it can. */
static errno_t refusal(void *dest, size_t destMax, const void *src, size_t count)
{
    if (destMax == 0 || destMax > SECUREC_MEM_MAX_LEN) {
        return ERANGE;
    }
    if (dest == NULL) {
        return EINVAL;
    }
    if (src == NULL || count > destMax) {
        memset(dest, 0, destMax);
        return src == NULL ? EINVAL_AND_RESET : ERANGE_AND_RESET;
    }
    return EOK;
}

errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count)
{
    errno_t status = refusal(dest, destMax, src, count);
    if (status == EOK) {
        memmove(dest, src, count);
    }
    return status;
}

errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count)
{
    errno_t status = refusal(dest, destMax, src, count);
    if (status != EOK) {
        return status;
    }
    if (overlaps(dest, src, count)) {
        memset(dest, 0, destMax);
        return EOVERLAP_AND_RESET;
    }
    memmove(dest, src, count);
    return EOK;
}
