// A sequence of at most 64 elements that lie in the object itself, or of at most 256 after `reserve`. The layout is part of the binary interface.
#ifndef HOSTNPU_ATB_SVECTOR_H
#define HOSTNPU_ATB_SVECTOR_H

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <new>
#include <stdexcept>

namespace atb {

constexpr std::size_t MAX_SVECTOR_SIZE = 256;
constexpr std::size_t DEFAULT_SVECTOR_SIZE = 64;
constexpr bool CHECK_BOUND = true;

/// Thrown for an element more than a sequence can hold.
struct MaxSizeExceeded : public std::exception {};

template <class T> class SVector {
public:
    SVector() : storage_() {}

    SVector(std::initializer_list<T> list) : storage_() { assign(list.begin(), list.size()); }

    explicit SVector(std::size_t size, const T &value = T()) : storage_() {
        if (size > DEFAULT_SVECTOR_SIZE) {
            throw MaxSizeExceeded();
        }
        for (size_ = 0; size_ < size; ++size_) {
            storage_[size_] = value;
        }
    }

    SVector(const SVector &other) : storage_() {
        if (other.heap_ != nullptr) {
            reserve(other.capacity_);
        }
        assign(other.begin(), other.size_);
    }

    SVector &operator=(const SVector &other) {
        if (this != &other) {
            if (other.size_ > limit()) {
                reserve(other.capacity_);
            }
            assign(other.begin(), other.size_);
        }
        return *this;
    }

    SVector &operator=(std::initializer_list<T> list) {
        assign(list.begin(), list.size());
        return *this;
    }

    ~SVector() { std::free(heap_); }

    void push_back(const T &value) {
        if (size_ == limit()) {
            throw MaxSizeExceeded();
        }
        data()[size_++] = value;
    }

    void insert(std::size_t position, const T &value) {
        if (position > size_ || size_ == limit()) {
            throw MaxSizeExceeded();
        }
        for (std::size_t index = size_++; index > position; --index) {
            data()[index] = data()[index - 1];
        }
        data()[position] = value;
    }

    /// Makes room for up to 256 elements, and forgets those there are.
    void reserve(std::size_t size) {
        if (size > MAX_SVECTOR_SIZE) {
            throw MaxSizeExceeded();
        }
        if (size > DEFAULT_SVECTOR_SIZE) {
            void *memory = std::calloc(size, sizeof(T));
            if (memory == nullptr) {
                throw std::bad_alloc();
            }
            std::free(heap_);
            heap_ = new (memory) T[size]();
            capacity_ = size;
            size_ = 0;
        }
    }

    void resize(std::size_t size) {
        if (size > limit()) {
            throw MaxSizeExceeded();
        }
        size_ = size;
    }

    T &at(std::size_t index) { return data()[checked(index)]; }
    const T &at(std::size_t index) const { return data()[checked(index)]; }
    T &operator[](std::size_t index) { return at(index); }
    const T &operator[](std::size_t index) const { return at(index); }

    T *data() noexcept { return heap_ != nullptr ? heap_ : storage_; }
    const T *data() const noexcept { return heap_ != nullptr ? heap_ : storage_; }
    T *begin() noexcept { return data(); }
    const T *begin() const noexcept { return data(); }
    T *end() noexcept { return data() + size_; }
    const T *end() const noexcept { return data() + size_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    void clear() noexcept { size_ = 0; }

private:
    std::size_t limit() const noexcept { return heap_ != nullptr ? capacity_ : DEFAULT_SVECTOR_SIZE; }

    std::size_t checked(std::size_t index) const {
        if (index >= size_) {
            throw std::out_of_range("index of an atb::SVector");
        }
        return index;
    }

    void assign(const T *from, std::size_t size) {
        if (size > limit()) {
            throw MaxSizeExceeded();
        }
        for (std::size_t index = 0; index < size; ++index) {
            data()[index] = from[index];
        }
        size_ = size;
    }

    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    T storage_[DEFAULT_SVECTOR_SIZE + 1];
    T *heap_ = nullptr;
};

} // namespace atb

#endif
