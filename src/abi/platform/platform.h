// What libraries of device code bind to when they are loaded: figures of the chip, the log, and the functions that would start a kernel.
#ifndef HOSTNPU_ABI_PLATFORM_PLATFORM_H
#define HOSTNPU_ABI_PLATFORM_PLATFORM_H

#include <cstdint>
#include <memory>
#include <string>

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6 };

class PlatFormInfosImpl;
/// Figures of the simulated chip. Members are part of the binary interface.
class PlatFormInfos {
public:
    uint32_t GetCoreNum() const;
    void SetCoreNumByCoreType(const std::string &core_type);
    void GetLocalMemSize(const LocalMemType &type, uint64_t &size);
    void GetLocalMemBw(const LocalMemType &type, uint64_t &bytes);
    bool GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &value);

private:
    friend class PlatformInfoManager;
    uint32_t core_num_ = 0;
    std::shared_ptr<PlatFormInfosImpl> impl_;
};

class OptionalInfosImpl;
class OptionalInfos {
private:
    std::shared_ptr<OptionalInfosImpl> impl_;
};

class PlatformInfoManager {
public:
    static PlatformInfoManager &GeInstance();
    uint32_t InitRuntimePlatformInfos(const std::string &soc);
    uint32_t GetPlatformInfos(std::string soc, PlatFormInfos &infos, OptionalInfos &options);
};

/// Figures that both layouts of text need.
struct Figures {
    uint32_t cube_cores, vector_cores;
};
Figures figures();
/// Text of a figure, by its section and name; null where there is none of that name.
const char *figure(const char *label, const char *key, char (&room)[32]);
uint32_t check_soc(const char *function, const char *soc);

} // namespace fe

#endif
