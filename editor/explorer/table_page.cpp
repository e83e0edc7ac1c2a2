#include "editor/explorer/table_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "editor/document/define_variable.h"
#include "editor/explorer/cell_delegate.h"
#include "editor/explorer/editable_table.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/theme.h"

namespace fluxion {

TablePage::TablePage(const QString& title, const QString& name, QWidget* parent)
    : QWidget(parent),
      m_filter(new TableFilter(this)),
      m_view(new QTableView(this)),
      m_delegate(new CellDelegate(this)),
      m_words(new QLineEdit(this)),
      m_text(new QLineEdit(this)),
      m_set(new QPushButton(tr("Set"), this)),
      m_count(new QLabel(this)),
      m_setLabel(new QLabel(tr("Selected rows:"), this)),
      m_problem(new QLabel(this)),
      m_define(new QToolButton(this)),
      m_top(new QHBoxLayout),
      m_bottom(new QHBoxLayout) {
  m_words->setObjectName(name + QStringLiteral("Filter"));
  m_words->setAccessibleName(tr("Filter of %1").arg(title));
  m_words->setPlaceholderText(tr("Filter"));
  m_words->setClearButtonEnabled(true);
  m_words->setMinimumWidth(fontMetrics().averageCharWidth() * 20);
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_words->installEventFilter(this);
  m_view->setObjectName(name + QStringLiteral("Table"));
  m_view->setAccessibleName(title);
  m_view->setItemDelegate(m_delegate);
  m_view->setSortingEnabled(true);
  m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
  m_view->setTabKeyNavigation(false);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setWordWrap(false);
  m_view->installEventFilter(this);
  m_view->verticalHeader()->hide();
  m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  QHeaderView* header = m_view->horizontalHeader();
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setHighlightSections(false);
  header->setStretchLastSection(true);
  m_text->setObjectName(name + QStringLiteral("Text"));
  m_text->setAccessibleName(tr("New text of the selected rows"));
  m_text->setPlaceholderText(tr("New text for all of them"));
  m_setLabel->setBuddy(m_text);
  m_set->setObjectName(name + QStringLiteral("Set"));
  m_problem->setObjectName(name + QStringLiteral("Problem"));
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_define->setObjectName(name + QStringLiteral("Define"));
  m_define->setToolTip(plainTip(defineTip()));
  m_define->setFocusPolicy(Qt::NoFocus);  // the cell stays open; Alt+N does the same
  m_define->hide();
  m_top->addWidget(m_words, 1);
  m_top->addWidget(m_count);
  m_bottom->addWidget(m_setLabel);
  m_bottom->addWidget(m_text, 1);
  m_bottom->addWidget(m_set);
  m_bottom->addWidget(m_define);
  m_bottom->addWidget(m_problem, 2);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->setSpacing(6);
  layout->addLayout(m_top);
  layout->addWidget(m_view, 1);
  layout->addLayout(m_bottom);

  auto* typing = new QTimer(this);
  typing->setSingleShot(true);
  typing->setInterval(80);
  connect(m_words, &QLineEdit::textChanged, typing, qOverload<>(&QTimer::start));
  connect(typing, &QTimer::timeout, this, [this] {
    m_filter->setFilter(m_words->text());
    count();
  });
  connect(m_delegate, &CellDelegate::problemFound, this, &TablePage::say);
  connect(m_define, &QToolButton::clicked, this, &TablePage::define);
  const auto set = [this] { setSelected(m_text->text()); };
  connect(m_set, &QPushButton::clicked, this, set);
  connect(m_text, &QLineEdit::returnPressed, this, set);
  connect(m_text, &QLineEdit::textEdited, this, [this] { say({}); });
  connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (!(index.flags() & Qt::ItemIsEditable)) activate(index);
  });
}

void TablePage::setTable(EditableTable* table, const QList<int>& widths) {
  if (m_filter->table()) m_filter->table()->disconnect(this);
  const QItemSelectionModel* old = m_view->selectionModel();
  m_filter->setTable(table);
  if (m_view->model() != m_filter) {
    m_view->setModel(m_filter);
    delete old;
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePage::onSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &TablePage::onSelection);
  }
  m_view->sortByColumn(-1, Qt::AscendingOrder);  // as the table is
  for (int column = 0; column < widths.size(); ++column)
    m_view->setColumnWidth(column, widths[column] * fontMetrics().averageCharWidth());
  connect(table, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
    const int row = currentRow();
    if (row < 0) return;
    m_key = this->table()->key(row);
    m_column = m_view->currentIndex().column();
  });
  connect(table, &QAbstractItemModel::modelReset, this, [this] {
    if (const int row = m_key.isEmpty() ? -1 : this->table()->rowOf(m_key); row >= 0)
      selectRow(row, m_column);
    m_key.clear();
    count();
    onSelection();
  });
  count();
  onSelection();
}

void TablePage::count() {
  const int shown = m_filter->rowCount(), all = table()->rowCount();
  m_count->setText(shown == all ? tr("%1 rows").arg(all) : tr("%1 of %2 rows").arg(shown).arg(all));
}

std::vector<int> TablePage::selectedRows() const {
  std::vector<int> rows;
  if (!m_view->selectionModel()) return rows;
  for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
    rows.push_back(m_filter->mapToSource(index).row());
  std::sort(rows.begin(), rows.end());
  return rows;
}

int TablePage::currentRow() const { return m_filter->mapToSource(m_view->currentIndex()).row(); }

void TablePage::selectRow(int tableRow, int column) {
  const QModelIndex index = m_filter->mapFromSource(table()->index(tableRow, column));
  if (!index.isValid()) return;
  m_view->setCurrentIndex(index);
  m_view->scrollTo(index);
}

QString TablePage::setSelected(const QString& text) {
  const int column = table()->columnToSet(std::max(0, m_view->currentIndex().column()));
  const std::vector<int> rows = selectedRows();
  if (column < 0 || rows.empty()) return {};
  const QString problem = table()->set(rows, column, text);
  say(problem, problem.isEmpty() ? QString() : unknownIn(text));
  return problem;
}

// In the rows that are selected, in the column that would be set.
QString TablePage::unknownIn(const QString& text) const {
  const int column = table()->columnToSet(std::max(0, m_view->currentIndex().column()));
  for (int row : selectedRows())
    if (const auto names = table()->unknownNames(row, column, text); !names.empty())
      return QString::fromStdString(names.front());
  return {};
}

// A cell that is being edited stays so, with its text; the field below sets its rows.
void TablePage::define() {
  auto* cell = m_view->viewport()->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
  const QString text = cell ? cell->text() : m_text->text();
  defineVariable(table()->document(), m_unknown);
  if (cell)
    m_delegate->reviewAgain(cell, text);
  else
    setSelected(text);
}

void TablePage::say(const QString& problem, const QString& unknown) {
  m_unknown = unknown;
  m_define->setText(defineText(unknown));
  m_define->setVisible(!unknown.isEmpty());
  QPalette palette = m_problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  m_problem->setPalette(palette);
  m_problem->setText(problem);
  m_problem->setToolTip(problem.toHtmlEscaped());
}

void TablePage::onSelection() {
  const auto rows = selectedRows().size();
  const QModelIndex current = m_view->currentIndex();
  const int column = rows > 0 ? table()->columnToSet(std::max(0, current.column())) : -1;
  m_text->setEnabled(column >= 0);
  m_set->setEnabled(column >= 0);
  m_setLabel->setText(column >= 0
                          ? tr("Set %1 of %2 rows:")
                                .arg(table()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
                                .arg(rows)
                          : tr("Selected rows:"));
  say({});
  emit selectionChanged();
}

void TablePage::activate(const QModelIndex& index) {
  const QModelIndex source = m_filter->mapToSource(index);
  if (source.isValid()) emit rowActivated(source.row(), source.column());
}

bool TablePage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (watched == m_words && (key == Qt::Key_Down || enter) && m_filter->rowCount() > 0) {
    m_view->setFocus();
    if (!m_view->currentIndex().isValid()) m_view->setCurrentIndex(m_filter->index(0, 0));
    return true;
  }
  if (watched == m_view && enter && m_view->hasFocus()) {
    const QModelIndex index = m_view->currentIndex();
    if (index.flags() & Qt::ItemIsEditable)
      m_view->edit(index);
    else
      activate(index);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fluxion
