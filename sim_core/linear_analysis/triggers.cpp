#include "sim_core/linear_analysis/triggers.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"

namespace sim {

static Result<Trigger> read_event(const Diagram& diagram, const std::string& path) {
  Trigger trigger;
  trigger.block = path;
  if (find_block(diagram, path)) return trigger;
  std::vector<std::string> paths;
  for (const auto& [id, block] : diagram.blocks) paths.push_back(block_path(diagram, id));
  return error(path, "there is no such block", did_you_mean(path, paths));
}

Result<Trigger> read_trigger(const Diagram& diagram, const std::string& text) {
  const std::string given(trimmed(text)), event = "event ";
  if (given.starts_with(event)) {
    auto trigger = read_event(diagram, std::string(trimmed(std::string_view(given).substr(event.size()))));
    if (trigger) trigger->text = given;
    return trigger;
  }
  constexpr std::pair<std::string_view, Trigger::Direction> words[] = {
      {" rising ", Trigger::Direction::Rising},
      {" falling ", Trigger::Direction::Falling},
      {"=", Trigger::Direction::Either},
  };
  for (const auto& [word, direction] : words) {
    const auto at = given.rfind(word);
    if (at == std::string::npos) continue;
    const auto value = parse_number(trimmed(std::string_view(given).substr(at + word.size())));
    const auto signal = find_signal(diagram, std::string(trimmed(std::string_view(given).substr(0, at))));
    if (!value || !std::isfinite(*value))
      return error(given, "the value that is crossed is no number", "write y = 3");
    if (!signal) return signal.errors();
    return Trigger{*signal, *value, direction, {}, given};
  }
  return error(given, "this is no time and no trigger",
               "write seconds, y = 3, y rising 3, y falling 3 or event Block/path");
}

// The path of the block whose crossings count, which is added where it is a signal's.
static std::string watched_block(Diagram& diagram, const Trigger& trigger) {
  if (!trigger.signal) return trigger.block;
  constexpr const char* directions[] = {"either", "rising", "falling"};
  const Id id = diagram.new_id();
  Block block;
  block.type = "discontinuities/hit_crossing";
  block.parent = diagram.blocks.at(trigger.signal->block).parent;
  block.name = unique_block_name(diagram, block.parent, "trigger");
  block.parameters = {{"HitCrossingOffset", to_text(trigger.value)},
                      {"HitCrossingDirection", directions[static_cast<int>(trigger.direction)]},
                      {"ShowOutputPort", "off"}};
  Line line;
  line.parent = block.parent;
  line.source = trigger.signal;
  line.target = PortRef{id, 0};
  diagram.blocks[id] = std::move(block);
  diagram.lines[diagram.new_id()] = std::move(line);
  return block_path(diagram, id);
}

Result<std::vector<double>> trigger_times(const Diagram& diagram, const BlockLibrary& library,
                                          const Trigger& trigger, std::size_t most) {
  Diagram watched = with_held_inputs(diagram, {});
  const std::string block = watched_block(watched, trigger);
  const auto run = ModelRun::prepare(watched, library);
  if (!run) return run.errors();
  const RunResult result = (*run)->execute();
  const double behind =
      trigger.signal ? 0 : 1e-9 * ((*run)->options().stop_time - (*run)->options().start_time);
  std::vector<double> times;
  for (const EventRecord& event : result.statistics.events) {
    if (event.block != block || event.kind == EventKind::SampleHit || times.size() >= most) continue;
    const double t = event.time + behind;
    if (times.empty() || t > times.back()) times.push_back(t);
  }
  if (!times.empty()) return times;
  if (result.end == RunEnd::Failed) return result.diagnostics;
  return error(trigger.text,
               trigger.signal ? "the signal does not cross this value in the run"
                              : "this block has no events in the run",
               "choose another one, or a later stop time");
}

}  // namespace sim
