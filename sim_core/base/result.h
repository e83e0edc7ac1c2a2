#pragma once
// Either a value or the diagnostics that say why there is none.
#include <cassert>
#include <optional>
#include <utility>

#include "sim_core/base/diagnostic.h"

namespace sim {

template <class T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Diagnostic d) : diagnostics_{std::move(d)} {}
  Result(Diagnostics ds) : diagnostics_(std::move(ds)) { assert(!diagnostics_.empty()); }

  explicit operator bool() const { return value_.has_value(); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  // Why there is no value.
  const Diagnostics& errors() const { return diagnostics_; }
  const Diagnostic& error() const { return diagnostics_.front(); }

 private:
  const T& value() const {
    assert(value_);
    return *value_;
  }
  T& value() {
    assert(value_);
    return *value_;
  }
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace sim
