#include "sim_core/code_generation/generate_code.h"

#include <set>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/library_text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/code_generation/code_folder.h"
#include "sim_core/code_generation/compiler.h"
#include "sim_core/code_generation/standalone_subsystem.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/c_code.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/solvers/methods/registry.h"

namespace sim {

// "pendulum" of pendulum.flx, or of the subsystem Plant/pendulum.
static std::string name_of_code(const CodeRequest& request) {
  if (!request.subsystem.empty()) return request.subsystem.substr(request.subsystem.rfind('/') + 1);
  return request.model.substr(0, request.model.rfind('.'));
}

static CodeReportRequest report_of(const ModelRun& run, const std::string& model,
                                   const CodeRequest& request) {
  CodeReportRequest report;
  report.model = model;
  for (const CodeTargetInfo& info : code_targets)
    if (info.target == request.target) report.target = info.label;
  report.method = run.options().method->name;
  report.fixed_step = run.options().fixed_step;
  for (const BlockInfo& block : run.program().blocks) report.blocks.push_back({block.path, block.type});
  report.reductions = run.reductions();
  return report;
}

static void note_fixed_parameters(const Program& program, GeneratedCode& code) {
  std::set<std::string> settable;
  for (const c_source::Member& member : code.written.interface.parameters) settable.insert(member.label);
  std::set<int> inputs;
  for (const c_source::Member& member : code.written.interface.inputs) inputs.insert(member.block);
  for (const ParameterInfo& info : program.parameter_table) {
    const std::string label = program.blocks[static_cast<std::size_t>(info.block)].path + ": " + info.name;
    if (!settable.contains(label) && !inputs.contains(info.block)) code.report.not_tunable.push_back(label);
  }
}

Result<GeneratedCode> generate_code(const Diagram& diagram, const BlockLibrary& library,
                                    const CodeRequest& request) {
  auto model = request.subsystem.empty() ? Result<OpenModel>(with_open_inputs(diagram))
                                         : standalone_subsystem(diagram, library, request.subsystem);
  if (!model) return model.errors();
  const auto run = ModelRun::prepare(model->diagram, library);
  if (!run) return run.errors();
  const std::string name =
      request.subsystem.empty() ? request.model : request.model + ", " + request.subsystem;
  const bool shared = request.target == CodeTarget::Shared;
  const std::string library_name = shared ? c_source::identifier(name_of_code(request)) : std::string();
  auto written = c_code_of(**run, name, time_unit(setting(diagram, "TimeUnit")), model->inputs, library_name);
  if (!written) return written.errors();
  GeneratedCode code{std::move(*written), report_of(**run, name, request), {}, (*run)->warnings()};
  note_fixed_parameters((*run)->program(), code);
  if (shared) code.library = c_source::library_file(library_name);
  return code;
}

static Diagnostics write_with_report(const std::filesystem::path& folder, const GeneratedCode& code,
                                     std::optional<CodeMeasures> measures) {
  CodeReportRequest request = code.report;
  request.written = &code.written;
  request.measures = std::move(measures);
  auto files = code.written.files;
  files.push_back({"report.html", code_report(request)});
  return write_code_folder(folder, files);
}

Diagnostics write_code(const std::filesystem::path& folder, const GeneratedCode& code) {
  if (auto problems = write_with_report(folder, code, std::nullopt); !problems.empty()) return problems;
  if (code.library.empty()) return {};
  auto problems = build_library(folder, {"fluxion_model.c", "model.c", "model_data.c"},
                                {"-DFLUXION_MODEL_BUILD"}, code.library);
  if (!problems.empty()) return problems;
  return write_with_report(folder, code, measure_code(folder));
}

}  // namespace sim
