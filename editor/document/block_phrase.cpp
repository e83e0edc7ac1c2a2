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

static bool isExpression(const sim::ParameterSpec& spec) {
  return spec.kind == sim::ParameterKind::Real || spec.kind == sim::ParameterKind::Integer ||
         spec.kind == sim::ParameterKind::SampleTime;
}

// The choice that is so called, or else the first that begins so.
static const std::string* choiceOf(const sim::ParameterSpec& spec, const QString& value) {
  const auto first = [&](auto fits) {
    const auto it = std::find_if(spec.choices.begin(), spec.choices.end(), [&](const std::string& choice) {
      return fits(QString::fromStdString(choice));
    });
    return it == spec.choices.end() ? nullptr : &*it;
  };
  const auto* exactly =
      first([&](const QString& choice) { return choice.compare(value, Qt::CaseInsensitive) == 0; });
  return exactly
             ? exactly
             : first([&](const QString& choice) { return choice.startsWith(value, Qt::CaseInsensitive); });
}

static bool isChoice(const sim::ParameterSpec& spec, const QString& value) {
  return std::any_of(spec.choices.begin(), spec.choices.end(), [&](const std::string& choice) {
    return QString::fromStdString(choice).compare(value, Qt::CaseInsensitive) == 0;
  });
}

// The first parameter, or where that is a choice and the value is none of them, the first number: "pid 8".
static const sim::ParameterSpec* valued(const sim::BlockType& type, const QString& value) {
  const sim::ParameterSpec& first = type.parameters.front();
  if (first.kind != sim::ParameterKind::Choice || choiceOf(first, value) || !looksLikeAValue(value))
    return &first;
  const auto number = std::find_if(type.parameters.begin(), type.parameters.end(), isExpression);
  return number == type.parameters.end() || number->advanced ? &first : &*number;
}

// The block with this text as its first parameter; nothing where that cannot be.
static std::optional<BlockPhrase> withValue(const sim::BlockType& type, QString value) {
  if (type.parameters.empty()) return std::nullopt;
  if (value.startsWith(u'=')) value = value.mid(1).trimmed();
  if (value.isEmpty()) return std::nullopt;
  const sim::ParameterSpec& spec = *valued(type, value);
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
    const std::string* choice = choiceOf(spec, value);
    if (!choice) return std::nullopt;
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

static std::vector<BlockPhrase> phrasesWithoutNames(const sim::BlockLibrary& library, const QString& text) {
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
  // "pid pi": what is one of a block's choices is none of its names.
  const bool chosen = !valued.empty() && !valued.front().type->parameters.empty() &&
                      isChoice(valued.front().type->parameters.front(), value) &&
                      matchScore(*valued.front().type, words.chopped(value.size()).trimmed()) >= exactMatch;
  auto& first = looksLikeAValue(value) || plain.empty() || named || chosen ? valued : plain;
  auto& second = &first == &valued ? plain : valued;
  first.insert(first.end(), second.begin(), second.end());
  return std::move(first);
}

namespace {

struct Assignment {
  QString name, value;
};

}  // namespace

// "pid P=8, I=2" without what is said by name, which is taken off its end, in the order of writing.
static std::vector<Assignment> takeAssignments(QString& text) {
  static const QRegularExpression last(
      QStringLiteral("[\\s,]+(?<name>[A-Za-z_]\\w*)\\s*=\\s*(?<value>[^=]*[^=\\s,])[\\s,]*$"));
  std::vector<Assignment> found;
  for (auto match = last.match(text); match.hasMatch(); match = last.match(text)) {
    found.insert(found.begin(),
                 {match.captured(QStringLiteral("name")), match.captured(QStringLiteral("value"))});
    text.truncate(match.capturedStart());
  }
  return found;
}

// By its name or label; by a single letter only where the label has it, as "Proportional (P)": what a Gain's
// is called in files is no word of people, and k rather a variable.
static const sim::ParameterSpec* parameterCalled(const sim::BlockType& type, const QString& name) {
  const QRegularExpression letter(QStringLiteral("(?<!\\w)%1(?!\\w)").arg(name));
  const auto fits = [&](const sim::ParameterSpec& spec) {
    const QString label = QString::fromStdString(spec.label), key = QString::fromStdString(spec.name);
    const bool is = name.compare(key, Qt::CaseInsensitive) == 0 ||
                    name.compare(label, Qt::CaseInsensitive) == 0 || spec.is_called(name.toStdString());
    return is && (name.size() > 1 || letter.match(label).hasMatch());
  };
  const auto it = std::find_if(type.parameters.begin(), type.parameters.end(), fits);
  return it == type.parameters.end() ? nullptr : &*it;
}

static bool uses(const BlockPhrase& phrase, const QString& name) {
  const QRegularExpression word(QStringLiteral("(?<![\\w.])%1(?!\\w)").arg(name));
  return std::any_of(phrase.parameters.begin(), phrase.parameters.end(),
                     [&](const auto& p) { return word.match(QString::fromStdString(p.second)).hasMatch(); });
}

// False where the block has no such parameter and none of its parameters uses a variable of this name.
static bool assign(BlockPhrase& phrase, const Assignment& given) {
  const sim::ParameterSpec* spec =
      uses(phrase, given.name) ? nullptr : parameterCalled(*phrase.type, given.name);
  if (spec) {
    const std::string* choice = choiceOf(*spec, given.value);
    if (spec->kind == sim::ParameterKind::Choice && !choice) return false;
    const QString value = choice ? QString::fromStdString(*choice) : given.value;
    phrase.parameters[spec->name] = value.toStdString();
    if (!phrase.said.isEmpty()) phrase.said += QStringLiteral(", ");
    phrase.said += QString::fromStdString(spec->name) + QStringLiteral(" = ") + value;
    return true;
  }
  if (phrase.parameters.empty()) {  // "gain c=0.5" is "gain c, c=0.5"
    if (phrase.type->parameters.empty() || !isExpression(phrase.type->parameters.front())) return false;
    auto named = withValue(*phrase.type, given.name);
    if (!named) return false;
    phrase = std::move(*named);
  }
  if (!uses(phrase, given.name)) return false;
  phrase.variables[given.name.toStdString()] = given.value.toStdString();
  return true;
}

std::vector<BlockPhrase> searchPhrases(const sim::BlockLibrary& library, const QString& text) {
  QString words = text;
  const std::vector<Assignment> assignments = takeAssignments(words);
  std::vector<BlockPhrase> phrases = phrasesWithoutNames(library, words);
  if (assignments.empty()) return phrases;
  // "sine wave = 2": what seems a name belongs to that of the block.
  const auto isOfBlock = [&](const Assignment& given) {
    return given.name.size() > 1 && !phrases.empty() &&
           QString::fromStdString(phrases.front().type->label).contains(given.name, Qt::CaseInsensitive);
  };
  if (std::any_of(assignments.begin(), assignments.end(), isOfBlock))
    return phrasesWithoutNames(library, text);
  std::erase_if(phrases, [&](BlockPhrase& phrase) {
    return !std::all_of(assignments.begin(), assignments.end(),
                        [&](const Assignment& given) { return assign(phrase, given); });
  });
  return phrases.empty() ? phrasesWithoutNames(library, text) : phrases;
}

}  // namespace fluxion
