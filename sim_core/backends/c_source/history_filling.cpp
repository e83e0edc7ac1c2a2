#include "sim_core/backends/c_source/history_filling.h"

#include <cmath>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/backends/c_source/method_text.h"

namespace sim::c_source {

namespace {

class HistoryFiller {
 public:
  HistoryFiller(Filling& filling, const Program& program, const FixedStepRun& run,
                const FollowedBranches& followed)
      : filling_(filling), program_(program), run_(run), followed_(followed) {}

  void fill() {
    have("histories");
    have("searches_grid");
    have("chooses_for_recorded", followed_.read[static_cast<std::size_t>(KernelKind::Recorded)]);
    count("history_count", static_cast<std::int64_t>(program_.delays.size()));
    count("recorded_width", program_.kernel(KernelKind::Recorded).size);
    count("delay_count", program_.kernel(KernelKind::Delays).size);
    count("history_points", static_cast<std::int64_t>(run_.past.points.size()));
    set("point_table", number_table(run_.past.points));
    set("scale_table", number_table(run_.past.scale));
    set("middle_table", number_table(run_.past.middle));
    rooms();
    interpolant();
  }

 private:
  void have(const char* feature, bool there = true) {
    if (there) filling_.features.insert(feature);
  }
  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }
  void count(const char* name, std::int64_t n) { set(name, std::to_string(n)); }

  void rooms() {
    std::int64_t segments = 0, values = 0, arrivals = 0;
    int readers = 0;
    const auto points = static_cast<std::int64_t>(run_.past.points.size());
    set("delayed_table", table(program_.delays, [&](const DelayInfo& delay) {
          const std::int64_t room = steps_of(delay, run_);
          const std::int64_t row[] = {delay.count,
                                      delay.result,
                                      segments,
                                      room,
                                      values,
                                      readers,
                                      delay.delay_count,
                                      arrivals,
                                      room,
                                      delay.delay_first,
                                      delay.constant ? 1 : 0};
          std::string text = "{";
          for (const std::int64_t n : row) text += whole(n) + ", ";
          segments += room;
          values += room * delay.count * points;
          readers += delay.delay_count;
          arrivals += room * delay.delay_count;
          return text + number(delay.maximum) + "}";
        }));
    count("segment_room", segments);
    count("value_room", values);
    count("reader_count", readers);
    count("arrival_room", arrivals);
  }

  // Inside a step: the cubic through both ends and their slopes, or what the method brings along.
  void interpolant() {
    if (!run_.method || program_.state_count == 0) return;
    const Tableau& method = *run_.method;
    have("hermite", method.dense.empty());
    if (method.dense.empty()) return;
    std::string weights, sum;
    const int degree = method.dense_degree();
    for (int i = 0; i < method.stages; ++i) {
      const std::string k = std::to_string(i);
      std::string polynomial = number(method.dense[static_cast<std::size_t>((i + 1) * degree - 1)]);
      for (int j = degree - 2; j >= 0; --j)
        polynomial = "(" + polynomial + ") * theta + " +
                     number(method.dense[static_cast<std::size_t>(i * degree + j)]);
      weights += "  const double w" + k + " = h * theta * (" + polynomial + ");\n";
      const bool at_end = i == stages_of(method);
      sum += (i ? " + w" : "w") + k + " * " + (at_end ? "p->slope_at_end[i]" : "self->k[" + k + "][i]");
    }
    set("dense_weights", weights);
    set("dense_sum", sum);
  }

  Filling& filling_;
  const Program& program_;
  const FixedStepRun& run_;
  const FollowedBranches& followed_;
};

}  // namespace

std::int64_t steps_of(const DelayInfo& delay, const FixedStepRun& run) {
  constexpr std::int64_t beside = 6;
  const double steps = std::ceil(delay.maximum / run.fixed_step * (1 + 1e-9));
  constexpr double most = 0x1p40;
  return static_cast<std::int64_t>(std::isfinite(steps) && steps < most ? steps : most) + beside;
}

void add_histories(Filling& filling, const Program& program, const FixedStepRun& run,
                   const FollowedBranches& followed) {
  if (!program.delays.empty()) HistoryFiller(filling, program, run, followed).fill();
}

}  // namespace sim::c_source
