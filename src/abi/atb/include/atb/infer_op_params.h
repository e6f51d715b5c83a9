// Parameters of the operations of libatb.so. Layouts and numbers are part of the binary interface; `rsv` keeps room for more.
#ifndef HOSTNPU_ATB_INFER_OP_PARAMS_H
#define HOSTNPU_ATB_INFER_OP_PARAMS_H

#include <cstdint>

#include <acl/acl.h>

namespace atb {
namespace infer {

enum InputLayout : int {
    TYPE_BSND = 0,
    TYPE_BNSD,
};

enum QuantType : int {
    QUANT_UNDEFINED = 0,
    QUANT_INT4,
    QUANT_INT8,
    QUANT_INT16,
    QUANT_FLOAT8,
    QUANT_FLOAT16,
};

enum DynamicQuantType : int {
    DYNAMIC_QUANT_UNDEFINED = 0,
    DYNAMIC_QUANT_SYMMETRIC,
    DYNAMIC_QUANT_ASYMMETRIC,
};

/// Rotary positions of queries and keys. Inputs: queries and keys (tokens, heads · D), cosines and sines (tokens, D), lengths; outputs: queries, keys.
struct RopeParam {
    /// 2 rotates the halves of a head, D pairs of neighbours.
    int32_t rotaryCoeff = 4;
    int32_t cosFormat = 0;
    uint8_t rsv[8] = {0};
};

/// Writes keys and values of tokens to the slots of a paged cache. Inputs: keys and values (tokens, heads, D), both caches (blocks, rows, heads, D), slots INT32 (tokens);
/// outputs: the caches. A negative slot leaves its token out.
struct ReshapeAndCacheParam {
    enum CompressType : int {
        COMPRESS_TYPE_UNDEFINED = 0,
        COMPRESS_TYPE_KVHEAD,
        COMPRESS_TYPE_KVHEAD_ROPE,
    };
    enum KvCacheCfg : int {
        K_CACHE_V_CACHE = 0,
        K_CACHE_V_BYPASS, ///< Keys alone.
        K_CACHE_V_CACHE_NZ,
    };
    CompressType compressType = COMPRESS_TYPE_UNDEFINED;
    KvCacheCfg kvCacheCfg = K_CACHE_V_CACHE;
    uint8_t rsv[16] = {0};
};

/// A matrix product. Inputs: x, weight and, with `enAccum`, the FLOAT tensor that is added to, or, with `hasBias`, a bias; output: the result.
struct LinearParam {
    bool transposeA = false;
    bool transposeB = true;
    bool hasBias = true;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    bool enAccum = false;
    uint8_t rsv[23] = {0};
};

/// Functions of elements.
struct ElewiseParam {
    enum ElewiseType : int {
        ELEWISE_UNDEFINED = 0,
        ELEWISE_CAST,
        ELEWISE_MULS,
        ELEWISE_COS,
        ELEWISE_SIN,
        ELEWISE_NEG,
        ELEWISE_QUANT,
        ELEWISE_LOGICAL_NOT,
        ELEWISE_ADD,
        ELEWISE_MUL,
        ELEWISE_REALDIV,
        ELEWISE_LOGICAL_AND,
        ELEWISE_LOGICAL_OR,
        ELEWISE_LESS,
        ELEWISE_GREATER,
        ELEWISE_SUB,
        ELEWISE_EQUAL,
        ELEWISE_QUANT_PER_CHANNEL, ///< Inputs: x, scale, zero point; output: INT8, `round(x / scale + zero point)`.
        ELEWISE_DEQUANT_PER_CHANNEL,
        ELEWISE_DYNAMIC_QUANT,
        ELEWISE_TANH,
        ELEWISE_TYPE_MAX,
    };
    struct QuantParam {
        float inputScale = 1.0f;
        bool asymmetric = false;
        int inputOffset = 0;
        uint8_t rsv[20] = {0};
    };
    struct MulsParam {
        float varAttr = 0.0f;
        uint8_t rsv[12] = {0};
    };
    ElewiseType elewiseType = ELEWISE_UNDEFINED;
    QuantParam quantParam;
    MulsParam mulsParam;
    aclDataType outTensorType = ACL_DT_UNDEFINED;
    uint8_t rsv[8] = {0};
};

/// Root mean square normalisation. With `QUANT_INT8`, inputs: x, gamma, beta, scale, offset; output: INT8.
struct RmsNormParam {
    enum RmsNormType : int {
        RMS_NORM_UNDEFINED = 0,
        RMS_NORM_NORM,
        RMS_NORM_PRENORM,
        RMS_NORM_POSTNORM,
    };
    enum PrecisionMode : int {
        HIGH_PRECISION_MODE = 0,
        HIGH_PERFORMANCE_MODE,
    };
    enum ModelType : int {
        LLAMA_MODEL = 0,
        GEMMA_MODEL,
    };
    struct NormParam {
        QuantType quantType = QUANT_UNDEFINED;
        float epsilon = 1e-5;
        double layerNormEps = 1e-5;
        bool rstd = false;
        PrecisionMode precisionMode = HIGH_PRECISION_MODE;
        ModelType modelType = LLAMA_MODEL;
        DynamicQuantType dynamicQuantType = DYNAMIC_QUANT_UNDEFINED;
        uint8_t rsv[32] = {0};
    };
    struct PreNormParam {
        QuantType quantType = QUANT_UNDEFINED;
        float epsilon = 1e-5;
        bool hasBias = false;
        uint8_t rsv[23] = {0};
    };
    struct PostNormParam {
        QuantType quantType = QUANT_UNDEFINED;
        float epsilon = 1e-5;
        bool hasBias = false;
        uint8_t rsv[23] = {0};
    };
    RmsNormType layerType = RMS_NORM_UNDEFINED;
    NormParam normParam;
    PreNormParam preNormParam;
    PostNormParam postNormParam;
    uint8_t rsv[8] = {0};
};

/// Zeros in groups of experts other than the `k` best: those with the largest score, or sum of the `n` largest. Inputs: scores (tokens, experts), INT32 that are not read; output: the scores.
struct GroupTopkParam {
    enum GroupMultiFlag : uint16_t {
        UNDEFINED = 0,
        SUM_MULTI_MAX,
    };
    int32_t groupNum = 1;
    int32_t k = 0;
    GroupMultiFlag groupMultiFlag = UNDEFINED;
    uint16_t n = 1;
    uint8_t rsv[12] = {0};
};

/// Attention of packed sequences. With PA_ENCODER, inputs: queries (tokens, heads, D), keys and values (tokens, heads of keys, D), a mask unless there is none, lengths INT32 of the host.
/// MASK_TYPE_NORM: (queries, keys), added to scores; MASK_TYPE_NORM_COMPRESS: not read, and later keys are hidden. With PREFIX_ENCODER and that mask, inputs: queries, both caches (blocks, rows,
/// heads of keys, D), table of blocks INT32 (sequences, blocks), the mask, lengths of queries and of keys.
struct SelfAttentionParam {
    enum CalcType : int {
        UNDEFINED = 0,
        ENCODER,
        DECODER,
        PA_ENCODER,
        PREFIX_ENCODER,
    };
    enum KernelType : int {
        KERNELTYPE_DEFAULT = 0,
        KERNELTYPE_HIGH_PRECISION,
    };
    enum ClampType : int {
        CLAMP_TYPE_UNDEFINED = 0,
        CLAMP_TYPE_MIN_MAX,
    };
    enum MaskType : int {
        MASK_TYPE_UNDEFINED = 0,
        MASK_TYPE_NORM,
        MASK_TYPE_ALIBI,
        MASK_TYPE_NORM_COMPRESS,
        MASK_TYPE_ALIBI_COMPRESS,
        MASK_TYPE_ALIBI_COMPRESS_SQRT,
        MASK_TYPE_ALIBI_COMPRESS_LEFT_ALIGN,
        MASK_TYPE_SLIDING_WINDOW_NORM,
        MASK_TYPE_SLIDING_WINDOW_COMPRESS,
    };
    enum KvCacheCfg : int {
        K_CACHE_V_CACHE = 0,
        K_BYPASS_V_BYPASS,
    };
    enum ScaleType : int {
        SCALE_TYPE_TOR = 0,
        SCALE_TYPE_LOGN,
        SCALE_TYPE_MAX,
    };
    enum QuantType : int {
        TYPE_QUANT_UNDEFINED = 0,
        TYPE_QUANT_UNQUANT = 0,
        TYPE_DEQUANT_FUSION = 1,
        TYPE_QUANT_QKV_OFFLINE = 2,
        TYPE_QUANT_QKV_ONLINE = 3,
    };
    enum CacheType : int8_t {
        CACHE_TYPE_NORM = 0,
        CACHE_TYPE_SWA = 1,
    };
    QuantType quantType = TYPE_QUANT_UNQUANT;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    int32_t headNum = 0;
    int32_t kvHeadNum = 0;
    float qScale = 1;
    float qkScale = 1;
    bool batchRunStatusEnable = false;
    uint32_t isTriuMask = 0;
    CalcType calcType = UNDEFINED;
    KernelType kernelType = KERNELTYPE_DEFAULT;
    ClampType clampType = CLAMP_TYPE_UNDEFINED;
    float clampMin = 0;
    float clampMax = 0;
    MaskType maskType = MASK_TYPE_UNDEFINED;
    KvCacheCfg kvcacheCfg = K_CACHE_V_CACHE;
    ScaleType scaleType = SCALE_TYPE_TOR;
    InputLayout inputLayout = TYPE_BSND;
    uint32_t mlaVHeadSize = 0;
    CacheType cacheType = CACHE_TYPE_NORM;
    uint32_t windowSize = 0;
    uint8_t rsv[64] = {0};
};

/// Attention of one token of each sequence with a paged cache. Inputs: queries (sequences, heads, D), both caches (blocks, rows, heads of keys, D), table of blocks INT32 (sequences, blocks),
/// lengths INT32 of the host. With `mlaVHeadSize` one cache, of one head, whose rows are keys, and begin with values.
struct PagedAttentionParam {
    enum MaskType : int {
        UNDEFINED = 0,
        MASK_TYPE_NORM,
        MASK_TYPE_ALIBI,
        MASK_TYPE_SPEC,
    };
    enum QuantType : int {
        TYPE_QUANT_UNDEFINED = 0,
        TYPE_DEQUANT_FUSION,
        TYPE_QUANT_QKV_OFFLINE,
        TYPE_QUANT_QKV_ONLINE,
    };
    enum CompressType : int {
        COMPRESS_TYPE_UNDEFINED = 0,
        COMPRESS_TYPE_KVHEAD,
        COMPRESS_TYPE_KVHEAD_ROPE,
        COMPRESS_TYPE_MAX,
    };
    enum CalcType : int {
        CALC_TYPE_UNDEFINED = 0,
        CALC_TYPE_SPEC,
    };
    enum ScaleType : int {
        SCALE_TYPE_TOR = 0,
        SCALE_TYPE_LOGN,
        SCALE_TYPE_MAX,
    };
    int32_t headNum = 0;
    float qkScale = 1.0;
    int32_t kvHeadNum = 0;
    MaskType maskType = UNDEFINED;
    bool batchRunStatusEnable = false;
    QuantType quantType = TYPE_QUANT_UNDEFINED;
    aclDataType outDataType = ACL_DT_UNDEFINED;
    bool hasQuantOffset = false;
    CompressType compressType = COMPRESS_TYPE_UNDEFINED;
    CalcType calcType = CALC_TYPE_UNDEFINED;
    ScaleType scaleType = SCALE_TYPE_TOR;
    InputLayout inputLayout = TYPE_BSND;
    uint32_t mlaVHeadSize = 0;
    uint8_t rsv[68] = {0};
};

} // namespace infer
} // namespace atb

#endif
