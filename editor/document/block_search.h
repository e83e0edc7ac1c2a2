#pragma once
// Finding block types by what people call them: label, keywords from other tools, category, documentation.
#include <QString>
#include <vector>

#include "sim_core/block/block_library.h"

namespace fluxion {

// How well `words` describe the type: 0 not at all. The exact word counts more than its beginning, a label
// more than the names in other tools, and among equals what is used more. Every word must be found.
inline constexpr int exactMatch = 900;  // at least: one of the words is exactly a name of the block
inline constexpr int namedSo = 400;     // at least: it is part of one of them
int matchScore(const sim::BlockType& type, const QString& words);

// The name from another tool by which `words` find the type; empty where its label does, or nothing.
QString matchedKeyword(const sim::BlockType& type, const QString& words);

// The types that match, best first; all, in the library's order, when there are no words.
std::vector<const sim::BlockType*> searchBlocks(const sim::BlockLibrary& library, const QString& words);

}  // namespace fluxion
