#include "editor/window/configuration_command.h"

#include "editor/dialogs/configuration_comparison.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/run_archive/run_library.h"
#include "editor/run_archive/run_text.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

// Of all runs of models, the newest first; read from their files when somebody looks at them.
static std::vector<OtherConfiguration> configurationsOfRuns(const RunLibrary& library) {
  std::vector<OtherConfiguration> all;
  const auto& runs = library.runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it) {
    const Run run = *it;
    const sim::RunSummary& summary = run->summary;
    if (summary.solver.empty()) continue;
    OtherConfiguration other;
    other.name = ConfigurationDialog::tr("%1 (%2, %3)")
                     .arg(QString::fromStdString(summary.name), QString::fromStdString(summary.solver),
                          timeText(summary.created));
    other.purpose = ConfigurationDialog::tr("The settings of a run that was kept.");
    other.load = [run]() -> std::optional<Settings> {
      const auto details = sim::run_details(*run);
      const auto model = details ? snapshotOf(**details) : std::nullopt;
      return model ? std::optional(model->settings) : std::nullopt;
    };
    all.push_back(std::move(other));
  }
  return all;
}

void showConfiguration(Workbench& bench) {
  ConfigurationDialog dialog(bench.document(), &bench.window(), bench.compiledModels());
  const SimulationRun* run = bench.runs().run();
  if (run && run->phase() == SimulationRun::Phase::Over && run->model()) {
    Settings settings = run->diagram().settings;
    settings.erase("Profile");  // of the window
    dialog.setLastRun(run->result().statistics, settings);
  }
  dialog.setKeptRuns(configurationsOfRuns(bench.runLibrary()));
  dialog.exec();
}

}  // namespace fluxion
