/* Memory that two processes share: physical memory by number, allocations by key; and the death of either side. */
#define _POSIX_C_SOURCE 200809L
#include "two_processes.h"

#define MIB ((size_t)1 << 20)
#define PIECE (2 * MIB)

typedef struct {
    uint64_t listed;
    aclrtMemFabricHandle for_all;
    char key[65];
    char small[65];
} offer;

static aclrtDrvMemHandle physical(void)
{
    aclrtPhysicalMemProp prop;
    aclrtDrvMemHandle handle = NULL;
    memset(&prop, 0, sizeof prop);
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    REQUIRE_STATUS(aclrtMallocPhysical(&handle, PIECE, &prop, 0), ACL_SUCCESS);
    return handle;
}

static char *map_new(aclrtDrvMemHandle handle)
{
    void *address = NULL;
    REQUIRE_STATUS(aclrtReserveMemAddress(&address, PIECE, 0, NULL, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMapMem(address, PIECE, 0, handle, 0), ACL_SUCCESS);
    return (char *)address;
}

static void unmap_all(char *address, aclrtDrvMemHandle handle)
{
    CHECK_STATUS(aclrtUnmapMem(address), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(handle), ACL_SUCCESS);
}

/* Opens what the parent offers, sees its bytes, and writes others. */
static void child(const peer *parent)
{
    offer given;
    aclrtDrvMemHandle handle = NULL, other = NULL;
    int32_t pid = 0;
    void *memory = NULL, *again = NULL;
    CHECK_STATUS(aclrtDeviceGetBareTgid(&pid), ACL_SUCCESS);
    CHECK_EQUAL_INT(pid, getpid());
    CHECK_REFUSED(aclrtDeviceGetBareTgid(NULL), 100000, "`pid` is null");
    hear(parent, &given, sizeof given);
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(given.listed, 0, &handle), 107000, "is not on the list");
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, given.key, 0), 107000, "is not on the list");
    say(parent, &pid, sizeof pid);
    wait_for_peer(parent);
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(given.listed, 0, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(given.listed, 9, &handle), 107001, "`deviceId` is 9");
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(given.listed ^ ((uint64_t)1 << 50), 0, &handle), 107000, "names no shared memory");
    CHECK_STATUS(aclrtMemImportFromShareableHandle(given.listed, 0, &handle), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, &given.listed), 107000, "another process's");
    char *mapped = map_new(handle);
    CHECK_EQUAL_INT(read_word(mapped), 0x0101010101010101);
    CHECK_STATUS(aclrtMemset(mapped, 8, 2, 8), ACL_SUCCESS);
    unmap_all(mapped, handle);
    aclrtMemSharedHandleType fabric = ACL_MEM_SHARE_HANDLE_TYPE_FABRIC;
    CHECK_REFUSED(aclrtMemImportFromShareableHandleV2(NULL, fabric, 0, &other), 100000, "`shareableHandle` is null");
    CHECK_REFUSED(aclrtMemImportFromShareableHandleV2(&given.for_all, fabric, 0, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtMemImportFromShareableHandleV2(&given.for_all, fabric, 1, &other), 100000, "`flags` is 1");
    CHECK_REFUSED(aclrtMemImportFromShareableHandleV2(&given.for_all, (aclrtMemSharedHandleType)3, 0, &other), 107000, "`shareType` is ");
    CHECK_STATUS(aclrtMemImportFromShareableHandleV2(&given.for_all, fabric, 0, &other), ACL_SUCCESS);
    mapped = map_new(other);
    CHECK_EQUAL_INT(read_word(mapped), 0x0404040404040404);
    unmap_all(mapped, other);
    /* A small allocation. */
    void *small = NULL;
    CHECK_STATUS(aclrtIpcMemImportByKey(&small, given.small, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(small), 0x0303030303030303);
    CHECK_STATUS(aclrtMemset(small, 8, 8, 8), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemClose(given.small), ACL_SUCCESS);
    /* An allocation, from its second mebibyte on. */
    CHECK_REFUSED(aclrtIpcMemImportByKey(NULL, given.key, 0), 100000, "`devPtr` is null");
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, NULL, 0), 100000, "`key` is null");
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, given.key, 2), 107000, "`flags` is 2");
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, "something", 0), 107000, "a key of aclrtIpcMemGetExportKey");
    CHECK_STATUS(aclrtIpcMemImportByKey(&memory, given.key, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemImportByKey(&again, given.key, ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS), ACL_SUCCESS);
    CHECK_TRUE(memory == again);
    CHECK_EQUAL_INT(read_word(memory), 0x0606060606060606);
    CHECK_REFUSED(aclrtMemset(memory, 2 * MIB, 0, MIB + 1), 107000, "of its 1048576-byte allocation");
    CHECK_REFUSED(aclrtFree(memory), 107000, "`devPtr` is ");
    CHECK_STATUS(aclrtMemset(memory, MIB, 7, MIB), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemClose(given.key), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemClose(given.key), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcMemClose(given.key), 107000, "a key of no memory");
    signal_peer(parent);
    /* Taken back, it cannot be opened. */
    wait_for_peer(parent);
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, given.key, 0), 107000, "taken it back");
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(given.listed, 0, &handle), 107000, "taken it back");
}

static void refusals(aclrtDrvMemHandle handle, char *memory)
{
    uint64_t number = 0;
    char key[65];
    int32_t pids[600];
    memset(pids, 0, sizeof pids);
    CHECK_REFUSED(aclrtMemExportToShareableHandle(NULL, ACL_MEM_HANDLE_TYPE_NONE, 0, &number), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_POSIX, 0, &number), 100000, "`handleType` is ");
    CHECK_REFUSED(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, NULL), 100000, "`shareableHandle` is null");
    CHECK_REFUSED(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 2, &number), 107000, "`flags` is 2");
    CHECK_REFUSED(aclrtMemExportToShareableHandleV2(handle, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, NULL), 100000, "`shareableHandle` is null");
    CHECK_REFUSED(aclrtMemExportToShareableHandleV2(handle, 0, (aclrtMemSharedHandleType)0, &number), 107000, "`shareType` is ");
    CHECK_REFUSED(aclrtMemSetPidToShareableHandle(5, pids, 1), 107000, "what this process exported");
    CHECK_REFUSED(aclrtMemSetPidToShareableHandle(5, NULL, 1), 100000, "`pid` is null");
    CHECK_REFUSED(aclrtMemSetPidToShareableHandle(5, pids, 0), 100000, "`pidNum` is 0");
    CHECK_REFUSED(aclrtMemSetPidToShareableHandleV2(NULL, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, pids, 1), 100000, "`shareableHandle` is null");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(NULL, 8, key, sizeof key, 0), 100000, "`devPtr` is null");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(memory, 0, key, sizeof key, 0), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(memory, 8, NULL, sizeof key, 0), 100000, "`key` is null");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(memory, 8, key, 64, 0), 107000, "`len` is 64");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(memory, 8, key, sizeof key, 2), 107000, "`flags` is 2");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(memory, 3 * MIB, key, sizeof key, 0), 107000, ", past the end of its ");
    CHECK_REFUSED(aclrtIpcMemGetExportKey(NO_HANDLE, 1, key, sizeof key, 0), 107000, "an address in device memory");
    void *small = device_word();
    CHECK_REFUSED(aclrtIpcMemGetExportKey(small, 4096, key, sizeof key, 0), 107000, "past the end of its 8-byte allocation");
    CHECK_STATUS(aclrtFree(small), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcMemSetImportPid("x", pids, 1), 107000, "`key` is ");
    CHECK_REFUSED(aclrtIpcMemSetImportPid("x", NULL, 1), 100000, "`pid` is null");
    CHECK_REFUSED(aclrtIpcMemSetImportPid("x", pids, 0), 100000, "`num` is 0");
    CHECK_REFUSED(aclrtIpcMemSetImportPid(NULL, pids, 1), 100000, "`key` is null");
    CHECK_REFUSED(aclrtIpcMemClose(NULL), 100000, "`key` is null");
}

/* Shares memory, tells the other process, and is killed. */
static void child_that_dies(const peer *parent)
{
    offer made;
    memset(&made, 0, sizeof made);
    aclrtDrvMemHandle handle = physical();
    char *mapped = map_new(handle);
    CHECK_STATUS(aclrtMemset(mapped, 8, 9, 8), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 1, &made.listed), ACL_SUCCESS);
    say(parent, &made, sizeof made);
    wait_for_peer(parent);
    raise(SIGKILL);
}

int main(void)
{
    peer other = start_child(child), doomed = start_child(child_that_dies);
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    offer made;
    int32_t pid = 0, many[600];
    void *memory = NULL;
    memset(&made, 0, sizeof made);
    memset(many, 0, sizeof many);
    aclrtDrvMemHandle listed = physical(), for_all = physical(), dead = NULL;
    char *first = map_new(listed), *second = map_new(for_all);
    REQUIRE_STATUS(aclrtMalloc(&memory, 2 * MIB, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(first, 8, 1, 8), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(second, 8, 4, 8), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(memory, 2 * MIB, 6, 2 * MIB), ACL_SUCCESS);
    refusals(listed, (char *)memory);
    REQUIRE_STATUS(aclrtMemExportToShareableHandle(listed, ACL_MEM_HANDLE_TYPE_NONE, 0, &made.listed), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemExportToShareableHandle(listed, ACL_MEM_HANDLE_TYPE_NONE, 0, &made.listed), 107000, "shared already");
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(made.listed, 0, &dead), 107000, "another process exported");
    CHECK_REFUSED(aclrtMemSetPidToShareableHandle(made.listed, many, 600), 107000, "at most 504");
    REQUIRE_STATUS(aclrtMemExportToShareableHandleV2(for_all, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION,
                                                     ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, &made.for_all), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemSetPidToShareableHandleV2(&made.for_all, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, many, 1), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcMemGetExportKey((char *)memory + MIB, MIB, made.key, sizeof made.key, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcMemImportByKey(&memory, made.key, 0), 107000, "made itself");
    CHECK_REFUSED(aclrtIpcMemSetImportPid(made.key, many, 600), 107000, "at most 504");
    /* Blocks beside it stay as they are. */
    uint64_t *neighbours[64], *small = NULL;
    for (int k = 0; k < 64; k++) {
        neighbours[k] = device_word();
    }
    small = neighbours[20];
    CHECK_STATUS(aclrtMemset(small, 8, 3, 8), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcMemGetExportKey(small, 8, made.small, sizeof made.small, 0), ACL_SUCCESS);
    say(&other, &made, sizeof made);
    hear(&other, &pid, sizeof pid);
    CHECK_STATUS(aclrtMemSetPidToShareableHandle(made.listed, &pid, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemSetImportPid(made.key, &pid, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemSetImportPid(made.small, &pid, 1), ACL_SUCCESS);
    signal_peer(&other);
    wait_for_peer(&other);
    CHECK_EQUAL_INT(read_word(small), 0x0808080808080808);
    for (int k = 0; k < 64; k++) {
        CHECK_EQUAL_INT(read_word(neighbours[k]), k == 20 ? 0x0808080808080808 : 0);
        CHECK_STATUS(aclrtFree(neighbours[k]), ACL_SUCCESS);
    }
    CHECK_EQUAL_INT(read_word(first), 0x0202020202020202);
    CHECK_EQUAL_INT(read_word(memory), 0x0606060606060606);
    CHECK_EQUAL_INT(read_word((char *)memory + MIB), 0x0707070707070707);
    CHECK_EQUAL_INT(read_word((char *)memory + 2 * MIB - 8), 0x0707070707070707);
    CHECK_STATUS(aclrtIpcMemClose(made.key), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcMemClose(made.key), 107000, "a key of no memory");
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    unmap_all(first, listed);
    signal_peer(&other);
    join_child(&other);
    unmap_all(second, for_all);
    /* What a dead process shared stays where it is open, and cannot be opened again. */
    hear(&doomed, &made, sizeof made);
    REQUIRE_STATUS(aclrtMemImportFromShareableHandle(made.listed, 0, &dead), ACL_SUCCESS);
    signal_peer(&doomed);
    waitpid(doomed.pid, NULL, 0);
    first = map_new(dead);
    CHECK_EQUAL_INT(read_word(first), 0x0909090909090909);
    unmap_all(first, dead);
    CHECK_REFUSED(aclrtMemImportFromShareableHandle(made.listed, 0, &dead), 107000, "has ended");
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
