#include <algorithm>

#include "sim_core/blocks/sources/timed_values.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void from_variable(BlockTypeBuilder& b) {
  b.id("sources/from_variable").label("From Variable").category("Sources");
  b.doc(
      "Plays a variable over time: a matrix whose first column is the time.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "The other columns of the matrix are the elements of y. That is what a To Variable block records with "
      "Time and values. A structure `s` with `s.time` and `s.signals.values`, or with `s.Time` and `s.Data`, "
      "is such "
      "a matrix too, and a structure of these is a bus. Any expression will do, such as `[0 0; 1 5]` or `[t, "
      "sin(t)]` of a variable t. Two "
      "equal times make a jump. The solver steps exactly to each instant.");
  b.keywords({"From Workspace", "FROMWSB", "FROMWS_c", "simin", "trajectory_source", "CombiTimeTable",
              "playback", "measured data"});
  b.icon(IconShape::Rectangle, "", "{VariableName}");
  b.size(88, 40);
  Param data = b.real("VariableName", "Data", "[0 0; 1 1]")
                   .not_tunable()
                   .doc("The name of a variable, or an expression: a row for each instant, [time values].");
  const PlayParameters how(b);
  b.sample_time("0");
  Out y = b.output("y");
  unit_parameter(b);
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = vector_shape(std::max(1, v.of(data).shape.cols - 1));
  });
  b.equations([=](Equations& e) {
    if (const auto signals = played_matrix(e, how, e.value(data)))
      e.output(y, ir::concat(*signals, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
