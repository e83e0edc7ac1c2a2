#pragma once
// The page of a block, written from its declaration and from what the compiler finds in its equations: what
// it computes, its ports, parameters and states, zero crossings, examples that use it, and its neighbors.
#include <QString>

#include "editor/help/example_index.h"
#include "editor/theme.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

// HTML. Pictures: formula:... (doc_html.h) and icon:ID. Links: block:ID to other pages, index: to that of all
// blocks, category:NAME; example:PATH, and insert:ID ask for something to be done.
QString blockHelpPage(const sim::BlockType& type, const sim::BlockLibrary& library,
                      const ExampleIndex& examples, const Theme& theme);

// All blocks by category, each with its summary; `category`: only those of one.
QString blockIndexPage(const sim::BlockLibrary& library, const Theme& theme, const QString& category = {});

}  // namespace fluxion
