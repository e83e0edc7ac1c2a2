#include "editor/masks/parameters_page.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/dialogs/name_completer.h"
#include "editor/form_rows.h"
#include "editor/line_icon.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"

namespace fluxion {

enum Column { Name, Label, Kind, ValueText, Evaluate, Now };

ParametersPage::ParametersPage(std::vector<sim::MaskParameter> proposed, QWidget* parent)
    : MaskPage(parent),
      m_proposed(std::move(proposed)),
      m_table(new QTableWidget(this)),
      m_details(new QWidget(this)) {
  auto* layout = new QVBoxLayout(this);
  auto* bar = new QHBoxLayout;
  m_add = button("maskAdd", "new", tr("Add a parameter"));
  m_remove = button("maskRemoveParameter", "delete", tr("Remove the parameter"));
  m_up = button("maskUp", "up", tr("Move the parameter up"));
  m_down = button("maskDown", "down", tr("Move the parameter down"));
  for (QToolButton* b : {m_add, m_remove, m_up, m_down}) bar->addWidget(b);
  m_propose = button("maskPropose", "subsystem", tr("Add what the blocks inside use from outside"));
  m_propose->setText(tr("Add what is used inside"));
  m_propose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addStretch(1);
  bar->addWidget(m_propose);
  layout->addLayout(bar);
  buildTable();
  layout->addWidget(m_table, 3);
  m_form = new QFormLayout(m_details);
  m_form->setContentsMargins(0, 0, 0, 0);
  m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  m_choices = area("maskChoices", tr("C&hoices"), tr("The values that a choice offers, one a line"));
  m_unit = field("maskUnit", tr("&Unit"), tr("What the value is measured in"));
  m_group = field("maskGroup", tr("&Tab"), tr("The tab of the dialog it is on; empty: the first"));
  m_minimum = field("maskMinimum", tr("Mi&nimum"), tr("A number; empty: there is none"));
  m_maximum = field("maskMaximum", tr("Ma&ximum"), tr("A number; empty: there is none"));
  m_visible = field("maskVisible", tr("&Shown if"),
                    tr("A condition on the values of the mask, such as mode == 'fast'; empty: always"));
  m_enabled =
      field("maskEnabled", tr("&Enabled if"), tr("A condition on the values of the mask; empty: always"));
  for (QLineEdit* condition : {m_visible, m_enabled}) m_completers.push_back(new NameCompleter(condition));
  m_description = area("maskParameterHelp", tr("&Help"), tr("What the value means"));
  layout->addWidget(m_details, 2);
  connect(m_add, &QToolButton::clicked, this, &ParametersPage::add);
  connect(m_propose, &QToolButton::clicked, this, &ParametersPage::addProposed);
  connect(m_remove, &QToolButton::clicked, this, &ParametersPage::remove);
  connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
  connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
  connect(m_table, &QTableWidget::currentCellChanged, this, [this] {
    fillDetails();
    updateButtons();
  });
  connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (m_filling) return;
    const QString before = nameOf(item->row());
    readRow(item->row());
    updateButtons();
    if (const QString now = nameOf(item->row()); now != before) emit renamed(before, now);
    emit edited();
  });
  fillTable(-1);
}

QString ParametersPage::nameOf(int row) const {
  return QString::fromStdString(m_parameters[static_cast<std::size_t>(row)].name);
}

void ParametersPage::takeTexts(const sim::Mask& mask) {
  m_parameters = mask.parameters;
  fillDetails();
}

QToolButton* ParametersPage::button(const char* name, const char* icon, const QString& text) {
  auto* b = new QToolButton(this);
  b->setObjectName(QLatin1String(name));
  b->setIcon(lineIcon(QLatin1String(icon)));
  b->setToolTip(text);
  b->setAccessibleName(text);
  b->setAutoRaise(true);
  return b;
}

QLineEdit* ParametersPage::field(const char* name, const QString& label, const QString& tip) {
  auto* edit = new QLineEdit(m_details);
  edit->setObjectName(QLatin1String(name));
  edit->setAccessibleName(QString(label).remove(u'&'));
  edit->setToolTip(tip);
  edit->setPlaceholderText(tip);
  m_form->addRow(label, edit);
  connect(edit, &QLineEdit::textEdited, this, &ParametersPage::readDetails);
  return edit;
}

QPlainTextEdit* ParametersPage::area(const char* name, const QString& label, const QString& tip) {
  auto* edit = new QPlainTextEdit(m_details);
  edit->setObjectName(QLatin1String(name));
  edit->setAccessibleName(QString(label).remove(u'&'));
  edit->setToolTip(tip);
  edit->setPlaceholderText(tip);
  edit->setTabChangesFocus(true);
  edit->setFixedHeight(edit->fontMetrics().lineSpacing() * 3 + 12);
  m_form->addRow(label, edit);
  connect(edit, &QPlainTextEdit::textChanged, this, &ParametersPage::readDetails);
  return edit;
}

void ParametersPage::buildTable() {
  m_table->setObjectName(QStringLiteral("maskParameters"));
  m_table->setAccessibleName(tr("Parameters of the mask"));
  m_table->setColumnCount(6);
  m_table->setHorizontalHeaderLabels(
      {tr("Name"), tr("Label"), tr("Kind"), tr("Value"), tr("Evaluate"), tr("Is now")});
  m_table->verticalHeader()->hide();
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setTabKeyNavigation(false);
  m_table->horizontalHeader()->setSectionResizeMode(Label, QHeaderView::Stretch);
  m_table->horizontalHeader()->setSectionResizeMode(Now, QHeaderView::Stretch);
  m_table->horizontalHeader()->setSectionResizeMode(Evaluate, QHeaderView::ResizeToContents);
  m_table->setMinimumHeight(140);
}

void ParametersPage::show(const sim::Mask& mask) {
  m_parameters = mask.parameters;
  fillTable(m_parameters.empty() ? -1 : 0);
}

void ParametersPage::put(sim::Mask& mask) const { mask.parameters = m_parameters; }

void ParametersPage::fillTable(int current) {
  m_filling = true;
  m_table->setRowCount(0);
  m_table->setRowCount(static_cast<int>(m_parameters.size()));
  for (int row = 0; row < m_table->rowCount(); ++row) fillRow(row);
  m_table->setCurrentCell(current, Name);
  m_filling = false;
  fillDetails();
  updateButtons();
}

void ParametersPage::fillRow(int row) {
  const sim::MaskParameter& p = m_parameters[static_cast<std::size_t>(row)];
  m_table->setItem(row, Name, new QTableWidgetItem(QString::fromStdString(p.name)));
  m_table->setItem(row, Label, new QTableWidgetItem(QString::fromStdString(p.label)));
  m_table->setItem(row, ValueText, new QTableWidgetItem(QString::fromStdString(p.expression)));
  auto* evaluate = new QTableWidgetItem;
  evaluate->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  evaluate->setCheckState(p.evaluate ? Qt::Checked : Qt::Unchecked);
  evaluate->setToolTip(tr("Off: the value is the text itself"));
  m_table->setItem(row, Evaluate, evaluate);
  auto* now = new QTableWidgetItem;
  now->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  m_table->setItem(row, Now, now);
  auto* kind = new QComboBox(m_table);
  kind->setObjectName(QStringLiteral("maskKind%1").arg(row));
  kind->setAccessibleName(tr("Kind"));
  kind->addItems({tr("Value"), tr("Choice"), tr("Flag"), tr("Text")});
  kind->setCurrentIndex(static_cast<int>(p.editor));
  connect(kind, &QComboBox::currentIndexChanged, this, [this, kind, row](int index) {
    sim::MaskParameter& changed = m_parameters[static_cast<std::size_t>(row)];
    changed.editor = static_cast<sim::MaskEditor>(index);
    const bool was = m_filling;
    m_filling = true;
    // What one means most often.
    changed.evaluate = changed.editor == sim::MaskEditor::Value || changed.editor == sim::MaskEditor::Flag;
    if (changed.editor == sim::MaskEditor::Flag && changed.expression.empty()) changed.expression = "true";
    m_table->item(row, Evaluate)->setCheckState(changed.evaluate ? Qt::Checked : Qt::Unchecked);
    m_table->item(row, ValueText)->setText(QString::fromStdString(changed.expression));
    m_filling = was;
    m_table->setCurrentCell(row, Kind);
    fillDetails();
    emit edited();
  });
  m_table->setCellWidget(row, Kind, kind);
}

void ParametersPage::readRow(int row) {
  sim::MaskParameter& p = m_parameters[static_cast<std::size_t>(row)];
  p.name = m_table->item(row, Name)->text().trimmed().toStdString();
  p.label = m_table->item(row, Label)->text().toStdString();
  p.expression = m_table->item(row, ValueText)->text().toStdString();
  p.evaluate = m_table->item(row, Evaluate)->checkState() == Qt::Checked;
}

static QString numberText(const std::optional<double>& number) {
  return number ? QString::fromStdString(sim::to_text(*number)) : QString();
}

void ParametersPage::fillDetails() {
  const int row = m_table->currentRow();
  m_details->setEnabled(row >= 0);
  const sim::MaskParameter p = row >= 0 ? m_parameters[static_cast<std::size_t>(row)] : sim::MaskParameter();
  const bool was = std::exchange(m_filling, true);
  m_unit->setText(QString::fromStdString(p.unit));
  m_group->setText(QString::fromStdString(p.group));
  m_minimum->setText(numberText(p.minimum));
  m_maximum->setText(numberText(p.maximum));
  m_visible->setText(QString::fromStdString(p.visible));
  m_enabled->setText(QString::fromStdString(p.enabled));
  m_description->setPlainText(QString::fromStdString(p.description));
  QStringList choices;
  for (const std::string& choice : p.choices) choices += QString::fromStdString(choice);
  m_choices->setPlainText(choices.join(u'\n'));
  setRowShown(*m_form, *m_choices, p.editor == sim::MaskEditor::Choice);
  m_filling = was;
}

// Empty: no limit. What is no number is marked, and leaves the limit as it was.
static void readLimit(QLineEdit* field, std::optional<double>& limit) {
  bool number = false;
  const double value = field->text().trimmed().toDouble(&number);
  const bool empty = field->text().trimmed().isEmpty();
  if (empty) limit.reset();
  if (number) limit = value;
  QPalette palette;
  if (!empty && !number) palette.setColor(QPalette::Text, Theme::current(field->palette()).error);
  field->setPalette(palette);
}

void ParametersPage::readDetails() {
  const int row = m_table->currentRow();
  if (m_filling || row < 0) return;
  sim::MaskParameter& p = m_parameters[static_cast<std::size_t>(row)];
  p.unit = m_unit->text().toStdString();
  p.group = m_group->text().trimmed().toStdString();
  readLimit(m_minimum, p.minimum);
  readLimit(m_maximum, p.maximum);
  p.visible = m_visible->text().trimmed().toStdString();
  p.enabled = m_enabled->text().trimmed().toStdString();
  p.description = m_description->toPlainText().toStdString();
  p.choices.clear();
  for (const QString& line : m_choices->toPlainText().split(u'\n', Qt::SkipEmptyParts))
    p.choices.push_back(line.trimmed().toStdString());
  emit edited();
}

void ParametersPage::add() {
  const auto taken = [this](const std::string& name) {
    return std::any_of(m_parameters.begin(), m_parameters.end(),
                       [&](const auto& p) { return p.name == name; });
  };
  sim::MaskParameter fresh;
  for (int number = 1; fresh.name.empty() || taken(fresh.name); ++number)
    fresh.name = "p" + std::to_string(number);
  fresh.expression = "0";
  const int row = m_table->currentRow() < 0 ? m_table->rowCount() : m_table->currentRow() + 1;
  if (row > 0) fresh.group = m_parameters[static_cast<std::size_t>(row - 1)].group;
  m_parameters.insert(m_parameters.begin() + row, fresh);
  fillTable(row);
  m_table->setFocus();
  m_table->editItem(m_table->item(row, Name));
  emit edited();
}

void ParametersPage::addProposed() {
  for (const sim::MaskParameter& p : m_proposed) {
    const auto same = [&](const sim::MaskParameter& other) { return other.name == p.name; };
    if (std::none_of(m_parameters.begin(), m_parameters.end(), same)) m_parameters.push_back(p);
  }
  fillTable(static_cast<int>(m_parameters.size()) - 1);
  emit edited();
}

void ParametersPage::remove() {
  const int row = m_table->currentRow();
  if (row < 0) return;
  m_parameters.erase(m_parameters.begin() + row);
  fillTable(std::min(row, static_cast<int>(m_parameters.size()) - 1));
  emit edited();
}

void ParametersPage::move(int by) {
  const int row = m_table->currentRow(), to = row + by;
  if (row < 0 || to < 0 || to >= m_table->rowCount()) return;
  std::swap(m_parameters[static_cast<std::size_t>(row)], m_parameters[static_cast<std::size_t>(to)]);
  fillTable(to);
  emit edited();
}

void ParametersPage::updateButtons() {
  const int row = m_table->currentRow();
  m_propose->setEnabled(std::any_of(m_proposed.begin(), m_proposed.end(), [this](const auto& p) {
    return std::none_of(m_parameters.begin(), m_parameters.end(),
                        [&](const auto& other) { return other.name == p.name; });
  }));
  m_remove->setEnabled(row >= 0);
  m_up->setEnabled(row > 0);
  m_down->setEnabled(row >= 0 && row + 1 < m_table->rowCount());
}

void ParametersPage::showValues(const sim::Mask&, const std::vector<sim::MaskValue>& values,
                                const sim::expr::Scope& inside) {
  for (NameCompleter* completer : m_completers) completer->setVariables(inside);
  const bool was = std::exchange(m_filling, true);
  const Theme theme = Theme::current(palette());
  for (int row = 0; row < m_table->rowCount() && row < static_cast<int>(values.size()); ++row) {
    const auto& value = values[static_cast<std::size_t>(row)].value;
    QTableWidgetItem* item = m_table->item(row, Now);
    item->setText(valueOrProblem(value));
    item->setToolTip(item->text().toHtmlEscaped());
    item->setForeground(value ? theme.hint : theme.error);
  }
  m_filling = was;
}

}  // namespace fluxion
