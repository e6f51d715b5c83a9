/* Casts between formats by Identity and TransData, and operators by name on tensors in private formats: each element in the place that its format gives it. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "acl/acl_op_compiler.h"

enum { N, D, C, H, W, AXES };

/* Extents of one image, filter or matrix, none of which fills a block. */
static const int64_t EXTENTS[AXES] = {18, 2, 35, 3, 5};

typedef struct {
    aclTensorDesc *description;
    aclDataBuffer *buffer;
    void *memory;
    size_t bytes;
} Side;

static int64_t blocks(int64_t count, int64_t size)
{
    return (count + size - 1) / size;
}

static int axis_of(char letter)
{
    return letter == 'N' ? N : letter == 'D' ? D : letter == 'C' ? C : letter == 'H' ? H : W;
}

/* Where an element is in a plain tensor whose dimensions stand in this order. */
static int64_t plain_place(const char *letters, const int64_t at[AXES])
{
    int64_t place = 0;
    for (; *letters != 0; letters++) {
        place = place * EXTENTS[axis_of(*letters)] + at[axis_of(*letters)];
    }
    return place;
}

/* Where an element is in blocks of c0 channels; FRACTAL_NZ is of matrices of D * H rows, C columns. */
static int64_t stored_place(aclFormat format, int64_t c0, const int64_t at[AXES])
{
    int64_t c1 = blocks(EXTENTS[C], c0), n16 = blocks(EXTENTS[N], 16) * 16, place;
    switch ((int)format) {
    case ACL_FORMAT_NC1HWC0:
        place = ((at[N] * c1 + at[C] / c0) * EXTENTS[H] + at[H]) * EXTENTS[W] + at[W];
        break;
    case ACL_FORMAT_NDC1HWC0:
        place = (((at[N] * EXTENTS[D] + at[D]) * c1 + at[C] / c0) * EXTENTS[H] + at[H]) * EXTENTS[W] + at[W];
        break;
    case ACL_FORMAT_FRACTAL_Z:
        place = ((at[C] / c0 * EXTENTS[H] + at[H]) * EXTENTS[W] + at[W]) * n16 + at[N];
        break;
    case ACL_FRACTAL_Z_3D:
        place = (((at[D] * c1 + at[C] / c0) * EXTENTS[H] + at[H]) * EXTENTS[W] + at[W]) * n16 + at[N];
        break;
    default: /* FRACTAL_NZ: D matrices of N rows. */
        place = (at[D] * c1 + at[C] / c0) * n16 + at[N];
        break;
    }
    return place * c0 + at[C] % c0;
}

static int stored_shape(aclFormat format, const char *letters, int64_t c0, int64_t *shape)
{
    int64_t c1 = blocks(EXTENTS[C], c0), n1 = blocks(EXTENTS[N], 16);
    const int64_t five[5] = {EXTENTS[N], c1, EXTENTS[H], EXTENTS[W], c0};
    const int64_t six[6] = {EXTENTS[N], EXTENTS[D], c1, EXTENTS[H], EXTENTS[W], c0};
    const int64_t filters[4] = {c1 * EXTENTS[H] * EXTENTS[W], n1, 16, c0};
    const int64_t filters_3d[4] = {EXTENTS[D] * c1 * EXTENTS[H] * EXTENTS[W], n1, 16, c0};
    const int64_t nz[5] = {EXTENTS[D], c1, n1, 16, c0};
    switch ((int)format) {
    case ACL_FORMAT_NC1HWC0: memcpy(shape, five, sizeof five); return 5;
    case ACL_FORMAT_NDC1HWC0: memcpy(shape, six, sizeof six); return 6;
    case ACL_FORMAT_FRACTAL_Z: memcpy(shape, filters, sizeof filters); return 4;
    case ACL_FRACTAL_Z_3D: memcpy(shape, filters_3d, sizeof filters_3d); return 4;
    default: break;
    }
    int batch = strchr(letters, 'D') != NULL;
    memcpy(shape, batch ? nz : nz + 1, (batch ? 5 : 4) * sizeof *nz);
    return batch ? 5 : 4;
}

static int64_t product(int rank, const int64_t *shape)
{
    int64_t count = 1;
    for (int i = 0; i < rank; i++) {
        count *= shape[i];
    }
    return count;
}

/* A tensor of a plain format, stored in another one if that is not undefined, at a place of its own with these bytes. */
static Side side(aclDataType type, aclFormat format, int rank, const int64_t *shape, aclFormat stored, int stored_rank, const int64_t *storage, const void *values, size_t bytes)
{
    Side made;
    made.description = aclCreateTensorDesc(type, rank, shape, format);
    if (stored != ACL_FORMAT_UNDEFINED) {
        CHECK_STATUS(aclSetTensorFormat(made.description, stored), ACL_SUCCESS);
        if (storage != NULL) {
            CHECK_STATUS(aclSetTensorShape(made.description, stored_rank, storage), ACL_SUCCESS);
        }
    }
    made.bytes = bytes;
    made.memory = device_memory(values, bytes);
    made.buffer = aclCreateDataBuffer(made.memory, bytes);
    return made;
}

static Side plain(aclDataType type, aclFormat format, int rank, const int64_t *shape, const void *values, size_t bytes)
{
    return side(type, format, rank, shape, ACL_FORMAT_UNDEFINED, 0, NULL, values, bytes);
}

static void end(Side *made)
{
    aclDestroyTensorDesc(made->description);
    CHECK_STATUS(aclDestroyDataBuffer(made->buffer), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(made->memory), ACL_SUCCESS);
}

static aclError run(const char *type, const Side *in, int count, Side *out, aclopAttr *attr)
{
    const aclTensorDesc *descriptions[3], *output[1] = {out->description};
    const aclDataBuffer *buffers[3];
    aclDataBuffer *output_buffer[1] = {out->buffer};
    for (int i = 0; i < count; i++) {
        descriptions[i] = in[i].description;
        buffers[i] = in[i].buffer;
    }
    (void)aclGetRecentErrMsg();
    aclError status = aclopCompileAndExecute(type, count, descriptions, buffers, 1, output, output_buffer, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, NULL, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    return status;
}

static void check_bytes(const Side *out, const void *wanted)
{
    void *got = malloc(out->bytes);
    to_host(got, out->memory, out->bytes);
    CHECK_EQUAL_BITS(got, wanted, out->bytes);
    free(got);
}

static void put(void *into, size_t size, int64_t place, int64_t value)
{
    memcpy((char *)into + (size_t)place * size, &value, size);
}

/* Both directions of one cast, of a type of `size` bytes, whose values are their numbers. */
static void there_and_back(const char *type, aclDataType element, size_t size, aclFormat format, const char *letters, aclFormat stored, int64_t c0, int says_shape)
{
    int64_t shape[AXES], storage[6], at[AXES], number = 0;
    int rank = 0, stored_rank = stored_shape(stored, letters, c0, storage);
    for (; letters[rank] != 0; rank++) {
        shape[rank] = EXTENTS[axis_of(letters[rank])];
    }
    size_t plain_bytes = (size_t)product(rank, shape) * size, stored_bytes = (size_t)product(stored_rank, storage) * size;
    char *flat = calloc(1, plain_bytes), *blocked = calloc(1, stored_bytes), *dirty = malloc(stored_bytes);
    memset(dirty, 0x5a, stored_bytes);
    for (at[N] = 0; at[N] < EXTENTS[N]; at[N]++) {
        for (at[D] = 0; at[D] < (strchr(letters, 'D') ? EXTENTS[D] : 1); at[D]++) {
            for (at[C] = 0; at[C] < EXTENTS[C]; at[C]++) {
                for (at[H] = 0; at[H] < (strchr(letters, 'H') ? EXTENTS[H] : 1); at[H]++) {
                    for (at[W] = 0; at[W] < (strchr(letters, 'W') ? EXTENTS[W] : 1); at[W]++) {
                        number++;
                        put(flat, size, plain_place(letters, at), number);
                        put(blocked, size, stored_place(stored, c0, at), number);
                    }
                }
            }
        }
    }
    Side from = plain(element, format, rank, shape, flat, plain_bytes);
    Side to = side(element, format, rank, shape, stored, stored_rank, says_shape ? storage : NULL, dirty, stored_bytes);
    Side back = plain(element, format, rank, shape, dirty, plain_bytes);
    CHECK_STATUS(run(type, &from, 1, &to, NULL), ACL_SUCCESS);
    check_bytes(&to, blocked);
    CHECK_STATUS(run(type, &to, 1, &back, NULL), ACL_SUCCESS);
    check_bytes(&back, flat);
    end(&to);
    end(&back);

    /* A description of the storage alone, as programs make it that convert one weight. */
    to = side(element, stored, stored_rank, storage, ACL_FORMAT_UNDEFINED, 0, NULL, dirty, stored_bytes);
    back = plain(element, format, rank, shape, dirty, plain_bytes);
    CHECK_STATUS(run(type, &from, 1, &to, NULL), ACL_SUCCESS);
    check_bytes(&to, blocked);
    CHECK_STATUS(run(type, &to, 1, &back, NULL), ACL_SUCCESS);
    check_bytes(&back, flat);
    end(&from);
    end(&to);
    end(&back);
    free(flat);
    free(blocked);
    free(dirty);
}

static void casts(void)
{
    static const struct {
        aclFormat format;
        const char *letters;
        aclFormat stored;
    } PAIRS[] = {
        {ACL_FORMAT_ND, "NC", ACL_FORMAT_FRACTAL_NZ},       {ACL_FORMAT_ND, "DNC", ACL_FORMAT_FRACTAL_NZ},
        {ACL_FORMAT_NCL, "DNC", ACL_FORMAT_FRACTAL_NZ},     {ACL_FORMAT_NCHW, "NCHW", ACL_FORMAT_NC1HWC0},
        {ACL_FORMAT_NHWC, "NHWC", ACL_FORMAT_NC1HWC0},      {ACL_FORMAT_HWCN, "HWCN", ACL_FORMAT_NC1HWC0},
        {ACL_FORMAT_NCHW, "NCHW", ACL_FORMAT_FRACTAL_Z},    {ACL_FORMAT_NHWC, "NHWC", ACL_FORMAT_FRACTAL_Z},
        {ACL_FORMAT_HWCN, "HWCN", ACL_FORMAT_FRACTAL_Z},    {ACL_FORMAT_NCDHW, "NCDHW", ACL_FORMAT_NDC1HWC0},
        {ACL_FORMAT_NDHWC, "NDHWC", ACL_FORMAT_NDC1HWC0},   {ACL_FORMAT_NCDHW, "NCDHW", ACL_FRACTAL_Z_3D},
        {ACL_FORMAT_NDHWC, "NDHWC", ACL_FRACTAL_Z_3D},
    };
    static const char *const TYPES[] = {"Identity", "TransData", "TensorMove"};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        for (int type = 0; type < 3; type++) {
            there_and_back(TYPES[type], ACL_FLOAT16, 2, PAIRS[i].format, PAIRS[i].letters, PAIRS[i].stored, 16, 1);
            there_and_back(TYPES[type], ACL_FLOAT, 4, PAIRS[i].format, PAIRS[i].letters, PAIRS[i].stored, 16, 1);
        }
        there_and_back("Identity", ACL_FLOAT, 4, PAIRS[i].format, PAIRS[i].letters, PAIRS[i].stored, 8, 0);
        there_and_back("Identity", ACL_INT8, 1, PAIRS[i].format, PAIRS[i].letters, PAIRS[i].stored, 32, 0);
        there_and_back("TransData", ACL_BF16, 2, PAIRS[i].format, PAIRS[i].letters, PAIRS[i].stored, 16, 0);
    }
}

/* Between plain formats: the order of dimensions changes. */
static void orders(void)
{
    enum { COUNT = 2 * 3 * 4 * 5 };
    const int64_t nchw[4] = {2, 3, 4, 5}, nhwc[4] = {2, 4, 5, 3};
    int32_t from[COUNT], to[COUNT];
    for (int n = 0, k = 0; n < 2; n++) {
        for (int c = 0; c < 3; c++) {
            for (int h = 0; h < 4; h++) {
                for (int w = 0; w < 5; w++, k++) {
                    from[k] = 100 + k;
                    to[((n * 4 + h) * 5 + w) * 3 + c] = 100 + k;
                }
            }
        }
    }
    Side a = plain(ACL_INT32, ACL_FORMAT_NCHW, 4, nchw, from, sizeof from);
    Side b = plain(ACL_INT32, ACL_FORMAT_NHWC, 4, nhwc, NULL, sizeof from);
    aclopAttr *attr = aclopCreateAttr();
    CHECK_STATUS(aclopSetAttrString(attr, "src_format", "NCHW"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrString(attr, "dst_format", "NHWC"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "groups", 1), ACL_SUCCESS);
    CHECK_STATUS(run("TransData", &a, 1, &b, attr), ACL_SUCCESS);
    check_bytes(&b, to);
    /* As it is meant it stays; in memory the channels stand last. */
    Side c = side(ACL_INT32, ACL_FORMAT_NCHW, 4, nchw, ACL_FORMAT_NHWC, 4, nhwc, NULL, sizeof from);
    CHECK_STATUS(run("Identity", &a, 1, &c, NULL), ACL_SUCCESS);
    check_bytes(&c, to);

    CHECK_STATUS(run("Abs", &a, 1, &b, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "`outputs` is of format ACL_FORMAT_NHWC, for Abs; allowed: ACL_FORMAT_NCHW");
    CHECK_STATUS(aclopSetAttrString(attr, "dst_format", "FRACTAL_NZ"), ACL_SUCCESS);
    CHECK_STATUS(run("TransData", &a, 1, &b, attr), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "\"dst_format\"");
    CHECK_STATUS(aclopSetAttrString(attr, "dst_format", "NHWC"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "groups", 2), ACL_SUCCESS);
    CHECK_STATUS(run("TransData", &a, 1, &b, attr), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "allowed: 1");
    check_bytes(&b, to);
    aclopDestroyAttr(attr);
    end(&a);
    end(&b);
    end(&c);
}

/* A product of matrices that are both stored in blocks, its result too, against loops. */
static void products(void)
{
    enum { ROWS = 20, INNER = 35, COLUMNS = 18 };
    const int64_t a_shape[2] = {ROWS, INNER}, b_shape[2] = {COLUMNS, INNER}, y_shape[2] = {ROWS, COLUMNS};
    const int64_t a_blocks[4] = {3, 2, 16, 16}, y_blocks[4] = {2, 2, 16, 16};
    float a[3 * 32 * 16] = {0}, b[3 * 32 * 16] = {0}, wanted[2 * 32 * 16] = {0}, dirty[2 * 32 * 16];
    memset(dirty, 0x5a, sizeof dirty);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            float sum = 0;
            for (int k = 0; k < INNER; k++) {
                float left = (float)((row * 7 + k * 3) % 11 - 5), right = (float)((column * 5 + k) % 7 - 3);
                a[(k / 16 * 32 + row) * 16 + k % 16] = left;
                b[(k / 16 * 32 + column) * 16 + k % 16] = right;
                sum += left * right;
            }
            wanted[(column / 16 * 32 + row) * 16 + column % 16] = sum;
        }
    }
    Side in[2] = {side(ACL_FLOAT, ACL_FORMAT_ND, 2, a_shape, ACL_FORMAT_FRACTAL_NZ, 4, a_blocks, a, sizeof a),
                  side(ACL_FLOAT, ACL_FORMAT_ND, 2, b_shape, ACL_FORMAT_FRACTAL_NZ, 4, a_blocks, b, sizeof b)};
    Side out = side(ACL_FLOAT, ACL_FORMAT_ND, 2, y_shape, ACL_FORMAT_FRACTAL_NZ, 4, y_blocks, dirty, sizeof wanted);
    aclopAttr *attr = aclopCreateAttr();
    CHECK_STATUS(aclopSetAttrBool(attr, "transpose_x1", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrBool(attr, "transpose_x2", 1), ACL_SUCCESS);
    CHECK_STATUS(run("MatMul", in, 2, &out, attr), ACL_SUCCESS);
    check_bytes(&out, wanted);
    /* In place: one buffer is read and written. */
    Side both[2] = {out, out};
    CHECK_STATUS(run("Add", both, 2, &out, NULL), ACL_SUCCESS);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        wanted[i] *= 2;
    }
    check_bytes(&out, wanted);
    aclopDestroyAttr(attr);
    end(&in[0]);
    end(&in[1]);
    end(&out);
}

static void refusals(void)
{
    const int64_t matrix[2] = {17, 33}, four[4] = {3, 2, 16, 16}, other[4] = {3, 2, 16, 8};
    size_t bytes = 3 * 2 * 16 * 16 * 2;
    Side from = plain(ACL_FLOAT16, ACL_FORMAT_ND, 2, matrix, NULL, 17 * 33 * 2);
    char *before = calloc(1, bytes);
    Side to = side(ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ, 4, four, ACL_FORMAT_UNDEFINED, 0, NULL, before, bytes);
    CHECK_STATUS(run("Abs", &to, 1, &from, NULL), ACL_ERROR_OP_INPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "`inputs` is of format ACL_FORMAT_FRACTAL_NZ, for Abs");
    CHECK_STATUS(run("Exp", &from, 1, &to, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    check_bytes(&to, before);
    end(&to);

    to = side(ACL_FLOAT16, ACL_FORMAT_ND, 2, matrix, ACL_FORMAT_FRACTAL_NZ, 4, other, before, bytes);
    CHECK_STATUS(run("Identity", &from, 1, &to, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "`outputDesc` is stored in [3, 2, 16, 8]; allowed: a storage of [3, 2, 16, 16]");
    end(&to);
    to = side(ACL_FLOAT16, ACL_FORMAT_ND, 2, matrix, ACL_FORMAT_FRACTAL_NZ, 4, four, before, bytes - 2);
    CHECK_STATUS(run("Identity", &from, 1, &to, NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_MESSAGE_CONTAINS(message(), "`outputs` is a buffer of 3070 bytes; allowed: 3072 or more");
    end(&to);
    /* Without the meaning of its dimensions a matrix has no channels. */
    to = side(ACL_FLOAT16, ACL_FORMAT_ND, 2, matrix, ACL_FORMAT_NC1HWC0, 4, four, before, bytes);
    CHECK_STATUS(run("TransData", &from, 1, &to, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "`outputDesc` is of format ACL_FORMAT_ND and shape [17, 33], stored as ACL_FORMAT_NC1HWC0");
    end(&to);
    to = side(ACL_FLOAT16, ACL_FORMAT_ND, 2, matrix, ACL_FORMAT_NC1HWC0_C04, 4, four, before, bytes);
    CHECK_STATUS(run("Identity", &from, 1, &to, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    end(&to);
    /* A cast of formats keeps the type. */
    to = plain(ACL_FLOAT, ACL_FORMAT_ND, 2, matrix, before, 17 * 33 * 4 > (int)bytes ? bytes : 17 * 33 * 4);
    CHECK_STATUS(run("TransData", &from, 1, &to, NULL), ACL_ERROR_OP_OUTPUT_NOT_MATCH);
    end(&to);
    end(&from);
    free(before);
}

int main(void)
{
    open_device();
    casts();
    orders();
    products();
    refusals();
    close_device();
    return check_result();
}
