/* Tests with two processes: the child is made before either uses the library, and they speak over two pipes. */
#ifndef HOSTNPU_C_TESTS_ACL_TWO_PROCESSES_H
#define HOSTNPU_C_TESTS_ACL_TWO_PROCESSES_H

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

typedef struct {
    int read_from;
    int write_to;
    pid_t pid;
} peer;

CHECK_UNUSED static void say(const peer *to, const void *bytes, size_t size)
{
    CHECK_EQUAL_INT(write(to->write_to, bytes, size), (long)size);
}

CHECK_UNUSED static void hear(const peer *from, void *bytes, size_t size)
{
    if (read(from->read_from, bytes, size) != (long)size) {
        fprintf(stderr, "the other process said nothing\n");
        exit(1);
    }
}

CHECK_UNUSED static void signal_peer(const peer *to)
{
    say(to, "!", 1);
}

CHECK_UNUSED static void wait_for_peer(const peer *from)
{
    char mark;
    hear(from, &mark, 1);
}

/* Runs `child` in a process of its own, whose checks count in its exit status. */
CHECK_UNUSED static peer start_child(void (*child)(const peer *))
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0) {
        exit(1);
    }
    pid_t pid = fork();
    if (pid == 0) {
        peer parent = {down[0], up[1], getppid()};
        close(down[1]);
        close(up[0]);
        REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
        child(&parent);
        REQUIRE_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
        REQUIRE_STATUS(aclFinalize(), ACL_SUCCESS);
        exit(check_result());
    }
    close(down[0]);
    close(up[1]);
    peer made = {up[0], down[1], pid};
    return made;
}

CHECK_UNUSED static void join_child(const peer *child)
{
    int status = -1;
    CHECK_EQUAL_INT(waitpid(child->pid, &status, 0), child->pid);
    CHECK_EQUAL_INT(status, 0);
}

#endif
