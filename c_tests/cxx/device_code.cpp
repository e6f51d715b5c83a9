// Symbols to which libraries of compiled device code bind: figures of the simulated chip, in both layouts of text, and functions that refuse to start code.
#include "../src/abi/platform/platform.h"

#include <acl/acl.h>

#include "check.h"

void DlogRecord(int, int, const char *, ...);

extern "C" {
void AlogRecord(uint32_t, uint32_t, uint32_t, const char *, ...);
int32_t AlogCheckDebugLevel(uint32_t, int32_t);
uint64_t MsprofStr2Id(const char *, size_t);
int32_t mmGetTid(void);
int rtMalloc(void **, uint64_t, uint32_t, uint16_t);
int rtRegStreamStateCallback(const char *, void *);
int rtKernelLaunchWithFlagV2(const void *, uint32_t, void *, void *, void *, uint32_t, const void *);
int rtKernelLaunchWithHandleV2(void *, uint64_t, uint32_t, void *, void *, void *, const void *);
int rtVectorCoreKernelLaunchWithHandle(void *, uint64_t, uint32_t, void *, void *, void *, const void *);
}

using namespace fe;

static void figures_of_the_chip() {
    PlatformInfoManager &manager = PlatformInfoManager::GeInstance();
    PlatFormInfos infos;
    OptionalInfos options;
    CHECK_EQUAL_INT(manager.InitRuntimePlatformInfos("Ascend910B4"), 0);
    CHECK_TRUE(manager.InitRuntimePlatformInfos("Ascend310P3") != 0);
    CHECK_TRUE(manager.GetPlatformInfos("Ascend310P3", infos, options) != 0);
    CHECK_EQUAL_INT(manager.GetPlatformInfos("Ascend910B4", infos, options), 0);
    int64_t cube = 0, vector = 0, cache = 0;
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &cube), 0);
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &vector), 0);
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &cache), 0);
    CHECK_EQUAL_INT(infos.GetCoreNum(), cube);
    infos.SetCoreNumByCoreType("VectorCore");
    CHECK_EQUAL_INT(infos.GetCoreNum(), vector);
    infos.SetCoreNumByCoreType("AiCore");
    CHECK_EQUAL_INT(infos.GetCoreNum(), cube);
    std::string value = "untouched";
    CHECK_TRUE(!infos.GetPlatformResWithLock("SoCInfo", "unheard_of", value));
    CHECK_EQUAL_STRING(value.c_str(), "untouched");
    CHECK_TRUE(infos.GetPlatformResWithLock("SoCInfo", "vector_core_cnt", value));
    CHECK_EQUAL_INT(atoi(value.c_str()), vector);
    CHECK_TRUE(infos.GetPlatformResWithLock("SoCInfo", "ai_core_cnt", value));
    CHECK_EQUAL_INT(atoi(value.c_str()), cube);
    CHECK_TRUE(infos.GetPlatformResWithLock("version", "Short_SoC_version", value));
    CHECK_EQUAL_STRING(value.c_str(), "Ascend910B");
    const struct {
        LocalMemType type;
        uint64_t size;
    } memories[] = {{LocalMemType::L0_A, 64 << 10}, {LocalMemType::L0_B, 64 << 10}, {LocalMemType::L0_C, 128 << 10}, {LocalMemType::L1, 512 << 10},
                    {LocalMemType::UB, 192 << 10},  {LocalMemType::L2, static_cast<uint64_t>(cache)}};
    for (const auto &memory : memories) {
        uint64_t size = 0;
        infos.GetLocalMemSize(memory.type, size);
        CHECK_EQUAL_INT(size, memory.size);
    }
    uint64_t bytes = 0;
    infos.GetLocalMemBw(LocalMemType::L2, bytes);
    CHECK_EQUAL_INT(bytes, 110);
    infos.GetLocalMemBw(LocalMemType::HBM, bytes);
    CHECK_EQUAL_INT(bytes, 32);
}

static void kernels() {
    const int code = 0;
    void *memory = nullptr;
    CHECK_EQUAL_INT(rtKernelLaunchWithHandleV2(nullptr, 0, 1, nullptr, nullptr, nullptr, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    CHECK_EQUAL_INT(rtVectorCoreKernelLaunchWithHandle(nullptr, 0, 1, nullptr, nullptr, nullptr, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    CHECK_EQUAL_INT(rtKernelLaunchWithFlagV2(&code, 1, nullptr, nullptr, nullptr, 0, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    CHECK_EQUAL_INT(rtRegStreamStateCallback("name", nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    CHECK_EQUAL_INT(rtMalloc(&memory, 64, 0, 0), 0);
    CHECK_STATUS(aclrtFree(memory), 0);
    CHECK_TRUE(mmGetTid() > 0);
    CHECK_TRUE(MsprofStr2Id("one", 3) != MsprofStr2Id("two", 3) && MsprofStr2Id("one", 3) == MsprofStr2Id("one", 3));
    CHECK_EQUAL_INT(AlogCheckDebugLevel(0, 0), 0);
    CHECK_EQUAL_INT(AlogCheckDebugLevel(0, 3), 1);
    AlogRecord(0, 0, 3, "a message of %d parts", 2);
    DlogRecord(0, 3, "a message of %d parts", 2);
}

int main() {
    REQUIRE_STATUS(aclInit(nullptr), 0);
    REQUIRE_STATUS(aclrtSetDevice(0), 0);
    figures_of_the_chip();
    kernels();
    aclrtResetDevice(0);
    aclFinalize();
    return check_result();
}
