#include "editor/scopes/axis_titles_text.h"

#include <QRegularExpression>
#include <QStringList>

namespace fluxion {

QString toText(const AxisTitles& titles) {
  QStringList words;
  const auto add = [&words](const QString& axis, QString title) {
    if (title.isEmpty()) return;
    title.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    words << QStringLiteral("%1=\"%2\"").arg(axis, title);
  };
  add(QStringLiteral("x"), titles.horizontal);
  for (const auto& [plot, title] : titles.left) add(QString::number(plot + 1), title);
  for (const auto& [plot, title] : titles.right) add(QStringLiteral("%1r").arg(plot + 1), title);
  return words.join(u' ');
}

AxisTitles readAxisTitles(const QString& text) {
  static const QRegularExpression word(QStringLiteral(R"re((x|(\d{1,2})(r?))="((?:[^"\\]|\\.)*)")re"));
  static const QRegularExpression escaped(QStringLiteral(R"re(\\(.))re"));
  AxisTitles titles;
  for (auto it = word.globalMatch(text); it.hasNext();) {
    const auto match = it.next();
    const QString title = match.captured(4).replace(escaped, QStringLiteral("\\1"));
    const int plot = match.captured(2).toInt();
    if (title.isEmpty()) continue;
    if (match.captured(1) == u'x')
      titles.horizontal = title;
    else if (plot >= 1 && plot <= 64)
      (match.captured(3).isEmpty() ? titles.left : titles.right)[plot - 1] = title;
  }
  return titles;
}

}  // namespace fluxion
