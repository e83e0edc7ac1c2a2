#include "editor/pid_tuning/pid_dock.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/linear/linear_plot.h"
#include "editor/plots/plot_canvas.h"
#include "sim_core/base/text.h"

namespace fluxion {

namespace {

constexpr int followDelay = 100;  // ms behind an edit
// What stands in place of a time where the plant is linearized at what Trim found.
QString trimmed() { return PidDock::tr("trimmed"); }

QVariant itemOf(sim::Id id) { return static_cast<qulonglong>(to_number(id)); }

}  // namespace

PidDock::PidDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models, QWidget* parent)
    : QDockWidget(tr("PID Tuning"), parent),
      m_document(document),
      m_inquiry(this, pidWork(models), [this](const PidAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("pidMessage"), followDelay)),
      m_step(new LinearPlot(this)),
      m_bode(new LinearPlot(this)),
      m_facts(new QTreeWidget(this)) {
  setObjectName(QStringLiteral("pidDock"));
  auto* tools = new QHBoxLayout;
  buildTools(tools);
  auto* target = new QHBoxLayout;
  buildTarget(target);
  auto* layout = makeDockContent(*this, {tools, target}, *m_status);
  m_facts->setObjectName(QStringLiteral("pidFacts"));
  m_facts->setHeaderLabels({QString(), tr("Now"), tr("Tuned")});
  m_facts->setAccessibleName(tr("The loop now and tuned"));
  m_facts->setRootIsDecorated(false);
  m_facts->setAlternatingRowColors(true);
  m_facts->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_step);
  splitter->addWidget(m_bode);
  splitter->addWidget(m_facts);
  splitter->setSizes({380, 380, 300});
  layout->addWidget(splitter, 1);
  connect(m_status, &DockStatus::waited, this, &PidDock::ask);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (isVisible()) m_status->wait();
  });
  connect(&m_document, &DiagramDocument::replaced, this, [this] {
    m_target.reset(), m_kind.reset(), m_point.clear();
    m_time->clear();
    m_answer = {};
    m_blocks->clear();
    if (isVisible()) m_status->wait();
  });
}

void PidDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  m_status->wait();
}

// The controllers of the model, the chosen one first asked for again.
void PidDock::fillBlocks() {
  const sim::Diagram& diagram = m_document.diagram();
  const sim::Id chosen = block();
  const QSignalBlocker blocker(m_blocks);
  m_blocks->clear();
  for (sim::Id id : sim::pid_blocks(diagram))
    m_blocks->addItem(QString::fromStdString(sim::block_path(diagram, id)), itemOf(id));
  const int index = m_blocks->findData(itemOf(chosen));
  if (index < 0 && chosen != sim::no_id) m_target.reset(), m_kind.reset();
  m_blocks->setCurrentIndex(std::max(0, index));
}

sim::Id PidDock::block() const {
  const QVariant data = m_blocks->currentData();
  return data.isValid() ? sim::Id{data.toULongLong()} : sim::no_id;
}

void PidDock::setBlock(sim::Id id) {
  fillBlocks();
  const int index = m_blocks->findData(itemOf(id));
  if (index < 0) return;
  if (index != m_blocks->currentIndex()) m_target.reset(), m_kind.reset();
  m_blocks->setCurrentIndex(index);
  m_fitNext = true;
  m_status->wait();
}

void PidDock::setKind(sim::PidKind kind) {
  m_kind = kind;
  m_target.reset();  // another kind reaches something else
  ask();
}

double PidDock::crossoverOf(int place) const {
  const double low = std::max(m_answer.slowest, 1e-300), high = std::max(m_answer.fastest, low);
  return low * std::pow(high / low, static_cast<double>(place) / speedSteps);
}

void PidDock::setResponseTime(double seconds) {
  if (!m_answer.target && !m_target) return;
  m_target = m_target ? m_target : m_answer.target;
  m_target->crossover = 2 / seconds;
  showTarget(*m_target);
  ask();
}

void PidDock::setPhaseMargin(double degrees) {
  if (!m_answer.target && !m_target) return;
  m_target = m_target ? m_target : m_answer.target;
  m_target->phase_margin = degrees;
  showTarget(*m_target);
  ask();
}

void PidDock::tuneAt(const QString& operatingPoint) {
  m_point = operatingPoint.toStdString();
  m_time->setText(trimmed());
  suggest();
}

void PidDock::suggest() {
  m_target.reset();
  m_fitNext = true;
  ask();
}

void PidDock::ask() {
  m_status->stopWaiting();
  fillBlocks();
  if (m_blocks->count() == 0) {
    m_apply->setEnabled(false);
    return m_status->say(tr("The model has no PID controller: add one from the library."));
  }
  if (!m_asked || *m_asked != m_document.diagram())
    m_asked = std::make_shared<const sim::Diagram>(m_document.diagram());
  PidQuestion question;
  question.diagram = m_asked;
  question.block = block();
  const QString time = m_time->text().trimmed();
  question.time = -std::numeric_limits<double>::infinity();
  if (time == trimmed() && !m_point.empty()) {
    question.point = m_point;
  } else if (!time.isEmpty()) {
    const auto t = sim::parse_number(time.toStdString());
    if (!t) return m_status->say(tr("“%1” is no time: write seconds, such as 2.5").arg(time), true);
    question.time = *t;
  }
  question.kind = m_kind;
  if (m_target && m_kind) m_target->kind = *m_kind;
  question.target = m_target;
  question.response = static_cast<PidResponse>(m_response->currentIndex());
  if (!m_answer.pid) m_status->say(tr("Looking at the plant…"));
  m_inquiry.ask(std::move(question));
}

void PidDock::showTarget(const sim::PidTarget& target) {
  const QSignalBlocker speed(m_speed), seconds(m_seconds), robustness(m_robustness), degrees(m_degrees);
  const double low = std::max(m_answer.slowest, 1e-300), high = std::max(m_answer.fastest, 2 * low);
  m_speed->setValue(
      static_cast<int>(std::lround(speedSteps * std::log(target.crossover / low) / std::log(high / low))));
  m_seconds->setValue(2 / target.crossover);
  m_robustness->setValue(static_cast<int>(std::lround(target.phase_margin)));
  m_degrees->setValue(target.phase_margin);
}

void PidDock::take(const PidAnswer& answer) {
  // Of what was refused the last target stays, for the sliders to go on from.
  const auto target = answer.target ? answer.target : m_target ? m_target : m_answer.target;
  m_answer = answer;
  m_answer.target = target;
  const bool fit = std::exchange(m_fitNext, false);
  if (answer.pid) {
    const QSignalBlocker blocker(m_kinds);
    m_kinds->setCurrentIndex(static_cast<int>(m_kind.value_or(answer.pid->kind)));
  }
  if (target && answer.pid) showTarget(*target);
  m_apply->setEnabled(answer.tuning.has_value());
  std::vector<LinearPlot::System> steps, bodes;
  if (answer.before)
    steps.push_back({tr("now"), answer.beforeStep}), bodes.push_back({tr("now"), answer.beforeBode});
  if (answer.tuning)
    steps.push_back({tr("tuned"), answer.tunedStep}), bodes.push_back({tr("tuned"), answer.tunedBode});
  m_step->show(LinearView::Step, steps, true);
  m_bode->show(LinearView::Bode, bodes, fit);
  fillFacts();
  tell();
  emit answered();
}

void PidDock::apply() {
  if (!m_answer.tuning || !m_asked || isBusy()) return;
  const sim::PidTuning& tuning = *m_answer.tuning;
  sim::Edit edit = sim::write_pid(m_document.diagram(), m_document.library(), *m_answer.pid,
                                  tuning.target.kind, tuning.gains);
  if (edit.empty()) return m_status->say(tr("The block has these gains already."));
  m_target = tuning.target;
  m_document.apply(std::move(edit));
  m_done = tr("Gains written into %1; Undo takes them back.").arg(QString::fromStdString(m_answer.pid->path));
  m_status->say(m_done);
}

}  // namespace fluxion
