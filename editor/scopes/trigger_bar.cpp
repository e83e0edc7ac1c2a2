#include "editor/scopes/trigger_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QSpinBox>

#include <cmath>

#include "editor/scopes/flow_layout.h"
#include "editor/shown_number.h"

namespace fluxion {

// A label and its field stay together when the bar breaks into rows.
static void addField(QLayout* layout, const QString& label, QWidget* field, const QString& tip) {
  auto* pair = new QWidget(layout->parentWidget());
  auto* row = new QHBoxLayout(pair);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  auto* text = new QLabel(label, pair);
  row->addWidget(text);
  row->addWidget(field);
  field->setToolTip(tip);
  field->setAccessibleName(label);
  layout->addWidget(pair);
}

QLineEdit* TriggerBar::addNumber(const QString& name, const QString& label, const QString& tip) {
  auto* field = new QLineEdit(this);
  field->setObjectName(name);
  // With the locale's decimal sign or with a point.
  static const QRegularExpression number(QStringLiteral("[-+0-9.,eE]*"));
  field->setValidator(new QRegularExpressionValidator(number, field));
  field->setFixedWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("-0.00000000")));
  addField(layout(), label, field, tip);
  connect(field, &QLineEdit::editingFinished, this, &TriggerBar::take);
  return field;
}

TriggerBar::TriggerBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("triggerBar"));
  setAccessibleName(tr("Trigger"));
  auto* flow = new FlowLayout(this);
  flow->setContentsMargins(8, 4, 8, 4);
  flow->setSpacing(8);
  m_kind = new QComboBox(this);
  m_kind->setObjectName(QStringLiteral("triggerKind"));
  m_kind->addItems({tr("Off"), tr("Rising edge"), tr("Falling edge"), tr("Either edge"), tr("Enters window"),
                    tr("Leaves window")});
  addField(flow, tr("Trigger"), m_kind, tr("What the signal does where it triggers"));
  m_source = new QComboBox(this);
  m_source->setObjectName(QStringLiteral("triggerSource"));
  m_source->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  addField(flow, tr("Signal"), m_source, tr("The curve that triggers"));
  m_level = addNumber(QStringLiteral("triggerLevel"), tr("Level"),
                      tr("What it crosses; drag the line in the plot"));
  m_hysteresis = addNumber(QStringLiteral("triggerHysteresis"), tr("Hysteresis"),
                           tr("How far beyond the level it must have been before the next crossing counts"));
  m_low = addNumber(QStringLiteral("triggerLow"), tr("From"), tr("The lower edge of the window"));
  m_high = addNumber(QStringLiteral("triggerHigh"), tr("To"), tr("The upper edge of the window"));
  m_mode = new QComboBox(this);
  m_mode->setObjectName(QStringLiteral("triggerMode"));
  m_mode->addItems({tr("Auto"), tr("Normal"), tr("Single")});
  addField(flow, tr("Mode"), m_mode,
           tr("Auto: runs freely without a trigger. Normal: waits for a trigger. Single: stops at the first "
              "one."));
  m_holdoff = addNumber(QStringLiteral("triggerHoldoff"), tr("Holdoff (s)"),
                        tr("After a trigger no other counts for this long"));
  m_position = new QSpinBox(this);
  m_position->setObjectName(QStringLiteral("triggerPosition"));
  m_position->setRange(0, 100);
  m_position->setSuffix(tr(" %"));
  m_position->setKeyboardTracking(false);
  addField(flow, tr("Position"), m_position, tr("Position of the trigger in the view"));
  m_arm = new QPushButton(tr("Arm Again"), this);
  m_arm->setObjectName(QStringLiteral("triggerArm"));
  m_arm->setToolTip(tr("Wait for the next trigger"));
  flow->addWidget(m_arm);
  for (QComboBox* box : {m_kind, m_source, m_mode})
    connect(box, &QComboBox::activated, this, &TriggerBar::take);
  connect(m_position, &QSpinBox::valueChanged, this, &TriggerBar::take);
  connect(m_arm, &QPushButton::clicked, this, &TriggerBar::armed);
  setSettings({});
  hide();
}

void TriggerBar::setSources(const std::vector<Source>& sources) {
  m_sources = sources;
  m_source->clear();
  for (const Source& source : sources) m_source->addItem(source.name);
  setSettings(m_settings);
}

void TriggerBar::setSettings(const TriggerSettings& settings) {
  m_settings = settings;
  const QSignalBlocker quiet(m_position);
  m_kind->setCurrentIndex(static_cast<int>(settings.kind));
  m_mode->setCurrentIndex(static_cast<int>(settings.mode));
  for (std::size_t k = 0; k < m_sources.size(); ++k)
    if (m_sources[k].input == settings.input && m_sources[k].element == settings.element)
      m_source->setCurrentIndex(static_cast<int>(k));
  const auto put = [](QLineEdit* field, double value) { field->setText(shownNumber(value, 7)); };
  put(m_level, settings.level);
  put(m_hysteresis, settings.hysteresis);
  put(m_low, settings.low);
  put(m_high, settings.high);
  put(m_holdoff, settings.holdoff);
  m_position->setValue(static_cast<int>(std::lround(100 * settings.position)));
  showWhatApplies();
}

void TriggerBar::showWhatApplies() {
  const bool off = m_settings.kind == TriggerSettings::Kind::Off, window = m_settings.isWindow();
  const auto show = [](QWidget* field, bool visible) { field->parentWidget()->setVisible(visible); };
  for (QWidget* field : std::initializer_list<QWidget*>{m_source, m_mode, m_holdoff, m_position})
    show(field, !off);
  for (QWidget* field : {m_level, m_hysteresis}) show(field, !off && !window);
  for (QWidget* field : {m_low, m_high}) show(field, window);
  m_arm->setVisible(!off && m_settings.mode == TriggerSettings::Mode::Single);
}

void TriggerBar::take() {
  TriggerSettings now = m_settings;
  const auto get = [](const QLineEdit* field, double& into) {
    const auto value = typedNumber(field->text());
    // What is shown is rounded: an untouched field changes nothing.
    if (value && field->text() != shownNumber(into, 7)) into = *value;
  };
  now.kind = static_cast<TriggerSettings::Kind>(m_kind->currentIndex());
  now.mode = static_cast<TriggerSettings::Mode>(m_mode->currentIndex());
  if (const int k = m_source->currentIndex(); k >= 0 && k < static_cast<int>(m_sources.size())) {
    now.input = m_sources[static_cast<std::size_t>(k)].input;
    now.element = m_sources[static_cast<std::size_t>(k)].element;
  }
  get(m_level, now.level);
  get(m_hysteresis, now.hysteresis);
  get(m_low, now.low);
  get(m_high, now.high);
  get(m_holdoff, now.holdoff);
  if (now.low > now.high) std::swap(now.low, now.high);
  now.hysteresis = std::max(0.0, now.hysteresis);
  now.holdoff = std::max(0.0, now.holdoff);
  if (m_position->value() != static_cast<int>(std::lround(100 * now.position)))
    now.position = 0.01 * m_position->value();
  if (now == m_settings) return;
  setSettings(now);
  emit changed(now);
}

}  // namespace fluxion
