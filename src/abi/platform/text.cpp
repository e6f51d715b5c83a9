// Functions that take text of the standard library. Compiled once for each of its two layouts of text: callers of either find the one they were compiled for.

#include "platform.h"

namespace fe {

void PlatFormInfos::SetCoreNumByCoreType(const std::string &core_type) {
    const Figures chip = figures();
    core_num_ = core_type == "VectorCore" ? chip.vector_cores : chip.cube_cores;
}

bool PlatFormInfos::GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &value) {
    char room[32];
    const char *found = figure(label.c_str(), key.c_str(), room);
    if (found != nullptr) {
        value = found;
    }
    return found != nullptr;
}

uint32_t PlatformInfoManager::InitRuntimePlatformInfos(const std::string &soc) { return check_soc("PlatformInfoManager::InitRuntimePlatformInfos", soc.c_str()); }

uint32_t PlatformInfoManager::GetPlatformInfos(std::string soc, PlatFormInfos &infos, OptionalInfos &) {
    const uint32_t status = check_soc("PlatformInfoManager::GetPlatformInfos", soc.c_str());
    if (status == 0) {
        infos.core_num_ = figures().cube_cores;
    }
    return status;
}

} // namespace fe
