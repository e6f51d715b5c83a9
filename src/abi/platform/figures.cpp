// Figures of the simulated chip. Numbers of cores and the size of the second-level cache are those that the runtime reports; sizes of memories of a core and bytes a cycle are the published ones of its generation.

#include <cstdio>
#include <cstring>

#include <acl/acl.h>

#include "platform.h"

namespace fe {
namespace {

/// Memories of one core, in bytes.
struct Core {
    const char *family;
    uint64_t l0c, l1, unified;
};

constexpr uint64_t KIB = 1024;

/// Longer names first: they begin with shorter ones.
constexpr Core CORES[] = {
    {"Ascend950", 256 * KIB, 512 * KIB, 248 * KIB},    {"Ascend910_95", 256 * KIB, 512 * KIB, 248 * KIB}, {"Ascend910_93", 128 * KIB, 512 * KIB, 192 * KIB},
    {"Ascend910B", 128 * KIB, 512 * KIB, 192 * KIB},   {"Ascend910", 256 * KIB, 1024 * KIB, 256 * KIB},   {"Ascend310P", 256 * KIB, 1024 * KIB, 256 * KIB},
};

const Core *core() {
    const char *name = aclrtGetSocName();
    for (const Core &core : CORES) {
        if (name != nullptr && std::strncmp(name, core.family, std::strlen(core.family)) == 0) {
            return &core;
        }
    }
    return nullptr;
}

uint64_t reported(aclDeviceInfo what) {
    int64_t value = 0;
    return aclGetDeviceCapability(0, what, &value) == ACL_SUCCESS && value > 0 ? static_cast<uint64_t>(value) : 0;
}

} // namespace

Figures figures() {
    return {static_cast<uint32_t>(reported(ACL_DEVICE_INFO_AI_CORE_NUM)), static_cast<uint32_t>(reported(ACL_DEVICE_INFO_VECTOR_CORE_NUM))};
}

const char *figure(const char *label, const char *key, char (&room)[32]) {
    const auto is = [&](const char *section, const char *name) { return std::strcmp(label, section) == 0 && std::strcmp(key, name) == 0; };
    if (is("SoCInfo", "ai_core_cnt") || is("SoCInfo", "cube_core_cnt")) {
        std::snprintf(room, sizeof room, "%u", figures().cube_cores);
    } else if (is("SoCInfo", "vector_core_cnt")) {
        std::snprintf(room, sizeof room, "%u", figures().vector_cores);
    } else if (is("version", "SoC_version")) {
        std::snprintf(room, sizeof room, "%s", aclrtGetSocName());
    } else if (is("version", "Short_SoC_version")) {
        const char *name = core() == nullptr ? aclrtGetSocName() : core()->family;
        std::snprintf(room, sizeof room, "%s", std::strcmp(name, "Ascend910_95") == 0 ? "Ascend950" : name);
    } else {
        return nullptr;
    }
    return room;
}

uint32_t check_soc(const char *function, const char *soc) {
    const char *name = aclrtGetSocName();
    if (name != nullptr && std::strcmp(soc, name) == 0) {
        return 0;
    }
    aclAppLog(ACL_ERROR, function, __FILE__, 0, "the simulated chip is %s, not %s", name == nullptr ? "" : name, soc);
    return 0xFFFFFFFF;
}

uint32_t PlatFormInfos::GetCoreNum() const { return core_num_ != 0 ? core_num_ : figures().cube_cores; }

void PlatFormInfos::GetLocalMemSize(const LocalMemType &type, uint64_t &size) {
    const Core *found = core();
    switch (type) {
    case LocalMemType::L2:
        size = reported(ACL_DEVICE_INFO_L2_SIZE);
        return;
    case LocalMemType::L0_A:
    case LocalMemType::L0_B:
        size = found == nullptr ? 0 : 64 * KIB;
        return;
    case LocalMemType::L0_C:
        size = found == nullptr ? 0 : found->l0c;
        return;
    case LocalMemType::L1:
        size = found == nullptr ? 0 : found->l1;
        return;
    case LocalMemType::UB:
        size = found == nullptr ? 0 : found->unified;
        return;
    default:
        size = 0;
    }
}

void PlatFormInfos::GetLocalMemBw(const LocalMemType &type, uint64_t &bytes) {
    bytes = core() == nullptr ? 0 : type == LocalMemType::L2 ? 110 : type == LocalMemType::HBM ? 32 : 0;
}

PlatformInfoManager &PlatformInfoManager::GeInstance() {
    static PlatformInfoManager manager;
    return manager;
}

} // namespace fe
