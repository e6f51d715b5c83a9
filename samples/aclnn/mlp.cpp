// A perceptron of two layers learns the sign of a product: which points of the plane have coordinates of one sign. All that a step of training takes is an
// operator: affine layers with aclnnAddmm, a rectifier, softmax cross entropy by aclnnLogSoftmax, the gradients of each, and gradient descent by aclnnInplaceAdd.

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_threshold_backward.h"
#include "session.h"

namespace {

constexpr int64_t kPoints = 128;
constexpr int64_t kHidden = 16;
constexpr int64_t kClasses = 2;
constexpr int kSteps = 200;
constexpr float kRate = 0.5F;
constexpr int8_t kKeepTypes = 0;  // cubeMathType: no type is replaced by a shorter one

// Numbers from -1 to 1, the same ones on every machine.
class Numbers {
public:
    float Next()
    {
        state_ = state_ * 1664525U + 1013904223U;
        return static_cast<float>(state_ >> 8) / 8388608.0F - 1.0F;
    }

    std::vector<float> Take(int64_t count, float scale)
    {
        std::vector<float> numbers;
        for (int64_t i = 0; i < count; i++) {
            numbers.push_back(scale * Next());
        }
        return numbers;
    }

private:
    uint32_t state_ = 1;
};

std::vector<float> Zeros(int64_t count)
{
    return std::vector<float>(static_cast<size_t>(count));
}

// A dense tensor of FLOAT of two dimensions, and itself with these exchanged.
class Matrix : public Tensor<float> {
public:
    Matrix(int64_t rows, int64_t columns, const std::vector<float> &elements)
        : Tensor<float>(ACL_FLOAT, {rows, columns}, elements), transposed_(View({columns, rows}, {1, columns}, 0))
    {
    }

    Matrix(int64_t rows, int64_t columns) : Matrix(rows, columns, Zeros(rows * columns)) {}

    ~Matrix()
    {
        aclDestroyTensor(transposed_);
    }

    const aclTensor *Transposed() const
    {
        return transposed_;
    }

private:
    aclTensor *transposed_;
};

// A FLOAT for operators that take a scalar.
class Factor {
public:
    explicit Factor(float value) : scalar_(aclCreateScalar(&value, ACL_FLOAT)) {}

    ~Factor()
    {
        aclDestroyScalar(scalar_);
    }

    const aclScalar *Get() const
    {
        return scalar_;
    }

private:
    aclScalar *scalar_;
};

// `x @ weight + bias`, its gradients, and a step against them.
class Layer {
public:
    Layer(const Session &session, Numbers *numbers, int64_t inputs, int64_t outputs)
        : session_(session), weight_(inputs, outputs, numbers->Take(inputs * outputs, 1.0F)), bias_(1, outputs),
          by_weight_(inputs, outputs), by_bias_(1, outputs)
    {
    }

    void Forward(const Matrix &x, const Matrix &out) const
    {
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnAddmmGetWorkspaceSize(bias_.Get(), x.Get(), weight_.Get(), one_.Get(), one_.Get(), out.Get(), kKeepTypes,
                                                  size, executor);
            },
            aclnnAddmm);
    }

    // The gradients by weights and biases, of the gradient by the results.
    void Backward(const Matrix &x, const Matrix &gradient) const
    {
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnMmGetWorkspaceSize(x.Transposed(), gradient.Get(), by_weight_.Get(), kKeepTypes, size, executor);
            },
            aclnnMm);
        const int64_t rows = 0;
        aclIntArray *axes = aclCreateIntArray(&rows, 1);
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnReduceSumGetWorkspaceSize(gradient.Get(), axes, true, ACL_FLOAT, by_bias_.Get(), size, executor);
            },
            aclnnReduceSum);
        aclDestroyIntArray(axes);
    }

    // The gradient by the inputs.
    void BackwardToInputs(const Matrix &gradient, const Matrix &by_x) const
    {
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnMmGetWorkspaceSize(gradient.Get(), weight_.Transposed(), by_x.Get(), kKeepTypes, size, executor);
            },
            aclnnMm);
    }

    void Descend() const
    {
        Add(weight_, by_weight_);
        Add(bias_, by_bias_);
    }

private:
    void Add(const Matrix &parameters, const Matrix &gradient) const
    {
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnInplaceAddGetWorkspaceSize(parameters.Get(), gradient.Get(), step_.Get(), size, executor);
            },
            aclnnInplaceAdd);
    }

    const Session &session_;
    const Factor one_{1.0F};
    const Factor step_{-kRate};
    const Matrix weight_;
    const Matrix bias_;
    const Matrix by_weight_;
    const Matrix by_bias_;
};

}  // namespace

int main()
{
    const Session session;
    Numbers numbers;
    const std::vector<float> coordinates = numbers.Take(kPoints * 2, 1.0F);
    std::vector<float> shares = Zeros(kPoints * kClasses);  // of the gradient by logarithms of probabilities: -1/n for the class of a point
    for (int64_t i = 0; i < kPoints; i++) {
        const int64_t label = coordinates[2 * i] * coordinates[2 * i + 1] > 0 ? 1 : 0;
        shares[kClasses * i + label] = -1.0F / kPoints;
    }
    const Matrix points(kPoints, 2, coordinates);
    const Matrix targets(kPoints, kClasses, shares);
    const Layer first(session, &numbers, 2, kHidden);
    const Layer second(session, &numbers, kHidden, kClasses);
    const Matrix sums(kPoints, kHidden), hidden(kPoints, kHidden), by_hidden(kPoints, kHidden), by_sums(kPoints, kHidden);
    const Matrix scores(kPoints, kClasses), logarithms(kPoints, kClasses), by_scores(kPoints, kClasses), losses(kPoints, kClasses);
    const Tensor<float> loss(ACL_FLOAT, {}, {0.0F});
    const Factor zero(0.0F);

    for (int step = 0; step <= kSteps; step++) {
        first.Forward(points, sums);
        session.Run(
            [&](uint64_t *size, aclOpExecutor **executor) { return aclnnReluGetWorkspaceSize(sums.Get(), hidden.Get(), size, executor); },
            aclnnRelu);
        second.Forward(hidden, scores);
        session.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnLogSoftmaxGetWorkspaceSize(scores.Get(), 1, logarithms.Get(), size, executor);
            },
            aclnnLogSoftmax);
        if (step % 25 == 0) {
            session.Run(
                [&](uint64_t *size, aclOpExecutor **executor) {
                    return aclnnMulGetWorkspaceSize(logarithms.Get(), targets.Get(), losses.Get(), size, executor);
                },
                aclnnMul);
            aclIntArray *all = aclCreateIntArray(nullptr, 0);
            session.Run(
                [&](uint64_t *size, aclOpExecutor **executor) {
                    return aclnnReduceSumGetWorkspaceSize(losses.Get(), all, false, ACL_FLOAT, loss.Get(), size, executor);
                },
                aclnnReduceSum);
            aclDestroyIntArray(all);
            const std::vector<float> results = logarithms.Read();
            int right = 0;
            for (int64_t i = 0; i < kPoints; i++) {
                right += (results[2 * i + 1] > results[2 * i]) == (shares[2 * i + 1] != 0);
            }
            std::printf("step %3d  loss %.4f  %3d of %d right\n", step, loss.Read()[0], right, static_cast<int>(kPoints));
        }

        session.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnLogSoftmaxBackwardGetWorkspaceSize(targets.Get(), logarithms.Get(), 1, by_scores.Get(), size, executor);
            },
            aclnnLogSoftmaxBackward);
        second.Backward(hidden, by_scores);
        second.BackwardToInputs(by_scores, by_hidden);
        session.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnThresholdBackwardGetWorkspaceSize(by_hidden.Get(), sums.Get(), zero.Get(), by_sums.Get(), size, executor);
            },
            aclnnThresholdBackward);
        first.Backward(points, by_sums);
        first.Descend();
        second.Descend();
    }
    return 0;
}
