#pragma once
// Multirate and conditional models, and what they are to give: an interpreter written from the documentation
// (the blocks' help pages; docs/numerics.md, "Sample times and conditional execution"), not from the engine.
// It knows no equations, modes or steps: time goes by in whole ticks, and at each tick every block computes
// its output once, in the order in which the blocks stand here, and then its state.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace sim::reference {

// When a signal changes: at offset + k period ticks; at any time; or when the subsystem it is in is called.
struct Rate {
  enum Kind { Sampled, Continuous, Called } kind = Sampled;
  int period = 1, offset = 0;

  bool hits(int tick) const { return tick >= offset && (tick - offset) % period == 0; }
};

// What inherits from several rates has the slowest whose hits include all of theirs.
inline Rate joined(const Rate& a, const Rate& b) {
  if (a.kind != Rate::Sampled) return a;
  if (b.kind != Rate::Sampled) return b;
  const int period = std::gcd(std::gcd(a.period, b.period), std::abs(a.offset - b.offset));
  const bool same = a.period == b.period && a.offset == b.offset;
  return {Rate::Sampled, same ? a.period : period, same ? a.offset : std::min(a.offset, b.offset) % period};
}

enum class Edge { Rising, Falling, Either };

inline bool is_edge(Edge edge, bool before, bool now) {
  const bool rises = now && !before, falls = before && !now;
  return (edge != Edge::Falling && rises) || (edge != Edge::Rising && falls);
}

struct Block {
  enum Kind {
    Step,        // value from tick `time` on
    Gain,        // value * in0
    Difference,  // in0 - in1
    Above,       // in0 > value, as 0 or 1
    Choice,      // in1 > value ? in0 : in2
    Caller,      // 1 at its hits
    Stair,       // values one after the other, from hit to hit
    Hold,        // zero-order hold
    // With `value` as initial condition or initial output.
    UnitDelay,
    Accumulator,  // Forward Euler
    BackwardSum,  // Backward Euler
    ResetSum,     // Forward Euler; restarts at edges of in1 from hit to hit
    Integrator,   // continuous
    Port,         // outport of a subsystem
    Merge         // of two ports, of subsystems of which one at most is executed
  } kind = Gain;
  int within = 0;       // the subsystem it stands in
  std::vector<int> in;  // blocks
  Rate rate;
  double value = 0;
  std::vector<double> values;
  int time = 0;
  Edge edge = Edge::Rising;
  bool resets = false;  // of Port: shows its initial output while its subsystem is not executed
};

struct Subsystem {
  enum Kind {
    Virtual,
    Enabled,
    Triggered,
    EnabledTriggered,
    Branch,
    Case,
    Called,
    Resettable
  } kind = Virtual;
  int parent = -1;
  int first = 0;     // it is controlled behind the blocks before this one
  int control = -1;  // the block that enables or calls it, or chooses
  int trigger = -1;  // the block whose edges trigger or reset it
  Edge edge = Edge::Rising;
  bool resets = false;  // states are reset when execution begins
  // Of an if block u > choices[0], else u > choices[1], ..., or the cases; behind the last: else, or default.
  std::vector<double> choices;
  int number = 0;

  bool on_demand() const { return kind == Triggered || kind == EnabledTriggered || kind == Called; }
};

struct Model {
  std::vector<Block> blocks;
  std::vector<Subsystem> subsystems{{}};  // the first is the model itself
};

class Interpreter {
 public:
  Interpreter(const Model& model, double seconds_per_tick)
      : model_(model),
        seconds_per_tick_(seconds_per_tick),
        state_(model.blocks.size()),
        y_(model.blocks.size()),
        hit_(model.blocks.size()),
        reset_(model.blocks.size()),
        active_(model.subsystems.size(), 0),
        enters_(model.subsystems.size(), 0),
        seen_(model.subsystems.size()) {
    active_[0] = 1;
    for (std::size_t k = 0; k < model.blocks.size(); ++k) {
      state_[k] = initial_state(model.blocks[k]);
      y_[k] =
          model.blocks[k].kind == Block::Stair ? model.blocks[k].values[0] : initial_state(model.blocks[k]);
    }
  }

  // What happens at ticks 0, 1, 2, ...
  void advance(int tick) {
    if (tick > 0) go_on_to(tick);
    std::size_t subsystem = 1;
    for (std::size_t k = 0; k <= y_.size(); ++k) {
      for (; subsystem < active_.size() && model_.subsystems[subsystem].first == static_cast<int>(k);
           ++subsystem)
        control(subsystem);
      if (k < y_.size()) output(k, tick);
    }
    for (std::size_t k = 0; k < y_.size(); ++k)
      if (hit_[k]) state_[k] = next_state(k);
  }
  double output(int block) const { return y_[static_cast<std::size_t>(block)]; }

 private:
  // A truth value as it was when it was looked at last.
  struct Seen {
    bool before = false, known = false;
    bool edge(Edge which, bool now) const { return known && is_edge(which, before, now); }
  };
  struct SeenControls {
    Seen on, trigger;
  };

  // Of a port or a merge: the initial output.
  static double initial_state(const Block& b) { return b.kind >= Block::UnitDelay ? b.value : 0; }
  double in(std::size_t k, std::size_t port) const { return output(model_.blocks[k].in[port]); }

  // Between two calls of what is around it no time goes by for a control block.
  bool looks(const Subsystem& s) const {
    for (int at = s.parent; at > 0; at = model_.subsystems[static_cast<std::size_t>(at)].parent)
      if (model_.subsystems[static_cast<std::size_t>(at)].on_demand())
        return active_[static_cast<std::size_t>(at)];
    return true;
  }

  bool is_on(const Subsystem& s) const {
    const double u = output(s.control);
    if (s.kind == Subsystem::Branch) {
      for (int k = 0; k < s.number; ++k)
        if (u > s.choices[static_cast<std::size_t>(k)]) return false;
      const auto own = static_cast<std::size_t>(s.number);
      return own == s.choices.size() || u > s.choices[own];
    }
    if (s.kind != Subsystem::Case) return s.kind == Subsystem::Called ? u != 0 : u > 0;
    const auto fits = std::find(s.choices.begin(), s.choices.end(), std::trunc(u)) - s.choices.begin();
    return fits == s.number;  // behind the last: default
  }

  void control(std::size_t index) {
    const Subsystem& s = model_.subsystems[index];
    const auto parent = static_cast<std::size_t>(s.parent);
    bool active = active_[parent], enters = enters_[parent];
    const bool around = active, looking = looks(s);
    SeenControls& seen = seen_[index];
    if (s.control >= 0) {
      active = active && is_on(s);
      if (s.resets && s.kind != Subsystem::Called && looking && seen.on.edge(Edge::Rising, active))
        enters = true;
      if (looking) seen.on = {active, true};
    }
    if (s.trigger >= 0) {
      const bool now = output(s.trigger) > 0, fires = around && looking && seen.trigger.edge(s.edge, now);
      if (s.kind == Subsystem::Resettable)
        enters = enters || fires;
      else
        active = active && fires;
      if (looking) seen.trigger = {now, true};
    }
    active_[index] = active;
    enters_[index] = enters;
  }

  void output(std::size_t k, int tick) {
    const Block& b = model_.blocks[k];
    const auto here = static_cast<std::size_t>(b.within);
    double& y = y_[k];
    switch (b.kind) {
      case Block::Step:
        y = tick >= b.time ? b.value : 0;
        break;
      case Block::Gain:
        y = b.value * in(k, 0);
        break;
      case Block::Difference:
        y = in(k, 0) - in(k, 1);
        break;
      case Block::Above:
        y = in(k, 0) > b.value;
        break;
      case Block::Choice:
        y = in(k, 1) > b.value ? in(k, 0) : in(k, 2);
        break;
      case Block::Caller:
        y = b.rate.hits(tick);
        break;
      case Block::Port:
        // That of a subsystem without a control block is the signal itself, also where nothing is executed.
        if (active_[here] || model_.subsystems[here].kind == Subsystem::Virtual)
          y = in(k, 0);
        else if (b.resets && !model_.subsystems[here].on_demand())
          y = b.value;
        break;
      case Block::Merge:
        for (int port : b.in)
          if (active_[static_cast<std::size_t>(model_.blocks[static_cast<std::size_t>(port)].within)])
            y = output(port);
        break;
      case Block::Integrator:
        if (enters_[here]) state_[k] = b.value;
        y = state_[k];
        break;
      default:
        sample(k, active_[here] && (b.rate.kind == Rate::Called || b.rate.hits(tick)), enters_[here]);
    }
  }

  // What is sampled computes its output at its hits, and where it has a state that is reset.
  void sample(std::size_t k, bool hit, bool enters) {
    const Block& b = model_.blocks[k];
    if (enters) state_[k] = initial_state(b), reset_[k] = {};
    hit_[k] = hit;
    if (b.kind == Block::ResetSum && hit) {
      const bool now = in(k, 1) > 0;
      if (reset_[k].edge(b.edge, now)) state_[k] = b.value;
      reset_[k] = {now, true};
    }
    if (!hit && !(enters && b.kind != Block::Hold)) return;
    y_[k] = b.kind == Block::Stair         ? b.values[static_cast<std::size_t>(state_[k])]
            : b.kind == Block::Hold        ? in(k, 0)
            : b.kind == Block::BackwardSum ? state_[k] + in(k, 0)
                                           : state_[k];
  }

  double next_state(std::size_t k) const {
    const Block& b = model_.blocks[k];
    if (b.kind == Block::Stair) return std::fmod(state_[k] + 1, static_cast<double>(b.values.size()));
    if (b.kind == Block::UnitDelay) return in(k, 0);
    return b.kind == Block::Hold ? 0 : state_[k] + in(k, 0);
  }

  // Integrators, and what follows them, up to the tick, before anything happens there.
  void go_on_to(int tick) {
    for (std::size_t k = 0; k < y_.size(); ++k) {
      const Block& b = model_.blocks[k];
      if (b.kind == Block::Integrator && active_[static_cast<std::size_t>(b.within)])
        state_[k] += seconds_per_tick_ * in(k, 0);
    }
    std::fill(enters_.begin(), enters_.end(), 0);
    for (std::size_t k = 0; k < y_.size(); ++k) {
      const Block& b = model_.blocks[k];
      if ((b.kind < Block::Caller || b.kind >= Block::Integrator) && !is_called(b.within))
        output(k, tick - 1);
    }
  }
  bool is_called(int subsystem) const {
    for (; subsystem > 0; subsystem = model_.subsystems[static_cast<std::size_t>(subsystem)].parent)
      if (model_.subsystems[static_cast<std::size_t>(subsystem)].on_demand()) return true;
    return false;
  }

  const Model& model_;
  double seconds_per_tick_;
  std::vector<double> state_, y_;  // by block
  std::vector<char> hit_;
  std::vector<Seen> reset_;
  std::vector<char> active_, enters_;  // by subsystem
  std::vector<SeenControls> seen_;
};

}  // namespace sim::reference
