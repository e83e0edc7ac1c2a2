#include "editor/estimation/estimation_dock.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/document/parameter_names.h"
#include "editor/plain_text.h"
#include "editor/plots/plot_canvas.h"
#include "editor/shown_number.h"
#include "sim_core/base/text.h"

namespace fluxion {

namespace {

constexpr int lookInterval = 60;  // ms between two looks at the search

}  // namespace

EstimationDock::EstimationDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                               QWidget* parent)
    : QDockWidget(tr("Parameter Estimation"), parent),
      m_document(document),
      m_inquiry(this, estimationWork(models), [this](const EstimationAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("estimationMessage"), lookInterval)),
      m_table(new QTableWidget(0, ColumnCount, this)),
      m_plot(new PlotCanvas(this)) {
  setObjectName(QStringLiteral("estimationDock"));
  auto* row = new QHBoxLayout;
  buildTools(row);
  auto* layout = makeDockContent(*this, {row}, *m_status);
  buildTable();
  m_plot->setObjectName(QStringLiteral("estimationPlot"));
  m_plot->setMinimumSize(240, 180);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_table);
  splitter->addWidget(m_plot);
  splitter->setSizes({560, 520});
  layout->addWidget(splitter, 1);
  connect(m_status, &DockStatus::waited, this, &EstimationDock::look);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (isVisible()) listParameters();
  });
  connect(&m_document, &DiagramDocument::replaced, this, [this] {
    if (m_inquiry.isBusy()) m_inquiry.drop();
    m_table->setRowCount(0);
    m_report.reset();
    forgetData();
    if (isVisible()) listParameters();
  });
  forgetData();
}

void EstimationDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  listParameters();
}

int EstimationDock::rowOf(const QString& parameter) const {
  for (int row = 0; row < m_table->rowCount(); ++row)
    if (m_table->item(row, Name)->text() == parameter) return row;
  return -1;
}

int EstimationDock::addRow(const QString& parameter) {
  const int row = m_table->rowCount();
  m_table->insertRow(row);
  for (int column = 0; column < ColumnCount; ++column) {
    auto* item = new QTableWidgetItem(column == Name ? parameter : QString());
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    if (column == Name)
      item->setFlags(item->flags() | Qt::ItemIsUserCheckable), item->setCheckState(Qt::Unchecked);
    else if (column > Value && column < Found)
      item->setFlags(item->flags() | Qt::ItemIsEditable);
    m_table->setItem(row, column, item);
  }
  return row;
}

// The variables of the model; rows of those that are gone go too.
void EstimationDock::listParameters() {
  const QStringList names = variableNames(m_document.diagram());
  for (int row = m_table->rowCount(); row-- > 0;)
    if (const QString name = m_table->item(row, Name)->text(); !name.contains(u'.') && !names.contains(name))
      m_table->removeRow(row);
  for (const QString& name : names)
    if (rowOf(name) < 0) addRow(name);
  showValues();
  updateTools();
}

// What the model has, which is where the search begins unless a start says otherwise.
void EstimationDock::showValues() {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const QString value =
        valueText(m_document.diagram(), m_document.library(), m_table->item(row, Name)->text());
    m_table->item(row, Value)->setText(value);
    m_table->item(row, Value)->setToolTip(plainTip(value.left(500)));
  }
}

void EstimationDock::choose(const QString& parameter) {
  int row = rowOf(parameter);
  if (row < 0) row = addRow(parameter);
  m_table->item(row, Name)->setCheckState(Qt::Checked);
  showValues();
  updateTools();
}

void EstimationDock::addData(const QStringList& files) {
  m_files += files;
  m_files.removeDuplicates();
  QStringList names;
  for (const QString& file : m_files) names << QFileInfo(file).fileName();
  if (!m_files.isEmpty()) m_status->say(tr("Data: %1").arg(names.join(QStringLiteral(", "))));
  updateTools();
}

void EstimationDock::forgetData() {
  m_files.clear();
  m_fits.clear();
  m_signals->clear();
  draw();
  m_status->say(tr("Add tables of measurements, check the parameters to be found, and press Estimate."));
  updateTools();
}

bool EstimationDock::readParameters(std::vector<sim::VariedParameter>& parameters) {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    if (m_table->item(row, Name)->checkState() != Qt::Checked) continue;
    sim::VariedParameter parameter;
    parameter.name = m_table->item(row, Name)->text().toStdString();
    for (const int column : {Start, Minimum, Maximum}) {
      const QString text = m_table->item(row, column)->text().trimmed();
      if (text.isEmpty()) continue;
      const auto value = typedNumber(text);
      if (!value) {
        m_status->say(tr("%1: “%2” is no number").arg(m_table->item(row, Name)->text(), text), true);
        return false;
      }
      if (column == Start)
        parameter.start = *value;
      else
        (column == Minimum ? parameter.minimum : parameter.maximum) = *value;
    }
    parameters.push_back(std::move(parameter));
  }
  return true;
}

void EstimationDock::estimate() {
  if (m_inquiry.isBusy()) return;
  EstimationQuestion question;
  if (!readParameters(question.parameters)) return;
  question.diagram = std::make_shared<const sim::Diagram>(m_document.diagram());
  for (const QString& file : m_files) question.files.push_back(file.toStdString());
  question.progress = m_progress = std::make_shared<EstimationProgress>();
  m_report.reset();
  fillFound();
  m_status->say(tr("Estimating…"));
  m_inquiry.ask(std::move(question));
  m_status->wait();
  updateTools();
}

void EstimationDock::stop() {
  if (m_inquiry.isBusy()) m_inquiry.drop();
}

// At the search, as long as it goes on.
void EstimationDock::look() {
  if (!m_inquiry.isBusy() || !m_progress) return;
  if (auto seen = m_progress->take()) {
    m_fits = std::move(seen->fits);
    m_status->say(tr("Estimating: iteration %1, sum of squares %2")
                      .arg(QString::number(seen->step.iteration), shownNumber(seen->step.sum)));
    std::size_t at = 0;
    for (int row = 0; row < m_table->rowCount() && at < seen->step.x.size(); ++row)
      if (m_table->item(row, Name)->checkState() == Qt::Checked)
        m_table->item(row, Found)->setText(shownNumber(seen->step.x[at++]));
    draw();
  }
  m_status->wait();
}

void EstimationDock::take(const EstimationAnswer& answer) {
  m_status->stopWaiting();
  m_report = answer.report;
  if (answer.stopped) {
    m_status->say(tr("Canceled."));
  } else if (!m_report) {
    m_status->say(QString::fromStdString(to_text(answer.problems.back())), true);
  } else {
    m_fits = m_report->fits;
    const bool exact = m_report->differences.empty();
    QStringList texts{(exact ? tr("Estimated in %1 iterations, with exact derivatives.")
                             : tr("Estimated in %1 iterations."))
                          .arg(m_report->search.iterations)};
    for (const sim::EstimationFit& fit : m_fits)
      texts << tr("%1 fits to %2 percent.")
                   .arg(QString::fromStdString(fit.signal), shownNumber(fit.percent, 4));
    for (const sim::Diagnostic& note : m_report->notes) texts << QString::fromStdString(to_text(note)) + u'.';
    const bool doubtful = std::ranges::any_of(
        m_report->notes, [](const sim::Diagnostic& note) { return note.severity != sim::Severity::Note; });
    m_status->say(texts.join(u' '), doubtful);
  }
  fillFound();
  draw();
  updateTools();
  emit answered();
}

static QString intervalText(double low, double high) {
  if (std::isnan(low)) return {};
  if (std::isinf(low) && std::isinf(high)) return EstimationDock::tr("not bounded");
  if (std::isinf(low)) return EstimationDock::tr("below %1").arg(shownNumber(high));
  if (std::isinf(high)) return EstimationDock::tr("above %1").arg(shownNumber(low));
  return EstimationDock::tr("%1 to %2").arg(shownNumber(low), shownNumber(high));
}

void EstimationDock::fillFound() {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    QString found, interval, how;
    for (std::size_t k = 0; m_report && k < m_report->parameters.size(); ++k) {
      if (m_table->item(row, Name)->text().toStdString() != m_report->parameters[k].name) continue;
      found = shownNumber(m_report->search.x[k]);
      interval = intervalText(m_report->statistics.low[k], m_report->statistics.high[k]);
      if (m_report->statistics.profiled[k] != 0)
        how = tr("Not symmetric: by the least sum of squares with this parameter held");
    }
    m_table->item(row, Found)->setText(found);
    m_table->item(row, Interval)->setText(interval);
    m_table->item(row, Interval)->setToolTip(how.isEmpty() ? how : plainTip(how));
  }
}

void EstimationDock::apply() {
  if (!m_report) return;
  const auto edit = sim::write_estimate(m_document.diagram(), m_document.library(), *m_report);
  if (!edit) return m_status->say(QString::fromStdString(to_text(edit.error())), true);
  m_document.apply(*edit);
  m_status->say(tr("Written into the model; Undo takes it back."));
}

void EstimationDock::updateTools() {
  m_estimate->setEnabled(!m_inquiry.isBusy() && !m_files.isEmpty());
  m_stop->setEnabled(m_inquiry.isBusy());
  m_apply->setEnabled(m_report && !m_inquiry.isBusy());
  m_forget->setEnabled(!m_files.isEmpty() && !m_inquiry.isBusy());
}

}  // namespace fluxion
