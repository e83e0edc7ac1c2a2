// Scopes while a run writes at full speed: four scopes of four signals in a window, one thread that appends
// ten million rows to their log. Printed: the longest the window was busy at a stretch, what a refresh and a
// drawing cost on average, and what the same picture costs once it is whole.
//
//   QT_QPA_PLATFORM=offscreen build/release/benchmarks/fluxion_scope_frames [rows]
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "editor/document/diagram_document.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

namespace {

constexpr int scopes = 4, signals_each = 4, frame = 16;

void append(sim::SignalLog& log, std::size_t rows, std::atomic<bool>& over) {
  unsigned random = 1;
  for (std::size_t k = 0; k < rows; ++k) {
    const double t = 1e-6 * static_cast<double>(k);
    random = 1664525 * random + 1013904223;
    const double noise = 1e-9 * random;
    const double row[] = {std::sin(7 * t), std::cos(7 * t) + 0.1 * noise, noise, std::floor(t)};
    log.append(t, row);
  }
  over = true;
}

ScopeSource scope(int number, const std::shared_ptr<sim::SignalLog>& log, double end) {
  ScopeSource source;
  source.block = static_cast<sim::Id>(number + 1);
  source.title = QStringLiteral("Scope %1").arg(number + 1);
  source.log = log;
  source.stopTime = end;
  source.axes.resize(1);
  for (int k = 0; k < signals_each; ++k)
    source.axes[0].curves.push_back(
        {QString::fromStdString(log->column_names()[static_cast<std::size_t>(k)]), k});
  return source;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000;
  const sim::BlockLibrary library = sim::standard_library();
  DiagramDocument document(library);
  QMainWindow window;
  window.resize(1600, 1000);
  ScopeDocks docks(window, document);
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>{"sine", "cosine", "noise", "steps"});
  std::vector<ScopeSource> sources;
  for (int k = 0; k < scopes; ++k) sources.push_back(scope(k, log, 1e-6 * static_cast<double>(rows)));
  window.show();
  docks.showRun(std::move(sources));
  for (auto* dock : window.findChildren<QDockWidget*>()) dock->show();
  QCoreApplication::processEvents();

  std::atomic<bool> over = false;
  std::thread writer([&] { append(*log, rows, over); });
  QElapsedTimer sinceLast, whole, busy;
  double longest = 0, spent = 0;
  int frames = 0;
  QTimer tick;
  tick.setTimerType(Qt::PreciseTimer);
  tick.setInterval(frame);
  sinceLast.start();
  whole.start();
  QObject::connect(&tick, &QTimer::timeout, [&] {
    if (frames > 0) longest = std::max(longest, 1e-6 * static_cast<double>(sinceLast.nsecsElapsed()));
    sinceLast.restart();
    busy.restart();
    docks.refresh();
    QCoreApplication::sendPostedEvents();
    spent += 1e-6 * static_cast<double>(busy.nsecsElapsed());
    ++frames;
    if (over) QCoreApplication::quit();
  });
  tick.start();
  application.exec();
  const double seconds = 1e-3 * static_cast<double>(whole.elapsed());
  writer.join();
  std::printf("%zu rows in %.2f s, %.2g rows/s\n", rows, seconds, static_cast<double>(rows) / seconds);
  std::printf("%d frames, longest gap between frames %.1f ms, refresh %.2f ms on average\n", frames, longest,
              spent / std::max(1, frames));
  busy.restart();
  docks.finish();
  for (ScopePanel* panel : docks.panels()) panel->canvas().redrawNow();
  std::printf("the end of the run: %.1f ms\n", 1e-6 * static_cast<double>(busy.nsecsElapsed()));
  double drawn = 0;
  for (ScopePanel* panel : docks.panels()) {
    busy.restart();
    panel->views().fit();
    panel->canvas().redrawNow();
    drawn = std::max(drawn, 1e-6 * static_cast<double>(busy.nsecsElapsed()));
  }
  std::printf("a scope drawn whole: %.1f ms\n", drawn);
}
