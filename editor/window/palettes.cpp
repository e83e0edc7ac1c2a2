#include "editor/window/palettes.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace fluxion {

static QPalette palette(QColor window, QColor base, QColor text, QColor accent, QColor link) {
  QPalette p(window);
  const auto mixed = [](QColor a, QColor b, double t) {
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * t, a.greenF() + (b.greenF() - a.greenF()) * t,
                            a.blueF() + (b.blueF() - a.blueF()) * t);
  };
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, mixed(base, text, 0.04));
  p.setColor(QPalette::Button, mixed(window, text, 0.04));
  p.setColor(QPalette::ToolTipBase, mixed(base, text, 0.08));
  for (auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText}) {
    p.setColor(role, text);
    p.setColor(QPalette::Disabled, role, mixed(text, window, 0.55));
  }
  p.setColor(QPalette::PlaceholderText, mixed(text, base, 0.5));
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, link);
  return p;
}

namespace {

// Fusion gives boxes in tables an edge darker than the window, which nobody sees on a dark one.
class VisibleBoxes : public QProxyStyle {
 public:
  VisibleBoxes() : QProxyStyle(QStringLiteral("Fusion")) {}
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorItemViewItemCheck) return;
    QColor edge = option->palette.color(QPalette::Text);
    edge.setAlphaF(0.45F);
    painter->save();
    painter->setPen(QPen(edge, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
  }
};

}  // namespace

// Its name as the program found it.
static const QString& desktopStyle() {
  static const QString name = QApplication::style()->name();
  return name;
}

void useDesktopPalette() {
  QApplication::setStyle(QStyleFactory::create(desktopStyle()));
  QApplication::setPalette(QPalette());
}

void usePalette(bool dark) {
  desktopStyle();
  if (dark)
    QApplication::setStyle(new VisibleBoxes);
  else
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(dark ? palette({0x2b, 0x2d, 0x30}, {0x1e, 0x1f, 0x22}, {0xdf, 0xe1, 0xe5},
                                          {0x2e, 0x6f, 0xb8}, {0x6c, 0xb0, 0xf4})
                                : palette({0xf0, 0xf0, 0xf0}, Qt::white, {0x1c, 0x1e, 0x21},
                                          {0x2a, 0x6f, 0xc0}, {0x1a, 0x5f, 0xb4}));
}

}  // namespace fluxion
