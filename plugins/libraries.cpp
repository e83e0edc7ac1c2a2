#include "plugins/libraries.h"

#include "plugins/converters/blocks.h"
#include "plugins/driveline/blocks.h"
#include "plugins/electrical/blocks.h"
#include "plugins/hydraulic/blocks.h"
#include "plugins/magnetic/blocks.h"
#include "plugins/planar/blocks.h"
#include "plugins/thermal/blocks.h"

namespace sim {

void add_network_libraries(BlockLibrary& library) {
  const auto declare = [&](void (*block)(BlockTypeBuilder&)) {
    BlockTypeBuilder builder;
    block(builder);
    library.add(builder.take());
  };
#define BLOCK(name) declare(driveline::name);
#include "plugins/driveline/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(electrical::name);
#include "plugins/electrical/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(thermal::name);
#include "plugins/thermal/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(hydraulic::name);
#include "plugins/hydraulic/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(magnetic::name);
#include "plugins/magnetic/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(converters::name);
#include "plugins/converters/blocks.def"
#undef BLOCK
#define BLOCK(name) declare(planar::name);
#include "plugins/planar/blocks.def"
#undef BLOCK
}

}  // namespace sim
