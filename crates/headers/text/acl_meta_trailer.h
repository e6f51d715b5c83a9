#ifdef __cplusplus
/** Success. */
constexpr aclnnStatus OK = 0;
#endif
