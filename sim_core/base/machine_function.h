#pragma once
// out = f(t, x) as one piece of machine code, which can be called with nothing to prepare or to look at
// behind it. A view: it is gone with what it was made for.
#include <cstddef>
#include <cstdint>

namespace sim {

struct MachineFunction {
  using Code = int (*)(double* memory, const double* x, double* out, const char* open, void* context);
  Code code = nullptr;              // null: there is none
  double* const* memory = nullptr;  // which may move from call to call
  std::ptrdiff_t time_at = 0;       // in there
  const char* open = nullptr;
  void* context = nullptr;
  std::uint64_t* evaluations = nullptr;  // counts them

  explicit operator bool() const { return code != nullptr; }
  // x and out do not overlap. False: the function has no value there; whoever wants to know why evaluates it
  // in the usual way.
  bool operator()(double t, const double* x, double* out) const {
    ++*evaluations;
    (*memory)[time_at] = t;
    return code(*memory, x, out, open, context) == 0;
  }
};

}  // namespace sim
