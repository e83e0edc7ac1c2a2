#include "editor/optimization/goal_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <iterator>

#include "editor/form_rows.h"
#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"

namespace fluxion {

namespace {

QString fieldText(std::optional<double> value) { return value ? shownNumber(*value, 12) : QString(); }

}  // namespace

GoalDialog::GoalDialog(const QStringList& signalNames, const std::optional<sim::Goal>& goal, QWidget* parent)
    : QDialog(parent), m_form(new QFormLayout), m_problem(new QLabel(this)) {
  setWindowTitle(goal ? tr("Edit Goal") : tr("Add Goal"));
  const auto names = [&](const char* name) {
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setEditable(true);
    box->addItems(signalNames);
    return box;
  };
  m_signal = names("goalSignal");
  m_form->addRow(tr("&Signal:"), m_signal);
  m_quantity = new QComboBox(this);
  m_quantity->setObjectName(QStringLiteral("goalQuantity"));
  for (const std::string_view name : sim::goal_quantity_names)
    m_quantity->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  m_form->addRow(tr("&Quantity:"), m_quantity);
  m_use = new QComboBox(this);
  m_use->setObjectName(QStringLiteral("goalUse"));
  m_use->addItems({tr("at most"), tr("at least"), tr("minimize"), tr("maximize")});
  m_form->addRow(tr("&Wanted:"), m_use);
  m_limit =
      addField(tr("&Limit:"), "goalLimit", tr("Of overshoot and undershoot in percent, of times in seconds"));
  m_points = addField(tr("&Points:"), "goalPoints",
                      tr("Time and value of each corner: 0 1.1; 2 1.1; 2 1.02; 5 1.02"));
  m_reference = names("goalReference");
  m_form->addRow(tr("Refer&ence signal:"), m_reference);
  m_initial = addField(tr("&Initial value:"), "goalInitial",
                       tr("Before the step; empty: the value at the begin of the window"));
  m_final = addField(tr("&Final value:"), "goalFinal",
                     tr("Behind the step; empty: the value at the end of the window"));
  m_band = addField(tr("&Band [%]:"), "goalBand", tr("How far from the final value a settled signal may be"));
  m_from = addField(tr("F&rom [s]:"), "goalFrom",
                    tr("When the step is, or where the window begins; empty: with the run"));
  m_to = addField(tr("&To [s]:"), "goalTo", tr("Where the window ends; empty: with the run"));
  m_weight = addField(tr("Wei&ght:"), "goalWeight", tr("In the sum of what is minimized"));
  m_problem->setObjectName(QStringLiteral("goalProblem"));
  m_problem->setWordWrap(true);
  m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(m_form);
  layout->addWidget(m_problem);
  layout->addStretch(1);
  layout->addWidget(m_buttons);
  sim::Goal fresh;
  fresh.signal = signalNames.value(0).toStdString();
  fresh.limit = 5;
  show(goal.value_or(fresh));
  for (QComboBox* box : {m_quantity, m_use})
    connect(box, &QComboBox::currentIndexChanged, this, &GoalDialog::update);
  for (QComboBox* box : {m_signal, m_reference})
    connect(box, &QComboBox::currentTextChanged, this, &GoalDialog::update);
  for (QLineEdit* field : findChildren<QLineEdit*>())
    connect(field, &QLineEdit::textChanged, this, &GoalDialog::update);
  update();
  resize(420, sizeHint().height());
}

QLineEdit* GoalDialog::addField(const QString& label, const char* name, const QString& tip) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(name));
  field->setToolTip(tip);
  m_form->addRow(label, field);
  return field;
}

void GoalDialog::show(const sim::Goal& goal) {
  m_signal->setCurrentText(QString::fromStdString(goal.signal));
  m_quantity->setCurrentIndex(static_cast<int>(goal.quantity));
  m_use->setCurrentIndex(static_cast<int>(goal.use));
  m_reference->setCurrentText(QString::fromStdString(goal.reference));
  if (!goal.is_objective() && !goal.is_bound()) m_limit->setText(fieldText(goal.limit));
  QStringList points;
  for (const sim::GoalPoint& point : goal.points)
    points << QString::fromStdString(sim::to_text(point.time) + ' ' + sim::to_text(point.value));
  m_points->setText(points.join(QStringLiteral("; ")));
  m_initial->setText(fieldText(goal.initial)), m_final->setText(fieldText(goal.final));
  m_from->setText(fieldText(goal.from)), m_to->setText(fieldText(goal.to));
  m_band->setText(fieldText(goal.band)), m_weight->setText(fieldText(goal.weight));
}

// Rows that mean nothing for this quantity go; what is wrong is said.
void GoalDialog::update() {
  sim::Goal goal;
  QString problem;
  bool fine = read(goal, problem);
  if (fine) {
    const sim::Diagnostics problems = sim::check_goal(goal);
    fine = problems.empty();
    if (!fine) problem = QString::fromStdString(problems.front().message);
  }
  const bool tracks = goal.quantity == sim::GoalQuantity::Tracking;
  setRowShown(*m_form, *m_use, !goal.is_bound());
  setRowShown(*m_form, *m_limit, !goal.is_objective() && !goal.is_bound());
  setRowShown(*m_form, *m_points, goal.is_bound() || tracks);
  setRowShown(*m_form, *m_reference, tracks);
  setRowShown(*m_form, *m_initial, goal.is_step());
  setRowShown(*m_form, *m_final, goal.is_step());
  setRowShown(*m_form, *m_band, goal.quantity == sim::GoalQuantity::SettlingTime);
  setRowShown(*m_form, *m_weight, goal.is_objective());
  m_problem->setText(problem);
  QPalette colors = palette();
  colors.setColor(QPalette::WindowText, Theme::current(palette()).error);
  m_problem->setPalette(colors);
  m_buttons->button(QDialogButtonBox::Ok)->setEnabled(fine);
}

bool GoalDialog::readPoints(std::vector<sim::GoalPoint>& points) const {
  for (const QString& row : m_points->text().split(u';', Qt::SkipEmptyParts)) {
    const QStringList parts = row.simplified().split(u' ', Qt::SkipEmptyParts);
    const auto time = typedNumber(parts.value(0)), value = typedNumber(parts.value(1));
    if (parts.size() != 2 || !time || !value) return false;
    points.push_back({*time, *value});
  }
  return true;
}

bool GoalDialog::read(sim::Goal& goal, QString& problem) const {
  goal.signal = m_signal->currentText().trimmed().toStdString();
  goal.quantity = static_cast<sim::GoalQuantity>(m_quantity->currentIndex());
  if (!goal.is_bound()) goal.use = static_cast<sim::GoalUse>(m_use->currentIndex());
  const auto number = [&](const QLineEdit* field, auto& value) {
    const QString text = field->text().trimmed();
    if (text.isEmpty()) return true;
    const auto typed = typedNumber(text);
    if (typed) value = *typed;
    if (!typed) problem = tr("“%1” is no number").arg(text);
    return typed.has_value();
  };
  bool fine = number(m_from, goal.from) && number(m_to, goal.to);
  if (!goal.is_objective() && !goal.is_bound()) {
    if (m_limit->text().trimmed().isEmpty()) problem = tr("there is no limit"), fine = false;
    fine = fine && number(m_limit, goal.limit);
  }
  if (goal.is_step()) fine = fine && number(m_initial, goal.initial) && number(m_final, goal.final);
  if (goal.quantity == sim::GoalQuantity::SettlingTime) fine = fine && number(m_band, goal.band);
  if (goal.is_objective()) fine = fine && number(m_weight, goal.weight);
  const bool tracks = goal.quantity == sim::GoalQuantity::Tracking;
  if (tracks) goal.reference = m_reference->currentText().trimmed().toStdString();
  if ((goal.is_bound() || (tracks && goal.reference.empty())) && !readPoints(goal.points)) {
    problem = tr("the points are no pairs of time and value: 0 1.1; 5 1.1");
    fine = false;
  }
  return fine;
}

std::optional<sim::Goal> GoalDialog::goal() const {
  sim::Goal goal;
  QString problem;
  if (!read(goal, problem) || !sim::check_goal(goal).empty()) return std::nullopt;
  return goal;
}

}  // namespace fluxion
