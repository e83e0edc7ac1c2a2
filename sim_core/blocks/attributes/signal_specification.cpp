#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void signal_specification(BlockTypeBuilder& b) {
  b.id("attributes/signal_specification").label("Signal Specification").category("Signal Attributes");
  b.doc(
      "Says what a signal has to be.\n\n"
      "$y = u$\n\n"
      "A signal of other dimensions or of another data type, or a complex one where real is specified, is an "
      "error; one in another unit of the same kind is converted. Where dimensions or data type are not "
      "known, as in a loop, or in a source that inherits its data type via back propagation, what is "
      "specified here holds. The range is watched at major steps.");
  b.keywords({"PassThrough", "assert", "type", "dimensions", "annotate"});
  b.icon(IconShape::Rectangle, "M.15,.5 L.85,.5 M.35,.3 L.35,.7 M.65,.3 L.65,.7");
  Param dimensions = b.real("Dimensions", "Dimensions", "-1")
                         .not_tunable()
                         .doc("-1: any; n: a vector of n elements (1: a scalar); [m n]: a matrix.");
  Param least = b.real("OutMin", "Smallest value", "-inf")
                    .scalar()
                    .not_tunable()
                    .doc("Watched as the setting SignalRangeChecking says.");
  Param most = b.real("OutMax", "Largest value", "inf")
                   .scalar()
                   .not_tunable()
                   .doc("Watched as the setting SignalRangeChecking says.");
  In u = b.input("u");
  Out y = b.output("y");
  b.output_type({inherit_auto});
  unit_parameter(b);
  Param kind = b.choice("SignalType", "Signal type", {"auto", "real", "complex"})
                   .doc("Whether the signal's elements are real or complex numbers; auto: either.");
  b.specifies(dimensions);
  require_order(b, least, most, "the minimum exceeds the maximum");
  b.require(
      [=](const ParameterValues& v) {
        const auto& numbers = v.of(dimensions).numbers;
        if (numbers.size() > 2) return false;
        if (numbers.size() == 1 && numbers[0] == -1) return true;
        for (double n : numbers)
          if (!(n >= 1 && n <= 10'000'000) || n != static_cast<double>(static_cast<int>(n))) return false;
        return true;
      },
      "the dimensions are not -1, n or [m n]", "write for example 3, or [2 4]");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const auto& numbers = v.of(dimensions).numbers;
    s.outputs[0] = s.inputs[0];
    if (numbers[0] == -1) return;
    s.outputs[0] = {static_cast<int>(numbers[0]), numbers.size() == 2 ? static_cast<int>(numbers[1]) : 1};
    if (s.inputs[0] != s.outputs[0])
      s.problem =
          "the signal is " + to_text(s.inputs[0]) + " where " + to_text(s.outputs[0]) + " is specified";
  });
  b.equations([=](Equations& e) {
    const int wanted = e.choice(kind);
    if (wanted != 0 && is_complex(e(u)) != (wanted == 2))
      e.report(error({},
                     std::string("the signal is ") +
                         (wanted == 2 ? "real where complex" : "complex where real") + " is specified",
                     wanted == 2 ? "make it complex with a Real-Imag to Complex block"
                                 : "take a part of it with a Complex to Real-Imag block"));
    e.output(y, e(u));
    const double lower = e.value(least).number(), upper = e.value(most).number();
    if (std::isinf(lower) && std::isinf(upper)) return;
    e.check((e(u) < e.constant(lower)) | (e.constant(upper) < e(u)), "SignalRangeChecking",
            "the signal leaves its range from " + to_text(lower) + " to " + to_text(upper));
  });
}

}  // namespace sim::blocks
