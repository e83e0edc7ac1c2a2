#include "editor/dialogs/matrix_editor.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/dialogs/table_history.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/matrix_elements.h"

namespace fluxion {

std::optional<std::vector<QStringList>> matrixCells(const QString& text) {
  static const QRegularExpression notPlain(QStringLiteral("[\\s\\[\\](){}'\"]"));
  const std::string written = text.toStdString();
  const auto elements = sim::expr::matrix_elements(written);
  if (!elements) return {};
  std::vector<QStringList> rows;
  for (const auto& row : *elements) {
    rows.emplace_back();
    for (const std::string_view element : row) {
      rows.back() += QString::fromUtf8(element.data(), static_cast<qsizetype>(element.size()));
      if (rows.back().back().contains(notPlain)) return {};
    }
  }
  return rows;
}

std::optional<std::vector<QStringList>> matrixCells(const QString& text, sim::Shape shape) {
  auto cells = matrixCells(text);
  if (cells && (static_cast<int>(cells->size()) != shape.rows || cells->front().size() != shape.cols))
    return {};
  return cells;
}

MatrixEditor::MatrixEditor(const QString& title, const QString& text, const sim::ParameterValue& value,
                           QWidget* parent)
    : QDialog(parent),
      m_table(new QTableWidget(this)),
      m_history(new TableHistory(*m_table)),
      m_rows(new QSpinBox(this)),
      m_columns(new QSpinBox(this)) {
  setObjectName(QStringLiteral("matrixEditor"));
  setWindowTitle(title);
  m_table->setObjectName(QStringLiteral("matrixTable"));
  m_table->setAccessibleName(tr("Elements"));
  m_table->setTabKeyNavigation(false);  // arrows go through the cells, and Tab while one is edited
  m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 12);
  auto* sizes = new QHBoxLayout;
  for (const auto& [box, name, label] :
       {std::tuple{m_rows, "matrixRows", tr("&Rows")}, {m_columns, "matrixColumns", tr("&Columns")}}) {
    box->setObjectName(QLatin1String(name));
    box->setRange(1, most);
    auto* caption = new QLabel(label, this);
    caption->setBuddy(box);
    sizes->addWidget(caption);
    sizes->addWidget(box);
    connect(box, &QSpinBox::valueChanged, this, [this] {
      resizeTable();
      if (!m_filling) m_history->record();
    });
  }
  for (QAction* action : {m_history->undoAction(), m_history->redoAction()}) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    sizes->addWidget(button);
  }
  sizes->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(sizes);
  const auto cells = matrixCells(text, value.shape);
  if (!cells && !value.shape.is_scalar()) {
    auto* note = new QLabel(tr("These are the values of “%1”; the table takes its place.").arg(text), this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    layout->addWidget(note);
  }
  layout->addWidget(m_table, 1);
  layout->addWidget(buttons);
  fill(value);
  for (std::size_t i = 0; cells && i < cells->size(); ++i)
    for (qsizetype j = 0; j < (*cells)[i].size(); ++j)
      if (auto* item = m_table->item(static_cast<int>(i), static_cast<int>(j))) item->setText((*cells)[i][j]);
  m_filling = false;
  m_history->record();
  connect(m_table, &QTableWidget::itemChanged, this, [this] {
    if (!m_filling) m_history->record();
  });
  connect(m_history, &TableHistory::restored, this, &MatrixEditor::takeSize);
  resize(520, 360);
}

void MatrixEditor::fill(const sim::ParameterValue& value) {
  const int rows = std::clamp(value.shape.rows, 1, most), columns = std::clamp(value.shape.cols, 1, most);
  m_rows->setValue(rows);
  m_columns->setValue(columns);
  resizeTable();
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      if (const auto at = static_cast<std::size_t>(j * value.shape.rows + i); at < value.numbers.size())
        m_table->item(i, j)->setText(QString::fromStdString(sim::to_text(value.numbers[at])));
}

void MatrixEditor::resizeTable() {
  const QSignalBlocker quiet(m_table);
  m_table->setRowCount(m_rows->value());
  m_table->setColumnCount(m_columns->value());
  for (int i = 0; i < m_table->rowCount(); ++i)
    for (int j = 0; j < m_table->columnCount(); ++j)
      if (!m_table->item(i, j)) m_table->setItem(i, j, new QTableWidgetItem(QStringLiteral("0")));
}

void MatrixEditor::takeSize() {
  const QSignalBlocker rows(m_rows), columns(m_columns);
  m_rows->setValue(m_table->rowCount());
  m_columns->setValue(m_table->columnCount());
}

QString MatrixEditor::text() const {
  static const QRegularExpression simple(QStringLiteral("^[-+]?[\\w.]+([eE][-+]?\\d+)?$"));
  QStringList rows;
  for (int i = 0; i < m_table->rowCount(); ++i) {
    QStringList cells;
    for (int j = 0; j < m_table->columnCount(); ++j) {
      const QString cell = m_table->item(i, j)->text().trimmed();
      cells += cell.isEmpty() ? QStringLiteral("0") : cell.contains(simple) ? cell : u'(' + cell + u')';
    }
    rows += cells.join(u' ');
  }
  if (rows.size() == 1 && m_table->columnCount() == 1) return m_table->item(0, 0)->text().trimmed();
  return QStringLiteral("[%1]").arg(rows.join(QStringLiteral("; ")));
}

// From the current cell on; the table grows as far as it has to.
void MatrixEditor::paste() {
  static const QRegularExpression between(QStringLiteral("[\\t,]"));
  QStringList lines = QApplication::clipboard()->text().split(u'\n');
  while (!lines.isEmpty() && lines.last().trimmed().isEmpty()) lines.removeLast();
  const int row = std::max(m_table->currentRow(), 0), column = std::max(m_table->currentColumn(), 0);
  m_filling = true;
  qsizetype widest = 0;
  for (const QString& line : lines) widest = std::max(widest, line.split(between).size());
  m_rows->setValue(
      std::max<int>(m_rows->value(), row + static_cast<int>(std::min<qsizetype>(lines.size(), most))));
  m_columns->setValue(
      std::max<int>(m_columns->value(), column + static_cast<int>(std::min<qsizetype>(widest, most))));
  for (int i = 0; i < lines.size(); ++i) {
    const QStringList cells = lines[i].split(between);
    for (int j = 0; j < cells.size(); ++j)
      if (auto* item = m_table->item(row + i, column + j)) item->setText(cells[j].trimmed());
  }
  m_filling = false;
  m_history->record();
}

void MatrixEditor::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste)) return paste();
  QDialog::keyPressEvent(event);
}

}  // namespace fluxion
