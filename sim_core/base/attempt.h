#pragma once
// A piece of work (work.h) from its beginning to its end, for who wants a result and no exception: it has a
// budget of memory of its own and stops with the work around it, and what it throws becomes the error that
// says why there is no result.
//
//   return attempt("open the file", path, [&] { return read(path); });
#include <string>
#include <type_traits>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/result.h"
#include "sim_core/base/work.h"

namespace sim {

// `piece` gives a Result. `doing`: for the message, "compile the model". `path`: where the error is, where
// what was thrown does not say; may be empty.
template <class Piece>
auto attempt(const std::string& doing, const std::string& path, Piece&& piece)
    -> std::invoke_result_t<Piece&> {
  try {
    const Work work;
    return piece();
  } catch (...) {
    Diagnostic failure = failure_report(doing);
    if (failure.path.empty()) failure.path = path;
    return failure;
  }
}

}  // namespace sim
