// Operations of libatb.so as torch_npu drives them: made from parameters, planned, queued; and what is refused.
#include <memory>

#include "atb_numbers.h"

static void rope() {
    // Two tokens, two heads of queries and one of keys, four elements.
    const std::vector<float> q = {1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 9}, k = {1, -1, 2, -2, 3, -3, 4, -4};
    const std::vector<float> c = {.5f, .6f, .7f, .8f, .1f, .2f, .3f, .4f}, s = {.9f, .8f, .7f, .6f, .5f, .4f, .3f, .2f};
    for (const int32_t coefficient : {2, 4}) {
        Floats queries(ACL_FLOAT, {2, 8}, q), keys(ACL_FLOAT, {2, 4}, k), cos(ACL_FLOAT, {2, 4}, c), sin(ACL_FLOAT, {2, 4}, s);
        Numbers<int32_t> length(ACL_INT32, {1}, {2});
        infer::RopeParam param;
        param.rotaryCoeff = coefficient;
        Operation *operation = made(param);
        CHECK_EQUAL_STRING(operation->GetName().c_str(), "RopeOperation");
        run(operation, pack({queries.tensor, keys.tensor, cos.tensor, sin.tensor, length.tensor}, {queries.tensor, keys.tensor}));
        const auto expected = [&](const std::vector<float> &x, int heads) {
            std::vector<double> y(x.size());
            for (int token = 0; token < 2; ++token) {
                for (int head = 0; head < heads; ++head) {
                    const float *row = &x[(token * heads + head) * 4];
                    for (int at = 0; at < 4; ++at) {
                        const double partner = coefficient == 2 ? (at < 2 ? -row[at + 2] : row[at - 2]) : (at % 2 == 0 ? -row[at + 1] : row[at - 1]);
                        y[(token * heads + head) * 4 + at] = static_cast<double>(row[at]) * c[token * 4 + at] + partner * s[token * 4 + at];
                    }
                }
            }
            return y;
        };
        near(queries.read(), expected(q, 2));
        near(keys.read(), expected(k, 1));
        SVector<TensorDesc> inputs = {queries.tensor.desc, keys.tensor.desc, cos.tensor.desc, sin.tensor.desc, length.tensor.desc}, outputs;
        CHECK_EQUAL_INT(operation->InferShape(inputs, outputs), NO_ERROR);
        CHECK_TRUE(outputs.size() == 2 && outputs[1].shape.dims[1] == 4);
        uint64_t size = 0;
        CHECK_EQUAL_INT(operation->Setup(pack({queries.tensor}, {}), size, context), ERROR_INVALID_IN_TENSOR_NUM);
        CHECK_EQUAL_INT(operation->Setup(pack({}, {}), size, nullptr), ERROR_INVALID_CONTEXT_ADDR);
        CHECK_EQUAL_INT(DestroyOperation(operation), NO_ERROR);
    }
    // A coefficient that is neither.
    Floats queries(ACL_FLOAT, {2, 8}, q), keys(ACL_FLOAT, {2, 4}, k), cos(ACL_FLOAT, {2, 4}, c);
    infer::RopeParam param;
    param.rotaryCoeff = 3;
    Operation *operation = made(param);
    uint64_t size = 0;
    const VariantPack tensors = pack({queries.tensor, keys.tensor, cos.tensor, cos.tensor, cos.tensor}, {queries.tensor, keys.tensor});
    CHECK_EQUAL_INT(operation->Setup(tensors, size, context), ERROR_INVALID_PARAM);
    DestroyOperation(operation);
    param.cosFormat = 1;
    refused(param);
}

static void linear() {
    const std::vector<float> x = {1, 2, 3, 4, 5, 6}, w = {1, -1, 2, 0, 3, 1};
    Floats left(ACL_FLOAT, {3, 2}, x), right(ACL_FLOAT, {3, 2}, w), sum(ACL_FLOAT, {2, 2}, {10, 20, 30, 40});
    infer::LinearParam param;
    param.transposeA = true;
    param.transposeB = false;
    param.hasBias = false;
    param.enAccum = true;
    Operation *operation = made(param);
    run(operation, pack({left.tensor, right.tensor, sum.tensor}, {sum.tensor}));
    // Columns of x with columns of w: (1, 3, 5), (2, 4, 6); (1, 2, 3), (-1, 0, 1).
    near(sum.read(), {10 + 22, 20 + 4, 30 + 28, 40 + 4});
    uint64_t size = 0;
    CHECK_EQUAL_INT(operation->Setup(pack({left.tensor, right.tensor, sum.tensor}, {left.tensor}), size, context), ERROR_INVALID_TENSOR_ADDR);
    DestroyOperation(operation);

    param.enAccum = false;
    operation = made(param);
    run(operation, pack({left.tensor, right.tensor}, {sum.tensor}));
    near(sum.read(), {22, 4, 28, 4});
    DestroyOperation(operation);

    param.hasBias = true;
    Floats bias(ACL_FLOAT, {2}, {1, 2});
    operation = made(param);
    run(operation, pack({left.tensor, right.tensor, bias.tensor}, {sum.tensor}));
    near(sum.read(), {23, 6, 29, 6});
    DestroyOperation(operation);
    param.enAccum = true;
    refused(param);
}

static void cache() {
    // Three tokens of one head of two elements; slots 3, none and 0 of two blocks of two rows.
    Numbers<int16_t> keys(ACL_FLOAT16, {3, 1, 2}, {1, 2, 3, 4, 5, 6}), values(ACL_FLOAT16, {3, 1, 2}, {11, 12, 13, 14, 15, 16});
    const std::vector<int16_t> nothing(8, 99);
    Numbers<int16_t> key_cache(ACL_FLOAT16, {2, 2, 1, 2}, nothing), value_cache(ACL_FLOAT16, {2, 2, 1, 2}, nothing);
    Numbers<int32_t> slots(ACL_INT32, {3}, {3, -1, 0});
    infer::ReshapeAndCacheParam param;
    Operation *operation = made(param);
    run(operation, pack({keys.tensor, values.tensor, key_cache.tensor, value_cache.tensor, slots.tensor}, {key_cache.tensor, value_cache.tensor}));
    CHECK_TRUE(key_cache.read() == (std::vector<int16_t>{5, 6, 99, 99, 99, 99, 1, 2}));
    CHECK_TRUE(value_cache.read() == (std::vector<int16_t>{15, 16, 99, 99, 99, 99, 11, 12}));
    DestroyOperation(operation);

    Numbers<int16_t> alone(ACL_FLOAT16, {2, 2, 1, 2}, nothing);
    param.kvCacheCfg = infer::ReshapeAndCacheParam::K_CACHE_V_BYPASS;
    operation = made(param);
    run(operation, pack({keys.tensor, alone.tensor, slots.tensor}, {alone.tensor}));
    CHECK_TRUE(alone.read() == (std::vector<int16_t>{5, 6, 99, 99, 99, 99, 1, 2}));
    uint64_t size = 0;
    CHECK_EQUAL_INT(operation->Setup(pack({keys.tensor, alone.tensor, slots.tensor}, {key_cache.tensor}), size, context), ERROR_INVALID_TENSOR_ADDR);
    DestroyOperation(operation);
    param.kvCacheCfg = infer::ReshapeAndCacheParam::K_CACHE_V_CACHE_NZ;
    refused(param);
    param.kvCacheCfg = infer::ReshapeAndCacheParam::K_CACHE_V_CACHE;
    param.compressType = infer::ReshapeAndCacheParam::COMPRESS_TYPE_KVHEAD;
    refused(param);
}

static void attention() {
    constexpr int D = 16, ROWS = 16;
    const auto number = [](int seed) { return ((seed * 37 + 11) % 64 - 32) / 32.0; };
    const auto vector = [&](int count, int seed) {
        std::vector<uint16_t> values;
        for (int index = 0; index < count; ++index) {
            values.push_back(half(number(index * 3 + seed)));
        }
        return values;
    };
    // Two heads of queries over one of keys.
    const std::vector<uint16_t> q = vector(5 * 2 * D, 1), k = vector(3 * ROWS * D, 2), v = vector(3 * ROWS * D, 3);
    const auto attend = [&](const uint16_t *query, const std::vector<int> &rows) {
        std::vector<double> weights, out(D);
        double sum = 0;
        for (const int row : rows) {
            double score = 0;
            for (int at = 0; at < D; ++at) {
                score += wide(query[at]) * wide(k[row * D + at]);
            }
            weights.push_back(std::exp(score * 0.25));
            sum += weights.back();
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (int at = 0; at < D; ++at) {
                out[at] += weights[row] / sum * wide(v[rows[row] * D + at]);
            }
        }
        return out;
    };
    const auto compare = [](const std::vector<uint16_t> &actual, const std::vector<double> &expected) {
        CHECK_EQUAL_INT(actual.size(), expected.size());
        for (std::size_t index = 0; index < actual.size(); ++index) {
            CHECK_TRUE(std::fabs(wide(actual[index]) - expected[index]) <= 2e-3);
        }
    };
    Numbers<uint16_t> keys(ACL_FLOAT16, {3, ROWS, 1, D}, k), values(ACL_FLOAT16, {3, ROWS, 1, D}, v);
    {
        // Two sequences of 20 and 3 keys in blocks (2, 0) and (1).
        Numbers<uint16_t> queries(ACL_FLOAT16, {2, 2, D}, {q.begin(), q.begin() + 4 * D}), out(ACL_FLOAT16, {2, 2, D}, std::vector<uint16_t>(4 * D));
        Numbers<int32_t> table(ACL_INT32, {2, 2}, {2, 0, 1, 0}), lengths(ACL_INT32, {2}, {20, 3});
        int32_t host[] = {20, 3};
        infer::PagedAttentionParam param;
        param.headNum = 2;
        param.kvHeadNum = 1;
        param.qkScale = 0.25f;
        Operation *operation = made(param);
        VariantPack tensors = pack({queries.tensor, keys.tensor, values.tensor, table.tensor, lengths.tensor}, {out.tensor});
        uint64_t size = 0;
        CHECK_EQUAL_INT(operation->Setup(tensors, size, context), ERROR_INVALID_TENSOR_ADDR);
        tensors.inTensors[4].hostData = host;
        run(operation, tensors);
        std::vector<double> expected;
        for (int sequence = 0; sequence < 2; ++sequence) {
            std::vector<int> rows;
            for (int row = 0; row < host[sequence]; ++row) {
                rows.push_back(sequence == 1 ? ROWS + row : row < ROWS ? 2 * ROWS + row : row - ROWS);
            }
            for (int head = 0; head < 2; ++head) {
                const std::vector<double> one = attend(&q[(sequence * 2 + head) * D], rows);
                expected.insert(expected.end(), one.begin(), one.end());
            }
        }
        compare(out.read(), expected);
        DestroyOperation(operation);
        param.maskType = infer::PagedAttentionParam::MASK_TYPE_NORM;
        refused(param);
    }
    {
        // Packed sequences of 2 and 3 tokens, each of which sees its whole sequence.
        Numbers<uint16_t> queries(ACL_FLOAT16, {5, 2, D}, q), out(ACL_FLOAT16, {5, 2, D}, std::vector<uint16_t>(10 * D));
        Tensor packed_keys = keys.tensor, packed_values = values.tensor;
        for (Tensor *tensor : {&packed_keys, &packed_values}) {
            tensor->desc.shape.dimNum = 3;
            tensor->desc.shape.dims[0] = 5;
            tensor->desc.shape.dims[1] = 1;
            tensor->desc.shape.dims[2] = D;
        }
        int32_t host[] = {2, 3};
        Tensor lengths;
        lengths.desc.dtype = ACL_INT32;
        lengths.desc.format = ACL_FORMAT_ND;
        lengths.desc.shape.dimNum = 1;
        lengths.desc.shape.dims[0] = 2;
        lengths.hostData = host;
        infer::SelfAttentionParam param;
        param.calcType = infer::SelfAttentionParam::PA_ENCODER;
        param.headNum = 2;
        param.kvHeadNum = 1;
        param.qkScale = 0.25f;
        Operation *operation = made(param);
        run(operation, pack({queries.tensor, packed_keys, packed_values, lengths}, {out.tensor}));
        std::vector<double> expected;
        for (int token = 0; token < 5; ++token) {
            const std::vector<int> rows = token < 2 ? std::vector<int>{0, 1} : std::vector<int>{2, 3, 4};
            for (int head = 0; head < 2; ++head) {
                const std::vector<double> one = attend(&q[(token * 2 + head) * D], rows);
                expected.insert(expected.end(), one.begin(), one.end());
            }
        }
        compare(out.read(), expected);
        DestroyOperation(operation);
        param.maskType = infer::SelfAttentionParam::MASK_TYPE_ALIBI;
        refused(param);
    }
}

static void norm() {
    Numbers<uint16_t> x(ACL_FLOAT16, {1, 4}, {half(3), half(-4), half(5), half(0)}), gamma(ACL_FLOAT16, {4}, {half(1), half(1), half(2), half(1)});
    Numbers<uint16_t> beta(ACL_FLOAT16, {4}, {0, 0, 0, half(1)}), scale(ACL_FLOAT16, {1}, {half(0.125)});
    Numbers<int8_t> offset(ACL_INT8, {1}, {1}), out(ACL_INT8, {1, 4}, {0, 0, 0, 0});
    infer::RmsNormParam param;
    refused(param);
    param.layerType = infer::RmsNormParam::RMS_NORM_NORM;
    param.normParam.quantType = infer::QUANT_INT8;
    Operation *operation = made(param);
    run(operation, pack({x.tensor, gamma.tensor, beta.tensor, scale.tensor, offset.tensor}, {out.tensor}));
    // The root mean square is the root of 12.5.
    const double inverse = 1 / std::sqrt(12.5 + 1e-5);
    const double rows[] = {3 * inverse, -4 * inverse, 10 * inverse, 1};
    const std::vector<int8_t> codes = out.read();
    for (int at = 0; at < 4; ++at) {
        CHECK_TRUE(std::fabs(codes[at] - (rows[at] * 8 + 1)) <= 0.51);
    }
    DestroyOperation(operation);
    refused(infer::ElewiseParam());
    refused(infer::GroupTopkParam());
}

static void ring() {
    // Two sequences of 2 and 3 queries, two heads; keys of the same tokens first, then 4 and 0 older ones, which every query sees.
    constexpr int H = 2, D = 128, R = 64, TOKENS = 5, OLDER = 4;
    const auto vector = [](int count, int seed) {
        std::vector<uint16_t> values;
        for (int index = 0; index < count; ++index) {
            values.push_back(half(((index * 29 + seed * 17) % 61 - 30) / 64.0));
        }
        return values;
    };
    const auto made_of = [&](int tokens, int columns, int seed) { return std::make_unique<Numbers<uint16_t>>(ACL_FLOAT16, std::vector<int64_t>{tokens, H, columns}, vector(tokens * H * columns, seed)); };
    const auto q = made_of(TOKENS, D, 1), qr = made_of(TOKENS, R, 2), k = made_of(TOKENS, D, 3), kr = made_of(TOKENS, R, 4), v = made_of(TOKENS, D, 5);
    const auto ok = made_of(OLDER, D, 6), okr = made_of(OLDER, R, 7), ov = made_of(OLDER, D, 8);
    Numbers<uint16_t> out(ACL_FLOAT16, {TOKENS, H, D}, std::vector<uint16_t>(TOKENS * H * D));
    Floats lse(ACL_FLOAT, {H, TOKENS}, std::vector<float>(H * TOKENS));
    const double scale = 0.125;
    const int first[] = {0, 2}, lengths[] = {2, 3}, older[] = {4, 0};
    const auto expect = [&](bool with_older) {
        const auto actual = out.read();
        const auto statistics = lse.read();
        const auto number = [](const std::vector<uint16_t> &values, int columns, int token, int head, int at) { return wide(values[(token * H + head) * columns + at]); };
        const auto qs = q->read(), qrs = qr->read(), ks = k->read(), krs = kr->read(), vs = v->read(), oks = ok->read(), okrs = okr->read(), ovs = ov->read();
        for (int sequence = 0; sequence < 2; ++sequence) {
            for (int row = 0; row < lengths[sequence]; ++row) {
                const int token = first[sequence] + row;
                for (int head = 0; head < H; ++head) {
                    std::vector<double> scores;
                    std::vector<std::pair<bool, int>> keys;
                    for (int key = 0; key <= row; ++key) {
                        keys.push_back({false, first[sequence] + key});
                    }
                    for (int key = 0; with_older && key < older[sequence]; ++key) {
                        keys.push_back({true, key});
                    }
                    double sum = 0;
                    for (const auto &key : keys) {
                        double score = 0;
                        for (int at = 0; at < D; ++at) {
                            score += number(qs, D, token, head, at) * number(key.first ? oks : ks, D, key.second, head, at);
                        }
                        for (int at = 0; at < R; ++at) {
                            score += number(qrs, R, token, head, at) * number(key.first ? okrs : krs, R, key.second, head, at);
                        }
                        scores.push_back(std::exp(score * scale));
                        sum += scores.back();
                    }
                    CHECK_TRUE(std::fabs(statistics[head * TOKENS + token] - std::log(sum)) <= 2e-3);
                    for (int at = 0; at < D; ++at) {
                        double value = 0;
                        for (std::size_t key = 0; key < keys.size(); ++key) {
                            value += scores[key] / sum * number(keys[key].first ? ovs : vs, D, keys[key].second, head, at);
                        }
                        CHECK_TRUE(std::fabs(wide(actual[(token * H + head) * D + at]) - value) <= 2e-3);
                    }
                }
            }
        }
    };
    int32_t own[] = {2, 3}, pair[] = {2, 3, 4, 0};
    Tensor lengths_of_own, lengths_of_pair;
    for (Tensor *tensor : {&lengths_of_own, &lengths_of_pair}) {
        tensor->desc.dtype = ACL_INT32;
        tensor->desc.shape.dimNum = tensor == &lengths_of_own ? 1 : 2;
        tensor->desc.shape.dims[0] = 2;
        tensor->desc.shape.dims[1] = 2;
    }
    aclTensor *tensors[] = {described(q->tensor), described(qr->tensor), described(k->tensor), described(kr->tensor), described(v->tensor), described(lengths_of_own, own),
                            described(out.tensor), described(lse.tensor)};
    uint64_t size = 0;
    Operation *operation = nullptr;
    const auto planned = [&](aclTensor **t, aclTensor *before, aclTensor *before_lse, int mask, int calc) {
        return AtbRingMLAGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], nullptr, t[5], before, before_lse, H, H, static_cast<float>(scale), 1, mask, 0, calc, t[6], t[7], &size, &operation,
                                          context);
    };
    REQUIRE_STATUS(planned(tensors, nullptr, nullptr, 1, 1), NO_ERROR);
    CHECK_EQUAL_INT(AtbPagedCacheLoad(nullptr, 0, operation, context), ERROR_INVALID_OPERATION_ADDR);
    finish(AtbRingMLA, size, operation);
    expect(false);
    aclTensor *more[] = {tensors[0], tensors[1], described(ok->tensor), described(okr->tensor), described(ov->tensor), described(lengths_of_pair, pair), tensors[6], tensors[7]};
    CHECK_EQUAL_INT(planned(more, nullptr, nullptr, 0, 0), ERROR_INVALID_PARAM);
    REQUIRE_STATUS(planned(more, tensors[6], tensors[7], 0, 0), NO_ERROR);
    finish(AtbRingMLA, size, operation);
    expect(true);
    pair[1] = -1;
    CHECK_EQUAL_INT(planned(more, tensors[6], tensors[7], 0, 0), ERROR_INVALID_PARAM);
    aclTensor *of_device = described(out.tensor, out.tensor.deviceData);
    std::swap(more[5], of_device);
    CHECK_EQUAL_INT(planned(more, tensors[6], tensors[7], 0, 0), ERROR_INVALID_PARAM);
    std::swap(more[5], of_device);
    CHECK_EQUAL_INT(DestroyOperation(operation), NO_ERROR);
    for (aclTensor *tensor : {tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], tensors[7], more[2], more[3], more[4], more[5], of_device}) {
        aclDestroyTensor(tensor);
    }
}

static void load() {
    // Two sequences of 3 and 1 tokens in blocks (1, 0) and (2) of two rows.
    std::vector<int16_t> rows(12);
    for (int index = 0; index < 12; ++index) {
        rows[index] = static_cast<int16_t>(index);
    }
    Numbers<int16_t> keys(ACL_FLOAT16, {3, 2, 1, 2}, rows), values(ACL_FLOAT16, {3, 2, 1, 2}, rows);
    Numbers<int16_t> key(ACL_FLOAT16, {4, 1, 2}, std::vector<int16_t>(8)), value(ACL_FLOAT16, {4, 1, 2}, std::vector<int16_t>(8));
    Numbers<int32_t> table(ACL_INT32, {2, 2}, {1, 0, 2, 0}), lengths(ACL_INT32, {2}, {3, 1});
    aclTensor *tensors[] = {described(keys.tensor), described(values.tensor), described(table.tensor), described(lengths.tensor), described(key.tensor), described(value.tensor)};
    uint64_t size = 0;
    Operation *operation = nullptr;
    CHECK_EQUAL_INT(AtbPagedCacheLoadGetWorkspaceSize(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], nullptr, 1, false, true, &size, &operation, context),
                    ERROR_INVALID_PARAM);
    REQUIRE_STATUS(AtbPagedCacheLoadGetWorkspaceSize(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], nullptr, 1, false, false, &size, &operation, context),
                   NO_ERROR);
    finish(AtbPagedCacheLoad, size, operation);
    CHECK_TRUE(key.read() == (std::vector<int16_t>{4, 5, 6, 7, 0, 1, 8, 9}));
    CHECK_TRUE(value.read() == key.read());
    DestroyOperation(operation);
    for (aclTensor *tensor : tensors) {
        aclDestroyTensor(tensor);
    }
}

int main() {
    REQUIRE_STATUS(aclInit(nullptr), 0);
    REQUIRE_STATUS(aclrtSetDevice(0), 0);
    REQUIRE_STATUS(aclrtCreateStream(&stream), 0);
    CHECK_EQUAL_INT(CreateContext(nullptr), ERROR_INVALID_PARAM);
    REQUIRE_STATUS(CreateContext(&context), NO_ERROR);
    CHECK_EQUAL_INT(context->SetExecuteStream(stream), NO_ERROR);
    CHECK_TRUE(context->GetExecuteStream() == stream);
    CHECK_EQUAL_INT(context->SetAsyncTilingCopyStatus(true), NO_ERROR);
    CHECK_TRUE(context->GetAsyncTilingCopyStatus());
    CHECK_EQUAL_INT(CreateOperation(infer::RopeParam(), nullptr), ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(DestroyOperation(nullptr), ERROR_INVALID_OPERATION_ADDR);
    CHECK_EQUAL_INT(DestroyContext(nullptr), ERROR_INVALID_CONTEXT_ADDR);
    rope();
    linear();
    cache();
    attention();
    norm();
    ring();
    load();
    CHECK_EQUAL_INT(DestroyContext(context), NO_ERROR);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return check_result();
}
