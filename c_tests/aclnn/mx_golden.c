/* Every vector of the published test oracle through aclnnDynamicMxQuantWithDualAxis or its V2: x as it stands in the file, and as a
 * transposed view. The folder with the vectors is the argument. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

#include <dirent.h>

#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis_v2.h"

enum { MOST_LINES = 32, MOST_DIMS = 8, MOST_BYTES = 1 << 18 };

static char *lines[MOST_LINES];
static int line_count;

static void read_vector(const char *path)
{
    while (line_count > 0) {
        free(lines[--line_count]);
    }
    FILE *file = fopen(path, "r");
    CHECK_TRUE(file != NULL);
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while (file != NULL && line_count < MOST_LINES && (length = getline(&line, &size, file)) > 0) {
        line[strcspn(line, "\n")] = 0;
        lines[line_count++] = strdup(line);
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
}

/* The value of a key, or NULL. */
static const char *value(const char *key)
{
    size_t length = strlen(key);
    for (int i = 0; i < line_count; i++) {
        if (strncmp(lines[i], key, length) == 0 && lines[i][length] == ':') {
            return lines[i] + length + 1 + strspn(lines[i] + length + 1, " ");
        }
    }
    return NULL;
}

static uint64_t dims_of(const char *key, int64_t *dims)
{
    uint64_t rank = 0;
    const char *text = value(key);
    while (rank < MOST_DIMS) {
        char *end;
        dims[rank++] = strtoll(text, &end, 10);
        if (*end != ',') {
            break;
        }
        text = end + 1;
    }
    return rank;
}

static size_t bytes_of(const char *key, unsigned char *bytes)
{
    const char *text = value(key);
    size_t count = text == NULL ? 0 : strlen(text) / 2;
    for (size_t i = 0; i < count && i < MOST_BYTES; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return count;
}

/* The 16-bit numbers of x: most significant digit first. */
static size_t numbers_of(const char *key, uint16_t *numbers)
{
    const char *text = value(key);
    size_t count = strlen(text) / 4;
    for (size_t i = 0; i < count; i++) {
        char digits[5] = {text[4 * i], text[4 * i + 1], text[4 * i + 2], text[4 * i + 3], 0};
        numbers[i] = (uint16_t)strtoul(digits, NULL, 16);
    }
    return count;
}

static const char *const outputs[] = {"y1", "mxscale1", "y2", "mxscale2"};

static uint16_t x_bits[MOST_BYTES], spread[MOST_BYTES * 2];
static unsigned char expected[MOST_BYTES], device[MOST_BYTES], got[MOST_BYTES];

static void run_vector(int strided)
{
    int64_t dims[MOST_DIMS], scale1_dims[MOST_DIMS], scale2_dims[MOST_DIMS];
    uint64_t rank = dims_of("shape", dims);
    dims_of("mxscale1_shape", scale1_dims);
    dims_of("mxscale2_shape", scale2_dims);
    size_t numel = numbers_of("x", x_bits);
    aclDataType type = strcmp(value("x_dtype"), "fp16") == 0 ? ACL_FLOAT16 : ACL_BF16;
    aclDataType format = (aclDataType)atoi(value("dst_type"));
    int64_t rows = dims[rank - 2], columns = dims[rank - 1];

    void *x_memory;
    aclTensor *x;
    if (strided) {
        /* The last two dimensions lie transposed, each matrix is followed by a gap of one row. */
        int64_t strides[MOST_DIMS], matrix = (rows + 1) * columns;
        strides[rank - 1] = rows + 1;
        strides[rank - 2] = 1;
        int64_t storage = matrix;
        for (uint64_t i = rank - 2; i-- > 0; storage *= dims[i]) {
            strides[i] = storage;
        }
        for (size_t i = 0; i < numel; i++) {
            size_t in = i % (size_t)(rows * columns);
            size_t at = i / (size_t)(rows * columns) * (size_t)matrix;
            spread[at + in % (size_t)columns * (size_t)(rows + 1) + in / (size_t)columns] = x_bits[i];
        }
        x_memory = device_memory(spread, (size_t)storage * 2);
        x = aclCreateTensor(dims, rank, type, strides, 0, ACL_FORMAT_ND, &storage, 1, x_memory);
    } else {
        x_memory = device_memory(x_bits, numel * 2);
        x = tensor(type, rank, dims, x_memory);
    }

    void *memory[4];
    size_t sizes[4];
    aclTensor *tensors[4];
    for (int i = 0; i < 4; i++) {
        sizes[i] = bytes_of(outputs[i], expected);
        memset(got, 0xa5, sizes[i]);
        memory[i] = device_memory(got, sizes[i]);
        int scale = i % 2;
        const int64_t *shape = !scale ? dims : i == 1 ? scale1_dims : scale2_dims;
        tensors[i] = tensor(scale ? ACL_FLOAT8_E8M0 : format, rank + (uint64_t)scale, shape, memory[i]);
    }

    char round_mode[8];
    snprintf(round_mode, sizeof round_mode, "%s", value("round_mode"));
    int64_t scale_alg = atoi(value("scale_alg"));
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    if (scale_alg == 2) {
        CHECK_STATUS(aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(x, round_mode, format, scale_alg,
                                                                       atof(value("dst_type_max")), tensors[0], tensors[1],
                                                                       tensors[2], tensors[3], &size, &executor), 0);
        finish(aclnnDynamicMxQuantWithDualAxisV2, size, executor);
    } else {
        CHECK_STATUS(aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(x, round_mode, format, scale_alg, tensors[0],
                                                                     tensors[1], tensors[2], tensors[3], &size, &executor), 0);
        finish(aclnnDynamicMxQuantWithDualAxis, size, executor);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);

    for (int i = 0; i < 4; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s_device", outputs[i]);
        bytes_of(outputs[i], expected);
        size_t alternative = bytes_of(key, device);
        to_host(got, memory[i], sizes[i]);
        if (alternative == 0 || memcmp(got, device, sizes[i]) != 0) {
            int before = check_failures;
            CHECK_EQUAL_BITS(got, expected, sizes[i]);
            if (check_failures != before) {
                fprintf(stderr, "    %s of %s%s\n", outputs[i], value("case"), strided ? ", transposed" : "");
            }
        }
        CHECK_STATUS(aclDestroyTensor(tensors[i]), 0);
        CHECK_STATUS(aclrtFree(memory[i]), 0);
    }
    CHECK_STATUS(aclDestroyTensor(x), 0);
    CHECK_STATUS(aclrtFree(x_memory), 0);
}

int main(int argc, char **argv)
{
    open_device();
    DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
    CHECK_TRUE(folder != NULL);
    int count = 0;
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strstr(entry->d_name, ".txt") == NULL) {
            continue;
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        read_vector(path);
        run_vector(0);
        run_vector(1);
        count++;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    CHECK_EQUAL_INT(count, 28);
    while (line_count > 0) {
        free(lines[--line_count]);
    }
    close_device();
    return check_result();
}
