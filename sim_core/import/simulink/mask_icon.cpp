#include "sim_core/diagram/mask_drawing.h"
#include "sim_core/expr/statement_split.h"
#include "sim_core/import/simulink/read_mask.h"

namespace sim::importing::simulink {

// What stands between the parentheses of a statement that is a call of `function`; none: it is none.
static std::optional<std::vector<std::string>> arguments_of(const std::string& statement,
                                                            const std::string& function) {
  if (!statement.starts_with(function + '(') || !statement.ends_with(')')) return std::nullopt;
  return expr::split_arguments(
      std::string_view(statement).substr(function.size() + 1, statement.size() - function.size() - 2));
}

// 'two\nlines' -> the text; empty: it is more than a text.
static std::string quoted_text(const std::string& text) {
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return {};
  std::string out = text.substr(1, text.size() - 2);
  for (std::size_t at = out.find('\''); at != out.npos; at = out.find('\'', at + 1)) {
    if (out.compare(at, 2, "\'\'") != 0) return {};
    out.erase(at, 1);
  }
  for (std::size_t at = out.find("\\n"); at != out.npos; at = out.find("\\n", at)) out.replace(at, 2, "\n");
  return out;
}

// Of a single command that is the text or the plot of an icon.
static std::optional<MaskIcon> simple_icon(const std::string& statement) {
  MaskIcon icon;
  for (const char* function : {"disp", "fprintf"}) {
    const auto given = arguments_of(statement, function);
    if (!given || given->size() != 1) continue;
    icon.kind = MaskIconKind::Text;
    icon.content = quoted_text(given->front());
    // Braces would stand for values, % for what fills it.
    if (!icon.content.empty() && icon.content.find_first_of("{%") == icon.content.npos) return icon;
  }
  const auto points = arguments_of(statement, "plot");
  if (!points || points->empty() || points->size() > 2) return std::nullopt;
  icon = {MaskIconKind::Plot};
  icon.y = points->back();
  if (points->size() == 2) icon.x = points->front();
  return icon;
}

MaskIcon icon_of(const std::string& display, std::vector<std::string>& remarks) {
  const std::vector<std::string> statements = expr::split_statements(display);
  if (statements.empty()) return {};
  if (statements.size() == 1)
    if (auto icon = simple_icon(statements.front())) return *icon;
  const std::vector<std::string> others = commands_not_drawn(display);
  for (const std::string& statement : others)
    remarks.push_back("of its icon this is not drawn: " + collapsed(statement).substr(0, 80));
  MaskIcon icon;
  icon.content = others.empty() ? display : drawable_commands(display);
  if (!icon.content.empty()) icon.kind = MaskIconKind::Plot;
  return icon;
}

}  // namespace sim::importing::simulink
