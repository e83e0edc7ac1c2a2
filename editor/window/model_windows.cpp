#include "editor/window/model_windows.h"

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <memory>
#include <utility>

#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/preferences.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/document_guard.h"
#include "editor/window/document_safety.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_tabs.h"
#include "editor/window/questions.h"
#include "editor/window/session.h"
#include "editor/window/workbench.h"

namespace fluxion {

static std::vector<MainWindow*>& everyModel() {
  static std::vector<MainWindow*> windows;
  return windows;
}

ModelWindows::ModelWindows(MainWindow& window) : m_window(window) { everyModel().push_back(&window); }
ModelWindows::~ModelWindows() { std::erase(everyModel(), &m_window); }

const std::vector<MainWindow*>& ModelWindows::all() { return everyModel(); }

MainWindow* ModelWindows::withFile(const QString& path) {
  const QString name = QFileInfo(path).absoluteFilePath();
  for (MainWindow* window : all()) {
    const DiagramDocument& document = window->document();
    if (path.isEmpty() || document.path().isEmpty()) continue;
    if (document.file().canonical == path || QFileInfo(document.path()).absoluteFilePath() == name)
      return window;
  }
  return nullptr;
}

bool ModelWindows::mayCloseAll(const std::vector<MainWindow*>& windows) {
  for (MainWindow* window : windows) {
    // What is asked concerns what is seen.
    if (window->guard().mustAsk()) window->bringToFront();
    if (window->guard().mayClose()) continue;
    for (MainWindow* each : windows) each->guard().forget();
    return false;
  }
  return true;
}

void ModelWindows::quit() {
  if (!mayCloseAll(all())) return;
  noteSession();
  const SessionPause pause;
  QApplication::closeAllWindows();
}

void ModelWindows::present(MainWindow& other) {
  other.setAttribute(Qt::WA_DeleteOnClose);
  if (ModelTabs* here = m_window.tabs()) {
    if (storedPreferences().opensTabs) {
      here->add(other);
    } else {
      auto* window = new ModelTabs;
      window->add(other);
      window->show();
    }
  } else {
    if (m_window.isVisible()) other.move(m_window.pos() + QPoint(32, 32));
    other.show();
  }
  other.bringToFront();
}

MainWindow* ModelWindows::create() {
  if (m_window.isUntouched()) {
    if (m_window.isStartPageShown()) m_window.newDiagram();
    return &m_window;
  }
  auto* other = new MainWindow(m_window.bench().library());
  other->newDiagram();
  present(*other);
  return other;
}

// Null: it could not be opened. What it tells before it is seen is told by `from`.
template <class Open>
static MainWindow* openedUnseen(MainWindow& from, Open open) {
  auto other = std::make_unique<MainWindow>(from.bench().library());
  const Questions::Tell tell = other->questions().teller();
  other->questions().setTell(from.questions().teller());
  if (!open(other->opening())) return nullptr;
  other->questions().setTell(tell);
  return other.release();
}

MainWindow* ModelWindows::createFrom(const QString& templatePath) {
  const auto open = [&](ModelOpening& opening) { return opening.openTemplate(templatePath); };
  if (m_window.isUntouched()) return open(m_window.opening()) ? &m_window : nullptr;
  MainWindow* other = openedUnseen(m_window, open);
  if (other) present(*other);
  return other;
}

void ModelWindows::createApart() {
  auto* other = new MainWindow(m_window.bench().library());
  if (!m_window.tabs()) return present(*other);
  auto* window = new ModelTabs;
  window->add(*other);
  window->show();
}

// Read before it is decided where it is shown: other models may be opened meanwhile.
MainWindow* ModelWindows::open(const QString& path, const QString& kind) {
  const auto shown = [&kind](const QString& file) {
    MainWindow* window = kind.isEmpty() ? withFile(file) : nullptr;
    if (window) window->bringToFront();
    return window;
  };
  if (MainWindow* window = shown(path)) return window;
  std::optional<ModelRead> model = m_window.opening().read(path);
  if (!model) return nullptr;
  if (MainWindow* window = shown(model->file.canonical)) return window;
  const auto take = [&](ModelOpening& opening) { return opening.take(*std::move(model), kind); };
  if (m_window.isUntouched()) return take(m_window.opening()) ? &m_window : nullptr;
  MainWindow* other = openedUnseen(m_window, take);
  if (other) present(*other);
  return other;
}

void ModelWindows::chooseAndOpen() {
  if (const QString path = m_window.opening().chosenPath(); !path.isEmpty()) open(path);
}

static void reveal(MainWindow& window, const QString& block) {
  if (const auto id = sim::find_block(window.document().diagram(), block.toStdString()))
    window.editor().revealBlock(*id);
}

void ModelWindows::openBeside(const QString& path, const QString& block) {
  if (MainWindow* shown = open(path)) reveal(*shown, block);
}

void ModelWindows::openExample(const QString& path, const QString& block) {
  MainWindow* shown = open(path, tr("example"));
  if (!shown) return;
  reveal(*shown, block);
  shown->bringToFront();
}

void ModelWindows::openSnapshot(const sim::Diagram& model, const QString& run) {
  auto* other = new MainWindow(m_window.bench().library());
  other->newDiagram();
  other->document().setDiagram(model);
  present(*other);
  other->editor().zoomToFit();
  other->bench().say(tr("%1 as it was in %2").arg(m_window.document().title(), run));
}

void ModelWindows::offerRecovery() {
  const std::vector<Recoverable> left = findRecoverable(Autosave::defaultFolder());
  if (left.empty()) return;
  QString list;
  for (const Recoverable& copy : left) list += tr("• %1, as it was on %2\n").arg(copy.title, copy.when);
  PlainMessageBox box(QMessageBox::Question, tr("Fluxion"),
                      tr("Fluxion ended without saving these diagrams:\n\n%1").arg(list), &m_window);
  box.setObjectName(QStringLiteral("recovery"));
  box.setInformativeText(tr("They can be opened as they were; your files are as you saved them last."));
  auto* open = box.addButton(tr("&Recover"), QMessageBox::AcceptRole);
  auto* drop = box.addButton(tr("&Delete Them"), QMessageBox::DestructiveRole);
  box.addButton(tr("&Later"), QMessageBox::RejectRole);
  box.setDefaultButton(open);
  box.exec();
  if (box.clickedButton() == drop)
    for (const Recoverable& copy : left) discard(copy);
  if (box.clickedButton() != open) return;
  for (const Recoverable& copy : left) {
    MainWindow* window = &m_window;
    if (!window->isStartPageShown() || window->document().isModified()) {
      window = new MainWindow(m_window.bench().library());
      present(*window);
    }
    window->safety().openRecovered(copy);
  }
}

}  // namespace fluxion
