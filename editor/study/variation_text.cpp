#include "editor/study/variation_text.h"

#include <QCoreApplication>
#include <QObject>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/study/value_list.h"

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
  auto values = sim::read_value_list(text.toStdString());
  if (!values) return QString::fromStdString(to_text(values.error()));
  if (list) {
    variation.values = *std::move(values);
    return {};
  }
  std::vector<double> numbers;
  for (const std::string& value : *values) {
    const auto number = sim::parse_number(value);
    if (!number || !std::isfinite(*number))
      return QObject::tr("“%1” is no number").arg(QString::fromStdString(value));
    numbers.push_back(*number);
  }
  variation.values.clear();
  variation.numbers = std::move(numbers);
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
