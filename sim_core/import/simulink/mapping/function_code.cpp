#include "sim_core/import/simulink/mapping/function_code.h"

#include <algorithm>
#include <cctype>

#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/script.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

static std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else if (c != '\r')
      lines.back() += c;
  return lines;
}

// The first line with those that "..." continues it by, as one.
static std::vector<std::string> with_whole_header(std::vector<std::string> lines) {
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (!trimmed(lines[n]).starts_with("function")) continue;
    while (n + 1 < lines.size() && lines[n].find("...") != std::string::npos) {
      lines[n] = std::string(trimmed(std::string_view(lines[n]).substr(0, lines[n].find("...")))) + ' ' +
                 std::string(trimmed(lines[n + 1]));
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(n) + 1);
    }
    // What stands above it are comments.
    std::string header = lines[n];
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(n));
    lines.insert(lines.begin(), header);
    break;
  }
  return lines;
}

// "function f(u)" without outputs or inputs cannot have any; "end" at the end closes the function.
static bool closes_function(const std::vector<std::string>& lines) {
  int open = 0;
  for (const std::string& raw : lines) {
    const std::string line(trimmed(raw));
    const auto begins = [&](const char* word) {
      const std::string w = word;
      return line.starts_with(w) &&
             (line.size() == w.size() ||
              !(std::isalnum(static_cast<unsigned char>(line[w.size()])) || line[w.size()] == '_'));
    };
    for (const char* word : {"function", "if", "for", "while", "switch"}) open += begins(word);
    if (begins("end")) --open;
  }
  return open == 0;
}

static std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

std::string program_of_expression(const std::string& given) {
  std::string text = collapsed(given);
  if (expr::is_name(text) && text != "u") text += "(u)";
  // feval('f', u) calls f.
  for (std::size_t at = text.find("feval("); at != text.npos; at = text.find("feval(", at)) {
    const std::size_t open = text.find_first_not_of(' ', at + 6);
    const std::size_t close = open == text.npos ? open : text.find('\'', open + 1);
    const std::size_t comma = close == text.npos ? close : text.find_first_not_of(' ', close + 1);
    if (comma == text.npos || text[open] != '\'' || text[comma] != ',') break;
    text = text.substr(0, at) + text.substr(open + 1, close - open - 1) + '(' +
           text.substr(std::min(text.find_first_not_of(' ', comma + 1), text.size()));
  }
  return "function y = f(u)\ny = " + text + "\n";
}

std::vector<std::string> foreign_functions(const std::string& program) {
  std::vector<std::string> foreign;
  for (const std::string_view name : expr::outside_names(program)) {
    const auto behind = static_cast<std::size_t>(name.data() - program.data()) + name.size();
    const std::size_t next = program.find_first_not_of(' ', behind);
    const bool called = next != program.npos && program[next] == '(';
    if (called && std::find(foreign.begin(), foreign.end(), name) == foreign.end())
      foreign.emplace_back(name);
  }
  return foreign;
}

TranslatedText translate_function(const std::string& code) {
  if (code.find('\r') == code.npos && expr::parse_script(code)) return {code};
  std::vector<std::string> lines = with_whole_header(lines_of(code));
  if (closes_function(lines))
    for (std::size_t n = lines.size(); n-- > 1;)
      if (trimmed(lines[n]).starts_with("end")) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(n));
        break;
      }
  const std::string text = joined(lines);
  const auto parsed = expr::parse_script(text);
  if (!parsed) return {code, {parsed.error().message}};
  return {text};
}

}  // namespace sim::importing::simulink
