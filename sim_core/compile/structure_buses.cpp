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
constexpr const char* playing_type = "sources/from_variable";

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

bool is_one_structure(const expr::Value& value) {
  return value.is_structure() && value.shape().is_scalar() && !expr::is_cell(value) &&
         !value.fields().empty();
}

const std::string* text_of(const Block& block) {
  for (const char* name : {"Value", "value", "VariableName"})
    if (const auto text = block.parameters.find(name); text != block.parameters.end()) return &text->second;
  return nullptr;
}

// Its value where that may be a structure; most are numbers, which are not evaluated here.
std::optional<expr::Value> structure_in(const Block& block, VariableLevels& levels) {
  if ((block.type != constant_type && block.type != playing_type) || block.commented != CommentedOut::No)
    return {};
  const std::string* text = text_of(block);
  const auto ast = text ? expr::parse(*text) : Result<expr::Ast>(error({}, "there is none"));
  if (!ast) return {};
  const auto& root = (*ast)[ast->root()].content;
  if (!std::holds_alternative<expr::Name>(root) && !std::holds_alternative<expr::Member>(root) &&
      !std::holds_alternative<expr::Apply>(root))
    return {};
  auto value = expr::evaluate_any(*ast, levels.of(block.parent));
  return value && is_one_structure(*value) ? std::optional(*std::move(value)) : std::nullopt;
}

const expr::Value* field_of(const expr::Value& structure, std::string_view name) {
  for (const expr::Field& field : structure.fields())
    if (field.name == name) return &field.values.front();
  return nullptr;
}

// s.time and s.signals.values, or s.Time and s.Data, as the matrix that From Variable plays; none: it is no
// such structure. `text` is what gives the structure.
std::optional<std::string> played_matrix_of(const expr::Value& structure, const std::string& text) {
  const expr::Value *time = field_of(structure, "time"), *signals = field_of(structure, "signals");
  std::string names[] = {".time", ".signals.values"};
  const expr::Value* values = signals && is_one_structure(*signals) ? field_of(*signals, "values") : nullptr;
  if (!time && !values) {
    time = field_of(structure, "Time"), values = field_of(structure, "Data");
    names[0] = ".Time", names[1] = ".Data";
  }
  if (!time || !values || !time->is_numeric() || !values->is_numeric()) return {};
  const bool is_row = values->rows() == 1 && values->cols() == time->size();
  return "[" + text + names[0] + "(:), " + text + names[1] + (is_row ? "(:)]" : "]");
}

void become_bus(Diagram& model, Id id, const expr::Value& structure) {
  const Block whole = model.blocks.at(id);
  const bool plays = whole.type == playing_type;
  const std::string text = *text_of(whole);
  if (plays)
    if (const auto matrix = played_matrix_of(structure, text)) {
      model.blocks.at(id).parameters["VariableName"] = *matrix;
      return;
    }
  std::vector<std::string> names;
  int port = 0;
  for (const expr::Field& field : structure.fields()) {
    names.push_back(field.name);
    Block part = whole;
    part.name = unique_block_name(model, whole.parent, whole.name + "." + field.name);
    if (!plays) part.parameters.clear();
    part.parameters[plays ? "VariableName" : "Value"] = text + "." + field.name;
    part.signal_names.clear();
    part.unknown = {};
    const Id of_field = model.new_id();
    model.blocks[of_field] = std::move(part);
    Line line;
    line.parent = whole.parent;
    line.source = PortRef{of_field, 0};
    line.target = PortRef{id, port++};
    model.lines[model.new_id()] = std::move(line);
    if (const expr::Value& value = field.values.front(); is_one_structure(value))
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
