/* What the tests of conditions share. */
#ifndef HOSTNPU_C_TESTS_ACL_CONDITIONS_H
#define HOSTNPU_C_TESTS_ACL_CONDITIONS_H

#include "fixture.h"

#define DEFAULT ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT
#define NO_DEFAULT ((aclmdlRICondHandleFlag)0)

CHECK_UNUSED static aclmdlRI model_of(aclrtStream captured)
{
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureGetInfo(captured, &(aclmdlRICaptureStatus){0}, &model), ACL_SUCCESS);
    return model;
}

CHECK_UNUSED static aclmdlRICondHandle new_condition(aclrtStream captured, uint32_t begin, aclmdlRICondHandleFlag flag, uint64_t **word)
{
    aclmdlRICondHandle condition = NULL;
    REQUIRE_STATUS(aclmdlRICondHandleCreate(model_of(captured), begin, flag, &condition), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICondHandleGetCondPtr(condition, word), ACL_SUCCESS);
    return condition;
}

CHECK_UNUSED static aclError decide(aclmdlRICondHandle condition, int type, uint32_t size, aclmdlRI *models, aclrtStream captured)
{
    aclmdlRICondTaskParams params;
    params.handle = condition;
    params.type = (aclmdlRICondTaskType)type;
    params.size = size;
    params.modelRIArray = models;
    return aclmdlRIAddCondTask(params, captured, 0);
}

CHECK_UNUSED static void write_word(uint64_t *word, uint64_t value)
{
    REQUIRE_STATUS(aclrtMemcpy(word, 8, &value, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

#endif
