#pragma once
// A table that is about to become a run: which of its columns is the time, the first rows, and the run that
// it is compared with, signal by signal. The file is read in the background.
#include <QDialog>

#include "editor/run_archive/run_library.h"
#include "sim_core/run_archive/table_preview.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace fluxion {

class SignalPairing;

class ImportDialog : public QDialog {
  Q_OBJECT
 public:
  // The library, which must outlive the dialog, opens the table when it is accepted.
  ImportDialog(RunLibrary& library, const QString& path, QWidget* parent = nullptr);

  bool isBusy() const { return m_busy; }
  QComboBox& time() { return *m_time; }
  QTableWidget& table() { return *m_table; }
  QComboBox& comparedWith() { return *m_compared; }
  SignalPairing& pairing() { return *m_pairing; }
  QString note() const;
  // Once the table is a run: its id, and that of the run that it is to be compared with, or nothing.
  void setDone(std::function<void(const QString& table, const QString& run)> done) {
    m_done = std::move(done);
  }
  void accept() override;

 signals:
  void shown();  // the preview is there, or what is wrong

 private:
  void build();
  void load();
  void take(const sim::Result<sim::TablePreview>& preview);
  void markTime();
  void fillPairing();

  RunLibrary& m_library;
  QString m_path;
  std::function<void(const QString&, const QString&)> m_done;
  bool m_busy = true;
  sim::TablePreview m_preview;
  QComboBox *m_time, *m_compared;
  SignalPairing* m_pairing;
  QLabel* m_note;
  QTableWidget* m_table;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
