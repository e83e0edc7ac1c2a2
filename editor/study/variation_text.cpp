#include "editor/study/variation_text.h"

#include <QCoreApplication>
#include <QObject>
#include <cmath>

#include "editor/shown_number.h"
#include "sim_core/base/text.h"

namespace fluxion {

namespace {

const char* const kindNames[] = {
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Uniform"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Normal"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Lognormal"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Loguniform"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Triangular"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Exponential"),
};
const char* const numberNames[] = {
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "least, greatest"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "mean, standard deviation"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "mean, standard deviation of the logarithm"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "least, greatest; both above zero"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "least, mode, greatest"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "mean"),
};

QString translated(const char* text) { return QCoreApplication::translate("fluxion::StudyDock", text); }

// At commas outside of brackets and quotes.
QStringList partsOf(const QString& text) {
  QStringList parts(1);
  int depth = 0;
  bool quoted = false;
  for (const QChar c : text) {
    if (c == u'"') quoted = !quoted;
    if (!quoted && (c == u'(' || c == u'[' || c == u'{')) ++depth;
    if (!quoted && (c == u')' || c == u']' || c == u'}')) --depth;
    if (c == u',' && depth <= 0 && !quoted)
      parts << QString();
    else
      parts.back() += c;
  }
  for (QString& part : parts) part = part.trimmed();
  return parts;
}

// Numbers in a list are separated by commas, so that they have points.
std::optional<double> plainNumber(const QString& text) {
  bool fine = false;
  const double value = QLocale::c().toDouble(text.trimmed(), &fine);
  return fine && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "0:0.5:2"; false: it is no range. With a problem where it has no or too many numbers.
bool readRange(const QString& text, std::vector<std::string>& values, QString& problem) {
  const QStringList ends = text.split(u':');
  if (ends.size() != 2 && ends.size() != 3) return false;
  const auto first = plainNumber(ends.front()), last = plainNumber(ends.back()),
             step = ends.size() == 3 ? plainNumber(ends[1]) : 1.0;
  if (!first || !last || !step) return false;
  constexpr double most = 100'000;
  const double count = std::floor((*last - *first) / *step * (1 + 1e-12) + 1e-9) + 1;
  if (!(count >= 1) || count > most) {
    problem = QObject::tr("“%1” has no numbers, or too many").arg(text);
    return true;
  }
  for (int k = 0; k < static_cast<int>(count); ++k) values.push_back(sim::to_text(*first + k * *step));
  return true;
}

}  // namespace

QString nameOf(sim::DistributionKind kind) { return translated(kindNames[static_cast<std::size_t>(kind)]); }
QString numbersOf(sim::DistributionKind kind) {
  return translated(numberNames[static_cast<std::size_t>(kind)]);
}

QString valuesText(const sim::Variation& variation) {
  QStringList texts;
  for (const std::string& value : variation.values) texts << QString::fromStdString(value);
  if (variation.values.empty())
    for (const double number : variation.numbers) texts << QString::fromStdString(sim::to_text(number));
  return texts.join(QStringLiteral(", "));
}

QString readValues(const QString& text, bool list, sim::Variation& variation) {
  std::vector<std::string> values;
  std::vector<double> numbers;
  for (const QString& part : partsOf(text)) {
    QString problem;
    if (part.isEmpty()) {
      problem = QObject::tr("a value is missing: write them with commas between, such as 1, 2, 3");
    } else if (!list) {
      if (const auto number = plainNumber(part))
        numbers.push_back(*number);
      else
        problem = QObject::tr("“%1” is no number").arg(part);
    } else if (!readRange(part, values, problem)) {
      values.push_back(part.toStdString());
    }
    if (!problem.isEmpty()) return problem;
  }
  variation.values = std::move(values);
  if (!list) variation.numbers = std::move(numbers);
  return {};
}

sim::Variation around(const std::string& name, double value, bool list) {
  sim::Variation made;
  made.name = name;
  const double low = value == 0 ? -1 : 0.8 * value, high = value == 0 ? 1 : 1.2 * value;
  if (list)
    made.values = {sim::to_text(low), sim::to_text(value), sim::to_text(high)};
  else
    made.numbers = {std::min(low, high), std::max(low, high)};
  return made;
}

}  // namespace fluxion
