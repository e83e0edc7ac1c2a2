#pragma once
// What somebody prefers, on pages: how things look, models and files, simulation, keys, libraries. OK and
// Apply hand the preferences on; Cancel leaves everything as it was.
#include <QDialog>

#include "editor/preferences.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QSpinBox;
class QTabWidget;

namespace fluxion {

class ShortcutsPage;

class PreferencesDialog : public QDialog {
  Q_OBJECT
 public:
  // Its keys are those of the commands below `commands`, which must outlive it.
  explicit PreferencesDialog(const QObject& commands, QWidget* parent = nullptr);

  Preferences preferences() const;
  ShortcutsPage& shortcuts() { return *m_shortcuts; }
  void showPage(int page);

 signals:
  // They are stored, the keys and libraries too.
  void applied(const Preferences& preferences);

 private:
  QWidget* makeAppearance();
  QWidget* makeFiles();
  QWidget* makeSimulation();
  QWidget* makeLibraries();
  void fill(const Preferences& preferences);
  void apply();

  QTabWidget* m_pages;
  QComboBox *m_theme = nullptr, *m_numbers = nullptr, *m_tabs = nullptr, *m_solver = nullptr;
  QSpinBox *m_fontSize = nullptr, *m_autosave = nullptr;
  QCheckBox* m_reopen = nullptr;
  QLineEdit *m_modelFolder = nullptr, *m_pictureFolder = nullptr;
  QListWidget *m_libraries = nullptr, *m_plugins = nullptr;
  ShortcutsPage* m_shortcuts;
};

}  // namespace fluxion
