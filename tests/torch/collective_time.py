"""Times an all-reduce through HCCL's C interface and through gloo in turns, beside a copy of as many bytes by each process.

    HOSTNPU_THREADS=1 torchrun --standalone --nproc-per-node 2 tests/torch/collective_time.py [BYTES [ROUNDS]]

in the environment of set_env.sh. 64 MiB and 7 rounds without arguments. A figure is the median over the rounds of the slowest rank's time.
"""

import ctypes
import os
import statistics
import sys
import time

import torch
import torch.distributed as dist

FLOAT32, SUM, FIRST_HUGE = 4, 0, 0
BYTES = int(sys.argv[1]) if len(sys.argv) > 1 else 64 << 20
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
# Calls of microseconds are repeated often between two looks at the clock.
CALLS = max(1, min(500, (1 << 20) // BYTES))

acl, hccl = ctypes.CDLL("libascendcl.so"), ctypes.CDLL("libhccl.so")


def call(function, *arguments):
    code = function(*arguments)
    assert code == 0, f"{function.__name__} returned {code}"


def number(value):
    return ctypes.c_uint64(value)


dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.set_num_threads(1)
stream, memory, comm = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
call(acl.aclInit, None)
call(acl.aclrtSetDevice, 0)
call(acl.aclrtCreateStream, ctypes.byref(stream))
call(acl.aclrtMalloc, ctypes.byref(memory), number(BYTES), FIRST_HUGE)
root = ctypes.create_string_buffer(4108)
if rank == 0:
    call(hccl.HcclGetRootInfo, root)
shared = [root.raw]
dist.broadcast_object_list(shared, 0)
call(hccl.HcclCommInitRootInfo, ranks, ctypes.create_string_buffer(shared[0], 4108), rank, ctypes.byref(comm))
on_cpu, source, target = (torch.ones(BYTES // 4) for _ in range(3))
ctypes.memmove(memory, on_cpu.data_ptr(), BYTES)


def by_hccl():
    call(hccl.HcclAllReduce, memory, memory, number(BYTES // 4), FLOAT32, SUM, comm, stream)
    call(acl.aclrtSynchronizeStream, stream)


def by_gloo():
    dist.all_reduce(on_cpu)


def by_copy():
    target.copy_(source)


ways = {"hccl": by_hccl, "gloo": by_gloo, "copy": by_copy}
times = {name: [] for name in ways}
for round_ in range(ROUNDS + 1):
    for name, way in ways.items():
        dist.barrier()
        begin = time.perf_counter()
        for _ in range(CALLS):
            way()
        passed = torch.tensor([(time.perf_counter() - begin) / CALLS], dtype=torch.float64)
        dist.all_reduce(passed, dist.ReduceOp.MAX)
        # The first round opens connections.
        if round_ > 0:
            times[name].append(passed.item())
    on_cpu.fill_(1)
    ctypes.memmove(memory, on_cpu.data_ptr(), BYTES)
if rank == 0:
    median = {name: statistics.median(all_) for name, all_ in times.items()}
    print(f"all-reduce of {BYTES} bytes, {ranks} processes, {ROUNDS} rounds, load average {os.getloadavg()[0]:.1f}")
    for name, seconds in median.items():
        spread = f"{min(times[name]) * 1e6:.1f} to {max(times[name]) * 1e6:.1f}"
        print(f"{name}: {seconds * 1e6:.1f} µs ({spread})")
    print(f"hccl / gloo {median['hccl'] / median['gloo']:.3f}, hccl / copy {median['hccl'] / median['copy']:.2f}")
call(hccl.HcclCommDestroy, comm)
dist.destroy_process_group()
