/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "acl_base.h"
#include "acl_dump.h"
#include "acl_rt.h"

/**
 * Engine that runs a single operator.
 */
typedef enum aclopEngineType {
    ACL_ENGINE_SYS = 0,
    ACL_ENGINE_AICORE = 1,
    ACL_ENGINE_VECTOR = 2,
} aclopEngineType;

/**
 * The value of an attribute.
 */
typedef struct Attribute Attribute;

typedef struct BTreeMap_String__Attribute BTreeMap_String__Attribute;

/**
 * Attributes of a single operator: values under names.
 */
typedef struct aclopAttr aclopAttr;

/**
 * Values by names.
 */
typedef struct BTreeMap_String__Attribute Attributes;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates attributes without any value. Returns null if there is no room for another one.
 */
struct aclopAttr *aclopCreateAttr(void);

/**
 * Destroys attributes; null is nothing.
 */
void aclopDestroyAttr(const struct aclopAttr *attr);

/**
 * Sets a truth value: any number but 0 is true. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError aclopSetAttrBool(struct aclopAttr *attr,
                          const char *attrName,
                          uint8_t attrValue);

/**
 * Sets an integer. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError aclopSetAttrInt(struct aclopAttr *attr, const char *attrName, int64_t attrValue);

/**
 * Sets a floating-point number. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError aclopSetAttrFloat(struct aclopAttr *attr, const char *attrName, float attrValue);

/**
 * Sets a text, which is copied. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError aclopSetAttrString(struct aclopAttr *attr, const char *attrName, const char *attrValue);

/**
 * Sets a data type. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError aclopSetAttrDataType(struct aclopAttr *attr, const char *attrName, aclDataType attrValue);

/**
 * Sets a list of data types. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
 */
aclError aclopSetAttrListDataType(struct aclopAttr *attr,
                                  const char *attrName,
                                  int numValues,
                                  const aclDataType *values);

/**
 * Sets a list of truth values. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
 */
aclError aclopSetAttrListBool(struct aclopAttr *attr,
                              const char *attrName,
                              int numValues,
                              const uint8_t *values);

/**
 * Sets a list of integers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
 */
aclError aclopSetAttrListInt(struct aclopAttr *attr,
                             const char *attrName,
                             int numValues,
                             const int64_t *values);

/**
 * Sets a list of floating-point numbers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
 */
aclError aclopSetAttrListFloat(struct aclopAttr *attr,
                               const char *attrName,
                               int numValues,
                               const float *values);

/**
 * Sets a list of texts, which are copied. Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live
 * attributes.
 */
aclError aclopSetAttrListString(struct aclopAttr *attr,
                                const char *attrName,
                                int numValues,
                                const char **values);

/**
 * Sets a list of lists of integers: `numLists` of them, each with its own number of values.
 *
 * Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live attributes.
 */
aclError aclopSetAttrListListInt(struct aclopAttr *attr,
                                 const char *attrName,
                                 int numLists,
                                 const int *numValues,
                                 const int64_t *const *values);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
