/* A process that is killed while it uses what another one shares: the sharing process keeps all of it, frees it, and shares it again. */
#define _POSIX_C_SOURCE 200809L
#include "two_processes.h"

#define MIB ((size_t)1 << 20)
#define PIECE (2 * MIB)

typedef struct {
    uint64_t physical;
    char key[65];
    aclrtIpcEventHandle event;
} offer;

/* Opens all, has a copy under way that waits, and is killed. */
static void child(const peer *parent)
{
    offer given;
    void *memory = NULL, *address = NULL;
    aclrtDrvMemHandle handle = NULL;
    aclrtEvent event = NULL;
    aclrtStream stream = NULL;
    hear(parent, &given, sizeof given);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcMemImportByKey(&memory, given.key, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemImportFromShareableHandle(given.physical, 0, &handle), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtReserveMemAddress(&address, PIECE, 0, NULL, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMapMem(address, PIECE, 0, handle, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcOpenEventHandle(given.event, &event), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(memory, MIB, 2, MIB), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(address, MIB, 3, MIB), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(memory, MIB, address, MIB, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
    if (check_result() != 0) {
        exit(1);
    }
    signal_peer(parent);
    wait_for_peer(parent);
    raise(SIGKILL);
}

static size_t free_memory(void)
{
    size_t left = 0, total = 0;
    REQUIRE_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &left, &total), ACL_SUCCESS);
    return left;
}

/* Shares what it is given with a process of its own, and kills that. */
static void share(peer *other, offer *made, aclrtEvent event, uint64_t *word, aclrtStream stream, const char *memory, const char *mapped)
{
    int status = 0;
    hold(word, stream);
    CHECK_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    say(other, made, sizeof *made);
    wait_for_peer(other);
    signal_peer(other);
    CHECK_EQUAL_INT(waitpid(other->pid, &status, 0), other->pid);
    CHECK_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    /* What it wrote is there, what it had queued is not done. */
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(memory), 0x0202020202020202);
    CHECK_EQUAL_INT(read_word(mapped), 0x0303030303030303);
    CHECK_STATUS(aclrtMemset(word, 8, 0, 8), ACL_SUCCESS);
}

int main(void)
{
    peer first = start_child(child), second = start_child(child);
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    const size_t before = free_memory();
    offer made;
    aclrtPhysicalMemProp prop;
    aclrtDrvMemHandle handle = NULL;
    void *memory = NULL, *address = NULL;
    aclrtEvent event = NULL;
    aclrtStream stream = NULL;
    memset(&made, 0, sizeof made);
    memset(&prop, 0, sizeof prop);
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    uint64_t *word = device_word();
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&memory, MIB, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMallocPhysical(&handle, PIECE, &prop, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtReserveMemAddress(&address, PIECE, 0, NULL, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMapMem(address, PIECE, 0, handle, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcGetEventHandle(event, &made.event), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcMemGetExportKey(memory, MIB, made.key, sizeof made.key, 1), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 1, &made.physical), ACL_SUCCESS);
    share(&first, &made, event, word, stream, (char *)memory, (char *)address);
    CHECK_STATUS(aclrtMemset(memory, MIB, 9, MIB), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(address, PIECE, 9, PIECE), ACL_SUCCESS);
    /* The next process opens the same. */
    share(&second, &made, event, word, stream, (char *)memory, (char *)address);
    CHECK_STATUS(aclrtIpcMemClose(made.key), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnmapMem(address), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(handle), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
    CHECK_EQUAL_INT(free_memory(), before);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
