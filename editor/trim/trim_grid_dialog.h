#pragma once
// A trim for each combination of some values of the model, as the Trim dock asks: what varies in a table, the
// operating points in another, which can be saved as CSV.
#include <QDialog>
#include <memory>
#include <mutex>

#include "editor/background.h"
#include "editor/trim/trim_inquiry.h"
#include "sim_core/study/trim_grid.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace fluxion {

class DiagramDocument;

struct TrimGridAsked {
  std::shared_ptr<const sim::Diagram> diagram;  // null: nothing more is wanted
  sim::TrimGridQuestion question;
};
struct TrimGridAnswer {
  bool stopped = true;
  sim::Diagnostics problems;
  sim::TrimGridTable table;
};

class TrimGridDialog : public QDialog {
  Q_OBJECT
 public:
  TrimGridDialog(DiagramDocument& document, std::shared_ptr<CompiledModels> models,
                 QWidget* parent = nullptr);

  void addVariation(const QString& name, const QString& values);
  void trim();
  void stop();
  bool saveFile(const QString& path);
  bool isBusy() const { return m_background.isBusy(); }
  QString message() const;
  const sim::TrimGridTable& found() const { return m_found; }

 signals:
  void answered();

 private:
  void askForVariation();
  void say(const QString& text, bool wrong = false);
  void take(const TrimGridAnswer& answer);
  void fill();
  void updateTools();

  DiagramDocument& m_document;
  Background<TrimGridAsked, TrimGridAnswer> m_background;
  sim::TrimGridTable m_found;
  QTableWidget *m_variations, *m_points;
  QLabel* m_message;
  QPushButton *m_trim, *m_stop, *m_save, *m_remove;
};

}  // namespace fluxion
