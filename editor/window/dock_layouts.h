#pragma once
// Which docks are shown, and where, in ways that suit what one does: Edit, Run, Analyze, and layouts that
// somebody has named. Each model has its own memory of how its docks stood in each of them.
#include <QObject>
#include <QTimer>
#include <map>

class QMainWindow;

namespace fluxion {

class DiagramView;
class Docks;
class LibraryDock;
class ScopeDocks;

class DockLayouts : public QObject {
  Q_OBJECT
 public:
  // The names of those that are always there.
  static inline const QString edit = QStringLiteral("Edit"), run = QStringLiteral("Run"),
                              analyze = QStringLiteral("Analyze");

  // All must outlive it.
  DockLayouts(QMainWindow& window, DiagramView& view, LibraryDock& library, ScopeDocks& scopes, Docks& docks);

  // A model is shown: the layout it was left in, or Edit. An empty path: a model without memory.
  void enter(const QString& path);
  // The model goes: what its docks look like is remembered.
  void leave();
  // The model has another file.
  void rename(const QString& path);

  QStringList names() const;
  QStringList ownNames() const;
  const QString& current() const { return m_current; }
  // As it was left, for this model.
  void use(const QString& name);
  // The current one as it is made for a new model.
  void reset();
  // What is shown now, under a name, for all models.
  void saveAs(const QString& name);
  void remove(const QString& name);

 signals:
  void changed();       // another layout is the current one
  void namesChanged();  // layouts came or went

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QByteArray state() const;
  void restore(const QByteArray& state);
  void apply();
  void arrange();
  void onScopeOpens(bool forRun);
  void settle();

  QMainWindow& m_window;
  DiagramView& m_view;
  LibraryDock& m_library;
  ScopeDocks& m_scopes;
  Docks& m_docks;
  QTimer m_settling;
  QString m_path, m_current = edit;
  bool m_entered = false, m_foldedByItself = false, m_opening = false;
  QByteArray m_plain;  // of a window without a model
  std::map<QString, QByteArray> m_states;
};

// Of a model that is not shown any more: how its docks stood, by layout, and which layout was the current
// one.
struct LayoutMemory {
  QString current;
  std::map<QString, QByteArray> states;
};
LayoutMemory layoutMemory(const QString& path);
void remember(const QString& path, const LayoutMemory& memory);

}  // namespace fluxion
