/* Two hosts, made of network namespaces with a wire between them: two ranks on each. What has no right to make them skips the test. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>

#include "ranks.h"

#define HOST_A "10.123.45.1"
#define HOST_B "10.123.45.2"

/* A process on host b. */
static pid_t keeper;

static void shell(const char *command)
{
    if (system(command) != 0) {
        printf("failed: %s\n", command);
        exit(1);
    }
}

static void enter(const char *kind)
{
    char path[64];
    int descriptor;
    snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)keeper, kind);
    descriptor = open(path, O_RDONLY);
    if (descriptor < 0 || setns(descriptor, 0) != 0) {
        printf("cannot enter %s\n", path);
        exit(1);
    }
    close(descriptor);
}

/* Shows the interfaces of this host's network in /sys, where UCX looks for them. */
static void show_interfaces(void)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("sysfs", "/sys", "sysfs", 0, NULL) != 0) {
        printf("cannot mount /sys\n");
        exit(1);
    }
}

static void enter_host_of(uint32_t rank)
{
    if (rank >= 2) {
        enter("net");
        enter("ipc");
    }
    show_interfaces();
}

/* Makes host b, and the wire. */
static void make_hosts(void)
{
    char command[400];
    int ready[2];
    char byte;
    if (pipe(ready) != 0) {
        exit(1);
    }
    keeper = fork();
    if (keeper == 0) {
        int result = unshare(CLONE_NEWNET | CLONE_NEWIPC);
        if (result != 0 || write(ready[1], "r", 1) != 1) {
            _exit(1);
        }
        pause();
        _exit(0);
    }
    if (read(ready[0], &byte, 1) != 1) {
        exit(1);
    }
    snprintf(command, sizeof command,
             "ip link set lo up && ip link add wire type veth peer name wire netns %d"
             " && ip address add " HOST_A "/24 dev wire && ip link set wire up",
             (int)keeper);
    shell(command);
    snprintf(command, sizeof command,
             "nsenter -t %d -n sh -c 'ip link set lo up && ip address add " HOST_B "/24 dev wire && ip link set wire up;"
             " for i in $(seq 100); do ip link show wire | grep -q \"state UP\" && break; sleep 0.05; done'",
             (int)keeper);
    shell(command);
}

static void works(uint32_t ranks, uint32_t rank)
{
    size_t count = (1 << 18) + 3, i, wrong = 0;
    uint32_t before = (rank + ranks - 1) % ranks;
    float *x, *y;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    x = (float *)device_memory(count * sizeof(float));
    for (i = 0; i < count; i++) {
        x[i] = (float)(rank + 1) * (float)(1 + i % 1000);
    }
    REQUIRE_STATUS(HcclAllReduce(x, x, count, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    for (i = 0; i < count; i++) {
        wrong += x[i] != 10 * (float)(1 + i % 1000);
    }
    CHECK_EQUAL_INT(wrong, 0);
    /* From each rank to the next, on whichever host that is. */
    x[0] = (float)rank;
    x[count - 1] = (float)rank;
    y = (float *)device_memory(count * sizeof(float));
    REQUIRE_STATUS(HcclGroupStart(), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclSend(x, count, HCCL_DATA_TYPE_FP32, (rank + 1) % ranks, comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclRecv(y, count, HCCL_DATA_TYPE_FP32, before, comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclGroupEnd(), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT((int)y[0], before);
    CHECK_EQUAL_INT((int)y[count - 1], before);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

static void has_no_library(uint32_t ranks, uint32_t rank)
{
    CHECK_REFUSED(join(ranks, rank), HCCL_E_UNAVAIL,
                  "ranks 0 and 2 are on different hosts; install libucx0 or set HOSTNPU_UCX (rank 0: /nowhere/libucp.so: cannot open");
}

/* Rank 0 is to be reached from its own host alone: host b learns that at once. */
static void is_elsewhere(uint32_t ranks, uint32_t rank)
{
    CHECK_REFUSED(join(ranks, rank), rank < 2 ? HCCL_E_TIMEOUT : HCCL_E_TCP_CONNECT,
                  rank < 2 ? "ranks 2 and 3 of 4 did not come within 2s" : "which is for its own host alone: set HCCL_IF_IP or HCCL_SOCKET_IFNAME there");
}

/* Host b's address is not in the file of the white list. */
static void is_refused(uint32_t ranks, uint32_t rank)
{
    CHECK_REFUSED(join(ranks, rank), rank < 2 ? HCCL_E_TIMEOUT : HCCL_E_TCP_CONNECT,
                  rank < 2 ? "ranks 2 and 3 of 4 did not come within 2s" : "has lost the process in which the ranks meet");
}

static void are_listed(uint32_t ranks, uint32_t rank)
{
    begin_rank();
    REQUIRE_STATUS(HcclCommInitClusterInfo("two_hosts_table.json", rank, &comm), HCCL_SUCCESS);
    check_sum(ranks);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

int main(void)
{
    begin_processes();
    if (system("command -v ip nsenter >/dev/null") != 0 || unshare(CLONE_NEWNET | CLONE_NEWIPC) != 0) {
        printf("skipped: two hosts need ip, nsenter and the right to make network namespaces\n");
        CHECK_TRUE(1);
        return check_result();
    }
    make_hosts();
    enter_host = enter_host_of;
    /* As PyTorch's launcher says it. */
    setenv("MASTER_ADDR", HOST_A, 1);
    setenv("WORLD_SIZE", "4", 1);
    setenv("LOCAL_WORLD_SIZE", "2", 1);
    hide_ucx();
    run("no library", has_no_library, 4, 4);
    if (!show_ucx("tcp,self")) {
        kill(keeper, SIGKILL);
        return check_result();
    }
    run("work as launched", works, 4, 4);
    /* As the ranks of each host find best: UCX between the hosts, what they read of each other within. */
    unsetenv("UCX_TLS");
    run("work by all ways", works, 4, 4);
    setenv("UCX_TLS", "tcp,self", 1);
    unsetenv("MASTER_ADDR");
    setenv("HCCL_SOCKET_IFNAME", "=wire", 1);
    run("work over an interface", works, 4, 4);
    write_file("two_hosts_table.json",
               "{ \"status\": \"completed\", \"version\": \"1.0\", \"server_count\": \"2\", \"server_list\": ["
               "{ \"server_id\": \"" HOST_A "\", \"device\": [{ \"device_id\": \"0\", \"rank_id\": \"0\" },"
               " { \"device_id\": \"1\", \"rank_id\": \"1\" }] },"
               "{ \"server_id\": \"" HOST_B "\", \"device\": [{ \"device_id\": \"0\", \"rank_id\": \"2\" },"
               " { \"device_id\": \"1\", \"rank_id\": \"3\" }] }] }");
    run("rank table", are_listed, 4, 4);
    unsetenv("HCCL_SOCKET_IFNAME");
    run("rank table alone", are_listed, 4, 4);
    setenv("HCCL_SOCKET_IFNAME", "=wire", 1);
    setenv("HCCL_WHITELIST_DISABLE", "0", 1);
    setenv("HCCL_WHITELIST_FILE", "two_hosts_list.json", 1);
    write_file("two_hosts_list.json", "{ \"host_ip\": [\"" HOST_B "\"] }");
    run("white list", works, 4, 4);
    setenv("HCCL_CONNECT_TIMEOUT", "2", 1);
    write_file("two_hosts_list.json", "{ \"host_ip\": [\"10.0.0.77\"] }");
    run("not in the white list", is_refused, 4, 4);
    setenv("HCCL_WHITELIST_DISABLE", "1", 1);
    unsetenv("HCCL_SOCKET_IFNAME");
    run("one host", is_elsewhere, 4, 4);
    setenv("HCCL_IF_IP", "127.0.0.1", 1);
    run("another address", is_elsewhere, 4, 4);
    kill(keeper, SIGKILL);
    return check_result();
}
