#pragma once
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"

namespace sim {

inline const BlockLibrary& inspected_library() {
  static const BlockLibrary library = [] {
    BlockLibrary all = standard_library();
    add_network_libraries(all);
    return all;
  }();
  return library;
}

}  // namespace sim
