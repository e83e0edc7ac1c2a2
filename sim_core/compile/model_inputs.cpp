#include "sim_core/compile/model_inputs.h"

#include "sim_core/base/data_file.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/interfaces/model_inputs.h"

namespace sim::compile_phases {

static std::string given(const Block& inport, const char* parameter) {
  const auto it = inport.parameters.find(parameter);
  return it == inport.parameters.end() ? std::string() : it->second;
}

static void become_source(const Diagram& diagram, Block& inport) {
  std::map<std::string, std::string> parameters;
  if (const std::string unit = given(inport, "Unit"); !unit.empty()) parameters["Unit"] = unit;
  if (const std::string formula = given(inport, model_input_parameter); !formula.empty()) {
    inport.type = "sources/expression";
    parameters["Expression"] = formula;
  } else {
    inport.type = "sources/from_file";
    const std::string file = given(inport, data_file_parameter);
    parameters[data_file_parameter] = file;
    std::string columns = given(inport, data_columns_parameter);
    if (columns.empty() && has_column(diagram, file, inport.name)) columns = inport.name;
    parameters[data_columns_parameter] = columns;
  }
  inport.parameters = std::move(parameters);
}

std::optional<Diagram> with_model_inputs(const Diagram& diagram) {
  std::optional<Diagram> fed;
  for (const ModelInput& input : model_inputs(diagram)) {
    if (input.given.empty()) continue;
    if (!fed) fed = diagram;
    become_source(diagram, fed->blocks.at(input.block));
  }
  return fed;
}

}  // namespace sim::compile_phases
