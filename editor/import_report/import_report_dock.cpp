#include "editor/import_report/import_report_dock.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "editor/document/diagram_document.h"
#include "editor/document/member_command.h"
#include "editor/focus_ring.h"
#include "editor/import_report/report_model.h"
#include "editor/import_report/wrapped_lines.h"
#include "editor/line_icon.h"
#include "editor/theme.h"
#include "sim_core/import/kept_report.h"

namespace fluxion {

// What an entry of the choice of kinds shows, beside the kinds themselves.
static constexpr int notExact = -2, everything = -1;

ImportReportDock::ImportReportDock(DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Import Report"), parent),
      m_document(document),
      m_model(new ReportModel(this)),
      m_filter(new ReportFilter(*m_model, this)),
      m_following(new QTimer(this)),
      m_summary(new QLabel(this)),
      m_kinds(new QComboBox(this)),
      m_words(new QLineEdit(this)),
      m_byKind(new QCheckBox(tr("By &kind"), this)),
      m_define(new QPushButton(tr("Define &Names…"), this)),
      m_dismiss(new QPushButton(tr("Dis&miss"), this)),
      m_table(new QTreeView(this)) {
  setObjectName(QStringLiteral("importReportDock"));
  m_summary->setObjectName(QStringLiteral("importSummary"));
  m_summary->setWordWrap(true);
  makeTable();
  auto* inside = new QWidget(this);
  auto* layout = new QVBoxLayout(inside);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->setSpacing(6);
  layout->addWidget(makeBar());
  layout->addWidget(m_summary);
  layout->addWidget(m_table, 1);
  setWidget(inside);
  m_following->setSingleShot(true);
  m_following->setInterval(100);
  connect(m_following, &QTimer::timeout, this, [this] { follow(); });
  connect(&m_document, &DiagramDocument::replaced, this, &ImportReportDock::read);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (sim::importing::has_report(m_document.diagram()) != m_report.has_value()) return read();
    if (m_report && isVisible()) m_following->start();
  });
  read();
}

QWidget* ImportReportDock::makeBar() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  m_words->setObjectName(QStringLiteral("importFilter"));
  m_words->setAccessibleName(tr("Filter of the import report"));
  m_words->setPlaceholderText(tr("Filter"));
  m_words->setClearButtonEnabled(true);
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_words->installEventFilter(this);
  m_kinds->setObjectName(QStringLiteral("importKinds"));
  m_kinds->setAccessibleName(tr("Outcomes that are shown"));
  m_kinds->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_byKind->setObjectName(QStringLiteral("importByKind"));
  m_byKind->setToolTip(tr("One line for all blocks of which the same is said; else one line for each block"));
  m_byKind->setChecked(true);
  m_define->setObjectName(QStringLiteral("importDefine"));
  m_define->setToolTip(tr("Asks for the values of all names that nothing defines"));
  m_dismiss->setObjectName(QStringLiteral("importDismiss"));
  m_dismiss->setToolTip(tr("Removes the report from the model; Undo brings it back"));
  row->addWidget(m_words, 1);
  row->addWidget(m_kinds);
  row->addWidget(m_byKind);
  row->addWidget(m_define);
  row->addWidget(m_dismiss);
  connect(m_words, &QLineEdit::textChanged, this, &ImportReportDock::filter);
  connect(m_kinds, &QComboBox::activated, this, &ImportReportDock::filter);
  connect(m_byKind, &QCheckBox::toggled, this, &ImportReportDock::fill);
  connect(m_define, &QPushButton::clicked, this, &ImportReportDock::namesRequested);
  connect(m_dismiss, &QPushButton::clicked, this, [this] {
    if (m_report)
      m_document.undoStack().push(new MemberCommand(m_document, tr("Dismiss Import Report"),
                                                    sim::importing::report_member, std::nullopt));
  });
  return bar;
}

void ImportReportDock::makeTable() {
  m_table->setObjectName(QStringLiteral("importTable"));
  m_table->setAccessibleName(tr("Import report"));
  m_table->setModel(m_filter);
  m_table->setItemDelegate(new WrappedLines(*m_table));
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setAllColumnsShowFocus(true);
  m_table->setExpandsOnDoubleClick(false);
  m_table->installEventFilter(this);
  m_table->viewport()->installEventFilter(this);
  connect(m_table->header(), &QHeaderView::sectionResized, this, [this] {
    if (QApplication::mouseButtons() != Qt::NoButton && m_table->header()->underMouse()) m_ownWidths = true;
  });
  new FocusRing(*m_table);
  auto* copy = new QAction(tr("&Copy"), m_table);
  copy->setObjectName(QStringLiteral("importCopy"));
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(text()); });
  auto* go = new QAction(tr("&Go to Block"), m_table);
  connect(go, &QAction::triggered, this, [this] { activate(m_table->currentIndex()); });
  m_table->addActions({go, copy});
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(m_table, &QTreeView::doubleClicked, this, &ImportReportDock::activate);
  connect(m_table, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    const sim::Id block = m_model->blockOf(m_filter->mapToSource(index));
    if (index.column() == ReportModel::Place && m_document.block(block)) emit blockRequested(block);
  });
}

void ImportReportDock::read() {
  m_report = sim::importing::kept_report(m_document.diagram());
  fill();
  emit reportChanged(m_report.has_value());
}

void ImportReportDock::fill() {
  m_model->fill(m_report.value_or(sim::importing::ImportReport()), m_document.diagram(),
                m_byKind->isChecked());
  fitColumns();
  fillKinds();
  follow(true);
  filter();
}

// In a narrow dock all are narrower, but for the outcome, until somebody drags one.
void ImportReportDock::fitColumns() {
  if (m_ownWidths) return;
  constexpr int letters[] = {34, 18, 20, 48, 48};
  constexpr int outcome = letters[ReportModel::Kind];
  const int letter = fontMetrics().averageCharWidth();
  const int others = std::accumulate(std::begin(letters), std::end(letters), -outcome);
  const double room = m_table->viewport()->width() - outcome * letter;
  const double narrow = std::max(1.0, std::min<double>(letter, room / others));
  for (int column = 0; column < ReportModel::Instead; ++column)
    m_table->header()->resizeSection(
        column, static_cast<int>(letters[column] * (column == ReportModel::Kind ? letter : narrow)));
  m_table->header()->setStretchLastSection(true);
}

// Which kinds there are, with their numbers; what was chosen stays.
void ImportReportDock::fillKinds() {
  const QVariant chosen = m_kinds->currentData();
  const auto& rows = m_model->rows();
  const auto differs = std::ranges::count_if(rows, [](auto& r) { return r.kind < ReportKind::LeftOut; });
  m_kinds->clear();
  m_kinds->addItem(tr("What is not exact (%1)").arg(differs), notExact);
  m_kinds->addItem(tr("Everything (%1)").arg(rows.size()), everything);
  for (int kind = 0; kind < reportKinds; ++kind)
    if (const auto count = std::ranges::count(rows, static_cast<ReportKind>(kind), &ReportRow::kind);
        count > 0)
      m_kinds->addItem(QStringLiteral("%1 (%2)").arg(nameOf(static_cast<ReportKind>(kind))).arg(count), kind);
  m_kinds->setCurrentIndex(std::max(0, m_kinds->findData(chosen)));
}

void ImportReportDock::follow(bool restyle) {
  m_following->stop();
  m_model->update(m_document.diagram(), Theme::current(palette()), palette().link().color(), restyle);
  m_summary->setText(summary());
  for (QWidget* widget : std::initializer_list<QWidget*>{m_words, m_kinds, m_byKind, m_dismiss})
    widget->setEnabled(m_report.has_value());
  m_define->setEnabled(!namesWithoutValue().empty());
}

QString ImportReportDock::summary() const {
  if (!m_report) return tr("This model was not imported, or its report was dismissed.");
  QStringList parts;
  const auto& rows = m_model->rows();
  const sim::Diagram& diagram = m_document.diagram();
  const auto part = [&](ReportKind kind, const QString& text) {
    const auto all = std::ranges::count(rows, kind, &ReportRow::kind);
    const auto done =
        std::ranges::count_if(rows, [&](auto& r) { return r.kind == kind && isDone(r, diagram); });
    if (all == 0) return;
    const bool told = done > 0 && kind <= ReportKind::Unresolved;
    parts << text.arg(all) + (told ? tr(" (%1 done)").arg(done) : QString());
  };
  part(ReportKind::Exact, tr("%1 exact"));
  part(ReportKind::Approximated, tr("%1 approximated"));
  part(ReportKind::Unresolved, tr("%1 unresolved"));
  part(ReportKind::LeftOut, tr("%1 skipped"));
  part(ReportKind::NoValue, tr("names without a value: %1"));
  return tr("%1 (%2), %3 blocks: %4")
      .arg(QString::fromStdString(m_report->file).section(u'/', -1), QString::fromStdString(m_report->format))
      .arg(m_report->blocks.size())
      .arg(parts.join(QStringLiteral(", ")));
}

void ImportReportDock::filter() {
  const int chosen = m_kinds->currentData().toInt();
  const auto kind = chosen >= 0 ? std::optional(static_cast<ReportKind>(chosen)) : std::nullopt;
  m_filter->set(m_words->text(), chosen == everything, kind);
  if (!m_words->text().isEmpty()) m_table->expandAll();
}

void ImportReportDock::activate(const QModelIndex& line) {
  if (!line.isValid()) return;
  const QModelIndex first = line.siblingAtColumn(ReportModel::Place), source = m_filter->mapToSource(first);
  const sim::Id block = m_model->blockOf(source);
  if (m_document.block(block)) return emit blockRequested(block);
  const bool name = m_model->kindOf(source) == ReportKind::NoValue && !source.parent().isValid();
  if (name && !m_model->isDone(source)) return emit namesRequested();
  if (m_filter->hasChildren(first)) m_table->setExpanded(first, !m_table->isExpanded(first));
}

std::vector<sim::importing::UndefinedName> ImportReportDock::namesWithoutValue() const {
  if (!m_report) return {};
  auto names = m_report->undefined;
  std::erase_if(names, [this](const sim::importing::UndefinedName& name) {
    return std::ranges::any_of(m_document.diagram().variables,
                               [&](const auto& entry) { return entry.second.name == name.name; });
  });
  return names;
}

QString ImportReportDock::text() const {
  QStringList lines;
  const QItemSelectionModel* selection = m_table->selectionModel();
  const bool all = !selection->hasSelection();
  for (QModelIndex at = m_filter->index(0, 0); at.isValid(); at = m_table->indexBelow(at)) {
    if (!all && !selection->isSelected(at)) continue;
    QStringList cells;
    for (int column = 0; column < ReportModel::ColumnCount; ++column)
      cells << at.siblingAtColumn(column).data().toString();
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n');
}

bool ImportReportDock::eventFilter(QObject* watched, QEvent* event) {
  const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
  // Who comes by keyboard sees which line keys are about.
  const auto begin = [this] {
    if (!m_table->currentIndex().isValid()) m_table->setCurrentIndex(m_filter->index(0, 0));
  };
  if (watched == m_words && key && key->key() == Qt::Key_Down) {
    m_table->setFocus();
    return begin(), true;
  }
  if (watched == m_table && event->type() == QEvent::FocusIn) begin();
  if (watched == m_table->viewport() && event->type() == QEvent::Resize) fitColumns();
  if (watched == m_table && key) {
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
      return activate(m_table->currentIndex()), true;
    if (key->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(text()), true;
  }
  return QDockWidget::eventFilter(watched, event);
}

void ImportReportDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) follow(true);
}

void ImportReportDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  follow();
}

}  // namespace fluxion
