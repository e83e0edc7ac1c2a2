#pragma once
// On a level without blocks: how to begin.
#include <QLabel>

namespace fluxion {

class DiagramDocument;
class DiagramScene;
class DiagramView;

class EmptyHint : public QLabel {
  Q_OBJECT
 public:
  EmptyHint(DiagramDocument& document, DiagramScene& scene, DiagramView& view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void refresh();

  DiagramScene& m_scene;
  DiagramView& m_view;
};

}  // namespace fluxion
