#include "editor/help/doc_html.h"

#include <QRegularExpression>

#include "editor/canvas/canvas_text.h"
#include "editor/help/formula_layout.h"
#include "editor/note_text.h"

namespace fluxion {

static const QString scheme = QStringLiteral("formula:");

QString formulaUrl(const QString& tex) {
  return scheme + QString::fromLatin1(tex.toUtf8().toHex());  // no character that means something else
}

QString formulaOfUrl(const QString& url) {
  return url.startsWith(scheme) ? QString::fromUtf8(QByteArray::fromHex(url.mid(scheme.size()).toLatin1()))
                                : QString();
}

static QString plainHtml(const QString& text) {
  static const QRegularExpression strong(QStringLiteral("\\*\\*([^*]+)\\*\\*"));
  static const QRegularExpression emphasis(QStringLiteral("(?<![\\w*])\\*([^*\\s][^*]*)\\*(?![\\w*])"));
  return text.toHtmlEscaped()
      .replace(strong, QStringLiteral("<b>\\1</b>"))
      .replace(emphasis, QStringLiteral("<i>\\1</i>"));
}

QString inlineHtml(const QString& markdown) {
  static const QRegularExpression special(QStringLiteral("`([^`]+)`|\\$(?![\\s$])([^$\\n]+?)(?<!\\s)\\$"));
  QString html;
  qsizetype done = 0;
  for (auto it = special.globalMatch(markdown); it.hasNext();) {
    const auto match = it.next();
    html += plainHtml(markdown.mid(done, match.capturedStart() - done));
    done = match.capturedEnd();
    if (match.capturedLength(1) > 0)
      html += QStringLiteral("<code>%1</code>").arg(match.captured(1).toHtmlEscaped());
    else
      html += withFormulas(match.captured());
  }
  return html + plainHtml(markdown.mid(done));
}

// "$formula$ words": an equation in a line of its own.
static bool isEquation(const QString& line, QString& tex, QString& words) {
  static const QRegularExpression whole(QStringLiteral("^\\s*\\$(?![\\s$])([^$]+)\\$(.*)$"));
  const auto match = whole.match(line);
  if (!match.hasMatch()) return false;
  tex = match.captured(1);
  words = match.captured(2).trimmed();
  // A sentence that begins with a formula is none.
  return !words.contains(QLatin1String(". ")) && !words.endsWith(u'.');
}

// A paragraph whose lines all begin with a formula shows them one below the other.
static QString equationHtml(const QStringList& lines, BlockDoc& doc) {
  QString rows;
  for (const QString& line : lines) {
    QString tex, words;
    if (!isEquation(line, tex, words)) return {};
    doc.equations += tex;
    const bool comma = words.startsWith(u',') || words.startsWith(u'.');
    rows += QStringLiteral(
                "<tr><td style=\"vertical-align: middle; padding: 5px 0px 5px 18px\"><img "
                "src=\"%1\"/></td><td style=\"vertical-align: middle; padding-left: %2px\">"
                "%3</td></tr>")
                .arg(formulaUrl(tex))
                .arg(comma ? 2 : 14)
                .arg(inlineHtml(words));
  }
  return QStringLiteral("<table cellspacing=\"0\">%1</table>").arg(rows);
}

BlockDoc readBlockDoc(const std::string& text) {
  BlockDoc doc;
  const QStringList paragraphs = QString::fromStdString(text).split(
      QRegularExpression(QStringLiteral("\\n\\s*\\n")), Qt::SkipEmptyParts);
  for (const QString& paragraph : paragraphs) {
    if (doc.summary.isEmpty()) {
      doc.summary = paragraph.simplified();
      continue;
    }
    const QStringList lines = paragraph.split(u'\n', Qt::SkipEmptyParts);
    const qsizetype before = doc.equations.size();
    QString html = equationHtml(lines, doc);
    if (html.isEmpty()) {
      doc.equations.resize(before);
      html = QStringLiteral("<p>%1</p>").arg(inlineHtml(paragraph.simplified()));
    }
    doc.html += html;
  }
  static const QRegularExpression formula(QStringLiteral("\\$(?![\\s$])([^$\\n]+?)(?<!\\s)\\$"));
  for (auto it = formula.globalMatch(QString::fromStdString(text)); it.hasNext();)
    doc.problems += formulaPicture(it.next().captured(1), canvasFont(15), Qt::black, 1).problems;
  return doc;
}

}  // namespace fluxion
