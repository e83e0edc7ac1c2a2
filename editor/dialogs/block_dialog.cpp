#include "editor/dialogs/block_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/dialogs/block_dialog_private.h"
#include "editor/dialogs/form_area.h"
#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/lookup_tables.h"
#include "editor/dialogs/parameter_row.h"
#include "editor/dialogs/preview_plot.h"
#include "editor/document/define_variable.h"
#include "editor/form_rows.h"
#include "editor/line_icon.h"
#include "editor/note_view.h"
#include "editor/theme.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/pid_tuning/pid_block.h"

namespace fluxion {

QWidget* BlockDialog::Private::header() {
  const sim::Block* now = document.block(block);
  auto* box = new QWidget(q);
  auto* title = new QLabel(type ? QString::fromStdString(type->label) : tr("Unknown block type"), box);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  large.setBold(true);
  title->setFont(large);
  auto* name = new QLabel(now ? QString::fromStdString(now->name) : QString(), box);
  name->setObjectName(QStringLiteral("blockName"));
  name->setTextFormat(Qt::PlainText);
  QPalette hint = name->palette();
  hint.setColor(QPalette::WindowText, Theme::current(q->palette()).hint);
  name->setPalette(hint);
  name->setVisible(type && now && now->name != type->label);
  auto* line = new QHBoxLayout;
  line->setSpacing(10);
  line->addWidget(title);
  line->addWidget(name);
  line->addStretch(1);
  if (type) {
    auto* more = new QLabel(QStringLiteral("<a href=\"help\">%1</a>").arg(tr("About this block")), box);
    more->setTextFormat(Qt::RichText);
    more->setObjectName(QStringLiteral("helpLink"));
    more->setToolTip(tr("Its equation, ports, parameters and examples (F1)"));
    QObject::connect(more, &QLabel::linkActivated, q, [this] { emit q->helpRequested(block); });
    line->addWidget(more);
  }
  QWidget* doc = nullptr;
  if (type) {
    doc = new NoteLabel(QString::fromStdString(type->doc).section(QStringLiteral("\n\n"), 0, 0), box);
  } else {
    auto* unknown =
        new QLabel(tr("The type “%1” is not known here; its plug-in is missing. The block is kept as it is.")
                       .arg(now ? QString::fromStdString(now->type) : QString()),
                   box);
    unknown->setTextFormat(Qt::PlainText);
    unknown->setWordWrap(true);
    doc = unknown;
  }
  auto* layout = new QVBoxLayout(box);
  box->setMinimumWidth(400);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(line);
  layout->addWidget(doc);
  return box;
}

void BlockDialog::Private::addRow(const sim::ParameterSpec& spec) {
  auto* row =
      new ParameterRow(spec, QString::fromStdString(sim::parameter_text(*document.block(block), spec)), q);
  QObject::connect(row, &ParameterRow::edited, q, [this] { check(); });
  QObject::connect(row, &ParameterRow::defineRequested, q, [this](const QString& name) { define(name); });
  rows.push_back(row);
  if (spec.kind == sim::ParameterKind::Flag) return fields->addRow(QString(), row);
  auto* label = new QLabel(QString::fromStdString(spec.label), q);
  label->setBuddy(row);
  label->setToolTip(row->toolTip());
  // In line with the text of its field, which may have a note below it.
  label->setContentsMargins(0, 4, 0, 0);
  if (spec.kind != sim::ParameterKind::Script) return fields->addRow(label, row);
  label->setAlignment(Qt::AlignLeft);
  fields->addRow(label);
  fields->addRow(row);
}

QWidget* BlockDialog::Private::form() {
  auto* box = new QWidget(q);
  fields = new QFormLayout(box);
  fields->setContentsMargins(0, 0, 4, 0);  // from a scroll bar
  fields->setRowWrapPolicy(QFormLayout::DontWrapRows);
  fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  fields->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
  if (!type || !document.block(block)) return box;
  bool folds = false;
  for (const sim::ParameterSpec& spec : type->parameters)
    if (!spec.advanced)
      addRow(spec);
    else
      folds = true;
  if (lookupParameters(*type)) {
    lookup = new QPushButton(lineIcon(QStringLiteral("table")), tr("Edit &Table and Plot…"), q);
    lookup->setObjectName(QStringLiteral("editLookup"));
    lookup->setAutoDefault(false);
    QObject::connect(lookup, &QPushButton::clicked, q, [this] { editLookup(); });
    auto* line = new QHBoxLayout;
    line->addWidget(lookup);
    line->addStretch(1);
    fields->addRow(QString(), line);
  }
  if (sim::is_pid(*document.block(block))) {
    auto* tune = new QPushButton(lineIcon(QStringLiteral("pid-tuning")), tr("&Tune…"), q);
    tune->setObjectName(QStringLiteral("tunePid"));
    tune->setToolTip(tr("Finds gains for a response time and a phase margin"));
    tune->setAutoDefault(false);
    QObject::connect(tune, &QPushButton::clicked, q, [this] { emit q->tuneRequested(block); });
    auto* line = new QHBoxLayout;
    line->addWidget(tune);
    line->addStretch(1);
    fields->addRow(QString(), line);
  }
  if (rows.empty() && !folds) fields->addRow(new QLabel(tr("This block has no parameters."), q));
  if (!folds) return box;
  advanced = new QToolButton(q);
  advanced->setObjectName(QStringLiteral("advanced"));
  advanced->setText(tr("More parameters"));
  advanced->setCheckable(true);
  advanced->setAutoRaise(true);
  advanced->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  QObject::connect(advanced, &QToolButton::toggled, q, [this](bool on) { showAdvanced(on); });
  fields->addRow(QString(), advanced);
  for (const sim::ParameterSpec& spec : type->parameters)
    if (spec.advanced) addRow(spec);
  return box;
}

void BlockDialog::Private::showAdvanced(bool shown) {
  advanced->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
  for (ParameterRow* row : rows)
    if (row->spec().advanced) setRowShown(*fields, *row, shown);
  fitHeight();
}

// What differs from the default is never hidden.
bool BlockDialog::Private::needsAdvanced() const {
  return std::any_of(rows.begin(), rows.end(), [](const ParameterRow* row) {
    return row->spec().advanced && row->text().toStdString() != row->spec().default_text;
  });
}

void BlockDialog::Private::fitHeight() {
  if (!q->isVisible()) return;
  fields->activate();
  q->layout()->activate();
  if (auto* area = q->findChild<QScrollArea*>()) area->updateGeometry();
  q->resize(q->width(), q->sizeHint().height());
}

void BlockDialog::Private::growToFit() {
  const QSize wanted = q->sizeHint().expandedTo(q->size());
  const QSize fits = q->screen() ? wanted.boundedTo(q->screen()->availableSize() - QSize(20, 60)) : wanted;
  q->resize(fits.expandedTo(q->size()));
}

BlockDialog::BlockDialog(DiagramDocument& document, sim::Id id, QWidget* parent)
    : QDialog(parent), d(std::make_unique<Private>(this, document, id)) {
  setObjectName(QStringLiteral("blockDialog"));
  const sim::Block* block = document.block(id);
  setWindowTitle(block ? tr("Block: %1").arg(QString::fromStdString(block->name)) : tr("Block"));

  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(10);
  layout->addWidget(d->header());
  auto* area = new FormArea(this);
  area->setWidget(d->form());
  area->widget()->setAutoFillBackground(false);
  d->preview = new PreviewPlot(document.library(), this);
  auto* body = new QHBoxLayout;
  body->setSpacing(14);
  body->addWidget(area, 3);
  body->addWidget(d->preview, 2);
  layout->addLayout(body, 1);

  d->problem = new QLabel(this);
  d->problem->setObjectName(QStringLiteral("problem"));
  d->problem->setWordWrap(true);
  d->problem->hide();
  layout->addWidget(d->problem);

  d->buttons = new QDialogButtonBox(
      QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel | QDialogButtonBox::Help,
      this);
  connect(d->buttons, &QDialogButtonBox::accepted, this, &BlockDialog::accept);
  connect(d->buttons, &QDialogButtonBox::rejected, this, &BlockDialog::reject);
  connect(d->buttons, &QDialogButtonBox::helpRequested, this, [this] { emit helpRequested(d->block); });
  connect(d->buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, [this] { apply(); });
  d->buttons->button(QDialogButtonBox::Help)->setEnabled(d->type != nullptr);
  layout->addWidget(d->buttons);
  // Notes below the fields may take more lines than there was room for.
  area->changed = [this] {
    if (isVisible()) QTimer::singleShot(0, this, [this] { d->growToFit(); });
  };
  // It grows to the side once, when it turns out that there is something to show.
  connect(d->preview, &PreviewPlot::answered, this, [this](bool shown) {
    if (shown) d->growToFit();
  });

  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    for (const sim::Change& change : edit.changes) {
      const auto* changed = std::get_if<sim::Set<sim::Block>>(&change);
      if (changed && changed->id == d->block && !changed->value) return reject();
      if (changed && changed->id == d->block) return d->fill();
    }
    d->check();
  });
  connect(&document, &DiagramDocument::replaced, this, &QDialog::reject);
  if (d->advanced) {
    d->advanced->setChecked(d->needsAdvanced());
    d->showAdvanced(d->advanced->isChecked());
  }
  d->check();
  if (!d->rows.empty()) d->rows.front()->setFocus();
}

// F1 in a field too.
void BlockDialog::keyPressEvent(QKeyEvent* event) {
  if (!event->matches(QKeySequence::HelpContents)) return QDialog::keyPressEvent(event);
  if (d->type) emit helpRequested(d->block);
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
  for (ParameterRow* row : rows) {
    const bool fine = row->check(variables);
    valid &= fine;
    if (!fine && row->spec().advanced && !advanced->isChecked()) advanced->setChecked(true);
  }
  const QString kept = refusal();
  const QString broken = !kept.isEmpty() ? kept : valid ? ruleBroken() : QString();
  valid &= broken.isEmpty();
  for (ParameterRow* row : rows) row->setEnabled(kept.isEmpty());
  QPalette palette = problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  problem->setPalette(palette);
  problem->setText(broken);
  problem->setVisible(!broken.isEmpty());
  buttons->button(QDialogButtonBox::Apply)->setEnabled(!edit().empty());
  if (lookup) lookup->setEnabled(valid || !broken.isEmpty());
  if (valid) askPreview(variables);
}

// Numbers are given as they are worth here, where the names of masks are known; formulas use the model's
// variables.
void BlockDialog::Private::askPreview(const sim::expr::Scope& variables) {
  if (!type) return;
  sim::BlockQuestion question{type->id, {}, document.diagram().variables};
  for (const ParameterRow* row : rows) {
    const sim::ParameterSpec& spec = row->spec();
    std::string text = row->text().toStdString();
    if (text == spec.default_text) continue;
    const bool expression = spec.kind == sim::ParameterKind::Real ||
                            spec.kind == sim::ParameterKind::Integer ||
                            spec.kind == sim::ParameterKind::SampleTime;
    if (const auto value = sim::evaluate_parameter(spec, text, variables);
        expression && value && value->imaginary.empty() && text != "auto")
      text = exactText(*value).toStdString();
    question.parameters[spec.name] = std::move(text);
  }
  preview->ask(std::move(question));
}

void BlockDialog::Private::define(const QString& name) {
  defineVariable(document, name);
  check();
}

// What a library rules cannot be changed here: said at once, not when the dialog is done.
QString BlockDialog::Private::refusal() const {
  const sim::Diagram& diagram = document.diagram();
  const sim::Block* now = document.block(block);
  const sim::Block* linked = now ? document.block(sim::ruling_link(diagram, now->parent)) : nullptr;
  if (!linked) return {};
  return tr("%1 comes from the library %2: change it there, or break the link.")
      .arg(QString::fromStdString(linked->name), QString::fromStdString(linked->link->file));
}

const ParameterRow* BlockDialog::Private::row(const std::string& name) const {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](auto* r) { return r->spec().name == name; });
  return it == rows.end() ? nullptr : *it;
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
  return d->document.apply(d->edit());
}

void BlockDialog::accept() {
  if (apply()) QDialog::accept();
}

}  // namespace fluxion
