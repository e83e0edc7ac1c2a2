#pragma once
// Draws over one level what the compiler and the last run know of it: dimensions, types, units and values on
// the lines, the order and the sample times' colors on the blocks. Gray while the diagram has changed since.
#include <QFontMetricsF>
#include <QGraphicsObject>
#include <functional>
#include <memory>

#include "editor/overlays/diagram_facts.h"

namespace fluxion {

class BlockItem;
class DiagramScene;
class LineItem;
struct PortPlace;
struct Theme;

struct ShownFacts {
  bool dimensions = false, types = false, units = false, sampleTimes = false, order = false, values = false;
  bool compiled() const { return dimensions || types || units || sampleTimes || order; }
  bool any() const { return compiled() || values; }
  bool operator==(const ShownFacts&) const = default;
};

class FactsOverlay : public QGraphicsObject {
  Q_OBJECT
 public:
  // The value of an output as text; empty: none is known.
  using Values = std::function<QString(sim::PortRef)>;

  explicit FactsOverlay(DiagramScene& scene);

  void setShown(const ShownFacts& shown);
  void setFacts(std::shared_ptr<const DiagramFacts> facts, bool stale);
  void setValues(Values values);

  // What stands on the lines of this output; empty: nothing.
  QString label(sim::PortRef output) const;

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void paintLine(QPainter& painter, const LineItem& item) const;
  void paintLabel(QPainter& painter, const LineItem& item) const;
  std::pair<QRectF, QString> fittedBox(const LineItem& item, const PortPlace& port, const QString& text,
                                       const QFontMetricsF& metrics) const;
  double freeWidth(const QRectF& box, bool toTheLeft) const;
  bool isStruck(const QRectF& box) const;
  void paintBlock(QPainter& painter, const BlockItem& item, bool text) const;

  DiagramScene& m_diagram;
  ShownFacts m_shown;
  std::shared_ptr<const DiagramFacts> m_facts;
  Values m_values;
  bool m_stale = false;
};

// "[2x3]", "complex [3]"; empty for a real scalar.
QString dimensionsText(const sim::Shape& shape);
QString typeText(sim::ElementType type);

// As much of a label as is this wide: of a vector's values "[1 2 …]", one whole number at least. Empty where
// that does not fit, as a part of a number would be another one.
QString fittedFacts(const QString& text, const QFontMetricsF& metrics, double width);

}  // namespace fluxion
