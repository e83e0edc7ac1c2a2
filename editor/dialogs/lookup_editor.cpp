#include "editor/dialogs/lookup_editor.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/dialogs/matrix_editor.h"
#include "editor/dialogs/point_drawing.h"
#include "editor/dialogs/preview_plot.h"
#include "editor/dialogs/table_history.h"
#include "editor/scopes/plot_labels.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/block/evaluate_parameter.h"

namespace fluxion {

static constexpr int most = MatrixEditor::most;

LookupEditor::LookupEditor(const QString& title, const Texts& texts, const Values& values,
                           const sim::expr::Scope& variables, Breakpoints breakpoints, QWidget* parent)
    : QDialog(parent),
      m_variables(variables),
      m_breakpoints(breakpoints),
      m_twoVariables(!texts.columns.isEmpty()),
      m_table(new QTableWidget(this)),
      m_history(new TableHistory(*m_table)),
      m_plot(new PlotCanvas(this)),
      m_problem(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("lookupEditor"));
  setWindowTitle(title);
  m_table->setObjectName(QStringLiteral("lookupTable"));
  m_table->setAccessibleName(tr("Breakpoints and values"));
  m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 12);
  m_table->setWordWrap(false);
  m_plot->setMinimumSize(300, 240);
  m_problem->setObjectName(QStringLiteral("lookupProblem"));
  m_problem->setWordWrap(true);
  auto* tools = new QHBoxLayout;
  const auto add = [&](const char* name, const QString& text, auto slot) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, slot);
    tools->addWidget(button);
  };
  add("addRow", tr("&Add Row"), [this] { addRow(); });
  add("removeRow", tr("&Remove Row"), [this] { removeLine(true); });
  if (m_twoVariables) {
    add("addColumn", tr("Add &Column"), [this] { addColumn(); });
    add("removeColumn", tr("Remove C&olumn"), [this] { removeLine(false); });
  }
  add("sortRows", tr("&Sort"), [this] { sortRows(); });
  for (QAction* action : {m_history->undoAction(), m_history->redoAction()}) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    tools->addWidget(button);
  }
  tools->addStretch(1);
  if (!m_twoVariables) drawByHand(*tools);
  auto* splitter = new QSplitter(this);
  splitter->addWidget(m_table);
  splitter->addWidget(m_plot);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({m_twoVariables ? 440 : 330, 430});
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(tools);
  layout->addWidget(splitter, 1);
  layout->addWidget(m_problem);
  layout->addWidget(m_buttons);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fill(texts, values);
  connect(m_table, &QTableWidget::itemChanged, this, [this] {
    if (!m_filling) review();
  });
  connect(m_history, &TableHistory::restored, this, &LookupEditor::review);
  resize(m_twoVariables ? 900 : 760, 440);
  review();
}

QString LookupEditor::cell(int row, int column) const {
  const QTableWidgetItem* item = m_table->item(row, column);
  return item ? item->text().trimmed() : QString();
}

void LookupEditor::setCell(int row, int column, const QString& text) {
  if (!m_table->item(row, column)) m_table->setItem(row, column, new QTableWidgetItem);
  m_table->item(row, column)->setText(text);
}

// The cells of a vector as they are written, else what they are worth.
static QStringList elements(const QString& text, const sim::ParameterValue& value) {
  QStringList all;
  if (const auto cells = matrixCells(text))
    for (const QStringList& row : *cells) all += row;
  if (static_cast<std::size_t>(all.size()) == value.numbers.size()) {
    bool vector = value.shape.rows == 1 || value.shape.cols == 1;
    if (vector) return all;
  }
  all.clear();
  for (double number : value.numbers) all += QString::fromStdString(sim::to_text(number));
  return all;
}

void LookupEditor::fill(const Texts& texts, const Values& values) {
  m_filling = true;
  const QStringList rows = elements(texts.rows, values.rows);
  const QStringList columns = m_twoVariables ? elements(texts.columns, values.columns) : QStringList();
  const sim::Shape shape = values.values.shape;
  const int count = static_cast<int>(std::min<qsizetype>(rows.size(), most));
  // A vector of values belongs to the rows, whichever way it lies.
  const bool vector = !m_twoVariables && (shape.rows == 1 || shape.cols == 1);
  const int width = m_twoVariables ? static_cast<int>(columns.size()) : vector ? 1 : shape.cols;
  m_table->setRowCount(count + firstRow());
  m_table->setColumnCount(1 + std::min(width, most));
  for (int r = 0; r < count; ++r) setCell(r + firstRow(), 0, rows[r]);
  for (int c = 0; m_twoVariables && c < width; ++c) setCell(0, c + 1, columns[c]);
  const auto cells = matrixCells(texts.values, shape);
  const QStringList flat = vector ? elements(texts.values, values.values) : QStringList();
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < width; ++c) {
      QString text = QStringLiteral("0");
      const auto at = static_cast<std::size_t>(c * shape.rows + r);
      if (vector)
        text = flat.value(r, text);
      else if (cells && r < static_cast<int>(cells->size()) &&
               c < (*cells)[static_cast<std::size_t>(r)].size())
        text = (*cells)[static_cast<std::size_t>(r)][c];
      else if (r < shape.rows && at < values.values.numbers.size())
        text = QString::fromStdString(sim::to_text(values.values.numbers[at]));
      setCell(r + firstRow(), c + 1, text);
    }
  QStringList titles{m_breakpoints == Breakpoints::Instants ? tr("Time (s)") : tr("Breakpoint")};
  for (int c = 0; c < width; ++c) titles += width == 1 ? tr("Value") : QString::number(c + 1);
  m_table->setHorizontalHeaderLabels(titles);
  m_table->verticalHeader()->setVisible(false);
  m_table->horizontalHeader()->setVisible(!m_twoVariables);
  if (width == 1) m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  if (m_twoVariables) setCell(0, 0, tr("u1 \\ u2"));
  m_filling = false;
}

// Breakpoints stand out; what is wrong is said below, and no table that is wrong can be taken.
void LookupEditor::review() {
  m_filling = true;
  const Theme theme = Theme::current(palette());
  const sim::ParameterSpec spec{};
  QString problem;
  std::vector<std::vector<double>> numbers;
  for (int r = 0; r < m_table->rowCount(); ++r) {
    numbers.emplace_back();
    for (int c = 0; c < m_table->columnCount(); ++c) {
      const bool corner = m_twoVariables && r == 0 && c == 0;
      if (!m_table->item(r, c)) setCell(r, c, QStringLiteral("0"));
      QTableWidgetItem* item = m_table->item(r, c);
      const bool breakpoint = c == 0 || (m_twoVariables && r == 0);
      item->setBackground(breakpoint ? mixed(theme.plotBackground, theme.plotText, 0.08) : QBrush());
      if (corner) item->setFlags(Qt::NoItemFlags);
      const auto value = sim::evaluate_parameter(spec, cell(r, c).toStdString(), m_variables);
      const bool fine = corner || (value && value->shape.is_scalar() && value->imaginary.empty());
      numbers.back().push_back(fine && !corner ? value->number() : std::nan(""));
      item->setForeground(fine ? QBrush() : QBrush(theme.error));
      if (!fine && problem.isEmpty()) problem = tr("“%1” is no number.").arg(cell(r, c));
    }
  }
  const bool instants = m_breakpoints == Breakpoints::Instants;  // two equal ones make a jump
  const auto rises = [&](int from, int to, auto at, const QString& which) {
    for (int k = from + 1; k < to && problem.isEmpty(); ++k)
      if (!(at(k) > at(k - 1)) && !(instants && at(k) == at(k - 1)))
        problem = tr("%1 do not rise: %2 follows %3.").arg(which).arg(at(k)).arg(at(k - 1));
  };
  const auto n = [&](int r, int c) {
    return numbers[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  };
  rises(
      firstRow(), m_table->rowCount(), [&](int k) { return n(k, 0); },
      instants ? tr("The times") : tr("The breakpoints of the rows"));
  if (m_twoVariables)
    rises(
        1, m_table->columnCount(), [&](int k) { return n(0, k); }, tr("The breakpoints of the columns"));
  m_filling = false;
  m_valid = problem.isEmpty();
  QPalette colors = m_problem->palette();
  colors.setColor(QPalette::WindowText, theme.error);
  m_problem->setPalette(colors);
  m_problem->setText(problem);
  m_buttons->button(QDialogButtonBox::Ok)->setEnabled(m_valid);
  if (!m_hand || !m_hand->isDragging()) m_history->record();
  plot(numbers);
}

// The values over the breakpoints of the rows; a curve for each column.
void LookupEditor::plot(const std::vector<std::vector<double>>& numbers) {
  constexpr int mostCurves = 12;
  const bool drawn = m_plot->axesCount() > 0;
  const AxisRange x = drawn ? m_plot->horizontal(0).range() : AxisRange(),
                  y = drawn ? m_plot->vertical(0).range() : AxisRange();
  m_plot->clear();
  const bool instants = m_breakpoints == Breakpoints::Instants;
  m_plot->addAxes(instants ? tr("value") : QStringLiteral("y"));
  m_plot->setHorizontalLabel(instants         ? timeAxisTitle()
                             : m_twoVariables ? QStringLiteral("u1")
                                              : QStringLiteral("u"));
  std::vector<std::vector<CurvePoint>> curves;
  const int columns = std::min(m_table->columnCount(), 1 + mostCurves);
  for (int c = 1; c < columns; ++c) {
    std::vector<CurvePoint> points;
    for (int r = firstRow(); r < m_table->rowCount(); ++r)
      points.push_back({numbers[static_cast<std::size_t>(r)][0],
                        numbers[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]});
    const QString name = m_twoVariables ? tr("u2 = %1").arg(cell(0, c)) : QString::number(c);
    const int curve = m_plot->addCurve(0, name, (c - 1) % 8, 0, PlotCanvas::CurveKind::Phase);
    m_plot->setData(curve, points);
    curves.push_back(std::move(points));
  }
  if (curves.size() == 1) m_plot->removeLegend(0);
  // Under a hand that drags a point the picture stays where it is.
  const bool held = m_hand && m_hand->isDragging();
  PlotRanges ranges = held ? PlotRanges{x, y} : rangesOf(curves);
  if (m_hand && !held) {  // room to take hold of the outer points, and to draw beyond them
    const double room = 0.08 * ranges.x.span();
    ranges.x = {ranges.x.low - room, ranges.x.high + room};
  }
  m_plot->setHorizontalRange(ranges.x);
  m_plot->vertical(0).setRange(ranges.y);
  if (m_hand) m_hand->setPoints(std::move(curves));
  m_plot->redraw();
}

static QString written(const QString& cell) {
  static const QRegularExpression simple(QStringLiteral("^[-+]?[\\w.]+([eE][-+]?\\d+)?$"));
  return cell.isEmpty() ? QStringLiteral("0") : cell.contains(simple) ? cell : u'(' + cell + u')';
}

LookupEditor::Texts LookupEditor::texts() const {
  const auto bracketed = [](const QStringList& cells, const char* between) {
    return QStringLiteral("[%1]").arg(cells.join(QLatin1String(between)));
  };
  QStringList rows, columns, lines;
  for (int r = firstRow(); r < m_table->rowCount(); ++r) {
    rows += written(cell(r, 0));
    QStringList line;
    for (int c = 1; c < m_table->columnCount(); ++c) line += written(cell(r, c));
    lines += line.join(u' ');
  }
  for (int c = 1; m_twoVariables && c < m_table->columnCount(); ++c) columns += written(cell(0, c));
  const bool vector = m_table->columnCount() == 2 && !m_twoVariables;
  return {bracketed(rows, " "), m_twoVariables ? bracketed(columns, " ") : QString(),
          bracketed(lines, vector ? " " : "; ")};
}

void LookupEditor::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste)) return paste();
  QDialog::keyPressEvent(event);
}

}  // namespace fluxion
