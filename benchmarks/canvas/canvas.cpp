// A large diagram in the window's canvas, without a display: opening its file, the first picture, panning,
// zooming, selecting, dragging a block. Frames are painted by the CPU, as on screen.
#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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

// Of processor time: the machine has other work. Nothing here waits.
double milliseconds(auto&& work) {
  const std::clock_t begin = std::clock();
  work();
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Rows of blocks one after the other, of many types, shapes, colors and values, so that few look the same.
sim::Diagram rowsOfBlocks(const sim::BlockLibrary& library, int blocks) {
  constexpr int columns = 100;
  std::vector<std::string> types;
  for (const sim::BlockType* type : library.all())
    if (type->role == sim::BlockRole::Ordinary && type->fixed_inputs.size() == 1 &&
        type->fixed_outputs.size() == 1)
      types.push_back(type->id);
  sim::Diagram diagram;
  sim::Id before = sim::no_id;
  for (int k = 0; k < blocks; ++k) {
    const sim::Id id = diagram.new_id();
    const int column = k % columns;
    const auto hash = static_cast<unsigned>(k) * 2654435761U >> 8;
    sim::Block block;
    block.type = column == 0       ? "sources/constant"
                 : column % 3 == 0 ? "math/gain"
                                   : types[hash % types.size()];
    block.name = (column == 0 ? "Source " : "Block ") + std::to_string(k);
    if (column == 0) block.parameters["value"] = std::to_string(k % 97);
    if (block.type == "math/gain") block.parameters["gain"] = "0." + std::to_string(hash % 100);
    if (hash % 17 == 0) block.color = static_cast<sim::BlockColor>(1 + hash % 8);
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
  if (sim::has_errors(sim::save_file(path, rowsOfBlocks(library, blocks)))) return 1;

  DiagramDocument document(library);
  CommandSet commands;
  DiagramEditor editor(document, commands);
  editor.resize(1280, 800);
  editor.show();
  QCoreApplication::processEvents();
  DiagramView& view = editor.view();
  QPixmap frame(view.viewport()->size());
  const auto paint = [&] { view.viewport()->render(&frame); };

  std::printf("%d blocks, %zu lines, 1280 x 800 pixels\n\n", blocks,
              rowsOfBlocks(library, blocks).lines.size());
  double opened = milliseconds([&] { document.open(QString::fromStdString(path)); });
  const double first = milliseconds([&] {
    QCoreApplication::processEvents();
    view.zoomToFit();
    paint();
  });
  std::printf("| open the file and route | %.0f ms |\n| the first picture | %.0f ms |\n\n", opened, first);

  std::printf("| milliseconds | median | 95 %% |\n| --- | --- | --- |\n");
  Frames frames;
  const double whole = view.zoom();
  for (double zoom : {whole, 0.15, 0.19, 0.21, 0.3, 0.36, 0.45, 0.59, 0.61, 0.8, 1.0, 2.0}) {
    view.zoomToFit();
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
  while (view.zoom() < DiagramView::largestZoom)
    frames.times.push_back(milliseconds([&] {
      view.zoomBy(1.05);
      paint();
    }));
  frames.row("a frame while zooming, all to 1000 %");
  view.setZoom(1, view.viewport()->rect().center());
  const std::vector<BlockItem*> items = editor.scene().level().blocks();
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
  frames.times.push_back(milliseconds([&] {
    editor.scene().select({});
    paint();
  }));
  frames.row("selecting nothing");
  view.zoomToFit();
  const QPointF corner = view.mapFromScene(QPointF(-40, -40)),
                across = view.mapFromScene(QPointF(4800, 1560));
  send(view, QEvent::MouseButtonPress, corner, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 30; ++k)
    frames.times.push_back(milliseconds([&] {
      send(view, QEvent::MouseMove, corner + (across - corner) * k / 30, Qt::NoButton, Qt::LeftButton);
      paint();
    }));
  send(view, QEvent::MouseButtonRelease, across, Qt::LeftButton, Qt::NoButton);
  std::printf("(%zu blocks in the rubber band)\n", editor.selectedBlocks().size());
  frames.row("a frame while a rubber band grows");
  view.setZoom(1, view.viewport()->rect().center());
  view.centerOn(middle);
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
