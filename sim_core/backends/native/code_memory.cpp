#include "sim_core/backends/native/code_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace sim::native {

CodeMemory::CodeMemory(std::size_t size, const std::function<bool(void*)>& write) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t pages = (size + page - 1) / page * page;
  void* const begin = mmap(nullptr, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return;
  if (!write(begin) || mprotect(begin, pages, PROT_READ | PROT_EXEC) != 0) {
    munmap(begin, pages);
    return;
  }
  begin_ = begin;
  size_ = pages;
}

CodeMemory::CodeMemory(CodeMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}

CodeMemory& CodeMemory::operator=(CodeMemory&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  return *this;
}

CodeMemory::~CodeMemory() {
  if (begin_) munmap(begin_, size_);
}

}  // namespace sim::native
