#pragma once
// What is known of one run, and what its user writes about it: tags and notes.
#include <QWidget>

#include "editor/run_archive/run_library.h"

class QLineEdit;
class QTextBrowser;

namespace fluxion {

class DiagramDocument;

class RunDetailsPage : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive the page.
  RunDetailsPage(RunLibrary& library, const DiagramDocument& document, QWidget* parent = nullptr);

  QTextBrowser& browser() { return *m_details; }
  // Of one run; what to do where there is none; how many where there are several.
  void showRuns(const std::vector<Run>& chosen);
  // Null, and said() why, where they cannot be read.
  std::shared_ptr<const sim::RunDetails> detailsOf(const Run& run);

 signals:
  void said(const QString& text);

 private:
  void buildFields();

  RunLibrary& m_library;
  const DiagramDocument& m_document;
  QTextBrowser* m_details;
  QLineEdit *m_tags, *m_notes;
  QString m_shown;  // whose details
};

}  // namespace fluxion
