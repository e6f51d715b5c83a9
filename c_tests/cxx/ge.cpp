// Values of the graph engine hold what they are given; what would need an engine fails, with a sentence.
#include "../src/abi/ge/types.h"

#include "check.h"

namespace ge {
std::string GEGetErrorMsg();
}

using namespace ge;

static int given_back;

static void values() {
    const AscendString empty, word("word");
    CHECK_EQUAL_STRING(empty.GetString(), "");
    CHECK_EQUAL_STRING(word.GetString(), "word");
    CHECK_TRUE(word == AscendString("word") && empty < word && !(word < empty));

    const Shape shape(std::vector<int64_t>{2, 3});
    CHECK_TRUE(shape.GetDims() == (std::vector<int64_t>{2, 3}));

    TensorDesc description;
    description.SetDataType(static_cast<DataType>(1));
    description.SetFormat(FORMAT_NCHW);
    description.SetOriginFormat(FORMAT_ND);
    description.SetOriginShape(shape);
    description.SetPlacement(kPlacementDevice);
    CHECK_EQUAL_INT(description.GetFormat(), FORMAT_NCHW);
    CHECK_EQUAL_INT(description.GetDataType(), 1);
    CHECK_EQUAL_INT(description.GetPlacement(), kPlacementDevice);
    CHECK_TRUE(description.GetShape().GetDims().empty());

    uint8_t bytes[4] = {1, 2, 3, 4};
    {
        Tensor tensor;
        CHECK_EQUAL_INT(tensor.SetTensorDesc(description), SUCCESS);
        description.SetFormat(FORMAT_ND);
        CHECK_EQUAL_INT(tensor.GetFormat(), FORMAT_NCHW);
        CHECK_EQUAL_INT(tensor.SetShapeDimNum(2), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetShapeDim(0, 4), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetShapeDim(2, 4), FAILED);
        CHECK_EQUAL_INT(tensor.GetShapeDim(0), 4);
        CHECK_EQUAL_INT(tensor.GetShapeDimNum(), 2);
        CHECK_EQUAL_INT(tensor.GetOriginShapeDimNum(), 2);
        CHECK_EQUAL_INT(tensor.SetOriginShapeDimNum(1), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetOriginShapeDim(0, 9), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetOriginShapeDimNum(26), FAILED);
        CHECK_EQUAL_INT(tensor.SetFormat(FORMAT_ND), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetDataType(DT_FLOAT), SUCCESS);
        CHECK_EQUAL_INT(tensor.SetPlacement(kPlacementHost), SUCCESS);
        CHECK_EQUAL_INT(tensor.GetFormat(), FORMAT_ND);
        CHECK_EQUAL_INT(tensor.GetDataType(), DT_FLOAT);
        CHECK_EQUAL_INT(tensor.GetPlacement(), kPlacementHost);
        CHECK_TRUE(tensor.GetTensorDesc().GetShape().GetDims() == (std::vector<int64_t>{4, 0}));
        const auto count = [](uint8_t *) { given_back++; };
        CHECK_EQUAL_INT(tensor.SetData(bytes, sizeof bytes, count), SUCCESS);
        CHECK_TRUE(tensor.GetData() == bytes && const_cast<const Tensor &>(tensor).GetData() == bytes);
        CHECK_EQUAL_INT(tensor.ResetData(bytes, sizeof bytes, count), SUCCESS);
        CHECK_EQUAL_INT(given_back, 1);
        CHECK_EQUAL_INT(tensor.SetData(nullptr, 4, count), FAILED);
        CHECK_TRUE(tensor.GetData() == bytes);
        {
            const auto memory = tensor.ResetData();
            CHECK_TRUE(memory.get() == bytes && tensor.GetData() == nullptr);
        }
        CHECK_EQUAL_INT(given_back, 2);
        CHECK_EQUAL_INT(tensor.SetData(bytes, sizeof bytes, count), SUCCESS);
    }
    CHECK_EQUAL_INT(given_back, 3);
    CHECK_EQUAL_STRING(GetFormatName(static_cast<Format>(29)).GetString(), "FRACTAL_NZ");
}

/// The call failed, and the message of the engine begins with its name.
static void refused(uint32_t status, const char *function) {
    CHECK_EQUAL_INT(status, FAILED);
    CHECK_MESSAGE_CONTAINS(GEGetErrorMsg().c_str(), function);
}

static void refusals() {
    const Options none;
    std::vector<Tensor> tensors;
    std::vector<Shape> shapes;
    std::vector<DataType> types;
    refused(GEInitialize(none), "GEInitialize: hostnpu has no graph engine");
    refused(GEFinalize(), "GEFinalize");
    CHECK_EQUAL_STRING(GEGetWarningMsgV2().GetString(), "");

    Graph graph("graph"), other("other");
    CHECK_EQUAL_INT(graph.CopyFrom(other), SUCCESS);
    CHECK_TRUE(graph.GetAllNodes().empty());
    refused(graph.SaveToFile("/tmp/graph"), "SaveToFile");
    refused(graph.LoadFromSerializedModelArray("model", 5), "LoadFromSerializedModelArray");

    CHECK_TRUE(!OperatorFactory::IsExistOp("Add"));
    Operator made = OperatorFactory::CreateOperator("sum", "Add");
    refused(FAILED, "CreateOperator");
    refused(made.UpdateInputDesc("x1", TensorDesc()), "UpdateInputDesc");
    Options attributes;
    refused(made.GetAllIrAttrNamesAndTypes(attributes), "GetAllIrAttrNamesAndTypes");

    Session session(none);
    refused(session.AddGraph(1, graph, none), "AddGraph");
    refused(session.CompileGraph(1), "CompileGraph");
    refused(session.RemoveGraph(1), "RemoveGraph");
    refused(session.RunGraph(1, tensors, tensors), "RunGraph");
    refused(session.RunGraphWithStreamAsync(1, nullptr, tensors, tensors), "RunGraphWithStreamAsync");
    refused(session.SetGraphConstMemoryBase(1, nullptr, 0), "SetGraphConstMemoryBase");
    refused(session.UpdateGraphFeatureMemoryBase(1, nullptr, 0), "UpdateGraphFeatureMemoryBase");
    refused(session.SetGraphFixedFeatureMemoryBase(1, nullptr, 0), "SetGraphFixedFeatureMemoryBase");
    refused(session.UpdateGraphRefreshableFeatureMemoryBase(1, nullptr, 0), "UpdateGraphRefreshableFeatureMemoryBase");
    refused(session.RegisterExternalAllocator(nullptr, nullptr), "RegisterExternalAllocator");
    CHECK_TRUE(session.GetCompiledGraphSummary(1) == nullptr);

    // No session gives a summary; a program could still call one of its own.
    const CompiledGraphSummary summary;
    size_t size = 7;
    bool is_refreshable = true;
    CHECK_TRUE(!summary.IsStatic());
    refused(summary.GetConstMemorySize(size), "GetConstMemorySize");
    refused(summary.GetFeatureMemorySize(size), "GetFeatureMemorySize");
    refused(summary.GetFixedFeatureMemorySize(size), "GetFixedFeatureMemorySize");
    refused(summary.GetFeatureMemoryBaseRefreshable(is_refreshable), "GetFeatureMemoryBaseRefreshable");
    refused(summary.GetOutputShapes(shapes), "GetOutputShapes");
    refused(summary.GetOutputDtypes(types), "GetOutputDtypes");
    CHECK_EQUAL_INT(size, 7);
}

int main() {
    values();
    refusals();
    return check_result();
}
