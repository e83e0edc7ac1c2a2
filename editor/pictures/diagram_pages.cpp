#include "editor/pictures/diagram_pages.h"

#include <QCoreApplication>
#include <QDate>
#include <QLocale>
#include <QPageLayout>
#include <algorithm>
#include <cmath>
#include <memory>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr double pixelsAnInch = 96, largest = 2, smallest = 0.5;

static QString pageText(const char* text) { return QCoreApplication::translate("Pictures", text); }

std::vector<sim::Id> levelsWithContent(const DiagramScene& scene) {
  const sim::Diagram& diagram = const_cast<DiagramScene&>(scene).document().diagram();
  std::vector<sim::Id> levels, open{sim::no_id};
  while (!open.empty()) {
    const sim::Id level = open.back();
    open.pop_back();
    std::vector<std::pair<std::string, sim::Id>> inside;
    bool any = false;
    for (const auto& [id, block] : diagram.blocks)
      if (block.parent == level) any = true, inside.emplace_back(block.name, id);
    for (const auto& [id, note] : diagram.annotations) any |= note.parent == level;
    if (any) levels.push_back(level);
    std::sort(inside.rbegin(), inside.rend());  // the first is taken next
    for (const auto& [name, id] : inside) open.push_back(id);
  }
  return levels;
}

PagePlan planPages(const QRectF& picture, QSizeF page, int dotsPerInch, bool several) {
  const double screen = dotsPerInch / pixelsAnInch;
  PagePlan plan;
  plan.scale = std::min({page.width() / picture.width(), page.height() / picture.height(), largest * screen});
  if (!several || plan.scale >= smallest * screen) return plan;
  plan.scale = smallest * screen;
  const auto pages = [&](double length, double room) {
    return std::max(1, static_cast<int>(std::ceil(length * plan.scale / room - 1e-9)));
  };
  plan.columns = pages(picture.width(), page.width());
  plan.rows = pages(picture.height(), page.height());
  return plan;
}

namespace {

struct Sheet {
  std::shared_ptr<DiagramScene> scene;  // null: the one that is shown
  PicturePart part = PicturePart::Level;
  QString path;
};

std::vector<Sheet> sheetsOf(DiagramScene& scene, const PageContent& content) {
  DiagramDocument& document = scene.document();
  const auto path = [&](sim::Id level) {
    return level == sim::no_id ? QString()
                               : QString::fromStdString(sim::block_path(document.diagram(), level));
  };
  if (content.levels == PageContent::Levels::Selection)
    return {{nullptr, PicturePart::Selection, path(scene.subsystem())}};
  if (content.levels == PageContent::Levels::Shown)
    return {{nullptr, PicturePart::Level, path(scene.subsystem())}};
  std::vector<Sheet> sheets;
  for (const sim::Id level : levelsWithContent(scene)) {
    auto own = std::make_shared<DiagramScene>(document);
    own->setSubsystem(level);
    if (!pictureRect(*own, PicturePart::Level).isNull())
      sheets.push_back({std::move(own), PicturePart::Level, path(level)});
  }
  return sheets;
}

// Cells side by side in a frame at the bottom: model, level, date, page.
void paintTitleBlock(QPainter& painter, const QRectF& block, const QString& model, const QString& level,
                     int page, int pages) {
  const struct {
    double share;
    QString label, text;
  } cells[] = {{0.3, pageText("Model"), model},
               {0.38, pageText("Level"), level.isEmpty() ? pageText("top level") : level},
               {0.17, pageText("Date"), QLocale().toString(QDate::currentDate(), QLocale::ShortFormat)},
               {0.15, pageText("Page"), pageText("%1 of %2").arg(page).arg(pages)}};
  painter.save();
  painter.setPen(QPen(Qt::black, block.height() / 40));
  painter.setBrush(Qt::NoBrush);
  double left = block.left();
  for (const auto& cell : cells) {
    const QRectF frame(left, block.top(), cell.share * block.width(), block.height());
    left += frame.width();
    painter.drawRect(frame);
    const double pad = block.height() * 0.12;
    const QRectF inside = frame.adjusted(pad, pad / 2, -pad, -pad / 2);
    QFont font = painter.font();
    font.setPixelSize(std::max(1, static_cast<int>(block.height() * 0.26)));
    painter.setFont(font);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, cell.label);
    font.setPixelSize(std::max(1, static_cast<int>(block.height() * 0.42)));
    painter.setFont(font);
    const QString text =
        QFontMetricsF(font, painter.device()).elidedText(cell.text, Qt::ElideMiddle, inside.width());
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignBottom, text);
  }
  painter.restore();
}

}  // namespace

int paintPages(DiagramScene& scene, const PageContent& content, QPagedPaintDevice& device,
               QPainter& painter) {
  const int dots = device.logicalDpiX();
  const QRectF whole = QRectF({}, QSizeF(device.pageLayout().paintRectPixels(dots).size()));
  const double blockHeight = content.titleBlock ? dots * 0.4 : 0;  // about 10 mm
  const QRectF room = whole.adjusted(0, 0, 0, -(content.titleBlock ? blockHeight * 1.25 : 0));
  const std::vector<Sheet> sheets = sheetsOf(scene, content);
  std::vector<PagePlan> plans;
  int pages = 0;
  for (const Sheet& sheet : sheets) {
    DiagramScene& from = sheet.scene ? *sheet.scene : scene;
    const QRectF picture = pictureRect(from, sheet.part);
    plans.push_back(picture.isEmpty() ? PagePlan{sim::no_id, 0, 0, 1}
                                      : planPages(picture, room.size(), dots, content.several));
    pages += plans.back().columns * plans.back().rows;
  }
  int page = 0;
  for (std::size_t k = 0; k < sheets.size(); ++k) {
    DiagramScene& from = sheets[k].scene ? *sheets[k].scene : scene;
    const PagePlan& plan = plans[k];
    const QSizeF size = pictureRect(from, sheets[k].part).size() * plan.scale;
    for (int row = 0; row < plan.rows; ++row)
      for (int column = 0; column < plan.columns; ++column) {
        if (page++ > 0) device.newPage();
        QRectF target({}, size);
        if (plan.columns * plan.rows == 1)
          target.moveCenter(room.center());
        else
          target.moveTopLeft(room.topLeft() - QPointF(column * room.width(), row * room.height()));
        painter.save();
        painter.setClipRect(room);
        paintDiagram(from, sheets[k].part, painter, target);
        painter.restore();
        if (content.titleBlock)
          paintTitleBlock(painter,
                          QRectF(whole.left(), whole.bottom() - blockHeight, whole.width(), blockHeight),
                          scene.document().title(), sheets[k].path, page, pages);
      }
  }
  return page;
}

}  // namespace fluxion
