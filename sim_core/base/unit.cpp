#include "sim_core/base/unit.h"

#include <cctype>
#include <cmath>
#include <vector>

#include "sim_core/base/text.h"

namespace sim {

namespace {

constexpr int highest_power = 100;

struct NamedUnit {
  std::string_view name;
  bool prefixes;
  PhysicalUnit unit;
};
constexpr NamedUnit table[] = {
#define UNIT(name, prefixes, factor, offset, ...) {name, prefixes != 0, {{__VA_ARGS__}, factor, offset}},
#include "sim_core/base/units.def"
#undef UNIT
};
constexpr std::string_view base_names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

struct Prefix {
  std::string_view name;
  double factor;
};
constexpr Prefix prefixes[] = {{"Y", 1e24},      {"Z", 1e21}, {"E", 1e18},  {"P", 1e15},  {"T", 1e12},
                               {"G", 1e9},       {"M", 1e6},  {"k", 1e3},   {"h", 1e2},   {"da", 1e1},
                               {"d", 1e-1},      {"c", 1e-2}, {"m", 1e-3},  {"u", 1e-6},  {"\u00b5", 1e-6},
                               {"\u03bc", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18},
                               {"z", 1e-21},     {"y", 1e-24}};

const NamedUnit* named(std::string_view name) {
  for (const NamedUnit& u : table)
    if (u.name == name) return &u;
  return nullptr;
}

std::optional<PhysicalUnit> find_unit(std::string_view name) {
  if (const NamedUnit* u = named(name)) return u->unit;
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const NamedUnit* u = named(name.substr(prefix.name.size()));
    if (!u || !u->prefixes) continue;
    PhysicalUnit unit = u->unit;
    unit.factor *= prefix.factor;
    return unit;
  }
  return std::nullopt;
}

// A combination a * b^sign; an offset counts only where a unit stands alone.
std::optional<PhysicalUnit> combined(PhysicalUnit a, const PhysicalUnit& b, int power) {
  for (std::size_t k = 0; k < a.powers.size(); ++k) {
    const int p = a.powers[k] + power * b.powers[k];
    if (std::abs(p) > highest_power) return std::nullopt;
    a.powers[k] = static_cast<signed char>(p);
  }
  a.factor *= power == 1 ? b.factor : power == -1 ? 1 / b.factor : std::pow(b.factor, power);
  a.offset = 0;
  if (!std::isfinite(a.factor) || a.factor <= 0) return std::nullopt;
  return a;
}

class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Result<PhysicalUnit> parse() {
    std::optional<PhysicalUnit> unit = product(0);
    skip();
    if (unit && at_ < text_.size()) unit = fail("'" + std::string(1, text_[at_]) + "' is not expected");
    if (unit) return *unit;
    return error({}, "'" + std::string(text_) + "' is not a unit: " + problem_,
                 "write for example m/s^2, N*m, rad/s, degC, or 1 for none");
  }

 private:
  std::optional<PhysicalUnit> fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return std::nullopt;
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<PhysicalUnit> product(int depth) {
    std::optional<PhysicalUnit> unit = factor(depth);
    while (unit) {
      int sign = 1;
      if (take('/'))
        sign = -1;
      else if (!take('*'))
        break;
      const std::optional<PhysicalUnit> next = factor(depth);
      if (!next) return next;
      unit = combined(*unit, *next, sign);
      if (!unit) return fail("a power or a factor is too large");
    }
    return unit;
  }

  std::optional<PhysicalUnit> factor(int depth) {
    if (depth > 20) return fail("the parentheses are nested too deeply");
    std::optional<PhysicalUnit> unit;
    if (take('(')) {
      unit = product(depth + 1);
      if (unit && !take(')')) return fail("a ) is missing");
    } else {
      unit = atom();
    }
    if (!unit || !take('^')) return unit;
    skip();
    const std::size_t first = at_;
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    const auto power = parse_number(text_.substr(first, at_ - first));
    if (!power) return fail("a whole number has to follow ^");
    if (std::fabs(*power) <= highest_power) unit = combined(PhysicalUnit{}, *unit, static_cast<int>(*power));
    if (std::fabs(*power) > highest_power || !unit) return fail("a power or a factor is too large");
    return unit;
  }

  std::optional<PhysicalUnit> atom() {
    skip();
    const std::size_t first = at_;
    auto digit = [&] { return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); };
    if (digit()) {
      while (digit() || (at_ < text_.size() && text_[at_] == '.')) ++at_;
      if (at_ < text_.size() && text_[at_] == 'e') {
        ++at_;
        if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
        while (digit()) ++at_;
      }
      const auto number = parse_number(text_.substr(first, at_ - first));
      if (!number || !std::isfinite(*number) || *number <= 0)
        return fail("a factor is not a positive number");
      PhysicalUnit unit;
      unit.factor = *number;
      return unit;
    }
    while (at_ < text_.size() &&
           std::string_view(" */^()+-.0123456789").find(text_[at_]) == std::string::npos)
      ++at_;
    const std::string_view name = text_.substr(first, at_ - first);
    if (name.empty()) return fail("a unit is missing");
    if (auto unit = find_unit(name)) return unit;
    return fail("there is no unit '" + std::string(name) + "'");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

Result<PhysicalUnit> parse_unit(std::string_view text) {
  if (text.size() > 200) return error({}, "the unit is longer than 200 characters", "shorten it");
  return UnitParser(text).parse();
}

std::string to_text(const PhysicalUnit& unit) {
  for (const NamedUnit& u : table)
    if (u.unit == unit) return std::string(u.name);
  for (const Prefix& prefix : prefixes)
    for (const NamedUnit& u : table)
      if (u.prefixes && u.unit.powers == unit.powers && u.unit.factor * prefix.factor == unit.factor)
        return std::string(prefix.name) + std::string(u.name);
  std::vector<std::string> above, below;
  if (unit.factor != 1) above.push_back(to_text(unit.factor));
  for (std::size_t k = 0; k < unit.powers.size(); ++k) {
    const int p = unit.powers[k];
    if (p == 0) continue;
    std::string name(base_names[k]);
    if (std::abs(p) != 1) name += "^" + std::to_string(std::abs(p));
    (p > 0 ? above : below).push_back(std::move(name));
  }
  std::string text = above.empty() ? "1" : join(above, "*");
  for (const std::string& name : below) text += "/" + name;
  return text;
}

bool convertible(const PhysicalUnit& a, const PhysicalUnit& b) { return a.powers == b.powers; }

bool same_unit(const PhysicalUnit& a, const PhysicalUnit& b) {
  constexpr double round_off = 1e-12;
  return convertible(a, b) && std::fabs(a.factor - b.factor) <= round_off * a.factor &&
         std::fabs(a.offset - b.offset) <= round_off * std::fabs(a.offset);
}

std::optional<PhysicalUnit> product(const PhysicalUnit& a, const PhysicalUnit& b) {
  return a.offset != 0 || b.offset != 0 ? std::nullopt : combined(a, b, 1);
}

std::optional<PhysicalUnit> quotient(const PhysicalUnit& a, const PhysicalUnit& b) {
  return a.offset != 0 || b.offset != 0 ? std::nullopt : combined(a, b, -1);
}

UnitConversion conversion(const PhysicalUnit& from, const PhysicalUnit& to) {
  return {from.factor / to.factor, (from.offset - to.offset) / to.factor};
}

}  // namespace sim
