#include "sim_core/backends/c_source/c_text.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "sim_core/base/locale_independent.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::c_source {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Of C and C++, whose programs include the header too; and what <math.h> makes macros.
bool is_reserved(const std::string& word) {
  static const std::set<std::string, std::less<>> words{"alignas",
                                                        "alignof",
                                                        "and",
                                                        "asm",
                                                        "auto",
                                                        "bool",
                                                        "break",
                                                        "case",
                                                        "catch",
                                                        "char",
                                                        "class",
                                                        "compl",
                                                        "concept",
                                                        "const",
                                                        "continue",
                                                        "decltype",
                                                        "default",
                                                        "delete",
                                                        "do",
                                                        "double",
                                                        "else",
                                                        "enum",
                                                        "explicit",
                                                        "export",
                                                        "extern",
                                                        "false",
                                                        "float",
                                                        "for",
                                                        "friend",
                                                        "goto",
                                                        "if",
                                                        "inline",
                                                        "int",
                                                        "long",
                                                        "mutable",
                                                        "namespace",
                                                        "new",
                                                        "noexcept",
                                                        "not",
                                                        "nullptr",
                                                        "operator",
                                                        "or",
                                                        "private",
                                                        "protected",
                                                        "public",
                                                        "register",
                                                        "requires",
                                                        "restrict",
                                                        "return",
                                                        "short",
                                                        "signed",
                                                        "sizeof",
                                                        "static",
                                                        "struct",
                                                        "switch",
                                                        "template",
                                                        "this",
                                                        "throw",
                                                        "true",
                                                        "try",
                                                        "typedef",
                                                        "typeid",
                                                        "typename",
                                                        "union",
                                                        "unsigned",
                                                        "using",
                                                        "virtual",
                                                        "void",
                                                        "volatile",
                                                        "while",
                                                        "xor",
                                                        "isnan",
                                                        "isinf",
                                                        "isfinite",
                                                        "signbit",
                                                        "unix",
                                                        "linux",
                                                        "errno",
                                                        "assert",
                                                        "I",
                                                        "isnormal",
                                                        "isless",
                                                        "isgreater",
                                                        "isunordered",
                                                        "islessequal",
                                                        "isgreaterequal",
                                                        "islessgreater",
                                                        "fpclassify",
                                                        "offsetof",
                                                        "stdin",
                                                        "stdout",
                                                        "stderr",
                                                        "DOMAIN",
                                                        "SING",
                                                        "OVERFLOW",
                                                        "UNDERFLOW",
                                                        "PLOSS",
                                                        "TLOSS",
                                                        "MAXFLOAT",
                                                        "SIZE_MAX",
                                                        "PTRDIFF_MAX",
                                                        "PTRDIFF_MIN",
                                                        "BUFSIZ",
                                                        "FILENAME_MAX",
                                                        "MODEL_H",
                                                        "NULL",
                                                        "NAN",
                                                        "INFINITY",
                                                        "HUGE_VAL",
                                                        "EOF",
                                                        "complex",
                                                        "wchar_t",
                                                        "typeof"};
  if (words.contains(word)) return true;
  // Macros of the standard headers come in families.
  static constexpr std::string_view families[] = {"M_",    "FP_",   "FLT_",  "DBL_",   "LDBL_",   "DECIMAL_",
                                                  "INT",   "UINT",  "MATH_", "EXIT_",  "RAND_",   "SEEK_",
                                                  "CHAR_", "LONG_", "SHRT_", "WCHAR_", "FLUXION_"};
  const bool capital = std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return capital && word.find_first_of("_0123456789") != word.npos &&
         std::any_of(std::begin(families), std::end(families),
                     [&](std::string_view family) { return word.starts_with(family); });
}

}  // namespace

std::string identifier(std::string_view text) {
  constexpr std::size_t longest = 48;
  std::string name;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
    if (name.size() == longest) break;
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = "unnamed";
  if (is_digit(name[0])) name = "n" + name;
  return is_reserved(name) ? name + "_value" : name;
}

std::string Names::take(std::string_view wanted) {
  const std::string name = identifier(wanted);
  const auto lower = [](std::string s) {
    std::transform(s.begin(), s.end(), s.begin(), lower_case);
    return s;
  };
  // Numbers that are known to be taken are not tried again: all blocks of a model may ask for one name.
  int& next = next_.try_emplace(lower(name), 2).first->second;
  std::string given = name;
  while (!taken_.insert(lower(given)).second) given = name + "_" + std::to_string(next++);
  return given;
}

std::string comment(std::string_view text) {
  std::string out = "/* ";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const char before = out.back();
    // Marks of direction (U+202A to U+202E, U+2066 to U+2069) could hide what is code.
    const std::string_view three = text.substr(at, 3);
    if (three.size() == 3 && ((three >= "\xE2\x80\xAA" && three <= "\xE2\x80\xAE") ||
                              (three >= "\xE2\x81\xA6" && three <= "\xE2\x81\xA9"))) {
      out += '?';
      at += 2;
      continue;
    }
    const char c = byte < 0x20 || byte == 0x7F ? ' ' : text[at];
    if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?')) out += ' ';
    out += c;
  }
  return out + " */";
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7F) {
      char code[8];
      std::snprintf(code, sizeof code, "\\%03o", static_cast<unsigned>(byte));
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string number(double value) { return ir::c_number(value); }

bool has_word(const std::string& text, const std::string& word) {
  const auto part = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || (!part(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != '>')) &&
        (at + word.size() == text.size() || !part(text[at + word.size()])))
      return true;
  return false;
}

}  // namespace sim::c_source
