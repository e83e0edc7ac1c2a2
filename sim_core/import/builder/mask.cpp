#include "sim_core/diagram/file.h"
#include "sim_core/expr/parser.h"
#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

static MaskParameter parameter_of(const SourceMaskParameter& source, const MappingTable& table,
                                  std::vector<std::string>& remarks) {
  MaskParameter p;
  p.name = source.name;
  p.label = source.prompt;
  p.evaluate = source.evaluate;
  p.expression = source.value;
  if (source.editor == "popup") {
    p.editor = MaskEditor::Choice;
    p.choices = source.choices;
    if (p.choices.size() > max_mask_choices) p.choices.resize(max_mask_choices);
    // An evaluated popup is the number of the choice.
    if (p.evaluate) {
      p.evaluate = false;
      for (std::size_t n = 0; n < source.choices.size(); ++n)
        if (source.choices[n] == source.value) p.evaluate = true, p.expression = std::to_string(n + 1);
      if (p.evaluate) {
        p.description = "1 to " + std::to_string(source.choices.size()) + ": ";
        for (std::size_t n = 0; n < source.choices.size(); ++n)
          p.description += (n ? ", " : "") + source.choices[n], p.choices[n] = std::to_string(n + 1);
      }
    }
  } else if (source.editor == "checkbox") {
    p.editor = MaskEditor::Flag;
    p.evaluate = true;
    p.expression = source.value == "on" ? "1" : "0";
  } else if (!p.evaluate) {
    p.editor = MaskEditor::Text;
  } else if (table.translate) {
    TranslatedText text = table.translate(source.value);
    p.expression = std::move(text.text);
    for (std::string& remark : text.remarks) remarks.push_back(source.name + ": " + remark);
  }
  return p;
}

// In one line: a line end within brackets begins a new row.
static std::string in_one_line(const std::string& text) {
  std::string out;
  int brackets = 0;
  for (const char c : text) {
    if (c == '[') ++brackets;
    if (c == ']') --brackets;
    if (c != '\n' && c != '\r') {
      out += c;
      continue;
    }
    const std::size_t last = out.find_last_not_of(" \t");
    const char before = last == out.npos ? '[' : out[last];
    out += c == '\n' && brackets > 0 && before != ';' && before != '[' ? ';' : ' ';
  }
  return collapsed(out);
}

Mask mask_of(const SourceMask& source, const MappingTable& table, std::vector<std::string>& remarks) {
  Mask mask;
  mask.description = source.description;
  if (!source.help.empty() && source.help.rfind("http", 0) != 0)
    mask.description += (mask.description.empty() ? "" : "\n\n") + source.help;
  for (const SourceMaskParameter& p : source.parameters) {
    if (mask.parameters.size() == max_mask_parameters) break;
    if (expr::is_name(p.name)) mask.parameters.push_back(parameter_of(p, table, remarks));
  }
  for (const SourceVariable& line : source.initialization) {
    const TranslatedText text =
        table.translate ? table.translate(line.expression) : TranslatedText{line.expression};
    if (expr::is_name(line.name) && expr::parse(text.text))
      mask.initialization += line.name + " = " + in_one_line(text.text) + '\n';
    else
      remarks.push_back("its initialization says " + line.name + " in words that are not offered here");
  }
  mask.icon = source.icon;
  if (!expr::parse(mask.icon.y)) mask.icon.x.clear(), mask.icon.y.clear();
  if (mask.icon.kind == MaskIconKind::Plot && mask.icon.content.empty() &&
      (mask.icon.y.empty() || (!mask.icon.x.empty() && !expr::parse(mask.icon.x))))
    mask.icon = {};
  mask.port_names = source.port_names;
  remarks.insert(remarks.end(), source.remarks.begin(), source.remarks.end());
  return mask;
}

}  // namespace sim::importing
