#include "editor/window/run_settings.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolBar>
#include <optional>

#include "editor/document/diagram_document.h"
#include "editor/window/run_status.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

namespace {

// "1 ×" rather than "1.000 ×".
class PaceBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
};

}  // namespace

RunSettings::RunSettings(Workbench& bench, RunStatus& status)
    : m_bench(bench),
      m_status(status),
      m_stopTime(new QLineEdit(&bench.window())),
      m_pace(new PaceBox(&bench.window())) {
  connect(m_stopTime, &QLineEdit::editingFinished, this, &RunSettings::applyStopTime);
  connect(bench.command(CommandId::Projection), &QAction::triggered, this, &RunSettings::applyProjection);
  connect(bench.command(CommandId::Pacing), &QAction::triggered, this, &RunSettings::applyPacing);
  connect(m_pace, &QDoubleSpinBox::valueChanged, this, [this] {
    if (m_bench.command(CommandId::Pacing)->isChecked()) applyPacing(true);
  });
  connect(&bench.document(), &DiagramDocument::changed, this, &RunSettings::sync);
  connect(&bench.document(), &DiagramDocument::replaced, this, &RunSettings::sync);
  connect(&bench, &Workbench::modelShown, this, &RunSettings::sync);
}

void RunSettings::addStopTime(QToolBar& bar) {
  auto* label = new QLabel(tr("Stop time"));
  label->setContentsMargins(8, 0, 4, 0);
  label->setBuddy(m_stopTime);
  m_stopTime->setObjectName(QStringLiteral("stopTime"));
  m_stopTime->setAccessibleName(tr("Stop time"));
  m_stopTime->setToolTip(tr("When the simulation ends, in seconds: a number or an expression"));
  m_stopTime->setFixedWidth(bar.fontMetrics().averageCharWidth() * 12);
  bar.addWidget(label);
  bar.addWidget(m_stopTime);
}

void RunSettings::addPacing(QToolBar& bar) {
  bar.addAction(m_bench.command(CommandId::Pacing));
  m_pace->setObjectName(QStringLiteral("paceFactor"));
  m_pace->setAccessibleName(tr("Pace"));
  m_pace->setToolTip(tr("Simulated seconds that pass in a second of the wall clock"));
  m_pace->setSuffix(tr(" ×", "times real time"));
  m_pace->setDecimals(3);
  m_pace->setRange(0.001, 1e6);
  m_pace->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  m_pace->setKeyboardTracking(false);
  m_pace->setFixedWidth(bar.fontMetrics().averageCharWidth() * 11);
  bar.addWidget(m_pace);
}

void RunSettings::sync() {
  const sim::Diagram& diagram = m_bench.document().diagram();
  const bool shown = m_bench.isModelShown();
  m_stopTime->setText(QString::fromStdString(sim::setting(diagram, "StopTime")));
  m_stopTime->setEnabled(shown);
  m_bench.command(CommandId::Projection)->setChecked(sim::setting(diagram, "Projection") != "off");
  m_bench.command(CommandId::Pacing)->setChecked(sim::setting(diagram, "EnablePacing") == "on");
  m_pace->setEnabled(shown);
  bool plain = false;
  if (const double pace = QString::fromStdString(sim::setting(diagram, "PacingRate")).toDouble(&plain);
      plain) {
    const QSignalBlocker quiet(m_pace);
    m_pace->setValue(pace);
  }
  m_bench.setTimeUnit(sim::time_unit(diagram));
  m_status.setTimeUnit(m_bench.timeUnit());
  m_status.setSolver(shown ? QString::fromStdString(sim::setting(diagram, "Solver")) : QString());
}

void RunSettings::applyStopTime() {
  const std::string wanted = m_stopTime->text().trimmed().toStdString();
  if (wanted == sim::setting(m_bench.document().diagram(), "StopTime")) return;
  sim::Edit edit{tr("Change Stop Time").toStdString(), {}};
  if (wanted.empty() || wanted == sim::find_setting("StopTime")->default_value)
    edit.set_setting("StopTime", std::nullopt);
  else
    edit.set_setting("StopTime", wanted);
  m_bench.document().apply(std::move(edit));
  sync();
}

void RunSettings::applyProjection(bool on) {
  sim::Edit edit{tr("Switch Projection").toStdString(), {}};
  edit.set_setting("Projection", on ? std::nullopt : std::optional<std::string>("off"));
  m_bench.document().apply(std::move(edit));
}

// The setting is the model's, as any other: undone, saved, and obeyed at once by a run.
void RunSettings::applyPacing(bool on) {
  const sim::Diagram& diagram = m_bench.document().diagram();
  sim::Edit edit{tr("Change Pacing").toStdString(), {}};
  const auto set = [&](const char* name, const std::string& value) {
    if (sim::setting(diagram, name) == value) return;
    const bool usual = value == sim::find_setting(name)->default_value;
    edit.set_setting(name, usual ? std::nullopt : std::optional(value));
  };
  set("EnablePacing", on ? "on" : "off");
  if (on) set("PacingRate", QString::number(m_pace->value(), 'g', 10).toStdString());
  if (!edit.empty()) m_bench.document().apply(std::move(edit));
}

}  // namespace fluxion
