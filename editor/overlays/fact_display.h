#pragma once
// What a canvas shows of what is known about its diagram: the overlay of the level that is shown, and the
// legend of sample times in a corner. Asks for facts only while something shows them.
#include <QObject>
#include <QPointer>
#include <memory>

#include "editor/overlays/display_overlay.h"
#include "editor/overlays/facts_inquiry.h"
#include "editor/overlays/facts_overlay.h"
#include "editor/overlays/signal_values.h"

class QLabel;

namespace fluxion {

class DiagramScene;
class DiagramView;

class FactDisplay : public QObject {
  Q_OBJECT
 public:
  FactDisplay(DiagramScene& scene, DiagramView& view, std::shared_ptr<CompiledModels> models,
              QObject* parent = nullptr);

  void setShown(const ShownFacts& shown);
  const ShownFacts& shown() const { return m_shown; }
  // Of the last run; null: there was none.
  void setValues(std::shared_ptr<SignalValues> values, std::shared_ptr<const DisplayValues> displays);
  // As new as there are; null: no run yet.
  std::shared_ptr<const SignalValues> values() const;
  void refreshValues();

  FactsInquiry& inquiry() { return m_inquiry; }
  FactsOverlay* overlay() const { return m_overlay; }
  QLabel* legend() const { return m_legend; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void renewOverlay();
  void update();
  void updateLegend();
  void placeLegend();

  DiagramScene& m_scene;
  DiagramView& m_view;
  FactsInquiry m_inquiry;
  ShownFacts m_shown;
  std::shared_ptr<SignalValues> m_values;
  unsigned m_frames = 0;
  std::shared_ptr<const DisplayValues> m_displayed;
  QPointer<FactsOverlay> m_overlay;
  QPointer<DisplayOverlay> m_displays;
  QLabel* m_legend;
};

}  // namespace fluxion
