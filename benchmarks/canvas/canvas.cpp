// A large diagram in the window's canvas, without a display: opening its file, the first picture, panning,
// zooming, selecting, dragging a block. Frames are painted by the CPU, as on screen.
#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/diagram_editor.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"

using namespace fluxion;

namespace {

double milliseconds(auto&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// Rows of lags: gains and integrators one after the other.
sim::Diagram rowsOfBlocks(int blocks) {
  constexpr int columns = 100;
  sim::Diagram diagram;
  sim::Id before = sim::no_id;
  for (int k = 0; k < blocks; ++k) {
    const sim::Id id = diagram.new_id();
    const int column = k % columns;
    sim::Block block;
    block.type = column == 0 ? "sources/constant" : column % 2 ? "math/gain" : "continuous/integrator";
    block.name = (column == 0 ? "Source" : column % 2 ? "Gain" : "Integrator") + std::to_string(k);
    block.position = {96.0 * column, 80.0 * (k / columns)};
    block.size = {48, 40};
    diagram.blocks.emplace(id, block);
    if (column > 0) {
      sim::Line line;
      line.source = sim::PortRef{before, 0}, line.target = sim::PortRef{id, 0};
      diagram.lines.emplace(diagram.new_id(), line);
    }
    before = id;
  }
  return diagram;
}

struct Frames {
  std::vector<double> times;
  void row(const char* what) {
    std::sort(times.begin(), times.end());
    std::printf("| %s | %.1f | %.1f |\n", what, times[times.size() / 2], times[times.size() * 95 / 100]);
    times.clear();
  }
};

void send(DiagramView& view, QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons held) {
  QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
  QCoreApplication::sendEvent(view.viewport(), &event);
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 10000;
  const sim::BlockLibrary library = sim::standard_library();
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("large.flx")).toStdString();
  if (sim::has_errors(sim::save_file(path, rowsOfBlocks(blocks)))) return 1;

  DiagramDocument document(library);
  CommandSet commands;
  DiagramEditor editor(document, commands);
  editor.resize(1280, 800);
  editor.show();
  QCoreApplication::processEvents();
  DiagramView& view = editor.view();
  QPixmap frame(view.viewport()->size());
  const auto paint = [&] { view.viewport()->render(&frame); };

  std::printf("%d blocks, %zu lines, 1280 x 800 pixels\n\n", blocks, rowsOfBlocks(blocks).lines.size());
  double opened = milliseconds([&] { document.open(QString::fromStdString(path)); });
  const double first = milliseconds([&] {
    QCoreApplication::processEvents();
    view.zoomToFit();
    paint();
  });
  std::printf("| open the file and route | %.0f ms |\n| the first picture | %.0f ms |\n\n", opened, first);

  std::printf("| milliseconds | median | 95 %% |\n| --- | --- | --- |\n");
  Frames frames;
  for (double zoom : {view.zoom(), 0.3, 1.0}) {
    view.setZoom(zoom, view.viewport()->rect().center());
    for (int k = 0; k < 60; ++k)
      frames.times.push_back(milliseconds([&] {
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->value() + (k % 2 ? 24 : -8));
        paint();
      }));
    char what[64];
    std::snprintf(what, sizeof what, "a frame while panning, at %.0f %%", 100 * zoom);
    frames.row(what);
  }
  view.zoomToFit();
  for (int k = 0; k < 60; ++k)
    frames.times.push_back(milliseconds([&] {
      view.zoomBy(k < 30 ? 1.1 : 1 / 1.1);
      paint();
    }));
  frames.row("a frame while zooming");
  view.setZoom(1, view.viewport()->rect().center());
  const std::vector<BlockItem*> items = editor.scene().blockItems();
  const QPointF middle = items[items.size() / 2]->geometry().rect.center();
  view.centerOn(middle);
  for (int k = 0; k < 20; ++k)
    frames.times.push_back(milliseconds([&] {
      const QPointF at = view.mapFromScene(middle + QPointF(96 * (k % 3), 0));
      send(view, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
      send(view, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
      paint();
    }));
  frames.row("selecting a block by a click");
  frames.times.push_back(milliseconds([&] {
    commands.action(CommandId::SelectAll)->trigger();
    paint();
  }));
  frames.row("selecting everything");
  editor.scene().select({});
  const QPointF from = view.mapFromScene(middle);
  send(view, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 30; ++k)
    frames.times.push_back(milliseconds([&] {
      send(view, QEvent::MouseMove, from + QPointF(3 * k, 2 * k), Qt::NoButton, Qt::LeftButton);
      paint();
    }));
  send(view, QEvent::MouseButtonRelease, from + QPointF(90, 60), Qt::LeftButton, Qt::NoButton);
  frames.row("a frame while a block is dragged");
  return 0;
}
