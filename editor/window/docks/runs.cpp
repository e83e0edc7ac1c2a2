// The runs that are kept: each that ends goes to the library, and their dock leads to what can be done with
// them: windows that plot and compare them, the snapshot of the model, the profile.
#include <QPointer>
#include <QTreeWidget>

#include "editor/document/diagram_document.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/plots_window.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/window/docks.h"
#include "editor/window/earlier_run_overlay.h"
#include "editor/window/floating_dock.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

namespace {

// The windows that the dock opens; they go with it.
class RunWindows : public QObject {
 public:
  RunWindows(Workbench& bench, RunsDock& dock) : QObject(&dock), m_bench(bench), m_dock(dock) {}
  ~RunWindows() override {
    delete m_plots.data();
    for (const QPointer<CompareWindow>& window : m_comparisons) delete window.data();
  }

  // There is one; runs are added to it.
  PlotsWindow& plots() {
    if (!m_plots) {
      m_plots = new PlotsWindow(m_bench.runLibrary(), &m_bench.window(), &m_bench.scopes().cursors());
      connect(m_plots, &PlotsWindow::said, &m_dock, &RunsDock::said);
      followTimeUnit(m_plots->plot());
    }
    m_plots->show();
    m_plots->raise();
    m_plots->activateWindow();
    return *m_plots;
  }

  void compare(const QString& baseline, const QString& other) {
    const Run a = m_bench.runLibrary().find(baseline), b = m_bench.runLibrary().find(other);
    if (!a || !b) return;
    auto* window = new CompareWindow(m_bench.runLibrary(), &m_bench.window());
    window->setAttribute(Qt::WA_DeleteOnClose);
    std::erase_if(m_comparisons, [](const auto& closed) { return closed.isNull(); });
    m_comparisons.emplace_back(window);
    followTimeUnit(window->plot());
    window->compare(a, b);
    window->show();
  }

 private:
  void followTimeUnit(RunPlot& plot) {
    plot.setTimeUnit(m_bench.timeUnit());
    connect(&m_bench, &Workbench::timeUnitChanged, &plot, &RunPlot::setTimeUnit);
  }

  Workbench& m_bench;
  RunsDock& m_dock;
  QPointer<PlotsWindow> m_plots;
  std::vector<QPointer<CompareWindow>> m_comparisons;
};

}  // namespace

// What was recorded is worth keeping however the run ended.
static void keepRun(Workbench& bench) {
  const SimulationRun& run = *bench.runs().run();
  if (run.model() == nullptr || run.log()->size() == 0) return;
  sim::Diagram model = run.diagram();
  // Whether times are measured is no matter of the model.
  if (!bench.document().diagram().settings.contains("Profile")) model.settings.erase("Profile");
  sim::RunRecord record = sim::record_run(model, {run.log(), run.model()}, run.result());
  record.summary.name = bench.runs().runName().toStdString();
  bench.runLibrary().add(std::move(record));
}

static void fillLibrary(Workbench& bench) {
  RunLibrary* library = &bench.runLibrary();
  DiagramDocument* document = &bench.document();
  bench.runs().setNaming([library] { return library->nextName(); });
  QObject::connect(&bench.runs(), &RunController::finished, library, [&bench] { keepRun(bench); });
  QObject::connect(document, &DiagramDocument::replaced, library,
                   [library, document] { library->setModel(document->path()); });
  QObject::connect(document, &DiagramDocument::pathChanged, library, &RunLibrary::setPath);
}

static void connectImport(Workbench& bench, RunsDock* dock) {
  QObject::connect(dock, &RunsDock::imported, dock, [&bench, dock] { showAtBottom(*dock, bench.window()); });
  QObject::connect(bench.command(CommandId::ImportData), &QAction::triggered, dock, &RunsDock::chooseImport);
  QObject::connect(&bench.scopes(), &ScopeDocks::measuredDataRequested, dock, &RunsDock::chooseImport);
  QObject::connect(&bench, &Workbench::importRequested, dock, [dock](const QStringList& tables) {
    for (const QString& table : tables) dock->import(table);
  });
}

MadeDock createRunsDock(Workbench& bench) {
  fillLibrary(bench);
  auto* dock = new RunsDock(bench.runLibrary(), bench.document(), &bench.window());
  new EarlierRunOverlay(bench.runLibrary(), bench.scopes(), dock);
  auto* windows = new RunWindows(bench, *dock);
  connectImport(bench, dock);
  QObject::connect(dock, &RunsDock::said, &bench, [&bench](const QString& text) { bench.say(text, 10'000); });
  QObject::connect(dock, &RunsDock::snapshotRequested, &bench, &Workbench::snapshotRequested);
  QObject::connect(dock, &RunsDock::profileRequested, &bench, &Workbench::profileRequested);
  QObject::connect(dock, &RunsDock::compareRequested, windows, &RunWindows::compare);
  QObject::connect(dock, &RunsDock::plotRequested, windows,
                   [windows](const auto& chosen) { windows->plots().addToPlot(chosen); });
  QObject::connect(dock, &RunsDock::inspectRequested, windows,
                   [windows](const QStringList& runs) { windows->plots().inspect(runs); });
  QObject::connect(bench.command(CommandId::PlotRuns), &QAction::triggered, windows,
                   [windows, dock] { windows->plots().inspect(dock->chosen()); });
  return {dock, &dock->table(), {}};
}

}  // namespace fluxion
