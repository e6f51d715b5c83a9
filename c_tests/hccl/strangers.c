/* Connections that are no ranks, to the process in which ranks meet: limits of their number, time, bytes and addresses; and the end of its port. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "ranks.h"

#define IDLE 300
/* The library keeps 64 connections that have not said who they are; a few descriptors more are its own. */
#define KEPT (64 + 8)

/* The sockets of this process that listen. */
typedef struct {
    int count;
    uint32_t address;
    uint16_t port;
} listeners;

static int is_own_socket(unsigned long inode)
{
    char name[64], path[300], target[64];
    struct dirent *entry;
    int found = 0;
    DIR *directory = opendir("/proc/self/fd");
    snprintf(name, sizeof name, "socket:[%lu]", inode);
    while (!found && (entry = readdir(directory)) != NULL) {
        ssize_t length;
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        length = readlink(path, target, sizeof target - 1);
        target[length > 0 ? length : 0] = 0;
        found = strcmp(target, name) == 0;
    }
    closedir(directory);
    return found;
}

static listeners own_listeners(void)
{
    listeners own = {0, 0, 0};
    char line[400];
    int family;
    for (family = 0; family < 2; family++) {
        FILE *file = fopen(family == 0 ? "/proc/self/net/tcp" : "/proc/self/net/tcp6", "r");
        while (file != NULL && fgets(line, sizeof line, file) != NULL) {
            char address[40];
            unsigned port, state;
            unsigned long inode;
            if (sscanf(line, " %*d: %39[0-9A-F]:%x %*[0-9A-F]:%*x %x %*s %*s %*s %*s %*s %lu", address, &port, &state, &inode) == 4 &&
                state == 0x0a && is_own_socket(inode)) {
                own.count++;
                own.address = family == 0 ? (uint32_t)strtoul(address, NULL, 16) : 0;
                own.port = (uint16_t)port;
            }
        }
        if (file != NULL) {
            fclose(file);
        }
    }
    return own;
}

static int descriptors(void)
{
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (readdir(directory) != NULL) {
        count++;
    }
    closedir(directory);
    return count;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct sockaddr_in at(const char *address, uint16_t port)
{
    struct sockaddr_in in;
    memset(&in, 0, sizeof in);
    in.sin_family = AF_INET;
    in.sin_port = htons(port);
    inet_pton(AF_INET, address, &in.sin_addr);
    return in;
}

/* Connects from an address of this host to a port of it; -1 if it is refused. */
static int connected(const char *from, uint16_t port)
{
    struct sockaddr_in own = at(from, 0), to = at("127.0.0.1", port);
    struct timeval patience = {5, 0};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (bind(socket_, (struct sockaddr *)&own, sizeof own) == 0 && connect(socket_, (struct sockaddr *)&to, sizeof to) == 0) {
        return socket_;
    }
    close(socket_);
    return -1;
}

/* A frame: its length, its kind, what it says. */
typedef struct {
    unsigned char bytes[600];
    uint32_t length;
} frame;

static void put(frame *to, const void *bytes, uint32_t count)
{
    memcpy(to->bytes + 4 + to->length, bytes, count);
    to->length += count;
    memcpy(to->bytes, &to->length, 4);
}

static void put_word(frame *to, uint32_t word)
{
    put(to, &word, 4);
}

/* A rank that comes to a meeting and says that nobody can reach it. */
static frame hello(const void *meeting, uint32_t size, uint32_t rank)
{
    static const unsigned char zero[16], process[16] = {7};
    uint64_t patience = 5000;
    frame f;
    memset(&f, 0, sizeof f);
    put(&f, "\0", 1);
    put(&f, meeting, 16);
    put(&f, zero, 8);
    put_word(&f, 0);
    put(&f, process, 16);
    put(&f, zero, 16);
    put_word(&f, size);
    put_word(&f, rank);
    put(&f, &patience, 8);
    put_word(&f, 0);
    put(&f, "\0", 1);
    put_word(&f, 4);
    put(&f, "none", 4);
    return f;
}

static frame seek(const void *table)
{
    frame f;
    memset(&f, 0, sizeof f);
    put(&f, "\6", 1);
    put(&f, table, 16);
    return f;
}

/* Says a frame from an address, and returns what is answered: the kind and the text of a refusal, or what else it is. */
static frame answered(const char *from, uint16_t port, frame said)
{
    frame got;
    ssize_t count;
    int socket_ = connected(from, port);
    memset(&got, 0, sizeof got);
    CHECK_TRUE(socket_ >= 0);
    CHECK_TRUE(send(socket_, said.bytes, said.length + 4, MSG_NOSIGNAL) == (ssize_t)said.length + 4);
    count = recv(socket_, got.bytes, sizeof got.bytes - 1, MSG_WAITALL);
    got.length = count > 0 ? (uint32_t)count : 0;
    close(socket_);
    return got;
}

/* The frame is a refusal that says so. */
#define CHECK_TOLD(call, part)                                                            \
    do {                                                                                  \
        frame told = call;                                                                \
        CHECK_EQUAL_INT(told.length > 10 ? told.bytes[4] : -1, 2);                        \
        CHECK_MESSAGE_CONTAINS(told.length > 10 ? (char *)told.bytes + 10 : "", part);    \
    } while (0)

/* The number of the meeting of a root info. */
static const void *meeting_of(const HcclRootInfo *root)
{
    return root->internal + 8;
}

/* Connections that say nothing. Returns when the parent kills it. */
static void connect_idle(uint16_t port)
{
    struct sockaddr_in to = at("127.0.0.1", port);
    int i;
    for (i = 0; i < IDLE; i++) {
        int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (connect(socket_, (struct sockaddr *)&to, sizeof to) != 0 && errno != EINPROGRESS) {
            _exit(1);
        }
    }
    pause();
    _exit(0);
}

/* A frame that comes byte by byte. Ends with the seconds after which it was cut, or 99. */
static void say_slowly(uint16_t port)
{
    int socket_ = connected("127.0.0.1", port);
    double begun = now();
    unsigned char byte = 60;
    struct pollfd readable = {0, POLLIN, 0};
    readable.fd = socket_;
    while (now() - begun < 14) {
        if (send(socket_, &byte, 1, MSG_NOSIGNAL) != 1 || poll(&readable, 1, 400) != 0) {
            _exit((int)(now() - begun));
        }
        byte = 0;
    }
    _exit(99);
}

/* A process that has made a root info, and what comes to it. */
static void are_limited(uint32_t ranks, uint32_t rank)
{
    static const unsigned char unknown[16] = {1, 2, 3};
    unsigned char announced[21] = {0, 0, 0, 1, 0};
    HcclRootInfo root;
    listeners own;
    int before, most = 0, i, status = -1, large;
    pid_t idle, slow;
    char byte;
    (void)ranks;
    (void)rank;
    begin_rank();
    CHECK_EQUAL_INT(own_listeners().count, 0);
    REQUIRE_STATUS(HcclGetRootInfo(&root), HCCL_SUCCESS);
    own = own_listeners();
    /* Nothing says that there are other hosts: it is reached from its own alone. */
    CHECK_EQUAL_INT(own.count, 1);
    CHECK_EQUAL_INT(own.address, htonl(INADDR_LOOPBACK));

    before = descriptors();
    idle = fork();
    if (idle == 0) {
        connect_idle(own.port);
    }
    for (i = 0; i < 60; i++) {
        int count = descriptors();
        most = count > most ? count : most;
        usleep(20000);
    }
    printf("%d descriptors before %d idle connections, then at most %d\n", before, IDLE, most);
    CHECK_TRUE(most > before);
    CHECK_TRUE(most <= before + KEPT);
    /* A rank is heard beside them. */
    CHECK_TOLD(answered("127.0.0.1", own.port, hello(unknown, 2, 1)), "the root info's ranks have come already");
    kill(idle, SIGKILL);
    waitpid(idle, NULL, 0);

    slow = fork();
    if (slow == 0) {
        say_slowly(own.port);
    }
    /* 16 MiB from what does not know the meeting. */
    large = connected("127.0.0.1", own.port);
    memcpy(announced + 5, unknown, 16);
    CHECK_TRUE(send(large, announced, sizeof announced, MSG_NOSIGNAL) == sizeof announced);
    CHECK_TRUE(recv(large, &byte, 1, 0) <= 0 && errno != EAGAIN);
    close(large);
    /* A message that no rank sends does not end the meeting. */
    CHECK_TOLD(answered("127.0.0.1", own.port, hello(meeting_of(&root), UINT32_MAX, 1)), "4294967295 ranks; allowed: 1 to 32768");
    CHECK_TOLD(answered("127.0.0.1", own.port, hello(meeting_of(&root), 0, 0)), "0 ranks; allowed: 1 to 32768");
    CHECK_TOLD(answered("127.0.0.1", own.port, hello(meeting_of(&root), 2, 2)), "rank 2 of 2 does not exist");

    waitpid(slow, &status, 0);
    printf("a slow connection was cut after %d s\n", WEXITSTATUS(status));
    CHECK_TRUE(WIFEXITED(status) && WEXITSTATUS(status) >= 8 && WEXITSTATUS(status) <= 12);

    REQUIRE_STATUS(HcclCommInitRootInfo(1, &root, 0, &comm), HCCL_SUCCESS);
    CHECK_EQUAL_INT(own_listeners().count, 0);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclGetRootInfo(&root), HCCL_SUCCESS);
    own = own_listeners();
    CHECK_EQUAL_INT(own.count, 1);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    CHECK_EQUAL_INT(own_listeners().count, 0);
    CHECK_EQUAL_INT(connected("127.0.0.1", own.port), -1);
}

/* Ranks that have met in this process leave its port open until the last of them has ended its communicator. */
static void end_it(uint32_t ranks, uint32_t rank)
{
    int i;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    if (rank == 0) {
        CHECK_EQUAL_INT(own_listeners().count >= 1, 1);
    }
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    /* The meeting's, not UCX's, which are gone with the communicator's worker. */
    for (i = 0; i < 250 && own_listeners().count > 0; i++) {
        usleep(20000);
    }
    CHECK_EQUAL_INT(own_listeners().count, 0);
}

static void is_elsewhere(uint32_t ranks, uint32_t rank)
{
    HcclRootInfo root;
    listeners own;
    (void)ranks;
    (void)rank;
    begin_rank();
    REQUIRE_STATUS(HcclGetRootInfo(&root), HCCL_SUCCESS);
    own = own_listeners();
    CHECK_EQUAL_INT(own.count, 1);
    CHECK_EQUAL_INT(own.address, htonl(INADDR_LOOPBACK + 4));
}

/* A white list that never ends. */
static void is_a_fifo(uint32_t ranks, uint32_t rank)
{
    HcclRootInfo root;
    (void)ranks;
    (void)rank;
    begin_rank();
    alarm(10);
    CHECK_REFUSED(HcclGetRootInfo(&root), HCCL_E_PARA, "no regular file");
    alarm(0);
}

#define TABLE "strangers_table.json"

static void are_listed(uint32_t ranks, uint32_t rank)
{
    begin_rank();
    REQUIRE_STATUS(HcclCommInitClusterInfo(TABLE, rank, &comm), HCCL_SUCCESS);
    check_sum(ranks);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* A rank of the table, in a process that does not keep this one's socket open. */
static pid_t started(uint32_t rank, int listener)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        close(listener);
        check_failures = 0;
        are_listed(3, rank);
        exit(check_result());
    }
    return child;
}

/* A port that nobody uses; listens there for a moment. */
static int listen_somewhere(uint16_t *port)
{
    struct sockaddr_in any = at("127.0.0.1", 0);
    socklen_t length = sizeof any;
    int one = 1, socket_ = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(socket_, (struct sockaddr *)&any, sizeof any) != 0 || listen(socket_, 8) != 0 ||
        getsockname(socket_, (struct sockaddr *)&any, &length) != 0) {
        exit(1);
    }
    *port = ntohs(any.sin_port);
    return socket_;
}

/* Three hosts, which are addresses of this one: who comes from another, or says that it is a rank of another, is refused. */
static void table_of_hosts(void)
{
    char text[16];
    frame asked, here;
    pid_t children[3];
    uint16_t port;
    int listener = listen_somewhere(&port), socket_, i, has_table = 0;
    FILE *file = fopen(TABLE, "w");
    printf("table of hosts\n");
    fputs("{ \"status\": \"completed\", \"version\": \"1.0\", \"server_count\": \"3\", \"server_list\": ["
          "{ \"server_id\": \"127.0.0.1\", \"device\": [{ \"device_id\": \"0\", \"rank_id\": \"0\" }] },"
          "{ \"server_id\": \"127.0.0.2\", \"device\": [{ \"device_id\": \"0\", \"rank_id\": \"1\" }] },"
          "{ \"server_id\": \"127.0.0.3\", \"device\": [{ \"device_id\": \"0\", \"rank_id\": \"2\" }] }] }",
          file);
    fclose(file);
    snprintf(text, sizeof text, "%u", port);
    setenv("HCCL_HOST_SOCKET_PORT_RANGE", text, 1);
    /* Rank 1 looks for rank 0, and so tells which table it has. */
    children[1] = started(1, listener);
    socket_ = accept(listener, NULL, NULL);
    CHECK_EQUAL_INT(recv(socket_, asked.bytes, 21, MSG_WAITALL), 21);
    CHECK_EQUAL_INT(asked.bytes[4], 6);
    close(socket_);
    close(listener);
    children[0] = started(0, -1);
    for (i = 0; i < 500 && !has_table; i++) {
        usleep(10000);
        socket_ = connected("127.0.0.1", port);
        has_table = socket_ >= 0;
        close(socket_);
    }
    CHECK_TRUE(has_table);
    CHECK_TOLD(answered("127.0.0.9", port, seek(asked.bytes + 5)), "127.0.0.9 is no address of another rank than 0");
    here = answered("127.0.0.3", port, seek(asked.bytes + 5));
    CHECK_EQUAL_INT(here.length, 37);
    CHECK_EQUAL_INT(here.bytes[4], 7);
    CHECK_TOLD(answered("127.0.0.3", port, hello(here.bytes + 21, 3, 1)), "127.0.0.3 is no address of rank 1");
    /* The number of the table alone is none of a meeting. */
    CHECK_TOLD(answered("127.0.0.2", port, hello(asked.bytes + 5, 3, 1)), "the root info's ranks have come already");
    children[2] = started(2, -1);
    for (i = 0; i < 3; i++) {
        int status = -1;
        waitpid(children[i], &status, 0);
        CHECK_EQUAL_INT(status, 0);
    }
    unsetenv("HCCL_HOST_SOCKET_PORT_RANGE");
    unlink(TABLE);
}

int main(void)
{
    begin_processes();
    run("limits", are_limited, 1, 1);
    setenv("HCCL_IF_IP", "127.0.0.5", 1);
    run("address", is_elsewhere, 1, 1);
    unsetenv("HCCL_IF_IP");
    CHECK_TRUE(mkfifo("strangers_fifo", 0600) == 0);
    setenv("HCCL_WHITELIST_DISABLE", "0", 1);
    setenv("HCCL_WHITELIST_FILE", "strangers_fifo", 1);
    run("fifo", is_a_fifo, 1, 1);
    CHECK_TRUE(unlink("strangers_fifo") == 0);
    unsetenv("HCCL_WHITELIST_DISABLE");
    hide_ucx();
    run("end", end_it, 2, 2);
    table_of_hosts();
    return check_result();
}
