#include "sim_core/pid_tuning/tuning_json.h"

#include <nlohmann/json.hpp>

namespace sim {

namespace {

using Json = nlohmann::ordered_json;

// Infinities and what is not a number become null when it is written.
Json loop_json(const PidLoop& loop) {
  const auto of_step = [&](double value) { return loop.stable ? Json(value) : Json(); };
  return Json{{"stable", loop.stable},
              {"crossover", loop.crossover},
              {"phase_margin", loop.phase_margin},
              {"gain_margin", loop.gain_margin},
              {"largest_sensitivity", loop.margins.largest_sensitivity},
              {"rise_time", of_step(loop.step.rise_time)},
              {"overshoot", of_step(loop.step.overshoot)},
              {"settling_time", of_step(loop.step.settling_time)}};
}

}  // namespace

std::string tuning_json(const PidTuner& tuner, const PidTuning& tuning) {
  const PidBlock& pid = tuner.plant().pid;
  Json out{{"block", pid.path},
           {"controller", name_of(tuning.target.kind)},
           {"crossover", tuning.target.crossover},
           {"phase_margin", tuning.target.phase_margin}};
  Json& parameters = out["parameters"] = Json::object();
  for (const auto& [name, value] : pid_parameters(pid, tuning.target.kind, tuning.gains))
    parameters[name] = value;
  if (const auto now = tuner.present()) out["before"] = loop_json(*now);
  out["tuned"] = loop_json(tuning.loop);
  out["notes"] = Json::array();
  for (const Diagnostic& note : tuning.notes) out["notes"].push_back(note.message);
  return out.dump(2) + "\n";
}

}  // namespace sim
