#pragma once
// A library's function that takes long and knows of no stop, such as a dense factorization: it is computed in
// a thread of its own while this one waits, and left where the work of this thread (work.h) is asked to stop.
// What was left goes on unseen until it ends or looks at the stop itself.
//
//   return leave_on_stop(n * n * n, [a = std::move(a)] { return Matrix(a.inverse()); });
//
// `compute` owns what it uses, or shares it: who waits may be gone before it ends. What it throws is thrown
// here. With fewer than a few million operations, and where nobody could stop it, it is computed in this
// thread.
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "sim_core/base/work.h"

namespace sim {

// Throws WorkStopped where it leaves.
void run_apart(std::function<void()> task);

template <class Compute>
auto leave_on_stop(double operations, Compute compute) -> std::invoke_result_t<Compute&> {
  constexpr double soon = 2e7;
  if (operations < soon || !Work::current()) return compute();
  struct Shared {
    Compute compute;
    std::optional<std::invoke_result_t<Compute&>> result = {};
  };
  const auto shared = std::make_shared<Shared>(Shared{std::move(compute)});
  run_apart([shared] { shared->result.emplace(shared->compute()); });
  return *std::move(shared->result);
}

}  // namespace sim
