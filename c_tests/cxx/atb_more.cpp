// Operations of libatb.so that vLLM's dense models do not need: quantisers, experts in groups, attention with masks, with a paged cache of packed sequences, and
// latent attention; each against a plain loop.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "atb_numbers.h"

using Halves = Numbers<uint16_t>;

/// Numbers between -1 and 1 that FLOAT16 has.
static std::vector<uint16_t> numbers(std::size_t count, std::size_t seed) {
    std::vector<uint16_t> values;
    for (std::size_t index = 0; index < count; ++index) {
        values.push_back(half((static_cast<double>((index * 37 + seed * 11) % 61) - 30) / 32));
    }
    return values;
}

/// INT32 in memory of the host, as an operation is given them.
static Tensor host(std::vector<int32_t> &values) {
    Tensor tensor;
    tensor.desc.dtype = ACL_INT32;
    tensor.desc.format = ACL_FORMAT_ND;
    tensor.desc.shape.dimNum = 1;
    tensor.desc.shape.dims[0] = static_cast<int64_t>(values.size());
    tensor.hostData = values.data();
    return tensor;
}

static void quantise() {
    const std::vector<double> x = {1, -2, 3, 100, 0.5, 6, -7, -200}, scale = {0.5, 1, 2, 0.25}, zero = {1, -3, 0, 7};
    std::vector<uint16_t> xs, scales;
    for (const double number : x) {
        xs.push_back(half(number));
    }
    for (const double number : scale) {
        scales.push_back(half(number));
    }
    infer::ElewiseParam param;
    param.elewiseType = infer::ElewiseParam::ELEWISE_QUANT_PER_CHANNEL;
    Operation *operation = made(param);
    Halves input(ACL_FLOAT16, {2, 2, 2}, xs), by(ACL_FLOAT16, {2, 2}, scales), by_one(ACL_FLOAT16, {1}, {scales[0]});
    Numbers<int8_t> points(ACL_INT8, {2, 2}, {1, -3, 0, 7}), codes(ACL_INT8, {2, 2, 2}, std::vector<int8_t>(8));
    Tensor no_points = points.tensor;
    no_points.deviceData = nullptr;
    no_points.desc.shape.dimNum = 1;
    no_points.desc.shape.dims[0] = 0;
    const auto expect = [&](const std::function<double(std::size_t)> &number) {
        const std::vector<int8_t> found = codes.read();
        for (std::size_t at = 0; at < 8; ++at) {
            CHECK_EQUAL_INT(found[at], std::clamp(std::nearbyint(number(at)), -128.0, 127.0));
        }
    };
    run(operation, pack({input.tensor, by.tensor, points.tensor}, {codes.tensor}));
    expect([&](std::size_t at) { return x[at] / scale[at % 4] + zero[at % 4]; });
    run(operation, pack({input.tensor, by.tensor, no_points}, {codes.tensor}));
    expect([&](std::size_t at) { return x[at] / scale[at % 4]; });
    run(operation, pack({input.tensor, by_one.tensor, no_points}, {codes.tensor}));
    expect([&](std::size_t at) { return x[at] / scale[0]; });
    uint64_t size = 0;
    CHECK_EQUAL_INT(operation->Setup(pack({input.tensor, by.tensor, points.tensor}, {input.tensor}), size, context), ERROR_INVALID_TENSOR_DIM);
    CHECK_EQUAL_INT(operation->Setup(pack({by_one.tensor, by.tensor, points.tensor}, {codes.tensor}), size, context), ERROR_INVALID_TENSOR_DIM);
    CHECK_EQUAL_INT(operation->Setup(pack({input.tensor, by_one.tensor, points.tensor}, {codes.tensor}), size, context), ERROR_INVALID_TENSOR_DIM);
    DestroyOperation(operation);
    param.elewiseType = infer::ElewiseParam::ELEWISE_CAST;
    refused(param);
}

static void groups() {
    constexpr std::size_t TOKENS = 3, GROUPS = 4, SIZE = 5;
    for (const std::size_t best : {1, 3}) {
        for (const std::size_t kept : {1, 2, 4}) {
            const std::vector<uint16_t> scores = numbers(TOKENS * GROUPS * SIZE, best);
            Halves there(ACL_FLOAT16, {TOKENS, GROUPS * SIZE}, scores);
            Numbers<int32_t> places(ACL_INT32, {1024}, std::vector<int32_t>(1024));
            infer::GroupTopkParam param;
            param.groupNum = GROUPS;
            param.k = static_cast<int32_t>(kept);
            param.n = static_cast<uint16_t>(best);
            param.groupMultiFlag = best > 1 ? infer::GroupTopkParam::SUM_MULTI_MAX : infer::GroupTopkParam::UNDEFINED;
            Operation *operation = made(param);
            run(operation, pack({there.tensor, places.tensor}, {there.tensor}));
            const std::vector<uint16_t> found = there.read();
            for (std::size_t token = 0; token < TOKENS; ++token) {
                std::vector<double> sums;
                for (std::size_t group = 0; group < GROUPS; ++group) {
                    std::vector<double> members;
                    for (std::size_t at = 0; at < SIZE; ++at) {
                        members.push_back(wide(scores[(token * GROUPS + group) * SIZE + at]));
                    }
                    std::sort(members.rbegin(), members.rend());
                    sums.push_back(std::accumulate(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(best), 0.0));
                }
                for (std::size_t group = 0; group < GROUPS; ++group) {
                    std::size_t before = 0;
                    for (std::size_t other = 0; other < GROUPS; ++other) {
                        before += sums[other] > sums[group] || (sums[other] == sums[group] && other < group);
                    }
                    for (std::size_t at = 0; at < SIZE; ++at) {
                        const std::size_t place = (token * GROUPS + group) * SIZE + at;
                        CHECK_TRUE(wide(found[place]) == (before < kept ? wide(scores[place]) : 0));
                    }
                }
            }
            uint64_t size = 0;
            Halves elsewhere(ACL_FLOAT16, {TOKENS, GROUPS * SIZE}, scores), odd(ACL_FLOAT16, {2, 5}, numbers(10, 0));
            CHECK_EQUAL_INT(operation->Setup(pack({there.tensor, places.tensor}, {elsewhere.tensor}), size, context), ERROR_INVALID_TENSOR_ADDR);
            CHECK_EQUAL_INT(operation->Setup(pack({odd.tensor, places.tensor}, {odd.tensor}), size, context), ERROR_INVALID_PARAM);
            DestroyOperation(operation);
        }
    }
    infer::GroupTopkParam param;
    param.groupNum = 2;
    param.k = 3;
    refused(param);
    param.k = 1;
    param.n = 2;
    refused(param);
}

/// Queries, and keys and values that a place names.
struct Plain {
    std::function<double(std::size_t token, std::size_t head, std::size_t at)> query;
    std::function<double(std::size_t row, std::size_t head, std::size_t at)> key, value;
    std::size_t length, columns;
    double scale;

    /// The attention of a query to rows, and the logarithm of the sum of exponentials.
    std::vector<double> operator()(std::size_t token, std::size_t head, std::size_t key_head, const std::vector<std::size_t> &rows,
                                   const std::function<double(std::size_t)> &added = [](std::size_t) { return 0.0; }) const {
        std::vector<double> weights, out(columns + 1);
        double sum = 0;
        for (std::size_t number = 0; number < rows.size(); ++number) {
            double score = 0;
            for (std::size_t at = 0; at < length; ++at) {
                score += query(token, head, at) * key(rows[number], key_head, at);
            }
            weights.push_back(std::exp(score * scale + added(number)));
            sum += weights.back();
        }
        for (std::size_t number = 0; number < rows.size(); ++number) {
            for (std::size_t at = 0; at < columns; ++at) {
                out[at] += weights[number] / sum * value(rows[number], key_head, at);
            }
        }
        out[columns] = std::log(sum);
        return out;
    }
};

enum : std::size_t { H = 2, D = 16, ROWS = 16, BLOCKS = 4 };

static std::function<double(std::size_t, std::size_t, std::size_t)> of(const std::vector<uint16_t> &values, std::size_t heads, std::size_t columns) {
    return [=](std::size_t row, std::size_t head, std::size_t at) { return wide(values[(row * heads + head) * columns + at]); };
}

static void compare(const std::vector<uint16_t> &found, std::size_t token, std::size_t head, const std::vector<double> &expected) {
    const std::size_t columns = expected.size() - 1;
    for (std::size_t at = 0; at < columns; ++at) {
        CHECK_TRUE(std::fabs(wide(found[(token * H + head) * columns + at]) - expected[at]) <= 2e-3);
    }
}

/// Packed sequences of 2 and 3 tokens: a mask that is added, and later keys hidden.
static void masks() {
    const std::vector<uint16_t> q = numbers(5 * H * D, 1), k = numbers(5 * D, 2), v = numbers(5 * D, 3), added = numbers(4 * 4, 4);
    Halves queries(ACL_FLOAT16, {5, H, D}, q), keys(ACL_FLOAT16, {5, 1, D}, k), values(ACL_FLOAT16, {5, 1, D}, v), mask(ACL_FLOAT16, {4, 4}, added);
    std::vector<int32_t> each = {2, 0, 3};
    const std::size_t first_of[] = {0, 0, 2, 2, 2}, length_of[] = {2, 2, 3, 3, 3};
    const Plain plain = {of(q, H, D), of(k, 1, D), of(v, 1, D), D, D, 0.25};
    for (const auto type : {infer::SelfAttentionParam::MASK_TYPE_NORM, infer::SelfAttentionParam::MASK_TYPE_NORM_COMPRESS}) {
        const bool is_added = type == infer::SelfAttentionParam::MASK_TYPE_NORM;
        Halves out(ACL_FLOAT16, {5, H, D}, std::vector<uint16_t>(5 * H * D));
        infer::SelfAttentionParam param;
        param.calcType = infer::SelfAttentionParam::PA_ENCODER;
        param.maskType = type;
        param.headNum = H;
        param.kvHeadNum = 1;
        param.qkScale = 0.25f;
        Operation *operation = made(param);
        run(operation, pack({queries.tensor, keys.tensor, values.tensor, mask.tensor, host(each)}, {out.tensor}));
        const std::vector<uint16_t> found = out.read();
        for (std::size_t token = 0; token < 5; ++token) {
            const std::size_t first = first_of[token], row = token - first;
            std::vector<std::size_t> rows(is_added ? length_of[token] : row + 1);
            std::iota(rows.begin(), rows.end(), first);
            for (std::size_t head = 0; head < H; ++head) {
                compare(found, token, head, plain(token, head, 0, rows, [&](std::size_t key) { return is_added ? wide(added[row * 4 + key]) : 0.0; }));
            }
        }
        uint64_t size = 0;
        std::vector<int32_t> negative = {2, -1, 3}, many = {2, 4};
        const auto with = [&](std::vector<int32_t> &lengths) { return pack({queries.tensor, keys.tensor, values.tensor, mask.tensor, host(lengths)}, {out.tensor}); };
        CHECK_EQUAL_INT(operation->Setup(with(negative), size, context), ERROR_INVALID_PARAM);
        CHECK_TRUE(operation->Setup(with(many), size, context) != NO_ERROR);
        DestroyOperation(operation);
    }
}

/// Two sequences, of 3 queries after 17 keys and of 2 without, in blocks (2, 0) and (1, 3).
struct Paged {
    std::vector<uint16_t> q = numbers(5 * H * D, 1), k = numbers(BLOCKS * ROWS * D, 2), v = numbers(BLOCKS * ROWS * D, 3);
    Halves queries{ACL_FLOAT16, {5, H, D}, q}, keys{ACL_FLOAT16, {BLOCKS, ROWS, 1, D}, k}, values{ACL_FLOAT16, {BLOCKS, ROWS, 1, D}, v};
    Numbers<int32_t> table{ACL_INT32, {2, 2}, {2, 0, 1, 3}};
    std::vector<int32_t> lengths = {3, 2}, key_lengths = {20, 2};
    Halves out{ACL_FLOAT16, {5, H, D}, std::vector<uint16_t>(5 * H * D)};

    void check() const {
        const Plain plain = {of(q, H, D), of(k, 1, D), of(v, 1, D), D, D, 0.25};
        const std::vector<uint16_t> found = out.read();
        const std::size_t blocks[2][2] = {{2, 0}, {1, 3}};
        for (std::size_t token = 0; token < 5; ++token) {
            const std::size_t sequence = token < 3 ? 0 : 1, seen = sequence == 0 ? 17 + token + 1 : token - 3 + 1;
            std::vector<std::size_t> rows;
            for (std::size_t row = 0; row < seen; ++row) {
                rows.push_back(blocks[sequence][row / ROWS] * ROWS + row % ROWS);
            }
            for (std::size_t head = 0; head < H; ++head) {
                compare(found, token, head, plain(token, head, 0, rows));
            }
        }
    }
};

static void prefixes() {
    Paged operation_of, call_of;
    infer::SelfAttentionParam param;
    param.calcType = infer::SelfAttentionParam::PREFIX_ENCODER;
    param.kernelType = infer::SelfAttentionParam::KERNELTYPE_HIGH_PRECISION;
    param.maskType = infer::SelfAttentionParam::MASK_TYPE_NORM_COMPRESS;
    param.isTriuMask = 1;
    param.headNum = H;
    param.kvHeadNum = 1;
    param.qkScale = 0.25f;
    Operation *operation = made(param);
    Halves mask(ACL_FLOAT16, {128, 128}, std::vector<uint16_t>(128 * 128));
    Paged &a = operation_of;
    run(operation, pack({a.queries.tensor, a.keys.tensor, a.values.tensor, a.table.tensor, mask.tensor, host(a.lengths), host(a.key_lengths)}, {a.out.tensor}));
    a.check();
    DestroyOperation(operation);
    param.maskType = infer::SelfAttentionParam::MASK_TYPE_UNDEFINED;
    refused(param);

    Paged &b = call_of;
    Tensor lengths = host(b.lengths), key_lengths = host(b.key_lengths);
    std::vector<aclTensor *> all;
    const auto add = [&](const Tensor &tensor, void *address) {
        all.push_back(described(tensor, address));
        return all.back();
    };
    aclTensor *query = add(b.queries.tensor, b.queries.tensor.deviceData), *key = add(b.keys.tensor, b.keys.tensor.deviceData);
    aclTensor *value = add(b.values.tensor, b.values.tensor.deviceData), *table = add(b.table.tensor, b.table.tensor.deviceData);
    aclTensor *out = add(b.out.tensor, b.out.tensor.deviceData), *own = add(lengths, lengths.hostData), *of_keys = add(key_lengths, key_lengths.hostData);
    uint64_t size = 0;
    Operation *planned = nullptr;
    const auto plan = [&](const aclTensor *queries, int mask_type, const aclTensor *key_counts) {
        return AtbSelfAttentionPrefixEncoderGetWorkspaceSize(queries, key, value, table, nullptr, own, key_counts, nullptr, mask_type, H, 1, 0.25f, out, &size, &planned, context);
    };
    CHECK_EQUAL_INT(plan(nullptr, 9, of_keys), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(query, 4, of_keys), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(query, 9, table), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(key, 9, of_keys), ERROR_INVALID_PARAM);
    REQUIRE_STATUS(plan(query, 9, of_keys), NO_ERROR);
    finish(AtbSelfAttentionPrefixEncoder, size, planned);
    b.check();
    DestroyOperation(planned);
    for (aclTensor *tensor : all) {
        aclDestroyTensor(tensor);
    }
}

/// Two sequences of 20 and 3 keys, in blocks (2, 0) and (1).
static void latent() {
    constexpr std::size_t L = 512, R = 64;
    const std::vector<uint16_t> q = numbers(2 * H * L, 1), qr = numbers(2 * H * R, 2), k = numbers(3 * ROWS * L, 3), kr = numbers(3 * ROWS * R, 4);
    Halves queries(ACL_FLOAT16, {2, H, L}, q), ropes(ACL_FLOAT16, {2, H, R}, qr), keys(ACL_FLOAT16, {3, ROWS, 1, L}, k), key_ropes(ACL_FLOAT16, {3, ROWS, 1, R}, kr);
    Halves out(ACL_FLOAT16, {2, H, L}, std::vector<uint16_t>(2 * H * L)), lse(ACL_FLOAT16, {2, H, 1}, std::vector<uint16_t>(2 * H));
    Numbers<int32_t> table(ACL_INT32, {2, 2}, {2, 0, 1, 0});
    std::vector<int32_t> lengths = {20, 3};
    Tensor counts = host(lengths);
    std::vector<aclTensor *> all;
    for (const Tensor *tensor : {&queries.tensor, &ropes.tensor, &keys.tensor, &key_ropes.tensor, &table.tensor, &out.tensor, &lse.tensor}) {
        all.push_back(described(*tensor));
    }
    all.push_back(described(counts, counts.hostData));
    uint64_t size = 0;
    Operation *planned = nullptr;
    const auto plan = [&](aclTensor *query, int mask_type, int calc_type, uint8_t cache_mode, aclTensor *statistics) {
        return AtbMLAGetWorkspaceSize(query, all[1], all[2], all[3], all[4], all[7], nullptr, nullptr, nullptr, nullptr, H, 0.0625f, 1, mask_type, calc_type, cache_mode, all[5],
                                      statistics, &size, &planned, context);
    };
    CHECK_EQUAL_INT(plan(nullptr, 0, 0, 1, nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(all[1], 0, 0, 1, nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(all[0], 1, 0, 1, nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(all[0], 0, 1, 1, nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(all[0], 0, 0, 2, nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(all[0], 0, 2, 1, nullptr), ERROR_INVALID_PARAM);
    const auto query = [&](std::size_t token, std::size_t head, std::size_t at) { return wide(at < L ? q[(token * H + head) * L + at] : qr[(token * H + head) * R + at - L]); };
    const auto key = [&](std::size_t row, std::size_t, std::size_t at) { return wide(at < L ? k[row * L + at] : kr[row * R + at - L]); };
    const Plain plain = {query, key, of(k, 1, L), L + R, L, 0.0625};
    for (const int calc_type : {0, 2}) {
        REQUIRE_STATUS(plan(all[0], 0, calc_type, 1, calc_type == 2 ? all[6] : nullptr), NO_ERROR);
        finish(AtbMLA, size, planned);
        const std::vector<uint16_t> found = out.read(), statistics = lse.read();
        for (std::size_t token = 0; token < 2; ++token) {
            std::vector<std::size_t> rows;
            for (std::size_t row = 0; row < static_cast<std::size_t>(lengths[token]); ++row) {
                rows.push_back(token == 1 ? ROWS + row : row < ROWS ? 2 * ROWS + row : row - ROWS);
            }
            for (std::size_t head = 0; head < H; ++head) {
                const std::vector<double> expected = plain(token, head, 0, rows);
                compare(found, token, head, expected);
                CHECK_TRUE(calc_type == 0 || std::fabs(wide(statistics[token * H + head]) - expected[L]) <= 4e-3);
            }
        }
    }
    DestroyOperation(planned);
    for (aclTensor *tensor : all) {
        aclDestroyTensor(tensor);
    }
}

/// The same of rows of 576 elements, of which the first 512 are values.
static void latent_rows() {
    constexpr std::size_t L = 512, ALL = 576;
    const std::vector<uint16_t> q = numbers(2 * H * ALL, 1), k = numbers(3 * ROWS * ALL, 3);
    Halves queries(ACL_FLOAT16, {2, H, ALL}, q), keys(ACL_FLOAT16, {3, ROWS, 1, ALL}, k), out(ACL_FLOAT16, {2, H, L}, std::vector<uint16_t>(2 * H * L));
    Numbers<int32_t> table(ACL_INT32, {2, 2}, {2, 0, 1, 0});
    std::vector<int32_t> lengths = {20, 3};
    infer::PagedAttentionParam param;
    param.headNum = H;
    param.kvHeadNum = 1;
    param.qkScale = 0.0625f;
    param.mlaVHeadSize = L;
    Operation *operation = made(param);
    run(operation, pack({queries.tensor, keys.tensor, table.tensor, host(lengths)}, {out.tensor}));
    const Plain plain = {of(q, H, ALL), of(k, 1, ALL), of(k, 1, ALL), ALL, L, 0.0625};
    const std::vector<uint16_t> found = out.read();
    for (std::size_t token = 0; token < 2; ++token) {
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < static_cast<std::size_t>(lengths[token]); ++row) {
            rows.push_back(token == 1 ? ROWS + row : row < ROWS ? 2 * ROWS + row : row - ROWS);
        }
        for (std::size_t head = 0; head < H; ++head) {
            compare(found, token, head, plain(token, head, 0, rows));
        }
    }
    uint64_t size = 0;
    CHECK_EQUAL_INT(operation->Setup(pack({queries.tensor, keys.tensor, table.tensor, host(lengths)}, {queries.tensor}), size, context), ERROR_INVALID_TENSOR_DIM);
    DestroyOperation(operation);
}

/// Two experts of the better one of two groups.
static void experts() {
    const std::vector<float> x = {1, -1, 0.5f, 0.25f, -2, 3, 1, 2}, bias = {0.25f, 0, 0, 0};
    Floats scores(ACL_FLOAT, {2, 4}, x), added(ACL_FLOAT, {4}, bias), y(ACL_FLOAT, {2, 2}, std::vector<float>(4));
    Numbers<int32_t> places(ACL_INT32, {2, 2}, std::vector<int32_t>(4));
    aclTensor *all[] = {described(scores.tensor), described(added.tensor), described(y.tensor), described(places.tensor)};
    uint64_t size = 0;
    Operation *planned = nullptr;
    const auto plan = [&](int activation, uint32_t groups) {
        return AtbFusedAddTopkDivGetWorkspaceSize(all[0], all[1], nullptr, nullptr, groups, 1, 2, 2, activation, true, 2.5f, false, all[2], all[3], &size, &planned, context);
    };
    CHECK_EQUAL_INT(plan(7, 2), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(plan(8, 3), ERROR_CANN_ERROR);
    REQUIRE_STATUS(plan(8, 2), NO_ERROR);
    finish(AtbFusedAddTopkDiv, size, planned);
    const auto logistic = [](double value) { return 1 / (1 + std::exp(-value)); };
    // Of the first token the sums of the groups are 1.25 and 1.18, of the second 1.07 and 1.61.
    const std::vector<int32_t> chosen = {0, 1, 3, 2};
    CHECK_TRUE(places.read() == chosen);
    std::vector<double> expected;
    for (std::size_t at = 0; at < 4; ++at) {
        const auto score = [&](std::size_t number) { return logistic(x[number / 2 * 4 + static_cast<std::size_t>(chosen[number])]); };
        expected.push_back(score(at) / (score(at / 2 * 2) + score(at / 2 * 2 + 1)) * 2.5);
    }
    near(y.read(), expected);
    DestroyOperation(planned);

    planned = nullptr;
    const aclTensor *none = nullptr;
    CHECK_EQUAL_INT(AtbMLAPreprocessGetWorkspaceSize(all[0], none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none,
                                                     none, none, none, 0, 0, 0, 1e-5f, 2, 2, true, true, true, 1, 0, all[2], nullptr, nullptr, nullptr, &size, &planned, context),
                    ERROR_CANN_ERROR);
    CHECK_TRUE(planned == nullptr);
    CHECK_EQUAL_INT(AtbMLAPreprocess(nullptr, 0, nullptr, context), ERROR_INVALID_OPERATION_ADDR);
    for (aclTensor *tensor : all) {
        aclDestroyTensor(tensor);
    }
}

int main() {
    REQUIRE_STATUS(aclInit(nullptr), 0);
    REQUIRE_STATUS(aclrtSetDevice(0), 0);
    REQUIRE_STATUS(aclrtCreateStream(&stream), 0);
    REQUIRE_STATUS(CreateContext(&context), NO_ERROR);
    CHECK_EQUAL_INT(context->SetExecuteStream(stream), NO_ERROR);
    quantise();
    groups();
    masks();
    prefixes();
    latent();
    latent_rows();
    experts();
    CHECK_EQUAL_INT(DestroyContext(context), NO_ERROR);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return check_result();
}
