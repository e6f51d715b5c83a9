/* Device memory that code of the host touches: reported where it is touched, and the program goes on. */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void release(void *start)
{
    CHECK_STATUS(aclrtFree(start), ACL_SUCCESS);
}

/* read_directly: HN-HOST-ACCESS */
static void read_directly(void)
{
    volatile float *x = filled(BYTES);
    float element = x[3]; // @touched
    CHECK_TRUE(element == 0.0F && x[4] == 0.0F);
    release((void *)x);
}

/* written_directly: HN-HOST-ACCESS */
static void written_directly(void)
{
    float host[ELEMENTS];
    volatile float *x = filled(BYTES);
    x[0] = 0.5F; // @touched
    void *y = memory(BYTES);
    queue_sin((void *)x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(host[0] > 0.479F && host[0] < 0.48F && host[1] == 0.0F);
    release((void *)x);
    release(y);
}

/* copied_without_the_library: HN-HOST-ACCESS */
static void copied_without_the_library(void)
{
    float host[ELEMENTS] = {1}, back[1];
    void *x = filled(BYTES);
    memcpy(x, host, BYTES); // @touched
    CHECK_STATUS(aclrtMemcpy(back, sizeof back, x, sizeof back, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(back[0] == 1.0F);
    release(x);
}

/* touched_after_its_end: HN-HOST-ACCESS */
static void touched_after_its_end(void)
{
    volatile float *x = filled(BYTES);
    release((void *)x);
    x[1] = 1; // @touched
}

/* read_from_a_file: silent */
static void read_from_a_file(void)
{
    void *x = filled(BYTES);
    int file = open("/dev/zero", O_RDONLY);
    CHECK_TRUE(file >= 0 && read(file, x, BYTES) == -1 && errno == EFAULT);
    close(file);
    release(x);
}

/* used_as_documented: silent */
static void used_as_documented(void)
{
    float host[ELEMENTS], *pinned = NULL;
    char *x = memory(2 * BYTES), *y = memory(2 * BYTES), *word = filled(64), *workspace = memory(1 << 16);
    CHECK_STATUS(aclrtMallocHost((void **)&pinned, BYTES), ACL_SUCCESS);
    for (int i = 0; i < ELEMENTS; i++) {
        host[i] = 1;
        pinned[i] = 2;
    }
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(x + BYTES, BYTES, pinned, BYTES, ACL_MEMCPY_HOST_TO_DEVICE, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(y, 2 * BYTES, x, 2 * BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(y, 32, 0, 32, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(word, 7, 0, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 7, ACL_STREAM_WAIT_VALUE_EQ, second), ACL_SUCCESS);
    queue_median(y, x, workspace, 1 << 16, second);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, sizeof *host, x, sizeof *host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host + 1, sizeof *host, y, sizeof *host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 1.0F && host[1] == 0.0F && host[2] == 1.0F);
    CHECK_STATUS(aclrtFreeHost(pinned), ACL_SUCCESS);
    release(x);
    release(y);
    release(word);
    release(workspace);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"read_directly", read_directly},
        {"written_directly", written_directly},
        {"copied_without_the_library", copied_without_the_library},
        {"touched_after_its_end", touched_after_its_end},
        {"read_from_a_file", read_from_a_file},
        {"used_as_documented", used_as_documented},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
