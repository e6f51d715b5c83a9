/** What `aclGetTensorDescNumDims` returns where the number of dimensions is not known. */
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFE
