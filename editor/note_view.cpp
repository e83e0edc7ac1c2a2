#include "editor/note_view.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QPainter>
#include <QUrl>
#include <cmath>

#include "editor/note_text.h"

namespace fluxion {

NoteBrowser::NoteBrowser(QWidget* parent) : QTextBrowser(parent) {
  setOpenLinks(false);
  connect(this, &QTextBrowser::anchorClicked, this, [](const QUrl& url) {
    if (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"))
      QDesktopServices::openUrl(url);
  });
}

void NoteBrowser::show(const QString& markdown, const QString& folder) {
  constexpr double margin = 12, unlimited = -1;
  auto text = std::make_unique<NoteText>(markdown, folder, unlimited, font());
  text->setDocumentMargin(margin);
  text->setParent(this);
  QTextDocument* before = document();
  const bool madeHere = before->parent() == this;  // the first one goes with its place
  setDocument(text.release());
  if (madeHere) delete before;
}

QVariant NoteBrowser::loadResource(int, const QUrl&) { return {}; }
void NoteBrowser::doSetSource(const QUrl&, QTextDocument::ResourceType) {}

NoteLabel::NoteLabel(const QString& markdown, QWidget* parent)
    : QWidget(parent), m_text(std::make_unique<NoteText>(markdown, QString(), -1, font())) {
  m_text->setDocumentMargin(0);
  setAccessibleName(m_text->toPlainText());
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

NoteLabel::~NoteLabel() = default;

QString NoteLabel::plainText() const { return m_text->toPlainText(); }

int NoteLabel::heightForWidth(int width) const {
  m_text->setTextWidth(width);
  return static_cast<int>(std::ceil(m_text->size().height()));
}

QSize NoteLabel::sizeHint() const {
  constexpr int widest = 400;
  const int width = std::min(widest, static_cast<int>(std::ceil(m_text->idealWidth())));
  return {width, heightForWidth(widest)};
}

QSize NoteLabel::minimumSizeHint() const {
  constexpr int narrowest = 100;
  return {narrowest, fontMetrics().height()};
}

void NoteLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_text->setTextWidth(width());
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette = palette();
  context.palette.setColor(QPalette::Text, palette().color(foregroundRole()));
  m_text->documentLayout()->draw(&painter, context);
}

}  // namespace fluxion
