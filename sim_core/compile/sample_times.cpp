// When each block computes. A block says it itself, or it is continuous by what its equations read (time,
// states), or it inherits from its inputs: the same rate if they agree, the fastest that all others are
// multiples of, the greatest common divisor, continuous if any is; forwards to a fixed point. What nothing
// reaches (a loop of delays) inherits from its readers. Each rate gets one mode, which is 1 at its hits.
#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <utility>

#include "sim_core/base/ratio.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/readers.h"

namespace sim::compile_phases {

namespace {

using Kind = SampleTime::Kind;

// The largest period that both are whole multiples of; 0 if there is none worth the name.
double common_period(double a, double b) {
  const double slowest = std::max(a, b);
  return common_measure(a, b, 1e-12 * slowest, 1e-6 * slowest);
}

SampleTime joined(const SampleTime& a, const SampleTime& b) {
  if (a == b || b.kind == Kind::Constant || b.kind == Kind::Inherited) return a;
  if (a.kind == Kind::Constant || a.kind == Kind::Inherited) return b;
  for (Kind kind : {Kind::Continuous, Kind::MajorStep, Kind::Triggered})
    if (a.kind == kind || b.kind == kind) return {kind == Kind::Triggered ? Kind::MajorStep : kind};
  double period = common_period(a.period, b.period);
  if (period > 0 && a.offset != b.offset)
    period = common_period(period, std::fabs(difference(a.offset, b.offset)));
  if (period == 0) return {Kind::MajorStep};
  return {Kind::Discrete, period, remainder_in(std::min(a.offset, b.offset), period)};
}

class RatePropagation {
 public:
  RatePropagation(const EquationSystem& model, Report& report)
      : model_(model),
        report_(report),
        times_(model.declared),
        declared_(model.instances.size(), 0),
        visits_(model.instances.size(), 0),
        queued_(model.instances.size(), 0) {
    find_moving_nodes();
    for (const std::size_t k : stoppable_indices(model.instances)) {
      const Instance& instance = model.instances[k];
      if (instance.reduced || instance.is_virtual()) continue;
      declare(instance, declared_[k]);
      // What is carried from pass to pass says nothing, nor does what others write into it.
      const auto carried = static_cast<std::size_t>(model.equations[k].memory_inputs);
      const auto& segments = model.segments[k];
      for (std::size_t port = 0; port + carried < segments.size(); ++port) {
        if (model.accesses[instance].is_input(static_cast<int>(port))) continue;
        for (const Segment& segment : segments[port])
          if (segment.from.instance >= 0) {
            inherit(static_cast<int>(k), source_of(segment.from.instance));
            inherit_from_outside(iteration_around(instance), segment.from.instance);
          }
      }
      if (instance.holds_output() && instance.controller >= 0)
        readers_.add({source_of(instance.controller)}, {static_cast<int>(k), 0});
    }
    readers_.close();
    drivers_.close();
  }

  void run() {
    for (const std::size_t k : stoppable_indices(model_.instances)) enqueue(static_cast<int>(k));
    forwards();
    for (std::size_t k = model_.instances.size(); k-- > 0;) {
      check_stop();
      const Instance& instance = model_.instances[k];
      if (instance.reduced || instance.is_virtual() || times_[k].kind != Kind::Inherited) continue;
      SampleTime wanted{Kind::Inherited};
      for (const auto& reader : readers_of(k)) wanted = joined(wanted, times_[reader.instance]);
      const bool remembers = !instance.type->discrete_states.empty();
      if (wanted.kind == Kind::Inherited || wanted.kind == Kind::Constant)
        wanted.kind = remembers ? Kind::MajorStep : drivers_of(k).empty() ? Kind::Constant : Kind::Inherited;
      times_[k] = wanted;
      for (const auto& reader : readers_of(k)) enqueue(reader.instance);
      forwards();
    }
  }

  // A mode for each rate, asked for or not: the list of rates is also what a report shows. That of major
  // steps is made when a block asks for it.
  Rates number() {
    Rates rates{{}, BlockTable<int>(model_.instances.size()), {}, model_.mode_count};
    for (const std::size_t k : stoppable_indices(model_.instances)) rates.hit_modes[k] = -1;
    std::map<std::pair<double, double>, int> mode_of;
    for (const Instance& instance : stoppable(model_.instances))
      for (const RateRole& rate : model_.equations[instance].roles.rates)
        mode_of.try_emplace({rate.period, rate.offset}, rate.mode);
    for (const Instance& instance : stoppable(model_.instances)) {
      if (instance.reduced || instance.is_virtual()) continue;
      SampleTime& time = times_[instance];
      if (time.kind == Kind::Inherited) time.kind = Kind::Continuous;
      // What it rules may be executed on demand; it is not.
      if (instance.type->role == BlockRole::Iterator && time.kind == Kind::Triggered && !on_demand(instance))
        time.kind = Kind::MajorStep;
      const bool remembers = !instance.type->discrete_states.empty() || instance.type->at_major_steps;
      if (remembers && (time.kind == Kind::Continuous || time.kind == Kind::Constant))
        time = {Kind::MajorStep};
      if (time.kind != Kind::Discrete) continue;
      auto [at, fresh] = mode_of.try_emplace({time.period, time.offset}, rates.mode_count);
      if (fresh) rates.all.push_back({time.period, time.offset, rates.mode_count++});
      rates.hit_modes[instance] = at->second;
    }
    for (const std::size_t k : stoppable_indices(model_.instances))
      for (const RateRole& rate : model_.equations[k].roles.rates)
        rates.all.push_back({rate.period, rate.offset, rate.mode, static_cast<int>(k)});
    std::stable_sort(rates.all.begin(), rates.all.end(), [](const RateInfo& a, const RateInfo& b) {
      return std::pair(a.period, a.offset) < std::pair(b.period, b.offset);
    });
    rates.times = std::move(times_);
    return rates;
  }

 private:
  // The outermost block that iterates this one; -1: none.
  int iteration_around(const Instance& instance) const {
    int found = instance.iterator;
    while (found >= 0 && model_.instances[static_cast<std::size_t>(found)].iterator >= 0)
      found = model_.instances[static_cast<std::size_t>(found)].iterator;
    return found;
  }
  // An iterated subsystem is executed at the sample times of its inputs.
  void inherit_from_outside(int iterator, int driver) {
    if (iterator < 0 || iteration_around(model_.instances[static_cast<std::size_t>(driver)]) == iterator)
      return;
    inherit(iterator, source_of(driver));
  }
  void inherit(int reader, int driver) {
    readers_.add({driver}, {reader, 0});
    drivers_.add({reader}, {driver, 0});
  }
  std::span<const Readers::Reader> readers_of(std::size_t k) const { return readers_({static_cast<int>(k)}); }
  std::span<const Readers::Reader> drivers_of(std::size_t k) const { return drivers_({static_cast<int>(k)}); }

  bool on_demand(const Instance& instance) const { return calling_control(model_, instance) >= 0; }
  // What a signal changes with: that of a subsystem that is executed on demand changes when it is called.
  int source_of(int driver) const {
    for (int at = driver; at >= 0;
         at = calling_control(model_, model_.instances[static_cast<std::size_t>(at)]))
      driver = at;
    return driver;
  }

  void find_moving_nodes() {
    moves_.assign(static_cast<std::size_t>(model_.open.size()), 0);
    std::set<int> timed;  // modes that a time event switches
    for (const Instance& instance : stoppable(model_.instances))
      for (const RateRole& rate : model_.equations[instance].roles.rates) hits_.insert(rate.mode);
    for (const Instance& instance : stoppable(model_.instances))
      for (const TimeEventRole& role : model_.equations[instance].roles.time_events)
        for (int k = 0; k < model_.open.node(role.at).shape.size(); ++k) timed.insert(role.mode + k);
    std::vector<char> hits(moves_.size(), 0);  // 1 at sample hits only
    for (const ir::NodeId id : stoppable_nodes(model_.open)) {
      const ir::Node& n = model_.open.node(id);
      const auto operands = model_.open.operands(id);
      const auto any = [&](const std::vector<char>& of) {
        return std::any_of(operands.begin(), operands.end(),
                           [&](ir::NodeId operand) { return of[static_cast<std::size_t>(operand)] != 0; });
      };
      const auto at = static_cast<std::size_t>(id);
      hits[at] = is_hit(n) || (n.op == ir::Op::And && any(hits));
      moves_[at] = n.op == ir::Op::Time || n.op == ir::Op::State ||
                   (n.op == ir::Op::Mode && timed.contains(n.slot)) || any(moves_);
      // What is taken at hits does not move in between.
      if (n.op == ir::Op::Select && hits[static_cast<std::size_t>(operands[0])])
        moves_[at] = moves_[static_cast<std::size_t>(operands[2])];
    }
  }

  bool is_hit(const ir::Node& n) const {
    if (n.op == ir::Op::Mode) return hits_.contains(n.slot);
    if (n.op != ir::Op::Input) return false;
    const int owner = model_.input_owner[static_cast<std::size_t>(n.slot)];
    if (owner < 0) return false;
    return n.slot == model_.equations[owner].hidden_first + static_cast<int>(HiddenInput::Hit);
  }

  void declare(const Instance& instance, char& declared) {
    if (on_demand(instance) && times_[instance].kind != Kind::Constant) {
      if (times_[instance].kind == Kind::Discrete)
        report_.fail(instance,
                     "it has a sample time of its own inside a subsystem that is executed on demand",
                     "set its sample time to -1");
      if (!instance.type->states.empty())
        report_.fail(instance,
                     "it has continuous states inside a subsystem that is executed at instants only",
                     "use a discrete block, or an Enabled subsystem");
      times_[instance] = {Kind::Triggered};
    }
    report_inheriting_source(instance);
    if (times_[instance].kind == Kind::Inherited) {
      bool moves = !instance.type->states.empty();
      for (ir::NodeId output : model_.equations[instance].roles.outputs)
        moves = moves || moves_[static_cast<std::size_t>(output)];
      if (moves) times_[instance] = {Kind::Continuous};
      // A source that has hits of its own, and nothing else, is sampled.
      if (const auto& rates = model_.equations[instance].roles.rates;
          !moves && instance.inputs.empty() && rates.size() == 1)
        times_[instance] = {Kind::Discrete, rates[0].period, rates[0].offset};
    }
    const Access& access = model_.accesses[instance];
    const bool written = !access.parameters.empty() && access.first_input == 0;
    if ((at_major_steps(instance) || written) && times_[instance].kind == Kind::Inherited)
      times_[instance] = {Kind::MajorStep};
    declared = times_[instance].kind != Kind::Inherited;
  }

  static bool at_major_steps(const Instance& instance) {
    if (!instance.type->at_major_steps) return false;
    const int flag = instance.type->parameter_index(inherits_sample_time);
    const bool inherits = flag >= 0 && instance.parameters[static_cast<std::size_t>(flag)].number() != 0;
    return !inherits;
  }

  // It has nobody to inherit from but its readers.
  void report_inheriting_source(const Instance& instance) {
    if (times_[instance].kind != Kind::Inherited || instance.type->sample_time < 0) return;
    if (!instance.inputs.empty() || instance.controller >= 0) return;
    report_.as_set("InheritedTsInSrcMsg",
                   warning(instance.path, "it has no inputs to inherit a sample time from",
                           "give it a sample time, or 0 for continuous", instance.id));
  }

  void enqueue(int index) {
    if (!std::exchange(queued_[static_cast<std::size_t>(index)], char{1})) queue_.push_back(index);
  }

  void forwards() {
    while (!queue_.empty()) {
      check_stop();
      const auto k = static_cast<std::size_t>(queue_.front());
      queue_.pop_front();
      queued_[k] = 0;
      const Instance& instance = model_.instances[k];
      if (instance.reduced || instance.is_virtual()) continue;
      SampleTime now = times_[k];
      if (!declared_[k]) {
        if (drivers_of(k).empty() && instance.type->discrete_states.empty()) now = {Kind::Constant};
        for (const auto& from : drivers_of(k)) now = joined(now, times_[from.instance]);
        // What is held of a constant changes with the subsystem's being executed.
        if (instance.holds_output() && instance.controller >= 0 && now.kind == Kind::Constant)
          now = times_[source_of(instance.controller)];
        if (now == times_[instance]) continue;
        times_[instance] = ++visits_[k] < most_visits ? now : SampleTime{Kind::MajorStep};
        if (visits_[k] > most_visits) continue;
      } else if (++visits_[k] > 1) {
        continue;
      }
      for (const auto& reader : readers_of(k)) enqueue(reader.instance);
    }
  }

  // Rates only ever become faster, so that few visits settle them; rounding must not make it many.
  static constexpr int most_visits = 64;

  const EquationSystem& model_;
  Report& report_;
  SampleTimes times_;
  std::vector<char> declared_, moves_;
  std::set<int> hits_;         // modes of sample hits that blocks have asked for
  Readers readers_, drivers_;  // of instances, whatever their outputs
  std::vector<int> visits_;
  std::deque<int> queue_;
  std::vector<char> queued_;  // by instance
};

}  // namespace

Rates sample_times(const EquationSystem& model, Report& report) {
  RatePropagation rates(model, report);
  rates.run();
  return rates.number();
}

}  // namespace sim::compile_phases
