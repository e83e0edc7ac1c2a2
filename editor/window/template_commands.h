#pragma once
// New diagrams from templates, and templates from diagrams.
#include <QCoreApplication>

class QMenu;

namespace fluxion {

class MainWindow;

class TemplateCommands {
  Q_DECLARE_TR_FUNCTIONS(TemplateCommands)
 public:
  // The window must outlive it.
  explicit TemplateCommands(MainWindow& window) : m_window(window) {}

  void fillMenu(QMenu& menu);
  // Saves the diagram among the templates of one's own; false, with a message, where that cannot be.
  bool save(const QString& title);

 private:
  void askForName();
  void askToDelete(const QString& path, const QString& title);

  MainWindow& m_window;
};

}  // namespace fluxion
