// Functions of strings: compared, changed, and made of numbers.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/expr/cells.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

static const std::string& text_of(const Value& value) {
  if (!value.is_string()) fail("expected a string, not " + describe(value), "write 'text'");
  return value.text();
}

static std::string in_case(std::string text, char first, char last, int by) {
  for (char& c : text)
    if (c >= first && c <= last) c = static_cast<char>(c + by);
  return text;
}
static std::string lower(std::string text) { return in_case(std::move(text), 'A', 'Z', 'a' - 'A'); }

Value same_texts(Arguments arguments) {
  const Value &a = arguments[0], &b = arguments[1];
  return Value::boolean(a.is_string() && b.is_string() && a.text() == b.text());
}
Value same_texts_in_any_case(Arguments arguments) {
  const Value &a = arguments[0], &b = arguments[1];
  return Value::boolean(a.is_string() && b.is_string() && lower(a.text()) == lower(b.text()));
}
Value lower_case(Arguments arguments) { return Value::string(lower(text_of(arguments[0]))); }
Value upper_case(Arguments arguments) {
  return Value::string(in_case(text_of(arguments[0]), 'a', 'z', 'A' - 'a'));
}
Value is_cell_array(Arguments arguments) { return Value::boolean(is_cell(arguments[0])); }

static std::string digits(double x, std::chars_format format, int precision) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
  char buffer[512];
  const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, x, format, precision);
  return {buffer, end};
}

namespace {

// %5.2f: flags, width, precision and kind of one conversion.
struct Conversion {
  bool left = false, plus = false, zeros = false;
  int width = 0, precision = -1;
  char kind = 0;
};

class Format {
 public:
  Format(const std::string& format, Arguments arguments) : format_(format) {
    for (const Value& value : arguments) {
      if (value.is_string()) {
        given_.push_back(value);
        continue;
      }
      require_real(value);
      for (const int k : often_stoppable(value.size())) given_.push_back(Value::scalar(value[k]));
    }
  }

  // Once more from the beginning as long as arguments are left.
  std::string run() {
    do {
      const std::size_t before = next_;
      pass();
      if (next_ == before) break;
    } while (next_ < given_.size());
    return out_;
  }

 private:
  void pass() {
    const bool first = next_ == 0;
    for (std::size_t at = 0; at < format_.size(); ++at) {
      if (out_.size() > 100'000) fail("the text has more than 100000 characters");
      if (format_[at] == '\\' && at + 1 < format_.size()) {
        const char c = format_[++at];
        out_ += c == 'n' ? '\n' : c == 't' ? '\t' : c;
      } else if (format_[at] != '%') {
        out_ += format_[at];
      } else if (format_.compare(at, 2, "%%") == 0) {
        out_ += format_[at++];
      } else {
        const Conversion conversion = read(++at);
        if (next_ == given_.size() && !(first && given_.empty())) return;  // it ends where numbers end
        add(conversion);
      }
    }
  }

  int number(std::size_t& at) const {
    int n = 0;
    while (at < format_.size() && format_[at] >= '0' && format_[at] <= '9')
      n = std::min(n * 10 + (format_[at++] - '0'), 100);
    if (n > 99) fail("widths and precisions are at most 99");
    return n;
  }

  Conversion read(std::size_t& at) const {
    Conversion out;
    for (; at < format_.size() && std::string_view("-+0").find(format_[at]) != std::string_view::npos; ++at) {
      out.left |= format_[at] == '-';
      out.plus |= format_[at] == '+';
      out.zeros |= format_[at] == '0';
    }
    out.width = number(at);
    if (at < format_.size() && format_[at] == '.') out.precision = number(++at);
    out.kind = at < format_.size() ? format_[at] : '\0';
    if (out.kind == '\0' || std::string_view("difegs").find(out.kind) == std::string_view::npos)
      fail("a conversion is one of %d, %f, %e, %g, %s and %%");
    return out;
  }

  static std::string of_number(const Conversion& c, double x) {
    const int precision = c.precision < 0 ? 6 : c.precision;
    std::string text;
    if (c.kind == 'f')
      text = digits(x, std::chars_format::fixed, precision);
    else if (c.kind == 'e' || ((c.kind == 'd' || c.kind == 'i') && x != std::floor(x)))
      text = digits(x, std::chars_format::scientific, precision);
    else if (c.kind == 'd' || c.kind == 'i')
      text = digits(x, std::chars_format::fixed, 0);
    else
      text = digits(x, std::chars_format::general, c.kind == 's' && c.precision < 0 ? 5 : precision);
    return c.plus && !std::signbit(x) ? "+" + text : text;
  }

  void add(const Conversion& c) {
    std::string text;
    const Value* value = next_ < given_.size() ? &given_[next_++] : nullptr;
    if (value && value->is_string()) {
      if (c.kind != 's')
        fail("%" + std::string(1, c.kind) + " writes a number, but a string is given", "write %s");
      text = c.precision < 0 ? value->text() : value->text().substr(0, static_cast<std::size_t>(c.precision));
    } else if (value) {
      text = of_number(c, (*value)[0]);
    }
    const std::size_t width = static_cast<std::size_t>(c.width),
                      pad = width > text.size() ? width - text.size() : 0;
    const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
    if (c.left)
      out_ += text + std::string(pad, ' ');
    else if (c.zeros && value && !value->is_string())
      out_ += text.substr(0, sign) + std::string(pad, '0') + text.substr(sign);
    else
      out_ += std::string(pad, ' ') + text;
  }

  const std::string& format_;
  std::vector<Value> given_;
  std::size_t next_ = 0;
  std::string out_;
};

}  // namespace

Value formatted(Arguments arguments) {
  return Value::string(Format(text_of(arguments[0]), arguments.subspan(1)).run());
}

// A whole number in full, others with four places behind the point, or with so many digits.
Value text_of_number(Arguments arguments) {
  const Value& x = arguments[0];
  if (x.is_string()) return x;
  if (arguments.size() > 1 && arguments[1].is_string())
    return Value::string(Format(arguments[1].text(), arguments.first(1)).run());
  require_real(x);
  if (x.rows() > 1) fail("expected a number or a row of numbers, not " + describe(x));
  double largest = 0;
  for (const double v : x.real())
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  int precision = largest < 1 ? 5 : std::min(static_cast<int>(std::floor(std::log10(largest))) + 5, 16);
  if (arguments.size() > 1) {
    const auto wanted = arguments[1].as_scalar();
    if (!wanted || !(*wanted >= 1) || *wanted > 50) fail("the number of digits is from 1 to 50");
    precision = static_cast<int>(*wanted);
  }
  std::string out;
  for (const double v : x.real()) {
    const bool whole = v == std::floor(v) && arguments.size() == 1;
    out += (out.empty() ? "" : "  ") +
           digits(v, whole ? std::chars_format::fixed : std::chars_format::general, whole ? 0 : precision);
  }
  return Value::string(out);
}

}  // namespace sim::expr
