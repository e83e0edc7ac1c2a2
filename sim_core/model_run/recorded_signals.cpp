#include "sim_core/model_run/recorded_signals.h"

#include <algorithm>

#include "sim_core/base/text.h"

namespace sim {

std::vector<RecordedSignal> recorded_signals(const Program& program) {
  std::vector<RecordedSignal> signals;
  for (const LoggedSignal& logged : program.logged) {
    RecordedSignal signal{logged.name, logged.elements, {}, {}, {}, logged.held, {}};
    for (int k = 0; k < logged.count(); ++k) signal.columns.push_back(logged.first + k);
    if (logged.block >= 0) {
      const BlockInfo& block = program.blocks[static_cast<std::size_t>(logged.block)];
      signal.block = block.path;
      if (logged.port >= 0 && logged.port < static_cast<int>(block.outputs.size()))
        signal.unit = block.outputs[static_cast<std::size_t>(logged.port)].unit;
    }
    signals.push_back(std::move(signal));
  }
  for (const Viewer& viewer : program.viewers)
    for (const auto& input : viewer.inputs)
      for (const int k : input) {
        auto& viewers = signals[static_cast<std::size_t>(k)].viewers;
        const std::string& path = program.blocks[static_cast<std::size_t>(viewer.block)].path;
        if (std::ranges::find(viewers, path) == viewers.end()) viewers.push_back(path);
      }
  return signals;
}

static RecordedSignal element_of(const RecordedSignal& signal, std::size_t k) {
  RecordedSignal element = signal;
  element.name = signal.elements[k];
  element.elements = {signal.elements[k]};
  element.columns = {signal.columns[k]};
  return element;
}

static bool shows(const RecordedSignal& signal, const std::string& viewer) {
  return std::ranges::find(signal.viewers, viewer) != signal.viewers.end();
}

Result<RecordedSignal> find_recorded(const std::vector<RecordedSignal>& signals, const std::string& name) {
  for (const RecordedSignal& signal : signals)
    if (signal.name == name) return signal;
  std::vector<std::string> names, shown;
  for (const RecordedSignal& signal : signals) {
    for (std::size_t k = 0; k < signal.elements.size(); ++k)
      if (signal.elements[k] == name) return element_of(signal, k);
    names.push_back(signal.name);
    if (shows(signal, name)) shown.push_back(signal.name);
  }
  if (shown.size() == 1) return find_recorded(signals, shown.front());
  if (shown.size() > 1)
    return error(name, "it shows several signals",
                 "write " + name + '/' + shown.front() + ", or one of " + join(shown, ", "));
  for (auto slash = name.rfind('/'); slash != std::string::npos && slash > 0;
       slash = name.rfind('/', slash - 1)) {
    const std::string viewer = name.substr(0, slash), rest = name.substr(slash + 1);
    for (const RecordedSignal& signal : signals) {
      if (!shows(signal, viewer)) continue;
      if (signal.name == rest) return signal;
      for (std::size_t k = 0; k < signal.elements.size(); ++k)
        if (signal.elements[k] == rest) return element_of(signal, k);
    }
  }
  const std::string near = did_you_mean(name, names);
  constexpr std::size_t most = 20;
  return error(name, "no signal of this name is recorded",
               !near.empty()   ? near
               : names.empty() ? "connect a Scope or an Outport, or record a signal"
               : names.size() <= most
                   ? "recorded are " + join(names, ", ")
                   : "look at the names of the " + std::to_string(names.size()) + " recorded signals");
}

}  // namespace sim
