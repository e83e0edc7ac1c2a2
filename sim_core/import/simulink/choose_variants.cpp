#include <algorithm>
#include <optional>
#include <set>

#include "sim_core/base/whole_within.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/import/simulink/mapping/mapping.h"
#include "sim_core/import/simulink/model_parts.h"

namespace sim::importing::simulink {

namespace {

using WorkspacePtr = std::shared_ptr<expr::Workspace>;

struct Choice {
  std::size_t index = 0;
  std::string why;  // a sentence for the report
};

// "Simulink.Variant('MODE == 1')" -> "MODE == 1"; empty: it is none.
std::string condition_of_object(const std::string& expression) {
  if (!collapsed(expression).starts_with("Simulink.Variant")) return {};
  const std::size_t open = expression.find_first_of("'\""), close = expression.find_last_of("'\"");
  return open == expression.npos || close <= open ? std::string()
                                                  : expression.substr(open + 1, close - open - 1);
}

// Texts of a cell array, one a line as readers keep them, or as MATLAB writes them: {'a','b'}.
std::vector<std::string> texts_in(const std::string& cells) {
  std::vector<std::string> all;
  if (collapsed(cells).starts_with('{')) {
    for (std::size_t open = cells.find('\''); open != cells.npos; open = cells.find('\'', open + 1)) {
      const std::size_t close = cells.find('\'', open + 1);
      if (close == cells.npos) break;
      all.push_back(cells.substr(open + 1, close - open - 1));
      open = close;
    }
    return all;
  }
  for (std::size_t at = 0; at <= cells.size() && !cells.empty();) {
    const std::size_t end = std::min(cells.find('\n', at), cells.size());
    all.push_back(cells.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

class Variants {
 public:
  // What is inside; `seen` are the variables there.
  void choose(SourceSystem& system, const WorkspacePtr& seen, int depth);
  void define(expr::Workspace& level, const std::vector<SourceVariable>& variables);

 private:
  std::optional<bool> holds(const std::string& control, const expr::Workspace& seen, std::string& why) const;
  Choice active(const SourceBlock& block, const std::vector<std::string>& controls,
                const expr::Workspace& seen) const;
  void choose_inside(SourceBlock& block, const expr::Workspace& seen);
  void choose_port(SourceBlock& block, const expr::Workspace& seen);
  WorkspacePtr inside(const SourceBlock& block, const WorkspacePtr& seen);

  std::map<std::string, std::string> objects_;  // of variants: name -> condition
};

std::string parameter(const SourceBlock& block, const char* name) {
  const auto it = block.parameters.find(name);
  return it == block.parameters.end() ? std::string() : collapsed(it->second);
}

int port_of(const SourceBlock& block) {
  const auto numbers = plain_numbers(parameter(block, "Port"));
  return numbers.empty() ? 1 : whole_within(numbers[0], 1, 1000);
}

// The number of the port with this name; of a block of which nothing is known inside the same number.
int same_port(const SourceBlock& choice, const SourceBlock& port) {
  const SourceSystem* inside = choice.inside();
  if (!inside) return port_of(port);
  for (const SourceBlock& other : inside->blocks)
    if (other.type == port.type && collapsed(other.name) == collapsed(port.name)) return port_of(other);
  return 0;
}

bool is_port(const SourceBlock& block) {
  static const std::set<std::string> ports{"Inport",      "InportShadow", "Outport",   "EnablePort",
                                           "TriggerPort", "ActionPort",   "ResetPort", "PMIOPort"};
  return ports.contains(block.type);
}

}  // namespace

void Variants::define(expr::Workspace& level, const std::vector<SourceVariable>& variables) {
  for (const SourceVariable& variable : variables) {
    if (!expr::is_name(variable.name)) continue;
    if (std::string condition = condition_of_object(variable.expression); !condition.empty())
      objects_[variable.name] = std::move(condition);
    else
      level.define(variable.name, std::string_view(translate_expression(variable.expression).text));
  }
}

std::optional<bool> Variants::holds(const std::string& control, const expr::Workspace& seen,
                                    std::string& why) const {
  const auto object = objects_.find(control);
  const std::string& condition = object == objects_.end() ? control : object->second;
  const auto value = expr::evaluate(translate_expression(condition).text, expr::WorkspaceScope(seen));
  const std::optional<double> number = value ? value->as_scalar() : std::nullopt;
  if (!number) {
    if (why.empty()) why = value ? "\"" + condition + "\" is no number" : value.error().message;
    return std::nullopt;
  }
  return *number != 0;
}

Choice Variants::active(const SourceBlock& block, const std::vector<std::string>& controls,
                        const expr::Workspace& seen) const {
  const auto at = [&](const std::string& control) -> std::optional<std::size_t> {
    const auto it = std::find(controls.begin(), controls.end(), control);
    return it == controls.end() || control.empty() ? std::nullopt
                                                   : std::optional<std::size_t>(it - controls.begin());
  };
  const bool by_label = parameter(block, "VariantControlMode") == "label";
  for (const char* name : {by_label ? "LabelModeActiveChoice" : "OverrideUsingVariant", "ActiveVariant"})
    if (const auto named = at(parameter(block, name))) return {*named, "its file says that it is active"};
  std::string unknown;
  std::optional<std::size_t> otherwise;
  for (std::size_t n = 0; n < controls.size(); ++n) {
    if (controls[n] == "(default)" || controls[n] == "default") otherwise = n;
    if (controls[n].empty() || controls[n].front() == '%' || controls[n].front() == '(') continue;
    if (holds(controls[n], seen, unknown).value_or(false) && unknown.empty())
      return {n, "\"" + controls[n] + "\" holds"};
  }
  if (unknown.empty() && otherwise) return {*otherwise, "it is the default, and no other condition holds"};
  const std::string reason =
      unknown.empty() ? "no condition holds" : "the conditions cannot be computed: " + unknown;
  return {otherwise.value_or(0), reason + "; check that it is the one that is meant"};
}

// The ports are led to the active choice; the others stay, commented out.
void Variants::choose_inside(SourceBlock& block, const expr::Workspace& seen) {
  SourceSystem& system = block.contents.front();
  std::vector<std::size_t> choices;
  std::vector<std::string> controls;
  for (std::size_t n = 0; n < system.blocks.size(); ++n)
    if (!is_port(system.blocks[n]) && system.blocks[n].commented != CommentedOut::Out) {
      choices.push_back(n);
      controls.push_back(parameter(system.blocks[n], "VariantControl"));
    }
  block.parameters["Variant"] = "off";
  if (choices.empty()) return block.remarks.push_back("it has no active variant");
  const Choice choice = active(block, controls, seen);
  const SourceBlock& chosen = system.blocks[choices[choice.index]];
  for (const std::size_t n : choices)
    if (n != choices[choice.index]) system.blocks[n].commented = CommentedOut::Out;
  system.lines.clear();
  for (const SourceBlock& port : system.blocks) {
    const bool in = port.type == "Inport";
    if (!in && port.type != "Outport") continue;
    const int number = same_port(chosen, port);
    if (number == 0) continue;  // this choice does not use it
    const SourceEnd outer{port.key, SourcePort::Signal, 1}, inner{chosen.key, SourcePort::Signal, number};
    SourceLine line;
    line.source = in ? outer : inner, line.target = in ? inner : outer;
    system.lines.push_back(std::move(line));
  }
  block.remarks.push_back("of its variants \"" + collapsed(chosen.name) + "\" is active, because " +
                          choice.why + "; the others are commented out");
}

// A Variant Source or Sink: the number of its active port.
void Variants::choose_port(SourceBlock& block, const expr::Workspace& seen) {
  std::vector<std::string> controls;
  for (const std::string& control :
       texts_in(parameter(block, "VariantControls").empty() ? std::string()
                                                            : block.parameters.at("VariantControls")))
    controls.push_back(collapsed(control));
  if (controls.empty()) return;
  const Choice choice = active(block, controls, seen);
  block.parameters["number of variants"] = std::to_string(controls.size());
  block.parameters["active variant"] = std::to_string(choice.index + 1);
  block.remarks.push_back("its port " + std::to_string(choice.index + 1) + " is active, because " +
                          choice.why);
}

// Where a mask or another model adds variables.
WorkspacePtr Variants::inside(const SourceBlock& block, const WorkspacePtr& seen) {
  if (!block.mask && !block.origin) return seen;
  auto level = std::make_shared<expr::Workspace>(seen);
  if (block.origin) define(*level, block.origin->variables);
  if (!block.mask) return level;
  for (const SourceMaskParameter& p : block.mask->parameters)
    if (p.evaluate && expr::is_name(p.name))
      level->define(p.name, std::string_view(translate_expression(p.value).text));
  define(*level, block.mask->initialization);
  return level;
}

void Variants::choose(SourceSystem& system, const WorkspacePtr& seen, int depth) {
  constexpr int max_depth = 200;
  if (depth > max_depth) return;
  for (SourceBlock& block : system.blocks) {
    if (block.type.starts_with("VariantSource") || block.type.starts_with("VariantSink"))
      choose_port(block, *seen);
    if (block.contents.empty() || block.shows) continue;
    const WorkspacePtr level = inside(block, seen);
    if (block.type == "SubSystem" && parameter(block, "Variant") == "on") choose_inside(block, *level);
    choose(block.contents.front(), level, depth + 1);
  }
}

void choose_variants(SourceModel& model) {
  const auto seen = std::make_shared<expr::Workspace>();
  Variants variants;
  variants.define(*seen, model.variables);
  variants.choose(model.root, seen, 0);
  std::erase_if(model.variables, [](const SourceVariable& variable) {
    return !condition_of_object(variable.expression).empty();
  });
}

}  // namespace sim::importing::simulink
