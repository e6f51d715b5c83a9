// Kernels of vllm-ascend's extension: registered as its library registers them, in a file of compiled code whose symbols name them, launched by number, and held
// against plain loops over whole numbers, whose sums are exact in every type. What is not known, and what a kernel does not take, is refused.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <acl/acl.h>
#include <experiment/runtime/runtime/rt.h>

#include "check.h"
#include "refused.h"

static aclrtStream stream;
static void *kernels;

/// A file of compiled code, as far as a loader reads it: symbols and their names.
static std::vector<uint8_t> file_of(const std::vector<std::string> &functions) {
    std::vector<uint8_t> file(64), symbols(24);
    std::string texts(1, '\0');
    const auto put = [](std::vector<uint8_t> &to, std::size_t at, uint64_t number, int bytes) { memcpy(&to[at], &number, static_cast<std::size_t>(bytes)); };
    const auto add = [&](const std::string &name, uint8_t type) {
        symbols.resize(symbols.size() + 24);
        put(symbols, symbols.size() - 24, texts.size(), 4);
        symbols[symbols.size() - 20] = static_cast<uint8_t>(16 | type);
        texts += name + '\0';
    };
    for (const std::string &name : functions) {
        add(name, 2);
        add(name + "__", 1);
    }
    memcpy(file.data(), "\177ELF\2\1\1", 7);
    put(file, 40, 64, 8);
    put(file, 58, 64, 2);
    put(file, 60, 3, 2);
    const std::size_t first = 64 + 3 * 64;
    file.resize(first);
    const std::size_t sections[2][4] = {{2, first, symbols.size(), 2}, {3, first + symbols.size(), texts.size(), 0}};
    for (std::size_t number = 0; number < 2; ++number) {
        const std::size_t at = 64 + (number + 1) * 64;
        put(file, at + 4, sections[number][0], 4);
        put(file, at + 24, sections[number][1], 8);
        put(file, at + 32, sections[number][2], 8);
        put(file, at + 40, sections[number][3], 4);
    }
    file.insert(file.end(), symbols.begin(), symbols.end());
    file.insert(file.end(), texts.begin(), texts.end());
    return file;
}

static const std::vector<std::string> names = {"bgmv_expand_bfloat16_t_0", "bgmv_expand_half_1", "bgmv_shrink_bfloat16_t_2", "bgmv_shrink_half_3",
                                               "get_masked_input_and_mask_kernel_4", "sgmv_expand_bfloat16_t_5", "sgmv_expand_half_6", "sgmv_shrink_bfloat16_t_7",
                                               "sgmv_shrink_half_8", "mla_preprocess_9_mix_aic", "bgmv_shrink_float_10"};

static int registered(const std::vector<uint8_t> &file, void **handle) {
    const rtDevBinary_t binary = {0x41415246, 0, file.data(), file.size()};
    return rtRegisterAllKernel(&binary, handle);
}

/// Parameters, each at a multiple of its size.
struct Parameters {
    std::vector<uint8_t> bytes;
    template <typename T> Parameters &operator<<(T value) {
        const std::size_t at = (bytes.size() + sizeof value - 1) / sizeof value * sizeof value;
        bytes.resize(at + sizeof value);
        memcpy(&bytes[at], &value, sizeof value);
        return *this;
    }
};

static int launch(uint64_t number, Parameters parameters, uint32_t cores = 40) {
    rtArgsEx_t given = {};
    given.args = parameters.bytes.data();
    given.argsSize = static_cast<uint32_t>(parameters.bytes.size());
    return rtKernelLaunchWithHandle(kernels, number, cores, &given, nullptr, stream, nullptr);
}

/// Whole numbers in a type of sixteen bits.
struct Type {
    const char *name;
    uint16_t (*of)(float);
    float (*to)(uint16_t);
};

static uint16_t brain(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return static_cast<uint16_t>(bits >> 16);
}
static float from_brain(uint16_t value) {
    const uint32_t bits = static_cast<uint32_t>(value) << 16;
    float number;
    memcpy(&number, &bits, 4);
    return number;
}
static const Type half = {"half", aclFloatToFloat16, aclFloat16ToFloat}, bfloat16 = {"bfloat16_t", brain, from_brain};

/// Memory of the device with numbers.
template <typename T> struct Numbers {
    T *at = nullptr;
    std::size_t count;

    explicit Numbers(const std::vector<T> &values) : count(values.size()) {
        void *memory = nullptr;
        REQUIRE_STATUS(aclrtMalloc(&memory, count * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST), 0);
        REQUIRE_STATUS(aclrtMemcpy(memory, count * sizeof(T), values.data(), count * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE), 0);
        at = static_cast<T *>(memory);
    }
    Numbers(const Numbers &) = delete;
    ~Numbers() { aclrtFree(at); }

    std::vector<T> read() const {
        CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
        std::vector<T> values(count);
        CHECK_STATUS(aclrtMemcpy(values.data(), count * sizeof(T), at, count * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST), 0);
        return values;
    }
};

/// The numbers -1, 0 and 1, in no order.
static float digit(std::size_t number) { return static_cast<float>((number * 2654435761u >> 7) % 3) - 1; }

static std::vector<uint16_t> digits(const Type &type, std::size_t count, std::size_t from) {
    std::vector<uint16_t> values(count);
    for (std::size_t number = 0; number < count; ++number) {
        values[number] = type.of(digit(number + from));
    }
    return values;
}

enum : std::size_t { TOKENS = 7, ADAPTERS = 3, HIDDEN = 48, RANK = 8, COLUMNS = 32, FIRST = 16, WIDTH = 64 };

static const std::vector<int64_t> of_tokens = {2, 2, 0, -1, 1, 1, -1};
/// The same by runs, one of which is empty; the last token is behind them.
static const std::vector<int64_t> of_runs = {2, 0, 1, -1, 1}, lengths = {2, 1, 0, 1, 2};

static uint64_t number_of(const std::string &kernel, const Type &type) {
    for (const std::string &name : names) {
        const std::size_t end = name.rfind('_');
        if (name.substr(0, end) == kernel + "_" + type.name) {
            return static_cast<uint64_t>(atoi(name.c_str() + end + 1));
        }
    }
    return UINT64_MAX;
}

/// Adapters as a launch lists them.
struct Lists {
    Numbers<int64_t> tokens{of_tokens}, runs{of_runs}, counts{lengths};

    Parameters &list(Parameters &to, bool by_runs) const {
        if (!by_runs) {
            return to << tokens.at << static_cast<uint32_t>(tokens.count);
        }
        return to << runs.at << static_cast<uint32_t>(runs.count) << counts.at << static_cast<uint32_t>(counts.count);
    }
};

static void shrinks(const Type &type, bool by_runs, float scale) {
    const Lists lists;
    const std::vector<uint16_t> x = digits(type, TOKENS * HIDDEN, 0), weight = digits(type, ADAPTERS * RANK * HIDDEN, 1000);
    const Numbers<uint16_t> x_there(x), weight_there(weight);
    const Numbers<float> y(std::vector<float>(TOKENS * RANK, 77));
    Parameters given;
    lists.list(given << x_there.at << weight_there.at, by_runs) << y.at << uint32_t{TOKENS} << 1u << uint32_t{HIDDEN} << uint32_t{RANK} << scale << nullptr;
    CHECK_EQUAL_INT(launch(number_of(by_runs ? "sgmv_shrink" : "bgmv_shrink", type), given), 0);
    const std::vector<float> results = y.read();
    for (std::size_t token = 0; token < TOKENS; ++token) {
        for (std::size_t row = 0; row < RANK; ++row) {
            double sum = 77;
            if (of_tokens[token] >= 0) {
                sum = 0;
                for (std::size_t step = 0; step < HIDDEN; ++step) {
                    sum += static_cast<double>(type.to(x[token * HIDDEN + step])) *
                           type.to(weight[(static_cast<std::size_t>(of_tokens[token]) * RANK + row) * HIDDEN + step]);
                }
                sum *= scale;
            }
            CHECK_TRUE(results[token * RANK + row] == sum);
        }
    }
}

static void expands(const Type &type, bool by_runs) {
    const Lists lists;
    std::vector<float> x(TOKENS * RANK);
    for (std::size_t number = 0; number < x.size(); ++number) {
        x[number] = 2 * digit(number + 50);
    }
    const std::vector<uint16_t> weight = digits(type, ADAPTERS * COLUMNS * RANK, 2000), y = digits(type, TOKENS * WIDTH, 3000);
    const Numbers<float> x_there(x);
    const Numbers<uint16_t> weight_there(weight), y_out(y);
    Parameters given;
    lists.list(given << x_there.at << weight_there.at, by_runs) << y_out.at << y_out.at << uint32_t{TOKENS} << 1u << uint32_t{RANK}
                                                                << uint32_t{COLUMNS} << uint32_t{FIRST} << uint32_t{WIDTH} << nullptr;
    CHECK_EQUAL_INT(launch(number_of(by_runs ? "sgmv_expand" : "bgmv_expand", type), given), 0);
    const std::vector<uint16_t> results = y_out.read();
    for (std::size_t token = 0; token < TOKENS; ++token) {
        for (std::size_t column = 0; column < WIDTH; ++column) {
            const std::size_t place = token * WIDTH + column;
            double sum = type.to(y[place]);
            if (of_tokens[token] >= 0 && column >= FIRST && column < FIRST + COLUMNS) {
                for (std::size_t step = 0; step < RANK; ++step) {
                    sum += static_cast<double>(x[token * RANK + step]) *
                           type.to(weight[(static_cast<std::size_t>(of_tokens[token]) * COLUMNS + column - FIRST) * RANK + step]);
                }
            }
            CHECK_TRUE(type.to(results[place]) == sum);
        }
    }
}

static void shards() {
    const std::vector<int32_t> tokens = {99, 100, 150, 199, 200, 299, 300, 399, 400, 0, 31};
    const Numbers<int32_t> input(tokens), places(std::vector<int32_t>(tokens.size(), -7));
    const Numbers<uint8_t> mask(std::vector<uint8_t>(tokens.size(), 9));
    const auto given = [&](const void *from) {
        Parameters parameters;
        parameters << from << places.at << mask.at << int64_t{100} << int64_t{200} << int64_t{28} << int64_t{300} << int64_t{400} << static_cast<int64_t>(tokens.size()) << 1u
                   << 40u << nullptr;
        return parameters;
    };
    CHECK_EQUAL_INT(launch(4, given(input.at)), 0);
    const std::vector<int32_t> found = places.read();
    const std::vector<uint8_t> is_elsewhere = mask.read();
    for (std::size_t number = 0; number < tokens.size(); ++number) {
        const int32_t token = tokens[number];
        const bool is_own = token >= 100 && token < 200, is_added = token >= 300 && token < 400;
        // Rows that were added begin behind the 100 of the vocabulary and 28 of padding.
        CHECK_EQUAL_INT(found[number], is_own ? token - 100 : is_added ? token - 300 + 128 : 0);
        CHECK_EQUAL_INT(is_elsewhere[number], !is_own && !is_added);
    }
    CHECK_REFUSED(launch(4, given(nullptr)), ACL_ERROR_INVALID_PARAM, "input");
    CHECK_REFUSED(launch(4, given(reinterpret_cast<const uint8_t *>(input.at) + 1)), ACL_ERROR_RT_PARAM_INVALID, "input");
}

/// A launch of bgmv_shrink_half, of which something is changed.
struct Shrink {
    const void *x, *weight, *indices;
    uint32_t count;
    const void *y;
    uint32_t rows, of_core, hidden, rank, cores;

    int operator()() const {
        Parameters given;
        given << x << weight << indices << count << y << rows << of_core << hidden << rank << 1.0f;
        return launch(3, given, cores);
    }
};

static void refusals() {
    const Lists lists;
    const Numbers<uint16_t> x(digits(half, TOKENS * HIDDEN, 0)), weight(digits(half, ADAPTERS * RANK * HIDDEN, 0));
    const Numbers<float> y(std::vector<float>(TOKENS * RANK, 0));
    const Shrink right = {x.at, weight.at, lists.tokens.at, TOKENS, y.at, TOKENS, 1, HIDDEN, RANK, TOKENS};
    CHECK_EQUAL_INT(right(), 0);
    const auto refused = [&](const std::function<void(Shrink &)> &change, int code, const char *text) {
        Shrink changed = right;
        change(changed);
        CHECK_REFUSED(changed(), code, text);
    };
    const int bad = ACL_ERROR_RT_PARAM_INVALID;
    refused([](Shrink &of) { of.x = nullptr; }, ACL_ERROR_INVALID_PARAM, "`x`");
    refused([](Shrink &of) { of.weight = nullptr; }, ACL_ERROR_INVALID_PARAM, "`weight`");
    refused([](Shrink &of) { of.indices = nullptr; }, ACL_ERROR_INVALID_PARAM, "`loraIndices`");
    refused([](Shrink &of) { of.y = nullptr; }, ACL_ERROR_INVALID_PARAM, "`y`");
    refused([](Shrink &of) { of.count = TOKENS - 1; }, bad, "`loraIndicesSize`");
    refused([](Shrink &of) { of.cores = TOKENS - 1; }, bad, "`numTokensPerCore`");
    refused([](Shrink &of) { of.hidden = HIDDEN - 1; }, bad, "`inputHiddenDim`");
    refused([](Shrink &of) { of.hidden = 0; }, bad, "`inputHiddenDim`");
    refused([](Shrink &of) { of.rank = 4; }, bad, "`maxLoRARank`");
    refused([](Shrink &of) { of.hidden = 1u << 31; }, bad, "`");
    refused([](Shrink &of) { of.rows = of.count = of.cores = 1u << 31; }, bad, "`");
    refused([&](Shrink &of) { of.x = x.at + TOKENS * HIDDEN / 2; }, bad, "`x`");
    refused([&](Shrink &of) { of.x = reinterpret_cast<const uint8_t *>(x.at) + 1; }, bad, "`x`");
    refused([&](Shrink &of) { of.weight = weight.at + (ADAPTERS * RANK - 1) * HIDDEN; }, bad, "`weight`");
    refused([&](Shrink &of) { of.y = y.at + RANK * 5; }, bad, "`y`");
    const uint16_t own[RANK * HIDDEN] = {};
    refused([&](Shrink &of) { of.weight = own; }, bad, "`weight`");
    Shrink none = right;
    none.rows = 0;
    CHECK_EQUAL_INT(none(), 0);

    CHECK_REFUSED(launch(3, {}), ACL_ERROR_INVALID_PARAM, "`args`");
    CHECK_REFUSED(launch(3, Parameters() << x.at << weight.at), bad, "`argsSize`");
    CHECK_REFUSED(rtKernelLaunchWithHandle(kernels, 3, 1, nullptr, nullptr, stream, nullptr), ACL_ERROR_INVALID_PARAM, "`argsInfo`");
    Parameters expand;
    expand << x.at << weight.at << lists.tokens.at << uint32_t{TOKENS} << y.at << y.at << uint32_t{TOKENS} << 1u;
    const auto with = [&](uint32_t rank, uint32_t columns, uint32_t first, uint32_t width) {
        Parameters given = expand;
        given << rank << columns << first << width;
        return launch(1, given);
    };
    CHECK_REFUSED(with(128, 16, 0, 16), bad, "`maxLoRARank`");
    CHECK_REFUSED(with(8, 8, 0, 16), bad, "`outputHiddenDim`");
    CHECK_REFUSED(with(8, 16, 1, 16), bad, "`sliceOffset`");
    Parameters elsewhere;
    elsewhere << x.at << weight.at << lists.tokens.at << uint32_t{TOKENS} << x.at << y.at << uint32_t{TOKENS} << 1u << 8u << 16u << 0u << 16u;
    CHECK_REFUSED(launch(1, elsewhere), bad, "`y`");
}

/// An index for which there is no matrix ends the task with an error, and nothing is written.
static void adapters_that_are_not_there() {
    const std::size_t matrix = RANK * HIDDEN;
    const Numbers<uint16_t> x(digits(half, TOKENS * HIDDEN, 0));
    // Behind three matrices there is the output, in the same allocation.
    const Numbers<uint16_t> both(std::vector<uint16_t>(ADAPTERS * matrix + 2 * TOKENS * RANK, 0));
    float *y = reinterpret_cast<float *>(both.at + ADAPTERS * matrix);
    const Numbers<int64_t> wrong({0, 1, 2, ADAPTERS, 0, 0, 0});
    const Shrink launched = {x.at, both.at, wrong.at, TOKENS, y, TOKENS, 1, HIDDEN, RANK, TOKENS};
    CHECK_EQUAL_INT(launched(), 0);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "`loraIndices`");
}

static void unknown_kernels() {
    const int absent = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
    CHECK_REFUSED(launch(9, {}), absent, "mla_preprocess");
    CHECK_REFUSED(launch(10, {}), absent, "bgmv_shrink_float");
    CHECK_REFUSED(launch(11, {}), absent, "not run here");
    CHECK_REFUSED(rtRegisterAllKernel(nullptr, &kernels), ACL_ERROR_INVALID_PARAM, "`bin`");
    CHECK_REFUSED(registered({}, nullptr), ACL_ERROR_INVALID_PARAM, "`hdl`");
    CHECK_REFUSED(rtDevBinaryUnRegister(nullptr), ACL_ERROR_INVALID_PARAM, "`hdl`");
    CHECK_REFUSED(rtDevBinaryUnRegister(stream), ACL_ERROR_RT_INVALID_HANDLE, "`hdl`");
    // Files that end early, or say that they are larger, have kernels as far as these can be read.
    const std::vector<uint8_t> whole = file_of(names);
    void *own = kernels;
    for (std::size_t size = 1; size < whole.size(); size += 7) {
        for (std::size_t damaged : {std::size_t{40}, std::size_t{58}, std::size_t{60}, std::size_t{64 + 64 + 24}, std::size_t{64 + 64 + 32}, std::size_t{64 + 64 + 40}, size}) {
            std::vector<uint8_t> file = whole;
            file[damaged % file.size()] ^= 0xff;
            if (damaged == size) {
                file.resize(size);
            }
            REQUIRE_STATUS(registered(file, &kernels), 0);
            const int status = launch(9, {});
            CHECK_EQUAL_INT(status, absent);
            CHECK_EQUAL_INT(rtDevBinaryUnRegister(kernels), 0);
        }
    }
    CHECK_REFUSED(launch(3, {}), ACL_ERROR_RT_INVALID_HANDLE, "`hdl`");
    kernels = own;
}

int main() {
    REQUIRE_STATUS(aclInit(nullptr), 0);
    REQUIRE_STATUS(aclrtSetDevice(0), 0);
    REQUIRE_STATUS(aclrtCreateStream(&stream), 0);
    REQUIRE_STATUS(registered(file_of(names), &kernels), 0);
    for (const Type *type : {&half, &bfloat16}) {
        for (bool by_runs : {false, true}) {
            shrinks(*type, by_runs, 1);
            shrinks(*type, by_runs, 0.5f);
            expands(*type, by_runs);
        }
    }
    shards();
    refusals();
    unknown_kernels();
    adapters_that_are_not_there();
    CHECK_EQUAL_INT(rtDevBinaryUnRegister(kernels), 0);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return check_result();
}
