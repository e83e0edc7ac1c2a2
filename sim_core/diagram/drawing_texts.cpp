#include "sim_core/diagram/drawing_texts.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"

namespace sim {

static std::string shown_number(double v) {
  if (!std::isfinite(v)) return std::isnan(v) ? "NaN" : v > 0 ? "Inf" : "-Inf";
  std::string out = to_text(v);
  if (out.size() <= 6) return out;
  // Four significant digits.
  const double scale = std::pow(10, 3 - std::floor(std::log10(std::abs(v))));
  const double rounded = std::round(v * scale) / scale;
  return std::isfinite(rounded) ? to_text(rounded) : out;
}

static std::string with_lines(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool escaped = text[at] == '\\' && at + 1 < text.size();
    if (escaped && (text[at + 1] == 'n' || text[at + 1] == '\\'))
      out += text[++at] == 'n' ? '\n' : '\\';
    else
      out += text[at];
  }
  return out;
}

std::string drawn_text(const expr::Value& value) {
  if (value.is_string()) return with_lines(value.text());
  if (!value.is_numeric() || value.is_complex() || value.size() > 16) return describe(value);
  std::string out;
  for (int row = 0; row < value.rows(); ++row) {
    if (row > 0) out += '\n';
    for (int column = 0; column < value.cols(); ++column)
      out += (column > 0 ? " " : "") + shown_number(value(row, column));
  }
  return out;
}

// One conversion of a format, from % to its letter; moves `at` to the letter.
static std::string converted(const std::string& format, std::size_t& at,
                             const std::vector<expr::Value>& given, std::size_t& next) {
  const std::size_t start = at++;
  while (at < format.size() && !std::isalpha(static_cast<unsigned char>(format[at])) && format[at] != '%')
    ++at;
  if (at >= format.size()) return format.substr(start);
  if (format[at] == '%') return "%";
  if (next >= given.size()) return {};
  const expr::Value& value = given[next++];
  const std::size_t dot = format.find('.', start);
  if (format[at] == 'f' && dot < at && value.as_scalar()) {
    const int digits =
        std::clamp(static_cast<int>(parse_number(format.substr(dot + 1, at - dot - 1)).value_or(0)), 0, 15);
    const double scale = std::pow(10, digits);
    const double rounded = std::round(*value.as_scalar() * scale) / scale;
    return std::isfinite(rounded) ? to_text(rounded) : shown_number(*value.as_scalar());
  }
  return drawn_text(value);
}

std::string formatted_text(const std::vector<expr::Value>& given) {
  if (!given.front().is_string()) return drawn_text(given.front());
  const std::string format = with_lines(given.front().text());
  std::string out;
  std::size_t next = 1;
  for (std::size_t at = 0; at < format.size(); ++at)
    out += format[at] == '%' ? converted(format, at, given, next) : std::string(1, format[at]);
  return out;
}

static std::string power_of(const std::string& variable, int power, bool inverse) {
  if (power == 0) return {};
  if (inverse) return variable + "^-" + std::to_string(power);
  return power == 1 ? variable : variable + "^" + std::to_string(power);
}

static std::string polynomial(const expr::Value& coefficients, const std::string& variable, bool inverse) {
  std::string out;
  for (int k = 0; k < coefficients.size(); ++k) {
    const double c = coefficients[k];
    if (c == 0) continue;
    const std::string power = power_of(variable, inverse ? k : coefficients.size() - 1 - k, inverse);
    const std::string sign = c < 0 ? "-" : out.empty() ? "" : "+";
    out += sign + (std::abs(c) == 1 && !power.empty() ? "" : shown_number(std::abs(c))) + power;
  }
  return out.empty() ? "0" : out;
}

static bool are_coefficients(const std::vector<expr::Value>& given, std::size_t count) {
  return given.size() >= count &&
         std::all_of(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const expr::Value& value) {
                       return value.is_numeric() && !value.is_complex() && value.size() <= 20;
                     });
}

// Whether the last argument is a variable such as 'z', or 'z-' for powers of its inverse.
static std::string variable_of(const std::vector<expr::Value>& given, std::size_t at, bool& inverse) {
  if (given.size() <= at || !given[at].is_string() || given[at].text().empty()) return "s";
  inverse = given[at].text().ends_with('-');
  return given[at].text().substr(0, 1);
}

std::string polynomial_fraction(const std::vector<expr::Value>& given) {
  if (!are_coefficients(given, 2)) return {};
  bool inverse = false;
  const std::string variable = variable_of(given, 2, inverse);
  return polynomial(given[0], variable, inverse) + "\n---\n" + polynomial(given[1], variable, inverse);
}

static std::string factors(const expr::Value& roots, const std::string& variable) {
  std::string out;
  for (int k = 0; k < roots.size(); ++k) {
    const double r = roots[k];
    out += r == 0 ? variable : "(" + variable + (r < 0 ? "+" : "-") + shown_number(std::abs(r)) + ")";
  }
  return out;
}

std::string root_fraction(const std::vector<expr::Value>& given) {
  if (!are_coefficients(given, 3)) return {};
  bool inverse = false;
  const std::string variable = variable_of(given, 3, inverse);
  std::string top = factors(given[0], variable), bottom = factors(given[1], variable);
  const double gain = given[2].size() > 0 ? given[2][0] : 1;
  if (top.empty() || gain != 1) top = shown_number(gain) + top;
  return top + "\n---\n" + (bottom.empty() ? "1" : bottom);
}

std::optional<DrawnColor> named_color(const std::string& name) {
  static const std::map<std::string, DrawnColor, std::less<>> colors{
      {"red", {1, 0, 0}},      {"green", {0, 0.6, 0}}, {"blue", {0, 0, 1}},
      {"cyan", {0, 0.7, 0.7}}, {"magenta", {1, 0, 1}}, {"yellow", {0.8, 0.7, 0}}};
  const auto it = colors.find(name);
  return it == colors.end() ? std::nullopt : std::optional(it->second);
}

void set_alignment(DrawnMark& text, const std::string& property, const std::string& value) {
  const auto begins = [](const std::string& word, std::string_view with) {
    return word.size() >= with.size() && std::equal(with.begin(), with.end(), word.begin(),
                                                    [](char a, char b) { return a == lower_case(b); });
  };
  if (begins(property, "hor")) text.across = begins(value, "c") ? 0.5 : begins(value, "r") ? 1 : 0;
  if (begins(property, "ver"))
    text.up = begins(value, "b") || begins(value, "base")  ? 0
              : begins(value, "t") || begins(value, "cap") ? 1
                                                           : 0.5;
}

}  // namespace sim
