/* What a system may forbid to the processes of one host, by seccomp and by namespaces: for `enter_host` of ranks.h. */
#ifndef HOSTNPU_C_TESTS_HCCL_WAYS_H
#define HOSTNPU_C_TESTS_HCCL_WAYS_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* Forbids a system call to this process and its children. */
static void forbid(long number)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    code[1].k = (unsigned int)number;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        printf("system call %ld cannot be forbidden\n", number);
        exit(1);
    }
}

/* As where only descendants of a process read its memory. */
CHECK_UNUSED static void forbid_reads(uint32_t rank)
{
    (void)rank;
    forbid(SYS_process_vm_readv);
}

/* As where no memory is shared either. */
CHECK_UNUSED static void forbid_boards(uint32_t rank)
{
    forbid_reads(rank);
    forbid(SYS_memfd_create);
}

/* As where one rank of several is forbidden what the others do. */
CHECK_UNUSED static void forbid_one(uint32_t rank)
{
    if (rank == 1) {
        forbid_boards(rank);
    }
}

/* As in a container of its own which has its host's network: the numbers of processes mean nothing to the other ranks. */
CHECK_UNUSED static void enter_container(uint32_t rank)
{
    int status = -1;
    pid_t child;
    (void)rank;
    if (unshare(CLONE_NEWPID) != 0) {
        exit(1);
    }
    child = fork();
    if (child != 0) {
        exit(waitpid(child, &status, 0) != child || status != 0);
    }
}

/* Whether this process may make containers. */
CHECK_UNUSED static int has_containers(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        _exit(unshare(CLONE_NEWPID) != 0);
    }
    waitpid(child, &status, 0);
    return status == 0;
}

#endif
