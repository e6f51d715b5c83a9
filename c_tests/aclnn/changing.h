/* Operators that run while another thread writes some of their operands: tensors between pages without access, what is written, and the run of an operator. */
#ifndef HOSTNPU_C_TESTS_ACLNN_CHANGING_H
#define HOSTNPU_C_TESTS_ACLNN_CHANGING_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "../check.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace {

constexpr auto DURATION = std::chrono::milliseconds(30);
constexpr size_t PAGE = 4096;

size_t pages_of(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE;
}

/* Memory that ends where a page without access begins, and begins behind one. */
struct Memory {
    char *first = nullptr;
    size_t bytes = 0;
    /* The same memory at another address, which is always writable. */
    char *alias = nullptr;
};

Memory guarded(size_t bytes)
{
    const size_t pages = pages_of(bytes);
    const int file = memfd_create("tensor", 0);
    char *all = static_cast<char *>(mmap(nullptr, (pages + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    void *own = MAP_FAILED, *alias = MAP_FAILED;
    if (file >= 0 && all != MAP_FAILED && ftruncate(file, static_cast<off_t>(pages * PAGE)) == 0) {
        own = mmap(all + PAGE, pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
        alias = mmap(nullptr, pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (own == MAP_FAILED || alias == MAP_FAILED) {
        perror("memory for a tensor");
        exit(1);
    }
    close(file);
    return {all + (pages + 1) * PAGE - bytes, bytes, static_cast<char *>(alias) + pages * PAGE - bytes};
}

/* What is written while an operator runs: elements of some size, or all of the memory where that is 0. */
struct Written {
    Memory memory;
    size_t size = 0;
    std::vector<char> good;
    /* What an element becomes for a moment; or what all of the memory becomes. */
    std::vector<std::vector<char>> bad;
};
Written written;

struct Tensor {
    aclTensor *tensor;
    Memory memory;
    int64_t count;

    template <class T> T *elements() const { return reinterpret_cast<T *>(memory.first); }

    operator aclTensor *() const { return tensor; }
};

Tensor tensor(aclDataType type, const std::vector<int64_t> &dims)
{
    int64_t count = 1;
    for (int64_t extent : dims) {
        count *= extent;
    }
    const Memory memory = guarded(static_cast<size_t>(count) * aclDataTypeSize(type));
    aclTensor *made = aclCreateTensor(dims.data(), dims.size(), type, nullptr, 0, ACL_FORMAT_ND, dims.data(), dims.size(), memory.first);
    CHECK_TRUE(made != nullptr);
    return {made, memory, count};
}

/* FLOAT: small numbers. */
Tensor floats(const std::vector<int64_t> &dims)
{
    Tensor made = tensor(ACL_FLOAT, dims);
    for (int64_t i = 0; i < made.count; ++i) {
        made.elements<float>()[i] = static_cast<float>(i % 7) - 2.5F;
    }
    return made;
}

template <class T> std::vector<char> bytes_of(T value)
{
    const char *first = reinterpret_cast<const char *>(&value);
    return {first, first + sizeof value};
}

template <class T> Tensor filled(aclDataType type, const std::vector<int64_t> &dims, const std::function<int64_t(int64_t)> &number)
{
    Tensor made = tensor(type, dims);
    for (int64_t i = 0; i < made.count; ++i) {
        made.elements<T>()[i] = static_cast<T>(number(i));
    }
    return made;
}

Tensor integers(aclDataType type, const std::vector<int64_t> &dims, const std::function<int64_t(int64_t)> &number)
{
    switch (type) {
    case ACL_INT64: return filled<int64_t>(type, dims, number);
    case ACL_INT32: return filled<int32_t>(type, dims, number);
    default: return filled<uint8_t>(type, dims, number);
    }
}

/* Integers of which the other thread makes wild ones for a moment. */
Tensor changing(aclDataType type, const std::vector<int64_t> &dims, const std::function<int64_t(int64_t)> &number)
{
    Tensor made = integers(type, dims, number);
    written = {made.memory, aclDataTypeSize(type), {made.memory.first, made.memory.first + made.memory.bytes}, {}};
    for (int64_t wild : {int64_t{2000000000}, int64_t{-2000000000}, int64_t{100000}, int64_t{-1}}) {
        written.bad.push_back(type == ACL_INT64 ? bytes_of(wild * (wild == -1 ? 1 : 1000)) : bytes_of(static_cast<int32_t>(wild)));
    }
    return made;
}

Tensor indices(aclDataType type, const std::vector<int64_t> &dims, int64_t extent)
{
    return changing(type, dims, [extent](int64_t i) { return i * 37 % extent; });
}

/* Other bytes for a moment. */
Tensor alternating(const Tensor &made, const std::vector<char> &other)
{
    written = {made.memory, 0, {made.memory.first, made.memory.first + other.size()}, {other}};
    return made;
}

/* A mask of which every fourth element is true; all of them for a moment. */
Tensor mask(const std::vector<int64_t> &dims)
{
    Tensor made = integers(ACL_BOOL, dims, [](int64_t i) { return i % 4 == 0; });
    return alternating(made, std::vector<char>(static_cast<size_t>(made.count), 1));
}

/* One number everywhere, and for a moment no two neighbours alike. */
Tensor alike(const std::vector<int64_t> &dims)
{
    Tensor made = floats(dims);
    std::vector<char> other(made.memory.first, made.memory.first + made.memory.bytes);
    for (int64_t i = 0; i < made.count; ++i) {
        made.elements<float>()[i] = 1;
    }
    return alternating(made, other);
}

/* Numbers without order, and others for a moment. */
Tensor numbers(const std::vector<int64_t> &dims)
{
    Tensor made = floats(dims);
    std::mt19937 random(7);
    std::vector<char> other;
    float *first = made.elements<float>();
    for (int64_t i = 0; i < made.count; ++i) {
        first[i] = static_cast<float>(random() % 64 + 1);
        const std::vector<char> bytes = bytes_of(static_cast<float>(random() % 64 + 1));
        other.insert(other.end(), bytes.begin(), bytes.end());
    }
    return alternating(made, other);
}

aclScalar *scalar(float value)
{
    return aclCreateScalar(&value, ACL_FLOAT);
}

aclIntArray *array(const std::vector<int64_t> &values)
{
    return aclCreateIntArray(values.data(), values.size());
}

aclTensorList *list(const std::vector<aclTensor *> &tensors)
{
    return aclCreateTensorList(tensors.data(), tensors.size());
}

struct Call {
    std::function<aclnnStatus(uint64_t *, aclOpExecutor **)> first;
    aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream);
};

/* Both phases of an operator with its arguments. */
template <class First, class... Arguments> Call call(First first, decltype(Call::second) second, Arguments... arguments)
{
    return {[=](uint64_t *size, aclOpExecutor **executor) { return first(arguments..., size, executor); }, second};
}
#define CALL(name, ...) call(name##GetWorkspaceSize, name, __VA_ARGS__)

struct Case {
    const char *name;
    Call (*make)();
    /* The chip that it runs on, if not the usual one. */
    const char *chip = nullptr;
};

/* Writes elements until it is told to stop: wrong ones for a moment, then the right ones for longer. */
void write_until(const std::atomic<bool> &done)
{
    std::mt19937 random(11);
    const auto put = [](char *to, const char *from, size_t size) {
        if (size == 8) {
            int64_t value;
            memcpy(&value, from, 8);
            __atomic_store_n(reinterpret_cast<int64_t *>(to), value, __ATOMIC_RELAXED);
        } else if (size == 4) {
            int32_t value;
            memcpy(&value, from, 4);
            __atomic_store_n(reinterpret_cast<int32_t *>(to), value, __ATOMIC_RELAXED);
        } else {
            memcpy(to, from, size);
        }
    };
    const auto spin = [&random](unsigned most) {
        for (unsigned left = random() % most; left > 0; --left) {
            __asm__ volatile("" ::: "memory");
        }
    };
    const size_t size = written.size == 0 ? written.good.size() : written.size, count = written.good.size() / size;
    while (!done.load()) {
        /* The last one most often: it is checked last and used last. */
        const size_t at = (random() % 2 == 0 ? count - 1 : random() % count) * size;
        put(written.memory.alias + at, written.bad[random() % written.bad.size()].data(), size);
        spin(4000);
        put(written.memory.alias + at, written.good.data() + at, size);
        spin(40000);
    }
}

/* The same without luck: each half of the memory becomes wrong when the other half is accessed after it, so that what is read once is right and what is
   read twice was right and is wrong. Accesses are seen as faults. */
struct Halves {
    char *first;
    size_t pages, half;
    /* So often the second half is accessed before anything is written. */
    int patience;
    /* The last access that faulted, and how often one after the other. */
    const void *last;
    int repeated;

    size_t start(int number) const { return number == 0 ? 0 : half; }
    size_t end(int number) const { return number == 0 ? half : pages; }

    void allow(int number, int access) const
    {
        mprotect(first + start(number) * PAGE, (end(number) - start(number)) * PAGE, access);
    }
};
Halves halves;

/* Writes the bytes of a half that are the tensor's: the right ones, or every third element wrong, of kind `kind`. */
void write_half(int number, int kind)
{
    const size_t skipped = static_cast<size_t>(written.memory.first - halves.first);
    const size_t from = halves.start(number) * PAGE, end = halves.end(number) * PAGE - skipped;
    const size_t first = from > skipped ? from - skipped : 0;
    if (kind < 0 || written.size == 0) {
        const std::vector<char> &bytes = kind < 0 ? written.good : written.bad[0];
        memcpy(written.memory.alias + first, bytes.data() + first, end - first);
        return;
    }
    const std::vector<char> &wild = written.bad[static_cast<size_t>(kind) % written.bad.size()];
    for (size_t at = first - first % written.size; at < end; at += 3 * written.size) {
        memcpy(written.memory.alias + at, wild.data(), written.size);
    }
}

int wild_kind;

void on_access(int signal_number, siginfo_t *info, void *)
{
    const char *at = static_cast<const char *>(info->si_addr);
    if (at < halves.first || at >= halves.first + halves.pages * PAGE) {
        signal(signal_number, SIG_DFL);
        return;
    }
    const int own = at >= halves.first + halves.half * PAGE, other = 1 - own;
    halves.repeated = halves.last == info->si_addr ? halves.repeated + 1 : 0;
    halves.last = info->si_addr;
    halves.allow(own, PROT_READ | PROT_WRITE);
    halves.patience -= own;
    /* Of one access to both halves both have to stay. */
    if (halves.repeated < 3) {
        halves.allow(other, PROT_NONE);
        if (halves.patience < 0) {
            write_half(other, wild_kind);
        }
    }
}

void arm(int patience)
{
    char *first = written.memory.first - reinterpret_cast<uintptr_t>(written.memory.first) % PAGE;
    const size_t pages = pages_of(static_cast<size_t>(written.memory.first - first) + written.memory.bytes);
    halves = {first, pages, pages / 2, patience, nullptr, 0};
    write_half(0, -1);
    write_half(1, -1);
    halves.allow(0, PROT_NONE);
    halves.allow(1, PROT_NONE);
}

void disarm()
{
    halves.allow(0, PROT_READ | PROT_WRITE);
    halves.allow(1, PROT_READ | PROT_WRITE);
    write_half(0, -1);
    write_half(1, -1);
}

/* An operator on a stream of its own. */
struct Run {
    const Case &which;
    Call call;
    aclrtStream stream = nullptr;
    Memory workspace;
    int finished = 0, failed = 0;

    /* Runs it once, with a patience if its operand is to be written by accesses; returns whether it ended as it may. */
    bool once(int patience = -1)
    {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        const aclnnStatus planned = call.first(&size, &executor);
        if (planned != ACL_SUCCESS) {
            fprintf(stderr, "%s is refused: %d, %s\n", which.name, planned, aclGetRecentErrMsg());
            return false;
        }
        if (size > workspace.bytes) {
            workspace = guarded(size);
        }
        if (patience >= 0) {
            arm(patience);
        }
        const aclnnStatus queued = call.second(workspace.first, size, executor, stream);
        const aclError status = aclrtSynchronizeStream(stream);
        if (patience >= 0) {
            disarm();
        }
        if (queued == ACL_SUCCESS && status == ACL_SUCCESS) {
            ++finished;
            return true;
        }
        ++failed;
        const char *message = aclGetRecentErrMsg();
        if (message != nullptr && strstr(message, "internal error") == nullptr) {
            return true;
        }
        fprintf(stderr, "%s: %d, %s\n", which.name, status, message == nullptr ? "no message" : message);
        return false;
    }
};

/* Runs an operator while its operand is written; returns whether it always ended as it may, and sometimes well. */
bool run(const Case &which)
{
    if (which.chip != nullptr) {
        setenv("HOSTNPU_SOC", which.chip, 1);
    }
    REQUIRE_STATUS(aclInit(nullptr), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    Run run{which, which.make(), nullptr, {}};
    REQUIRE_STATUS(aclrtCreateStream(&run.stream), ACL_SUCCESS);
    if (!run.once()) {
        return false;
    }
    struct sigaction action {};
    action.sa_sigaction = on_access;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
    for (int patience = 0; patience < 4 && written.memory.bytes > PAGE; ++patience) {
        for (wild_kind = 0; wild_kind < 4; ++wild_kind) {
            if (!run.once(patience)) {
                return false;
            }
        }
    }
    signal(SIGSEGV, SIG_DFL);
    std::atomic<bool> done{false};
    std::thread other([&done] { write_until(done); });
    const auto end = std::chrono::steady_clock::now() + DURATION;
    bool is_well = true;
    while (is_well && std::chrono::steady_clock::now() < end) {
        is_well = run.once();
    }
    done = true;
    other.join();
    return is_well && run.finished > 1;
}

} // namespace

#endif
