#include <algorithm>
#include <cctype>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/reports/markdown.h"
#include "sim_core/reports/reference.h"

namespace sim {

static std::string anchor_of(std::string_view name) {
  std::string anchor(name);
  for (char& c : anchor) c = lower_case(c);
  return anchor;
}

static bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

// "RelTol", but not "Solver", which is a word as well.
static bool is_compound(std::string_view word) {
  return std::ranges::count_if(word, [](unsigned char c) { return std::isupper(c); }) > 1;
}

// The help, in which names of other settings lead to them.
static std::string help_of(const SettingSpec& spec) {
  const std::string help = markdown_text(spec.help);
  std::string out;
  for (std::size_t at = 0; at < help.size();) {
    std::size_t end = at;
    while (end < help.size() && is_letter(help[end]) == is_letter(help[at])) ++end;
    const std::string word = help.substr(at, end - at);
    const SettingSpec* other = is_compound(word) ? find_setting(word) : nullptr;
    out += other && other != &spec ? '[' + word + "](#" + anchor_of(word) + ')' : word;
    at = end;
  }
  return out;
}

static std::string value_of(const SettingSpec& spec) {
  if (is_expression(spec.kind))
    return spec.kind == SettingKind::Vector ? "an expression, or several" : "an expression";
  if (spec.kind == SettingKind::Files) return "names of files";
  if (spec.kind == SettingKind::Statements) return "lines <code>name = expression</code>";
  if (spec.kind == SettingKind::Flag) return "<code>on</code>, <code>off</code>";
  std::vector<std::string> choices;
  for (const std::string_view choice : spec.choices) choices.push_back(markdown_code(choice));
  return join(choices, ", ");
}

ReferencePage settings_page() {
  std::vector<std::string_view> pages;
  for (const SettingSpec& spec : all_settings())
    if (std::ranges::find(pages, spec.page) == pages.end()) pages.push_back(spec.page);
  std::string text =
      "# Settings\n\nThe settings of a model, by page of the Configuration dialog (Ctrl+E). The name in code "
      "is that of the model file and of <code>fluxion-cli --config</code>. Expressions may use the model's "
      "variables, and times may have a unit: <code>5 ms</code>.\n\n";
  for (const std::string_view page : pages) {
    text += "## " + markdown_text(page) + " {#page-" + anchor_of(page.substr(0, page.find(' '))) + "}\n\n";
    for (const SettingSpec& spec : all_settings()) {
      if (spec.page != page) continue;
      text += "### " + markdown_text(spec.label) + " {#" + anchor_of(spec.name) + "}\n\n";
      text += markdown_code(spec.name) + ", default " + markdown_code(spec.default_value) +
              (spec.unit.empty() ? "" : ' ' + markdown_text(spec.unit)) + ": " + value_of(spec) + "\n\n";
      text += help_of(spec) + "\n\n";
    }
  }
  return {"settings.md", std::move(text)};
}

}  // namespace sim
