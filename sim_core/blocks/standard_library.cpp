#include "sim_core/blocks/standard_library.h"

#include "sim_core/blocks/standard_blocks.h"

namespace sim {

namespace blocks {

#define BLOCK(name) void name(BlockTypeBuilder&);
#include "sim_core/blocks/standard_blocks.def"
#undef BLOCK

}  // namespace blocks

BlockLibrary standard_library() {
  BlockLibrary library;
  auto declare = [&](void (*block)(BlockTypeBuilder&)) {
    BlockTypeBuilder builder;
    block(builder);
    library.add(builder.take());
  };
#define BLOCK(name) declare(blocks::name);
#include "sim_core/blocks/standard_blocks.def"
#undef BLOCK
  return library;
}

}  // namespace sim
