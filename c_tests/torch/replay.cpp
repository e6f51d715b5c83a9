// The order of calls of torch_npu, without torch_npu: objects and first phases on one thread, second phases and the end of the objects on
// another, right after the launch and before the stream has come there; storage of one dimension; formats ND, NCL and NCHW for ranks
// up to 2, of 3 and of 4; tensors cut out of one block, or out of mapped segments; scalars of other types than the tensors.
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_sin.h"
#include "check.h"

// torch_npu gives back with delete[] what aclGetViewShape has allocated with malloc, as the vendor's library has it with new: one heap.
extern "C" const char *__asan_default_options()
{
    return "alloc_dealloc_mismatch=0";
}

namespace {

aclrtStream stream;

// The thread that launches.
class Queue {
public:
    Queue() : thread_([this] { run(); }) {}

    ~Queue()
    {
        push(nullptr);
        thread_.join();
    }

    void push(std::function<void()> task)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        tasks_.push_back(std::move(task));
        changed_.notify_all();
    }

    void wait()
    {
        std::unique_lock<std::mutex> guard(mutex_);
        changed_.wait(guard, [this] { return tasks_.empty() && !busy_; });
    }

private:
    void run()
    {
        CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> guard(mutex_);
                changed_.wait(guard, [this] { return !tasks_.empty(); });
                task = std::move(tasks_.front());
                tasks_.pop_front();
                busy_ = true;
            }
            if (!task) {
                return;
            }
            task();
            task = nullptr;
            std::lock_guard<std::mutex> guard(mutex_);
            busy_ = false;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    bool busy_ = false;
    std::thread thread_;
};

// A view of device memory, as PyTorch has it.
struct View {
    void *storage;
    size_t elements;
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    int64_t offset;
    aclDataType type;

    aclTensor *tensor() const
    {
        const aclFormat format = shape.size() == 3 ? ACL_FORMAT_NCL : shape.size() == 4 ? ACL_FORMAT_NCHW : ACL_FORMAT_ND;
        const int64_t dims[1] = {static_cast<int64_t>(elements)};
        aclTensor *made = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), offset, format, dims, 1, storage);
        CHECK_TRUE(made != nullptr);
        return made;
    }
};

View dense(void *storage, std::vector<int64_t> shape, aclDataType type = ACL_FLOAT)
{
    std::vector<int64_t> strides(shape.size(), 1);
    size_t elements = 1;
    for (size_t at = shape.size(); at-- > 0;) {
        strides[at] = static_cast<int64_t>(elements);
        elements *= static_cast<size_t>(shape[at]);
    }
    return View{storage, elements, shape, strides, 0, type};
}

aclScalar *scalar(int64_t value) { return aclCreateScalar(&value, ACL_INT64); }
aclScalar *scalar(double value) { return aclCreateScalar(&value, ACL_DOUBLE); }

using SecondPhase = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

// Hands an operator over: the other thread launches it, and destroys its objects at once.
void launch(Queue &queue, SecondPhase second, aclnnStatus planned, uint64_t size, aclOpExecutor *executor, std::vector<aclTensor *> tensors,
            std::vector<aclScalar *> scalars = {}, aclTensorList *list = nullptr)
{
    CHECK_STATUS(planned, 0);
    void *workspace = nullptr;
    if (size > 0) {
        CHECK_STATUS(aclrtMallocAlign32(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    }
    queue.push([=] {
        CHECK_STATUS(second(workspace, size, executor, stream), 0);
        for (aclTensor *tensor : tensors) {
            CHECK_STATUS(aclDestroyTensor(tensor), 0);
        }
        for (aclScalar *one : scalars) {
            CHECK_STATUS(aclDestroyScalar(one), 0);
        }
        if (list != nullptr) {
            CHECK_STATUS(aclDestroyTensorList(list), 0);
        }
        if (workspace != nullptr) {
            CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
        }
    });
}

void copy(Queue &queue, const View &to, const View &from)
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    aclTensor *destination = to.tensor(), *source = from.tensor();
    const aclnnStatus planned = aclnnInplaceCopyGetWorkspaceSize(destination, source, &size, &executor);
    launch(queue, aclnnInplaceCopy, planned, size, executor, {destination, source});
}

void sine(Queue &queue, const View &from, const View &to)
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    aclTensor *source = from.tensor(), *destination = to.tensor();
    const aclnnStatus planned = aclnnSinGetWorkspaceSize(source, destination, &size, &executor);
    launch(queue, aclnnSin, planned, size, executor, {source, destination});
}

void add(Queue &queue, const View &a, const View &b, const View &to)
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    aclTensor *left = a.tensor(), *right = b.tensor(), *out = to.tensor();
    aclScalar *alpha = scalar(int64_t{1});
    const aclnnStatus planned = aclnnAddGetWorkspaceSize(left, right, alpha, out, &size, &executor);
    launch(queue, aclnnAdd, planned, size, executor, {left, right, out}, {alpha});
}

void fill(Queue &queue, const View &to, aclScalar *value)
{
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    aclTensor *out = to.tensor();
    const aclnnStatus planned = aclnnInplaceFillScalarGetWorkspaceSize(out, value, &size, &executor);
    launch(queue, aclnnInplaceFillScalar, planned, size, executor, {out}, {value});
}

// Memory is taken in blocks, and tensors are cut out of them in steps of 512 bytes.
class Pool {
public:
    explicit Pool(size_t bytes) : size_(bytes) { REQUIRE_STATUS(aclrtMallocAlign32(&block_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS); }
    Pool(void *block, size_t bytes) : block_(block), size_(bytes), owned_(false) {}
    ~Pool()
    {
        if (owned_) {
            CHECK_STATUS(aclrtFree(block_), ACL_SUCCESS);
        }
    }
    void *take(size_t bytes)
    {
        void *piece = static_cast<char *>(block_) + used_;
        used_ += (bytes + 511) / 512 * 512;
        CHECK_TRUE(used_ <= size_);
        return piece;
    }

private:
    void *block_ = nullptr;
    size_t size_;
    size_t used_ = 0;
    bool owned_ = true;
};

template <typename T> std::vector<T> read(Queue &queue, const void *memory, size_t count)
{
    std::vector<T> host(count);
    queue.wait();
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (count > 0) {
        CHECK_STATUS(aclrtMemcpy(host.data(), count * sizeof(T), memory, count * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    }
    return host;
}

template <typename T> void write(void *memory, const std::vector<T> &host)
{
    const size_t bytes = host.size() * sizeof(T);
    CHECK_STATUS(aclrtMemcpy(memory, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

void operators(Queue &queue, Pool &pool)
{
    std::vector<float> values(2 * 3 * 4 * 5);
    for (size_t i = 0; i < values.size(); i++) {
        values[i] = static_cast<float>(i) * 0.25F;
    }
    const size_t bytes = values.size() * sizeof(float);
    void *a = pool.take(bytes), *b = pool.take(bytes), *c = pool.take(bytes);
    write(a, values);

    // A view with its axes in another order, over all formats.
    const std::vector<std::vector<int64_t>> shapes = {{120}, {20, 6}, {4, 5, 6}, {2, 3, 4, 5}};
    for (const auto &shape : shapes) {
        View turned = dense(a, shape);
        std::vector<int64_t> order(turned.strides.rbegin(), turned.strides.rend());
        turned.shape.assign(shape.rbegin(), shape.rend());
        turned.strides = order;
        const View target = dense(b, turned.shape);
        copy(queue, target, turned);
        sine(queue, target, dense(c, turned.shape));
        const auto copied = read<float>(queue, b, values.size()), sines = read<float>(queue, c, values.size());
        bool same = true, near = true;
        for (size_t i = 0; i < values.size(); i++) {
            size_t rest = i, source = 0;
            for (size_t at = turned.shape.size(); at-- > 0;) {
                source += rest % static_cast<size_t>(turned.shape[at]) * static_cast<size_t>(order[at]);
                rest /= static_cast<size_t>(turned.shape[at]);
            }
            same = same && copied[i] == values[source];
            near = near && sines[i] == static_cast<float>(std::sin(static_cast<double>(values[source])));
        }
        CHECK_TRUE(same);
        CHECK_TRUE(near);
    }

    // A chain without a wait; expanded (strides 0), with an offset, without dimensions, and a scalar of another type.
    View row = dense(a, {6});
    row.offset = 10;
    View expanded = row;
    expanded.shape = {4, 6};
    expanded.strides = {0, 1};
    expanded.elements = values.size();
    fill(queue, dense(b, {4, 6}), scalar(int64_t{2}));
    add(queue, dense(b, {4, 6}), expanded, dense(c, {4, 6}));
    fill(queue, dense(b, {}), scalar(0.5));
    add(queue, dense(c, {4, 6}), dense(b, {}), dense(c, {4, 6}));
    const auto sums = read<float>(queue, c, 24);
    for (size_t i = 0; i < 24; i++) {
        CHECK_TRUE(sums[i] == values[10 + i % 6] + 2.5F);
    }

    // Tensors without elements have no memory.
    const View nothing = dense(nullptr, {0, 3});
    sine(queue, nothing, nothing);
    copy(queue, nothing, nothing);

    // A product with a transposed factor.
    View weights = dense(a, {3, 4});
    weights.shape = {4, 3};
    weights.strides = {1, 4};
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    aclTensor *left = dense(a, {2, 4}).tensor(), *right = weights.tensor(), *out = dense(b, {2, 3}).tensor();
    aclnnStatus planned = aclnnMmGetWorkspaceSize(left, right, out, 0, &size, &executor);
    launch(queue, aclnnMm, planned, size, executor, {left, right, out});
    const auto products = read<float>(queue, b, 6);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < 3; j++) {
            float sum = 0;
            for (size_t k = 0; k < 4; k++) {
                sum += values[4 * i + k] * values[4 * j + k];
            }
            CHECK_TRUE(products[3 * i + j] == sum);
        }
    }

    // A list, which ends with the tensors in it.
    std::vector<aclTensor *> members = {dense(a, {2, 3}).tensor(), dense(a, {1, 3}).tensor()};
    aclTensorList *list = aclCreateTensorList(members.data(), members.size());
    out = dense(b, {3, 3}).tensor();
    planned = aclnnCatGetWorkspaceSize(list, 0, out, &size, &executor);
    launch(queue, aclnnCat, planned, size, executor, {out}, {}, list);
    const auto joined = read<float>(queue, b, 9);
    for (size_t i = 0; i < 9; i++) {
        CHECK_TRUE(joined[i] == values[i % 6]);
    }

    // An output of unknown length has room for the most, and says after the wait how long it is.
    write(c, std::vector<uint8_t>{1, 0, 0, 1, 1, 0, 1, 0});
    aclTensor *source = dense(a, {8}).tensor(), *mask = dense(c, {8}, ACL_BOOL).tensor();
    out = dense(b, {8}).tensor();
    planned = aclnnMaskedSelectGetWorkspaceSize(source, mask, out, &size, &executor);
    launch(queue, aclnnMaskedSelect, planned, size, executor, {source, mask});
    queue.wait();
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    int64_t *dims = nullptr;
    uint64_t rank = 0;
    CHECK_STATUS(aclGetViewShape(out, &dims, &rank), 0);
    CHECK_TRUE(rank == 1 && dims != nullptr && dims[0] == 4);
    delete[] dims;
    CHECK_STATUS(aclDestroyTensor(out), 0);
    CHECK_TRUE((read<float>(queue, b, 4) == std::vector<float>{values[0], values[3], values[4], values[6]}));
}

// Segments that grow: addresses for all of the device, memory in pieces of 2 MiB; operators work across them.
void segments(Queue &queue)
{
    const size_t piece = 2 << 20;
    void *probe = nullptr, *base = nullptr;
    CHECK_STATUS(aclrtReserveMemAddress(&probe, 512, 0, nullptr, 1), ACL_SUCCESS);
    CHECK_TRUE(probe != nullptr);
    CHECK_STATUS(aclrtReleaseMemAddress(probe), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtReserveMemAddress(&base, size_t{0x2400000000}, 0, nullptr, 1), ACL_SUCCESS);

    aclrtPhysicalMemProp properties = {};
    properties.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    properties.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    properties.memAttr = ACL_HBM_MEM_HUGE;
    properties.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = 0;
    aclrtDrvMemHandle pieces[2] = {nullptr, nullptr};
    for (size_t i = 0; i < 2; i++) {
        CHECK_STATUS(aclrtMallocPhysical(&pieces[i], piece, &properties, 0), ACL_SUCCESS);
        CHECK_STATUS(aclrtMapMem(static_cast<char *>(base) + i * piece, piece, 0, pieces[i], 0), ACL_SUCCESS);
    }
    // 40,000 bytes before the border and as many behind it.
    float *border = reinterpret_cast<float *>(static_cast<char *>(base) + piece) - 10000;
    View across = dense(base, {20000});
    across.offset = border - static_cast<float *>(base);
    across.elements = 2 * piece / sizeof(float);
    fill(queue, across, scalar(1.5));
    sine(queue, across, across);
    const float expected = static_cast<float>(std::sin(1.5));
    for (float value : read<float>(queue, border, 20000)) {
        if (value != expected) {
            CHECK_TRUE(!"every element across the border is written");
            break;
        }
    }
    for (size_t i = 0; i < 2; i++) {
        CHECK_STATUS(aclrtUnmapMem(static_cast<char *>(base) + i * piece), ACL_SUCCESS);
        CHECK_STATUS(aclrtFreePhysical(pieces[i]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtReleaseMemAddress(base), ACL_SUCCESS);
}

// Copies from pinned memory in the order of the stream, with the allocator's events.
void pinned(Queue &queue, Pool &pool)
{
    float *host = nullptr;
    void *memory = pool.take(64);
    aclrtEvent event = nullptr;
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    CHECK_STATUS(aclrtMallocHost(reinterpret_cast<void **>(&host), 64), ACL_SUCCESS);
    host[0] = 0.75F;
    CHECK_STATUS(aclrtMemcpyAsync(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateEventExWithFlag(&event, 2), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    CHECK_TRUE(read<float>(queue, memory, 1)[0] == 0.75F);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
}

// The process ends while the library is still in use: an exit handler gives everything back.
void shut_down()
{
    CHECK_STATUS(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    if (check_result() != 0) {
        std::_Exit(1);
    }
}

} // namespace

int main()
{
    uint32_t count = 0;
    int32_t device = -1;
    int64_t option = -1;
    aclrtContext context = nullptr;

    // Before aclInit.
    CHECK_STATUS(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 1);
    REQUIRE_STATUS(aclInit(nullptr), ACL_SUCCESS);
    CHECK_TRUE(aclrtGetSocName() != nullptr);
    CHECK_STATUS(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    // Not an error: torch_npu would show it instead of what fails later.
    CHECK_STATUS(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &option), ACL_SUCCESS);
    CHECK_EQUAL_INT(option, 0);
    CHECK_STATUS(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtCtxSetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetOpExecuteTimeOut(547), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStreamWithConfig(&stream, 0, 3), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetStreamFailureMode(stream, 1), ACL_SUCCESS);
    std::atexit(shut_down);
    {
        Queue queue;
        Pool pool(2 << 20);
        operators(queue, pool);
        segments(queue);
        pinned(queue, pool);
        queue.wait();
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    return check_result();
}
