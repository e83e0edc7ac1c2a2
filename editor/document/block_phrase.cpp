#include "editor/document/block_phrase.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "editor/document/block_search.h"

namespace fluxion {

static QString withoutSpaces(QString text) {
  text.remove(u' ');
  return text;
}

// At + and - that stand outside of brackets and not behind an operator or an exponent's e.
static QStringList termsOf(const QString& text) {
  QStringList terms;
  QString term;
  int depth = 0;
  for (qsizetype k = 0; k < text.size(); ++k) {
    const QChar c = text[k];
    depth += c == u'(' || c == u'[' ? 1 : c == u')' || c == u']' ? -1 : 0;
    const bool sign = (c == u'+' || c == u'-') && depth == 0;
    const bool exponent = k >= 2 && text[k - 1].toLower() == u'e' && text[k - 2].isDigit();
    const bool operand = k == 0 || QStringLiteral("*/^(").contains(text[k - 1]);
    if (sign && !exponent && !operand) {
      terms << term;
      term.clear();
    }
    term += c;
  }
  terms << term;
  return terms;
}

std::optional<QString> polynomialCoefficients(const QString& given, QChar variable) {
  constexpr int highest = 20;
  QString text = withoutSpaces(given);
  if (text.startsWith(u'(') && text.endsWith(u')') && text.count(u'(') == 1)
    text = text.mid(1, text.size() - 2);
  if (text.isEmpty()) return std::nullopt;
  const QRegularExpression power(
      QStringLiteral("^(?<c>.*?)\\*?(?<![A-Za-z_])%1(?:\\^(?<n>\\d{1,2}))?$").arg(variable));
  const QRegularExpression alone(QStringLiteral("(?<![A-Za-z_])%1(?![A-Za-z_0-9])").arg(variable));
  std::vector<QString> coefficients;
  for (QString term : termsOf(text)) {
    if (term.startsWith(u'+')) term.remove(0, 1);
    QString coefficient = term;
    int degree = 0;
    if (const auto match = power.match(term); match.hasMatch()) {
      coefficient = match.captured(QStringLiteral("c"));
      const QString exponent = match.captured(QStringLiteral("n"));
      degree = exponent.isEmpty() ? 1 : exponent.toInt();
    }
    if (coefficient.isEmpty() && degree == 0) return std::nullopt;
    if (coefficient.isEmpty() || coefficient == u'-') coefficient += u'1';
    if (degree > highest || alone.match(coefficient).hasMatch()) return std::nullopt;
    if (static_cast<int>(coefficients.size()) <= degree)
      coefficients.resize(static_cast<std::size_t>(degree) + 1);
    QString& place = coefficients[static_cast<std::size_t>(degree)];
    place = place.isEmpty()
                ? coefficient
                : place + (coefficient.startsWith(u'-') ? QString() : QStringLiteral("+")) + coefficient;
  }
  QStringList list;
  for (auto it = coefficients.rbegin(); it != coefficients.rend(); ++it)
    list << (it->isEmpty() ? QStringLiteral("0") : *it);
  return u'[' + list.join(u' ') + u']';
}

static bool looksLikeAValue(const QString& text) {
  static const QString marks = QStringLiteral("+-*/.[('\"=");
  return !text.isEmpty() && (text[0].isDigit() || marks.contains(text[0]));
}

static bool isFraction(const sim::BlockType& type) {
  return type.parameter_index("Numerator") == 0 && type.parameter_index("Denominator") == 1;
}

// The block with this text as its first parameter; nothing where that cannot be.
static std::optional<BlockPhrase> withValue(const sim::BlockType& type, QString value) {
  if (type.parameters.empty()) return std::nullopt;
  const sim::ParameterSpec& spec = type.parameters.front();
  if (value.startsWith(u'=')) value = value.mid(1).trimmed();
  if (value.isEmpty()) return std::nullopt;
  BlockPhrase phrase{&type, {}, {}};
  if (const qsizetype slash = value.indexOf(u'/'); slash > 0 && isFraction(type))
    for (QChar variable : {QChar(u's'), QChar(u'z')}) {
      const auto above = polynomialCoefficients(value.left(slash), variable);
      const auto below = polynomialCoefficients(value.mid(slash + 1), variable);
      if (!above || !below) continue;
      phrase.parameters = {{"Numerator", above->toStdString()}, {"Denominator", below->toStdString()}};
      phrase.said = *above + QStringLiteral(" / ") + *below;
      return phrase;
    }
  if (spec.kind == sim::ParameterKind::Choice) {
    const auto begins = [&](const std::string& choice) {
      return QString::fromStdString(choice).startsWith(value, Qt::CaseInsensitive);
    };
    const auto choice = std::find_if(spec.choices.begin(), spec.choices.end(), begins);
    if (choice == spec.choices.end()) return std::nullopt;
    value = QString::fromStdString(*choice);
  }
  if (spec.kind == sim::ParameterKind::Flag && value != u"on" && value != u"off") return std::nullopt;
  if (spec.kind == sim::ParameterKind::Text && !spec.default_text.empty() &&
      QStringLiteral("+-*/|").contains(QChar::fromLatin1(spec.default_text[0])))
    value = withoutSpaces(value);
  phrase.parameters[spec.name] = value.toStdString();
  phrase.said = QString::fromStdString(spec.label) + QStringLiteral(" = ") + value;
  return phrase;
}

std::vector<BlockPhrase> searchPhrases(const sim::BlockLibrary& library, const QString& text) {
  std::vector<BlockPhrase> plain, valued;
  for (const sim::BlockType* type : searchBlocks(library, text)) plain.push_back({type, {}, {}});
  static const QRegularExpression gap(QStringLiteral("\\s+"));
  const QString words = text.trimmed();
  QString value;
  // The longest beginning that finds something names the block; what is left is the value.
  for (qsizetype at = words.lastIndexOf(gap); at > 0 && valued.empty(); at = words.lastIndexOf(gap, at - 1)) {
    if (looksLikeAValue(words.left(at).section(gap, -1))) continue;
    value = words.mid(at).trimmed();
    for (const sim::BlockType* type : searchBlocks(library, words.left(at)))
      if (auto phrase = withValue(*type, value)) valued.push_back(std::move(*phrase));
  }
  // "gain c": a name is a value where the block is called exactly what stands before it, and nothing is
  // called by both words.
  static const QRegularExpression name(QStringLiteral("^[A-Za-z_]\\w*$"));
  const auto calledSo = [&](const std::vector<BlockPhrase>& phrases) {
    return !phrases.empty() && value.size() > 1 && matchScore(*phrases.front().type, value) >= namedSo;
  };
  const bool named = !valued.empty() && name.match(value).hasMatch() && !calledSo(valued) &&
                     !calledSo(plain) &&
                     matchScore(*valued.front().type, words.chopped(value.size()).trimmed()) >= exactMatch;
  auto& first = looksLikeAValue(value) || plain.empty() || named ? valued : plain;
  auto& second = &first == &valued ? plain : valued;
  first.insert(first.end(), second.begin(), second.end());
  return std::move(first);
}

}  // namespace fluxion
