"""Every operation of a process group over HCCL beside the same one over gloo on the CPU. Run by torchrun."""

import torch
import torch.distributed as dist
from start import RANK, RANKS, device, done

MIB = 1 << 18  # elements of float32
SIZES = (1, 1003, MIB + 3)
FLOATS = (torch.float32, torch.float16, torch.bfloat16)
INTEGERS = (torch.int32, torch.int64, torch.int8)

gloo = dist.new_group(backend="gloo")


def numbers(size, dtype, rank=RANK):
    """What a rank gives."""
    generator = torch.Generator().manual_seed(1000 * rank + size)
    if dtype == torch.bool:
        return torch.rand(size, generator=generator) < 0.5
    if dtype.is_floating_point:
        return torch.randn(size, generator=generator).to(dtype)
    return torch.randint(-9 if dtype.is_signed else 0, 10, (size,), generator=generator).to(dtype)


def same(on_device, on_cpu, what):
    assert on_device.dtype == on_cpu.dtype and torch.equal(on_device.cpu(), on_cpu), f"rank {RANK}: {what}"


def rounded(exact, dtype):
    """Rounds float64 once: PyTorch itself goes through float32, and rounds twice."""
    if dtype not in (torch.float16, torch.bfloat16):
        return exact.to(dtype)
    single = exact.float()
    # To odd, which the second rounding cannot take for exact.
    is_even = (single.view(torch.int32) & 1) == 0
    limit = torch.where(exact > single.double(), torch.inf, -torch.inf)
    odd = torch.nextafter(single, limit)
    return torch.where((single.double() != exact) & is_even, odd, single).to(dtype)


def in_rank_order(size, dtype, combine=torch.add):
    """What all ranks' numbers become in float64, one rank after the other."""
    total = numbers(size, dtype, 0).double()
    for rank in range(1, RANKS):
        total = combine(total, numbers(size, dtype, rank).double())
    return rounded(total, dtype)


def reductions():
    for size in SIZES:
        for dtype in (*FLOATS, *INTEGERS, torch.uint8, torch.bool):
            for op in (dist.ReduceOp.SUM, dist.ReduceOp.PRODUCT, dist.ReduceOp.MAX, dist.ReduceOp.MIN):
                if op == dist.ReduceOp.PRODUCT and dtype in (torch.bfloat16, torch.bool):
                    continue  # no product of a card
                mine = numbers(size, dtype)
                x = mine.to(device)
                dist.all_reduce(x, op)
                if dtype.is_floating_point and op == dist.ReduceOp.SUM and RANKS > 2:
                    same(x, in_rank_order(size, dtype), f"all_reduce of {size} {dtype} ({op})")
                elif dtype.is_floating_point and op == dist.ReduceOp.PRODUCT and RANKS > 2:
                    same(x, in_rank_order(size, dtype, torch.mul), f"all_reduce of {size} {dtype} ({op})")
                elif dtype == torch.bool:
                    given = torch.stack([numbers(size, dtype, rank) for rank in range(RANKS)])
                    same(x, given.all(0) if op == dist.ReduceOp.MIN else given.any(0), f"all_reduce of bool ({op})")
                else:
                    dist.all_reduce(mine, op, group=gloo)
                    same(x, mine, f"all_reduce of {size} {dtype} ({op})")
        mean = numbers(size, torch.float32).to(device)
        dist.all_reduce(mean, dist.ReduceOp.AVG)
        same(mean, in_rank_order(size, torch.float32) / RANKS, "all_reduce (AVG)")
        for dtype in (torch.float32, torch.int64):
            x, mine = numbers(size, dtype).to(device), numbers(size, dtype)
            dist.reduce(x, RANKS - 1)
            dist.reduce(mine, RANKS - 1, group=gloo)
            if RANK == RANKS - 1:
                same(x, in_rank_order(size, dtype) if dtype.is_floating_point else mine, f"reduce of {size} {dtype}")
            x = numbers(size * RANKS, dtype).to(device)
            part = torch.empty(size, dtype=dtype, device=device)
            dist.reduce_scatter_tensor(part, x)
            whole = in_rank_order(size * RANKS, dtype)
            same(part, whole[RANK * size:(RANK + 1) * size], f"reduce_scatter_tensor of {size} {dtype}")
            part = torch.empty(size, dtype=dtype, device=device)
            dist.reduce_scatter(part, list(x.chunk(RANKS)))
            same(part, whole[RANK * size:(RANK + 1) * size], f"reduce_scatter of {size} {dtype}")


def exchanges():
    for size in SIZES:
        for dtype in (*FLOATS, *INTEGERS, torch.uint8, torch.bool):
            given = [numbers(size, dtype, rank) for rank in range(RANKS)]
            mine = given[RANK].to(device)
            what = f"of {size} {dtype}"
            x = mine.clone()
            dist.broadcast(x, RANKS - 1)
            same(x, given[-1], f"broadcast {what}")
            all_of = torch.empty(size * RANKS, dtype=dtype, device=device)
            dist.all_gather_into_tensor(all_of, mine)
            same(all_of, torch.cat(given), f"all_gather_into_tensor {what}")
            parts = [torch.empty_like(mine) for _ in range(RANKS)]
            dist.all_gather(parts, mine)
            on_cpu = [torch.empty_like(given[0]) for _ in range(RANKS)]
            dist.all_gather(on_cpu, given[RANK], group=gloo)
            for part, expected in zip(parts, on_cpu):
                same(part, expected, f"all_gather {what}")
            if dtype == torch.bool:
                continue
            row = [numbers(size * RANKS, dtype, rank).chunk(RANKS) for rank in range(RANKS)]
            gives, takes = torch.cat(row[RANK]).to(device), torch.empty(size * RANKS, dtype=dtype, device=device)
            dist.all_to_all_single(takes, gives)
            same(takes, torch.cat([row[rank][RANK] for rank in range(RANKS)]), f"all_to_all_single {what}")
            takes = [torch.empty_like(mine) for _ in range(RANKS)]
            dist.all_to_all(takes, [part.to(device) for part in row[RANK]])
            for rank, part in enumerate(takes):
                same(part, row[rank][RANK], f"all_to_all {what}")
            x = torch.empty_like(mine)
            dist.scatter(x, [part.to(device) for part in row[0]] if RANK == 0 else None, 0)
            same(x, row[0][RANK], f"scatter {what}")
            parts = [torch.empty_like(mine) for _ in range(RANKS)] if RANK == 1 else None
            dist.gather(mine, parts, 1)
            for part, expected in zip(parts or [], given):
                same(part, expected, f"gather {what}")
    # Rank r gives rank s r + 2 s elements.
    counts = [[rank + 2 * peer for peer in range(RANKS)] for rank in range(RANKS)]
    rows = [numbers(sum(counts[rank]), torch.float32, rank).split(counts[rank]) for rank in range(RANKS)]
    takes = torch.empty(sum(counts[rank][RANK] for rank in range(RANKS)), device=device)
    dist.all_to_all_single(
        takes, torch.cat(rows[RANK]).to(device), [counts[rank][RANK] for rank in range(RANKS)], counts[RANK]
    )
    same(takes, torch.cat([rows[rank][RANK] for rank in range(RANKS)]), "all_to_all_single of different counts")


def messages():
    after, before = (RANK + 1) % RANKS, (RANK - 1) % RANKS
    for size in SIZES:
        mine, taken = numbers(size, torch.float32).to(device), torch.empty(size, device=device)
        expected = numbers(size, torch.float32, before)
        if RANK == 0:
            dist.send(mine, after)
            dist.recv(taken, before)
        else:
            dist.recv(taken, before)
            dist.send(mine, after)
        same(taken, expected, f"send and recv of {size}")
        taken.zero_()
        for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, mine, after), dist.P2POp(dist.irecv, taken, before)]):
            work.wait()
        same(taken, expected, f"batch_isend_irecv of {size}")


def objects():
    given = [{"rank": rank, "text": "x" * (rank + 1)} for rank in range(RANKS)]
    found = [None] * RANKS
    dist.all_gather_object(found, given[RANK])
    assert found == given, found
    found = given if RANK == 1 else [None] * RANKS
    dist.broadcast_object_list(found, 1, device=device)
    assert found == given, found
    found = [None]
    dist.scatter_object_list(found, given if RANK == 0 else None, 0)
    assert found == [given[RANK]], found


def groups():
    """Groups of some ranks, at once and one after the other; operations that do not wait."""
    for members in ([0], [0, RANKS - 1], list(range(RANKS))):
        group = dist.new_group(members)
        if RANK in members:
            x = numbers(100, torch.int32).to(device)
            dist.all_reduce(x, group=group)
            expected = sum(numbers(100, torch.int32, rank) for rank in members).to(torch.int32)
            same(x, expected, f"all_reduce in the group {members}")
    works = []
    for size in SIZES:
        x = numbers(size, torch.float32).to(device)
        works.append((size, x, dist.all_reduce(x, async_op=True)))
    dist.barrier()
    for size, x, work in works:
        work.wait()
        same(x, in_rank_order(size, torch.float32), f"all_reduce of {size} that does not wait")


reductions()
exchanges()
messages()
objects()
groups()
done()
