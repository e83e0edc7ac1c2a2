#pragma once
// Memory for machine code, freed with the object. It is written first and executable from then on, never
// both: each piece of code has pages of its own.
#include <cstddef>
#include <functional>

namespace sim::native {

class CodeMemory {
 public:
  // `write` fills `size` bytes where they will stay and says whether it could. Empty where the system gives
  // no such memory.
  CodeMemory(std::size_t size, const std::function<bool(void*)>& write);
  CodeMemory() = default;
  CodeMemory(CodeMemory&& other) noexcept;
  CodeMemory& operator=(CodeMemory&& other) noexcept;
  ~CodeMemory();

  explicit operator bool() const { return begin_ != nullptr; }
  const void* begin() const { return begin_; }
  std::size_t size() const { return size_; }

 private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;  // of the pages
};

}  // namespace sim::native
