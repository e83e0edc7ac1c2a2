#include "editor/run_archive/run_details_page.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QTextBrowser>
#include <QTextOption>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/run_archive/run_filter.h"
#include "editor/run_archive/run_text.h"

namespace fluxion {

RunDetailsPage::RunDetailsPage(RunLibrary& library, const DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_document(document),
      m_details(new QTextBrowser(this)),
      m_tags(new QLineEdit(this)),
      m_notes(new QLineEdit(this)) {
  m_details->setObjectName(QStringLiteral("runDetails"));
  m_details->setAccessibleName(tr("Details of the run"));
  m_details->setFrameShape(QFrame::NoFrame);
  m_details->setOpenLinks(false);
  m_details->setWordWrapMode(QTextOption::WordWrap);
  buildFields();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_details, 1);
  auto* fields = new QFormLayout;
  fields->setContentsMargins(8, 4, 6, 4);
  fields->setVerticalSpacing(4);
  fields->setHorizontalSpacing(8);
  fields->addRow(tr("Tags"), m_tags);
  fields->addRow(tr("Notes"), m_notes);
  column->addLayout(fields);
}

void RunDetailsPage::buildFields() {
  m_notes->setObjectName(QStringLiteral("runNotes"));
  m_notes->setAccessibleName(tr("Notes on the run"));
  m_notes->setPlaceholderText(tr("What this run is about"));
  m_notes->setMaxLength(10'000);
  connect(m_notes, &QLineEdit::editingFinished, this, [this] {
    if (!m_shown.isEmpty()) m_library.setNotes(m_shown, m_notes->text());
  });
  m_tags->setObjectName(QStringLiteral("runTags"));
  m_tags->setAccessibleName(tr("Tags of the run"));
  m_tags->setPlaceholderText(tr("tuned, long run"));
  m_tags->setToolTip(tr("Tags, separated by commas"));
  m_tags->setMaxLength(1'000);
  connect(m_tags, &QLineEdit::editingFinished, this, [this] {
    if (!m_shown.isEmpty()) m_library.setTags(m_shown, tagsOf(m_tags->text()));
  });
}

std::shared_ptr<const sim::RunDetails> RunDetailsPage::detailsOf(const Run& run) {
  if (!run) return nullptr;
  auto details = sim::run_details(*run);
  if (details) return *details;
  emit said(QString::fromStdString(to_text(details.error())));
  return nullptr;
}

void RunDetailsPage::showRuns(const std::vector<Run>& chosen) {
  for (QLineEdit* field : {m_notes, m_tags}) field->setEnabled(chosen.size() == 1);
  if (chosen.size() != 1) {
    m_shown.clear();
    m_notes->clear();
    m_tags->clear();
    m_details->setHtml(QStringLiteral("<p>%1</p>")
                           .arg(!chosen.empty() ? tr("%1 runs are chosen.").arg(chosen.size())
                                : m_library.runs().empty()
                                    ? tr("Each run of the model appears here when it ends. A run, a CSV "
                                         "table or a MAT file can be dropped here.")
                                    : QString()));
    return;
  }
  const sim::RunSummary& summary = chosen.front()->summary;
  const QString id = QString::fromStdString(summary.id);
  if (m_shown != id) m_notes->setText(QString::fromStdString(summary.notes));
  if (m_shown != id || !m_tags->hasFocus()) m_tags->setText(tagLine(summary));
  m_shown = id;
  const auto details = detailsOf(chosen.front());
  m_details->setHtml(details ? detailsText(summary, *details, m_document.diagram()) : QString());
}

}  // namespace fluxion
