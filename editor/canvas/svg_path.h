#pragma once
// SVG path data as a painter path: the commands M L H V C S Q T A Z, absolute and relative. Stops at the
// first thing it does not understand and keeps what came before, as SVG renderers do.
#include <QPainterPath>
#include <string>
#include <string_view>

namespace fluxion {

QPainterPath svgPath(std::string_view data);

// The same, read once and kept: for icons of block types, of which there are not many.
const QPainterPath& keptSvgPath(const std::string& data);

}  // namespace fluxion
