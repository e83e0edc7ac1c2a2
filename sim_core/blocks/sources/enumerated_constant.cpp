#include <algorithm>
#include <cmath>

#include "sim_core/base/split.h"
#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

struct EnumerationMember {
  std::string name;
  double number = 0;
};

// "Off, Slow = 5, Fast" is Off = 0, Slow = 5, Fast = 6. Nothing where it is no such list.
std::optional<std::vector<EnumerationMember>> enumeration(const std::string& text) {
  std::vector<EnumerationMember> members;
  double next = 0;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> sides = split(part, '=');
    if (sides.empty() || sides.size() > 2 || sides[0].empty()) return std::nullopt;
    if (sides.size() == 2) {
      const auto number = parse_number(sides[1]);
      if (!number || *number != std::floor(*number) || std::fabs(*number) > 2147483647.0) return std::nullopt;
      next = *number;
    }
    const bool twice = std::any_of(members.begin(), members.end(),
                                   [&](const EnumerationMember& m) { return m.name == sides[0]; });
    if (twice) return std::nullopt;
    members.push_back({sides[0], next++});
  }
  return members;
}

}  // namespace

void enumerated_constant(BlockTypeBuilder& b) {
  b.id("sources/enumerated_constant").label("Enumerated Constant").category("Sources");
  b.doc(
      "One of several named whole numbers: the mode of a machine, the case that a Switch Case chooses.\n\n"
      "$y = \\mathrm{number}(\\mathrm{Value})$\n\n"
      "The names stand in a list; each has the number behind its `=`, or the one after that of the name "
      "before, the first 0: `Off, Slow = 5, Fast` gives 0, 5 and 6. The output is an int32, as Switch Case "
      "and "
      "Multiport Switch take it.");
  b.keywords({"EnumeratedConstant", "enumeration", "enum", "named constant", "state name"});
  b.icon(IconShape::Rectangle, "", "{Value}");
  Param names = b.text("Enumeration", "Names", "Off = 0, On = 1")
                    .doc("Separated by commas; `name = whole number`, or a name alone.");
  Param value = b.text("Value", "Value", "Off").doc("One of the names.");
  Out y = b.output("y");
  b.gives(ElementType::Int32);
  b.require([=](const ParameterValues& v) { return enumeration(v.of(names).text).has_value(); },
            "the names are not a list of different names with whole numbers",
            "write it as Off = 0, Slow = 5, Fast");
  const auto number = [=](const ParameterValue& list, const ParameterValue& name) -> std::optional<double> {
    for (const EnumerationMember& member : enumeration(list.text).value_or(std::vector<EnumerationMember>{}))
      if (member.name == name.text) return member.number;
    return std::nullopt;
  };
  b.require([=](const ParameterValues& v) { return number(v.of(names), v.of(value)).has_value(); },
            "the value is none of the names", "choose one of them, as it is written there");
  b.equations(
      [=](Equations& e) { e.output(y, e.constant(number(e.value(names), e.value(value)).value_or(0))); });
}

}  // namespace sim::blocks
