/* Notifies that two processes share, in both directions, and the death of the one that would record. */
#define _POSIX_C_SOURCE 200809L
#include "two_processes.h"

enum { KEY = 65 };

/* Opens the parent's notify, which it may only when it is named; records it, waits for it, and is killed. */
static void child(const peer *parent)
{
    char key[KEY];
    int32_t own = 0;
    aclrtStream stream = NULL;
    aclrtNotify notify = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    hear(parent, key, KEY);
    CHECK_REFUSED(aclrtNotifyImportByKey(&notify, key, 0), 107000, "not on the list");
    REQUIRE_STATUS(aclrtDeviceGetBareTgid(&own), ACL_SUCCESS);
    say(parent, &own, sizeof own);
    wait_for_peer(parent);
    REQUIRE_STATUS(aclrtNotifyImportByKey(&notify, key, ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS), ACL_SUCCESS);
    CHECK_REFUSED(aclrtNotifyGetExportKey(notify, key, KEY, 0), 107000, "another process's");
    CHECK_STATUS(aclrtRecordNotify(notify, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    wait_for_peer(parent);
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 60), ACL_SUCCESS);
    signal_peer(parent);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (check_result() != 0) {
        exit(1);
    }
    signal_peer(parent);
    wait_for_peer(parent);
    raise(SIGKILL);
}

static void share(int first_dies)
{
    peer other = start_child(child);
    char key[KEY] = "untouched", same[KEY];
    int32_t process = 0;
    aclrtStream stream = NULL;
    aclrtNotify notify = NULL, spare = NULL;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&spare, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtNotifyGetExportKey(NULL, key, KEY, 0), 100000, "`notify` is null");
    CHECK_REFUSED(aclrtNotifyGetExportKey(notify, NULL, KEY, 0), 100000, "`key` is null");
    CHECK_REFUSED(aclrtNotifyGetExportKey(notify, key, KEY - 1, 0), 107000, "`len` is 64");
    CHECK_REFUSED(aclrtNotifyGetExportKey(notify, key, KEY, 1), 107000, "`flags` is 0x1");
    CHECK_REFUSED(aclrtNotifySetImportPid(spare, &process, 1), 107000, "is not shared");
    CHECK_REFUSED(aclrtNotifyImportByKey(&spare, "no key", 0), 107000, "`key` is \"no key\"");
    CHECK_REFUSED(aclrtNotifyImportByKey(&spare, "hostnpu-notify-1", 0), 107000, "names no shared memory");
    CHECK_REFUSED(aclrtNotifyImportByKey(NULL, key, 0), 100000, "`notify` is null");
    CHECK_REFUSED(aclrtNotifyImportByKey(&spare, NULL, 0), 100000, "`key` is null");
    CHECK_REFUSED(aclrtNotifyImportByKey(&spare, key, 1), 107000, "`flags` is 0x1");
    CHECK_EQUAL_STRING(key, "untouched");
    REQUIRE_STATUS(aclrtNotifyGetExportKey(notify, key, KEY, ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT), ACL_SUCCESS);
    CHECK_STATUS(aclrtNotifyGetExportKey(notify, same, KEY, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(same, key);
    CHECK_REFUSED(aclrtNotifySetImportPid(notify, NULL, 1), 100000, "`pid` is null");
    CHECK_REFUSED(aclrtNotifySetImportPid(notify, &process, 0), 100000, "`num` is 0");
    say(&other, key, KEY);
    hear(&other, &process, sizeof process);
    CHECK_EQUAL_INT(process, other.pid);
    /* The wait is queued before the other process knows the notify. */
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtNotifySetImportPid(notify, &process, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    signal_peer(&other);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    /* The death of the others is an error of who waits, as long as this process has never recorded the notify. */
    if (first_dies) {
        CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
        kill(other.pid, SIGKILL);
        CHECK_REFUSED(aclrtSynchronizeStream(stream), 507015, "the processes that could record the notify have ended");
    } else {
        signal_peer(&other);
        wait_for_peer(&other);
        CHECK_STATUS(aclrtRecordNotify(notify, stream), ACL_SUCCESS);
        wait_for_peer(&other);
        signal_peer(&other);
    }
    waitpid(other.pid, NULL, 0);
    /* What it recorded itself may come again. */
    CHECK_STATUS(aclrtRecordNotify(notify, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 1), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507046, "the wait for a notify");
    CHECK_STATUS(aclrtDestroyNotify(spare), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyNotify(notify), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
}

int main(int count, char **arguments)
{
    (void)arguments;
    share(count > 1);
    return check_result();
}
