#include "editor/document/block_search.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <algorithm>

#include "editor/document/common_blocks.h"

namespace fluxion {

// Letters of `word` in this order, as in "intg" for Integrator.
static bool containsInOrder(const QString& text, const QString& word) {
  qsizetype at = 0;
  for (QChar c : text)
    if (at < word.size() && c == word[at]) ++at;
  return at == word.size();
}

// Whether a word of the text begins with `word`, or is it.
static bool hasWord(const QString& text, const QString& word, bool whole) {
  static const QRegularExpression gap(QStringLiteral("[^\\p{L}\\p{N}]+"));
  for (const QString& part : text.split(gap, Qt::SkipEmptyParts))
    if (whole ? part == word : part.startsWith(word)) return true;
  return false;
}

// The exact word first, then what begins so, then what holds it; with each, the names that other tools have
// for the block behind its own. Hundreds: what is used more comes first among equals (common_blocks.h).
static int wordScore(const sim::BlockType& type, const QString& word) {
  const QString label = QString::fromStdString(type.label).toLower();
  const auto anyKeyword = [&](auto fits) {
    return std::any_of(type.keywords.begin(), type.keywords.end(), [&](const std::string& keyword) {
      return fits(QString::fromStdString(keyword).toLower());
    });
  };
  if (label == word) return 1000;
  if (isShortFor(word.toStdString(), type.id)) return 980;
  if (hasWord(label, word, true)) return 970;
  if (anyKeyword([&](const QString& keyword) { return keyword == word; })) return 900;
  if (label.startsWith(word)) return 800;
  if (hasWord(label, word, false)) return 790;
  if (anyKeyword([&](const QString& keyword) { return keyword.startsWith(word); })) return 500;
  // Single letters are in everything.
  if (word.size() < 2) return 0;
  if (label.contains(word)) return 600;
  if (anyKeyword([&](const QString& keyword) { return keyword.contains(word); })) return 400;
  if (word.size() < 3) return 0;
  if (QString::fromStdString(type.category).toLower().contains(word)) return 300;
  if (containsInOrder(label, word)) return 200;
  return QString::fromStdString(type.doc).toLower().contains(word) ? 100 : 0;
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
  if (is(type.label)) return 10000;
  return std::any_of(type.keywords.begin(), type.keywords.end(), is) ? 9000 : 0;
}

int matchScore(const sim::BlockType& type, const QString& words) {
  const QStringList list = tellingWords(words);
  int total = 1 + phraseScore(type, words.simplified().toLower());
  for (const QString& word : list) {
    const int score = wordScore(type, word);
    if (score == 0) return 0;
    total += score;
  }
  return total + commonness(type.id);
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
