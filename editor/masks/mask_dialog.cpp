#include "editor/masks/mask_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/document/define_variable.h"
#include "editor/document/mask_dialog_rule.h"
#include "editor/masks/mask_row.h"
#include "editor/note_view.h"
#include "editor/theme.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

class MaskDialog::Private {
 public:
  Private(MaskDialog& dialog, DiagramDocument& document, sim::Id id)
      : q(dialog), document(document), id(id) {}

  const sim::Block& block() const { return *document.block(id); }
  void build();
  QWidget* page(const std::string& group, QWidget* parent);
  QWidget* groups(QWidget* parent);
  bool sameDeclarations() const;
  void fill();
  void check();
  void showWhatApplies(const sim::expr::Scope& inside);
  sim::Mask edited() const;
  sim::Edit edit() const;

  MaskDialog& q;
  DiagramDocument& document;
  sim::Id id;
  QVBoxLayout* layout = nullptr;
  QWidget* body = nullptr;
  QLabel* problem = nullptr;
  QDialogButtonBox* buttons = nullptr;
  std::vector<MaskRow*> rows;
  bool valid = true;
};

MaskDialog::MaskDialog(DiagramDocument& document, sim::Id id, QWidget* parent)
    : QDialog(parent), d(std::make_unique<Private>(*this, document, id)) {
  setObjectName(QStringLiteral("maskDialog"));
  d->layout = new QVBoxLayout(this);
  d->layout->setSpacing(10);
  d->problem = new QLabel(this);
  d->problem->setObjectName(QStringLiteral("problem"));
  d->problem->setWordWrap(true);
  d->problem->hide();
  d->buttons = new QDialogButtonBox(
      QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel | QDialogButtonBox::Help,
      this);
  auto* under = d->buttons->addButton(tr("&Look Under"), QDialogButtonBox::ActionRole);
  under->setObjectName(QStringLiteral("lookUnder"));
  under->setToolTip(tr("Show what is inside the subsystem"));
  connect(under, &QPushButton::clicked, this, [this] { emit lookUnderRequested(d->id); });
  connect(d->buttons, &QDialogButtonBox::accepted, this, &MaskDialog::accept);
  connect(d->buttons, &QDialogButtonBox::rejected, this, &MaskDialog::reject);
  connect(d->buttons, &QDialogButtonBox::helpRequested, this, [this] { emit helpRequested(d->id); });
  connect(d->buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, [this] { apply(); });
  d->layout->addWidget(d->problem);
  d->layout->addWidget(d->buttons);
  setMinimumWidth(420);
  d->build();
  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    const sim::Block* block = d->document.block(d->id);
    if (!block || !opensMaskDialog(*block)) return reject();
    const bool touched = std::any_of(edit.changes.begin(), edit.changes.end(), [this](const sim::Change& c) {
      const auto* set = std::get_if<sim::Set<sim::Block>>(&c);
      return set && set->id == d->id;
    });
    if (!touched)
      d->check();  // variables may be others; what has been typed stays
    else if (d->sameDeclarations())
      d->fill();
    else
      d->build();
  });
  connect(&document, &DiagramDocument::replaced, this, &QDialog::reject);
}

MaskDialog::~MaskDialog() = default;

sim::Id MaskDialog::subsystem() const { return d->id; }

void MaskDialog::Private::build() {
  delete body;
  rows.clear();
  q.setWindowTitle(tr("Mask: %1").arg(QString::fromStdString(block().name)));
  body = new QWidget(&q);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  auto* title = new QLabel(body);
  title->setWordWrap(true);
  title->setTextFormat(Qt::PlainText);
  title->setText(QString::fromStdString(block().name));
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  large.setBold(true);
  title->setFont(large);
  column->addWidget(title);
  // The whole description is the help page; here stands how it begins.
  const QString about =
      QString::fromStdString(block().mask->description).section(QStringLiteral("\n\n"), 0, 0);
  if (!about.isEmpty()) {
    auto* label = new NoteLabel(about, body);
    label->setObjectName(QStringLiteral("maskDescription"));
    column->addWidget(label);
  }
  column->addWidget(groups(body));
  column->addStretch(1);
  layout->insertWidget(0, body);
  check();
  if (!rows.empty()) rows.front()->row()->setFocus();
}

QWidget* MaskDialog::Private::groups(QWidget* parent) {
  std::vector<std::string> names;
  for (const sim::MaskParameter& p : block().mask->parameters)
    if (std::find(names.begin(), names.end(), p.group) == names.end()) names.push_back(p.group);
  if (names.empty()) return new QLabel(tr("This mask has no parameters."), parent);
  if (names.size() == 1) return page(names.front(), parent);
  auto* tabs = new QTabWidget(parent);
  tabs->setObjectName(QStringLiteral("maskTabs"));
  for (const std::string& name : names) {
    QWidget* content = page(name, tabs);
    content->layout()->setContentsMargins(9, 9, 9, 9);
    tabs->addTab(content, name.empty() ? tr("Parameters") : QString::fromStdString(name));
  }
  return tabs;
}

QWidget* MaskDialog::Private::page(const std::string& group, QWidget* parent) {
  auto* content = new QWidget(parent);
  auto* form = new QFormLayout(content);
  form->setContentsMargins(0, 0, 0, 0);
  form->setRowWrapPolicy(QFormLayout::DontWrapRows);
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
  for (const sim::MaskParameter& p : block().mask->parameters) {
    if (p.group != group) continue;
    auto* row = new MaskRow(p, content);
    QObject::connect(row, &MaskRow::edited, &q, [this] { check(); });
    QObject::connect(row->row(), &ParameterRow::defineRequested, &q,
                     [this](const QString& name) { defineVariable(document, name); });
    rows.push_back(row);
    if (row->label())
      form->addRow(row->label(), row->row());
    else
      form->addRow(QString(), row->row());
  }
  return content;
}

// The same but for the values.
bool MaskDialog::Private::sameDeclarations() const {
  const sim::Mask& mask = *block().mask;
  if (mask.parameters.size() != rows.size()) return false;
  for (const MaskRow* row : rows) {
    const sim::MaskParameter shown = row->parameter();
    const bool found = std::any_of(mask.parameters.begin(), mask.parameters.end(), [&](sim::MaskParameter p) {
      p.expression = shown.expression;
      return p == shown;
    });
    if (!found) return false;
  }
  return true;
}

// Undo while the dialog is open shows in it.
void MaskDialog::Private::fill() {
  for (const sim::MaskParameter& p : block().mask->parameters)
    for (MaskRow* row : rows)
      if (row->name() == p.name && row->parameter().expression != p.expression)
        row->setExpression(p.expression);
  check();
}

sim::Mask MaskDialog::Private::edited() const {
  sim::Mask mask = *block().mask;
  for (sim::MaskParameter& p : mask.parameters)
    for (const MaskRow* row : rows)
      if (row->name() == p.name) p.expression = row->parameter().expression;
  return mask;
}

void MaskDialog::Private::showWhatApplies(const sim::expr::Scope& inside) {
  const auto holds = [&](const std::string& condition) {
    if (condition.empty()) return true;
    const auto value = sim::expr::evaluate(condition, inside);
    const auto number = value ? value->as_scalar() : std::nullopt;
    return !number || *number != 0;
  };
  for (MaskRow* row : rows) {
    const sim::MaskParameter p = row->parameter();
    row->setShown(holds(p.visible), holds(p.enabled));
  }
}

void MaskDialog::Private::check() {
  const auto outside =
      std::make_shared<const sim::expr::Workspace>(sim::workspace_of(document.diagram(), block().parent));
  const sim::expr::WorkspaceScope variables(*outside);
  valid = true;
  for (MaskRow* row : rows) valid &= row->check(variables);
  const sim::Mask now = edited();
  const sim::expr::Workspace workspace = sim::mask_workspace(now, outside);
  const sim::expr::WorkspaceScope inside(workspace);
  showWhatApplies(inside);
  QString broken;
  if (valid)
    if (const sim::Diagnostics problems = sim::check_mask(now, inside); !problems.empty())
      broken = QString::fromStdString(
          problems.front().message + (problems.front().remedy.empty() ? "" : "; " + problems.front().remedy));
  valid &= broken.isEmpty();
  QPalette palette = problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  problem->setPalette(palette);
  problem->setText(broken);
  problem->setVisible(!broken.isEmpty());
  buttons->button(QDialogButtonBox::Apply)->setEnabled(!edit().empty());
}

sim::Edit MaskDialog::Private::edit() const {
  sim::Edit edit;
  sim::Block changed = block();
  changed.mask = edited();
  if (changed == block()) return edit;
  edit.label = "Parameters of " + changed.name;
  edit.set(id, std::move(changed));
  return edit;
}

bool MaskDialog::apply() {
  d->check();
  if (!d->valid) return false;
  d->document.apply(d->edit());
  return true;
}

void MaskDialog::accept() {
  if (apply()) QDialog::accept();
}

}  // namespace fluxion
