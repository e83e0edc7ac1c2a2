#pragma once
// A scope without a block: it shows the signals of the lines that are selected. What is in it, and why there
// may be nothing, is said by who knows the runs; this is how it looks.
#include <QDockWidget>
#include <QElapsedTimer>
#include <optional>

#include "editor/scopes/cursor_set.h"
#include "editor/scopes/scope_source.h"

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace fluxion {

class ScopePanel;
class ScopeView;

class FloatingScope : public QDockWidget {
  Q_OBJECT
 public:
  // The cursors must outlive it.
  explicit FloatingScope(CursorSet& cursors, QWidget* parent = nullptr);

  // "omega1, slip"; empty: none are chosen.
  void setSignals(const QString& names);
  // Nothing: an empty plot. With the signals as they were, the run before stays below as a faded line.
  void setSource(std::optional<ScopeSource> source, bool sameSignals);
  void setNotice(const QString& text);
  // A run is repeated in the background, done from 0 to 1; shown where it takes longer than a moment.
  void setProgress(std::optional<double> done);
  // A button that offers to repeat it.
  void setRepeatOffered(bool offered);
  void setKeepEnabled(bool enabled);

  bool isLocked() const;
  // Nobody is told.
  void unlock();
  ScopeView& view() { return *m_view; }
  ScopePanel& panel();

 signals:
  void lockedChanged(bool locked);
  void keepRequested();
  void repeatRequested();
  void cancelRequested();

 private:
  void buildBar();
  void buildNotice();
  void showNotice();
  void elideNames();
  bool eventFilter(QObject* watched, QEvent* event) override;

  QString m_allNames;
  QLabel *m_names, *m_notice;
  QAction *m_lock, *m_keep;
  QWidget *m_bar, *m_strip;
  QProgressBar* m_progress;
  QPushButton *m_cancel, *m_repeat;
  ScopeView* m_view;
  QElapsedTimer m_repeating;
};

}  // namespace fluxion
