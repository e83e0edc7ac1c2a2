// The controls of the PID Tuning dock.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>

#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/pid_tuning/pid_dock.h"

namespace fluxion {

namespace {

constexpr int leastMargin = 20, mostMargin = 85;

const char* const responseNames[pidResponseCount] = {
    QT_TRANSLATE_NOOP("fluxion::PidDock", "Set-point step"),
    QT_TRANSLATE_NOOP("fluxion::PidDock", "Load step"),
    QT_TRANSLATE_NOOP("fluxion::PidDock", "Controller output"),
};

}  // namespace

void PidDock::buildTools(QBoxLayout* row) {
  m_blocks = makeList(this, "pidBlock", tr("Controller"));
  m_kinds = makeList(this, "pidKind", tr("Kind of controller"));
  for (int k = 0; k < sim::pid_kind_count; ++k)
    m_kinds->addItem(QString::fromStdString(sim::name_of(static_cast<sim::PidKind>(k))));
  m_response = makeList(this, "pidResponse", tr("What is drawn over time"));
  for (const char* name : responseNames) m_response->addItem(tr(name));
  m_time = new QLineEdit(this);
  m_time->setObjectName(QStringLiteral("pidTime"));
  m_time->setAccessibleName(tr("Time of the run in seconds"));
  m_time->setPlaceholderText(tr("start"));
  m_time->setToolTip(tr(
      "Where the plant is linearized: at which second of a run; empty: at its start; trimmed: at what Trim "
      "found last"));
  m_time->setMaximumWidth(fontMetrics().averageCharWidth() * 12);
  connect(m_blocks, &QComboBox::activated, this, [this] {
    m_target.reset(), m_kind.reset();
    m_fitNext = true;
    ask();
  });
  connect(m_kinds, &QComboBox::activated, this,
          [this](int index) { setKind(static_cast<sim::PidKind>(index)); });
  connect(m_response, &QComboBox::activated, this, [this] {
    m_fitNext = true;
    ask();
  });
  connect(m_time, &QLineEdit::editingFinished, this, [this] {
    if (m_time->isModified()) ask();
    m_time->setModified(false);
  });
  row->addWidget(m_blocks);
  row->addWidget(m_kinds);
  row->addWidget(new QLabel(tr("at"), this));
  row->addWidget(m_time);
  row->addSpacing(10);
  row->addWidget(m_response);
  row->addStretch(1);
  addButton(row, this, tr("&Suggest"), "pidSuggest", tr("Returns to a target that suits the plant"),
            [this] { suggest(); });
  m_apply = addButton(row, this, tr("&Apply"), "pidApply",
                      tr("Writes the gains into the block; Undo takes them back"), [this] { apply(); });
  m_apply->setEnabled(false);
}

void PidDock::buildTarget(QBoxLayout* row) {
  const auto slider = [&](const char* name, const QString& what, int low, int high) {
    auto* made = new QSlider(Qt::Horizontal, this);
    made->setObjectName(QLatin1String(name));
    made->setAccessibleName(what);
    made->setRange(low, high);
    return made;
  };
  const auto field = [&](const char* name, const QString& what, const QString& unit) {
    auto* made = new QDoubleSpinBox(this);
    made->setObjectName(QLatin1String(name));
    made->setAccessibleName(what);
    made->setSuffix(unit);
    made->setKeyboardTracking(false);
    return made;
  };
  m_speed = slider("pidSpeed", tr("Response time"), 0, speedSteps);
  m_seconds = field("pidSeconds", tr("Response time"), tr(" s"));
  m_seconds->setDecimals(6);
  m_seconds->setRange(1e-6, 1e9);
  m_seconds->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  m_seconds->setToolTip(tr("2 rad divided by the gain crossover of the loop"));
  m_robustness = slider("pidRobustness", tr("Robustness"), leastMargin, mostMargin);
  m_degrees = field("pidDegrees", tr("Phase margin"), tr("°"));
  m_degrees->setDecimals(1);
  m_degrees->setRange(1, 120);
  m_degrees->setToolTip(tr("The phase margin of the loop"));
  connect(m_speed, &QSlider::valueChanged, this,
          [this](int place) { setResponseTime(2 / crossoverOf(place)); });
  connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &PidDock::setResponseTime);
  connect(m_robustness, &QSlider::valueChanged, this, [this](int margin) { setPhaseMargin(margin); });
  connect(m_degrees, &QDoubleSpinBox::valueChanged, this, &PidDock::setPhaseMargin);
  row->addWidget(new QLabel(tr("Slower"), this));
  row->addWidget(m_speed, 1);
  row->addWidget(new QLabel(tr("Faster"), this));
  row->addWidget(m_seconds);
  row->addSpacing(16);
  row->addWidget(new QLabel(tr("Bolder"), this));
  row->addWidget(m_robustness, 1);
  row->addWidget(new QLabel(tr("Safer"), this));
  row->addWidget(m_degrees);
}

}  // namespace fluxion
