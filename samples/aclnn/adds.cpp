// self + alpha * other with scalars: the type of the result follows from the tensor, and the scalar's kind.

#include "aclnnop/aclnn_add.h"
#include "session.h"

namespace {

// Adds alpha * other to a tensor, of the same type as the result.
template <typename T>
void Add(const Session &session, const char *name, const Tensor<T> &self, const Tensor<T> &out, aclScalar *other, aclScalar *alpha)
{
    session.Run([&](uint64_t *size, aclOpExecutor **executor) {
        return aclnnAddsGetWorkspaceSize(self.Get(), other, alpha, out.Get(), size, executor);
    }, aclnnAdds);
    std::printf("%s:", name);
    for (const T result : out.Read()) {
        std::printf(" %.9g", static_cast<double>(result));
    }
    std::printf("\n");
}

} // namespace

int main()
{
    const Session session;
    double tenth = 0.1;
    float three = 3;
    int64_t large = 1000;
    aclScalar *const other = aclCreateScalar(&tenth, ACL_DOUBLE);
    aclScalar *const alpha = aclCreateScalar(&three, ACL_FLOAT);
    aclScalar *const integer = aclCreateScalar(&large, ACL_INT64);

    const Tensor<float> floats(ACL_FLOAT, {0.0f, 1.0f, -2.5f});
    const Tensor<float> sums(ACL_FLOAT, {0.0f, 0.0f, 0.0f});
    Add(session, "FLOAT + 3 * 0.1", floats, sums, other, alpha);

    // A DOUBLE tensor keeps its type; the scalar 0.1 is one of DOUBLE too.
    const Tensor<double> doubles(ACL_DOUBLE, {0.0, 1.0, -2.5});
    const Tensor<double> doubleSums(ACL_DOUBLE, {0.0, 0.0, 0.0});
    Add(session, "DOUBLE + 3 * 0.1", doubles, doubleSums, other, alpha);

    // An INT8 tensor keeps its type beside an integer, and wraps: 1000 is 3 * 256 + 232, which is -24.
    int8_t one = 1;
    aclScalar *const unit = aclCreateScalar(&one, ACL_INT8);
    const Tensor<int8_t> bytes(ACL_INT8, {0, 1, -100});
    const Tensor<int8_t> byteSums(ACL_INT8, {0, 0, 0});
    Add(session, "INT8 + 1000", bytes, byteSums, integer, unit);

    // A FLOAT factor is none of INT8: refused, and the text says why.
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    const int status = aclnnAddsGetWorkspaceSize(bytes.Get(), integer, alpha, byteSums.Get(), &size, &executor);
    std::printf("a FLOAT alpha of INT8: %d\n", status);
    for (aclScalar *scalar : {other, alpha, integer, unit}) {
        aclDestroyScalar(scalar);
    }
    return 0;
}
