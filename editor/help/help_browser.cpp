#include "editor/help/help_browser.h"

#include <QEvent>
#include <QScrollBar>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/icon_painter.h"
#include "editor/help/doc_html.h"
#include "editor/help/formula_layout.h"
#include "editor/help/help_page.h"
#include "editor/start/examples.h"

namespace fluxion {

HelpBrowser::HelpBrowser(const sim::BlockLibrary& library, QWidget* parent)
    : QTextBrowser(parent), m_library(library), m_examples(examplesFolder()) {
  setObjectName(QStringLiteral("helpPage"));
  setAccessibleName(tr("Help page"));
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(18);
  setOpenExternalLinks(false);
}

void HelpBrowser::showBlock(const QString& type) { setSource(QUrl(QStringLiteral("block:") + type)); }
void HelpBrowser::showIndex() { setSource(QUrl(QStringLiteral("index:"))); }

QString HelpBrowser::blockOf(const QUrl& page) {
  return page.scheme() == QLatin1String("block") ? page.path() : QString();
}

QImage HelpBrowser::icon(const QString& id, bool small) const {
  const sim::BlockType* type = m_library.find(id.toStdString());
  if (!type) return {};
  const double ratio = devicePixelRatioF();
  return blockPixmap(*type, m_library, Theme::current(palette()), small ? QSize(48, 32) : QSize(90, 66),
                     ratio)
      .toImage();
}

QVariant HelpBrowser::loadResource(int type, const QUrl& name) {
  const QString scheme = name.scheme();
  const Theme theme = Theme::current(palette());
  if (scheme == QLatin1String("formula")) {
    constexpr double size = 16;
    return formulaPicture(formulaOfUrl(name.toString(QUrl::FullyEncoded)), canvasFont(size),
                          palette().color(QPalette::Text), devicePixelRatioF())
        .image;
  }
  if (scheme == QLatin1String("icon")) return icon(name.path(), name.fragment() == QLatin1String("small"));
  if (type == QTextDocument::ImageResource) return {};
  if (scheme == QLatin1String("index")) return blockIndexPage(m_library, theme);
  if (scheme == QLatin1String("category"))
    return blockIndexPage(m_library, theme, name.path(QUrl::FullyDecoded));
  if (scheme != QLatin1String("block")) return {};
  const sim::BlockType* block = m_library.find(name.path().toStdString());
  return block ? blockHelpPage(*block, m_library, m_examples, theme)
               : tr("<p>There is no block type “%1” here; its plug-in may be missing.</p>")
                     .arg(name.path().toHtmlEscaped());
}

// Some links are no pages.
void HelpBrowser::doSetSource(const QUrl& url, QTextDocument::ResourceType type) {
  if (url.scheme() == QLatin1String("example"))
    emit exampleRequested(url.path(QUrl::FullyDecoded), url.fragment(QUrl::FullyDecoded));
  else if (url.scheme() == QLatin1String("insert"))
    emit insertRequested(url.path());
  else
    QTextBrowser::doSetSource(url, type);
}

void HelpBrowser::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || source().isEmpty()) return;
  const int place = verticalScrollBar()->value();
  reload();
  verticalScrollBar()->setValue(place);
}

}  // namespace fluxion
