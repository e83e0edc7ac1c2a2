#include "editor/run_archive/compare_window.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_archive/run_text.h"
#include "editor/secondary_window.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/model_run/output_file.h"

namespace fluxion {

enum Column { Signal, Block, Verdict, Largest, AtTime, FirstOut, Absolute, Relative, Time, ColumnCount };

static QString named(const Run& run) { return QString::fromStdString(run->summary.name); }

static QString verdictText(sim::Verdict verdict) {
  switch (verdict) {
    case sim::Verdict::Out:
      return CompareWindow::tr("out of tolerance");
    case sim::Verdict::DifferentTimes:
      return CompareWindow::tr("covers another time");
    case sim::Verdict::DifferentDimensions:
      return CompareWindow::tr("different dimensions");
    case sim::Verdict::MissingInOther:
      return CompareWindow::tr("missing in the other run");
    case sim::Verdict::MissingInBaseline:
      return CompareWindow::tr("missing in the baseline");
    case sim::Verdict::Failed:
      return CompareWindow::tr("could not be read");
    case sim::Verdict::Within:
      break;
  }
  return CompareWindow::tr("within tolerance");
}

CompareWindow::CompareWindow(RunLibrary& library, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_library(library),
      m_title(new QLabel(this)),
      m_conclusion(new QLabel(this)),
      m_coarse(new QLabel(this)),
      m_absolute(toleranceField("compareAbsolute", tr("Absolute tolerance, in each signal's unit"))),
      m_relative(toleranceField(
          "compareRelative",
          tr("Relative tolerance, of the baseline's magnitude; the larger of the two counts"))),
      m_time(toleranceField(
          "compareTime",
          tr("Time tolerance in s: how far earlier or later the baseline may have the value"))),
      m_previous(button("comparePrevious", tr("&Previous"), tr("The difference before (Shift+F3)"))),
      m_next(button("compareNext", tr("&Next"), tr("The next difference (F3)"))),
      m_table(new QTreeWidget(this)),
      m_plot(new RunPlot(this)) {
  setObjectName(QStringLiteral("compareWindow"));
  closeByKeys(*this);
  build();
  resize(980, 720);
  connect(m_table, &QTreeWidget::currentItemChanged, this, &CompareWindow::plotChosen);
  connect(m_table, &QTreeWidget::itemChanged, this, &CompareWindow::onEdited);
  connect(m_previous, &QPushButton::clicked, this, [this] { goToDifference(false); });
  connect(m_next, &QPushButton::clicked, this, [this] { goToDifference(true); });
  for (QLineEdit* field : {m_absolute, m_relative, m_time})
    connect(field, &QLineEdit::editingFinished, this, &CompareWindow::readTolerances);
}

QPushButton* CompareWindow::button(const char* name, const QString& text, const QString& tip) {
  auto* made = new QPushButton(text, this);
  made->setObjectName(QLatin1String(name));
  made->setToolTip(tip);
  made->setAutoDefault(false);
  return made;
}

QLineEdit* CompareWindow::toleranceField(const char* name, const QString& label) {
  auto* field = new QLineEdit(QStringLiteral("0"), this);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(label);
  field->setToolTip(label);
  field->setMaximumWidth(fontMetrics().averageCharWidth() * 12);
  return field;
}

void CompareWindow::build() {
  QFont bold = font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_title->setTextFormat(Qt::PlainText);
  m_conclusion->setTextFormat(Qt::PlainText);
  m_coarse->setObjectName(QStringLiteral("compareCoarse"));
  m_coarse->setTextFormat(Qt::PlainText);
  m_coarse->setWordWrap(true);
  m_coarse->hide();
  m_table->setObjectName(QStringLiteral("compareTable"));
  m_table->setAccessibleName(tr("Verdicts, the worst first"));
  m_table->setHeaderLabels({tr("Signal"), tr("Block"), tr("Verdict"), tr("Largest difference"), tr("at t"),
                            tr("First out at t"), tr("Absolute"), tr("Relative"), tr("Time")});
  for (int column : {Absolute, Relative, Time})
    m_table->headerItem()->setToolTip(
        column, tr("Tolerances of this signal alone; type a number, or nothing for those above"));
  m_table->setRootIsDecorated(false);
  m_table->setUniformRowHeights(true);
  m_table->setAlternatingRowColors(true);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  connect(m_table, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item, int column) {
    if (column >= Absolute) m_table->editItem(item, column);
  });
  auto* swap = button("compareSwap", tr("S&wap"), tr("The other run becomes the baseline"));
  auto* copy = button("compareCopy", tr("&Copy Report"), tr("The verdicts as text, to the clipboard"));
  auto* save = button("compareSave", tr("&Save Report…"), tr("Write the verdicts as a page"));
  connect(swap, &QPushButton::clicked, this, &CompareWindow::swap);
  connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(reportText()); });
  connect(save, &QPushButton::clicked, this, &CompareWindow::saveReport);
  auto* head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(swap);
  head->addWidget(copy);
  head->addWidget(save);
  auto* tolerances = new QHBoxLayout;
  const std::pair<QString, QLineEdit*> fields[] = {
      {tr("&Absolute"), m_absolute}, {tr("&Relative"), m_relative}, {tr("&Time (s)"), m_time}};
  for (const auto& [text, field] : fields) {
    auto* label = new QLabel(text, this);
    label->setBuddy(field);
    tolerances->addWidget(label);
    tolerances->addWidget(field);
    tolerances->addSpacing(8);
  }
  tolerances->addWidget(m_conclusion, 1);
  tolerances->addWidget(m_previous);
  tolerances->addWidget(m_next);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->addWidget(m_table);
  splitter->addWidget(m_plot);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 2);
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addLayout(tolerances);
  layout->addWidget(m_coarse);
  layout->addWidget(splitter, 1);
}

void CompareWindow::compare(const Run& baseline, const Run& other) {
  m_baseline = baseline;
  m_other = other;
  m_title->setText(tr("%1 compared with %2 as the baseline").arg(named(other), named(baseline)));
  setWindowTitle(tr("%1 and %2 – Compare Runs").arg(named(baseline), named(other)));
  start();
}

void CompareWindow::swap() {
  if (m_baseline) compare(m_other, m_baseline);
}

void CompareWindow::start() {
  if (!m_baseline) return;
  m_busy = true;
  m_conclusion->setText(tr("Comparing…"));
  const int generation = ++m_generation;
  const QPointer<CompareWindow> window(this);
  m_library.later<sim::RunComparison>([a = m_library.withRows(m_baseline), b = m_library.withRows(m_other),
                                       options = m_options] { return sim::compare_runs(*a, *b, options); },
                                      [window, generation](const sim::RunComparison& found) {
                                        if (window && window->m_generation == generation) window->take(found);
                                      });
}

void CompareWindow::take(const sim::RunComparison& comparison) {
  const sim::SignalVerdict* before = chosen();
  const std::string name = before ? before->name : std::string();
  m_comparison = comparison;
  m_busy = false;
  m_filling = true;
  m_table->clear();
  QTreeWidgetItem* current = nullptr;
  for (const sim::SignalVerdict& verdict : m_comparison.verdicts) {
    auto* item = new QTreeWidgetItem(m_table);
    fill(*item, verdict);
    if (!name.empty() && verdict.name == name) current = item;
  }
  m_filling = false;
  m_conclusion->setText(QString::fromStdString(sim::conclusion(m_comparison)) + u'.');
  m_coarse->setText(coarseness());
  m_coarse->setVisible(!m_coarse->text().isEmpty());
  m_table->setCurrentItem(current ? current : m_table->topLevelItem(0));
  emit compared();
}

// Of the worst signal of which one run has far fewer rows than the other.
QString CompareWindow::coarseness() const {
  for (const sim::SignalVerdict& verdict : m_comparison.verdicts)
    if (!verdict.coarse.empty())
      return QStringLiteral("%1: %2.").arg(QString::fromStdString(verdict.name),
                                           QString::fromStdString(verdict.coarse));
  return {};
}

void CompareWindow::fill(QTreeWidgetItem& item, const sim::SignalVerdict& verdict) {
  const Theme theme = Theme::current(palette());
  const bool within = verdict.verdict == sim::Verdict::Within;
  QString name = QString::fromStdString(verdict.name);
  if (verdict.pair.baseline >= 0) {
    const auto& signal = m_baseline->summary.recorded[static_cast<std::size_t>(verdict.pair.baseline)];
    if (signal.count() > 1)
      name = QString::fromStdString(signal.elements[static_cast<std::size_t>(verdict.element)]);
  }
  item.setText(Signal, name);
  item.setText(Block, QString::fromStdString(verdict.block));
  item.setText(Verdict,
               (within ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + verdictText(verdict.verdict));
  const std::string& why = verdict.coarse.empty() ? verdict.message : verdict.coarse;
  item.setToolTip(Verdict, plainTip(QString::fromStdString(why)));
  item.setForeground(Verdict, within ? theme.rotational : theme.error);
  if (verdict.pair.baseline >= 0 && verdict.pair.other >= 0) {
    item.setText(Largest, numberText(verdict.series.largest_difference));
    if (verdict.series.largest_difference > 0)
      item.setText(AtTime, numberText(verdict.series.time_of_largest));
    if (verdict.series.first_out) item.setText(FirstOut, numberText(*verdict.series.first_out));
  }
  const auto own = m_options.by_signal.find(verdict.name);
  const double* values[] = {&verdict.tolerance.absolute, &verdict.tolerance.relative,
                            &verdict.tolerance.time};
  for (int k = 0; k < 3; ++k)
    if (own != m_options.by_signal.end()) item.setText(Absolute + k, numberText(*values[k]));
  for (int column : {Largest, AtTime, FirstOut, Absolute, Relative, Time})
    item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  item.setFlags(item.flags() | Qt::ItemIsEditable);
}

// A tolerance of one signal: the others begin as those of all signals. Nothing typed: those of all again.
void CompareWindow::onEdited(QTreeWidgetItem* item, int column) {
  const int row = m_table->indexOfTopLevelItem(item);
  if (m_filling || column < Absolute || row < 0) return;
  const std::string name = m_comparison.verdicts[static_cast<std::size_t>(row)].name;
  const QString text = item->text(column).trimmed();
  const auto value = toleranceOf(text, column == Time ? "s" : "");
  if (text.isEmpty()) {
    m_options.by_signal.erase(name);
  } else if (!value) {
    m_conclusion->setText(QString::fromStdString(sim::to_text(value.error())));
    item->setForeground(column, Theme::current(palette()).error);
    return;
  } else {
    sim::Tolerance tolerance = m_options.of(name);
    (column == Absolute   ? tolerance.absolute
     : column == Relative ? tolerance.relative
                          : tolerance.time) = *value;
    m_options.by_signal[name] = tolerance;
  }
  QMetaObject::invokeMethod(this, &CompareWindow::start, Qt::QueuedConnection);
}

const sim::SignalVerdict* CompareWindow::chosen() const {
  const int row = m_table->indexOfTopLevelItem(m_table->currentItem());
  return row < 0 || row >= static_cast<int>(m_comparison.verdicts.size())
             ? nullptr
             : &m_comparison.verdicts[static_cast<std::size_t>(row)];
}

void CompareWindow::plotChosen() {
  if (m_filling) return;
  const sim::SignalVerdict* verdict = chosen();
  const int generation = ++m_plotGeneration;
  m_place = -std::numeric_limits<double>::infinity();
  const bool leaves = verdict && !verdict->series.leaves.empty();
  m_previous->setEnabled(leaves);
  m_next->setEnabled(leaves);
  m_plot->clear();
  m_plot->refresh();
  if (!verdict || verdict->pair.baseline < 0 || verdict->pair.other < 0) return;
  using Curves = sim::Result<sim::DifferenceCurves>;
  const QPointer<CompareWindow> window(this);
  m_library.later<Curves>([a = m_library.withRows(m_baseline), b = m_library.withRows(m_other),
                           v = *verdict] { return sim::difference_curves(*a, *b, v); },
                          [window, generation, v = *verdict](const Curves& curves) {
                            if (window && window->m_plotGeneration == generation && curves)
                              window->draw(*curves, v);
                          });
}

void CompareWindow::draw(const sim::DifferenceCurves& c, const sim::SignalVerdict& verdict) {
  std::vector<double> above(c.t.size()), below(c.t.size());
  for (std::size_t k = 0; k < c.t.size(); ++k) {
    above[k] = c.upper[k] - c.baseline[k];
    below[k] = c.lower[k] - c.baseline[k];
  }
  const auto log =
      RunPlot::logOf(c.t, {&c.baseline, &c.other, &c.lower, &c.upper, &c.difference, &below, &above});
  enum { Base, Other, Lower, Upper, Difference, Below, Above };
  CurveStyle edge, dashed;
  dashed.dash = Qt::DashLine;
  edge.dash = Qt::DotLine;
  edge.width = 1;
  edge.color = Theme::current(palette()).hint;
  // A band without width would only dot the lines.
  const bool wide = verdict.tolerance != sim::Tolerance{};
  const auto band = [&](int axes, int low, int high) {
    if (!wide) return;
    const int lower = m_plot->addCurve(axes, {}, 2, edge, log, low, false);
    const int upper = m_plot->addCurve(axes, tr("band"), 2, edge, log, high, false);
    m_plot->canvas().fillBetween(upper, lower);
  };
  m_plot->clear();
  const int top = m_plot->addAxes(QString::fromStdString(verdict.name), {0, 0});
  band(top, Lower, Upper);
  m_plot->addCurve(top, named(m_baseline), 0, {}, log, Base, false);
  m_plot->addCurve(top, named(m_other), 1, dashed, log, Other, false);
  const int bottom = m_plot->addAxes(tr("difference"), {1, 0});
  band(bottom, Below, Above);
  m_plot->addCurve(bottom, tr("difference"), 3, {}, log, Difference, false);
  m_plot->fit();
}

void CompareWindow::goToDifference(bool forward) {
  const sim::SignalVerdict* verdict = chosen();
  if (!verdict || verdict->series.leaves.empty() || m_plot->curveCount() == 0) return;
  const auto& leaves = verdict->series.leaves;
  auto next = forward ? std::upper_bound(leaves.begin(), leaves.end(), m_place)
                      : std::lower_bound(leaves.begin(), leaves.end(), m_place);
  if (forward ? next == leaves.end() : next == leaves.begin()) next = forward ? leaves.begin() : leaves.end();
  m_place = forward ? *next : *(next - 1);
  const auto& s = m_baseline->summary;
  const double half = std::max((s.end_time - s.start_time) / 40, 4 * verdict->tolerance.time);
  m_plot->showTime({m_place - half, m_place + half});
}

sim::ReportTitle CompareWindow::title() const { return {m_baseline->summary.name, m_other->summary.name}; }

QString CompareWindow::reportText() const {
  if (!m_baseline) return {};
  return QString::fromStdString(sim::comparison_text(m_comparison, m_baseline->summary, title()));
}

void CompareWindow::saveReport() {
  if (!m_baseline) return;
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Save Report"), QStringLiteral("comparison.html"), tr("Page (*.html);;Text (*.txt)"));
  if (path.isEmpty()) return;
  sim::OutputFile file(path.toStdString());
  if (file.problems().empty())
    file.write(path.endsWith(QLatin1String(".txt"))
                   ? reportText().toStdString()
                   : sim::comparison_html(m_comparison, m_baseline->summary, title()));
  if (const auto problems = file.commit(); !problems.empty())
    showWarning(this, tr("Save Report"), QString::fromStdString(to_text(problems.front())));
}

void CompareWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_F3) return goToDifference(!event->modifiers().testFlag(Qt::ShiftModifier));
  const int column = m_table->currentColumn();
  if (event->key() == Qt::Key_F2 && m_table->hasFocus() && m_table->currentItem())
    return m_table->editItem(m_table->currentItem(), std::max<int>(column, Absolute));
  QWidget::keyPressEvent(event);
}

}  // namespace fluxion
