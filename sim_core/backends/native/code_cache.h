#pragma once
// The machine code of a program, shared by all that evaluates it, or the same with other parameters, in any
// thread; freed with the last of these programs.
#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "sim_core/backends/native/kernel_writer.h"
#include "sim_core/program/program.h"

namespace sim::native {

class CodeCache {
 public:
  // Of this program, for the instructions that may be used now.
  static std::shared_ptr<CodeCache> of(const Program& program);

  // Counts an evaluation without machine code, in whichever run; how many there have been.
  int count_evaluation(KernelKind kind) {
    return 1 + entries_[static_cast<std::size_t>(kind)].evaluations.fetch_add(1, std::memory_order_relaxed);
  }
  // Of one of its kernels; null where there is none.
  const NativeKernel* kernel(KernelKind kind, const interpreter::Tape& tape,
                             const interpreter::MemoryMap& map, const Program& program,
                             RunOnInterpreter interpret);

 private:
  struct Entry {
    std::atomic<int> evaluations{0};
    bool made = false;
    std::optional<NativeKernel> kernel;
  };
  std::mutex mutex_;
  Level level_ = Level::Sse2;
  std::array<Entry, kernel_count> entries_;
};

}  // namespace sim::native
