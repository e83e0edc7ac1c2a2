#include "sim_core/import/simulink/cells.h"

#include <algorithm>

#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/import/simulink/mat_objects.h"

namespace sim::importing::simulink {

static constexpr std::size_t max_elements_of_cells = 1'000;
static constexpr unsigned char class_of_cells = 1;

std::string name_of_cell(const std::string& name) {
  const std::size_t open = name.find('{');
  if (open == name.npos || !name.ends_with('}')) return name;
  std::string out(trimmed(name.substr(0, open))), digits;
  for (std::size_t at = open + 1; at < name.size(); ++at) {
    const char c = name[at];
    if (c >= '0' && c <= '9') {
      digits += c;
    } else if (c == ',' || c == '}') {
      if (digits.empty()) return name;
      out += '_' + std::exchange(digits, {});
    } else if (c != ' ') {
      return name;
    }
  }
  return expr::is_name(out) ? out : name;
}

// Of a list with n elements, and of a table.
static std::string name_of_element(const std::string& cell, std::size_t row, std::size_t column,
                                   std::size_t rows, std::size_t columns) {
  const std::string first = cell + '_';
  if (rows == 1 || columns == 1) return first + std::to_string(std::max(row, column) + 1);
  return first + std::to_string(row + 1) + '_' + std::to_string(column + 1);
}

// The elements of "{a, b; c, d}" by rows; empty: it is none, or one whose elements only spaces separate.
static std::vector<std::vector<std::string>> elements_of(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return {};
  std::vector<std::vector<std::string>> rows(1, {std::string()});
  int depth = 0;
  bool quoted = false;
  for (const char c : text.substr(1, text.size() - 2)) {
    // A quote behind a value is a transpose.
    const std::string_view before = trimmed(rows.back().back());
    if (c == '\'' && (quoted || before.empty())) quoted = !quoted;
    if (!quoted && (c == '[' || c == '(' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == ')' || c == '}') && --depth < 0) return {};
    const bool separates = !quoted && depth == 0;
    if (separates && c == ',')
      rows.back().emplace_back();
    else if (separates && (c == ';' || c == '\n'))
      rows.push_back({std::string()});
    else
      rows.back().back() += c;
  }
  if (rows.size() > 1 && rows.back().size() == 1 && trimmed(rows.back().front()).empty()) rows.pop_back();
  for (const auto& row : rows) {
    if (row.size() != rows.front().size()) return {};
    for (const std::string& element : row)
      if (!expr::parse(element)) return {};
  }
  return rows.size() * rows.front().size() <= max_elements_of_cells ? rows
                                                                    : std::vector<std::vector<std::string>>{};
}

std::vector<SourceVariable> with_cells(const std::vector<SourceVariable>& variables) {
  std::vector<SourceVariable> out;
  for (const SourceVariable& variable : variables) {
    const auto rows = elements_of(variable.expression);
    if (rows.empty()) out.push_back(variable);
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < rows[r].size(); ++c)
        out.push_back({name_of_element(variable.name, r, c, rows.size(), rows[r].size()),
                       std::string(trimmed(rows[r][c])), variable.origin});
  }
  return out;
}

std::vector<std::pair<std::string, expr::Value>> cell_values(mat::Bytes content, bool swapped) {
  mat::Elements rest(content, swapped);
  const auto header = mat::read_matrix_header(rest);
  if (!header || header->matrix_class != class_of_cells || header->dimensions.size() != 2) return {};
  const double rows = header->dimensions[0], columns = header->dimensions[1];
  if (!(rows >= 1 && columns >= 1 && rows * columns <= static_cast<double>(max_elements_of_cells))) return {};
  std::vector<std::pair<std::string, expr::Value>> out;
  const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
  for (std::size_t k = 0; k < height * width; ++k) {
    const auto element = rest.next(mat::Type::Matrix);
    auto value = element ? matrix_value(*element, swapped) : std::nullopt;
    if (!value) return {};
    out.emplace_back(name_of_element(header->name, k % height, k / height, height, width), *std::move(value));
  }
  return out;
}

}  // namespace sim::importing::simulink
