#include "app/cli/result_files.h"

#include "app/cli/messages.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/model_run/output_file.h"

namespace fluxion {

bool writeText(const std::string& path, const std::string& text) {
  sim::OutputFile file(path);
  if (file.problems().empty()) file.write(text);
  const sim::Diagnostics problems = file.commit();
  report({}, problems);
  return problems.empty();
}

bool saveModel(const std::string& path, const sim::Diagram& diagram) {
  const sim::Diagnostics problems = sim::save_model(path, diagram);
  report({}, problems);
  return !sim::has_errors(problems);
}

}  // namespace fluxion
