#include <algorithm>
#include <cctype>

#include "sim_core/expr/parser.h"
#include "sim_core/import/simulink/mapping/mapping.h"
#include "sim_core/import/simulink/record.h"

namespace sim::importing::simulink {

static bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

static std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n;");
  return from == text.npos ? std::string()
                           : std::string(text.substr(from, text.find_last_not_of(" \t\r\n;") - from + 1));
}

// Conversions to a type that leave numbers as they are.
static std::string without_casts(std::string text) {
  for (const std::string cast : {"double(", "single(", "boolean(", "logical("})
    for (std::size_t at = text.find(cast); at != text.npos; at = text.find(cast, at + 1))
      if (at == 0 || !in_name(text[at - 1])) text.erase(at, cast.size() - 1);
  return text;
}

// bin2dec('1101') -> 13, hex2dec('ff') -> 255.
static std::string with_numbers_of_digits(std::string text) {
  for (const auto& [name, base] : {std::pair<std::string, int>{"bin2dec(", 2}, {"hex2dec(", 16}})
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at)) {
      const std::size_t open = at + name.size(), close = text.find(')', open);
      if (close == text.npos) break;
      std::string digits;
      for (const char c : text.substr(open, close - open))
        if (std::isxdigit(static_cast<unsigned char>(c))) digits += c;
      if (digits.empty() || digits.size() > 15) break;
      text.replace(at, close + 1 - at, std::to_string(std::stoull(digits, nullptr, base)));
    }
  return text;
}

static bool reads_cells(std::string_view text) {
  for (std::size_t at = text.find('{', 1); at < text.size(); at = text.find('{', at + 1))
    if (in_name(text[at - 1])) return true;
  return false;
}

// Elements of cells are variables of their own (cells.h), with the structures that they are in:
// "abc.A{1,2}" -> "abc_A_1_2".
static std::string with_flat_names(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : ' ';
    const bool behind_name = !out.empty() && in_name(out.back());
    if (c == '.' && behind_name && (std::isalpha(static_cast<unsigned char>(next)) != 0)) {
      std::size_t start = out.size();  // of the name before: not of a number such as 1.e3
      while (start > 0 && in_name(out[start - 1])) --start;
      out += std::isdigit(static_cast<unsigned char>(out[start])) ? c : '_';
    } else if ((c == '{' || (c == ' ' && next == '{')) && behind_name) {
      const std::size_t open = text.find('{', at), close = text.find('}', at);
      const std::string index = close == text.npos ? "x" : text.substr(open + 1, close - open - 1);
      if (index.empty() || index.find_first_not_of("0123456789, ") != index.npos) return text;
      out += '_';
      for (const char d : index)
        if (d != ' ') out += d == ',' ? '_' : d;
      at = close;
    } else {
      out += c;
    }
  }
  return out;
}

// The time of day, of which seeds of random numbers are made, is one day for all.
static std::string without_clock(const std::string& text) {
  std::string out = text;
  for (std::size_t at = out.find("clock"); at != out.npos; at = out.find("clock", at + 1))
    if ((at == 0 || !in_name(out[at - 1])) && (at + 5 == out.size() || !in_name(out[at + 5])))
      out.replace(at, 5, "[2000 1 1 0 0 0]");
  return out;
}

TranslatedText translate_expression(std::string_view text) {
  const std::string given = trimmed(text), plain = without_clock(given);
  if (plain.empty()) return {std::string(text)};
  if (plain != given) {
    TranslatedText fixed = translate_expression(plain);
    fixed.remarks.push_back("the time of day is a fixed one, so that each run gives the same numbers");
    return fixed;
  }
  if (!reads_cells(plain))
    for (const std::string& one : {with_numbers_of_digits(without_casts(plain)), plain, '[' + plain + ']'})
      if (expr::parse(one)) return {one};
  if (const std::string flat = without_casts(with_flat_names(plain)); expr::parse(flat))
    return {flat, {"cells are variables of their own here: define " + collapsed(flat).substr(0, 60)}};
  return {plain,
          {"\"" + collapsed(plain).substr(0, 60) + "\" is no expression here: write it in another way"}};
}

std::string translate_fcn(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool alone = text[at] == 'u' && (at == 0 || !in_name(text[at - 1])) &&
                       (at + 1 == text.size() || !in_name(text[at + 1]));
    out += text[at];
    if (!alone) continue;
    const std::size_t next = text.find_first_not_of(" \t", at + 1);
    if (next == text.npos || (text[next] != '(' && text[next] != '[')) out += "(1)";
  }
  return out;
}

std::vector<double> plain_numbers(std::string_view text) {
  for (const char c : text)
    if (!std::isdigit(static_cast<unsigned char>(c)) &&
        std::string_view(" \t\n,;[]+-.eE").find(c) == std::string_view::npos)
      return {};
  return numbers_of(text);
}

}  // namespace sim::importing::simulink
