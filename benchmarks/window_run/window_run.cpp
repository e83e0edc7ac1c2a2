// A run at full speed under the eyes of a window with four scopes of four signals each, beside the same run
// without a window, in turns: the longest gap between two frames, and how much slower the run is.
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "editor/document/diagram_document.h"
#include "editor/scopes/scope_panel.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace {

using namespace fluxion;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Sixteen damped oscillators driven by waves, four to a scope.
sim::Diagram model(const char* stop) {
  sim::ModelBuilder m;
  for (int scope = 0; scope < 4; ++scope) {
    const std::string name = std::to_string(scope);
    const sim::Id view = m.block("sinks/scope", "Scope " + name, {{"inputs", "4"}});
    for (int k = 0; k < 4; ++k) {
      const std::string id = name + std::to_string(k);
      const sim::Id wave = m.block("sources/sine_wave", "wave" + id),
                    sum = m.block("math/sum", "sum" + id, {{"signs", "+--"}}),
                    v = m.block("continuous/integrator", "v" + id),
                    x = m.block("continuous/integrator", "x" + id, {{"x0", "1"}}),
                    damping = m.block("math/gain", "d" + id, {{"k", "0.1"}}),
                    spring = m.block("math/gain", "k" + id, {{"k", std::to_string(1 + scope + k)}});
      m.connect(wave, sum, 0).connect(sum, v).connect(v, x).connect(v, damping).connect(x, spring);
      m.connect(damping, sum, 1).connect(spring, sum, 2).connect(x, view, k);
    }
  }
  m.set("StopTime", stop).set("Solver", "ode4").set("FixedStep", "0.001").set("Decimation", "2");
  return m.diagram;
}

double alone(const sim::Diagram& diagram, const sim::BlockLibrary& library) {
  auto run = sim::ModelRun::prepare(diagram, library);
  if (!run) return 0;
  double seconds = 0;
  std::thread thread([&] {
    const auto start = Clock::now();
    (*run)->execute();
    seconds = seconds_since(start);
  });
  thread.join();
  return seconds;
}

struct Watched {
  double seconds = 0;      // of the run
  double longest_gap = 0;  // between two frames
  double frames = 0;       // a second
  double scope_cost = 0;   // ms, for the picture of one, on average
};

// A frame: the window has been asked for one every 12 ms, and has painted everything that had changed.
class Frames : public QObject {
 public:
  explicit Frames(QWidget& window) { window.installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::UpdateRequest) return false;
    const auto now = Clock::now();
    if (count++ > 0) longest = std::max(longest, std::chrono::duration<double>(now - last).count());
    last = now;
    return false;
  }
  int count = 0;
  double longest = 0;
  Clock::time_point last;
};

// Two beside two, so that all four are seen.
void arrange(MainWindow& window) {
  QList<QDockWidget*> scopes;
  for (QDockWidget* dock : window.findChildren<QDockWidget*>())
    if (dock->objectName().startsWith(QStringLiteral("scope-"))) scopes << dock;
  if (scopes.size() != 4) return;
  window.splitDockWidget(scopes[0], scopes[2], Qt::Vertical);
  window.splitDockWidget(scopes[0], scopes[1], Qt::Horizontal);
  window.splitDockWidget(scopes[2], scopes[3], Qt::Horizontal);
  window.resizeDocks(scopes, {500, 500, 500, 500}, Qt::Horizontal);
  for (QDockWidget* dock : scopes) dock->show();
}

Watched watched(MainWindow& window) {
  RunController& runs = window.runs();
  Watched result;
  QEventLoop loop;
  QObject::connect(&runs, &RunController::finished, &loop, &QEventLoop::quit);
  Frames frames(window);
  double cost = 0;
  int drawn = 0;
  const auto watching = QObject::connect(&runs, &RunController::advanced, [&] {
    for (ScopePanel* panel : window.scopes().panels()) cost += panel->frameCost(), ++drawn;
  });
  runs.start();
  arrange(window);
  // Opening and laying out the scopes is over after the first frames.
  Clock::time_point begin;
  QTimer::singleShot(300, &loop, [&] { frames.count = 0, frames.longest = 0, begin = Clock::now(); });
  loop.exec();
  QObject::disconnect(watching);
  result.scope_cost = cost / std::max(1, drawn);
  result.seconds = runs.run()->result().statistics.run_seconds;
  result.longest_gap = frames.longest;
  result.frames = frames.count / std::max(1e-9, seconds_since(begin));
  return result;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", qEnvironmentVariableIsSet("DISPLAY") ? qgetenv("QT_QPA_PLATFORM") : "offscreen");
  QTemporaryDir folder;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.filePath("settings"));
  QApplication app(argc, argv);
  const char* stop = argc > 1 ? argv[1] : "2000";
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  const sim::BlockLibrary library = sim::standard_library();
  const sim::Diagram diagram = model(stop);
  const QString file = folder.filePath("model.flx");
  sim::save_model(file.toStdString(), diagram);
  MainWindow window(library);
  window.resize(1600, 1000);
  window.show();
  window.opening().openFile(file);
  watched(window);  // opens the scopes
  std::vector<double> without, with, gaps, frames;
  for (int round = 0; round < rounds; ++round) {
    without.push_back(alone(diagram, library));
    const Watched seen = watched(window);
    with.push_back(seen.seconds);
    gaps.push_back(1000 * seen.longest_gap);
    frames.push_back(seen.frames);
    std::printf(
        "round %d: alone %.3f s, watched %.3f s (%+.1f %%), longest gap %.1f ms, %.1f frames/s, a scope %.1f "
        "ms\n",
        round + 1, without.back(), seen.seconds, 100 * (seen.seconds / without.back() - 1), gaps.back(),
        seen.frames, seen.scope_cost);
  }
  std::printf("median: %+.1f %% slower, longest gap %.1f ms, %.1f frames/s\n",
              100 * (median(with) / median(without) - 1), median(gaps), median(frames));
}
