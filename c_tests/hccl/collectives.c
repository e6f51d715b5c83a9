/* Every operation of four ranks, called by one thread. Device memory is ordinary memory here, so it is read and written directly. */
#include "fixture.h"

#define COUNT 5

static int32_t *gives[RANKS], *takes[RANKS];

/* What rank r gives at a place: no two are equal. */
static int32_t given(int rank, int at)
{
    return 1000 * (rank + 1) + at;
}

static void fill(void)
{
    int r, i;
    for (r = 0; r < RANKS; r++) {
        for (i = 0; i < RANKS * COUNT; i++) {
            gives[r][i] = given(r, i);
            takes[r][i] = -1;
        }
    }
}

static int32_t sum(int at)
{
    int32_t total = 0;
    int r;
    for (r = 0; r < RANKS; r++) {
        total += given(r, at);
    }
    return total;
}

static void check_takes(int rank, int at, int32_t expected)
{
    CHECK_EQUAL_INT(takes[rank][at], expected);
}

static void reductions(void)
{
    int r, i;
    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAllReduce(gives[r], takes[r], COUNT, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (i = 0; i < COUNT; i++) {
            check_takes(r, i, sum(i));
        }
        check_takes(r, COUNT, -1);
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAllReduce(gives[r], gives[r], COUNT, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MAX, comms[r], streams[r]),
                     HCCL_SUCCESS);
        CHECK_STATUS(HcclReduce(gives[r], r == 2 ? takes[r] : NULL, COUNT, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MIN, 2,
                                comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (i = 0; i < COUNT; i++) {
        for (r = 0; r < RANKS; r++) {
            CHECK_EQUAL_INT(gives[r][i], given(RANKS - 1, i));
            check_takes(r, i, r == 2 ? given(RANKS - 1, i) : -1);
        }
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclReduceScatter(gives[r], takes[r], COUNT, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (i = 0; i < COUNT; i++) {
            check_takes(r, i, sum(r * COUNT + i));
        }
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        /* Rank r gets r elements, with a gap of one before them. */
        uint64_t counts[RANKS] = {0, 1, 2, 3}, displs[RANKS] = {0, 1, 3, 6};
        CHECK_STATUS(HcclReduceScatterV(gives[r], counts, displs, takes[r], (uint64_t)r, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM,
                                        comms[r], streams[r]),
                     HCCL_SUCCESS);
        memset(counts, 0, sizeof counts);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        static const int starts[RANKS] = {0, 1, 3, 6};
        for (i = 0; i < r; i++) {
            check_takes(r, i, sum(starts[r] + i));
        }
        check_takes(r, r, -1);
    }
}

static void movement(void)
{
    int r, s, i;
    uint64_t matrix[RANKS][RANKS];
    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclBroadcast(gives[r], COUNT, HCCL_DATA_TYPE_INT32, 1, comms[r], streams[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclBarrier(comms[r], streams[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclScatter(r == 3 ? gives[r] : NULL, takes[r], COUNT, HCCL_DATA_TYPE_INT32, 3, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (i = 0; i < COUNT; i++) {
            CHECK_EQUAL_INT(gives[r][i], given(1, i));
            check_takes(r, i, r == 0 ? given(1, i) : given(3, r * COUNT + i));
        }
        CHECK_EQUAL_INT(gives[r][COUNT], given(r, COUNT));
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        /* In place: this rank's part is in the buffer that is gathered. */
        memcpy(takes[r] + r * COUNT, gives[r], COUNT * sizeof(int32_t));
        CHECK_STATUS(HcclAllGather(takes[r] + r * COUNT, takes[r], COUNT, HCCL_DATA_TYPE_INT32, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (s = 0; s < RANKS; s++) {
            for (i = 0; i < COUNT; i++) {
                check_takes(r, s * COUNT + i, given(s, i));
            }
        }
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        uint64_t counts[RANKS] = {3, 0, 2, 1}, displs[RANKS] = {10, 0, 4, 0};
        CHECK_STATUS(HcclAllGatherV(gives[r], counts[r], takes[r], counts, displs, HCCL_DATA_TYPE_INT32, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        check_takes(r, 10, given(0, 0));
        check_takes(r, 12, given(0, 2));
        check_takes(r, 4, given(2, 0));
        check_takes(r, 5, given(2, 1));
        check_takes(r, 0, given(3, 0));
        check_takes(r, 1, -1);
        check_takes(r, 13, -1);
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAlltoAll(gives[r], COUNT, HCCL_DATA_TYPE_INT32, takes[r], COUNT, HCCL_DATA_TYPE_INT32, comms[r],
                                  streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (s = 0; s < RANKS; s++) {
            for (i = 0; i < COUNT; i++) {
                check_takes(r, s * COUNT + i, given(s, r * COUNT + i));
            }
        }
    }

    /* Rank r gives rank s as many elements as both numbers together. */
    fill();
    for (r = 0; r < RANKS; r++) {
        uint64_t give[RANKS], take[RANKS], from[RANKS], to[RANKS];
        for (s = 0; s < RANKS; s++) {
            matrix[r][s] = give[s] = take[s] = (uint64_t)((r + s) % 3);
            from[s] = (uint64_t)(3 * s);
            to[s] = (uint64_t)(4 * s);
        }
        CHECK_STATUS(HcclAlltoAllV(gives[r], give, from, HCCL_DATA_TYPE_INT32, takes[r], take, to, HCCL_DATA_TYPE_INT32, comms[r],
                                   streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        for (s = 0; s < RANKS; s++) {
            for (i = 0; i < (r + s) % 3; i++) {
                check_takes(r, 4 * s + i, given(s, 3 * r + i));
            }
            check_takes(r, 4 * s + i, -1);
        }
    }

    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAlltoAllVC(gives[r], matrix, HCCL_DATA_TYPE_INT32, takes[r], HCCL_DATA_TYPE_INT32, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        int at = 0;
        for (s = 0; s < RANKS; s++) {
            int before = 0;
            for (i = 0; i < r; i++) {
                before += (int)matrix[s][i];
            }
            for (i = 0; i < (int)matrix[s][r]; i++) {
                check_takes(r, at++, given(s, before + i));
            }
        }
        check_takes(r, at, -1);
    }
}

/* One element of every type that is added, with a sum that tells wrong types apart. */
static void types(void)
{
    static const struct {
        HcclDataType type;
        size_t bytes;
        uint64_t one, four;
    } all[] = {
        {HCCL_DATA_TYPE_INT8, 1, 0x41, 0x04},
        {HCCL_DATA_TYPE_INT16, 2, 0x4001, 0x0004},
        {HCCL_DATA_TYPE_INT32, 4, 0x40000001, 4},
        {HCCL_DATA_TYPE_INT64, 8, 0x4000000000000001, 4},
        {HCCL_DATA_TYPE_UINT64, 8, 0x4000000000000002, 8},
        {HCCL_DATA_TYPE_FP16, 2, 0x3C00, 0x4400},
        {HCCL_DATA_TYPE_BFP16, 2, 0x3F80, 0x4080},
        {HCCL_DATA_TYPE_FP32, 4, 0x3F800000, 0x40800000},
        {HCCL_DATA_TYPE_FP64, 8, 0x3FF0000000000000, 0x4010000000000000},
    };
    size_t i;
    int r;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        for (r = 0; r < RANKS; r++) {
            memcpy(gives[r], &all[i].one, all[i].bytes);
            CHECK_STATUS(HcclAllReduce(gives[r], takes[r], 1, all[i].type, HCCL_REDUCE_SUM, comms[r], streams[r]), HCCL_SUCCESS);
        }
        synchronize();
        for (r = 0; r < RANKS; r++) {
            CHECK_EQUAL_BITS(takes[r], &all[i].four, all[i].bytes);
        }
    }
}

int main(void)
{
    int r;
    begin();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtSetDevice(r), ACL_SUCCESS);
        gives[r] = (int32_t *)device_memory(RANKS * COUNT * sizeof(int32_t));
        takes[r] = (int32_t *)device_memory(RANKS * COUNT * sizeof(int32_t));
    }
    reductions();
    movement();
    types();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtFree(gives[r]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(takes[r]), ACL_SUCCESS);
    }
    return end();
}
