#pragma once
// The reference of all blocks and settings as pages of Markdown, written from their declarations.
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"

namespace sim {

struct ReferencePage {
  std::string path;  // relative, "blocks/math-operations.md"
  std::string text;  // lines end in LF
};

// blocks.md lists the blocks by category; blocks/CATEGORY.md describes those of one. A block's anchor is its
// id with dashes, "math-gain".
std::vector<ReferencePage> block_pages(const BlockLibrary& library);

// settings.md, in the order of the Configuration dialog. A setting's anchor is its name in lower case.
ReferencePage settings_page();

}  // namespace sim
