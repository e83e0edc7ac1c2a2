#pragma once
// Random diagrams that compile: a mix of sources, states, functions, scalars and vectors of three, with loops
// through integrators only, or some algebraic ones too; hybrid ones also have sample times, switches,
// memories, delays and conditional subsystems. The same seed draws the same diagram.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/support/model_builder.h"

namespace sim {

class RandomModel {
 public:
  RandomModel(unsigned seed, int size, int algebraic_loops = 0, bool hybrid = false) : random_(seed) {
    draw_sources();
    for (int k = 0; k < 2 + size / 8; ++k) draw_integrator();
    while (static_cast<int>(m_.diagram.blocks.size()) < size)
      if (hybrid && chance(40))
        draw_hybrid();
      else
        draw_function();
    for (int k = 0; k < algebraic_loops; ++k) draw_algebraic_loop();
    close_loops();
    draw_sinks();
    m_.set("StopTime", "0.5").set("FixedStep", "0.05");
    m_.set("Solver", chance(50) ? "ode4" : "ode45");
    if (hybrid) m_.set("ZeroCrossAlgorithm", "Adaptive").set("AlgebraicLoopMsg", "none");
  }
  const Diagram& diagram() const { return m_.diagram; }

 private:
  struct Signal {
    Id block;
    int port, width;
  };
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return number(1, 100) <= percent; }
  std::string real() { return std::to_string(number(-900, 900)) + "/1000"; }
  std::string real(int width) {
    return width == 1 ? real() : "[" + real() + ", " + real() + ", " + real() + "]";
  }
  std::string name() { return "B" + std::to_string(++names_); }

  Id add(const std::string& type, std::map<std::string, std::string> parameters, std::vector<int> outputs) {
    const Id id = m_.block(type, name(), std::move(parameters));
    for (std::size_t port = 0; port < outputs.size(); ++port)
      signals_.push_back({id, static_cast<int>(port), outputs[port]});
    return id;
  }
  Signal any() {
    return signals_[static_cast<std::size_t>(number(0, static_cast<int>(signals_.size()) - 1))];
  }
  Signal any(int width) {
    for (;;)
      if (Signal s = any(); s.width == width) return s;
  }
  void link(Signal from, Id to, int input = 0) { m_.connect(from.block, from.port, to, input); }

  void draw_sources() {
    add("sources/constant", {{"value", real()}}, {1});
    add("sources/constant", {{"value", real(3)}}, {3});
    add("sources/sine_wave", {{"frequency", "7"}, {"phase", real()}}, {1});
    add("sources/step", {{"time", "0.23"}, {"after", real()}}, {1});
    add("sources/ramp", {{"start", "0.11"}, {"slope", real(3)}}, {3});
    add("sources/clock", {}, {1});
  }
  void draw_integrator() {
    const int width = chance(40) ? 3 : 1;
    integrators_.push_back(add("continuous/integrator", {{"x0", real(width)}}, {width}));
    integrator_widths_.push_back(width);
  }
  void draw_function() {
    const Signal u = any();
    switch (number(0, 9)) {
      case 0:
        link(u, add("math/gain", {{"k", real(u.width)}}, {u.width}));
        break;
      case 1:
        return draw_two("math/sum", {{"signs", "+-"}});
      case 2:
        return draw_two("math/product", {});
      case 3: {
        static const char* functions[] = {"sin", "cos", "atan", "tanh"};
        link(u, add("math/trigonometric_function", {{"function", functions[number(0, 3)]}}, {u.width}));
        break;
      }
      case 4:
        link(u, add("math/math_function", {{"function", chance(50) ? "abs" : "square"}}, {u.width}));
        break;
      case 5:
        link(u, add("discontinuities/saturation", {{"upper", "0.4"}, {"lower", "-0.3"}}, {u.width}));
        break;
      case 6:
        link(u, add("user_defined/fcn", {{"expression", "sin(u)*cos(t) - 0.5*u"}}, {u.width}));
        break;
      case 7: {
        const Signal s[] = {any(1), any(1), any(1)};
        const Id mux = add("routing/mux", {{"inputs", "3"}}, {3});
        for (int k = 0; k < 3; ++k) link(s[k], mux, k);
        break;
      }
      case 8: {
        const Signal s = any(3);
        link(s, add("routing/demux", {{"outputs", "3"}}, {1, 1, 1}));
        break;
      }
      default: {
        const Signal s = any(3);
        link(s, add("math/gain",
                    {{"k", "[0.1 -0.2 0.3; 0.5 0.1 -0.7; -0.3 0.2 0.4]"}, {"multiplication", "matrix K*u"}},
                    {3}));
      }
    }
  }
  std::string period() {
    static const char* periods[] = {"0.05", "0.1", "[0.15 0.05]"};
    return periods[number(0, 2)];
  }
  void draw_hybrid() {
    const Signal u = any();
    switch (number(0, 8)) {
      case 0:
        link(u, add("discrete/unit_delay", {{"SampleTime", period()}, {"InitialCondition", real(u.width)}},
                    {u.width}));
        break;
      case 1:
        link(u, add("discrete/zero_order_hold", {{"SampleTime", period()}}, {u.width}));
        break;
      case 2:
        link(u, add("discrete/discrete_integrator", {{"SampleTime", period()}}, {u.width}));
        break;
      case 3:
        link(u, add("discrete/memory", {}, {u.width}));
        break;
      case 4:
        link(u,
             add("discontinuities/relay", {{"OnSwitchValue", "0.2"}, {"OffSwitchValue", "-0.1"}}, {u.width}));
        break;
      case 5:
        link(u, add("continuous/transport_delay", {{"delay", "0.13"}}, {u.width}));
        break;
      case 6: {
        const Signal control = any(1);
        const Id id = add("routing/switch", {{"Threshold", real()}}, {u.width});
        link(u, id, 0);
        link(control, id, 1);
        link(any(u.width), id, 2);
        break;
      }
      default:
        draw_conditional(u);
    }
  }
  // Counts, integrates and amplifies where a signal allows it.
  void draw_conditional(Signal u) {
    const bool triggered = chance(40);
    const Id group = m_.block("ports/subsystem", name());
    const auto inside = [&](const std::string& type, std::map<std::string, std::string> parameters) {
      return m_.block(type, name(), std::move(parameters), group);
    };
    const Id in = inside("ports/inport", {});
    const std::string held = chance(50) ? "held" : "reset";
    if (triggered)
      inside("ports/trigger", {{"TriggerType", chance(50) ? "rising" : "either"}});
    else
      inside("ports/enable", {{"StatesWhenEnabling", held}});
    const Id before = inside("discrete/unit_delay", {{"InitialCondition", real(u.width)}});
    const Id sum = inside("math/sum", {{"signs", "++"}});
    const Id out1 = inside("ports/outport", {{"port", "1"}, {"OutputWhenDisabled", held}});
    m_.connect(in, sum, 0).connect(before, sum, 1).connect(sum, before).connect(sum, out1);
    signals_.push_back({group, 0, u.width});
    if (!triggered) {
      const Id x = inside("continuous/integrator", {{"x0", real(u.width)}});
      const Id out2 = inside("ports/outport", {{"port", "2"}});
      m_.connect(in, x).connect(x, out2);
      signals_.push_back({group, 1, u.width});
    }
    link(u, group, 0);
    link(any(1), group, 1);
  }
  void draw_two(const std::string& type, std::map<std::string, std::string> parameters) {
    const Signal a = any(), b = any();
    const Id id = add(type, std::move(parameters), {std::max(a.width, b.width)});
    link(a, id, 0);
    link(b, id, 1);
  }
  // y = u + k f(y + v), or minus it: mostly with a solution, sometimes with several or none.
  void draw_algebraic_loop() {
    const Signal u = any(), v = any();
    const int width = std::max(u.width, v.width);
    const Id y = add("math/sum", {{"signs", chance(50) ? "++" : "+-"}}, {width}),
             inner = add("math/sum", {}, {width});
    static const char* functions[] = {"sin(u)", "0.5*u.^2", "atan(2*u)", "max(u, 0.1)"};
    const Id f = add("user_defined/fcn", {{"expression", functions[number(0, 3)]}}, {width}),
             k = add("math/gain", {{"k", real()}}, {width});
    link(u, y, 0);
    link(v, inner, 1);
    m_.connect(k, y, 1).connect(y, inner, 0).connect(inner, f).connect(f, k);
  }
  void close_loops() {
    for (std::size_t k = 0; k < integrators_.size(); ++k)
      link(integrator_widths_[k] == 1 ? any(1) : any(), integrators_[k]);
  }
  void draw_sinks() {
    const int inputs = number(1, 8);
    const Id scope = m_.block("sinks/scope", name(), {{"inputs", std::to_string(inputs)}});
    for (int k = 0; k < inputs; ++k) link(any(), scope, k);
    for (std::size_t k = 0; k < integrators_.size(); ++k) {
      const Id out = m_.block("ports/outport", name(), {{"port", std::to_string(k + 1)}});
      m_.connect(integrators_[k], out);
    }
  }

  std::mt19937 random_;
  ModelBuilder m_;
  std::vector<Signal> signals_;
  std::vector<Id> integrators_;
  std::vector<int> integrator_widths_;
  int names_ = 0;
};

// The same diagram with other ids for blocks and lines.
inline Diagram with_permuted_ids(const Diagram& diagram, unsigned seed) {
  std::mt19937 random(seed);
  auto shuffled = [&](const auto& elements) {
    std::vector<Id> fresh;
    for (const auto& [id, element] : elements) fresh.push_back(id);
    std::shuffle(fresh.begin(), fresh.end(), random);
    std::map<Id, Id> to;
    std::size_t k = 0;
    for (const auto& [id, element] : elements) to[id] = fresh[k++];
    to[no_id] = no_id;
    return to;
  };
  const std::map<Id, Id> blocks = shuffled(diagram.blocks), lines = shuffled(diagram.lines);
  Diagram out = diagram;
  out.blocks.clear();
  out.lines.clear();
  for (const auto& [id, block] : diagram.blocks) {
    Block& b = out.blocks[blocks.at(id)] = block;
    b.parent = blocks.at(block.parent);
  }
  for (const auto& [id, line] : diagram.lines) {
    Line& l = out.lines[lines.at(id)] = line;
    l.parent = blocks.at(line.parent);
    if (l.source) l.source->block = blocks.at(l.source->block);
    if (l.target) l.target->block = blocks.at(l.target->block);
  }
  return out;
}

// Moves some top-level blocks into a new subsystem; lines over its border go through ports.
inline Diagram with_subsystem(const Diagram& diagram, unsigned seed) {
  std::mt19937 random(seed);
  Diagram out = diagram;
  std::vector<Id> candidates;
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == no_id && block.type != "ports/inport" && block.type != "ports/outport")
      candidates.push_back(id);
  // A connected part: neighbors of what is in it already.
  std::vector<Id> inside{candidates[random() % candidates.size()]};
  auto is_inside = [&](Id id) { return std::find(inside.begin(), inside.end(), id) != inside.end(); };
  const std::size_t wanted = 1 + random() % (candidates.size() / 2 + 1);
  for (bool grown = true; grown && inside.size() < wanted;) {
    grown = false;
    for (const auto& [id, line] : diagram.lines)
      for (auto [a, b] : {std::pair{line.source->block, line.target->block},
                          std::pair{line.target->block, line.source->block}})
        if (is_inside(a) && !is_inside(b) && inside.size() < wanted && random() % 2 &&
            std::find(candidates.begin(), candidates.end(), b) != candidates.end()) {
          inside.push_back(b);
          grown = true;
        }
  }
  auto add = [&](Id parent, const std::string& type, const std::string& name, int port) {
    const Id id = out.new_id();
    Block b;
    b.parent = parent, b.type = type, b.name = name;
    if (port) b.parameters["port"] = std::to_string(port);
    out.blocks[id] = b;
    return id;
  };
  auto join = [&](Id parent, PortRef from, PortRef to) {
    Line line;
    line.parent = parent, line.source = from, line.target = to;
    out.lines[out.new_id()] = line;
  };
  const Id group = add(no_id, "ports/subsystem", "Group" + std::to_string(seed), 0);
  for (Id id : inside) out.blocks[id].parent = group;
  std::map<PortRef, int> entering, leaving;
  for (const auto& [id, line] : diagram.lines) {
    const bool from = is_inside(line.source->block), to = is_inside(line.target->block);
    if (from && to) out.lines[id].parent = group;
    if (from == to) continue;
    out.lines.erase(id);
    if (to) {
      auto [at, fresh] = entering.try_emplace(*line.source, static_cast<int>(entering.size()) + 1);
      const std::string name = "In" + std::to_string(at->second);
      if (fresh) {
        add(group, "ports/inport", name, at->second);
        join(no_id, *line.source, {group, at->second - 1});
      }
      join(group, {*find_block(out, out.blocks[group].name + "/" + name), 0}, *line.target);
    } else {
      auto [at, fresh] = leaving.try_emplace(*line.source, static_cast<int>(leaving.size()) + 1);
      if (fresh)
        join(group, *line.source,
             {add(group, "ports/outport", "Out" + std::to_string(at->second), at->second), 0});
      join(no_id, {group, at->second - 1}, *line.target);
    }
  }
  return out;
}

}  // namespace sim
