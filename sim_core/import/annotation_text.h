#pragma once
#include <string>
#include <string_view>

#include "sim_core/diagram/geometry.h"

namespace sim::importing {

// The text of an annotation as Markdown: plain text keeps its line ends, HTML keeps bold, italics, lists and
// line ends. What it refers to (pictures, style sheets) is left out.
std::string annotation_text(std::string_view text);

// The size that a text takes, in pixels.
Size size_of_text(std::string_view text);

}  // namespace sim::importing
