#pragma once
// One block of an Xcos diagram as a block of the neutral tree, without what is inside of it.
#include <string>

#include "sim_core/import/source_model.h"
#include "sim_core/import/xcos/activation.h"

namespace sim::importing::xcos {

SourceBlock block_source(const Scope& scope, int block);

// The text of HTML, as far as it is text: line breaks are kept, entities are characters.
std::string plain_text(const std::string& html);

}  // namespace sim::importing::xcos
