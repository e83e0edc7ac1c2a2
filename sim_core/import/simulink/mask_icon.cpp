#include "sim_core/import/simulink/read_mask.h"

namespace sim::importing::simulink {

// What stands between the parentheses of the first call of `function`; empty: there is none.
static std::string arguments_of(const std::string& display, const std::string& function) {
  const std::size_t at = display.find(function + '(');
  if (at == display.npos || (at > 0 && std::isalnum(static_cast<unsigned char>(display[at - 1])))) return {};
  const std::size_t open = at + function.size() + 1;
  int depth = 1;
  std::size_t end = open;
  for (bool text = false; end < display.size(); ++end) {
    const char c = display[end];
    if (c == '\'') text = !text;
    if (text) continue;
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && --depth == 0) break;
  }
  return display.substr(open, end - open);
}

static std::vector<std::string> split_arguments(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// 'two\nlines' -> the text.
static std::string quoted_text(const std::string& text) {
  const std::size_t open = text.find('\''), close = text.find('\'', open + 1);
  if (open == text.npos || close == text.npos || collapsed(text.substr(0, open)) != "") return {};
  std::string out = text.substr(open + 1, close - open - 1);
  for (std::size_t at = out.find("\\n"); at != out.npos; at = out.find("\\n", at)) out.replace(at, 2, "\n");
  return out;
}

MaskIcon icon_of(const std::string& display) {
  MaskIcon icon;
  for (const char* function : {"disp", "fprintf"})
    if (const std::string text = quoted_text(arguments_of(display, function)); !text.empty()) {
      icon.kind = MaskIconKind::Text;
      icon.content = text;
      return icon;
    }
  const auto points = split_arguments(arguments_of(display, "plot"));
  if (points.size() == 1 && points[0].empty()) return icon;
  if (points.size() > 2) return icon;  // several curves
  icon.kind = MaskIconKind::Plot;
  icon.y = points.back();
  if (points.size() == 2) icon.x = points.front();
  return icon;
}

}  // namespace sim::importing::simulink
