#include <algorithm>
#include <cctype>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/split.h"
#include "sim_core/base/text.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/reports/markdown.h"
#include "sim_core/reports/reference.h"

namespace sim {

namespace {

struct Category {
  std::string slug, title;
  std::vector<const BlockType*> types;
};

using Row = std::vector<std::string>;

}  // namespace

// Lower case letters, digits and dashes.
static std::string slug_of(const std::string& text) {
  std::string slug;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      slug += lower_case(c);
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "other" : slug;
}

static std::vector<Category> categories_of(const BlockLibrary& library) {
  std::vector<Category> categories;
  for (const BlockType* type : library.all()) {
    const std::string slug = slug_of(type->category);
    auto it = std::ranges::find(categories, slug, &Category::slug);
    if (it == categories.end()) it = categories.insert(it, {slug, type->category, {}});
    it->types.push_back(type);
  }
  return categories;
}

// Without its last column where that is empty.
static std::string table(Row titles, std::vector<Row> rows) {
  if (std::ranges::all_of(rows, [](const Row& row) { return row.back().empty(); })) {
    titles.pop_back();
    for (Row& row : rows) row.pop_back();
  }
  std::string out = "| " + join(titles, " | ") + " |\n|";
  for (std::size_t k = 0; k < titles.size(); ++k) out += " --- |";
  out += '\n';
  for (const Row& row : rows) out += "| " + join(row, " | ") + " |\n";
  return out + '\n';
}

static std::vector<std::string> paragraphs_of(const std::string& doc) {
  std::vector<std::string> paragraphs;
  for (std::size_t begin = 0; begin < doc.size();) {
    const auto end = std::min(doc.find("\n\n", begin), doc.size());
    std::string text = doc.substr(begin, end - begin);
    while (!text.empty() && text.front() == '\n') text.erase(0, 1);
    if (text.find_first_not_of(" \n\t") != std::string::npos) paragraphs.push_back(std::move(text));
    begin = end + 2;
  }
  return paragraphs;
}

static std::string summary_of(const BlockType& type) {
  const auto paragraphs = paragraphs_of(type.doc);
  return markdown_prose(paragraphs.empty() ? type.label + "." : paragraphs.front());
}

// The lines of a paragraph that begin with a formula are equations, one below the other.
static std::string body_of(const BlockType& type) {
  std::string out;
  const auto paragraphs = paragraphs_of(type.doc);
  for (std::size_t k = 1; k < paragraphs.size(); ++k) {
    const std::vector<std::string> lines = split(paragraphs[k], '\n');
    if (std::ranges::all_of(lines, [](const std::string& line) { return line.starts_with('$'); })) {
      for (std::size_t n = 0; n < lines.size(); ++n)
        out += markdown_prose(lines[n]) + (n + 1 < lines.size() ? "<br>\n" : "\n");
    } else {
      out += markdown_prose(paragraphs[k]) + '\n';
    }
    out += '\n';
  }
  return out;
}

static std::string ports_of(const BlockType& type, const BlockLibrary& library) {
  Diagram diagram;
  const Id id = diagram.new_id();
  diagram.blocks[id].type = type.id;
  const BlockInterface ports = block_interface(diagram, library, id);
  std::vector<Row> rows;
  for (const PortSpec& port : ports.inputs)
    rows.push_back({markdown_text(port.name), "input", markdown_prose(port.doc)});
  for (const PortSpec& port : ports.outputs)
    rows.push_back({markdown_text(port.name), "output", markdown_prose(port.doc)});
  for (const ConservingPort& port : ports.conserving)
    rows.push_back({markdown_text(port.name), std::string("conserving, ") + name_of(port.domain),
                    markdown_prose(port.doc)});
  std::string out = rows.empty() ? "**Ports**: none.\n\n" : table({"Port", "Kind", "Meaning"}, rows);
  if (type.role == BlockRole::Subsystem)
    out += "The ports follow from the blocks inside.\n\n";
  else if (type.inputs_rule || type.outputs_rule)
    out += "The ports follow from the parameters; these are those of the defaults.\n\n";
  return out;
}

static std::string range_of(const ParameterSpec& spec) {
  constexpr double beyond = 1e12;  // a limit that only keeps arithmetic in bounds
  const bool low = spec.minimum > -beyond, high = spec.maximum < beyond;
  if (low && high) return ", " + to_text(spec.minimum) + " to " + to_text(spec.maximum);
  if (low && spec.minimum > 0 && spec.minimum <= 1e-6) return ", above 0";
  if (low) return ", at least " + to_text(spec.minimum);
  if (high) return ", at most " + to_text(spec.maximum);
  return {};
}

static std::string value_of(const ParameterSpec& spec) {
  using enum ParameterKind;
  switch (spec.kind) {
    case Real:
      return spec.scalar_only ? "number" : "number, vector or matrix";
    case Integer:
      return "whole number";
    case SampleTime:
      return "sample time";
    case Flag:
      return "<code>on</code>, <code>off</code>";
    case Text:
      return "text";
    case Formula:
      return "formula";
    case Script:
      return "program";
    case Choice:
      break;
  }
  std::vector<std::string> choices;
  for (const std::string& choice : spec.choices) choices.push_back(markdown_code(choice));
  return join(choices, ", ");
}

static std::string parameters_of(const BlockType& type) {
  if (type.parameters.empty()) return "**Parameters**: none.\n\n";
  std::vector<Row> rows;
  for (const ParameterSpec& spec : type.parameters)
    rows.push_back(
        {markdown_text(spec.label) + "<br>" + markdown_code(spec.name),
         markdown_code(spec.default_text) + (spec.unit.empty() ? "" : ' ' + markdown_text(spec.unit)),
         value_of(spec) + range_of(spec), markdown_prose(spec.doc)});
  return table({"Parameter", "Default", "Value", "Meaning"}, rows);
}

static std::string section(const BlockType& type, const BlockLibrary& library) {
  std::string out = "## " + markdown_text(type.label) + " {#" + slug_of(type.id) + "}\n\n";
  out += markdown_code(type.id) + "\n\n" + summary_of(type) + "\n\n" + body_of(type);
  out += ports_of(type, library) + parameters_of(type);
  std::vector<std::string> names;
  for (const std::string& keyword : type.keywords) names.push_back(markdown_text(keyword));
  if (!names.empty()) out += "Also found as: " + join(names, ", ") + ".\n\n";
  const std::string file = type.plugin.substr(type.plugin.rfind('/') + 1);
  if (!file.empty()) out += "From the plug-in " + markdown_code(file) + ".\n\n";
  return out;
}

std::vector<ReferencePage> block_pages(const BlockLibrary& library) {
  std::string list =
      "# Blocks\n\nEvery block, by category. In the window, F1 on a block opens the same description with "
      "its states, direct feedthrough and zero crossings.\n\n";
  std::vector<ReferencePage> pages;
  for (const Category& category : categories_of(library)) {
    const std::string path = "blocks/" + category.slug + ".md";
    std::vector<Row> rows;
    std::string page = "# " + markdown_text(category.title) + "\n\n";
    for (const BlockType* type : category.types) {
      rows.push_back({'[' + markdown_text(type->label) + "](" + path + '#' + slug_of(type->id) + ')',
                      summary_of(*type)});
      page += section(*type, library);
    }
    list += "## [" + markdown_text(category.title) + "](" + path + ")\n\n";
    list += table({"Block", "What it does"}, rows);
    pages.push_back({path, std::move(page)});
  }
  pages.insert(pages.begin(), {"blocks.md", std::move(list)});
  return pages;
}

}  // namespace sim
