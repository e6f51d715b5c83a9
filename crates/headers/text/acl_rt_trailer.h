/* Second names: C allows two enumerators of one value, Rust does not. */
#define ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE
#define ACL_DEV_ATTR_SUPER_POD_DEVICE_ID ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID
