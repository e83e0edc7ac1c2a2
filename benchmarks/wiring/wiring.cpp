// Routing the lines of a large diagram, and again while one block is dragged across it.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

#include "editor/canvas/wiring.h"

using namespace fluxion;

namespace {

// Of processor time: the machine has other work.
double milliseconds(auto&& work) {
  const std::clock_t begin = std::clock();
  work();
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

sim::Id idOf(int k) { return static_cast<sim::Id>(k + 1); }

// Blocks in rows, as people place them, with two inputs and an output each; most lines lead to one of the
// next columns, one in ten back or far away.
struct Sheet {
  static constexpr int columns = 40;

  Sheet(int blocks, int lines) : random(3) {
    for (int k = 0; k < blocks; ++k)
      place(idOf(k), 120.0 * (k % columns) + 8 * upTo(3), 88.0 * (k / columns) + 8 * upTo(3));
    std::vector<int> inputs(static_cast<std::size_t>(blocks));
    for (int k = 0; k < lines;) {
      const int from = upTo(blocks);
      const bool near = upTo(10) > 0;
      const int to = near ? from + 1 + upTo(3) + columns * (upTo(5) - 2) : upTo(blocks);
      if (to < 0 || to >= blocks || inputs[static_cast<std::size_t>(to)] == 2) continue;
      sim::Line line;
      line.source = sim::PortRef{idOf(from), 0};
      line.target = sim::PortRef{idOf(to), inputs[static_cast<std::size_t>(to)]++};
      wiring.setLine(idOf(blocks + k++), line);
    }
  }

  int upTo(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

  void place(sim::Id id, double x, double y) {
    BlockGeometry g;
    g.rect = QRectF(x, y, 48, 40);
    g.inputs = {{{x, y + 10}, {-1, 0}, {}, {}}, {{x, y + 30}, {-1, 0}, {}, {}}};
    g.outputs = {{{x + 48, y + 20}, {1, 0}, {}, {}}};
    wiring.setBlock(id, g, QRectF(x - 4, y + 43, 56, 14));
  }

  std::mt19937 random;
  Wiring wiring;
};

void measure(int blocks, int lines) {
  Sheet sheet(blocks, lines);
  const double whole = milliseconds([&] { sheet.wiring.update(); });
  std::vector<double> moves;
  std::size_t rerouted = 0;
  for (int drag = 0; drag < 20; ++drag) {
    const int k = sheet.upTo(blocks);
    const double x = 120.0 * (k % Sheet::columns), y = 88.0 * (k / Sheet::columns);
    for (int step = 1; step <= 20; ++step) {
      sheet.place(idOf(k), x + 8 * step, y + 4 * step);
      moves.push_back(milliseconds([&] { rerouted += sheet.wiring.update().size(); }));
    }
    sheet.place(idOf(k), x, y);
    sheet.wiring.update();
  }
  std::sort(moves.begin(), moves.end());
  const std::size_t count = moves.size();
  std::printf("| %d | %d | %.0f ms | %.1f ms | %.1f ms | %.1f ms | %.0f |\n", blocks, lines, whole,
              moves[count / 2], moves[count * 95 / 100], moves.back(),
              static_cast<double>(rerouted) / static_cast<double>(count));
}

}  // namespace

int main() {
  std::puts(
      "| blocks | lines | the whole diagram | a move: median | 95 % | longest | lines with a new look |");
  std::puts("| --- | --- | --- | --- | --- | --- | --- |");
  measure(100, 150);
  measure(300, 450);
  measure(1000, 1500);
}
