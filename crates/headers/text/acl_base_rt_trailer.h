#ifdef __cplusplus
extern "C" {
#endif

/** Writes a line to the log, in the manner of `printf`. */
void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...);

#ifdef __cplusplus
}
#endif

/** Writes a line to the log and says where in the source. The arguments after `level` are those of `printf`. */
#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, (uint32_t)__LINE__, __VA_ARGS__)
