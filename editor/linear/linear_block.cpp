#include "editor/linear/linear_block.h"

#include <algorithm>

#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/pade.h"

namespace fluxion {

static std::string matrixText(const sim::LinearMatrix& m) {
  std::string text = "[";
  for (int i = 0; i < m.rows; ++i) {
    for (int j = 0; j < m.columns; ++j) text += (j > 0 ? " " : i > 0 ? "; " : "") + sim::to_text(m(i, j));
  }
  return text + "]";
}

sim::Result<sim::Block> stateSpaceBlock(const sim::LinearModel& given, const sim::Diagram& diagram) {
  const sim::LinearModel model = sim::with_pade(given, 0);
  if (model.delay_count() > 0)
    return sim::error({}, "the linear model has a delay, which a State-Space block cannot have",
                      "give the delay's block a Padé order");
  if (model.state_count() == 0 || model.input_count() == 0 || model.output_count() == 0)
    return sim::error({}, "the linear model has no states, no inputs or no outputs",
                      "mark an input and an output with dynamics between them");
  sim::Block block;
  block.type = model.sample_time > 0 ? "discrete/discrete_state_space" : "continuous/state_space";
  block.name = "Linear model";
  block.parameters = {{"A", matrixText(sim::a_of(model))},
                      {"B", matrixText(sim::b_of(model))},
                      {"C", matrixText(sim::c_of(model))},
                      {"D", matrixText(sim::d_of(model))}};
  if (model.sample_time > 0) block.parameters["SampleTime"] = sim::to_text(model.sample_time);
  block.size = {88, 48};
  double right = 0, top = 0;
  bool first = true;
  for (const auto& [id, other] : diagram.blocks) {
    if (other.parent != sim::no_id) continue;
    right =
        first ? other.position.x + other.size.width : std::max(right, other.position.x + other.size.width);
    top = first ? other.position.y : std::min(top, other.position.y);
    first = false;
  }
  block.position = {first ? 0 : right + 80, top};
  return block;
}

}  // namespace fluxion
