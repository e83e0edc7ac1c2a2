#include "sim_core/backends/c_source/precision.h"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <iterator>

#include "sim_core/base/text.h"

namespace sim::c_source {

namespace {

// What <math.h> has for each type under a name of its own; isnan() and its like are the same for all.
constexpr std::string_view functions[] = {
    "acos",      "acosh", "asin",  "asinh", "atan",  "atan2", "atanh", "cbrt", "ceil", "copysign",
    "cos",       "cosh",  "erf",   "exp",   "expm1", "fabs",  "floor", "fma",  "fmax", "fmin",
    "fmod",      "frexp", "hypot", "ldexp", "log",   "log10", "log1p", "log2", "modf", "nearbyint",
    "nextafter", "pow",   "round", "sin",   "sinh",  "sqrt",  "tan",   "tanh", "trunc"};

// Limits that are none, and distances from zero that only say on which side of it something is.
constexpr double no_bound = 1e300, no_distance = 1e-290;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Converter {
 public:
  Converter(std::string_view text, Precision precision)
      : text_(text), single_(precision == Precision::Single) {}

  std::string convert() {
    while (at_ < text_.size()) piece();
    return std::move(out_);
  }
  bool fits() const { return fits_; }

 private:
  char next(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool follows(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  void copy(std::size_t end) {
    out_ += text_.substr(at_, end - at_);
    at_ = std::min(end, text_.size());
  }

  void piece() {
    const char c = next();
    if (follows("/*")) {
      const auto end = text_.find("*/", at_);
      copy(end == text_.npos ? end : end + 2);
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (c == '#') {
      copy(text_.find('\n', at_));
    } else if (c == '$') {
      mark();
    } else if (is_letter(c)) {
      word();
    } else if (is_digit(c) || (c == '.' && is_digit(next(1)))) {
      literal();
    } else {
      copy(at_ + 1);
    }
  }
  void quoted(char mark) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != mark) end += text_[end] == '\\' ? 2 : 1;
    copy(end + 1);
  }
  void mark() {
    const bool time = follows("$time");
    at_ += time ? 5 : 6;
    if (next() != '(') {
      out_ += "double";
      return;
    }
    const std::string_view inside = enclosed();
    const bool plain = std::all_of(inside.begin(), inside.end(), [](char c) {
      return is_letter(c) || is_digit(c) || c == '-' || c == '>';
    });
    if (time || !single_)
      out_ += inside;
    else
      out_ += "(float)" + (plain ? std::string(inside) : "(" + std::string(inside) + ")");
  }
  // What the parentheses here have between them.
  std::string_view enclosed() {
    const std::size_t begin = at_ + 1;
    int depth = 0;
    do {
      if (next() == '(') ++depth;
      if (next() == ')') --depth;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
    return text_.substr(begin, at_ - begin - 1);
  }
  void word() {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end;
    if (single_ && found == "double")
      out_ += "float";
    else if (single_ && found.starts_with("DBL_"))
      out_ += "FLT_" + std::string(found.substr(4));
    else
      out_ += found;
    if (single_ && next() == '(' &&
        std::find(std::begin(functions), std::end(functions), found) != std::end(functions))
      out_ += 'f';
  }
  // 12, 0x1F, 0.5, 1e-9, 0x1p-53
  void literal() {
    const bool hexadecimal = follows("0x") || follows("0X");
    bool floating = false;
    std::size_t end = at_;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool exponent = hexadecimal ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      if (c == '.' || exponent) floating = true;
      if (exponent && end + 1 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+'))
        ++end;
      else if (c != '.' && !is_letter(c) && !is_digit(c))
        break;
    }
    if (!single_ || !floating) return copy(end);
    const double value =
        hexadecimal ? 1.0 : parse_number(text_.substr(at_, end - at_)).value_or(std::nan(""));
    fits_ = fits_ && has_number(Precision::Single, value);
    if (value >= no_bound || (value > 0 && value <= no_distance)) {
      out_ += value > 1 ? "3.40282347e+38F" : "1.17549435e-38F";  // FLT_MAX, FLT_MIN
      at_ = end;
      return;
    }
    copy(end);
    out_ += 'F';
  }

  std::string_view text_;
  bool single_, fits_ = true;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string in_precision(std::string_view text, Precision precision) {
  return Converter(text, precision).convert();
}

bool has_numbers_of(Precision precision, std::string_view text) {
  Converter converter(text, precision);
  converter.convert();
  return converter.fits();
}

bool has_number(Precision precision, double value) {
  const double size = std::fabs(value);
  if (precision == Precision::Double || value == 0 || !std::isfinite(value)) return true;
  return size >= no_bound || size <= no_distance ||
         (size <= static_cast<double>(FLT_MAX) && size >= static_cast<double>(FLT_MIN));
}

}  // namespace sim::c_source
