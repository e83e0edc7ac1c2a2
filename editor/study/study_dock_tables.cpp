// What varies and what is asked of the runs: the tables of the Study dock.
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <set>

#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/document/parameter_names.h"
#include "editor/plain_text.h"
#include "editor/study/study_dock.h"
#include "editor/study/variation_text.h"
#include "sim_core/base/text.h"
#include "sim_core/study/study_statistics.h"

namespace fluxion {

namespace {

constexpr int listIndex = 0;  // of the box of distributions; kinds follow

// A name of letters, digits and underscores that no other has.
std::string freeName(const QString& expression, const sim::Study& study) {
  QString stem;
  for (const QChar c : expression) {
    if (c.isLetterOrNumber())
      stem += c;
    else if (!stem.isEmpty() && !stem.endsWith(u'_'))
      stem += u'_';
  }
  while (stem.endsWith(u'_')) stem.chop(1);
  if (stem.isEmpty()) stem = QStringLiteral("result");
  std::set<std::string> taken{"sample", "status", "message"};
  for (const sim::Variation& variation : study.variations) taken.insert(variation.name);
  for (const sim::StudyResult& result : study.results) taken.insert(result.name);
  std::string name = stem.toStdString();
  for (int k = 2; taken.contains(name); ++k) name = stem.toStdString() + std::to_string(k);
  return name;
}

bool listsOnly(const sim::Study& study) {
  return study.sampling == sim::Sampling::Grid || study.sampling == sim::Sampling::List;
}

void setEntry(QTableWidget& table, int row, int column, const QString& text, const QString& tip = {}) {
  if (!table.item(row, column)) table.setItem(row, column, new QTableWidgetItem);
  table.item(row, column)->setText(text);
  table.item(row, column)->setToolTip(tip.isEmpty() ? QString() : plainTip(tip.left(500)));
}

}  // namespace

void StudyDock::fill() {
  fillVariations();
  fillResults();
  m_sampling->setCurrentIndex(static_cast<int>(m_study.sampling));
  m_samples->setText(QString::number(m_study.samples));
  m_seed->setText(QString::number(m_study.seed));
  m_correlations->setText(QString::fromStdString(sim::write_correlations(m_study.correlations)));
  updateTools();
}

void StudyDock::fillVariations() {
  m_filling = true;
  m_variations->setRowCount(static_cast<int>(m_study.variations.size()));
  for (int row = 0; row < m_variations->rowCount(); ++row) {
    const sim::Variation& variation = m_study.variations[static_cast<std::size_t>(row)];
    const bool list = !variation.values.empty();
    setEntry(*m_variations, row, VariationName, QString::fromStdString(variation.name));
    setEntry(*m_variations, row, Distribution, {});
    setEntry(*m_variations, row, Values, valuesText(variation),
             list ? tr("Expressions with commas between; 0:0.5:2 are the numbers from 0 to 2 in steps of 0.5")
                  : numbersOf(variation.kind));
    auto* box = qobject_cast<QComboBox*>(m_variations->cellWidget(row, Distribution));
    if (!box) {
      box = new QComboBox(m_variations);
      box->setAccessibleName(tr("Distribution"));
      box->addItem(tr("List"));
      for (int k = 0; k < static_cast<int>(std::size(sim::distribution_names)); ++k)
        box->addItem(nameOf(static_cast<sim::DistributionKind>(k)));
      connect(box, &QComboBox::activated, this, [this, box](int index) {
        for (int at = 0; at < m_variations->rowCount(); ++at)
          if (m_variations->cellWidget(at, Distribution) == box) return takeDistribution(at, index);
      });
      m_variations->setCellWidget(row, Distribution, box);
    }
    box->setCurrentIndex(list ? listIndex : 1 + static_cast<int>(variation.kind));
  }
  m_filling = false;
}

void StudyDock::fillResults() {
  m_filling = true;
  m_results->setRowCount(static_cast<int>(m_study.results.size()));
  for (int row = 0; row < m_results->rowCount(); ++row) {
    const sim::StudyResult& result = m_study.results[static_cast<std::size_t>(row)];
    setEntry(*m_results, row, ResultName, QString::fromStdString(result.name));
    setEntry(*m_results, row, Expression, QString::fromStdString(result.expression),
             m_signalNames.isEmpty() ? QString()
                                     : tr("Signals: %1").arg(m_signalNames.join(QStringLiteral(", "))));
  }
  m_filling = false;
}

void StudyDock::takeVariationCell(int row, int column) {
  if (m_filling || column == Distribution) return;
  sim::Study study = m_study;
  sim::Variation& variation = study.variations.at(static_cast<std::size_t>(row));
  const QString text = m_variations->item(row, column)->text().trimmed();
  QString problem;
  if (column == VariationName)
    variation.name = text.toStdString();
  else
    problem = readValues(text, !variation.values.empty(), variation);
  if (problem.isEmpty()) change(study);
  fillVariations();
  if (!problem.isEmpty())
    m_status->say(QString::fromStdString(variation.name) + QStringLiteral(": ") + problem, true);
}

// From a list to a distribution over its range, or back to a list of what the distribution was given by.
void StudyDock::takeDistribution(int row, int index) {
  sim::Study study = m_study;
  sim::Variation& variation = study.variations.at(static_cast<std::size_t>(row));
  std::vector<double> numbers;
  for (const std::string& value : variation.values)
    if (const double number = sim::number_of(value); std::isfinite(number)) numbers.push_back(number);
  if (variation.values.empty()) numbers = variation.numbers;
  if (numbers.empty()) numbers = {1};
  if (index == listIndex) {
    if (variation.values.empty())
      for (const double number : numbers) variation.values.push_back(sim::to_text(number));
    variation.numbers.clear();
  } else {
    const auto [least, greatest] = std::ranges::minmax(numbers);
    const double low = least,
                 high = greatest > least ? greatest : least + std::max(1e-3, 0.2 * std::abs(least)),
                 middle = low + (high - low) / 2;
    variation.kind = static_cast<sim::DistributionKind>(index - 1);
    variation.values.clear();
    using enum sim::DistributionKind;
    switch (variation.kind) {
      case Normal:
        variation.numbers = {middle, (high - low) / 4};
        break;
      case Lognormal:
        variation.numbers = {std::log(std::max(std::abs(middle), 1e-300)), 0.2};
        break;
      case Triangular:
        variation.numbers = {low, middle, high};
        break;
      case Exponential:
        variation.numbers = {middle};
        break;
      default:
        variation.numbers = {low, high};
    }
    // Lists alone make grids.
    if (listsOnly(study)) study.sampling = sim::Sampling::LatinHypercube;
  }
  change(study);
  fill();
}

void StudyDock::takeResultCell(int row, int column) {
  if (m_filling) return;
  sim::Study study = m_study;
  sim::StudyResult& result = study.results.at(static_cast<std::size_t>(row));
  (column == ResultName ? result.name : result.expression) =
      m_results->item(row, column)->text().trimmed().toStdString();
  change(study);
}

void StudyDock::takeSampling() {
  sim::Study study = m_study;
  study.sampling = static_cast<sim::Sampling>(m_sampling->currentIndex());
  bool fine = false, fineSeed = false;
  const qulonglong samples = m_samples->text().trimmed().toULongLong(&fine),
                   seed = m_seed->text().trimmed().toULongLong(&fineSeed);
  if (fine) study.samples = samples;
  if (fineSeed) study.seed = seed;
  const auto correlations = sim::read_correlations(m_correlations->text().toStdString());
  if (correlations) study.correlations = *correlations;
  change(study);
  fill();
  if (!correlations) m_status->say(QString::fromStdString(to_text(correlations.error())), true);
  if (!fine || !fineSeed) m_status->say(tr("Samples and seed are whole numbers from 0 on."), true);
}

void StudyDock::addVariation(const QString& name) {
  sim::Study study = m_study;
  if (std::ranges::any_of(study.variations, [&](const auto& v) { return v.name == name.toStdString(); }))
    return;
  double value = 1;
  for (const auto& [id, variable] : m_document.diagram().variables)
    if (variable.name == name.toStdString())
      if (const double number = sim::number_of(variable.expression); std::isfinite(number)) value = number;
  study.variations.push_back(around(name.toStdString(), value, listsOnly(study)));
  change(study);
  fill();
}

void StudyDock::addResult(const QString& expression) {
  sim::Study study = m_study;
  study.results.push_back({freeName(expression, study), expression.toStdString()});
  change(study);
  fill();
}

void StudyDock::askForVariation() {
  QStringList names = variableNames(m_document.diagram());
  names += parameterNames(m_document.diagram(), m_document.library());
  const QString name = askForParameter(this, names, tr("Add Variation"),
                                       tr("A variable, Block/path.parameter, or a setting:"));
  if (!name.isEmpty()) addVariation(name);
}

void StudyDock::askForResult() {
  QStringList suggestions;
  for (const QString& name : m_signalNames)
    for (const char* form : {"max(%1)", "min(%1)", "%1(end)", "sum(abs(%1))/numel(t)"})
      suggestions << QString::fromLatin1(form).arg(name);
  bool fine = false;
  const QString expression = QInputDialog::getItem(this, tr("Add Result"), tr("Expression over the signals:"),
                                                   suggestions, 0, true, &fine)
                                 .trimmed();
  if (fine && !expression.isEmpty()) addResult(expression);
}

void StudyDock::removeSelected() {
  const auto selected = [](const QTableWidget& table) {
    std::set<int, std::greater<>> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedIndexes()) rows.insert(index.row());
    return rows;
  };
  sim::Study study = m_study;
  for (const int row : selected(*m_variations)) study.variations.erase(study.variations.begin() + row);
  for (const int row : selected(*m_results)) study.results.erase(study.results.begin() + row);
  change(study);
  m_variations->clearSelection();
  m_results->clearSelection();
  fill();
}

}  // namespace fluxion
