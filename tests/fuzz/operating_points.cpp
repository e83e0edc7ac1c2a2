// Operating points: read for a model that has all there is in one (states, slots, modes, delays, an algebraic
// loop, the memory of a multistep solver), and gone on from.
#include "sim_core/operating_points/operating_point_file.h"
#include "tests/fuzz/bounded_run.h"
#include "tests/fuzz/json_mutation.h"
#include "tests/fuzz/target.h"
#include "tests/support/model_builder.h"

namespace sim::fuzz {

static Diagram model_with_everything() {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "Wave", {{"frequency", "7"}});
  const Id sum = m.block("math/sum", "Sum", {{"signs", "+-"}});
  const Id state = m.block("continuous/integrator", "State", {{"x0", "[1; 2]"}});
  const Id delayed = m.block("continuous/transport_delay", "Delayed", {{"delay", "0.13"}});
  const Id kept = m.block("discrete/unit_delay", "Kept", {{"SampleTime", "0.1"}});
  const Id relay =
      m.block("discontinuities/relay", "Relay", {{"OnSwitchValue", "0.2"}, {"OffSwitchValue", "-0.1"}});
  const Id loop = m.block("math/sum", "Loop", {{"signs", "++"}});
  const Id half = m.block("user_defined/fcn", "Half", {{"expression", "0.5*sin(u)"}});
  const Id noise = m.block("sources/random_number", "Noise", {{"SampleTime", "0.1"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "4"}});
  m.connect(wave, sum).connect(delayed, sum, 1).connect(sum, state).connect(state, delayed);
  m.connect(wave, kept).connect(kept, relay).connect(relay, loop).connect(half, loop, 1).connect(loop, half);
  m.connect(state, scope).connect(relay, scope, 1).connect(loop, scope, 2).connect(noise, scope, 3);
  m.set("StopTime", "1").set("Solver", "ode113").set("AutoScaleAbsTol", "on").set("AlgebraicLoopMsg", "none");
  return m.diagram;
}

static std::unique_ptr<ModelRun> fresh_run() {
  static const Diagram model = model_with_everything();
  static const auto first = ModelRun::prepare(model, library());
  require(static_cast<bool>(first), "the model compiles");
  auto run = ModelRun::prepare(model, library(), **first, model);
  require(static_cast<bool>(run), "its program is used again");
  return *std::move(run);
}

void run_operating_points(const std::string& text) {
  const auto run = fresh_run();
  const auto point = read_operating_point(text, run->program());
  if (!point) {
    require(!point.error().message.empty(), "an error has a message");
    return count("operating points refused");
  }
  const std::string written = write_operating_point(*point, run->program());
  const auto again = read_operating_point(written, run->program());
  require(again && write_operating_point(*again, run->program()) == written,
          "operating points are read as they were written");
  run->start_from(*point);
  const RunResult result = execute_briefly(*run);
  count(result.end == RunEnd::Failed ? "operating points that a run refused"
                                     : "operating points gone on from");
}

std::string mutate_operating_points(const std::string& input, Random& random, const MutateBytes& bytes) {
  return random.chance(10) ? bytes(input) : mutated_json(input, random);
}

}  // namespace sim::fuzz
