// Graphs, operators and sessions: there is no engine that runs graphs, and each function that would need one says so.

#include <acl/acl.h>

#include "types.h"

namespace ge {
namespace {

thread_local std::string refusal;

constexpr const char *NO_ENGINE = "hostnpu has no graph engine: graphs are neither compiled nor run. Programs run operators one by one, or capture streams (aclmdlRI)";
constexpr const char *NO_PROTOTYPES = "hostnpu has no prototypes of graph operators";

} // namespace

uint32_t refuse(const char *function, const char *sentence) {
    refusal = std::string(function) + ": " + sentence;
    aclAppLog(ACL_ERROR, function, __FILE__, 0, "%s", sentence);
    return FAILED;
}

const char *last_refusal() { return refusal.c_str(); }

Status GEInitialize(const Options &) { return refuse("GEInitialize", NO_ENGINE); }
Status GEFinalize() { return refuse("GEFinalize", "the graph engine was not initialised"); }
AscendString GEGetErrorMsgV2() { return last_refusal(); }
AscendString GEGetWarningMsgV2() { return ""; }

GNode::GNode() = default;
graphStatus GNode::GetType(AscendString &) const { return refuse("GNode::GetType", "the node belongs to no graph"); }

Operator::Operator() = default;
graphStatus Operator::UpdateInputDesc(const char *, const TensorDesc &) { return refuse("Operator::UpdateInputDesc", NO_PROTOTYPES); }
graphStatus Operator::GetAllIrAttrNamesAndTypes(Options &) const { return refuse("Operator::GetAllIrAttrNamesAndTypes", NO_PROTOTYPES); }

Operator OperatorFactory::CreateOperator(const char *, const char *) {
    refuse("OperatorFactory::CreateOperator", NO_PROTOTYPES);
    return Operator();
}

bool OperatorFactory::IsExistOp(const char *) { return false; }

class GraphImpl {
public:
    std::string name;
};

Graph::Graph(const char *name) : impl_(std::make_shared<GraphImpl>()) { impl_->name = name == nullptr ? "" : name; }

graphStatus Graph::LoadFromSerializedModelArray(const void *, size_t) { return refuse("Graph::LoadFromSerializedModelArray", NO_ENGINE); }
graphStatus Graph::SaveToFile(const char *) const { return refuse("Graph::SaveToFile", NO_ENGINE); }
// Nothing adds a node.
std::vector<GNode> Graph::GetAllNodes() const { return {}; }

graphStatus Graph::CopyFrom(const Graph &other) {
    impl_ = other.impl_ == nullptr ? nullptr : std::make_shared<GraphImpl>(*other.impl_);
    return SUCCESS;
}

bool CompiledGraphSummary::IsStatic() const { return false; }
Status CompiledGraphSummary::GetConstMemorySize(size_t &) const { return refuse("CompiledGraphSummary::GetConstMemorySize", NO_ENGINE); }
Status CompiledGraphSummary::GetFeatureMemorySize(size_t &) const { return refuse("CompiledGraphSummary::GetFeatureMemorySize", NO_ENGINE); }
Status CompiledGraphSummary::GetFixedFeatureMemorySize(size_t &) const { return refuse("CompiledGraphSummary::GetFixedFeatureMemorySize", NO_ENGINE); }
Status CompiledGraphSummary::GetFeatureMemoryBaseRefreshable(bool &) const { return refuse("CompiledGraphSummary::GetFeatureMemoryBaseRefreshable", NO_ENGINE); }
Status CompiledGraphSummary::GetOutputShapes(std::vector<Shape> &) const { return refuse("CompiledGraphSummary::GetOutputShapes", NO_ENGINE); }
Status CompiledGraphSummary::GetOutputDtypes(std::vector<DataType> &) const { return refuse("CompiledGraphSummary::GetOutputDtypes", NO_ENGINE); }

Session::Session(const Options &) { refuse("Session::Session", NO_ENGINE); }
Session::~Session() = default;
Status Session::AddGraph(uint32_t, const Graph &, const Options &) { return refuse("Session::AddGraph", NO_ENGINE); }
Status Session::RemoveGraph(uint32_t) { return refuse("Session::RemoveGraph", NO_ENGINE); }
Status Session::RunGraph(uint32_t, const std::vector<Tensor> &, std::vector<Tensor> &) { return refuse("Session::RunGraph", NO_ENGINE); }
Status Session::RunGraphWithStreamAsync(uint32_t, void *, const std::vector<Tensor> &, std::vector<Tensor> &) {
    return refuse("Session::RunGraphWithStreamAsync", NO_ENGINE);
}
Status Session::CompileGraph(uint32_t) { return refuse("Session::CompileGraph", NO_ENGINE); }
std::shared_ptr<CompiledGraphSummary> Session::GetCompiledGraphSummary(uint32_t) {
    refuse("Session::GetCompiledGraphSummary", NO_ENGINE);
    return nullptr;
}
Status Session::SetGraphConstMemoryBase(uint32_t, const void *, size_t) { return refuse("Session::SetGraphConstMemoryBase", NO_ENGINE); }
Status Session::UpdateGraphFeatureMemoryBase(uint32_t, const void *, size_t) { return refuse("Session::UpdateGraphFeatureMemoryBase", NO_ENGINE); }
Status Session::SetGraphFixedFeatureMemoryBase(uint32_t, const void *, size_t) { return refuse("Session::SetGraphFixedFeatureMemoryBase", NO_ENGINE); }
Status Session::UpdateGraphRefreshableFeatureMemoryBase(uint32_t, const void *, size_t) {
    return refuse("Session::UpdateGraphRefreshableFeatureMemoryBase", NO_ENGINE);
}
Status Session::RegisterExternalAllocator(const void *, std::shared_ptr<Allocator>) const { return refuse("Session::RegisterExternalAllocator", NO_ENGINE); }

} // namespace ge
