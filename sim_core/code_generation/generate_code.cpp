#include "sim_core/code_generation/generate_code.h"

#include <algorithm>
#include <map>
#include <set>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/library_text.h"
#include "sim_core/base/text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/code_generation/code_folder.h"
#include "sim_core/code_generation/compiler.h"
#include "sim_core/code_generation/plugin_code.h"
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

// One warning for each slower rate of which the base step computes something.
static void warn_of_early_blocks(const Program& program, GeneratedCode& code) {
  std::map<std::pair<double, double>, std::vector<const BlockInfo*>> by_rate;
  for (const int index : code.written.early) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(index)];
    by_rate[{block.sample_time.period, block.sample_time.offset}].push_back(&block);
    code.report.early.push_back(block.path);
  }
  for (const auto& [rate, blocks] : by_rate) {
    std::vector<std::string> others;
    for (const BlockInfo* block : blocks)
      if (block != blocks.front()) others.push_back(block->path);
    constexpr std::size_t most = 5;
    const std::size_t left = others.size() > most ? others.size() - most : 0;
    others.resize(others.size() - left);
    const std::string also =
        others.empty()
            ? std::string()
            : " (so are " + join(others, ", ") + (left > 0 ? " and " + std::to_string(left) + " more)" : ")");
    code.early.push_back(warning(
        blocks.front()->path,
        "with a sample time of " + to_text(blocks.front()->sample_time) +
            " it is computed in model_step() all the same, as faster blocks need results at its sample hits" +
            also,
        "lead what they read through a Rate Transition with Delay, or a Unit Delay", blocks.front()->id));
  }
}

Result<GeneratedCode> generate_code(const Diagram& diagram, const BlockLibrary& library,
                                    const CodeRequest& request) {
  const bool plugin = request.target == CodeTarget::Plugin;
  if (plugin && request.precision != c_source::Precision::Double)
    return error("Precision", "blocks compute in double precision", "choose double precision");
  const bool per_rate = request.tasks == CodeTasks::PerRate;
  if (per_rate && request.target != CodeTarget::C)
    return error("Tasks", "shared libraries and plug-in blocks have one step function",
                 "choose the target C source, or one step function");
  const OpenInput kind = plugin ? OpenInput::State : OpenInput::Parameter;
  auto model = request.subsystem.empty() ? Result<OpenModel>(with_open_inputs(diagram, kind))
                                         : standalone_subsystem(diagram, library, request.subsystem, kind);
  if (!model) return model.errors();
  const auto run = ModelRun::prepare(model->diagram, library);
  if (!run) return run.errors();
  const std::string from =
      request.subsystem.empty() ? request.model : request.model + ", " + request.subsystem;
  const std::string name = name_of_code(request), short_name = c_source::identifier(name);
  const bool shared = request.target == CodeTarget::Shared;
  auto written = plugin ? plugin_code(name, from, *model, **run)
                        : c_code_of(**run, from, time_unit(diagram), model->inputs,
                                    shared ? short_name : std::string(), request.precision, per_rate);
  if (!written) return written.errors();
  GeneratedCode code{std::move(*written), report_of(**run, from, request), {}, (*run)->warnings()};
  note_fixed_parameters((*run)->program(), code);
  warn_of_early_blocks((*run)->program(), code);
  if (shared) code.library = c_source::library_file(short_name);
  if (plugin) code.library = short_name + ".so";
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

Diagnostics write_code(const std::filesystem::path& folder, const GeneratedCode& code, bool measure) {
  const auto file = std::find_if(code.written.files.begin(), code.written.files.end(),
                                 [](const auto& f) { return f.name == "plugin.c"; });
  const bool plugin = file != code.written.files.end();
  const std::string main_source = plugin ? "plugin.c" : "model.c";
  if (auto problems = write_with_report(folder, code, std::nullopt); !problems.empty()) return problems;
  if (!code.library.empty()) {
    const std::vector<std::string> sources =
        plugin ? std::vector<std::string>{"plugin.c"}
               : std::vector<std::string>{"fluxion_model.c", "model.c", "model_data.c"};
    auto problems = build_library(folder, sources, {"-DFLUXION_MODEL_BUILD"}, code.library);
    if (!problems.empty()) return problems;
  }
  if (code.library.empty() && !measure) return {};
  auto measures = measure_code(folder, main_source);
  if (!measures && measure)
    return {error((folder / main_source).string(), "the C compiler that is to measure it cannot compile it",
                  "install one, or name another one in the environment variable CC")};
  return write_with_report(folder, code, std::move(measures));
}

}  // namespace sim
