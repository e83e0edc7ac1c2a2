#include "editor/scopes/measurements_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/line_icon.h"
#include "editor/scopes/cursor_set.h"
#include "editor/scopes/measured_plot.h"
#include "editor/scopes/table_text.h"
#include "editor/shown_number.h"
#include "editor/window_settings.h"

namespace fluxion {

static QString settingOf(const QString& column) { return QStringLiteral("measurements/") + column; }
static QString translated(const char* text) { return QCoreApplication::translate("Measurements", text); }

MeasurementsPanel::MeasurementsPanel(MeasuredPlot& plot, CursorSet& cursors, QWidget* parent)
    : QWidget(parent),
      m_plot(plot),
      m_cursors(cursors),
      m_range(new QComboBox(this)),
      m_note(new QLabel(this)),
      m_columns(new QMenu(this)),
      m_table(new QTableWidget(0, static_cast<int>(measurementColumns().size()) + 1, this)),
      m_background(
          this,
          [](const Question& question, const auto& wanted) -> Answer {
            Answer answer{question.signalsAsked, {}, {}};
            for (const MeasuredSignal& signal : question.signalsAsked) {
              if (!wanted()) return {};
              const SignalRows rows(signal, question.window);
              if (!rows.held)
                answer.fewest = std::min(answer.fewest.value_or(rows.times.size()), rows.times.size());
              Measurement& measured = answer.measured.emplace_back();
              measured.statistics = sim::analysis::statistics(rows.samples(), question.window);
              if (question.transitions)
                measured.transitions = sim::analysis::transitions(rows.samples(), question.window);
            }
            return answer;
          },
          [this](const Answer& answer) { fill(answer); }) {
  constexpr int interval = 200;  // ms
  m_pause.setSingleShot(true);
  m_pause.setInterval(interval);
  connect(&m_pause, &QTimer::timeout, this, &MeasurementsPanel::ask);
  m_table->setObjectName(QStringLiteral("measurementTable"));
  m_table->setAccessibleName(tr("Measurements"));
  buildHeader();
  settleNumberTable(*m_table);
  m_table->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 4, 8, 4);
  head->setSpacing(8);
  auto* title = new QLabel(tr("Measure"), this);
  title->setBuddy(m_range);
  head->addWidget(title);
  head->addWidget(m_range);
  auto* columns = new QToolButton(this);
  columns->setObjectName(QStringLiteral("measurementColumns"));
  columns->setText(tr("Columns"));
  columns->setAccessibleName(tr("Columns"));
  columns->setToolTip(tr("What is measured"));
  columns->setAutoRaise(true);
  columns->setFocusPolicy(Qt::StrongFocus);
  columns->setPopupMode(QToolButton::InstantPopup);
  columns->setMenu(m_columns);
  head->addWidget(columns);
  head->addWidget(m_note, 1);
  layout->addLayout(head);
  layout->addWidget(m_table);
  connect(&plot, &MeasuredPlot::dataChanged, this, &MeasurementsPanel::outdate);
  connect(&plot, &MeasuredPlot::curvesChanged, this, &MeasurementsPanel::outdate);
  connect(&cursors, &CursorSet::changed, this, &MeasurementsPanel::outdate);
}

void MeasurementsPanel::buildHeader() {
  m_range->setObjectName(QStringLiteral("measurementRange"));
  m_range->setAccessibleName(tr("Over which time"));
  m_range->setToolTip(tr("Over which time signals are measured"));
  m_range->addItems({tr("the part in view"), tr("between the cursors"), tr("the whole run")});
  connect(m_range, &QComboBox::currentIndexChanged, this, &MeasurementsPanel::outdate);
  const auto& columns = measurementColumns();
  m_table->setHorizontalHeaderItem(0, new QTableWidgetItem(tr("Signal")));
  WindowSettings settings;
  m_columns->addSection(tr("Statistics"));
  bool transitions = false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const MeasurementColumn& column = columns[k];
    if (column.ofTransitions && !std::exchange(transitions, true)) m_columns->addSection(tr("Transitions"));
    const QString id = QString::fromLatin1(column.id), title = translated(column.title);
    auto* header = new QTableWidgetItem(title);
    header->setToolTip(*column.tip ? translated(column.tip) : title);
    m_table->setHorizontalHeaderItem(static_cast<int>(k) + 1, header);
    // "at" says nothing by itself in a menu.
    const bool when = id.endsWith(QStringLiteral("Time")) && id.startsWith(QStringLiteral("m"));
    QAction* action = m_columns->addAction(when ? translated(column.tip) : title);
    action->setObjectName(id);
    action->setCheckable(true);
    action->setChecked(settings.value(settingOf(id), column.shownAtFirst).toBool());
    m_table->setColumnHidden(static_cast<int>(k) + 1, !action->isChecked());
    connect(action, &QAction::toggled, this, [this, k, id](bool on) {
      m_table->setColumnHidden(static_cast<int>(k) + 1, !on);
      WindowSettings().setValue(settingOf(id), on);
      outdate();
    });
  }
  m_columns->addSeparator();
  QAction* copy = m_columns->addAction(tr("Copy Table"), this,
                                       [this] { QApplication::clipboard()->setText(tableText(*m_table)); });
  copy->setObjectName(QStringLiteral("measurementCopy"));
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->addAction(copy);
}

void MeasurementsPanel::setRange(Range range) { m_range->setCurrentIndex(static_cast<int>(range)); }

void MeasurementsPanel::setColumnShown(const QString& id, bool shown) {
  for (QAction* action : m_columns->actions())
    if (action->objectName() == id) action->setChecked(shown);
}

bool MeasurementsPanel::isColumnShown(const QString& id) const {
  for (QAction* action : m_columns->actions())
    if (action->objectName() == id) return action->isChecked();
  return false;
}

QString MeasurementsPanel::cell(int row, const QString& id) const {
  const auto& columns = measurementColumns();
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (id == QLatin1String(columns[k].id))
      if (const QTableWidgetItem* item = m_table->item(row, static_cast<int>(k) + 1)) return item->text();
  return {};
}

void MeasurementsPanel::outdate() {
  if (isVisible() && !m_pause.isActive()) m_pause.start();
}

std::optional<sim::analysis::Window> MeasurementsPanel::window() const {
  const auto whole = recordedTime(m_plot.measuredSignals());
  if (!whole) return std::nullopt;
  const auto range = static_cast<Range>(m_range->currentIndex());
  if (range == Range::Cursors)
    return m_cursors.isOn() ? std::optional(sim::analysis::Window{m_cursors.first(), m_cursors.last()})
                            : std::nullopt;
  if (range == Range::Run || m_plot.isPhase()) return whole;
  const AxisRange view = m_plot.canvas().horizontal().range();
  return sim::analysis::Window{std::max(whole->from, view.low), std::min(whole->to, view.high)};
}

void MeasurementsPanel::ask() {
  const bool noCursors = m_range->currentIndex() == static_cast<int>(Range::Cursors) && !m_cursors.isOn();
  m_note->setText(noCursors ? tr("Turn the cursors on to measure between them.") : QString());
  const auto over = window();
  if (!over) return m_table->setRowCount(0);
  Question question{m_plot.measuredSignals(), *over, false};
  for (const MeasurementColumn& column : measurementColumns())
    question.transitions |= column.ofTransitions && isColumnShown(QString::fromLatin1(column.id));
  m_background.ask(std::move(question));
}

void MeasurementsPanel::fill(const Answer& answer) {
  if (answer.measured.size() != answer.signalsAsked.size()) return;
  m_table->setRowCount(static_cast<int>(answer.measured.size()));
  const auto& columns = measurementColumns();
  for (std::size_t r = 0; r < answer.measured.size(); ++r) {
    const int row = static_cast<int>(r);
    setCell(*m_table, row, 0, answer.signalsAsked[r].name, answer.signalsAsked[r].color);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto value = columns[k].value(answer.measured[r]);
      setCell(*m_table, row, static_cast<int>(k) + 1, value ? shownNumber(*value) : QString());
    }
  }
  // Where there are few, extremes and means are those of the lines between them.
  constexpr std::size_t many = 1000;
  if (answer.fewest && *answer.fewest < many)
    m_note->setText(tr("%L1 points, straight lines between").arg(*answer.fewest));
  fitHeight(*m_table, 8);
}

void MeasurementsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  outdate();
}

bool MeasurementsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
    return QWidget::eventFilter(watched, event);
  QApplication::clipboard()->setText(tableText(*m_table));
  return true;
}

}  // namespace fluxion
