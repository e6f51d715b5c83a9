// The stream that operations of libatb.so run on.
#ifndef HOSTNPU_ATB_CONTEXT_H
#define HOSTNPU_ATB_CONTEXT_H

#include "atb/types.h"

namespace atb {

/// Made by `CreateContext`. The order of the virtual functions is part of the binary interface.
class Context {
public:
    Context() = default;
    virtual ~Context() = default;

    /// Sets the stream on which operations are queued.
    virtual Status SetExecuteStream(aclrtStream stream) = 0;
    virtual aclrtStream GetExecuteStream() const = 0;
    /// Whether the vendor's library copies tiling data on a stream of its own. Kept, and without effect: there is no tiling data.
    virtual Status SetAsyncTilingCopyStatus(bool enable) = 0;
    virtual bool GetAsyncTilingCopyStatus() const = 0;
};

Status CreateContext(Context **context);
Status DestroyContext(Context *context);

} // namespace atb

#endif
