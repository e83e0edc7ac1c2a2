// fluxion-cli blocks: the block types with their ports and parameters, for people and for generators of
// models.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "sim_core/reports/block_list.h"
#include "sim_core/scripting/named_edits.h"

namespace fluxion {

int blocksCommand(const Arguments& arguments) {
  sim::Diagnostics warnings;
  const sim::BlockLibrary library = arguments.has("--built-in") ? builtInLibrary() : loadLibrary(warnings);
  report({}, warnings);
  std::vector<const sim::BlockType*> types = library.all();
  if (!arguments.model.empty()) {
    const auto type = sim::find_type(library, arguments.model);
    if (!type) {
      report("fluxion-cli", type.errors());
      return ModelError;
    }
    types = {*type};
  }
  const std::string text = arguments.has("--json")   ? sim::blocks_json(types, library)
                           : arguments.model.empty() ? sim::block_list_text(library)
                                                     : sim::block_text(*types.front(), library);
  return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? ModelError : Success;
}

}  // namespace fluxion
