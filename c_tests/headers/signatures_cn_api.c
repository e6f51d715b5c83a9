/* Signatures of `cn_api.h`: versions, devices, contexts. */
#include "cn_api.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(CNresult, cnCtxGetCurrent, (CNcontext *));
    SIGNATURE(CNresult, cnCtxGetDevice, (CNdev *));
    SIGNATURE(CNresult, cnDeviceGetAttribute, (int *, CNdevice_attribute, CNdev));
    SIGNATURE(CNresult, cnDeviceGetName, (char *, int, CNdev));
    SIGNATURE(CNresult, cnGetCtxConfigParam, (CNcontext, CNctxConfigParamType, CNctxConfigParam *));
    SIGNATURE(CNresult, cnGetCtxConfigParam_pp, (CNcontext, CNctxConfigParamType, CNctxConfigParam *));
    SIGNATURE(CNresult, cnGetCtxConfigParam_pt, (CNcontext, CNctxConfigParamType, CNctxConfigParam *));
    SIGNATURE(CNresult, cnGetCtxMaxParallelUnionTasks, (CNcontext, KernelClass, int *));
    SIGNATURE(CNresult, cnGetDriverVersion, (int *, int *, int *));
    SIGNATURE(CNresult, cnGetLibVersion, (int *, int *, int *));
    SIGNATURE(CNresult, cnQueueGetContext, (CNqueue, CNcontext *));
    SIGNATURE(CNresult, cnSharedContextAcquire, (CNcontext *, CNdev));
    return check_result();
}
