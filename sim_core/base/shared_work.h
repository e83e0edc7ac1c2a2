#pragma once
// Pieces of work that threads of this process share: the runs of a study, the frequencies of a response.
#include <cstddef>
#include <functional>

#include "sim_core/base/result.h"

namespace sim {

struct SharedWorkOptions {
  int jobs = 0;  // threads; 0: one for each processor
  // Asked often, from many threads: whether the pieces that are under way are to be given up, and whether no
  // other is to begin for now.
  std::function<bool()> stop = {}, pause = {};
};

// Calls `piece` with the numbers 0 to count - 1, each once and in this order, from many threads; each is Work
// (base/work.h) that stops where the options say so. After one that returns problems no other begins, and
// those under way are stopped; exceptions are such problems, told as failures to `what`. True: all were made;
// false: it was stopped.
Result<bool> share_work(std::size_t count, const SharedWorkOptions& options, const char* what,
                        const std::function<Diagnostics(std::size_t)>& piece);

}  // namespace sim
