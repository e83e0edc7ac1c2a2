#include "tests/fuzz/model_mutation.h"

#include <algorithm>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/interfaces/block_interface.h"
#include "tests/fuzz/bounded_run.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/parameter_texts.h"
#include "tests/fuzz/target.h"
#include "tests/support/random_diagram.h"
#include "tests/support/random_hybrid.h"
#include "tests/support/vandal.h"

namespace sim::fuzz {

namespace {

constexpr std::size_t most_blocks = 40;

class ModelMutation {
 public:
  ModelMutation(Diagram diagram, Random& random) : d_(std::move(diagram)), random_(random) {}

  Diagram result() && { return std::move(d_); }

  void once() {
    if (d_.blocks.empty()) return add_block();
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return change_parameter();
      case 4:
      case 5:
        return add_block();
      case 6:
        return insert_into_a_line();
      case 7:
        return lead_elsewhere();
      case 8:
        return take_out();
      case 9:
        return change_setting();
      case 10:
        return group();
      case 11:
        return ungroup();
      case 12:
        return copy();
      case 13:
        return join_conserving_ports();
      case 14:
        return change_variable();
      default:
        any_block().second.commented = random_.chance(70) ? CommentedOut::No : CommentedOut::Through;
    }
  }

 private:
  std::pair<const Id, Block>& any_block() { return random_.any(d_.blocks); }
  const BlockType* type_of(const Block& block) { return library().find(block.type); }
  Id any_level() { return random_.chance(60) ? any_block().second.parent : no_id; }
  bool has_room() const { return d_.blocks.size() < most_blocks; }

  std::vector<PortRef> outputs(Id level) {
    std::vector<PortRef> all;
    for (const auto& [id, block] : d_.blocks)
      if (block.parent == level)
        for (int k = 0; k < static_cast<int>(block_interface(d_, library(), id).outputs.size()); ++k)
          all.push_back({id, k});
    return all;
  }
  void drive(const PortRef& source, const PortRef& target) {
    if (const auto edit = connect(d_, source, target)) apply(d_, *edit);
  }

  void change_parameter() {
    Block& block = any_block().second;
    const BlockType* type = type_of(block);
    if (!type || type->parameters.empty()) return;
    const ParameterSpec& spec = random_.any(type->parameters);
    if (random_.chance(10))
      block.parameters.erase(spec.name);
    else if (spec.kind == ParameterKind::Script && block.parameters.contains(spec.name))
      block.parameters[spec.name] = mutated_text(block.parameters[spec.name], random_);
    else
      block.parameters[spec.name] = parameter_text(spec, random_);
  }

  Id insert(const BlockType& type, Id level) {
    Block block;
    block.type = type.id, block.name = type.label, block.parent = level;
    for (const ParameterSpec& spec : type.parameters)
      if (random_.chance(15)) block.parameters[spec.name] = parameter_text(spec, random_);
    const Insertion insertion = insert_block(d_, std::move(block));
    apply(d_, insertion.edit);
    return insertion.id;
  }
  const BlockType& any_type() {
    const auto all = library().all();
    return *random_.any(all);
  }
  void drive_inputs(Id id, const std::vector<PortRef>& sources) {
    const std::size_t inputs = std::min<std::size_t>(block_interface(d_, library(), id).inputs.size(), 20);
    for (std::size_t k = 0; k < inputs && !sources.empty(); ++k)
      drive(random_.any(sources), {id, static_cast<int>(k)});
  }
  void add_block() {
    if (!has_room()) return take_out();
    const Id level = d_.blocks.empty() ? no_id : any_level();
    const std::vector<PortRef> sources = outputs(level);
    const Id id = insert(any_type(), level);
    drive_inputs(id, sources);
    join_ports_of(id);
    if (block_interface(d_, library(), id).outputs.empty()) return;
    if (random_.chance(50)) {
      lead_from({id, 0});
    } else if (const BlockType* scope = library().find("sinks/scope")) {
      drive({id, 0}, {insert(*scope, level), 0});
    }
  }
  // The line of another block now comes from here.
  void lead_from(const PortRef& source) {
    std::vector<Id> lines;
    for (const auto& [id, line] : d_.lines)
      if (!line.conserving() && line.target && line.parent == d_.blocks.at(source.block).parent)
        lines.push_back(id);
    if (!lines.empty()) drive(source, *d_.lines.at(random_.any(lines)).target);
  }
  void insert_into_a_line() {
    if (d_.lines.empty() || !has_room()) return;
    const Line line = random_.any(d_.lines).second;
    if (line.conserving() || !line.source || !line.target) return;
    const Id id = insert(any_type(), line.parent);
    const BlockInterface ports = block_interface(d_, library(), id);
    if (ports.inputs.empty() || ports.outputs.empty()) return;
    drive_inputs(id, outputs(line.parent));
    drive(*line.source, {id, 0});
    drive({id, 0}, *line.target);
  }
  void lead_elsewhere() {
    const std::vector<PortRef> all = outputs(any_level());
    if (!all.empty()) lead_from(random_.any(all));
  }
  // What it drove is driven by what drove it.
  void take_out() {
    const Id id = any_block().first;
    std::optional<PortRef> source;
    std::vector<PortRef> targets;
    for (const auto& [line_id, line] : d_.lines) {
      if (line.conserving() || !line.source || !line.target) continue;
      if (line.target->block == id) source = line.source;
      if (line.source->block == id) targets.push_back(*line.target);
    }
    apply(d_, remove_blocks(d_, {id}));
    if (!source || source->block == id) return;
    for (const PortRef& target : targets)
      if (target.block != id) drive(*source, target);
  }

  void change_setting() {
    const SettingSpec& spec = random_.any(all_settings());
    if (random_.chance(20))
      d_.settings.erase(std::string(spec.name));
    else
      d_.settings[std::string(spec.name)] = setting_text(spec, random_);
  }
  void change_variable() {
    if (d_.variables.size() < 5 && random_.chance(60))
      d_.variables[d_.new_id()] =
          Variable{"K" + std::to_string(random_.below(3)), random_number(random_), {}, {}, {}};
    else if (!d_.variables.empty())
      random_.any(d_.variables).second.expression = random_expression(random_, 2);
  }

  std::set<Id> some_blocks() {
    const Id level = any_level();
    std::set<Id> chosen;
    for (const auto& [id, block] : d_.blocks)
      if (block.parent == level && random_.chance(40)) chosen.insert(id);
    return chosen;
  }
  void group() {
    if (!has_room()) return;
    const PortSites sites = [this](const PortRef& port, bool input) {
      const BlockInterface ports = block_interface(d_, library(), port.block);
      const std::size_t count = port.kind == PortKind::Conserving ? ports.conserving.size()
                                : input                           ? ports.inputs.size()
                                                                  : ports.outputs.size();
      return PortSite{"p", static_cast<int>(count), {}};
    };
    const auto grouping = create_subsystem(d_, some_blocks(), sites);
    if (!grouping) return;
    const Diagram before = d_;
    const Edit inverse = apply(d_, grouping->edit);
    Diagram undone = d_;
    apply(undone, inverse);
    require(undone == before, "the inverse of an edit takes it back");
    make_conditional(grouping->subsystem);
  }
  void make_conditional(Id subsystem) {
    constexpr const char* controls[] = {"ports/enable",       "ports/trigger",        "ports/for_each",
                                        "ports/for_iterator", "ports/while_iterator", "ports/reset_port"};
    if (!random_.chance(40)) return;
    const BlockType* type = library().find(random_.any(controls));
    if (!type) return;
    insert(*type, subsystem);
    const std::size_t inputs = block_interface(d_, library(), subsystem).inputs.size();
    const std::vector<PortRef> sources = outputs(d_.blocks.at(subsystem).parent);
    if (inputs > 0 && !sources.empty())
      drive(random_.any(sources), {subsystem, static_cast<int>(inputs) - 1});
  }
  void ungroup() {
    const auto& [id, block] = any_block();
    if (block.type != "ports/subsystem") return;
    if (const auto edit = expand_subsystem(d_, id)) apply(d_, *edit);
  }
  void copy() {
    const std::set<Id> chosen = some_blocks();
    if (with_contents(d_, chosen).size() + d_.blocks.size() > most_blocks) return;
    if (const auto edit = paste_fragment(d_, copy_fragment(d_, chosen), any_level(), {40, 40}))
      apply(d_, *edit);
  }

  void join(const PortRef& a, const PortRef& b) {
    Line line;
    line.source = a, line.target = b, line.parent = d_.blocks.at(a.block).parent;
    line.source->kind = line.target->kind = PortKind::Conserving;
    d_.lines[d_.new_id()] = std::move(line);
  }
  void join_ports_of(Id id) {
    const std::vector<ConservingPort> own = block_interface(d_, library(), id).conserving;
    for (int k = 0; k < static_cast<int>(own.size()); ++k) {
      std::vector<PortRef> fitting;
      for (const auto& [other, block] : d_.blocks) {
        if (other == id || block.parent != d_.blocks.at(id).parent) continue;
        const std::vector<ConservingPort> ports = block_interface(d_, library(), other).conserving;
        for (int n = 0; n < static_cast<int>(ports.size()); ++n)
          if (ports[static_cast<std::size_t>(n)].domain == own[static_cast<std::size_t>(k)].domain)
            fitting.push_back({other, n});
      }
      if (!fitting.empty()) join({id, k}, random_.any(fitting));
    }
  }
  void join_conserving_ports() { join_ports_of(any_block().first); }

  Diagram d_;
  Random& random_;
};

Diagram fresh_model(Random& random) {
  const auto seed = static_cast<unsigned>(random.bits());
  Diagram made =
      random.chance(30)
          ? RandomHybrid(seed).builder().diagram
          : RandomModel(seed, random.between(4, 20), random.chance(30), random.chance(50)).diagram();
  return made;
}

}  // namespace

std::string mutated_model(const std::string& text, Random& random) {
  auto loaded = read_diagram(text, "model.flx");
  const bool fresh = !loaded || loaded->diagram.blocks.size() > most_blocks + 20 || random.chance(5);
  Diagram diagram = fresh ? fresh_model(random) : std::move(loaded->diagram);
  if (diagram.settings.size() > 8 || random.chance(10)) diagram.settings = {{"StopTime", "1"}};
  ModelMutation mutation(std::move(diagram), random);
  for (int k = random.between(1, 3); k > 0; --k) mutation.once();
  diagram = std::move(mutation).result();
  if (random.chance(5) && !diagram.blocks.empty() && !diagram.lines.empty())
    diagram = Vandal(static_cast<unsigned>(random.bits())).spoil(std::move(diagram));
  return write_diagram(diagram);
}

}  // namespace sim::fuzz
