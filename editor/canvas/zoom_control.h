#pragma once
// The zoom in the status bar: a slider from 5 % to 1000 %, and a button that says how much it is and offers
// what one usually wants.
#include <QRectF>
#include <QWidget>

class QSlider;
class QToolButton;

namespace fluxion {

class DiagramView;

class ZoomControl : public QWidget {
  Q_OBJECT
 public:
  explicit ZoomControl(DiagramView& view, QWidget* parent = nullptr);

 private:
  void show(double zoom);

  DiagramView& m_view;
  QSlider* m_slider;
  QToolButton* m_percent;
};

// As large as fits, but no larger than `most`.
void zoomTo(DiagramView& view, const QRectF& rect, double most);

}  // namespace fluxion
