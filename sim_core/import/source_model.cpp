#include "sim_core/import/source_model.h"

namespace sim::importing {

const SourceSystem* SourceBlock::inside() const { return contents.empty() ? nullptr : &contents.front(); }

std::string collapsed(std::string_view text) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank && space && !out.empty()) out += ' ';
    if (!blank) out += c;
    space = blank;
  }
  return out;
}

SourceSize size_of(const SourceSystem& system) {
  SourceSize size{system.blocks.size(), system.lines.size(), 1};
  for (const SourceBlock& block : system.blocks)
    for (const SourceSystem& inside : block.contents) {
      const SourceSize more = size_of(inside);
      size.blocks += more.blocks, size.lines += more.lines, size.systems += more.systems;
    }
  return size;
}

}  // namespace sim::importing
