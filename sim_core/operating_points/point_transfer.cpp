#include "sim_core/operating_points/point_transfer.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sim {

namespace {

// A slot may have no name: then its place among those of its block counts.
using Key = std::tuple<std::string, std::string, int, int>;  // block, name, size, which of these

template <class Info>
std::map<Key, int> places(const std::vector<Info>& infos, const Program& program) {
  std::map<Key, int> all;
  for (const Info& info : infos) {
    Key key{program.blocks[static_cast<std::size_t>(info.block)].path, info.name, info.shape.size(), 0};
    while (all.contains(key)) ++std::get<3>(key);
    all[key] = info.first;
  }
  return all;
}

template <class Info>
void carry(const std::vector<double>& values, const std::vector<Info>& infos, const Program& from,
           std::vector<double>& out, const std::vector<Info>& wanted, const Program& to) {
  const std::map<Key, int> known = places(infos, from);
  for (const auto& [key, first] : places(wanted, to))
    if (const auto at = known.find(key); at != known.end())
      std::copy_n(values.begin() + at->second, std::get<2>(key), out.begin() + first);
}

bool same_sizes(const OperatingPoint& a, const OperatingPoint& b) {
  return a.states.size() == b.states.size() && a.discrete.size() == b.discrete.size() &&
         a.modes.size() == b.modes.size() && a.captured.size() == b.captured.size() &&
         a.loop_solutions.size() == b.loop_solutions.size() && a.relaxed.size() == b.relaxed.size();
}

bool same_pasts(const Histories::Content& a, const Histories::Content& b) {
  return a.recorded.size() == b.recorded.size() && a.now.size() == b.now.size() &&
         a.delays.size() == b.delays.size() && a.modes.size() == b.modes.size() &&
         a.discrete.size() == b.discrete.size();
}

}  // namespace

Result<OperatingPoint> transfer_point(const OperatingPoint& point, const Program& from,
                                      const OperatingPoint& beginning, const Program& to) {
  const bool pasts = same_pasts(point.histories, beginning.histories);
  const bool same = pasts && same_sizes(point, beginning) &&
                    places(from.states, from) == places(to.states, to) &&
                    places(from.discrete, from) == places(to.discrete, to);
  if (same) return point;
  if (!pasts && !beginning.histories.recorded.empty())
    return error({}, "the past of its delayed signals does not fit the model",
                 "look at the signals that the delays read in a scope, so that runs compute them too");
  OperatingPoint out = beginning;
  out.time = point.time;
  out.next_step = 0;
  out.solver.clear();
  out.inputs = point.inputs;
  carry(point.states, from.states, from, out.states, to.states, to);
  carry(point.discrete, from.discrete, from, out.discrete, to.discrete, to);
  // The rest follows from states and slots where it is not the same: a run settles its modes at the start.
  if (point.modes.size() == out.modes.size()) out.modes = point.modes;
  if (point.captured.size() == out.captured.size()) out.captured = point.captured;
  if (point.loop_solutions.size() == out.loop_solutions.size()) out.loop_solutions = point.loop_solutions;
  if (point.relaxed.size() == out.relaxed.size()) out.relaxed = point.relaxed;
  if (pasts) out.histories = point.histories;
  return out;
}

}  // namespace sim
