// The controls of the Response Optimization dock, its tables and its plot.
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/document/parameter_names.h"
#include "editor/optimization/optimization_dock.h"
#include "editor/plain_text.h"
#include "editor/plots/plot_canvas.h"
#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/optimization/goal_areas.h"

namespace fluxion {

void OptimizationDock::buildTools(QBoxLayout* row, QBoxLayout* second) {
  m_optimize = addButton(row, this, tr("&Optimize"), "optimize",
                         tr("Looks for the values with which the goals are kept"), [this] { optimize(); });
  m_stop = addButton(row, this, tr("&Stop"), "optimizationStop",
                     tr("Ends the search with the best values so far"), [this] { stop(); });
  row->addStretch(1);
  m_shown = makeList(this, "optimizationShown", tr("What is drawn"));
  connect(m_shown, &QComboBox::activated, this, &OptimizationDock::draw);
  row->addWidget(m_shown);
  m_apply = addButton(row, this, tr("&Apply"), "optimizationApply",
                      tr("Writes what was found into the model; Undo takes it back"), [this] { apply(); });
  addButton(second, this, tr("Add &Goal…"), "optimizationGoal",
            tr("A limit or bound of a signal, or what is to be minimized"), [this] { editGoal(-1); });
  m_edit = addButton(second, this, tr("&Edit Goal…"), "optimizationEdit", {},
                     [this] { editGoal(m_goals->currentRow()); });
  m_remove = addButton(second, this, tr("&Remove Goal"), "optimizationRemove", {},
                       [this] { removeGoal(m_goals->currentRow()); });
  second->addSpacing(10);
  addButton(second, this, tr("Add &Parameter…"), "optimizationParameter",
            tr("A parameter of a block, as Block/path.parameter"), [this] {
              const QString name =
                  askForParameter(this, parameterNames(m_document.diagram(), m_document.library()));
              if (!name.isEmpty()) vary(name);
            });
  second->addStretch(1);
}

void OptimizationDock::buildTables() {
  m_goals->setObjectName(QStringLiteral("optimizationGoals"));
  m_goals->setAccessibleName(tr("Goals"));
  m_goals->setHorizontalHeaderLabels({tr("Goal"), tr("At start"), tr("Now"), tr("Kept")});
  m_goals->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_goals->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_goals->setSelectionMode(QAbstractItemView::SingleSelection);
  connect(m_goals, &QTableWidget::cellDoubleClicked, this, [this](int row) { editGoal(row); });
  connect(m_goals, &QTableWidget::itemSelectionChanged, this, &OptimizationDock::updateTools);
  m_parameters->setObjectName(QStringLiteral("optimizationParameters"));
  m_parameters->setAccessibleName(tr("Parameters"));
  m_parameters->setHorizontalHeaderLabels(
      {tr("Parameter"), tr("Start"), tr("Minimum"), tr("Maximum"), tr("Found")});
  connect(m_parameters, &QTableWidget::cellChanged, this, &OptimizationDock::takeEditedCell);
  for (QTableWidget* table : {m_goals, m_parameters}) {
    table->verticalHeader()->hide();
    table->setAlternatingRowColors(true);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setMinimumHeight(90);
  }
  m_goals->horizontalHeader()->setSectionResizeMode(GoalText, QHeaderView::Stretch);
  m_parameters->horizontalHeader()->setStretchLastSection(true);
  m_plot->setObjectName(QStringLiteral("optimizationPlot"));
  m_plot->setMinimumSize(240, 180);
}

// The variables of the model, and parameters of blocks that are varied.
void OptimizationDock::fillParameters() {
  QStringList names = variableNames(m_document.diagram());
  for (const sim::VariedParameter& parameter : m_problem.parameters)
    if (const QString name = QString::fromStdString(parameter.name); !names.contains(name)) names << name;
  m_filling = true;
  m_parameters->setRowCount(static_cast<int>(names.size()));
  for (int row = 0; row < m_parameters->rowCount(); ++row) {
    const auto varied = std::find_if(m_problem.parameters.begin(), m_problem.parameters.end(),
                                     [&](const auto& p) { return p.name == names[row].toStdString(); });
    const bool is_varied = varied != m_problem.parameters.end();
    for (int column = 0; column < ColumnCount; ++column) {
      QTableWidgetItem* item = m_parameters->item(row, column);
      if (!item) m_parameters->setItem(row, column, item = new QTableWidgetItem);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      QString text;
      const auto number = [](double value) {
        return std::isfinite(value) ? shownNumber(value, 12) : QString();
      };
      if (column == Name) {
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(is_varied ? Qt::Checked : Qt::Unchecked);
        text = names[row];
      } else if (column < Found && is_varied) {
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        if (column == Start && varied->start) text = number(*varied->start);
        if (column == Minimum) text = number(varied->minimum);
        if (column == Maximum) text = number(varied->maximum);
      }
      item->setText(text);
    }
  }
  m_filling = false;
}

void OptimizationDock::fillGoals() {
  m_goals->setRowCount(static_cast<int>(m_problem.goals.size()));
  for (int row = 0; row < m_goals->rowCount(); ++row) {
    for (int column = 0; column < GoalColumnCount; ++column)
      if (!m_goals->item(row, column)) m_goals->setItem(row, column, new QTableWidgetItem);
    const QString text = QString::fromStdString(to_text(m_problem.goals[static_cast<std::size_t>(row)]));
    m_goals->item(row, GoalText)->setText(text);
    m_goals->item(row, GoalText)->setToolTip(plainTip(text.left(500)));
  }
}

// What the search has come to, as long as the goals and parameters are those that it was asked for.
void OptimizationDock::fillFound() {
  const bool current = m_searched.goals == m_problem.goals && !m_steps.empty();
  const QColor wrong = Theme::current(palette()).error;
  const auto value = [](const sim::GoalMeasure& m) {
    return m.reached ? shownNumber(m.value) : tr("not reached");
  };
  for (int row = 0; row < m_goals->rowCount(); ++row) {
    const auto k = static_cast<std::size_t>(row);
    m_goals->item(row, AtStart)->setText(current ? value(m_steps.front().measures[k]) : QString());
    m_goals->item(row, Now)->setText(current ? value(m_steps.back().measures[k]) : QString());
    const bool kept = current && m_steps.back().measures[k].excess <= sim::goal_tolerance;
    const bool limit = !m_problem.goals[k].is_objective();
    m_goals->item(row, Kept)->setText(!current || !limit ? QString() : kept ? tr("yes") : tr("no"));
    for (const int column : {Now, Kept})
      m_goals->item(row, column)
          ->setData(Qt::ForegroundRole, current && limit && !kept ? QVariant(wrong) : QVariant());
  }
  m_filling = true;
  for (int row = 0; row < m_parameters->rowCount(); ++row) {
    QString found;
    for (std::size_t k = 0; k < m_searched.parameters.size() && !m_steps.empty(); ++k)
      if (m_searched.parameters[k].name == m_parameters->item(row, Name)->text().toStdString())
        found = shownNumber(m_steps.back().x[k]);
    m_parameters->item(row, Found)->setText(found);
  }
  m_filling = false;
}

// Cost, violation, a parameter over the runs, or a signal with what its goals forbid.
void OptimizationDock::draw() {
  QStringList names{tr("Cost"), tr("Largest violation")};
  for (const sim::VariedParameter& parameter : m_searched.parameters)
    names << QString::fromStdString(parameter.name);
  const int signalsFrom = static_cast<int>(names.size());
  std::vector<std::size_t> shownGoals;
  for (std::size_t k = 0; k < m_searched.goals.size(); ++k) {
    const QString name = tr("Signal %1").arg(QString::fromStdString(m_searched.goals[k].signal));
    if (names.contains(name)) continue;
    names << name;
    shownGoals.push_back(k);
  }
  QStringList before;
  for (int k = 0; k < m_shown->count(); ++k) before << m_shown->itemText(k);
  if (before != names) {
    const QSignalBlocker blocker(m_shown);
    const QString chosen = m_shown->currentText();
    m_shown->clear();
    m_shown->addItems(names);
    // At first the first signal: what one wants to see move.
    m_shown->setCurrentIndex(names.contains(chosen) && before.size() > 2
                                 ? static_cast<int>(names.indexOf(chosen))
                             : shownGoals.empty() ? 0
                                                  : signalsFrom);
  }
  for (const int area : m_areas) m_plot->overlays().remove(area);
  m_areas.clear();
  const int chosen = m_shown->currentIndex();
  if (chosen >= signalsFrom)
    drawSignal(shownGoals[static_cast<std::size_t>(chosen - signalsFrom)]);
  else
    drawSteps(chosen - 2);
  m_plot->redraw();
}

static void fitAround(PlotCanvas& plot, double left, double right, double low, double high) {
  const double room = 0.06 * std::max(high - low, 1e-9 * std::max(std::abs(high), 1.0));
  plot.setHorizontalRange({left, std::max(right, left + 1e-9)});
  plot.vertical(0).setRange({low - room, high + room});
}

// -2: the cost, -1: the largest violation, else a parameter.
void OptimizationDock::drawSteps(int which) {
  m_plot->clear();
  m_plot->addAxes(m_shown->currentText());
  m_plot->setHorizontalLabel(tr("run"));
  std::vector<CurvePoint> points;
  for (const sim::OptimizationStep& step : m_steps)
    points.push_back({static_cast<double>(step.runs), which == -2 ? step.cost
                                                      : which == -1
                                                          ? step.violation
                                                          : step.x[static_cast<std::size_t>(which)]});
  if (points.empty()) return;
  const int curve = m_plot->addCurve(0, m_shown->currentText(), 0, 0, PlotCanvas::CurveKind::OverTime);
  CurveStyle style;
  style.line = CurveStyle::Line::Stairs;
  style.marker = CurveStyle::Marker::Dot;
  m_plot->setStyle(curve, style);
  m_plot->setData(curve, points);
  const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                               [](const auto& a, const auto& b) { return a.y < b.y; });
  fitAround(*m_plot, points.front().x, points.back().x, low->y, high->y);
}

void OptimizationDock::drawSignal(std::size_t goal) {
  m_plot->clear();
  const std::string& name = m_searched.goals[goal].signal;
  m_plot->addAxes(QString::fromStdString(name));
  m_plot->setHorizontalLabel(tr("time [s]"));
  if (m_steps.empty() || !m_steps.back().responses) return;
  const sim::GoalSignal& signal = (*m_steps.back().responses)[goal];
  std::vector<CurvePoint> points;
  double low = signal.values.front(), high = low;
  const std::size_t skip = std::max<std::size_t>(1, signal.times.size() / 4000);
  for (std::size_t k = 0; k < signal.times.size(); k += skip) {
    points.push_back({signal.times[k], signal.values[k]});
    low = std::min(low, signal.values[k]), high = std::max(high, signal.values[k]);
  }
  const int curve = m_plot->addCurve(0, QString::fromStdString(name), 0, 0, PlotCanvas::CurveKind::OverTime);
  if (signal.held) {
    CurveStyle style;
    style.line = CurveStyle::Line::Stairs;
    m_plot->setStyle(curve, style);
  }
  m_plot->setData(curve, points);
  m_plot->removeLegend(0);
  OverlayStyle style;
  style.color = Theme::current(palette()).error;
  style.dash = Qt::SolidLine;
  for (const sim::Goal& each : m_searched.goals) {
    if (each.signal != name) continue;
    for (const sim::ForbiddenArea& area : forbidden_areas(each, signal.times.front(), signal.times.back())) {
      std::vector<CurvePoint> line;
      for (const sim::GoalPoint& point : area.line) {
        line.push_back({point.time, point.value});
        low = std::min(low, point.value), high = std::max(high, point.value);
      }
      m_areas.push_back(m_plot->overlays().addArea(0, std::move(line), area.above, style));
    }
  }
  fitAround(*m_plot, signal.times.front(), signal.times.back(), low, high);
}

}  // namespace fluxion
