#pragma once
// The Animation dock: it follows a run, plays it again at any speed, and writes pictures and GIFs.
#include <QDockWidget>
#include <QElapsedTimer>
#include <QTimer>
#include <memory>

#include "editor/animation/animation_view.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace fluxion {

class AnimationDock : public QDockWidget {
  Q_OBJECT
 public:
  explicit AnimationDock(QWidget* parent = nullptr);

  // A run begins: what it moves, from its log. Null: there is none.
  void showScene(std::shared_ptr<Scene> scene);
  // The run has recorded more; the view goes along unless somebody plays or looks at another time.
  void follow();
  void play();
  void pause();
  bool isPlaying() const { return m_tick.isActive(); }
  void setTime(double time);
  // Simulated seconds a second.
  double speed() const;
  void setTimeUnit(const sim::TimeUnit& unit);

  // Writes what is seen now, by the ending: png, svg. The problem; empty: none.
  QString writePicture(const QString& path, QSize size) const;
  // Writes all of the run at the speed of playing. False where it was stopped or failed, with the problem.
  bool writeGif(const QString& path, QSize size, QString& problem);

  AnimationView& view() { return *m_view; }
  QString message() const;

 signals:
  void blockRequested(sim::Id block);

 private:
  void buildTools(QBoxLayout* row);
  void advance();
  void slide(int position);
  void showTime();
  void exportFile();
  void enableTools();
  // The first and the last time of the scene; none where nothing is recorded yet.
  std::optional<std::pair<double, double>> recorded() const;

  AnimationView* m_view;
  QToolButton *m_play = nullptr, *m_export = nullptr, *m_fit = nullptr, *m_paths = nullptr;
  QSlider* m_slider = nullptr;
  QComboBox* m_speed = nullptr;
  QLabel* m_message;
  QTimer m_tick;
  QElapsedTimer m_since;  // the last tick
  bool m_following = true;
};

}  // namespace fluxion
