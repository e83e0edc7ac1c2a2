#include "sim_core/backends/c_source/operation_text.h"

#include <array>
#include <cctype>
#include <functional>
#include <string_view>
#include <vector>

namespace sim::c_source {

namespace {

struct Helper {
  std::string_view name, operands, body;
};

// A compiler replaces some powers that it knows by products and quotients, which are rounded otherwise.
constexpr Helper library_power{
    "pow_of_library", "(double a, double b)",
    "const volatile double exponent = b; /* not for the compiler to look at */ return pow(a, exponent);"};

std::span<const Helper> all_helpers() {
  static constexpr std::array helpers{
      library_power,
#define SCALAR_FUNCTION(name, operands, ...) Helper{#name, #operands, #__VA_ARGS__},
#include "sim_core/ir/scalar_functions.def"
#undef SCALAR_FUNCTION
  };
  return helpers;
}

std::string_view value_of(ir::Op op) {
  switch (op) {
#define OP(name, arity, value, tangent, text, ...) \
  case ir::Op::name:                               \
    return #value;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return "";
  }
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; }

// C++ as C: every word as `spell` says, casts as C has them.
std::string in_c(std::string_view text, const std::function<std::string(const std::string&)>& spell) {
  constexpr std::string_view cast = "static_cast<";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(cast)) {
      const std::size_t end = text.find('>', at);
      out += "(" + std::string(text.substr(at + cast.size(), end - at - cast.size())) + ")";
      at = end + 1;
      continue;
    }
    // "a : b" is no name of a namespace, and 1.0 no word.
    std::size_t end = at;
    while (end < text.size() && is_word(text[end]) && text.substr(end, 2) != ": ") ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    std::string word(text.substr(at, end - at));
    if (const auto colons = word.rfind("::"); colons != std::string::npos) word.erase(0, colons + 2);
    out += spell(word);
    at = end;
  }
  return out;
}

std::string called(const std::string& given, Helpers& helpers) {
  const std::string word(given == "pow" ? library_power.name : given);
  for (const Helper& helper : all_helpers())
    if (helper.name == word) helpers.insert(word);
  return word;
}

// One statement a line.
std::string in_lines(std::string_view body) {
  std::string out = "  ";
  for (std::size_t at = 0; at < body.size(); ++at) {
    out += body[at];
    if (body[at] == ';' && at + 1 < body.size()) {
      out += "\n  ";
      while (at + 1 < body.size() && body[at + 1] == ' ') ++at;
    }
  }
  return out + '\n';
}

}  // namespace

std::string operation_text(ir::Op op, std::span<const std::string> operands, Helpers& helpers) {
  return in_c(value_of(op), [&](const std::string& word) {
    if (word.size() == 1 && word[0] >= 'a' && word[0] < 'a' + static_cast<int>(operands.size()))
      return operands[static_cast<std::size_t>(word[0] - 'a')];
    return called(word, helpers);
  });
}

std::string helper_definitions(const Helpers& helpers) {
  std::vector<std::string> texts;
  Helpers needed = helpers;
  const auto all = all_helpers();
  for (std::size_t k = all.size(); k-- > 0;) {
    if (!needed.contains(std::string(all[k].name))) continue;
    const auto spell = [&](const std::string& word) {
      return word == "pow" && all[k].name == library_power.name ? word : called(word, needed);
    };
    texts.push_back("static double " + std::string(all[k].name) + std::string(all[k].operands) + " {\n" +
                    in_lines(in_c(all[k].body, spell)) + "}\n\n");
  }
  std::string out;
  for (std::size_t k = texts.size(); k-- > 0;) out += texts[k];
  return out;
}

}  // namespace sim::c_source
