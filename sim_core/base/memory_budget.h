#pragma once
// How much memory one piece of work may take: what opens a file, compiles a model or runs it asks here before
// it allocates what grows with the model's numbers. What small things take besides is not counted.
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sim {

// The budget of work that begins from now on, in bytes; 1 GB unless somebody sets it. Any thread.
inline constexpr std::size_t default_memory_limit = 1'000'000'000;
// More than the largest has no use: places of numbers in a program are counted in 31 bits.
inline constexpr double least_memory_limit = 1e7, most_memory_limit = 16e9;
std::size_t memory_limit();
void set_memory_limit(std::size_t bytes);

// "720 MB", with three digits; and back: a number with or without a unit, from 10 MB on.
std::string to_memory_text(double bytes);
std::optional<std::size_t> parse_memory(std::string_view text);

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit) : limit_(limit) {}
  // Any thread. False: it would be exceeded, and nothing is taken.
  bool take(std::size_t bytes);
  void give_back(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> used_{0};
};

// Thrown where more is asked for than is left; failure_report() tells it.
class OverBudget : public std::exception {
 public:
  // `path`: of the element that asked; may be empty.
  OverBudget(std::string path, double bytes, const MemoryBudget& budget);
  const char* what() const noexcept override { return message_.c_str(); }
  const std::string& path() const { return path_; }
  static std::string remedy();

 private:
  std::string path_, message_;
};

// What some object takes of the budget of its thread's work (work.h), for as long as it lives. Copies take as
// much again. Counted in pieces of 64 kB: what is small costs nothing.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  // Both throw OverBudget.
  explicit MemoryCharge(std::size_t bytes) { grow(bytes); }
  void grow(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ - taken_ >= piece) take();
  }

  MemoryCharge(const MemoryCharge& other) : MemoryCharge(other.bytes_) {}
  MemoryCharge(MemoryCharge&& other) noexcept
      : budget_(std::move(other.budget_)),
        bytes_(std::exchange(other.bytes_, 0)),
        taken_(std::exchange(other.taken_, 0)) {}
  MemoryCharge& operator=(MemoryCharge other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    std::swap(taken_, other.taken_);
    return *this;
  }
  ~MemoryCharge() {
    if (budget_) budget_->give_back(taken_);
  }

 private:
  void take();
  static constexpr std::size_t piece = 1 << 16;
  std::shared_ptr<MemoryBudget> budget_;
  std::size_t bytes_ = 0, taken_ = 0;
};

}  // namespace sim
