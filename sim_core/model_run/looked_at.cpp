#include "sim_core/model_run/looked_at.h"

#include <algorithm>

#include "sim_core/base/attempt.h"
#include "sim_core/diagram/signal_origins.h"

namespace sim {

Result<Compilation> compile_to_look_at(const Diagram& diagram, const BlockLibrary& library,
                                       std::span<const PortRef> looked_at) {
  return attempt("compile the model", {}, [&] {
    auto compilation = compile_or_throw(diagram, library, looked_at);
    if (compilation || looked_at.empty()) return compilation;
    auto without = compile_or_throw(diagram, library);
    if (without) without->looked_at = origin_blocks(diagram, looked_at);
    return without;
  });
}

bool is_for(const Compilation& compilation, const std::set<Id>& looked_at) {
  if (compilation.looked_at == looked_at) return true;
  const Program& program = *compilation.program;
  std::set<Id> computed;
  for (const WatchedSignal& signal : program.watched)
    computed.insert(program.blocks[static_cast<std::size_t>(signal.block)].id);
  return std::ranges::includes(computed, looked_at) &&
         std::ranges::includes(looked_at, compilation.kept_to_look_at);
}

}  // namespace sim
