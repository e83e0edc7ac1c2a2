#include "editor/document/block_search.h"

#include <QSet>
#include <QStringList>
#include <algorithm>

namespace fluxion {

// Letters of `word` in this order, as in "intg" for Integrator.
static bool containsInOrder(const QString& text, const QString& word) {
  qsizetype at = 0;
  for (QChar c : text)
    if (at < word.size() && c == word[at]) ++at;
  return at == word.size();
}

static int wordScore(const sim::BlockType& type, const QString& word) {
  const QString label = QString::fromStdString(type.label).toLower();
  if (label == word) return 100;
  for (const std::string& keyword : type.keywords)
    if (QString::fromStdString(keyword).toLower() == word) return label.contains(word) ? 95 : 90;
  if (label.startsWith(word)) return 80;
  if (label.contains(u' ' + word)) return 70;
  if (label.contains(word)) return 60;
  for (const std::string& keyword : type.keywords)
    if (QString::fromStdString(keyword).toLower().startsWith(word)) return 50;
  for (const std::string& keyword : type.keywords)
    if (QString::fromStdString(keyword).toLower().contains(word)) return 40;
  if (QString::fromStdString(type.category).toLower().contains(word)) return 30;
  if (word.size() >= 3 && containsInOrder(label, word)) return 20;
  if (word.size() >= 3 && QString::fromStdString(type.doc).toLower().contains(word)) return 10;
  return 0;
}

// Words that say nothing where there are others: "integrator with a reset".
static QStringList tellingWords(const QString& words) {
  static const QSet<QString> fillers{"a",   "an", "and", "as", "at",  "block", "by",
                                     "for", "in", "of",  "on", "the", "to",    "with"};
  const QStringList all = words.toLower().split(u' ', Qt::SkipEmptyParts);
  QStringList telling = all;
  telling.removeIf([&](const QString& word) { return fillers.contains(word); });
  return telling.isEmpty() ? all : telling;
}

// What several words are called together counts more than what they are one by one.
static int phraseScore(const sim::BlockType& type, const QString& phrase) {
  if (!phrase.contains(u' ')) return 0;
  const auto is = [&](const std::string& name) { return QString::fromStdString(name).toLower() == phrase; };
  if (is(type.label)) return 1000;
  return std::any_of(type.keywords.begin(), type.keywords.end(), is) ? 900 : 0;
}

int matchScore(const sim::BlockType& type, const QString& words) {
  const QStringList list = tellingWords(words);
  int total = 1 + phraseScore(type, words.simplified().toLower());
  for (const QString& word : list) {
    const int score = wordScore(type, word);
    if (score == 0) return 0;
    total += score;
  }
  return total;
}

QString matchedKeyword(const sim::BlockType& type, const QString& words) {
  const QString label = QString::fromStdString(type.label).toLower();
  for (const QString& word : words.toLower().split(u' ', Qt::SkipEmptyParts)) {
    if (label.contains(word)) continue;
    for (const bool begins : {true, false})
      for (const std::string& keyword : type.keywords) {
        const QString name = QString::fromStdString(keyword);
        if (begins ? name.startsWith(word, Qt::CaseInsensitive) : name.contains(word, Qt::CaseInsensitive))
          return name;
      }
  }
  return {};
}

std::vector<const sim::BlockType*> searchBlocks(const sim::BlockLibrary& library, const QString& words) {
  std::vector<std::pair<int, const sim::BlockType*>> scored;
  for (const sim::BlockType* type : library.all())
    if (const int score = matchScore(*type, words)) scored.emplace_back(score, type);
  if (!words.trimmed().isEmpty())
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const sim::BlockType*> out;
  for (const auto& [score, type] : scored) out.push_back(type);
  return out;
}

}  // namespace fluxion
