#include "editor/masks/mask_editor.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "editor/masks/documentation_page.h"
#include "editor/masks/icon_page.h"
#include "editor/masks/initialization_page.h"
#include "editor/masks/parameters_page.h"
#include "editor/theme.h"
#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/diagram/mask_proposal.h"
#include "sim_core/expr/parser.h"
#include "sim_core/interfaces/variable_names.h"

namespace fluxion {

class MaskEditor::Private {
 public:
  Private(DiagramDocument& document, sim::Id id) : document(document), id(id) {}

  sim::Mask mask() const;
  // What cannot stay so: names and lines that are none. The page it is on.
  MaskPage* wrongPage(const sim::Mask& mask, QString& why) const;
  void check();
  void rename(const std::string& from, const std::string& to);
  std::optional<sim::Diagnostic> renameUses(sim::Diagram& model, sim::Edit& edit) const;

  DiagramDocument& document;
  sim::Id id;
  sim::Mask original;
  ParametersPage* parameters = nullptr;
  InitializationPage* initialization = nullptr;
  std::vector<MaskPage*> pages;
  std::map<std::string, std::string> waiting;  // by a name that cannot be one: the last that could
  std::vector<std::pair<std::string, std::string>> renames;  // of the mask's parameters, in order
  QTabWidget* tabs = nullptr;
  QLabel* problem = nullptr;
};

MaskEditor::MaskEditor(DiagramDocument& document, sim::Id id, QWidget* parent)
    : QDialog(parent), d(std::make_unique<Private>(document, id)) {
  setObjectName(QStringLiteral("maskEditor"));
  const sim::Block& block = *document.block(id);
  d->original = block.mask.value_or(sim::Mask());
  setWindowTitle(tr("Mask Editor: %1").arg(QString::fromStdString(block.name)));
  d->tabs = new QTabWidget(this);
  d->tabs->setObjectName(QStringLiteral("maskEditorTabs"));
  d->tabs->setDocumentMode(true);
  const auto add = [this](auto* page, const QString& title) {
    d->tabs->addTab(page, title);
    d->pages.push_back(page);
    page->show(d->original);
    connect(page, &MaskPage::edited, this, [this] { d->check(); });
    return page;
  };
  d->parameters = add(
      new ParametersPage(
          sim::proposed_mask_parameters(document.diagram(), id, sim::variable_names_of(document.library())),
          this),
      tr("&Parameters"));
  connect(d->parameters, &ParametersPage::renamed, this, [this](const QString& from, const QString& to) {
    d->rename(from.toStdString(), to.toStdString());
  });
  d->initialization = add(new InitializationPage(this), tr("&Initialization"));
  add(new IconPage(block, document.typeOf(id), document.interfaceOf(id), this), tr("I&con"));
  add(new DocumentationPage(this), tr("&Description"));
  d->problem = new QLabel(this);
  d->problem->setObjectName(QStringLiteral("problem"));
  d->problem->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &MaskEditor::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &MaskEditor::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(d->tabs, 1);
  layout->addWidget(d->problem);
  layout->addWidget(buttons);
  resize(820, 620);
  connect(&document, &DiagramDocument::replaced, this, &QDialog::reject);
  connect(&document, &DiagramDocument::changed, this, [this] {
    if (!d->document.block(d->id)) reject();
  });
  d->check();
}

MaskEditor::~MaskEditor() = default;

sim::Mask MaskEditor::Private::mask() const {
  sim::Mask mask = original;
  for (const MaskPage* page : pages) page->put(mask);
  return mask;
}

// The texts of the mask at once, those of the blocks inside when the mask is taken. A name that cannot be one
// waits for the next.
void MaskEditor::Private::rename(const std::string& from, const std::string& to) {
  const auto known = waiting.find(from);
  const std::string first = known == waiting.end() ? from : known->second;
  if (known != waiting.end()) waiting.erase(known);
  sim::Mask now = mask();
  const auto named = [&](const std::string& name) {
    return std::count_if(now.parameters.begin(), now.parameters.end(),
                         [&](const sim::MaskParameter& p) { return p.name == name; });
  };
  if (first == to) return;
  if (!sim::expr::is_name(to) || named(to) != 1 || named(first) != 0) {
    waiting[to] = first;
    return;
  }
  renames.emplace_back(first, to);
  for (sim::MaskParameter& p : now.parameters)
    if (p.name == to) p.name = first;
  sim::Diagram model = document.diagram();
  model.blocks.at(id).mask = now;
  const auto edit = sim::rename_variable(model, id, first, to, sim::variable_names_of(document.library()));
  if (!edit) return;
  sim::apply(model, *edit);
  for (MaskPage* page : pages)
    if (page != parameters) page->show(*model.blocks.at(id).mask);
  parameters->takeTexts(*model.blocks.at(id).mask);
}

std::optional<sim::Diagnostic> MaskEditor::Private::renameUses(sim::Diagram& model, sim::Edit& edit) const {
  for (const auto& [from, to] : renames) {
    const auto& mask = model.blocks.at(id).mask;
    const bool old = mask && std::any_of(mask->parameters.begin(), mask->parameters.end(),
                                         [&, &from = from](const auto& p) { return p.name == from; });
    if (!old) continue;  // one that this editor has added: nothing inside uses it yet
    const auto step = sim::rename_variable(model, id, from, to, sim::variable_names_of(document.library()));
    if (!step) return step.error();
    sim::apply(model, *step);
    edit.changes.insert(edit.changes.end(), step->changes.begin(), step->changes.end());
  }
  return std::nullopt;
}

MaskPage* MaskEditor::Private::wrongPage(const sim::Mask& mask, QString& why) const {
  std::set<std::string> seen;
  for (const sim::MaskParameter& p : mask.parameters) {
    const QString name = QString::fromStdString(p.name);
    if (!sim::expr::is_name(p.name))
      why = tr("“%1” is no name; use letters, digits and _, a letter first").arg(name);
    else if (!seen.insert(p.name).second)
      why = tr("Two parameters are called “%1”; rename or remove one of them").arg(name);
    else if (p.minimum && p.maximum && *p.minimum > *p.maximum)
      why = tr("The minimum of “%1” is more than its maximum").arg(name);
    else if (p.editor == sim::MaskEditor::Choice && p.choices.empty())
      why = tr("“%1” has no choices; write some, one a line").arg(name);
    else
      continue;
    return parameters;
  }
  sim::Diagram model = document.diagram();
  sim::Edit edit;
  if (const auto refused = renameUses(model, edit)) {
    why = QString::fromStdString(sim::to_text(*refused));
    return parameters;
  }
  const auto problems = sim::read_initialization(mask.initialization).problems;
  if (problems.empty()) return nullptr;
  why = QString::fromStdString(sim::to_text(problems.front()));
  return initialization;
}

void MaskEditor::Private::check() {
  const sim::Mask now = mask();
  const sim::Block* block = document.block(id);
  if (!block) return;
  const auto outside =
      std::make_shared<const sim::expr::Workspace>(sim::workspace_of(document.diagram(), block->parent));
  const sim::expr::Workspace workspace = sim::mask_workspace(now, outside);
  const sim::expr::WorkspaceScope inside(workspace);
  const std::vector<sim::MaskValue> values = sim::mask_values(now, inside);
  for (MaskPage* page : pages) page->showValues(now, values, inside);
  QString why;
  if (!wrongPage(now, why))
    if (const sim::Diagnostics found = sim::check_mask(now, inside); !found.empty())
      why = QString::fromStdString(sim::to_text(found.front()));
  QPalette palette = problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  problem->setPalette(palette);
  problem->setText(why);
  problem->setVisible(!why.isEmpty());
}

void MaskEditor::accept() {
  const sim::Mask mask = d->mask();
  QString why;
  if (MaskPage* wrong = d->wrongPage(mask, why)) {
    d->tabs->setCurrentWidget(wrong);
    return d->check();
  }
  const sim::Block* block = d->document.block(d->id);
  if (block && block->mask != mask) {
    sim::Edit edit{(block->mask ? "Edit the Mask of " : "Create a Mask for ") + block->name, {}};
    sim::Diagram model = d->document.diagram();
    d->renameUses(model, edit);
    sim::Block changed = model.blocks.at(d->id);
    changed.mask = mask;
    edit.set(d->id, std::move(changed));
    d->document.apply(std::move(edit));
  }
  QDialog::accept();
}

}  // namespace fluxion
