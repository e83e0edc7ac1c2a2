#include <limits>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/variable_files.h"

namespace sim::expr {

static std::string_view unquoted(std::string_view cell) {
  cell = trimmed(cell);
  const bool quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
  return quoted ? trimmed(cell.substr(1, cell.size() - 2)) : cell;
}

static char separator_of(std::string_view header) {
  for (char c : {',', ';', '\t'}) {
    if (header.find(c) != header.npos) return c;
  }
  return ',';
}

static std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> out;
  while (true) {
    const auto end = line.find(separator);
    out.push_back(unquoted(line.substr(0, end)));
    if (end == line.npos) return out;
    line.remove_prefix(end + 1);
  }
}

static double number_in(std::string_view cell) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (cell.front() == '+') cell.remove_prefix(1);
  const auto number = parse_number(cell);
  if (!number) fail("'" + std::string(cell.substr(0, 40)) + "' is not a number");
  return *number;
}

static std::vector<std::string> names_in(const std::vector<std::string_view>& cells) {
  std::set<std::string_view> seen;
  std::vector<std::string> out;
  for (std::string_view cell : cells) {
    const std::string shown = "'" + std::string(cell.substr(0, 40)) + "'";
    if (!is_name(cell)) {
      fail(shown + " is not the name of a variable", "use letters, digits and _, starting with a letter");
    }
    if (!seen.insert(cell).second) fail("the name " + shown + " comes twice", "rename one of the columns");
    out.emplace_back(cell);
  }
  return out;
}

static NamedValues read_csv(std::string_view text, int& line_number) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  char separator = ',';
  double elements = 0;
  while (!text.empty()) {
    ++line_number;
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (trimmed(line).empty()) continue;
    if (names.empty()) separator = separator_of(line);
    const auto cells = cells_of(line, separator);
    if (names.empty()) {
      names = names_in(cells);
      columns.resize(names.size());
      continue;
    }
    if (cells.size() != names.size()) {
      fail("found " + std::to_string(cells.size()) + " cells, the first line has " +
           std::to_string(names.size()));
    }
    if ((elements += static_cast<double>(cells.size())) > max_elements)
      fail("the file has more than 1e8 numbers");
    for (std::size_t k = 0; k < cells.size(); ++k) columns[k].push_back(number_in(cells[k]));
  }
  NamedValues out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out.emplace_back(names[k], Value::vector(std::move(columns[k])));
  return out;
}

Result<NamedValues> load_variables_csv(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  int line_number = 0;
  try {
    NamedValues out = read_csv(text, line_number);
    if (!out.empty()) return out;
    return error({}, "the file has no variables", "write their names in the first line, separated by commas");
  } catch (const Failure& failure) {
    return error({}, "line " + std::to_string(line_number) + ": " + failure.message, failure.remedy);
  }
}

}  // namespace sim::expr
