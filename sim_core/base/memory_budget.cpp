#include "sim_core/base/memory_budget.h"

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/base/work.h"

namespace sim {

static std::atomic<std::size_t> limit_of_new_work{default_memory_limit};

std::size_t memory_limit() { return limit_of_new_work.load(std::memory_order_relaxed); }
void set_memory_limit(std::size_t bytes) { limit_of_new_work.store(bytes, std::memory_order_relaxed); }

std::string to_memory_text(double bytes) {
  const char* unit = "bytes";
  for (const char* larger : {"kB", "MB", "GB", "TB"}) {
    if (bytes < 999.5) break;
    bytes /= 1000;
    unit = larger;
  }
  return to_text(bytes, 3) + ' ' + unit;
}

std::optional<std::size_t> parse_memory(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && ((text[digits] >= '0' && text[digits] <= '9') || text[digits] == '.'))
    ++digits;
  const auto number = parse_number(text.substr(0, digits));
  text.remove_prefix(digits);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  double bytes = number.value_or(0);
  if (!text.empty() && text != "B") {
    const std::size_t power = std::string_view("kMGT").find(text.front() == 'K' ? 'k' : text.front());
    if (power == std::string_view::npos || (text.size() > 1 && text.substr(1) != "B")) return std::nullopt;
    for (std::size_t k = 0; k <= power; ++k) bytes *= 1000;
  }
  if (!(bytes >= least_memory_limit && bytes <= most_memory_limit)) return std::nullopt;
  return static_cast<std::size_t>(bytes);
}

bool MemoryBudget::take(std::size_t bytes) {
  std::size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ || used > limit_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

OverBudget::OverBudget(std::string path, double bytes, const MemoryBudget& budget)
    : path_(std::move(path)),
      message_(to_memory_text(bytes) + " more memory is needed; " +
               to_memory_text(static_cast<double>(budget.used())) + " of the limit of " +
               to_memory_text(static_cast<double>(budget.limit())) + " is in use") {}

std::string OverBudget::remedy() {
  return "use smaller arrays or shorter delays, or allow more memory (--memory, or Memory Limit in the "
         "Simulation menu)";
}

// An object goes on with the budget that it began with: that of the work that made it.
void MemoryCharge::take() {
  Work* const work = Work::current();
  if (!budget_) {
    if (!work) return;
    budget_ = work->budget();
  }
  const std::size_t more = bytes_ - taken_;
  if (!budget_->take(more))
    throw OverBudget(work ? std::string(work->place()) : std::string(), static_cast<double>(more), *budget_);
  taken_ = bytes_;
}

}  // namespace sim
