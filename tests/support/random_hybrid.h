#pragma once
// Random multirate and conditional models, drawn twice at once: as a diagram, and as what the reference
// interpreter reads. The same seed draws the same model. Block k of the reference is named "b<k>" in the
// diagram; those at the top are recorded.
#include <map>
#include <random>
#include <set>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"
#include "tests/support/reference_model.h"

namespace sim {

class RandomHybrid {
 public:
  static constexpr int ticks_per_second = 20;

  explicit RandomHybrid(unsigned seed) : random_(seed), integrates_(seed % 4 == 0) {
    subsystem_ids_.push_back(no_id);
    inports_.push_back(0);
    for (int k = 0; k < 3; ++k) draw_stair(0);
    if (chance(50)) draw_step();
    fill(0, 8 + number(0, 8));
    close_loops();
    for (auto& [subsystem, controls] : controls_) connect_controls(subsystem, controls);
    for (std::size_t k = 0; k < model_.blocks.size(); ++k)
      if (home(static_cast<int>(k)) == 0) record(static_cast<int>(k));
  }

  const reference::Model& model() const { return model_; }
  ModelBuilder& builder() { return m_; }
  const std::vector<int>& recorded() const { return recorded_; }
  bool integrates() const { return integrates_; }
  // The name of its signal in the log: that of the first Outport that shows it. The port of a subsystem that
  // is only a way to draw is no block.
  std::string column(int block) const {
    const int source = source_of(block);
    for (int other : recorded_)
      if (source_of(other) == source) return "o" + std::to_string(other);
    return {};
  }
  // What an integrator has gone into is right to within rounding only, and moves between ticks.
  bool is_exact(int block) const { return !inexact_.contains(block); }
  bool moves(int block) const { return moving_.contains(block); }

 private:
  using Block = reference::Block;
  using Subsystem = reference::Subsystem;
  using Rate = reference::Rate;
  using Edge = reference::Edge;

  int source_of(int block) const {
    const Block* b = &model_.blocks[static_cast<std::size_t>(block)];
    while (b->kind == Block::Port &&
           model_.subsystems[static_cast<std::size_t>(b->within)].kind == Subsystem::Virtual)
      b = &model_.blocks[static_cast<std::size_t>(block = b->in[0])];
    return block;
  }
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return number(1, 100) <= percent; }
  double pick(std::initializer_list<double> of) {
    return of.begin()[number(0, static_cast<int>(of.size()) - 1)];
  }
  static std::string text(double v) { return to_text(v); }
  Block& at(int block) { return model_.blocks[static_cast<std::size_t>(block)]; }
  Subsystem& sub(int subsystem) { return model_.subsystems[static_cast<std::size_t>(subsystem)]; }

  // The subsystem in which a signal is to be had without ports.
  int home(int block) {
    return at(block).kind == Block::Port ? sub(at(block).within).parent : at(block).within;
  }
  bool contains(int outer, int inner) {
    while (inner > outer) inner = sub(inner).parent;
    return inner == outer;
  }
  bool on_demand(int subsystem) {
    for (; subsystem > 0; subsystem = sub(subsystem).parent)
      if (sub(subsystem).on_demand()) return true;
    return false;
  }
  bool always_executed(int subsystem) {
    for (; subsystem > 0; subsystem = sub(subsystem).parent)
      if (sub(subsystem).kind != Subsystem::Virtual && sub(subsystem).kind != Subsystem::Resettable)
        return false;
    return true;
  }

  template <class Fits>
  int any(int within, Fits fits) {
    std::vector<int> found;
    for (int k = 0; k < static_cast<int>(model_.blocks.size()); ++k)
      if (at(k).kind != Block::Caller && contains(home(k), within) && fits(k)) found.push_back(k);
    // Those of this subsystem first.
    std::vector<int> own;
    for (int k : found)
      if (home(k) == within) own.push_back(k);
    const std::vector<int>& from = own.empty() || chance(30) ? found : own;
    return from.empty() ? -1 : from[static_cast<std::size_t>(number(0, static_cast<int>(from.size()) - 1))];
  }
  int any_exact(int within) {
    return any(within, [&](int k) { return is_exact(k); });
  }
  // For a control block. What only passes signals on has no value that could be looked at where its subsystem
  // is not executed.
  int any_steady(int within) {
    return any(within, [&](int k) {
      return is_exact(k) && (always_executed(home(k)) || at(k).kind >= Block::Stair);
    });
  }

  Rate random_rate() {
    static constexpr int periods[] = {1, 2, 3, 4, 5, 6, 10};
    Rate rate;
    rate.period = periods[number(0, 6)];
    rate.offset = chance(25) ? number(0, rate.period - 1) : 0;
    return rate;
  }
  static std::string text(const Rate& rate) {
    const auto seconds = [](int ticks) {
      return std::to_string(ticks) + "/" + std::to_string(ticks_per_second);
    };
    return "[" + seconds(rate.period) + " " + seconds(rate.offset) + "]";
  }

  // The place of a signal in a subsystem, through inports.
  PortRef place(int block, int within) {
    if (home(block) == within) {
      if (at(block).kind != Block::Port) return {ids_[static_cast<std::size_t>(block)], 0};
      return {subsystem_ids_[static_cast<std::size_t>(at(block).within)], outports_[block]};
    }
    auto [found, fresh] = ports_.try_emplace({block, within}, no_id);
    if (fresh) {
      const int port = inports_[static_cast<std::size_t>(within)]++;
      const Id subsystem = subsystem_ids_[static_cast<std::size_t>(within)];
      const Id inport = m_.block("ports/inport", "in" + std::to_string(port + 1),
                                 {{"port", std::to_string(port + 1)}}, subsystem);
      found->second = inport;
      const PortRef outside = place(block, sub(within).parent);
      m_.connect(outside.block, outside.port, subsystem, port);
      return {inport, 0};
    }
    return {found->second, 0};
  }

  int add(Block block, const std::string& type, std::map<std::string, std::string> parameters) {
    const int index = static_cast<int>(model_.blocks.size());
    const Id id = m_.block(type, "b" + std::to_string(index), std::move(parameters),
                           subsystem_ids_[static_cast<std::size_t>(block.within)]);
    model_.blocks.push_back(block);
    ids_.push_back(id);
    for (std::size_t port = 0; port < block.in.size(); ++port)
      connect(block.in[port], index, static_cast<int>(port));
    bool inexact = block.kind == Block::Integrator, moves = inexact;
    for (int from : block.in) {
      inexact = inexact || !is_exact(from);
      moves = moves || (this->moves(from) && (block.kind < Block::Stair || block.kind >= Block::Port));
    }
    if (inexact) inexact_.insert(index);
    if (moves) moving_.insert(index);
    return index;
  }
  void connect(int from, int to, int input) {
    const PortRef source = place(from, at(to).within);
    m_.connect(source.block, source.port, ids_[static_cast<std::size_t>(to)], input);
  }

  void draw_stair(int within) {
    Block b;
    b.kind = Block::Stair, b.within = within, b.rate = random_rate();
    std::string values;
    for (int k = number(3, 9); k > 0; --k) {
      b.values.push_back(number(-2, 3));
      values += text(b.values.back()) + " ";
    }
    add(b, "sources/repeating_sequence_stair",
        {{"OutValues", "[" + values + "]"}, {"SampleTime", text(b.rate)}});
  }
  void draw_step() {
    Block b;
    b.kind = Block::Step, b.rate.kind = Rate::Continuous, b.time = number(1, 40), b.value = number(1, 2);
    add(b, "sources/step",
        {{"time", std::to_string(b.time) + "/" + std::to_string(ticks_per_second)},
         {"after", text(b.value)}});
  }

  void fill(int within, int count) {
    for (int k = 0; k < count; ++k)
      if (depth(within) < 3 && chance(within == 0 ? 35 : 22))
        draw_subsystems(within);
      else
        draw_block(within);
  }
  int depth(int subsystem) { return subsystem == 0 ? 0 : 1 + depth(sub(subsystem).parent); }

  void draw_block(int within) {
    switch (number(0, 9)) {
      case 0:
        return on_demand(within) ? draw_function(within) : draw_stair(within);
      case 1:
      case 2:
      case 3:
        return draw_function(within);
      case 4:
        return integrates_ && !on_demand(within) ? draw_integrator(within) : draw_sampled(within);
      case 5:
        return draw_feedback(within);
      default:
        return draw_sampled(within);
    }
  }

  void draw_function(int within) {
    Block b;
    b.within = within;
    b.kind = Block::Kind(number(Block::Gain, Block::Choice));
    const auto anything = [](int) { return true; };
    const bool decides = b.kind == Block::Above || b.kind == Block::Choice;
    b.in.push_back(b.kind == Block::Above ? any_exact(within) : any(within, anything));
    if (b.kind == Block::Difference) b.in.push_back(any(within, anything));
    if (b.kind == Block::Choice) b.in.insert(b.in.end(), {any_exact(within), any(within, anything)});
    b.value = decides ? pick({-0.5, 0, 0.5, 1}) : pick({-1, 0.5, 2, 3});
    b.rate = at(b.in[0]).rate;
    for (int from : b.in) b.rate = joined(b.rate, at(from).rate);
    if (on_demand(within)) b.rate.kind = Rate::Called;
    switch (b.kind) {
      case Block::Gain:
        add(b, "math/gain", {{"k", text(b.value)}});
        break;
      case Block::Difference:
        add(b, "math/sum", {{"signs", "+-"}});
        break;
      case Block::Choice:
        add(b, "routing/switch", {{"Criteria", "u2 > Threshold"}, {"Threshold", text(b.value)}});
        break;
      default: {
        const PortRef from = place(b.in[0], within);
        const Id subsystem = subsystem_ids_[static_cast<std::size_t>(within)];
        const Id compare = m_.block("logic/compare_to_constant", "c" + std::to_string(model_.blocks.size()),
                                    {{"relop", ">"}, {"const", text(b.value)}}, subsystem);
        m_.connect(from.block, from.port, compare, 0);
        const std::vector<int> in = std::exchange(b.in, {});
        const int index = add(b, "attributes/data_type_conversion", {{"OutDataTypeStr", "double"}});
        at(index).in = in;
        m_.connect(compare, ids_.back());
      }
    }
  }

  void draw_integrator(int within) {
    Block b;
    b.kind = Block::Integrator, b.within = within, b.rate.kind = Rate::Continuous, b.value = number(-1, 1);
    b.in = {any(within, [&](int k) { return !moves(k); })};
    if (b.in[0] >= 0) add(b, "continuous/integrator", {{"x0", text(b.value)}});
  }

  // The sample time of a block with states: its own, or that of its inputs.
  bool choose_rate(Block& b, std::map<std::string, std::string>& parameters) {
    const bool called = on_demand(b.within);
    Rate rate = at(b.in[0]).rate;
    for (int from : b.in) rate = joined(rate, at(from).rate);
    const bool inherits = called || (rate.kind == Rate::Sampled && chance(40));
    b.rate = called ? Rate{Rate::Called, 1, 0} : inherits ? rate : random_rate();
    parameters["SampleTime"] = inherits ? "-1" : text(b.rate);
    return true;
  }

  void draw_sampled(int within) {
    Block b;
    b.within = within;
    b.kind = Block::Kind(number(on_demand(within) ? Block::UnitDelay : Block::Hold, Block::ResetSum));
    b.in = {any(within, [](int) { return true; })};
    if (b.kind == Block::ResetSum) b.in.push_back(any_exact(within));
    b.value = b.kind == Block::Hold ? 0 : number(-2, 2);
    b.edge = Edge(number(0, 2));
    static const char* edges[] = {"rising", "falling", "either"};
    std::map<std::string, std::string> parameters;
    choose_rate(b, parameters);
    if (b.kind == Block::Hold) {
      add(b, "discrete/zero_order_hold", parameters);
      return;
    }
    parameters["InitialCondition"] = text(b.value);
    if (b.kind == Block::UnitDelay) {
      add(b, "discrete/unit_delay", parameters);
      return;
    }
    parameters["IntegratorMethod"] =
        b.kind == Block::BackwardSum ? "Accumulation: Backward Euler" : "Accumulation: Forward Euler";
    if (b.kind == Block::ResetSum) parameters["ExternalReset"] = edges[static_cast<int>(b.edge)];
    add(b, "discrete/discrete_integrator", parameters);
  }

  // A delay whose input comes later.
  void draw_feedback(int within) {
    if (on_demand(within)) return draw_sampled(within);
    Block b;
    b.kind = Block::UnitDelay, b.within = within, b.value = number(-2, 2), b.rate = random_rate();
    open_.push_back(
        add(b, "discrete/unit_delay", {{"InitialCondition", text(b.value)}, {"SampleTime", text(b.rate)}}));
  }
  void close_loops() {
    for (int delay : open_) {
      const int from = any_exact(at(delay).within);
      at(delay).in = {from};
      connect(from, delay, 0);
    }
  }

  int open_subsystem(Subsystem s) {
    const int index = static_cast<int>(model_.subsystems.size());
    s.first = static_cast<int>(model_.blocks.size());
    subsystem_ids_.push_back(m_.block("ports/subsystem", "s" + std::to_string(index), {},
                                      subsystem_ids_[static_cast<std::size_t>(s.parent)]));
    inports_.push_back(0);
    model_.subsystems.push_back(s);
    const Id inside = subsystem_ids_.back();
    const std::map<std::string, std::string> states{{"StatesWhenEnabling", s.resets ? "reset" : "held"}};
    static const char* edges[] = {"rising", "falling", "either"};
    const char* edge = edges[static_cast<int>(s.edge)];
    switch (s.kind) {
      case Subsystem::Virtual:
        break;
      case Subsystem::Enabled:
        m_.block("ports/enable", "Enable", states, inside);
        break;
      case Subsystem::EnabledTriggered:
        m_.block("ports/enable", "Enable", states, inside);
        [[fallthrough]];
      case Subsystem::Triggered:
        m_.block("ports/trigger", "Trigger", {{"TriggerType", edge}}, inside);
        break;
      case Subsystem::Called:
        m_.block("ports/trigger", "Trigger", {{"TriggerType", "function-call"}}, inside);
        break;
      case Subsystem::Resettable:
        m_.block("ports/reset_port", "Reset", {{"ResetTriggerType", edge}}, inside);
        break;
      default:
        m_.block("ports/action_port", "Action", states, inside);
    }
    return index;
  }

  // Its contents, and its outports.
  void fill_subsystem(int index) {
    fill(index, number(2, 4));
    draw_ports(index, number(1, 2));
  }
  void draw_ports(int index, int count) {
    for (int k = 0; k < count; ++k) {
      Block b;
      b.kind = Block::Port, b.within = index;
      const int from = any(index, [](int) { return true; });
      b.in = {from};
      const Subsystem& s = sub(index);
      b.rate = at(from).rate;
      if (s.kind == Subsystem::Called || s.kind == Subsystem::Triggered)
        b.rate = at(std::max(s.control, s.trigger)).rate;
      if (s.kind == Subsystem::EnabledTriggered) b.rate = at(s.trigger).rate;
      if (on_demand(s.parent)) b.rate.kind = Rate::Called;
      b.resets = s.kind != Subsystem::Virtual && chance(30);
      b.value = s.kind == Subsystem::Virtual ? 0 : number(-1, 1);
      const int port = number_of_outports_[index]++;
      outports_[static_cast<int>(model_.blocks.size())] = port;
      add(b, "ports/outport",
          {{"port", std::to_string(port + 1)},
           {"InitialOutput", text(b.value)},
           {"OutputWhenDisabled", b.resets ? "reset" : "held"}});
    }
  }

  void draw_subsystems(int within) {
    static constexpr Subsystem::Kind kinds[] = {
        Subsystem::Virtual,   Subsystem::Enabled,          Subsystem::Enabled,
        Subsystem::Triggered, Subsystem::EnabledTriggered, Subsystem::Branch,
        Subsystem::Case,      Subsystem::Called,           Subsystem::Resettable};
    Subsystem s;
    s.parent = within;
    s.kind = kinds[number(0, 8)];
    if (s.kind == Subsystem::Called && on_demand(within)) s.kind = Subsystem::Enabled;
    s.edge = Edge(number(0, 2));
    s.resets = chance(50);
    const int steady = any_steady(within), other = any_steady(within);
    if (steady < 0 || other < 0) return draw_sampled(within);
    if (s.kind == Subsystem::Branch || s.kind == Subsystem::Case) return draw_branches(s, steady);
    const bool triggers = s.kind == Subsystem::Triggered || s.kind == Subsystem::Resettable;
    if (triggers) s.trigger = steady;
    if (s.kind == Subsystem::Enabled || s.kind == Subsystem::EnabledTriggered) s.control = steady;
    if (s.kind == Subsystem::EnabledTriggered) s.trigger = other;
    if (s.kind == Subsystem::Called) {
      Block b;
      b.kind = Block::Caller, b.within = within, b.rate = random_rate();
      const auto seconds = [](int ticks) {
        return std::to_string(ticks) + "/" + std::to_string(ticks_per_second);
      };
      s.control = add(b, "ports/function_call_generator",
                      {{"Period", seconds(b.rate.period)}, {"Offset", seconds(b.rate.offset)}});
      calls_.insert(s.control);
    }
    const int index = open_subsystem(s);
    fill_subsystem(index);
    for (int control : {s.control, s.trigger})
      if (control >= 0) controls_[index].push_back(place(control, within));
  }

  // Action subsystems of one block that chooses, and a block that merges what they give.
  void draw_branches(Subsystem s, int from) {
    const bool cases = s.kind == Subsystem::Case;
    const int count = number(1, 3);
    s.control = from;
    for (int k = 0; k < count; ++k) s.choices.push_back(cases ? k : count - k - 0.5);
    std::map<std::string, std::string> parameters;
    if (cases) {
      parameters["cases"] = count == 1 ? "[0]" : count == 2 ? "[0 1]" : "[0 1 2]";
    } else {
      parameters["condition"] = "u1 > " + text(s.choices[0]);
      std::string& others = parameters["ElseIfExpressions"];
      for (int k = 1; k < count; ++k)
        others += (k > 1 ? ", u1 > " : "u1 > ") + text(s.choices[static_cast<std::size_t>(k)]);
    }
    const Id chooser = m_.block(cases ? "ports/switch_case" : "ports/if",
                                "chooser" + std::to_string(model_.subsystems.size()), parameters,
                                subsystem_ids_[static_cast<std::size_t>(s.parent)]);
    const PortRef u = place(from, s.parent);
    m_.connect(u.block, u.port, chooser, 0);
    std::vector<int> ports;
    for (s.number = 0; s.number <= count; ++s.number) {
      const int index = open_subsystem(s);
      fill(index, number(1, 3));
      ports.push_back(static_cast<int>(model_.blocks.size()));
      draw_ports(index, 1);
      controls_[index].push_back({chooser, s.number});
      s.resets = chance(50);
    }
    if (!chance(60)) return;
    Block b;
    b.kind = Block::Merge, b.within = s.parent, b.in = ports, b.value = number(-1, 1);
    b.rate.kind = on_demand(s.parent) ? Rate::Called : Rate::Continuous;  // nobody is to inherit it
    add(b, "routing/merge", {{"Inputs", std::to_string(ports.size())}, {"InitialOutput", text(b.value)}});
  }

  void connect_controls(int subsystem, const std::vector<PortRef>& controls) {
    int input = inports_[static_cast<std::size_t>(subsystem)];
    for (const PortRef& from : controls)
      m_.connect(from.block, from.port, subsystem_ids_[static_cast<std::size_t>(subsystem)], input++);
  }

  void record(int block) {
    if (calls_.contains(block)) return;
    const Id sink = m_.block("ports/outport", "o" + std::to_string(block),
                             {{"port", std::to_string(recorded_.size() + 1)}});
    const PortRef from = place(block, 0);
    m_.connect(from.block, from.port, sink, 0);
    recorded_.push_back(block);
  }

  std::mt19937 random_;
  bool integrates_;
  reference::Model model_;
  ModelBuilder m_;
  std::vector<Id> ids_, subsystem_ids_;               // by block, by subsystem
  std::vector<int> inports_;                          // by subsystem: how many
  std::map<int, int> outports_, number_of_outports_;  // by port block: its place; by subsystem
  std::map<std::pair<int, int>, Id> ports_;           // by block and subsystem
  std::map<int, std::vector<PortRef>> controls_;      // by subsystem
  std::vector<int> open_, recorded_;
  std::set<int> calls_, inexact_, moving_;
};

}  // namespace sim
