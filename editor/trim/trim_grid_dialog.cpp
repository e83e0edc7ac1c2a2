#include "editor/trim/trim_grid_dialog.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "editor/compiled/compiled_models.h"
#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/document/parameter_names.h"
#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/base/text.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/study/value_list.h"

namespace fluxion {

namespace {

TrimGridAnswer gridAnswer(const CompiledModels& models, const TrimGridAsked& asked,
                          const std::function<bool()>& wanted) {
  TrimGridAnswer out;
  if (!asked.diagram) return out;
  try {
    auto table = sim::trim_grid(*asked.diagram, *models.library(), asked.question,
                                [&](const sim::TrimGridRow&, std::size_t) { return wanted(); });
    out.stopped = false;
    if (table)
      out.table = *std::move(table);
    else
      out.problems = table.errors();
  } catch (const sim::WorkStopped&) {
    throw;
  } catch (...) {
    out.stopped = false;
    out.problems.push_back(sim::failure_report("trim the model"));
  }
  return out;
}

void setUp(QTableWidget& table, const char* name, const QString& accessible) {
  table.setObjectName(QLatin1String(name));
  table.setAccessibleName(accessible);
  table.verticalHeader()->hide();
  table.setAlternatingRowColors(true);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
}

}  // namespace

TrimGridDialog::TrimGridDialog(DiagramDocument& document, std::shared_ptr<CompiledModels> models,
                               QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_background(
          this,
          [models = std::move(models)](const TrimGridAsked& asked, const auto& wanted) {
            return wanted() ? gridAnswer(*models, asked, wanted) : TrimGridAnswer();
          },
          [this](const TrimGridAnswer& answer) { take(answer); }),
      m_variations(new QTableWidget(0, 2, this)),
      m_points(new QTableWidget(this)),
      m_message(new QLabel(this)) {
  setWindowTitle(tr("Trim Over a Grid"));
  setObjectName(QStringLiteral("trimGridDialog"));
  resize(880, 520);
  auto* row = new QHBoxLayout;
  addButton(row, this, tr("Add &Variation…"), "trimGridVariation",
            tr("A variable of the model, or a parameter of a block as Block/path.parameter"),
            [this] { askForVariation(); });
  m_remove =
      addButton(row, this, tr("&Remove"), "trimGridRemove", tr("Removes the selected variation"), [this] {
        m_variations->removeRow(m_variations->currentRow());
        updateTools();
      });
  row->addSpacing(10);
  m_trim = addButton(row, this, tr("&Trim"), "trimGridTrim",
                     tr("Looks for an operating point for each combination, as the table of the dock asks"),
                     [this] { trim(); });
  m_stop = addButton(row, this, tr("&Cancel"), "trimGridCancel", {}, [this] { stop(); });
  row->addStretch(1);
  m_save = addButton(row, this, tr("&Save Table…"), "trimGridSave", {}, [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Table"), {}, tr("Tables (*.csv)"));
    if (!path.isEmpty()) saveFile(path);
  });
  for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
  setUp(*m_variations, "trimGridVariations", tr("Variations"));
  m_variations->setHorizontalHeaderLabels({tr("Variation"), tr("Values, such as 1, 2, 4 or 0:0.5:2")});
  m_variations->horizontalHeader()->setStretchLastSection(true);
  m_variations->setMaximumHeight(130);
  setUp(*m_points, "trimGridPoints", tr("Operating points"));
  m_points->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_message->setObjectName(QStringLiteral("trimGridMessage"));
  m_message->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(row);
  layout->addWidget(m_variations);
  layout->addWidget(m_message);
  layout->addWidget(m_points, 1);
  say(tr(
      "Add what varies, and press Trim. What is asked of states, inputs and outputs is that of the dock."));
  updateTools();
}

QString TrimGridDialog::message() const { return m_message->text(); }

void TrimGridDialog::say(const QString& text, bool wrong) {
  QPalette colors = palette();
  if (wrong) colors.setColor(QPalette::WindowText, Theme::current(palette()).error);
  m_message->setPalette(colors);
  m_message->setText(text);
}

void TrimGridDialog::addVariation(const QString& name, const QString& values) {
  const int row = m_variations->rowCount();
  m_variations->insertRow(row);
  m_variations->setItem(row, 0, new QTableWidgetItem(name));
  m_variations->setItem(row, 1, new QTableWidgetItem(values));
  m_variations->resizeColumnToContents(0);
  updateTools();
}

void TrimGridDialog::askForVariation() {
  QStringList names = variableNames(m_document.diagram());
  names += parameterNames(m_document.diagram(), m_document.library());
  const QString name =
      askForParameter(this, names, tr("Add Variation"), tr("A variable, or Block/path.parameter:"));
  if (!name.isEmpty()) addVariation(name, valueText(m_document.diagram(), m_document.library(), name));
}

void TrimGridDialog::trim() {
  if (isBusy()) return;
  TrimGridAsked asked;
  for (int row = 0; row < m_variations->rowCount(); ++row) {
    auto values = sim::read_value_list(m_variations->item(row, 1)->text().toStdString());
    if (!values) return say(QString::fromStdString(to_text(values.error())), true);
    asked.question.variations.push_back(
        {m_variations->item(row, 0)->text().trimmed().toStdString(), *std::move(values), {}, {}});
  }
  asked.question.specification = sim::kept_trim(m_document.diagram());
  asked.diagram = std::make_shared<const sim::Diagram>(m_document.diagram());
  say(tr("Trimming…"));
  m_background.ask(std::move(asked));
  updateTools();
}

void TrimGridDialog::stop() {
  if (isBusy()) m_background.ask({});
}

void TrimGridDialog::take(const TrimGridAnswer& answer) {
  if (answer.stopped) {
    say(tr("Canceled."));
  } else if (!answer.problems.empty()) {
    say(QString::fromStdString(to_text(answer.problems.front())), true);
  } else {
    m_found = answer.table;
    const auto missing = static_cast<int>(m_found.unsatisfied());
    const QString count = tr("%1 operating points.").arg(m_found.rows.size());
    say(missing == 0 ? count : count + u' ' + tr("Not found: %1; the last column says why.").arg(missing),
        missing > 0);
    fill();
  }
  updateTools();
  emit answered();
}

void TrimGridDialog::fill() {
  QStringList titles;
  for (const auto* names : {&m_found.variations, &m_found.states, &m_found.inputs, &m_found.outputs})
    for (const std::string& name : *names) titles << QString::fromStdString(name);
  titles << tr("Message");
  m_points->clear();
  m_points->setColumnCount(static_cast<int>(titles.size()));
  m_points->setHorizontalHeaderLabels(titles);
  m_points->setRowCount(static_cast<int>(m_found.rows.size()));
  for (int row = 0; row < m_points->rowCount(); ++row) {
    const sim::TrimGridRow& found = m_found.rows[static_cast<std::size_t>(row)];
    QStringList texts;
    for (const std::string& value : found.values) texts << QString::fromStdString(value);
    for (const auto* values : {&found.x, &found.u, &found.y})
      for (const double value : *values) texts << shownNumber(value);
    while (texts.size() + 1 < titles.size()) texts << QString();
    texts << QString::fromStdString(found.message);
    for (int column = 0; column < texts.size(); ++column) {
      auto* item = new QTableWidgetItem(texts[column]);
      if (!found.satisfied) item->setForeground(Theme::current(palette()).error);
      m_points->setItem(row, column, item);
    }
  }
  m_points->resizeColumnsToContents();
}

bool TrimGridDialog::saveFile(const QString& path) {
  sim::OutputFile file(path.toStdString());
  file.write(sim::to_csv(m_found));
  const auto problems = file.commit();
  say(problems.empty() ? tr("Saved %1.").arg(path) : QString::fromStdString(to_text(problems.front())),
      !problems.empty());
  return problems.empty();
}

void TrimGridDialog::updateTools() {
  m_trim->setEnabled(!isBusy() && m_variations->rowCount() > 0);
  m_stop->setEnabled(isBusy());
  m_save->setEnabled(!m_found.rows.empty() && !isBusy());
  m_remove->setEnabled(m_variations->rowCount() > 0 && !isBusy());
}

}  // namespace fluxion
