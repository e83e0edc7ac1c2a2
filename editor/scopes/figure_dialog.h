#pragma once
// Asks how a figure of some plots is to look, and where it goes to; and writes it.
#include <QDialog>

#include "editor/plots/plot_canvas.h"

class QLabel;

namespace fluxion {

class ExportFile;
class FigureForm;
class MeasuredPlot;

class FigureDialog : public QDialog {
  Q_OBJECT
 public:
  // `name`: of the file, without its ending.
  FigureDialog(MeasuredPlot& plot, const QString& name, const AxisTitles& titles, QWidget* parent = nullptr);

  FigureForm& form() { return *m_form; }
  ExportFile& file() { return *m_file; }
  AxisTitles titles() const;

  void accept() override;

 private:
  FigureForm* m_form;
  ExportFile* m_file;
  QLabel* m_message;
};

}  // namespace fluxion
