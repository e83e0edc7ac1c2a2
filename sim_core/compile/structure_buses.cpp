#include "sim_core/compile/structure_buses.h"

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "sim_core/base/text.h"
#include "sim_core/expr/cells.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/parser.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::compile_phases {

namespace {

constexpr const char* constant_type = "sources/constant";

// What the blocks in a subsystem see, evaluated once.
class VariableLevels {
 public:
  explicit VariableLevels(const Diagram& diagram) : diagram_(diagram) {}

  const expr::Scope& of(Id parent) {
    std::unique_ptr<Level>& level = levels_[parent];
    if (!level) level = std::make_unique<Level>(workspace_of(diagram_, parent));
    return level->scope;
  }

 private:
  struct Level {
    explicit Level(expr::Workspace of) : workspace(std::move(of)), scope(workspace) {}
    expr::Workspace workspace;
    expr::WorkspaceScope scope;
  };
  const Diagram& diagram_;
  std::map<Id, std::unique_ptr<Level>> levels_;
};

// Its value where that may be a structure; most constants are numbers, which are not evaluated here.
std::optional<expr::Value> structure_in(const Block& block, VariableLevels& levels) {
  if (block.type != constant_type || block.commented != CommentedOut::No) return {};
  for (const char* name : {"Value", "value"}) {
    const auto text = block.parameters.find(name);
    if (text == block.parameters.end()) continue;
    const auto ast = expr::parse(text->second);
    if (!ast) return {};
    const auto& root = (*ast)[ast->root()].content;
    if (!std::holds_alternative<expr::Name>(root) && !std::holds_alternative<expr::Member>(root) &&
        !std::holds_alternative<expr::Apply>(root))
      return {};
    auto value = expr::evaluate_any(*ast, levels.of(block.parent));
    const bool one = value && value->is_structure() && value->shape().is_scalar() && !expr::is_cell(*value);
    return one && !value->fields().empty() ? std::optional(*std::move(value)) : std::nullopt;
  }
  return {};
}

void become_bus(Diagram& model, Id id, const expr::Value& structure) {
  const Block constant = model.blocks.at(id);
  const auto given = constant.parameters.find("Value");
  const std::string text =
      given == constant.parameters.end() ? constant.parameters.at("value") : given->second;
  std::vector<std::string> names;
  int port = 0;
  for (const expr::Field& field : structure.fields()) {
    names.push_back(field.name);
    Block part = constant;
    part.name = unique_block_name(model, constant.parent, constant.name + "." + field.name);
    part.parameters = {{"Value", text + "." + field.name}};
    part.signal_names.clear();
    part.unknown = {};
    const Id of_field = model.new_id();
    model.blocks[of_field] = std::move(part);
    Line line;
    line.parent = constant.parent;
    line.source = PortRef{of_field, 0};
    line.target = PortRef{id, port++};
    model.lines[model.new_id()] = std::move(line);
    const expr::Value& value = field.values.front();
    if (value.is_structure() && value.shape().is_scalar() && !expr::is_cell(value) && !value.fields().empty())
      become_bus(model, of_field, value);
  }
  Block& bus = model.blocks.at(id);
  bus.type = "routing/bus_creator";
  bus.parameters = {{"Inputs", std::to_string(port)}, {"ElementNames", join(names, ",")}};
}

}  // namespace

std::optional<Diagram> with_structure_buses(const Diagram& diagram) {
  std::optional<Diagram> made;
  VariableLevels levels(diagram);
  for (const auto& [id, block] : diagram.blocks) {
    const auto structure = structure_in(block, levels);
    if (!structure || block.parameters.contains("Unit")) continue;
    if (!made) made = diagram;
    become_bus(*made, id, *structure);
  }
  return made;
}

}  // namespace sim::compile_phases
