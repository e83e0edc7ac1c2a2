#pragma once
// A table that is about to become a run: which of its columns is the time, and the first rows. The file is
// read in the background.
#include <QDialog>

#include "editor/runs/run_library.h"
#include "sim_core/runs/table_preview.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace fluxion {

class ImportDialog : public QDialog {
  Q_OBJECT
 public:
  // The library, which must outlive the dialog, opens the table when it is accepted.
  ImportDialog(RunLibrary& library, const QString& path, QWidget* parent = nullptr);

  bool isBusy() const { return m_busy; }
  QComboBox& time() { return *m_time; }
  QTableWidget& table() { return *m_table; }
  QString note() const;
  void accept() override;

 signals:
  void shown();  // the preview is there, or what is wrong

 private:
  void build();
  void load();
  void take(const sim::Result<sim::TablePreview>& preview);
  void markTime();

  RunLibrary& m_library;
  QString m_path;
  bool m_busy = true;
  sim::TablePreview m_preview;
  QComboBox* m_time;
  QLabel* m_note;
  QTableWidget* m_table;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
