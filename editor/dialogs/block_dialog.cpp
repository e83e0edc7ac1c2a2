#include "editor/dialogs/block_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "editor/dialogs/parameter_row.h"
#include "editor/theme.h"

namespace fluxion {

class BlockDialog::Private {
 public:
  Private(DiagramDocument& document, sim::Id block) : document(document), block(block) {}

  void check();
  QString ruleBroken() const;
  sim::Edit edit() const;
  void fill();

  DiagramDocument& document;
  sim::Id block;
  std::vector<ParameterRow*> rows;
  QLabel* problem = nullptr;
  QDialogButtonBox* buttons = nullptr;
  bool valid = true;
};

BlockDialog::BlockDialog(DiagramDocument& document, sim::Id id, QWidget* parent)
    : QDialog(parent), d(std::make_unique<Private>(document, id)) {
  setObjectName(QStringLiteral("blockDialog"));
  const sim::Block* block = document.block(id);
  const sim::BlockType* type = document.typeOf(id);
  setWindowTitle(block ? tr("Block: %1").arg(QString::fromStdString(block->name)) : tr("Block"));

  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(10);
  auto* title = new QLabel(type ? QString::fromStdString(type->label) : tr("Unknown block type"), this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  large.setBold(true);
  title->setFont(large);
  auto* doc = new QLabel(this);
  doc->setWordWrap(true);
  doc->setTextFormat(Qt::MarkdownText);
  doc->setText(
      type ? QString::fromStdString(type->doc).section(QStringLiteral("\n\n"), 0, 0)
           : tr("The type “%1” is not known here; its plug-in is missing. The block is kept as it is.")
                 .arg(block ? QString::fromStdString(block->type) : QString()));
  layout->addWidget(title);
  layout->addWidget(doc);

  auto* form = new QFormLayout;
  form->setRowWrapPolicy(QFormLayout::DontWrapRows);
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
  if (block && type)
    for (const sim::ParameterSpec& spec : type->parameters) {
      auto* row = new ParameterRow(spec, QString::fromStdString(sim::parameter_text(*block, spec)), this);
      connect(row, &ParameterRow::edited, this, [this] { d->check(); });
      d->rows.push_back(row);
      if (spec.kind == sim::ParameterKind::Flag) {
        form->addRow(QString(), row);
        continue;
      }
      auto* label = new QLabel(QString::fromStdString(spec.label), this);
      label->setBuddy(row);
      label->setToolTip(row->toolTip());
      form->addRow(label, row);
    }
  if (d->rows.empty() && type) form->addRow(new QLabel(tr("This block has no parameters."), this));
  layout->addLayout(form);

  d->problem = new QLabel(this);
  d->problem->setObjectName(QStringLiteral("problem"));
  d->problem->setWordWrap(true);
  d->problem->hide();
  layout->addWidget(d->problem);
  layout->addStretch(1);

  d->buttons = new QDialogButtonBox(
      QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel | QDialogButtonBox::Help,
      this);
  connect(d->buttons, &QDialogButtonBox::accepted, this, &BlockDialog::accept);
  connect(d->buttons, &QDialogButtonBox::rejected, this, &BlockDialog::reject);
  connect(d->buttons, &QDialogButtonBox::helpRequested, this, [this] { emit helpRequested(d->block); });
  connect(d->buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, [this] { apply(); });
  d->buttons->button(QDialogButtonBox::Help)->setEnabled(type != nullptr);
  layout->addWidget(d->buttons);
  setMinimumWidth(420);

  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    for (const sim::Change& change : edit.changes) {
      const auto* changed = std::get_if<sim::Set<sim::Block>>(&change);
      if (changed && changed->id == d->block && !changed->value) return reject();
      if (changed && changed->id == d->block) return d->fill();
    }
    d->check();
  });
  connect(&document, &DiagramDocument::replaced, this, &QDialog::reject);
  d->check();
  if (!d->rows.empty()) d->rows.front()->setFocus();
}

BlockDialog::~BlockDialog() = default;

sim::Id BlockDialog::block() const { return d->block; }

// Undo while the dialog is open shows in it.
void BlockDialog::Private::fill() {
  const sim::Block* now = document.block(block);
  for (ParameterRow* row : rows)
    if (const QString text = QString::fromStdString(sim::parameter_text(*now, row->spec()));
        text != row->text())
      row->setText(text);
  check();
}

// What the rules between parameters say about the texts as they stand.
QString BlockDialog::Private::ruleBroken() const {
  const sim::BlockType* type = document.typeOf(block);
  if (!type) return {};
  sim::Diagram trial = document.diagram();
  sim::apply(trial, edit());
  const auto workspace = sim::workspace_of(trial, trial.blocks.at(block).parent);
  const auto values = sim::evaluate_parameters(trial, *type, block, sim::expr::WorkspaceScope(workspace));
  if (values) return {};
  const sim::Diagnostic& why = values.error();
  return QString::fromStdString(why.remedy.empty() ? why.message : why.message + "; " + why.remedy);
}

void BlockDialog::Private::check() {
  const sim::Block* now = document.block(block);
  if (!now) return;
  const auto workspace = sim::workspace_of(document.diagram(), now->parent);
  const sim::expr::WorkspaceScope variables(workspace);
  valid = true;
  for (ParameterRow* row : rows) valid &= row->check(variables);
  const QString broken = valid ? ruleBroken() : QString();
  valid &= broken.isEmpty();
  QPalette palette = problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  problem->setPalette(palette);
  problem->setText(broken);
  problem->setVisible(!broken.isEmpty());
  buttons->button(QDialogButtonBox::Apply)->setEnabled(!edit().empty());
}

// Only what differs from the default is kept in the block.
sim::Edit BlockDialog::Private::edit() const {
  sim::Edit edit;
  const sim::Block* now = document.block(block);
  if (!now) return edit;
  sim::Block changed = *now;
  for (const ParameterRow* row : rows) {
    const std::string text = row->text().toStdString();
    if (text == sim::parameter_text(*now, row->spec())) continue;
    if (text == row->spec().default_text)
      changed.parameters.erase(row->spec().name);
    else
      changed.parameters[row->spec().name] = text;
  }
  if (changed == *now) return edit;
  edit.label = "Parameters of " + now->name;
  edit.set(block, std::move(changed));
  return edit;
}

bool BlockDialog::apply() {
  d->check();
  if (!d->valid) return false;
  d->document.apply(d->edit());
  return true;
}

void BlockDialog::accept() {
  if (apply()) QDialog::accept();
}

}  // namespace fluxion
