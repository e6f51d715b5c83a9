// The classes of the graph engine that libraries bind to when they are loaded, as far as they bind to them. A graph is never run here: values are real, and what would do work says that it cannot.
// Members are part of the binary interface: they are copied and destroyed by the code that includes the vendor's headers.
#ifndef HOSTNPU_ABI_GE_TYPES_H
#define HOSTNPU_ABI_GE_TYPES_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ge {

using Status = uint32_t;
using graphStatus = uint32_t;
constexpr uint32_t SUCCESS = 0;
constexpr uint32_t FAILED = 0xFFFFFFFF;

enum Format : int { FORMAT_NCHW = 0, FORMAT_ND = 2 };
enum DataType : int { DT_FLOAT = 0, DT_UNDEFINED = 28 };
enum Placement : int { kPlacementHost = 0, kPlacementDevice = 1 };

/// Text that two standard libraries can exchange.
class AscendString {
public:
    AscendString() = default;
    AscendString(const char *name);
    const char *GetString() const;
    bool operator<(const AscendString &other) const;
    bool operator==(const AscendString &other) const;

private:
    std::shared_ptr<std::string> name_;
};

using Options = std::map<AscendString, AscendString>;

class ShapeImpl;
class Shape {
public:
    Shape();
    explicit Shape(const std::vector<int64_t> &dims);
    std::vector<int64_t> GetDims() const;

private:
    std::shared_ptr<ShapeImpl> impl_;
};

class TensorDescImpl;
class TensorDesc {
public:
    TensorDesc();
    TensorDesc(const TensorDesc &other);
    TensorDesc(TensorDesc &&other);
    TensorDesc &operator=(const TensorDesc &other);
    TensorDesc &operator=(TensorDesc &&other);
    Shape GetShape() const;
    void SetShape(const Shape &shape);
    Format GetFormat() const;
    void SetFormat(Format format);
    Shape GetOriginShape() const;
    void SetOriginShape(const Shape &shape);
    Format GetOriginFormat() const;
    void SetOriginFormat(Format format);
    DataType GetDataType() const;
    void SetDataType(DataType type);
    Placement GetPlacement() const;
    void SetPlacement(Placement placement);

private:
    std::shared_ptr<TensorDescImpl> impl_;
};

class TensorImpl;
/// A description and memory, which the tensor gives back when it is the last to have it.
class Tensor {
public:
    using DeleteFunc = std::function<void(uint8_t *)>;
    Tensor();
    TensorDesc GetTensorDesc() const;
    graphStatus SetTensorDesc(const TensorDesc &description);
    const uint8_t *GetData() const;
    uint8_t *GetData();
    size_t GetSize() const;
    std::unique_ptr<uint8_t[], DeleteFunc> ResetData();
    graphStatus ResetData(uint8_t *data, size_t size, const DeleteFunc &deleter);
    graphStatus SetData(uint8_t *data, size_t size, const DeleteFunc &deleter);
    graphStatus SetOriginShapeDimNum(size_t number);
    size_t GetOriginShapeDimNum() const;
    graphStatus SetOriginShapeDim(size_t index, int64_t extent);
    int64_t GetOriginShapeDim(size_t index) const;
    graphStatus SetShapeDimNum(size_t number);
    size_t GetShapeDimNum() const;
    graphStatus SetShapeDim(size_t index, int64_t extent);
    int64_t GetShapeDim(size_t index) const;
    graphStatus SetFormat(const Format &format);
    Format GetFormat() const;
    graphStatus SetDataType(const DataType &type);
    DataType GetDataType() const;
    graphStatus SetPlacement(const Placement &placement);
    Placement GetPlacement() const;

private:
    std::shared_ptr<TensorImpl> impl_;
};

class NodeImpl;
class GNode {
public:
    GNode();
    graphStatus GetType(AscendString &type) const;

private:
    std::shared_ptr<NodeImpl> impl_;
};

class OperatorImpl;
class Operator {
public:
    Operator();
    virtual ~Operator() = default;
    graphStatus UpdateInputDesc(const char *name, const TensorDesc &description);
    graphStatus GetAllIrAttrNamesAndTypes(Options &attributes) const;

private:
    std::shared_ptr<OperatorImpl> impl_;
};

class OperatorFactory {
public:
    static Operator CreateOperator(const char *name, const char *type);
    static bool IsExistOp(const char *type);
};

class GraphImpl;
class Graph {
public:
    explicit Graph(const char *name);
    graphStatus LoadFromSerializedModelArray(const void *model, size_t size);
    graphStatus SaveToFile(const char *path) const;
    std::vector<GNode> GetAllNodes() const;
    graphStatus CopyFrom(const Graph &other);

private:
    std::shared_ptr<GraphImpl> impl_;
};

class SummaryData;
/// What a compiled graph needs. No session makes one.
class CompiledGraphSummary {
public:
    bool IsStatic() const;
    Status GetConstMemorySize(size_t &size) const;
    Status GetFeatureMemorySize(size_t &size) const;
    Status GetFixedFeatureMemorySize(size_t &size) const;
    Status GetFeatureMemoryBaseRefreshable(bool &is_refreshable) const;
    Status GetOutputShapes(std::vector<Shape> &shapes) const;
    Status GetOutputDtypes(std::vector<DataType> &types) const;

private:
    std::shared_ptr<SummaryData> data_;
};

class Allocator;

/// A session of the graph engine: it takes no graph.
class Session {
public:
    explicit Session(const Options &options);
    ~Session();
    Status AddGraph(uint32_t graph, const Graph &contents, const Options &options);
    Status RemoveGraph(uint32_t graph);
    Status RunGraph(uint32_t graph, const std::vector<Tensor> &inputs, std::vector<Tensor> &outputs);
    Status RunGraphWithStreamAsync(uint32_t graph, void *stream, const std::vector<Tensor> &inputs, std::vector<Tensor> &outputs);
    Status CompileGraph(uint32_t graph);
    std::shared_ptr<CompiledGraphSummary> GetCompiledGraphSummary(uint32_t graph);
    Status SetGraphConstMemoryBase(uint32_t graph, const void *memory, size_t size);
    Status UpdateGraphFeatureMemoryBase(uint32_t graph, const void *memory, size_t size);
    Status SetGraphFixedFeatureMemoryBase(uint32_t graph, const void *memory, size_t size);
    Status UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph, const void *memory, size_t size);
    Status RegisterExternalAllocator(const void *stream, std::shared_ptr<Allocator> allocator) const;

private:
    uint64_t session_ = 0;
};

Status GEInitialize(const Options &options);
Status GEFinalize();
AscendString GEGetErrorMsgV2();
AscendString GEGetWarningMsgV2();
AscendString GetFormatName(Format format);

/// Keeps why a call of this thread failed, for `GEGetErrorMsg`, writes it to the log, and returns the status of failures.
uint32_t refuse(const char *function, const char *sentence);
/// The last sentence of this thread.
const char *last_refusal();

} // namespace ge

#endif
