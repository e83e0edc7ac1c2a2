#include "sim_core/block_preview/block_anatomy.h"

#include <algorithm>
#include <set>

#include "sim_core/block_preview/crossing_text.h"
#include "sim_core/compile/compile.h"

namespace sim {

namespace {

// What a block is made of, read from the program it was compiled into.
class Reader {
 public:
  Reader(const Program& program, const SingleBlock& bench) : program_(program), bench_(bench) {
    for (std::size_t k = 0; k < program.blocks.size(); ++k)
      if (program.blocks[k].id == bench.block) index_ = static_cast<int>(k);
  }

  BlockAnatomy read() {
    BlockAnatomy a;
    a.inputs = bench_.input_names, a.outputs = bench_.output_names;
    a.compiled = index_ >= 0;
    if (!a.compiled) return a;
    a.sample_time = program_.blocks[static_cast<std::size_t>(index_)].sample_time;
    for (const Feedthrough& f : program_.feedthrough)
      if (f.block == index_) a.feedthrough = f.reads;
    for (const StateInfo& s : program_.states)
      if (s.block == index_) a.states.push_back(s.name), a.state_count += s.shape.size();
    for (const DiscreteInfo& s : program_.discrete) {
      if (s.block != index_) continue;
      if (!s.name.empty()) a.discrete.push_back(s.name);
      a.discrete_count += s.shape.size();
    }
    for (const TimeEventInfo& e : program_.time_events) a.time_events += e.block == index_ ? 1 : 0;
    a.reads_past = std::any_of(program_.delays.begin(), program_.delays.end(),
                               [&](const DelayInfo& d) { return d.block == index_; });
    a.at_hits = !program_.rates.empty();
    read_time(a);
    read_crossings(a);
    return a;
  }

 private:
  // Nothing else in the diagram knows of time.
  void read_time(BlockAnatomy& a) const {
    for (const Kernel& kernel : program_.kernels)
      for (ir::NodeId result : kernel.results)
        for (std::vector<ir::NodeId> stack{result}; !stack.empty() && !a.reads_time;) {
          const ir::NodeId id = stack.back();
          stack.pop_back();
          if (program_.graph.node(id).op == ir::Op::Time) a.reads_time = true;
          if (!is_leaf(program_.graph.node(id).op) && seen_.insert(id).second)
            for (ir::NodeId operand : program_.graph.operands(id)) stack.push_back(operand);
        }
  }

  void read_crossings(BlockAnatomy& a) const {
    std::map<Id, std::string> sources;
    for (std::size_t k = 0; k < bench_.sources.size(); ++k)
      sources[bench_.sources[k]] = bench_.input_names[k];
    const ExpressionText words(program_, std::move(sources));
    std::size_t element = 0;
    for (ir::NodeId result : program_.kernel(KernelKind::Crossings).results) {
      const CrossingInfo& info = program_.crossings[element];
      element += static_cast<std::size_t>(program_.graph.node(result).shape.size());
      if (info.block != index_) continue;
      for (const std::string& text : words.crossings(result))
        if (const AnatomyCrossing crossing{text, info.located};
            std::find(a.crossings.begin(), a.crossings.end(), crossing) == a.crossings.end())
          a.crossings.push_back(crossing);
      add_thresholds(a, result);
    }
  }

  void add_thresholds(BlockAnatomy& a, ir::NodeId crossing) const {
    std::set<ir::NodeId> seen;
    for (std::vector<ir::NodeId> stack{crossing}; !stack.empty();) {
      const ir::NodeId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      const ir::Node& node = program_.graph.node(id);
      if (node.op == ir::Op::Parameter)
        for (int k = 0; k < node.shape.size(); ++k)
          a.thresholds.push_back(program_.parameters[static_cast<std::size_t>(node.slot + k)]);
      if (!is_leaf(node.op))
        for (ir::NodeId operand : program_.graph.operands(id)) stack.push_back(operand);
    }
  }

  const Program& program_;
  const SingleBlock& bench_;
  int index_ = -1;
  mutable std::set<ir::NodeId> seen_;
};

}  // namespace

static std::vector<std::string> fixed_parameters(const Compilation& compiled, Id block) {
  std::vector<std::string> names;
  const Program& program = *compiled.program;
  for (const ParameterInfo& p : program.parameter_table)
    if (program.blocks[static_cast<std::size_t>(p.block)].id == block && p.tunable &&
        compiled.fixed_parameters.contains(p.first))
      names.push_back(p.name);
  return names;
}

BlockAnatomy block_anatomy(const BlockQuestion& question, const BlockLibrary& library) {
  const BlockType* type = library.find(question.type);
  if (type == nullptr || !type->conserving.empty()) return {};
  for (const char* start : {"0.3", "0.3*[1; 2; 3]", "0.3*[1; 2; 3; 4]", "0.3*[1; 2]"}) {
    const SingleBlock bench = single_block(question, library, [&](int) {
      return Source{"continuous/integrator", {{"InitialCondition", start}}};
    });
    if (const auto compiled = compile(bench.diagram, library)) {
      BlockAnatomy anatomy = Reader(*compiled->program, bench).read();
      anatomy.fixed_parameters = fixed_parameters(*compiled, bench.block);
      return anatomy;
    }
    if (bench.input_names.empty()) break;
  }
  return {};
}

std::vector<CrossingRule> crossing_rules(const BlockType& type, const BlockLibrary& library) {
  const auto ask = [&](const std::string& circumstance, std::map<std::string, std::string> parameters) {
    const BlockAnatomy a = block_anatomy({type.id, std::move(parameters)}, library);
    CrossingRule rule{circumstance, {}, a.time_events};
    for (const AnatomyCrossing& crossing : a.crossings)
      if (crossing.located) rule.crossings.push_back(crossing);
    return rule;
  };
  std::vector<CrossingRule> rules{ask("", {})};
  for (const ParameterSpec& spec : type.parameters) {
    if (spec.advanced || spec.name == "ZeroCross") continue;
    std::vector<std::string> others = spec.choices;
    if (spec.kind == ParameterKind::Flag) others = {"on", "off"};
    for (const std::string& other : others) {
      if (other == spec.default_text) continue;
      CrossingRule rule = ask(spec.name + " = " + other, {{spec.name, other}});
      const bool nothing = rule.crossings.empty() && rule.time_events == 0;
      const bool known = std::any_of(rules.begin(), rules.end(), [&](const CrossingRule& r) {
        return r.crossings == rule.crossings && r.time_events == rule.time_events;
      });
      if (!nothing && !known) rules.push_back(std::move(rule));
    }
  }
  return rules;
}

}  // namespace sim
