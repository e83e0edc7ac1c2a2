#pragma once
// Asks what to export from a scope, and where to: a figure of its plots, or the numbers behind them. Numbers
// are written in the background; the dialog closes when they are there.
#include <QDialog>
#include <optional>

#include "editor/background.h"
#include "editor/scopes/scope_export.h"

class QDialogButtonBox;
class QLabel;
class QPushButton;
class QRadioButton;

namespace fluxion {

class ExportFile;
class FigureForm;
class ScopePanel;

class ScopeExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ScopeExportDialog(ScopePanel& scope, QWidget* parent = nullptr);

  void setFormat(const QString& ending);  // "png", "svg", "pdf", "csv", "mat"
  void setPath(const QString& path);
  QString path() const;
  // What is asked for.
  ScopeExport wish() const;
  FigureForm& figure() { return *m_figure; }

  void accept() override;

 private:
  void buildData();
  void update();
  void copy();
  void exportFigure();
  void end(const std::optional<QString>& problem);

  ScopePanel& m_scope;
  ExportFile* m_file;
  FigureForm* m_figure;
  QWidget* m_data;  // the choices of numbers
  QRadioButton *m_inView, *m_wholeRun, *m_visible, *m_all;
  QLabel* m_message;
  QDialogButtonBox* m_buttons;
  QPushButton* m_copy;
  Background<DataExport, std::optional<QString>> m_background;
};

}  // namespace fluxion
