// The floating-point environment of a program: results do not depend on it, and calls leave it as it was, flags included (reliability
// review, A 3).
//
// environment [upward|downward|toward_zero|flushing|trapping [first|late]]: computes in that environment, set before the first
// call or after everything has run once, and prints one line for each workload. Inputs are made of bits: the program itself
// computes nothing.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <fenv.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_anti_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_logspace.h"
#include "aclnnop/aclnn_sin.h"
#include "check.h"
#include "mlu_op.h"
#include "xcore_math.h"

namespace {

#if defined(__x86_64__)
unsigned environment() { return _mm_getcsr(); }
// Without flags, so that one that a call raises shows.
void clear_flags() { _mm_setcsr(_mm_getcsr() & ~0x3fu); }
#else
unsigned environment() { return static_cast<unsigned>(fegetround()) | static_cast<unsigned>(fetestexcept(FE_ALL_EXCEPT)) << 16; }
void clear_flags() { feclearexcept(FE_ALL_EXCEPT); }
#endif

void set_environment(const std::string &name)
{
    if (name == "upward") {
        fesetround(FE_UPWARD);
    } else if (name == "downward") {
        fesetround(FE_DOWNWARD);
    } else if (name == "toward_zero") {
        fesetround(FE_TOWARDZERO);
    } else if (name == "flushing") {
#if defined(__x86_64__)
        _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
    } else if (name == "trapping") {
        feenableexcept(FE_ALL_EXCEPT);
    } else {
        CHECK_TRUE(name.empty());
    }
}

// A call, which leaves the environment as it was.
#define LEAVES_ENVIRONMENT(call)                          \
    do {                                                  \
        clear_flags();                                    \
        const unsigned before_ = environment();           \
        call;                                             \
        const unsigned after_ = environment();            \
        if (before_ != after_) {                          \
            fprintf(stderr, "%s: environment %#x, was %#x\n", #call, after_, before_); \
            check_failures++;                             \
        }                                                 \
    } while (0)
#define OK(call) LEAVES_ENVIRONMENT(REQUIRE_STATUS(call, 0))

using Bytes = std::vector<unsigned char>;

uint64_t random_word(uint64_t &state)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 16 ^ state << 48;
}

Bytes random_bytes(size_t count, uint64_t seed)
{
    Bytes bytes(count);
    for (size_t i = 0; i + 8 <= count; i += 8) {
        const uint64_t word = random_word(seed);
        memcpy(&bytes[i], &word, 8);
    }
    return bytes;
}

// All 65536 values of a type of 16 bits.
Bytes all_halves()
{
    Bytes bytes(1 << 17);
    for (uint32_t i = 0; i < 1 << 16; i++) {
        const uint16_t half = static_cast<uint16_t>(i);
        memcpy(&bytes[2 * i], &half, 2);
    }
    return bytes;
}

// Elements whose exponent field is at its lowest: subnormals, and products that become some.
Bytes tiny_bf16(size_t count)
{
    Bytes bytes = random_bytes(2 * count, 5);
    for (size_t i = 0; i < count; i++) {
        bytes[2 * i + 1] &= 0x81;
    }
    return bytes;
}

Bytes tiny_doubles(size_t count)
{
    Bytes bytes = random_bytes(8 * count, 6);
    for (size_t i = 0; i < count; i++) {
        bytes[8 * i + 7] &= 0x80;
        bytes[8 * i + 6] &= 0x1f;
    }
    return bytes;
}

void print(const std::string &name, const Bytes &bytes)
{
    uint64_t hash = 14695981039346656037u;
    for (const unsigned char byte : bytes) {
        hash = (hash ^ byte) * 1099511628211u;
    }
    printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(hash));
}

void *to_device(const Bytes &bytes)
{
    void *memory = nullptr;
    OK(aclrtMalloc(&memory, bytes.size(), ACL_MEM_MALLOC_HUGE_FIRST));
    OK(aclrtMemcpy(memory, bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE));
    return memory;
}

void finish(const std::string &name, void *memory, size_t size)
{
    Bytes bytes(size);
    OK(aclrtSynchronizeDevice());
    OK(aclrtMemcpy(bytes.data(), size, memory, size, ACL_MEMCPY_DEVICE_TO_HOST));
    OK(aclrtFree(memory));
    print(name, bytes);
}

aclTensor *tensor(const std::vector<int64_t> &shape, aclDataType type, void *memory)
{
    aclTensor *made = nullptr;
    LEAVES_ENVIRONMENT(made = aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                                              shape.size(), memory));
    CHECK_TRUE(made != nullptr);
    return made;
}

using Second = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);
uint64_t size;
aclOpExecutor *executor;

void run(Second second, aclrtStream stream)
{
    void *workspace = nullptr;
    if (size > 0) {
        OK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    OK(second(workspace, size, executor, stream));
    OK(aclrtSynchronizeStream(stream));
    if (workspace != nullptr) {
        OK(aclrtFree(workspace));
    }
}

using First = aclnnStatus (*)(const aclTensor *, aclTensor *, uint64_t *, aclOpExecutor **);

void unary(const std::string &name, First first, Second second, aclDataType type, const Bytes &input, aclrtStream stream)
{
    void *x = to_device(input), *y = to_device(input);
    const std::vector<int64_t> shape = {static_cast<int64_t>(input.size() / aclDataTypeSize(type))};
    aclTensor *self = tensor(shape, type, x), *out = tensor(shape, type, y);
    OK(first(self, out, &size, &executor));
    run(second, stream);
    OK(aclDestroyTensor(self));
    OK(aclDestroyTensor(out));
    OK(aclrtFree(x));
    finish(name, y, input.size());
}

aclnnStatus sin_first(const aclTensor *x, aclTensor *y, uint64_t *bytes, aclOpExecutor **made)
{
    return aclnnSinGetWorkspaceSize(x, y, bytes, made);
}

void operators(aclrtStream stream)
{
    const auto sine = [&](const std::string &name, aclDataType type, const Bytes &input) {
        unary(name, sin_first, aclnnSin, type, input, stream);
    };
    const auto lgamma = [&](const std::string &name, aclDataType type, const Bytes &input) {
        unary(name, aclnnLgammaGetWorkspaceSize, aclnnLgamma, type, input, stream);
    };
    // 8 elements run where they are queued; the larger ones on the stream's thread, or that which waits, with helpers.
    sine("sin of 8 floats", ACL_FLOAT, random_bytes(32, 1));
    sine("sin of floats", ACL_FLOAT, random_bytes(4 << 20, 2));
    sine("sin of bf16", ACL_BF16, all_halves());
    sine("sin of f16", ACL_FLOAT16, all_halves());
    lgamma("lgamma of 8 floats", ACL_FLOAT, random_bytes(32, 3));
    lgamma("lgamma of floats", ACL_FLOAT, random_bytes(1 << 20, 4));
    lgamma("lgamma of f16", ACL_FLOAT16, all_halves());
    lgamma("lgamma of doubles", ACL_DOUBLE, random_bytes(1 << 16, 7));
    lgamma("lgamma of tiny doubles", ACL_DOUBLE, tiny_doubles(1 << 12));
}

void mx(aclrtStream stream)
{
    const int64_t rows = 256, columns = 128, blocks = columns / 32;
    const Bytes input = tiny_bf16(static_cast<size_t>(rows * columns));
    void *x = to_device(input);
    for (const aclDataType type : {ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E5M2}) {
        void *y = to_device(Bytes(static_cast<size_t>(rows * columns)));
        void *scale = to_device(Bytes(static_cast<size_t>(rows * blocks)));
        void *back = to_device(Bytes(input.size()));
        aclTensor *in = tensor({rows, columns}, ACL_BF16, x), *out = tensor({rows, columns}, type, y);
        aclTensor *scales = tensor({rows, blocks / 2, 2}, ACL_FLOAT8_E8M0, scale);
        aclTensor *wide = tensor({rows, columns}, ACL_BF16, back);
        char rint[] = "rint";
        OK(aclnnDynamicMxQuantGetWorkspaceSize(in, -1, rint, type, 32, 0, out, scales, &size, &executor));
        run(aclnnDynamicMxQuant, stream);
        OK(aclnnAntiMxQuantGetWorkspaceSize(out, scales, -1, ACL_BF16, wide, &size, &executor));
        run(aclnnAntiMxQuant, stream);
        for (aclTensor *made : {in, out, scales, wide}) {
            OK(aclDestroyTensor(made));
        }
        const std::string name = "mx " + std::to_string(type);
        finish(name, y, static_cast<size_t>(rows * columns));
        finish(name + " scales", scale, static_cast<size_t>(rows * blocks));
        finish(name + " back", back, input.size());
    }
    OK(aclrtFree(x));
}

template <typename T> T from_bits(uint64_t bits)
{
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void ranges(aclrtStream stream)
{
    const int64_t steps = 1001;
    int64_t low = -3, high = 9007199254740993;
    double tiny = from_bits<double>(0x38100fffffffffffu), third = from_bits<double>(0x3fd5555555555555u);
    aclScalar *starts[] = {nullptr, nullptr}, *ends[] = {nullptr, nullptr};
    LEAVES_ENVIRONMENT(starts[0] = aclCreateScalar(&low, ACL_INT64));
    LEAVES_ENVIRONMENT(ends[0] = aclCreateScalar(&high, ACL_INT64));
    LEAVES_ENVIRONMENT(starts[1] = aclCreateScalar(&tiny, ACL_DOUBLE));
    LEAVES_ENVIRONMENT(ends[1] = aclCreateScalar(&third, ACL_DOUBLE));
    for (int i = 0; i < 2; i++) {
        for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
            const size_t bytes = static_cast<size_t>(steps) * aclDataTypeSize(type);
            const std::string name = std::to_string(i) + " " + std::to_string(type);
            void *memory = to_device(Bytes(bytes));
            aclTensor *out = tensor({steps}, type, memory);
            OK(aclnnLinspaceGetWorkspaceSize(starts[i], ends[i], steps, out, &size, &executor));
            run(aclnnLinspace, stream);
            OK(aclDestroyTensor(out));
            finish("linspace " + name, memory, bytes);
            memory = to_device(Bytes(bytes));
            out = tensor({steps}, type, memory);
            OK(aclnnLogSpaceGetWorkspaceSize(starts[1], ends[1], steps, from_bits<double>(0x4005bf0a8b145769u), out, &size,
                                             &executor));
            run(aclnnLogSpace, stream);
            OK(aclDestroyTensor(out));
            finish("logspace " + name, memory, bytes);
        }
        OK(aclDestroyScalar(starts[i]));
        OK(aclDestroyScalar(ends[i]));
    }
}

void mlu()
{
    mluOpHandle_t handle = nullptr;
    OK(mluOpCreate(&handle));
    const Bytes input = random_bytes(1 << 16, 8);
    void *x = to_device(input), *y = to_device(input);
    const int length = 1 << 14;
    mluOpTensorDescriptor_t desc = nullptr;
    OK(mluOpCreateTensorDescriptor(&desc));
    OK(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 1, &length));
    OK(mluOpLgamma(handle, desc, x, desc, y));
    OK(cnrtSyncDevice());
    finish("mluOpLgamma", y, input.size());
    y = to_device(input);
    OK(mluOpLogspace(handle, from_bits<float>(0xc2fc0001u), from_bits<float>(0x42200003u), length,
                     from_bits<float>(0x40490fdbu), desc, y));
    OK(cnrtSyncDevice());
    finish("mluOpLogspace", y, input.size());
    OK(aclrtFree(x));
    OK(mluOpDestroyTensorDescriptor(desc));
    OK(mluOpDestroy(handle));
}

void casts()
{
    const int count = 1 << 12;
    const cnrtDataType_V2_t types[] = {cnrtDouble, cnrtFloat, cnrtHalf, cnrtBfloat, cnrtLonglong, cnrtInt, cnrtUchar};
    const size_t sizes[] = {8, 4, 2, 2, 8, 4, 1};
    cnrtQuantizedParam_t parameter = nullptr;
    OK(cnrtCreateQuantizedParam(&parameter, -3, from_bits<float>(0x3fb33333u), 7));
    const Bytes input = random_bytes(8 * count, 9);
    Bytes all;
    for (int from = 0; from < 7; from++) {
        for (int to = 0; to < 7; to++) {
            for (const cnrtQuantizedParam_t fixed : {cnrtQuantizedParam_t(nullptr), parameter}) {
                Bytes output(8 * count);
                OK(cnrtCastDataType_V2(input.data(), types[from], output.data(), types[to], count, fixed, cnrtRounding_rn));
                all.insert(all.end(), output.begin(), output.begin() + static_cast<long>(sizes[to]) * count);
            }
        }
    }
    OK(cnrtDestroyQuantizedParam(parameter));
    print("casts", all);
}

// Values from here to there without a floating-point register of the program's in between.
template <typename T> void append(Bytes &bytes, const T &value)
{
    const size_t at = bytes.size();
    bytes.resize(at + sizeof value);
    memcpy(&bytes[at], &value, sizeof value);
}

void conversions()
{
    Bytes all;
    for (uint32_t i = 0; i < 1 << 16; i++) {
        float wide = 0;
        LEAVES_ENVIRONMENT(wide = aclFloat16ToFloat(static_cast<aclFloat16>(i)));
        append(all, wide);
    }
    print("aclFloat16ToFloat", all);
    all.clear();
    uint64_t state = 10;
    for (int i = 0; i < 20000; i++) {
        // Every third is subnormal.
        const uint64_t word = random_word(state);
        const uint32_t bits = static_cast<uint32_t>(i % 3 == 0 ? word & 0x807fffff : word);
        const float x = from_bits<float>(bits);
        const double wide = from_bits<double>(i % 3 == 0 ? word & 0x800fffffffffffff : word);
        const int exponent = static_cast<int>(word >> 32) % 200;
        const float_s32_t number = {static_cast<int32_t>(bits), exponent};
        aclFloat16 half = 0;
        float_s32_t taken = {0, 0};
        float single = 0;
        double twice = 0;
        int32_t mantissa = 0;
        int16_t small = 0;
        exponent_t exp = 0;
        LEAVES_ENVIRONMENT(half = aclFloatToFloat16(x));
        append(all, half);
        // Infinities and NaN are said on the standard error stream.
        if ((bits & 0x7f800000) != 0x7f800000) {
            LEAVES_ENVIRONMENT(taken = f32_to_float_s32(x));
            append(all, taken);
            LEAVES_ENVIRONMENT(f32_unpack_s32(&mantissa, &exp, x));
            append(all, mantissa);
            append(all, exp);
            LEAVES_ENVIRONMENT(f32_unpack_s16(&small, &exp, x));
            append(all, small);
            append(all, exp);
            LEAVES_ENVIRONMENT(mantissa = f32_to_s32(x, exponent));
            append(all, mantissa);
        }
        if ((word & 0x7ff0000000000000) != 0x7ff0000000000000) {
            LEAVES_ENVIRONMENT(taken = f64_to_float_s32(wide));
            append(all, taken);
        }
        LEAVES_ENVIRONMENT(single = float_s32_to_float(number));
        append(all, single);
        LEAVES_ENVIRONMENT(twice = float_s32_to_double(number));
        append(all, twice);
        LEAVES_ENVIRONMENT(single = s32_to_f32(number.mant, exponent - 140));
        append(all, single);
        LEAVES_ENVIRONMENT(taken = float_s32_sqrt(number));
        append(all, taken);
        LEAVES_ENVIRONMENT(taken = float_s32_exp(number));
        append(all, taken);
        LEAVES_ENVIRONMENT(taken = float_s32_mul(number, taken));
        append(all, taken);
        LEAVES_ENVIRONMENT(mantissa = q24_sin(number.mant));
        append(all, mantissa);
        LEAVES_ENVIRONMENT(mantissa = q24_logistic(number.mant));
        append(all, mantissa);
    }
    print("xmath", all);
}

void everything()
{
    aclrtStream stream = nullptr;
    OK(aclrtSetDevice(0));
    OK(aclrtCreateStream(&stream));
    operators(stream);
    mx(stream);
    ranges(stream);
    mlu();
    casts();
    conversions();
    OK(aclrtDestroyStream(stream));
}

// An object that cleans up when the program ends, as programs have it.
struct Library {
    ~Library()
    {
        OK(aclrtResetDevice(0));
        OK(aclFinalize());
        if (check_result() != 0) {
            _Exit(1);
        }
    }
};
Library library;

}  // namespace

int main(int argc, char **argv)
{
    const std::string variant = argc > 1 ? argv[1] : "", start = argc > 2 ? argv[2] : "first";
    REQUIRE_STATUS(aclInit(nullptr), 0);
    if (start == "late") {
        // The library's threads and tables exist before the environment changes.
        FILE *const kept = stdout;
        stdout = fopen("/dev/null", "w");
        everything();
        fclose(stdout);
        stdout = kept;
    }
    set_environment(variant);
    everything();
    fflush(stdout);
    return check_result();
}
