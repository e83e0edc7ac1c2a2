// Every window and dialog, walked through: commands have texts, controls have names, letters and shortcuts
// mean one thing, and Tab reaches every control.
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QShortcut>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QWidgetAction>
#include <QtTest>

#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/matrix_editor.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/navigation/command_palette.h"
#include "editor/navigation/find_dock.h"
#include "editor/pictures/export_dialog.h"
#include "editor/problems/problems_dock.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/import_dialog.h"
#include "editor/run_archive/plots_window.h"
#include "editor/run_archive/run_plot.h"
#include "editor/scopes/cursor_set.h"
#include "editor/scopes/measurements_panel.h"
#include "editor/tools/quick_insert.h"
#include "editor/window/docks.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"
#include "sim_core/run_archive/csv_import.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;

static const QString example =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class AccessibilityTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void startPage();
  void windowWithEverythingShown();
  void everyBlocksDialog();
  void configuration();
  void otherDialogs();
  void windowsOfRuns();
  void menusTellTheirCommandsApart();
  void shortcutsMeanOneThing();
  void dialogsFitSmallScreens();

 private:
  std::unique_ptr<MainWindow> open();
  void check(QWidget* top, const QString& place);

  sim::BlockLibrary m_library = test::allBlocks();
  QTemporaryDir m_folder;
};

void AccessibilityTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

static QString described(const QWidget* widget) {
  QString path;
  for (const QWidget* w = widget; w; w = w->isWindow() ? nullptr : w->parentWidget())
    path.prepend(
        QStringLiteral("/%1(%2)").arg(QString::fromLatin1(w->metaObject()->className()), w->objectName()));
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  return button ? path + u' ' + button->text() : path;
}

// Parts that Qt makes for itself inside of its widgets.
static bool isInner(const QWidget* widget) {
  const QWidget* parent = widget->parentWidget();
  return widget->objectName().startsWith(QStringLiteral("qt_")) ||
         qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QLineEdit*>(parent) ||
         qobject_cast<const QComboBox*>(parent) || qobject_cast<const QTabBar*>(parent) ||
         widget->inherits("QComboBoxPrivateContainer") || widget->inherits("QDockWidgetTitleButton") ||
         widget->inherits("QTableCornerButton") || widget->inherits("QScrollBar");
}

static QString nameOf(QWidget* widget) {
  QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(widget);
  return shown ? shown->text(QAccessible::Name) : QString();
}

static std::vector<QWidget*> shownIn(QWidget* top) {
  std::vector<QWidget*> all;
  for (auto* widget : top->findChildren<QWidget*>())
    if (widget->isVisible() && widget->window() == top && !isInner(widget)) all.push_back(widget);
  return all;
}

static bool takesTab(const QWidget* widget) {
  return widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus &&
         !widget->focusProxy();
}

static QStringList withoutNames(QWidget* top) {
  QStringList found;
  for (QWidget* widget : shownIn(top))
    if (widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy() && nameOf(widget).trimmed().isEmpty())
      found += QStringLiteral("no name: ") + described(widget);
  return found;
}

// What can be clicked or typed into has the keyboard too, or is in a menu.
static QStringList withoutKeyboard(QWidget* top) {
  QStringList found;
  for (QWidget* widget : shownIn(top)) {
    const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                         qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractItemView*>(widget) ||
                         qobject_cast<QAbstractSpinBox*>(widget);
    if (!control || !widget->isEnabled() || takesTab(widget) || widget->focusProxy()) continue;
    const auto* button = qobject_cast<QToolButton*>(widget);
    const bool command =
        button && button->defaultAction() && button->defaultAction()->associatedObjects().size() > 1;
    if (command || widget->inherits("QHeaderView") || widget->inherits("QToolBarExtension")) continue;
    if (widget->objectName() == QLatin1String("quickInsertMatches"))
      continue;  // arrows in the field go through it
    // Of a group of radio buttons, Tab goes to the one that is chosen.
    found += QStringLiteral("no keyboard: ") + described(widget);
  }
  return found;
}

static QStringList actionsWithoutText(QWidget* top) {
  QStringList found;
  for (auto* action : top->findChildren<QAction*>()) {
    const auto* owner = qobject_cast<QWidget*>(action->parent());
    const bool inner = owner && (qobject_cast<const QLineEdit*>(owner) || owner->inherits("QTextBrowser"));
    // Not the title of a context menu, which is in no menu.
    const bool title = action->menu() && action->menu()->menuAction() == action;
    const bool shown =
        !title && !action->associatedObjects().isEmpty() && !qobject_cast<QWidgetAction*>(action);
    if (!inner && shown && !action->isSeparator() && action->text().trimmed().isEmpty())
      found += QStringLiteral("no text: %1 of %2 %3")
                   .arg(action->objectName(), action->parent()->metaObject()->className(),
                        action->parent()->objectName());
  }
  return found;
}

static QChar letterOf(const QString& text) {
  const QKeySequence key = QKeySequence::mnemonic(text);
  return key.isEmpty() ? QChar() : QChar(key[0].key());
}

static void note(std::map<QChar, QStringList>& letters, const QString& text) {
  if (const QChar letter = letterOf(text); !letter.isNull()) letters[letter] += text;
}

static QStringList repeated(const std::map<QChar, QStringList>& letters, const QString& where) {
  QStringList found;
  for (const auto& [letter, texts] : letters)
    if (texts.size() > 1)
      found += QStringLiteral("Alt+%1 in %2: %3").arg(letter).arg(where, texts.join(u'|'));
  return found;
}

static QStringList repeatedLetters(QWidget* top) {
  std::map<QChar, QStringList> letters;
  for (QWidget* widget : shownIn(top)) {
    if (const auto* label = qobject_cast<QLabel*>(widget); label && label->buddy())
      note(letters, label->text());
    if (const auto* button = qobject_cast<QAbstractButton*>(widget); button && button->isEnabled())
      if (!qobject_cast<QToolButton*>(widget)) note(letters, button->text());
    if (const auto* group = qobject_cast<QGroupBox*>(widget)) note(letters, group->title());
    if (const auto* tabs = qobject_cast<QTabBar*>(widget))
      for (int k = 0; k < tabs->count(); ++k) note(letters, tabs->tabText(k));
    if (const auto* menus = qobject_cast<QMenuBar*>(widget))
      for (const QAction* action : menus->actions()) note(letters, action->text());
  }
  return repeated(letters, described(top));
}

// Tab, pressed again and again, gives every control the focus once.
static QStringList notReachedByTab(QWidget* top) {
  std::set<QWidget*> missing;
  for (QWidget* widget : shownIn(top)) {
    const auto* radio = qobject_cast<QAbstractButton*>(widget);
    const bool unchosen = radio && widget->inherits("QRadioButton") && !radio->isChecked();
    const bool canvas =
        widget->inherits("fluxion::DiagramView");  // Tab goes through the blocks there, F6 leaves
    if (takesTab(widget) && !unchosen && !canvas) missing.insert(widget);
  }
  if (missing.empty()) return {};
  const std::size_t count = missing.size();
  QWidget* first = *missing.begin();
  for (QWidget* widget = top->nextInFocusChain(); widget != top; widget = widget->nextInFocusChain())
    if (missing.contains(widget)) {
      first = widget;
      break;
    }
  first->setFocus(Qt::TabFocusReason);
  for (std::size_t k = 0; k < 3 * count + 20 && !missing.empty(); ++k) {
    QWidget* now = QApplication::focusWidget();
    if (!now) break;
    missing.erase(now);
    if (now->inherits("fluxion::DiagramView")) {
      // Past it, as F6 does.
      QWidget* next = now->nextInFocusChain();
      while (next != now && !(missing.contains(next))) next = next->nextInFocusChain();
      if (next == now) break;
      next->setFocus(Qt::TabFocusReason);
      continue;
    }
    QTest::keyClick(now, Qt::Key_Tab);
  }
  QStringList found;
  for (const QWidget* widget : missing) found += QStringLiteral("not reached by Tab: ") + described(widget);
  return found;
}

void AccessibilityTest::check(QWidget* top, const QString& place) {
  top->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(top));
  QStringList found = withoutNames(top) + withoutKeyboard(top) + actionsWithoutText(top) +
                      repeatedLetters(top) + notReachedByTab(top);
  found.removeDuplicates();
  for (const QString& line : found) qWarning("%s: %s", qPrintable(place), qPrintable(line));
  QVERIFY2(found.isEmpty(), qPrintable(place));
}

std::unique_ptr<MainWindow> AccessibilityTest::open() {
  auto window = std::make_unique<MainWindow>(m_library);
  window->questions().setTell([](const QString&, const QString&) {});
  window->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  window->resize(1280, 720);
  window->show();
  return window;
}

void AccessibilityTest::startPage() {
  const auto window = open();
  QVERIFY(QTest::qWaitForWindowActive(window.get()));
  check(window.get(), QStringLiteral("start page"));
}

void AccessibilityTest::windowWithEverythingShown() {
  const auto window = open();
  QVERIFY(QTest::qWaitForWindowActive(window.get()));
  QVERIFY(window->opening().openFile(example));
  QSignalSpy finished(&window->runs(), &RunController::finished);
  window->commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  window->resize(1600, 1200);
  for (auto* dock : window->findChildren<QDockWidget*>()) {
    dock->setFloating(false);
    dock->show();
  }
  // Docks beside each other, so that all can be seen at once.
  window->addDockWidget(Qt::RightDockWidgetArea,
                        window->findChild<QDockWidget*>(QStringLiteral("explorerDock")));
  QCoreApplication::processEvents();
  check(window.get(), QStringLiteral("window"));
  auto& explorer = static_cast<ExplorerDock&>(window->bench().docks().dock(DockId::Explorer));
  explorer.raise();
  explorer.showVariables();
  check(window.get(), QStringLiteral("variables in the explorer"));
  explorer.showSetting(QStringLiteral("StopTime"));
  check(window.get(), QStringLiteral("settings in the explorer"));
}

void AccessibilityTest::everyBlocksDialog() {
  for (const sim::BlockType* type : m_library.all()) {
    DiagramDocument document(m_library);
    sim::Block block;
    block.type = type->id;
    block.name = type->label;
    auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, block); });
    document.apply(std::move(insertion.edit));
    BlockDialog dialog(document, insertion.id);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    check(&dialog, QString::fromStdString(type->id));
    if (QTest::currentTestFailed()) return;
    QVERIFY2(dialog.minimumSizeHint().height() <= 680,
             qPrintable(QStringLiteral("%1 is %2 high")
                            .arg(QString::fromStdString(type->id))
                            .arg(dialog.minimumSizeHint().height())));
  }
}

void AccessibilityTest::configuration() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.show();
  QVERIFY(QTest::qWaitForWindowActive(&dialog));
  auto* pages = dialog.findChild<QListWidget*>(QStringLiteral("configurationPages"));
  for (int k = 0; k < pages->count(); ++k) {
    pages->setCurrentRow(k);
    QCoreApplication::processEvents();
    check(&dialog, pages->item(k)->text());
    if (QTest::currentTestFailed()) return;
  }
}

void AccessibilityTest::otherDialogs() {
  test::CanvasWindow canvas;
  canvas.add("math/gain", 0, 0);
  ExportDialog exporting(canvas.editor.scene());
  exporting.show();
  QVERIFY(QTest::qWaitForWindowActive(&exporting));
  check(&exporting, QStringLiteral("export"));
  exporting.close();
  sim::ParameterValue value;
  value.shape = {2, 2};
  value.numbers = {1, 2, 3, 4};
  MatrixEditor matrix(QStringLiteral("A"), QStringLiteral("[1 3; 2 4]"), value);
  matrix.show();
  QVERIFY(QTest::qWaitForWindowActive(&matrix));
  check(&matrix, QStringLiteral("matrix"));
  matrix.close();
  canvas.editor.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&canvas.editor));
  canvas.key(Qt::Key_G);
  QVERIFY(canvas.quickInsert());
  const QStringList found = withoutNames(&canvas.editor) + withoutKeyboard(&canvas.editor);
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  const auto window = open();
  window->newDiagram();
  CommandPalette palette(*window->menuBar());
  palette.show();
  QVERIFY(QTest::qWaitForWindowActive(&palette));
  check(&palette, QStringLiteral("commands"));
}

void AccessibilityTest::windowsOfRuns() {
  RunLibrary library(m_folder.filePath("runs"));
  const Run a = library.add(*sim::import_csv_text("t,x,y\n0,0,0\n1,1,1\n", "a.csv")),
            b = library.add(*sim::import_csv_text("t,x,y\n0,0,0\n1,2,1\n", "b.csv"));
  PlotsWindow plots(library);
  plots.inspect({QString::fromStdString(a->summary.id)});
  plots.cursorSet().setOn(true);
  plots.measurements().show();
  plots.show();
  QVERIFY(QTest::qWaitForWindowActive(&plots));
  QTRY_COMPARE(plots.plot().curveCount(), 1);
  check(&plots, QStringLiteral("plots"));
  plots.close();
  CompareWindow compare(library);
  compare.compare(a, b);
  compare.show();
  QVERIFY(QTest::qWaitForWindowActive(&compare));
  QTRY_VERIFY(!compare.isBusy());
  check(&compare, QStringLiteral("compare"));
  compare.close();
  QFile table(m_folder.filePath("a.csv"));
  QVERIFY(table.open(QIODevice::WriteOnly));
  table.write("t;x\n0;1\n");
  table.close();
  ImportDialog import(library, table.fileName());
  import.show();
  QVERIFY(QTest::qWaitForWindowActive(&import));
  QTRY_VERIFY(!import.isBusy());
  check(&import, QStringLiteral("import"));
  import.close();
}

static void checkMenu(const QMenu* menu, const QString& name, QStringList& found) {
  std::map<QChar, QStringList> letters;
  for (const QAction* action : menu->actions()) {
    if (action->isSeparator() || !action->isVisible()) continue;
    if (action->text().trimmed().isEmpty()) found += name + QStringLiteral(": a command without text");
    note(letters, action->text());
    if (action->menu()) checkMenu(action->menu(), name + u'/' + action->text(), found);
  }
  found += repeated(letters, name);
}

void AccessibilityTest::menusTellTheirCommandsApart() {
  const auto window = open();
  window->newDiagram();
  QStringList found;
  std::map<QChar, QStringList> bar;
  for (const QAction* action : window->menuBar()->actions()) {
    note(bar, action->text());
    checkMenu(action->menu(), action->text(), found);
  }
  found += repeated(bar, QStringLiteral("the menu bar"));
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void AccessibilityTest::shortcutsMeanOneThing() {
  const auto window = open();
  QVERIFY(window->opening().openFile(example));
  std::map<QString, std::set<const QAction*>> keys;
  for (const auto* action : window->findChildren<QAction*>())
    if (action->shortcutContext() == Qt::WindowShortcut ||
        action->shortcutContext() == Qt::ApplicationShortcut)
      for (const QKeySequence& key : action->shortcuts()) keys[key.toString()].insert(action);
  QStringList found;
  for (const auto& [key, actions] : keys) {
    if (actions.size() < 2) continue;
    QStringList texts;
    for (const QAction* action : actions) texts += action->text();
    found += key + QStringLiteral(": ") + texts.join(u'|');
  }
  for (const auto* shortcut : window->findChildren<QShortcut*>())
    if (keys.contains(shortcut->key().toString()))
      found += shortcut->key().toString() + QStringLiteral(": a shortcut too");
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void AccessibilityTest::dialogsFitSmallScreens() {
  DiagramDocument document(m_library);
  const auto fits = [](QDialog& dialog) {
    dialog.show();
    const QSize size = dialog.size();
    QVERIFY2(
        size.width() <= 1280 && size.height() <= 680,
        qPrintable(
            QStringLiteral("%1: %2 x %3").arg(dialog.objectName()).arg(size.width()).arg(size.height())));
  };
  ConfigurationDialog configuration(document);
  fits(configuration);
  QVERIFY(configuration.minimumSizeHint().height() <= 680);
  const auto window = open();
  window->newDiagram();
  CommandPalette palette(*window->menuBar());
  fits(palette);
  QVERIFY2(window->minimumSizeHint().width() <= 1280 && window->minimumSizeHint().height() <= 680,
           qPrintable(QStringLiteral("%1 x %2")
                          .arg(window->minimumSizeHint().width())
                          .arg(window->minimumSizeHint().height())));
}

QTEST_MAIN(AccessibilityTest)
#include "accessibility_test.moc"
