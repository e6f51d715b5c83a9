/* The smallest whole program: prints sin(0) ... sin(7), computed by aclnnSin. Included by the programs of this folder
   and of ../projects/ after the headers under the names that each of them uses. */
#ifndef HOSTNPU_C_TESTS_SIN_CLIENT_H
#define HOSTNPU_C_TESTS_SIN_CLIENT_H

#include <stdint.h>
#include <stdio.h>

#define DEMAND(call)                                                     \
    do {                                                                 \
        int demand_status = (int)(call);                                 \
        if (demand_status != 0) {                                        \
            fprintf(stderr, "%s returned %d\n", #call, demand_status);   \
            return 1;                                                    \
        }                                                                \
    } while (0)

static int sin_client(void)
{
    float x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    float y[8] = {0};
    int64_t shape[1] = {8};
    int64_t strides[1] = {1};
    void *device_x = NULL;
    void *device_y = NULL;
    void *workspace = NULL;
    uint64_t workspace_size = 0;
    aclrtStream stream = NULL;
    aclOpExecutor *executor = NULL;

    DEMAND(aclInit(NULL));
    DEMAND(aclrtSetDevice(0));
    DEMAND(aclrtCreateStream(&stream));
    DEMAND(aclrtMalloc(&device_x, sizeof x, ACL_MEM_MALLOC_HUGE_FIRST));
    DEMAND(aclrtMalloc(&device_y, sizeof y, ACL_MEM_MALLOC_HUGE_FIRST));
    DEMAND(aclrtMemcpy(device_x, sizeof x, x, sizeof x, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor *tensor_x = aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 1, device_x);
    aclTensor *tensor_y = aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 1, device_y);
    DEMAND(aclnnSinGetWorkspaceSize(tensor_x, tensor_y, &workspace_size, &executor));
    if (workspace_size > 0) {
        DEMAND(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    DEMAND(aclnnSin(workspace, workspace_size, executor, stream));
    DEMAND(aclrtSynchronizeStream(stream));
    DEMAND(aclrtMemcpy(y, sizeof y, device_y, sizeof y, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < 8; i++) {
        printf("sin(%d) = %.6f\n", i, (double)y[i]);
    }
    DEMAND(aclDestroyTensor(tensor_x));
    DEMAND(aclDestroyTensor(tensor_y));
    if (workspace != NULL) {
        DEMAND(aclrtFree(workspace));
    }
    DEMAND(aclrtFree(device_x));
    DEMAND(aclrtFree(device_y));
    DEMAND(aclrtDestroyStream(stream));
    DEMAND(aclrtResetDevice(0));
    DEMAND(aclFinalize());
    return 0;
}

#endif
