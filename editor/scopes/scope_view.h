#pragma once
// A scope with what is read off it: the plots, below them the cursors' values and the measurements, beside
// them the spectrum. Its buttons are in the scope's tool bar.
#include <QWidget>

#include "editor/scopes/cursor_set.h"

class QAction;
class QSplitter;

namespace fluxion {

class MeasurementsPanel;
class ScopeCursors;
class ScopePanel;
class SpectrumPanel;

class ScopeView : public QWidget {
  Q_OBJECT
 public:
  // The cursors must outlive the view.
  explicit ScopeView(CursorSet& cursors, QWidget* parent = nullptr);

  ScopePanel& panel() { return *m_panel; }
  ScopeCursors& cursors() { return *m_cursors; }
  MeasurementsPanel& measurements() { return *m_measurements; }
  SpectrumPanel& spectrum() { return *m_spectrum; }

 private:
  QAction* addToggle(const char* icon, const QString& text, const QString& tip, const QString& name,
                     QWidget& shown);

  ScopePanel* m_panel;
  ScopeCursors* m_cursors;
  MeasurementsPanel* m_measurements;
  SpectrumPanel* m_spectrum;
};

}  // namespace fluxion
