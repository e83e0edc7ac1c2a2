#include "editor/run_archive/run_filter.h"

#include <QRegularExpression>
#include <algorithm>

#include "editor/run_archive/run_text.h"

namespace fluxion {

RunFilter::RunFilter(const QString& text) {
  // Quotation marks keep words together: tag:"long run".
  static const QRegularExpression part(QStringLiteral("(?:(tag|solver|name|end):)?(?:\"([^\"]*)\"?|(\\S+))"),
                                       QRegularExpression::CaseInsensitiveOption);
  for (auto it = part.globalMatch(text); it.hasNext();) {
    const auto found = it.next();
    const QString field = found.captured(1).toLower(), word = found.captured(2) + found.captured(3);
    // "tag:" alone is still being typed.
    if (word.isEmpty() || (field.isEmpty() && word.endsWith(u':'))) continue;
    m_words.push_back({field == QLatin1String("tag")      ? Where::Tag
                       : field == QLatin1String("solver") ? Where::Solver
                       : field == QLatin1String("name")   ? Where::Name
                       : field == QLatin1String("end")    ? Where::End
                                                          : Where::Anywhere,
                       word});
  }
}

bool RunFilter::matches(const sim::RunSummary& run) const {
  const auto has = [](const std::string& text, const QString& word) {
    return QString::fromStdString(text).contains(word, Qt::CaseInsensitive);
  };
  const auto tagged = [&](const QString& word) {
    return std::ranges::any_of(run.tags, [&](const std::string& tag) { return has(tag, word); });
  };
  return std::ranges::all_of(m_words, [&](const Word& word) {
    const QString& text = word.text;
    switch (word.where) {
      case Where::Tag:
        return tagged(text);
      case Where::Solver:
        return has(run.solver, text);
      case Where::Name:
        return has(run.name, text);
      case Where::End:
        return endText(run.end).contains(text, Qt::CaseInsensitive);
      case Where::Anywhere:
        break;
    }
    return has(run.name, text) || has(run.notes, text) || tagged(text) || has(run.solver, text) ||
           has(run.model_name, text) || endText(run.end).contains(text, Qt::CaseInsensitive);
  });
}

QStringList tagsOf(const QString& line) {
  QStringList tags;
  for (const QString& part : line.split(u',', Qt::SkipEmptyParts))
    if (const QString tag = part.simplified(); !tag.isEmpty()) tags += tag;
  return tags;
}

QString tagLine(const sim::RunSummary& run) {
  QStringList tags;
  for (const std::string& tag : run.tags) tags += QString::fromStdString(tag);
  return tags.join(QStringLiteral(", "));
}

}  // namespace fluxion
