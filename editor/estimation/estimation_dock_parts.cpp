// The controls of the Parameter Estimation dock, and its plot.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
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
#include "editor/estimation/estimation_dock.h"
#include "editor/plots/plot_canvas.h"

namespace fluxion {

void EstimationDock::buildTools(QBoxLayout* row) {
  m_estimate = addButton(row, this, tr("&Estimate"), "estimate",
                         tr("Looks for the values with which the model does what was measured"),
                         [this] { estimate(); });
  m_stop = addButton(row, this, tr("&Cancel"), "estimationCancel", {}, [this] { stop(); });
  row->addSpacing(10);
  addButton(row, this, tr("Add &Data…"), "estimationData",
            tr("Tables with a column for the time, signals of the model, and what its inputs were"), [this] {
              addData(QFileDialog::getOpenFileNames(
                  this, tr("Add Data"), {},
                  tr("Tables and runs (*.csv *.tsv *.txt *.mat *.flxrun);;All files (*)")));
            });
  addButton(row, this, tr("Add &Run…"), "estimationRun", tr("A kept run: its signals count as measured"),
            [this] { emit runWanted(); });
  m_forget = addButton(row, this, tr("&Forget Data"), "estimationForget", {}, [this] { forgetData(); });
  addButton(row, this, tr("Add &Parameter…"), "estimationParameter",
            tr("A parameter of a block, as Block/path.parameter"), [this] {
              const QString name =
                  askForParameter(this, parameterNames(m_document.diagram(), m_document.library()));
              if (!name.isEmpty()) choose(name);
            });
  row->addStretch(1);
  m_signals = makeList(this, "estimationSignal", tr("What is drawn"));
  connect(m_signals, &QComboBox::activated, this, &EstimationDock::draw);
  row->addWidget(m_signals);
  m_apply = addButton(row, this, tr("&Apply"), "estimationApply",
                      tr("Writes what was found into the model; Undo takes it back"), [this] { apply(); });
}

void EstimationDock::buildTable() {
  m_table->setObjectName(QStringLiteral("estimationTable"));
  m_table->setAccessibleName(tr("Parameters"));
  m_table->setHorizontalHeaderLabels({tr("Parameter"), tr("Model"), tr("Start"), tr("Minimum"), tr("Maximum"),
                                      tr("Found"), tr("95 % interval")});
  m_table->horizontalHeaderItem(Value)->setToolTip(tr("What the model has now: the search begins there"));
  m_table->horizontalHeaderItem(Start)->setToolTip(
      tr("Where the search begins instead; empty: at the model's value"));
  m_table->verticalHeader()->hide();
  m_table->setAlternatingRowColors(true);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setStretchLastSection(true);
}

// The chosen signal of the chosen experiment.
void EstimationDock::draw() {
  {
    const QSignalBlocker blocker(m_signals);
    QStringList names;
    for (const sim::EstimationFit& fit : m_fits)
      names << tr("%1 of %2")
                   .arg(QString::fromStdString(fit.signal),
                        QFileInfo(QString::fromStdString(fit.experiment)).fileName());
    const int index = m_signals->currentIndex();
    if (m_signals->count() != names.size()) {
      m_signals->clear();
      m_signals->addItems(names);
      m_signals->setCurrentIndex(std::clamp(index, 0, std::max(0, static_cast<int>(names.size()) - 1)));
    }
  }
  m_signals->setVisible(m_signals->count() > 0);
  m_plot->clear();
  const int chosen = m_signals->currentIndex();
  m_plot->addAxes(chosen < 0 ? tr("signal")
                             : QString::fromStdString(m_fits[static_cast<std::size_t>(chosen)].signal));
  m_plot->setHorizontalLabel(tr("time [s]"));
  if (chosen >= 0) {
    const sim::EstimationFit& fit = m_fits[static_cast<std::size_t>(chosen)];
    std::vector<CurvePoint> measured, simulated;
    double low = fit.measured.front(), high = low;
    for (std::size_t k = 0; k < fit.times.size(); ++k) {
      measured.push_back({fit.times[k], fit.measured[k]}),
          simulated.push_back({fit.times[k], fit.simulated[k]});
      for (double y : {fit.measured[k], fit.simulated[k]}) low = std::min(low, y), high = std::max(high, y);
    }
    const int points = m_plot->addCurve(0, tr("measured"), 1, 0, PlotCanvas::CurveKind::OverTime),
              line = m_plot->addCurve(0, tr("simulated"), 0, 0, PlotCanvas::CurveKind::OverTime);
    CurveStyle style;
    style.line = CurveStyle::Line::None;
    style.marker = CurveStyle::Marker::Circle;
    m_plot->setStyle(points, style);
    m_plot->setData(points, measured);
    m_plot->setData(line, simulated);
    const double room = 0.06 * std::max(high - low, 1e-9 * std::max(std::abs(high), 1.0));
    m_plot->setHorizontalRange({fit.times.front(), std::max(fit.times.back(), fit.times.front() + 1e-9)});
    m_plot->vertical(0).setRange({low - room, high + room});
  }
  m_plot->redraw();
}

}  // namespace fluxion
