/* Single operators by name: the operator of the same mathematics runs, and what has none is refused by name. */
#include "fixture.h"

#include "acl/acl_op_compiler.h"

#define MOST 3

static const char *engine_path = NULL;

typedef struct {
    aclTensorDesc *descriptions[MOST];
    aclDataBuffer *buffers[MOST];
    int count;
} Side;

static void add(Side *side, aclDataType type, int rank, const int64_t *dims, void *memory, size_t bytes)
{
    side->descriptions[side->count] = aclCreateTensorDesc(type, rank, dims, ACL_FORMAT_ND);
    side->buffers[side->count] = aclCreateDataBuffer(memory, bytes);
    side->count++;
}

static void end(Side *side)
{
    int i;
    for (i = 0; i < side->count; i++) {
        aclDestroyTensorDesc(side->descriptions[i]);
        CHECK_STATUS(aclDestroyDataBuffer(side->buffers[i]), ACL_SUCCESS);
    }
    side->count = 0;
}

static aclError run(const char *type, Side *in, Side *out, aclopAttr *attr)
{
    (void)aclGetRecentErrMsg();
    return aclopCompileAndExecute(type, in->count, (const aclTensorDesc *const *)in->descriptions, (const aclDataBuffer *const *)in->buffers,
                                  out->count, (const aclTensorDesc *const *)out->descriptions, out->buffers, attr, ACL_ENGINE_SYS,
                                  ACL_COMPILE_SYS, engine_path, stream);
}

static const int64_t SHAPE[2] = {2, 3}, TURNED[2] = {3, 2}, ROW[1] = {3}, SQUARE[2] = {2, 2};
static const float A[6] = {1, -2, 3, -4, 5, -6}, B[6] = {2, 4, 8, 16, 32, 64};

static void arithmetic(void *a, void *b, void *c)
{
    static const struct {
        const char *type;
        float expected[6];
    } CASES[] = {
        {"Add", {3, 2, 11, 12, 37, 58}},     {"Sub", {-1, -6, -5, -20, -27, -70}}, {"Mul", {2, -8, 24, -64, 160, -384}},
        {"RealDiv", {0.5, -0.5, 0.375, -0.25, 0.15625, -0.09375}}, {"Maximum", {2, 4, 8, 16, 32, 64}}, {"Minimum", {1, -2, 3, -4, 5, -6}},
    };
    float got[6];
    size_t i;
    Side in = {{0}, {0}, 0}, out = {{0}, {0}, 0};

    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&in, ACL_FLOAT, 2, SHAPE, b, sizeof B);
    add(&out, ACL_FLOAT, 2, SHAPE, c, sizeof A);
    for (i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        CHECK_STATUS(run(CASES[i].type, &in, &out, NULL), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        to_host(got, c, sizeof got);
        CHECK_EQUAL_BITS(got, CASES[i].expected, sizeof got);
    }
    end(&in);
    end(&out);
}

static void transpositions(void *a, void *b, void *c)
{
    static const float TURNED_A[6] = {1, -4, -2, 5, 3, -6}, PRODUCT[4] = {18, 144, -36, -288};
    static const float ROWS[2] = {2, -5};
    static const int32_t CAST[6] = {1, -2, 3, -4, 5, -6};
    int64_t axes[2] = {1, 0};
    int64_t pair[1] = {2}, one[1] = {1};
    float got[6];
    int32_t whole[6];
    aclopAttr *attr = aclopCreateAttr();
    Side in = {{0}, {0}, 0}, out = {{0}, {0}, 0};

    /* The permutation is on the host, and may go when the call has returned. */
    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&in, ACL_INT64, 1, pair, axes, sizeof axes);
    add(&out, ACL_FLOAT, 2, TURNED, c, sizeof A);
    CHECK_STATUS(run("Transpose", &in, &out, NULL), ACL_ERROR_OP_INPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`inputs` is on the device; allowed: on the host");
    CHECK_STATUS(aclSetTensorPlaceMent(in.descriptions[1], ACL_MEMTYPE_HOST), ACL_SUCCESS);
    CHECK_STATUS(run("Transpose", &in, &out, NULL), ACL_SUCCESS);
    axes[0] = axes[1] = 7;
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, c, sizeof got);
    CHECK_EQUAL_BITS(got, TURNED_A, sizeof got);
    end(&in);
    end(&out);

    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&in, ACL_FLOAT, 2, SHAPE, b, sizeof B);
    add(&out, ACL_FLOAT, 2, SQUARE, c, 4 * sizeof(float));
    CHECK_STATUS(aclopSetAttrBool(attr, "transpose_x2", 1), ACL_SUCCESS);
    CHECK_STATUS(run("MatMul", &in, &out, attr), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, c, sizeof PRODUCT);
    CHECK_EQUAL_BITS(got, PRODUCT, sizeof PRODUCT);
    CHECK_STATUS(aclopSetAttrInt(attr, "offset_x", 1), ACL_SUCCESS);
    CHECK_STATUS(run("MatMul", &in, &out, attr), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`attr` is of \"offset_x\" Int(1); allowed: 0");
    CHECK_STATUS(aclopSetAttrInt(attr, "offset_x", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "offset_y", 1), ACL_SUCCESS);
    CHECK_STATUS(run("MatMul", &in, &out, attr), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`attr` is with \"offset_y\"; allowed: what MatMul takes here");
    end(&in);
    end(&out);
    aclopDestroyAttr(attr);

    /* The axes are a constant. */
    axes[0] = 1;
    attr = aclopCreateAttr();
    CHECK_STATUS(aclopSetAttrBool(attr, "keep_dims", 0), ACL_SUCCESS);
    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&in, ACL_INT64, 1, one, NULL, 0);
    CHECK_STATUS(aclSetTensorConst(in.descriptions[1], axes, sizeof *axes), ACL_SUCCESS);
    add(&out, ACL_FLOAT, 1, pair, c, sizeof ROWS);
    CHECK_STATUS(run("ReduceSum", &in, &out, attr), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, c, sizeof ROWS);
    CHECK_EQUAL_BITS(got, ROWS, sizeof ROWS);
    end(&in);
    end(&out);
    aclopDestroyAttr(attr);

    attr = aclopCreateAttr();
    CHECK_STATUS(aclopSetAttrInt(attr, "dst_type", 3), ACL_SUCCESS);
    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&out, ACL_INT32, 2, SHAPE, c, sizeof A);
    CHECK_STATUS(aclopCompileAndExecuteV2("Cast", 1, in.descriptions, in.buffers, 1, out.descriptions, out.buffers, attr, ACL_ENGINE_SYS,
                                          ACL_COMPILE_SYS, NULL, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(whole, c, sizeof whole);
    CHECK_EQUAL_BITS(whole, CAST, sizeof whole);
    end(&in);
    end(&out);
    aclopDestroyAttr(attr);
}

static void refusals(void *a, void *c)
{
    static const int64_t UNKNOWN[1] = {-1};
    float before[6], after[6];
    Side in = {{0}, {0}, 0}, out = {{0}, {0}, 0}, unknown = {{0}, {0}, 0};

    to_host(before, c, sizeof before);
    add(&in, ACL_FLOAT, 2, SHAPE, a, sizeof A);
    add(&out, ACL_FLOAT, 2, SHAPE, c, sizeof A);
    add(&unknown, ACL_FLOAT, 1, UNKNOWN, a, sizeof A);
    CHECK_STATUS(run("Conv7D", &in, &out, NULL), ACL_ERROR_OP_NOT_FOUND);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`opType` is \"Conv7D\"; allowed: Abs, ");
    CHECK_STATUS(run(NULL, &in, &out, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(run("Add", &in, &out, NULL), ACL_ERROR_OP_INPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`numInputs` is 1; allowed: 2");
    CHECK_STATUS(run("Sin", &unknown, &out, NULL), ACL_ERROR_OP_UNSUPPORTED_DYNAMIC);
    CHECK_STATUS(run("Sin", &in, &out, (aclopAttr *)before), ACL_ERROR_RT_INVALID_HANDLE);
    end(&out);
    CHECK_STATUS(run("Sin", &in, &out, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    add(&out, ACL_FLOAT, 1, ROW, c, sizeof A);
    CHECK_STATUS(run("Sin", &in, &out, NULL), ACL_ERROR_OP_INPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclnnSin refuses (161002)");
    end(&out);
    add(&out, ACL_FLOAT, 2, SHAPE, c, sizeof A - 1);
    CHECK_STATUS(run("Sin", &in, &out, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`outputs` is a buffer of 23 bytes; allowed: 24 or more");
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(after, c, sizeof after);
    CHECK_EQUAL_BITS(after, before, sizeof after);
    end(&in);
    end(&out);
    end(&unknown);
}

static void attributes(void)
{
    static const int64_t INTS[2] = {1, 2};
    static const int64_t *const LISTS[2] = {INTS, INTS};
    static const int COUNTS[2] = {2, 1};
    static const float FLOATS[1] = {1};
    static const uint8_t BOOLS[1] = {1};
    static const aclDataType TYPES[1] = {ACL_FLOAT};
    const char *texts[2] = {"a", NULL};
    aclopAttr *attr = aclopCreateAttr();

    CHECK_TRUE(attr != NULL);
    CHECK_STATUS(aclopSetAttrFloat(attr, "float", 1), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrString(attr, "text", "a"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrDataType(attr, "type", ACL_FLOAT), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListInt(attr, "ints", 2, INTS), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListFloat(attr, "floats", 1, FLOATS), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListBool(attr, "bools", 1, BOOLS), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListDataType(attr, "types", 1, TYPES), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListListInt(attr, "lists", 2, COUNTS, LISTS), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListString(attr, "texts", 1, texts), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrListString(attr, "texts", 2, texts), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(aclopSetAttrListInt(attr, "ints", -1, INTS), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(aclopSetAttrListInt(attr, "ints", 1, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(aclopSetAttrInt(attr, NULL, 1), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(aclopSetAttrInt(NULL, "int", 1), ACL_ERROR_INVALID_PARAM);
    aclopDestroyAttr(attr);
    CHECK_STATUS(aclopSetAttrInt(attr, "int", 1), ACL_ERROR_RT_INVALID_HANDLE);
    aclopDestroyAttr(NULL);
}

int main(void)
{
    open_device();
    void *a = device_memory(A, sizeof A), *b = device_memory(B, sizeof B), *c = device_memory(A, sizeof A);
    arithmetic(a, b, c);
    transpositions(a, b, c);
    refusals(a, c);
    attributes();
    CHECK_STATUS(aclrtFree(a), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(b), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(c), ACL_SUCCESS);
    close_device();
    return check_result();
}
