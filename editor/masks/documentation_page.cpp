#include "editor/masks/documentation_page.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include "editor/note_view.h"

namespace fluxion {

DocumentationPage::DocumentationPage(QWidget* parent)
    : MaskPage(parent), m_text(new QPlainTextEdit(this)), m_page(new NoteBrowser(this)) {
  auto* layout = new QVBoxLayout(this);
  auto* about = new QLabel(
      tr("What the subsystem is, in Markdown: the first paragraph stands at the top of its dialog, "
         "all of it is its help."),
      this);
  about->setWordWrap(true);
  layout->addWidget(about);
  m_text->setObjectName(QStringLiteral("maskDescriptionText"));
  m_text->setAccessibleName(tr("Description"));
  m_text->setTabChangesFocus(true);
  m_page->setObjectName(QStringLiteral("maskDescriptionPage"));
  m_page->setAccessibleName(tr("Preview of the description"));
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_text);
  splitter->addWidget(m_page);
  layout->addWidget(splitter, 1);
  connect(m_text, &QPlainTextEdit::textChanged, this, &DocumentationPage::edited);
}

void DocumentationPage::show(const sim::Mask& mask) {
  const QSignalBlocker quiet(m_text);
  m_text->setPlainText(QString::fromStdString(mask.description));
}

void DocumentationPage::put(sim::Mask& mask) const { mask.description = m_text->toPlainText().toStdString(); }

void DocumentationPage::showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>&,
                                   const sim::expr::Scope&) {
  m_page->show(QString::fromStdString(mask.description), QString());
}

}  // namespace fluxion
