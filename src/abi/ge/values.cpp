// Text, shapes, descriptions and tensors: values that hold what they are given.

#include <cstring>

#include "types.h"

namespace ge {

AscendString::AscendString(const char *name) : name_(name == nullptr ? nullptr : std::make_shared<std::string>(name)) {}

const char *AscendString::GetString() const { return name_ == nullptr ? "" : name_->c_str(); }

bool AscendString::operator<(const AscendString &other) const { return std::strcmp(GetString(), other.GetString()) < 0; }

bool AscendString::operator==(const AscendString &other) const { return std::strcmp(GetString(), other.GetString()) == 0; }

class ShapeImpl {
public:
    std::vector<int64_t> extents;
};

Shape::Shape() : impl_(std::make_shared<ShapeImpl>()) {}

Shape::Shape(const std::vector<int64_t> &dims) : Shape() { impl_->extents = dims; }

std::vector<int64_t> Shape::GetDims() const { return impl_ == nullptr ? std::vector<int64_t>() : impl_->extents; }

class TensorDescImpl {
public:
    std::vector<int64_t> extents, origin_extents;
    Format format = FORMAT_ND, origin_format = FORMAT_ND;
    DataType type = DT_FLOAT;
    Placement placement = kPlacementHost;
};

TensorDesc::TensorDesc() : impl_(std::make_shared<TensorDescImpl>()) {}
// Each description has its own value.
TensorDesc::TensorDesc(const TensorDesc &other) : impl_(std::make_shared<TensorDescImpl>(*other.impl_)) {}
TensorDesc::TensorDesc(TensorDesc &&other) : TensorDesc() { impl_.swap(other.impl_); }
TensorDesc &TensorDesc::operator=(const TensorDesc &other) {
    if (this != &other) {
        impl_ = std::make_shared<TensorDescImpl>(*other.impl_);
    }
    return *this;
}
TensorDesc &TensorDesc::operator=(TensorDesc &&other) {
    impl_.swap(other.impl_);
    return *this;
}
Shape TensorDesc::GetShape() const { return Shape(impl_->extents); }
void TensorDesc::SetShape(const Shape &shape) { impl_->extents = shape.GetDims(); }
Format TensorDesc::GetFormat() const { return impl_->format; }
void TensorDesc::SetFormat(Format format) { impl_->format = format; }
Shape TensorDesc::GetOriginShape() const { return Shape(impl_->origin_extents); }
void TensorDesc::SetOriginShape(const Shape &shape) { impl_->origin_extents = shape.GetDims(); }
Format TensorDesc::GetOriginFormat() const { return impl_->origin_format; }
void TensorDesc::SetOriginFormat(Format format) { impl_->origin_format = format; }
DataType TensorDesc::GetDataType() const { return impl_->type; }
void TensorDesc::SetDataType(DataType type) { impl_->type = type; }
Placement TensorDesc::GetPlacement() const { return impl_->placement; }
void TensorDesc::SetPlacement(Placement placement) { impl_->placement = placement; }

class TensorImpl {
public:
    ~TensorImpl() { give_back(); }

    void give_back() {
        if (data != nullptr && deleter) {
            deleter(data);
        }
        data = nullptr;
        size = 0;
        deleter = nullptr;
    }

    TensorDesc description;
    std::vector<int64_t> extents, origin_extents;
    uint8_t *data = nullptr;
    size_t size = 0;
    Tensor::DeleteFunc deleter;
};

namespace {

/// Sets one extent of those there are.
graphStatus set(std::vector<int64_t> &extents, size_t index, int64_t extent, const char *function) {
    if (index >= extents.size()) {
        return refuse(function, "the index is not below the number of dimensions");
    }
    extents[index] = extent;
    return SUCCESS;
}

/// Most dimensions of a tensor.
constexpr size_t MOST = 25;

graphStatus resize(std::vector<int64_t> &extents, size_t number, const char *function) {
    if (number > MOST) {
        return refuse(function, "a tensor has at most 25 dimensions");
    }
    extents.resize(number);
    return SUCCESS;
}

int64_t get(const std::vector<int64_t> &extents, size_t index) { return index < extents.size() ? extents[index] : 0; }

} // namespace

Tensor::Tensor() : impl_(std::make_shared<TensorImpl>()) {}

TensorDesc Tensor::GetTensorDesc() const {
    TensorDesc description = impl_->description;
    description.SetShape(Shape(impl_->extents));
    description.SetOriginShape(Shape(impl_->origin_extents));
    return description;
}

graphStatus Tensor::SetTensorDesc(const TensorDesc &description) {
    impl_->description = description;
    impl_->extents = description.GetShape().GetDims();
    impl_->origin_extents = description.GetOriginShape().GetDims();
    return SUCCESS;
}

const uint8_t *Tensor::GetData() const { return impl_->data; }
uint8_t *Tensor::GetData() { return impl_->data; }
size_t Tensor::GetSize() const { return impl_->size; }

std::unique_ptr<uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
    std::unique_ptr<uint8_t[], DeleteFunc> memory(impl_->data, impl_->deleter ? impl_->deleter : [](uint8_t *) {});
    impl_->data = nullptr;
    impl_->give_back();
    return memory;
}

graphStatus Tensor::ResetData(uint8_t *data, size_t size, const DeleteFunc &deleter) { return SetData(data, size, deleter); }

graphStatus Tensor::SetData(uint8_t *data, size_t size, const DeleteFunc &deleter) {
    if (data == nullptr && size > 0) {
        return refuse("Tensor::SetData", "the memory is null and its size is not 0");
    }
    impl_->give_back();
    impl_->data = data;
    impl_->size = size;
    impl_->deleter = deleter;
    return SUCCESS;
}

graphStatus Tensor::SetOriginShapeDimNum(size_t number) { return resize(impl_->origin_extents, number, "Tensor::SetOriginShapeDimNum"); }
size_t Tensor::GetOriginShapeDimNum() const { return impl_->origin_extents.size(); }
graphStatus Tensor::SetOriginShapeDim(size_t index, int64_t extent) { return set(impl_->origin_extents, index, extent, "Tensor::SetOriginShapeDim"); }
int64_t Tensor::GetOriginShapeDim(size_t index) const { return get(impl_->origin_extents, index); }
graphStatus Tensor::SetShapeDimNum(size_t number) { return resize(impl_->extents, number, "Tensor::SetShapeDimNum"); }
size_t Tensor::GetShapeDimNum() const { return impl_->extents.size(); }
graphStatus Tensor::SetShapeDim(size_t index, int64_t extent) { return set(impl_->extents, index, extent, "Tensor::SetShapeDim"); }
int64_t Tensor::GetShapeDim(size_t index) const { return get(impl_->extents, index); }
Format Tensor::GetFormat() const { return impl_->description.GetFormat(); }
DataType Tensor::GetDataType() const { return impl_->description.GetDataType(); }
Placement Tensor::GetPlacement() const { return impl_->description.GetPlacement(); }

graphStatus Tensor::SetFormat(const Format &format) {
    impl_->description.SetFormat(format);
    return SUCCESS;
}

graphStatus Tensor::SetDataType(const DataType &type) {
    impl_->description.SetDataType(type);
    return SUCCESS;
}

graphStatus Tensor::SetPlacement(const Placement &placement) {
    impl_->description.SetPlacement(placement);
    return SUCCESS;
}

AscendString GetFormatName(Format format) {
    static const std::map<int, const char *> NAMES = {
        {0, "NCHW"},          {1, "NHWC"},          {2, "ND"},        {3, "NC1HWC0"},     {4, "FRACTAL_Z"},    {5, "NC1C0HWPAD"},     {6, "NHWC1C0"},
        {12, "NC1HWC0_C04"},  {13, "FRACTAL_Z_C04"}, {14, "CHWN"},     {16, "HWCN"},       {26, "MD"},          {27, "NDHWC"},         {28, "FRACTAL_ZZ"},
        {29, "FRACTAL_NZ"},   {30, "NCDHW"},        {31, "DHWCN"},    {32, "NDC1HWC0"},   {33, "FRACTAL_Z_3D"}, {34, "CN"},           {35, "NC"},
        {36, "DHWNC"},        {47, "NCL"},
    };
    const auto found = NAMES.find(format);
    return found == NAMES.end() ? "RESERVED" : found->second;
}

} // namespace ge
