#pragma once
// Diagrams on pages of paper: one level or all of them, each on a page or on several, with a title block.
#include <QPagedPaintDevice>
#include <QString>
#include <vector>

#include "editor/pictures/diagram_rendering.h"
#include "sim_core/base/id.h"

namespace fluxion {

struct PageContent {
  enum class Levels { Shown, Selection, All };
  Levels levels = Levels::Shown;
  bool titleBlock = true;
  bool several = false;  // what would be smaller than half of its size on the screen goes over several pages
};

// The levels of the model that have something in them, each before those inside of it.
std::vector<sim::Id> levelsWithContent(const DiagramScene& scene);

// Paints the pages; the device begins with one, of the size and with the margins it has. Returns how many
// there are.
int paintPages(DiagramScene& scene, const PageContent& content, QPagedPaintDevice& device, QPainter& painter);

// On the smallest number of pages of the device; "Plant/Motor" is where a level is.
struct PagePlan {
  sim::Id level = sim::no_id;
  int columns = 1, rows = 1;
  double scale = 1;  // dots of the device for one pixel at 100 %
};
PagePlan planPages(const QRectF& picture, QSizeF page, int dotsPerInch, bool several);

}  // namespace fluxion
