#include "editor/study/study_form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "editor/dock_status.h"
#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/document/parameter_names.h"
#include "editor/plain_text.h"
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

const char* const samplingLabels[] = {
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Grid: all combinations"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "List: values together"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Random"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Latin hypercube"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Sobol sequence"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Sensitivity: one at a time"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Sensitivity: Morris"),
    QT_TRANSLATE_NOOP("fluxion::StudyForm", "Sensitivity: Sobol indices"),
};

}  // namespace

void setStudyTableLook(QTableWidget& table, const char* name, const QString& accessible,
                       const QStringList& titles) {
  table.setObjectName(QLatin1String(name));
  table.setAccessibleName(accessible);
  table.setColumnCount(static_cast<int>(titles.size()));
  table.setHorizontalHeaderLabels(titles);
  table.verticalHeader()->hide();
  table.setAlternatingRowColors(true);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.horizontalHeader()->setStretchLastSection(true);
  table.setMinimumHeight(80);
}

StudyForm::StudyForm(DiagramDocument& document, DockStatus& status, QWidget& owner)
    : QObject(&owner),
      m_document(document),
      m_status(status),
      m_owner(owner),
      m_variations(new QTableWidget(0, VariationColumnCount, &owner)),
      m_results(new QTableWidget(0, ResultColumnCount, &owner)) {}

QWidget* StudyForm::makeTables() {
  setStudyTableLook(*m_variations, "studyVariations", tr("Variations"),
                    {tr("Variation"), tr("Distribution"), tr("Values")});
  setStudyTableLook(*m_results, "studyResults", tr("Results"), {tr("Result"), tr("Expression")});
  m_variations->setColumnWidth(VariationName, m_owner.fontMetrics().averageCharWidth() * 28);
  m_variations->setColumnWidth(Distribution, m_owner.fontMetrics().averageCharWidth() * 18);
  connect(m_variations, &QTableWidget::cellChanged, this, &StudyForm::takeVariationCell);
  connect(m_results, &QTableWidget::cellChanged, this, &StudyForm::takeResultCell);
  m_correlations = new QLineEdit(&m_owner);
  m_correlations->setObjectName(QStringLiteral("studyCorrelations"));
  m_correlations->setPlaceholderText(tr("correlations, such as mass ~ speed = 0.8; speed ~ height = -0.2"));
  m_correlations->setAccessibleName(tr("Correlations"));
  m_correlations->setToolTip(
      plainTip(tr("Distributions that go together, of random samples; of two normal ones the number is their "
                  "correlation, of others that of the normal variables behind them")));
  connect(m_correlations, &QLineEdit::editingFinished, this, &StudyForm::takeSampling);
  auto* varied = new QWidget(&m_owner);
  auto* column = new QVBoxLayout(varied);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_variations, 1);
  column->addWidget(m_correlations);
  auto* tables = new QSplitter(Qt::Vertical, &m_owner);
  tables->setChildrenCollapsible(false);
  tables->addWidget(varied);
  tables->addWidget(m_results);
  return tables;
}

void StudyForm::addSampling(QBoxLayout* row) {
  m_sampling = makeList(&m_owner, "studySampling", tr("Method"));
  for (const char* label : samplingLabels) m_sampling->addItem(tr(label));
  const auto field = [this](const char* name, const QString& accessible, const QString& tip) {
    auto* made = new QLineEdit(&m_owner);
    made->setObjectName(QLatin1String(name));
    made->setAccessibleName(accessible);
    made->setToolTip(tip);
    made->setMaximumWidth(m_owner.fontMetrics().averageCharWidth() * 12);
    connect(made, &QLineEdit::editingFinished, this, &StudyForm::takeSampling);
    return made;
  };
  m_samples = field("studySamples", tr("Samples"),
                    tr("How many runs; of Morris how many trajectories, of Sobol indices how many rows"));
  m_seed = field("studySeed", tr("Seed"), tr("Another number gives other samples"));
  m_count = new QLabel(&m_owner);
  m_count->setObjectName(QStringLiteral("studyCount"));
  connect(m_sampling, &QComboBox::activated, this, &StudyForm::takeSampling);
  row->addWidget(m_sampling);
  row->addWidget(new QLabel(tr("samples"), &m_owner));
  row->addWidget(m_samples);
  row->addWidget(new QLabel(tr("seed"), &m_owner));
  row->addWidget(m_seed);
  row->addWidget(m_count);
}

void StudyForm::setStudy(const sim::Study& study) {
  m_study = study;
  fill();
}

void StudyForm::setSignalNames(const QStringList& names) { m_signalNames = names; }

void StudyForm::change(const sim::Study& study) {
  if (study == m_study) return;
  m_study = study;
  emit edited(m_study);
}

void StudyForm::setEditable(bool editable) {
  for (QWidget* widget :
       std::initializer_list<QWidget*>{m_variations, m_results, m_sampling, m_seed, m_correlations})
    widget->setEnabled(editable);
  m_samples->setEnabled(editable && !listsOnly(m_study) && m_study.sampling != sim::Sampling::OneAtATime);
  m_count->setText(sim::check_study(m_study).empty() ? tr("%1 runs").arg(sim::run_count(m_study))
                                                     : QString());
}

void StudyForm::fill() {
  fillVariations();
  fillResults();
  m_sampling->setCurrentIndex(static_cast<int>(m_study.sampling));
  m_samples->setText(QString::number(m_study.samples));
  m_seed->setText(QString::number(m_study.seed));
  m_correlations->setText(QString::fromStdString(sim::write_correlations(m_study.correlations)));
}

void StudyForm::fillVariations() {
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

void StudyForm::fillResults() {
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

void StudyForm::takeVariationCell(int row, int column) {
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
    m_status.say(QString::fromStdString(variation.name) + QStringLiteral(": ") + problem, true);
}

// From a list to a distribution over its range, or back to a list of what the distribution was given by.
void StudyForm::takeDistribution(int row, int index) {
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

void StudyForm::takeResultCell(int row, int column) {
  if (m_filling) return;
  sim::Study study = m_study;
  sim::StudyResult& result = study.results.at(static_cast<std::size_t>(row));
  (column == ResultName ? result.name : result.expression) =
      m_results->item(row, column)->text().trimmed().toStdString();
  change(study);
}

void StudyForm::takeSampling() {
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
  if (!correlations) m_status.say(QString::fromStdString(to_text(correlations.error())), true);
  if (!fine || !fineSeed) m_status.say(tr("Samples and seed are whole numbers from 0 on."), true);
}

void StudyForm::addVariation(const QString& name) {
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

void StudyForm::addResult(const QString& expression) {
  sim::Study study = m_study;
  study.results.push_back({freeName(expression, study), expression.toStdString()});
  change(study);
  fill();
}

void StudyForm::askForVariation() {
  QStringList names = variableNames(m_document.diagram());
  names += parameterNames(m_document.diagram(), m_document.library());
  const QString name = askForParameter(&m_owner, names, tr("Add Variation"),
                                       tr("A variable, Block/path.parameter, or a setting:"));
  if (!name.isEmpty()) addVariation(name);
}

void StudyForm::askForResult() {
  QStringList suggestions;
  for (const QString& name : m_signalNames)
    for (const char* form : {"max(%1)", "min(%1)", "%1(end)", "sum(abs(%1))/numel(t)"})
      suggestions << QString::fromLatin1(form).arg(name);
  bool fine = false;
  const QString expression =
      QInputDialog::getItem(&m_owner, tr("Add Result"), tr("Expression over the signals:"), suggestions, 0,
                            true, &fine)
          .trimmed();
  if (fine && !expression.isEmpty()) addResult(expression);
}

void StudyForm::removeSelected() {
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
