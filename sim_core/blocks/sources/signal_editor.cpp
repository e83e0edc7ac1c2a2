#include <algorithm>

#include "sim_core/base/split.h"
#include "sim_core/blocks/sources/timed_values.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

int drawn_signals(const ParameterValue& points) { return std::clamp(points.shape.cols - 1, 1, 1000); }

}  // namespace

void signal_editor(BlockTypeBuilder& b) {
  b.id("sources/signal_editor").label("Signal Editor").category("Sources");
  b.doc(
      "Several signals, each given by its points over the same instants.\n\n"
      "$y_i = P_{k,i} + \\frac{P_{k+1,i} - P_{k,i}}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < "
      "t_{k+1}$\n\n"
      "A row of the points is an instant: first the time, then the value of each signal; each signal has an "
      "output of its own. Between the instants signals run straight, or are held; two rows of the same time "
      "make a jump. The solver steps exactly to each instant.");
  b.keywords({"Signal Builder", "Sigbuilder", "Waveform Generator", "scenario", "profile", "test signal",
              "TimeTable"});
  b.icon(IconShape::Rectangle,
         "M.12,.45 L.3,.15 L.5,.3 L.7,.15 L.88,.35 M.12,.85 L.4,.85 L.4,.6 L.65,.6 L.65,.75 L.88,.75");
  b.size(64, 56);
  Param points = b.real("Points", "Points", "[0 0 1; 1 1 1; 2 1 0; 3 0 0]")
                     .not_tunable()
                     .doc("A row for each instant: the time, then a value of each signal.");
  Param names =
      b.text("SignalNames", "Names of the signals", "").doc("With commas between them; empty: y1, y2, ...");
  const PlayParameters how(b);
  b.outputs([=](const ParameterValues& v) {
    const std::vector<std::string> given = split(v.of(names).text, ',');
    std::vector<PortSpec> ports;
    for (int k = 0; k < drawn_signals(v.of(points)); ++k) {
      const auto at = static_cast<std::size_t>(k);
      const bool named = at < given.size() && !given[at].empty();
      ports.push_back({named ? given[at] : "y" + std::to_string(k + 1), ""});
    }
    return ports;
  });
  unit_parameter(b);
  b.shapes([](const ParameterValues&, Shapes&) {});
  b.equations([=](Equations& e) {
    const auto signals = played_matrix(e, how, e.value(points));
    for (int k = 0; signals && k < e.output_count(); ++k)
      e.output(Out{k}, (*signals)[static_cast<std::size_t>(k)]);
  });
}

}  // namespace sim::blocks
