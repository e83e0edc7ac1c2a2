#pragma once
// The step functions of slower rates, and what the base step does for them; see rate_tasks.h.
#include <deque>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/kernel_text.h"
#include "sim_core/backends/c_source/model_places.h"
#include "sim_core/backends/c_source/rate_tasks.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::c_source {

// Their tapes: of each task what it computes, and its outputs before its first hit.
class TaskTapes {
 public:
  explicit TaskTapes(const TaskedProgram& tasked);
  TaskTapes(const TaskTapes&) = delete;
  TaskTapes& operator=(const TaskTapes&) = delete;

  std::vector<KernelApart> kernels() const;
  struct Taped {
    interpreter::MemoryMap map;
    interpreter::Tape tape;
    const Kernel& kernel;
  };
  const Taped& results(std::size_t task) const { return taped_[2 * task]; }
  const Taped& first_outputs(std::size_t task) const { return taped_[2 * task + 1]; }

 private:
  std::deque<Taped> taped_;
};

// Adds features and values to the filling, and says what there is. `places`: of the kernels of `tapes`;
// `columns`: how many the whole program records. Returns the functions that compute the tasks.
std::string add_tasks(Filling& filling, const TaskedProgram& tasked, const TaskTapes& tapes,
                      const std::vector<Places>& places, int columns, Shared& shared,
                      std::vector<WrittenTask>& written);

}  // namespace sim::c_source
