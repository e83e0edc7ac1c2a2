#include "editor/jacobian/jacobian_view.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "editor/jacobian/group_colors.h"
#include "editor/jacobian/spy_plot.h"
#include "editor/jacobian/wrapped_label.h"
#include "editor/plain_text.h"

namespace fluxion {

namespace {

enum Column { Number, States, Names };
constexpr int groupRole = Qt::UserRole;
constexpr int everyGroup = -1, noGroup = -2;

QIcon swatch(const QColor& color, double ratio) {
  constexpr int side = 16, edge = 2;
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter(&pixmap).fillRect(edge, edge, side - 2 * edge, side - 2 * edge, color);
  return pixmap;
}

}  // namespace

JacobianView::JacobianView(std::shared_ptr<CompiledModels> models, std::function<sim::Diagram()> model,
                           QWidget* parent)
    : QWidget(parent),
      m_model(std::move(model)),
      m_inquiry(this, modelWork(std::move(models)), [this](const ModelAnswer& answer) { take(answer); }),
      m_stack(new QStackedWidget),
      m_title(new WrappedLabel("jacobianMessage")),
      m_details(new WrappedLabel("jacobianDetails")) {
  setObjectName(QStringLiteral("jacobianView"));
  m_details->setAccessibleName(tr("About the entry that is pointed at"));
  constexpr int delay = 150, patience = 250;  // ms
  for (auto [timer, interval] : {std::pair{&m_delay, delay}, {&m_patience, patience}}) {
    timer->setSingleShot(true);
    timer->setInterval(interval);
  }
  m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* message = new QWidget;
  auto* column = new QVBoxLayout(message);
  column->setContentsMargins(0, 8, 0, 0);
  column->addWidget(m_title);
  column->addWidget(m_details);
  column->addStretch(1);
  m_stack->addWidget(message);
  m_stack->addWidget(makeContent());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  paintHints();
  connect(&m_delay, &QTimer::timeout, this, &JacobianView::refresh);
  connect(&m_patience, &QTimer::timeout, this, [this] { say(tr("Compiling…")); });
}

QWidget* JacobianView::makePicture() {
  m_plot = new SpyPlot;
  auto* widget = new QWidget;
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(0, 0, 0, 0);
  constexpr int all = 1000, rest = 1;
  column->addWidget(m_plot, all);
  column->addStretch(rest);
  return widget;
}

// Of a fixed height: were it that of the text, the picture above would make room, and with its size the text
// would change.
QLayout* JacobianView::makeReadout() {
  m_scale = new QLabel;
  m_scale->setObjectName(QStringLiteral("jacobianScale"));
  m_scale->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_pointedAt = new QLabel;
  m_pointedAt->setObjectName(QStringLiteral("jacobianPointedAt"));
  m_pointedAt->setWordWrap(true);
  m_pointedAt->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_pointedAt->setTextFormat(Qt::PlainText);
  m_pointedAt->setFixedHeight(2 * fontMetrics().lineSpacing());
  connect(m_plot, &SpyPlot::pointedAt, m_pointedAt, &QLabel::setText);
  connect(m_plot, &SpyPlot::cellsChanged, this, &JacobianView::showScale);
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  m_values = new QCheckBox(tr("&Values at the start"));
  m_values->setObjectName(QStringLiteral("jacobianValues"));
  m_values->setToolTip(
      tr("Colors by the numbers of df/dx where a run begins, over six decades: one color for each sign"));
  connect(m_values, &QCheckBox::toggled, this, [this](bool on) {
    m_plot->showValues(on);
    showScale();
  });
  auto* row = new QHBoxLayout;
  row->addWidget(m_scale, 1);
  row->addWidget(m_values);
  column->addLayout(row);
  column->addWidget(m_pointedAt);
  return column;
}

QWidget* JacobianView::makeFacts() {
  auto* widget = new QWidget;
  auto* grid = new QGridLayout(widget);
  grid->setContentsMargins(0, 4, 0, 0);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(1, 1);
  for (int k = 0; k < JacobianFacts::FactCount; ++k) {
    const auto fact = static_cast<JacobianFacts::Fact>(k);
    auto* name = m_names[k] = new QLabel(JacobianFacts::name(fact));
    auto* text = m_facts[k] = new WrappedLabel("jacobianFact");
    name->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid->addWidget(name, k, 0);
    grid->addWidget(text, k, 1);
  }
  auto* copy = new QPushButton(tr("&Copy as Text"));
  copy->setObjectName(QStringLiteral("copyJacobian"));
  copy->setToolTip(tr("Copies these facts, the pattern and the groups as plain text"));
  connect(copy, &QPushButton::clicked, this, &JacobianView::copyText);
  grid->setRowStretch(JacobianFacts::FactCount, 1);
  grid->addWidget(copy, JacobianFacts::FactCount + 1, 0, 1, 2, Qt::AlignLeft);
  return widget;
}

QWidget* JacobianView::makeContent() {
  m_groups = new QTreeWidget;
  m_groups->setObjectName(QStringLiteral("jacobianGroups"));
  m_groups->setAccessibleName(tr("Groups of states that are moved together"));
  m_groups->setHeaderLabels({tr("Group"), tr("States"), tr("Moved together")});
  m_groups->setWhatsThis(
      tr("Columns of one group share no row, so that one evaluation serves them all. The chosen group stands "
         "out in the picture."));
  m_groups->setRootIsDecorated(false);
  m_groups->setUniformRowHeights(true);
  m_groups->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  m_groups->setMinimumHeight(6 * fontMetrics().lineSpacing());
  m_groups->header()->setSectionResizeMode(QHeaderView::Interactive);
  const int character = fontMetrics().averageCharWidth();
  m_groups->setColumnWidth(Number, 12 * character);
  m_groups->setColumnWidth(States, 10 * character);
  connect(m_groups, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    const int group = item ? item->data(Number, groupRole).toInt() : everyGroup;
    m_plot->highlightGroup(group >= 0 ? std::optional(group) : std::nullopt);
  });
  auto* content = new QWidget;
  auto* grid = new QGridLayout(content);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(16);
  grid->addWidget(makePicture(), 0, 0);
  grid->addWidget(makeFacts(), 0, 1);
  grid->addLayout(makeReadout(), 1, 0, 1, 2);
  grid->addWidget(m_groups, 2, 0, 1, 2);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(0, 3);
  grid->setRowStretch(2, 2);
  return content;
}

void JacobianView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void JacobianView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  paintHints();
  if (m_report) fillGroups();
}

void JacobianView::paintHints() {
  QPalette hint = palette();
  hint.setColor(QPalette::WindowText, Theme::current(hint).hint);
  for (QLabel* label : m_names) label->setPalette(hint);
  for (QLabel* label : {m_scale, m_pointedAt}) label->setPalette(hint);
}

void JacobianView::modelChanged() {
  if (isVisible()) m_delay.start();
}

void JacobianView::refresh() {
  m_delay.stop();
  if (!isVisible()) return;
  auto model = std::make_shared<const sim::Diagram>(m_model());
  if (m_asked && *model == *m_asked) return;
  m_asked = model;
  m_inquiry.ask(std::move(model));
  if (m_report)
    m_patience.start();  // most models are compiled before anybody would see the picture go
  else
    say(tr("Compiling…"));
}

void JacobianView::take(const ModelAnswer& answer) {
  m_patience.stop();
  if (!answer.report) {
    sim::Diagnostics errors;
    std::copy_if(answer.problems.begin(), answer.problems.end(), std::back_inserter(errors),
                 [](const auto& d) { return d.severity == sim::Severity::Error; });
    QString details = errors.empty() ? QString() : QString::fromStdString(sim::to_text(errors.front()));
    if (errors.size() > 1)
      details += u'\n' + (errors.size() == 2 ? tr("There is one more error.")
                                             : tr("There are %1 more errors.").arg(errors.size() - 1));
    return say(tr("The model does not compile, so its Jacobian is not known:"), details);
  }
  if (answer.report->pattern.cols == 0)
    return say(tr("The model has no continuous states, so there is no Jacobian."));
  m_report = answer.report;
  m_valuesAtStart = answer.values;
  showReport();
}

void JacobianView::say(const QString& title, const QString& details) {
  m_report = nullptr;
  m_plot->setReport(nullptr);
  m_groups->clear();
  m_title->say(title);
  m_details->say(details);
  m_stack->setCurrentIndex(0);
}

void JacobianView::setLastRun(const sim::RunStatistics& statistics) {
  m_lastRun = std::make_unique<sim::RunStatistics>(statistics);
  if (m_report) showReport();
}

void JacobianView::showReport() {
  m_plot->setReport(m_report);
  m_plot->setValues(m_valuesAtStart);
  m_values->setEnabled(!m_valuesAtStart.empty());
  for (int k = 0; k < JacobianFacts::FactCount; ++k) {
    const QString text = JacobianFacts::text(static_cast<JacobianFacts::Fact>(k), *m_report, m_lastRun.get());
    m_facts[k]->say(text);
    m_facts[k]->setHidden(text.isEmpty());
    m_names[k]->setHidden(text.isEmpty());
  }
  fillGroups();
  m_stack->setCurrentIndex(1);
}

void JacobianView::showScale() {
  const int scale = m_plot->cells().scale();
  if (m_values->isChecked() && m_values->isEnabled())
    return m_scale->setText(
        scale == 1
            ? tr("Entries of df/dx at the start: blue is positive, orange negative; the stronger, the larger")
            : tr("A cell shows the largest of %1 × %1 entries of df/dx at the start").arg(scale));
  m_scale->setText(scale == 1
                       ? tr("A mark stands for an entry of df/dx that may be non-zero")
                       : tr("A cell stands for %1 × %1 entries of df/dx; gray: several groups").arg(scale));
  m_pointedAt->setText(m_plot->hasFocus() ? m_plot->describe(m_plot->cursorCell()) : QString());
}

void JacobianView::addGroup(const QString& number, std::span<const int> states, int group) {
  const Theme theme = Theme::current(palette());
  auto* item = new QTreeWidgetItem(
      m_groups, {number, QString::number(states.size()), JacobianFacts::stateNames(*m_report, states)});
  item->setData(Number, groupRole, group);
  if (group >= 0) item->setIcon(Number, swatch(groupColor(theme, group), devicePixelRatioF()));
  item->setToolTip(Names, plainTip(item->text(Names)));
}

void JacobianView::fillGroups() {
  constexpr int mostShown = 200;
  const sim::Coloring& groups = m_report->groups;
  m_groups->clear();
  auto* all = new QTreeWidgetItem(m_groups, {tr("all"), QString::number(m_report->pattern.cols), QString()});
  all->setData(Number, groupRole, everyGroup);
  for (int g = 0; g < std::min(groups.count, mostShown); ++g)
    addGroup(QString::number(g + 1), groups.group(g), g);
  if (groups.count > mostShown) {
    auto* more = new QTreeWidgetItem(m_groups, {tr("%1 more").arg(groups.count - mostShown)});
    more->setData(Number, groupRole, everyGroup);
  }
  std::vector<int> empty;
  for (int j = 0; j < m_report->pattern.cols; ++j)
    if (groups.color[static_cast<std::size_t>(j)] < 0) empty.push_back(j);
  if (!empty.empty()) {
    addGroup(tr("none"), empty, noGroup);
    m_groups->topLevelItem(m_groups->topLevelItemCount() - 1)
        ->setToolTip(Number, tr("No derivative depends on these states: their columns are zero"));
  }
  m_groups->setCurrentItem(all);
}

void JacobianView::copyText() const {
  if (m_report) QGuiApplication::clipboard()->setText(QString::fromStdString(sim::jacobian_text(*m_report)));
}

}  // namespace fluxion
