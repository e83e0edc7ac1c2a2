#pragma once
// Asks what to export from a scope, and where to: pictures of the plots as they are, or the numbers behind
// them. Numbers are written in the background; the dialog closes when they are there.
#include <QDialog>
#include <optional>

#include "editor/background.h"
#include "editor/scopes/scope_export.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace fluxion {

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

  void accept() override;

 private:
  void update();
  void browse();
  void copy();
  void end(const std::optional<QString>& problem);
  QString format() const;

  ScopePanel& m_scope;
  QComboBox* m_format;
  QLineEdit* m_path;
  QRadioButton *m_inView, *m_wholeRun, *m_visible, *m_all;
  QLabel* m_message;
  QDialogButtonBox* m_buttons;
  QPushButton* m_copy;
  QString m_replaced;  // the file that may be replaced
  Background<DataExport, std::optional<QString>> m_background;
};

}  // namespace fluxion
