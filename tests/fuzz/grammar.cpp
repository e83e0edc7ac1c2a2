#include "tests/fuzz/grammar.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "sim_core/expr/functions.h"

namespace sim::fuzz {

namespace {

constexpr const char* names[] = {"u", "u", "u", "t", "a", "v", "M", "z", "flag", "text", "none", "unknown"};
constexpr const char* binary[] = {"+",  "-",  "*", "/", ".*", "./", "^",  ".^", "\\", ".\\", "==",
                                  "~=", "!=", "<", ">", "<=", ">=", "&&", "||", "&",  "|"};
constexpr const char* prefix[] = {"-", "+", "~", "!"};

std::string list(Random& random, int depth, int most, const char* between) {
  std::string text;
  for (int k = random.between(0, most); k > 0; --k)
    text += random_expression(random, depth) + (k > 1 ? between : "");
  return text;
}

std::string call(Random& random, int depth) {
  const expr::Function& function = random.any(expr::functions());
  std::string text(function.name);
  if (function.is_constant()) return text;
  text += "(";
  const int most = std::min(function.max_arguments, 4);
  const int arguments =
      random.chance(95) ? random.between(std::min(function.min_arguments, most), most) : random.between(0, 5);
  for (int k = 0; k < arguments; ++k) text += (k ? ", " : "") + random_expression(random, depth);
  return text + ")";
}

std::string index(Random& random, int depth) {
  std::string text = std::string(random.any(names)) + (random.chance(50) ? "(" : "[");
  const char close = text.back() == '(' ? ')' : ']';
  for (int k = random.between(1, 2); k > 0; --k) {
    constexpr const char* plain[] = {"1", "2", "end", ":", "1:2", "[1 3]", "end - 1", "end:-1:1"};
    text += random.chance(80) ? random.any(plain) : random_expression(random, depth);
    if (k > 1) text += ", ";
  }
  return text + close;
}

std::string matrix(Random& random, int depth) {
  std::string text = "[";
  for (int row = random.between(0, 3); row > 0; --row)
    text += list(random, depth, 3, random.chance(50) ? ", " : " ") + (row > 1 ? "; " : "");
  return text + "]";
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.'; }

struct Extent {
  std::size_t at, length;
};

// Words, numbers, runs of operator characters, brackets.
std::vector<Extent> tokens(const std::string& text) {
  std::vector<Extent> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const auto extend = [&](auto is) {
      while (end < text.size() && is(text[end])) ++end;
    };
    if (is_digit(text[at]))
      extend([](char c) { return is_digit(c) || c == 'e'; });
    else if (is_word(text[at]))
      extend(is_word);
    else if (std::string_view("=<>&|.*^").find(text[at]) != std::string_view::npos)
      extend([](char c) { return std::string_view("=<>&|.*/^\\").find(c) != std::string_view::npos; });
    if (!std::isspace(static_cast<unsigned char>(text[at]))) found.push_back({at, end - at});
    at = end;
  }
  return found;
}

// From an opening bracket to the one that closes it.
Extent bracketed(const std::string& text, std::size_t at) {
  int open = 0;
  for (std::size_t end = at; end < text.size(); ++end) {
    if (std::string_view("([").find(text[end]) != std::string_view::npos) ++open;
    if (std::string_view(")]").find(text[end]) != std::string_view::npos && --open == 0)
      return {at, end + 1 - at};
  }
  return {at, 1};
}

std::string in_place_of(const std::string& text, const Extent& token, Random& random) {
  const char first = text[token.at];
  const auto expression = [&] {
    return random.chance(30) ? random_number(random) : "(" + random_expression(random, 2) + ")";
  };
  if (is_digit(first)) return random.chance(70) ? random_number(random) : expression();
  if (is_word(first)) {
    if (random.chance(30)) return expression();
    const bool called = token.at + token.length < text.size() && text[token.at + token.length] == '(';
    return std::string(called ? random.any(expr::functions()).name : random.any(names));
  }
  if (first == '(' || first == '[') return expression();
  return random.any(binary);
}

std::string with_other_lines(const std::string& text, Random& random) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::size_t chosen = random.below(lines.size());
  const auto place = [&](std::size_t k) { return lines.begin() + static_cast<std::ptrdiff_t>(k); };
  if (random.chance(30))
    lines.erase(place(chosen));
  else if (random.chance(50))
    std::swap(lines[chosen], random.any(lines));
  else if (lines.size() < 100)
    lines.insert(place(chosen), std::string(random.any(lines)));
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

std::string statements(Random& random, int depth, int indent);

std::string target_name(Random& random) {
  constexpr const char* assigned[] = {"y",    "y",    "y",          "x",       "n",
                                      "y(1)", "y(2)", "x(end + 1)", "y(1, 2)", "kept"};
  return random.any(assigned);
}

std::string statement(Random& random, int depth, int indent) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const auto condition = [&] { return random_expression(random, 1); };
  const auto inner = [&] { return statements(random, depth - 1, indent + 2); };
  const std::size_t kind = depth > 0 ? random.below(8) : 7;
  if (kind == 0)
    return margin + "if " + condition() + "\n" + inner() +
           (random.chance(40) ? margin + "elseif " + condition() + "\n" + inner() : std::string()) +
           (random.chance(60) ? margin + "else\n" + inner() : std::string()) + margin + "end\n";
  if (kind == 1) {
    constexpr const char* ranges[] = {"1:3", "u", "[1 2 3]", "3:-1:1", "v", "1:0", "[]", "M"};
    return margin + "for k = " + (random.chance(90) ? std::string(random.any(ranges)) : condition()) + "\n" +
           inner() + margin + "end\n";
  }
  if (kind == 2)
    return margin + "n = 0\n" + margin + "while " +
           (random.chance(80) ? condition() + " && " : std::string()) + "n < 4\n" + margin + "  n = n + 1\n" +
           inner() + margin + "end\n";
  if (random.chance(8)) {
    constexpr const char* jumps[] = {"break", "continue", "return"};
    return margin + random.any(jumps) + "\n";
  }
  return margin + target_name(random) + " = " + random_expression(random, 2) +
         (random.chance(20) ? "; " + target_name(random) + " = " + random_expression(random, 1)
                            : std::string()) +
         (random.chance(5) ? " % a comment" : "") + "\n";
}

std::string statements(Random& random, int depth, int indent) {
  std::string text;
  for (int k = random.between(1, 3); k > 0; --k) text += statement(random, depth, indent);
  return text;
}

}  // namespace

std::string random_number(Random& random) {
  constexpr const char* tame[] = {"0", "1", "2", "3", "-1", "0.5", "0.25", "2.5", "1e-3", "10", "100", "1/3"};
  constexpr const char* wild[] = {"inf",  "-inf",  "nan",  "1e308", "1e-320",     "-0",
                                  "1e18", "2^53",  "2^31", "-2^31", "4294967296", "2147483647",
                                  "1i",   "2+3i",  "eps",  "65536", "1e400",      "0x10",
                                  "1e",   "1.2.3", "''",   "[]",    "pi*1e9"};
  return random.chance(85) ? random.any(tame) : random.any(wild);
}

std::string random_expression(Random& random, int depth) {
  if (depth <= 0) return random.chance(50) ? random_number(random) : std::string(random.any(names));
  const auto inner = [&] { return random_expression(random, depth - 1); };
  switch (random.below(12)) {
    case 0:
      return random.any(prefix) + inner();
    case 1:
      return "(" + inner() + ")" + (random.chance(30) ? "'" : "");
    case 2:
      return inner() + " ? " + inner() + " : " + inner();
    case 3:
      return "(" + random_number(random) + ":" + random_number(random) +
             (random.chance(30) ? ":" + random_number(random) : std::string()) + ")";
    case 4:
      return matrix(random, depth - 1);
    case 5:
      return index(random, depth - 1);
    case 6:
    case 7:
    case 8:
      return call(random, depth - 1);
    default:
      return inner() + " " + random.any(binary) + " " + inner();
  }
}

std::string random_script(Random& random) {
  std::string text;
  if (random.chance(70)) text += random.chance(50) ? "function y = f(u, t)\n" : "function [y, x] = f(u, t)\n";
  if (random.chance(40)) text += "persistent kept = " + random_expression(random, 1) + "\n";
  text += "y = u\n";
  if (random.chance(50)) text += "x = 0\n";
  if (random.chance(30)) text += "[y, x] = own(u, " + random_expression(random, 1) + ")\n";
  if (random.chance(20)) text += "switch u\ncase 1\n" + statements(random, 1, 1) + "otherwise\ny = 2\nend\n";
  text += statements(random, 3, 0) + (random.chance(50) ? "end\n" : "");
  if (random.chance(40))
    text += "function [a, b] = own(u, w)\na = u\nb = w\n" + statements(random, 2, 1) +
            (random.chance(50) ? "end\n" : "");
  return text;
}

std::string mutated_text(const std::string& text, Random& random) {
  if (text.find('\n') != std::string::npos && random.chance(20)) return with_other_lines(text, random);
  const std::vector<Extent> all = tokens(text);
  if (all.empty()) return random_expression(random, 3);
  Extent chosen = random.any(all);
  if (text[chosen.at] == '(' || text[chosen.at] == '[') chosen = bracketed(text, chosen.at);
  std::string out = text;
  if (random.chance(8)) return out.erase(chosen.at, chosen.length);
  if (random.chance(15)) {  // another operand
    const std::string more = std::string(" ") + random.any(binary) + " " + random_expression(random, 2);
    return out.insert(chosen.at + chosen.length, more);
  }
  return out.replace(chosen.at, chosen.length, in_place_of(text, chosen, random));
}

}  // namespace sim::fuzz
