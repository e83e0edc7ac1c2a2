// Preferences take effect at once and are there again; keys can be changed, and conflicts are told;
// templates.
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/library/user_libraries.h"
#include "editor/preferences.h"
#include "editor/preferences/preferences_dialog.h"
#include "editor/preferences/shortcuts_page.h"
#include "editor/shortcuts.h"
#include "editor/start/start_page.h"
#include "editor/start/templates.h"
#include "editor/theme.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/document_safety.h"
#include "editor/window/main_window.h"
#include "editor/window/model_tabs.h"
#include "editor/window/model_windows.h"
#include "editor/window/preference_effects.h"
#include "editor/window/questions.h"
#include "editor/window/session.h"
#include "editor/window/template_commands.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/model_run.h"

using namespace fluxion;

class PreferencesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
    qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
    sim::add_network_libraries(m_library);
  }
  void init();
  void cleanup();
  void theyAreThereAgain();
  void nonsenseIsNotTaken();
  void theDialogShowsAndAppliesThem();
  void themeFontAndNumbersTakeEffectAtOnce();
  void newDiagramsHaveTheSolver();
  void autosaveCanBeOff();
  void modelsOpenInWindowsWhereWanted();
  void keysCanBeChanged();
  void conflictsAreTold();
  void usualKeysAreWithoutConflicts();
  void librariesAreAddedAndRemoved();
  void templatesRunAndStayAsTheyAre();
  void ownTemplatesAreSavedAndOffered();
  void namesOfTemplatesStayInTheirFolder();

 private:
  QAction* command(const char* name) { return m_window->findChild<QAction*>(QLatin1String(name)); }

  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  std::unique_ptr<MainWindow> m_window;
  QStringList m_told;
};

void PreferencesTest::init() {
  m_told.clear();
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->questions().setAsk(
      [](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  m_window->questions().setTell([this](const QString& title, const QString&) { m_told << title; });
  m_window->show();
}

void PreferencesTest::cleanup() {
  storeChangedKeys({});
  store(Preferences());
  applyPreferences(Preferences());
  m_window.reset();
}

void PreferencesTest::theyAreThereAgain() {
  Preferences p;
  p.theme = Preferences::Theme::Dark;
  p.numbers = Preferences::Numbers::Comma;
  p.fontSize = 14;
  p.autosaveSeconds = 0;
  p.solver = "ode15s";
  p.modelFolder = "/tmp";
  p.pictureFolder = "/var";
  p.pluginFolders = {"/opt/a", "/opt/b, c"};
  p.opensTabs = false;
  p.reopensModels = true;
  store(p);
  QCOMPARE(storedPreferences(), p);
  QVERIFY(restoresSession());
  QCOMPARE(folderForModels({}), QString("/tmp"));
  QCOMPARE(folderForModels("/usr"), QString("/usr"));  // beside the model that is open
  QCOMPARE(folderForPictures("/usr"), QString("/var"));
}

void PreferencesTest::nonsenseIsNotTaken() {
  QSettings settings("Fluxion", "fluxion");
  settings.setValue("preferences/theme", 17);
  settings.setValue("preferences/fontSize", "huge");
  settings.setValue("preferences/autosave", -4);
  settings.setValue("preferences/modelFolder", "/nowhere/at/all");
  settings.sync();
  QCOMPARE(storedPreferences().theme, Preferences::Theme::Desktop);
  QCOMPARE(storedPreferences().fontSize, 0);
  QCOMPARE(storedPreferences().autosaveSeconds, 15);
  QVERIFY(folderForModels({}) != "/nowhere/at/all");
}

void PreferencesTest::theDialogShowsAndAppliesThem() {
  Preferences p;
  p.theme = Preferences::Theme::Light;
  p.fontSize = 12;
  p.solver = "ode23";
  store(p);
  PreferencesDialog dialog(*m_window);
  QCOMPARE(dialog.preferences(), p);
  const QSignalSpy applied(&dialog, &PreferencesDialog::applied);
  dialog.findChild<QComboBox*>("preferTabs")->setCurrentIndex(1);
  dialog.findChild<QSpinBox*>("preferAutosave")->setValue(60);
  dialog.reject();
  QCOMPARE(storedPreferences(), p);  // nothing has happened
  PreferencesDialog again(*m_window);
  again.findChild<QSpinBox*>("preferAutosave")->setValue(60);
  again.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  QCOMPARE(storedPreferences().autosaveSeconds, 60);
}

void PreferencesTest::themeFontAndNumbersTakeEffectAtOnce() {
  const int usual = QApplication::font().pointSize();
  const bool dark = isDark(QApplication::palette());
  Preferences p;
  p.theme = Preferences::Theme::Dark;
  p.fontSize = usual + 5;
  p.numbers = Preferences::Numbers::Comma;
  applyPreferences(p);
  QVERIFY(isDark(QApplication::palette()));
  QTRY_VERIFY(isDark(m_window->palette()));
  QTRY_COMPARE(m_window->font().pointSize(), usual + 5);
  QCOMPARE(QLocale().decimalPoint(), QString(","));
  QCOMPARE(m_window->locale().decimalPoint(), QString(","));
  p.theme = Preferences::Theme::Light;
  p.numbers = Preferences::Numbers::Point;
  applyPreferences(p);
  QTRY_VERIFY(!isDark(m_window->palette()));
  QCOMPARE(QLocale().decimalPoint(), QString("."));
  applyPreferences(Preferences());
  QCOMPARE(isDark(QApplication::palette()), dark);
  QTRY_COMPARE(m_window->font().pointSize(), usual);
}

void PreferencesTest::newDiagramsHaveTheSolver() {
  Preferences p;
  p.solver = "ode15s";
  store(p);
  command("new")->trigger();
  QCOMPARE(sim::setting(m_window->document().diagram(), "Solver"), std::string("ode15s"));
  QVERIFY(!m_window->document().isModified() && m_window->isUntouched());
  p.solver = "no such method";
  store(p);
  m_window->newDiagram();
  QCOMPARE(sim::setting(m_window->document().diagram(), "Solver"), sim::setting({}, "Solver"));
}

void PreferencesTest::autosaveCanBeOff() {
  Preferences p;
  p.autosaveSeconds = 0;
  applyPreferences(p);
  m_window->newDiagram();
  auto* copies = &m_window->safety().copies();
  QSignalSpy written(copies, &Autosave::written);
  copies->setSeconds(1);
  sim::Block b;
  b.type = "sources/constant", b.name = "C", b.size = {40, 40};
  const auto add = [&] {
    auto insertion = m_window->document().plan([&](sim::Diagram& d) { return sim::insert_block(d, b); });
    m_window->document().apply(std::move(insertion.edit));
  };
  add();
  QVERIFY(written.wait(5000));
  copies->setSeconds(0);
  add();
  QVERIFY(!written.wait(1500));
}

void PreferencesTest::modelsOpenInWindowsWhereWanted() {
  auto* tabs = new ModelTabs;
  tabs->add(*new MainWindow(m_library));
  tabs->show();
  const std::vector<Template> all = findTemplates();
  QVERIFY(tabs->current()->models().createFrom(all.at(0).path));
  const MainWindow* second = tabs->current()->models().createFrom(all.at(0).path);
  QVERIFY(second && second == tabs->current());
  QCOMPARE(tabs->pages().size(), std::size_t(2));
  QCOMPARE(ModelTabs::all().size(), std::size_t(1));
  Preferences p;
  p.opensTabs = false;
  store(p);
  auto* first = tabs->current();
  sim::Edit edit{"Touch", {}};
  edit.set_setting("StopTime", "3");
  first->document().apply(std::move(edit));
  QVERIFY(first->models().create() != first);
  QCOMPARE(ModelTabs::all().size(), std::size_t(2));
  for (MainWindow* page : ModelWindows::all())
    page->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  for (ModelTabs* each : std::vector(ModelTabs::all())) each->close();
  QTRY_VERIFY(ModelTabs::all().empty());
}

void PreferencesTest::keysCanBeChanged() {
  m_window->newDiagram();
  PreferencesDialog dialog(*m_window);
  dialog.shortcuts().setKeys("zoomFit", {QKeySequence("Ctrl+Alt+F")});
  dialog.shortcuts().setKeys("print", {});
  QCOMPARE(dialog.shortcuts().changed().keys(), QStringList({"print", "zoomFit"}));
  QCOMPARE(dialog.shortcuts().conflictText(), QString());
  connect(&dialog, &PreferencesDialog::applied, [](const Preferences& p) { applyPreferences(p); });
  dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  QCOMPARE(command("zoomFit")->shortcut(), QKeySequence("Ctrl+Alt+F"));
  QVERIFY(command("zoomFit")->toolTip().contains("Ctrl+Alt+F"));
  QVERIFY(command("print")->shortcut().isEmpty());
  // Windows that are made later have them too, and know the usual ones.
  MainWindow other(m_library);
  auto* fit = other.findChild<QAction*>("zoomFit");
  QCOMPARE(fit->shortcut(), QKeySequence("Ctrl+Alt+F"));
  QCOMPARE(usualKeys(*fit), Keys({QKeySequence("Ctrl+0")}));
  PreferencesDialog back(other);
  back.shortcuts().setKeys("zoomFit", usualKeys(*fit));
  back.shortcuts().setKeys("print", back.shortcuts().keysOf("print"));
  QCOMPARE(back.shortcuts().changed().keys(), QStringList({"print"}));
  storeChangedKeys({});
  applyPreferences(Preferences());
  QCOMPARE(fit->shortcut(), QKeySequence("Ctrl+0"));
  QCOMPARE(command("print")->shortcut(), QKeySequence(QKeySequence::Print));
}

void PreferencesTest::conflictsAreTold() {
  PreferencesDialog dialog(*m_window);
  ShortcutsPage& page = dialog.shortcuts();
  page.setKeys("zoomFit", {QKeySequence("Ctrl+S")});
  QVERIFY2(page.conflictText().contains("Fit to View") && page.conflictText().contains("Save"),
           qPrintable(page.conflictText()));
  QVERIFY(page.conflictText().contains("Ctrl+S"));
  dialog.showPage(3);
  dialog.show();
  QVERIFY(page.findChild<QLabel*>("shortcutConflicts")->isVisible());
  page.setKeys("save", {});
  QCOMPARE(page.conflictText(), QString());
}

void PreferencesTest::usualKeysAreWithoutConflicts() {
  PreferencesDialog dialog(*m_window);
  QCOMPARE(dialog.shortcuts().conflictText(), QString());
  // All commands of the menus are there.
  auto* list = dialog.shortcuts().findChild<QTreeWidget*>("shortcutList");
  QVERIFY(list->topLevelItemCount() > 90);
}

void PreferencesTest::librariesAreAddedAndRemoved() {
  const QString file = findTemplates().front().path;
  PreferencesDialog dialog(*m_window);
  dialog.findChild<QListWidget*>("preferLibraries")->addItem(file);
  dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Apply)->click();
  QCOMPARE(UserLibraries::instance().files(), QStringList({file}));
  dialog.findChild<QListWidget*>("preferLibraries")->clear();
  dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Apply)->click();
  QVERIFY(UserLibraries::instance().files().isEmpty());
}

// Without a warning, that is: somebody's first model is not one to repair.
void PreferencesTest::templatesRunAndStayAsTheyAre() {
  const std::vector<Template> all = findTemplates();
  QCOMPARE(all.size(), std::size_t(3));
  for (const Template& each : all) {
    MainWindow* opened = m_window->models().createFrom(each.path);
    QVERIFY2(opened, qPrintable(each.path));
    DiagramDocument& document = opened->document();
    QVERIFY(document.path().isEmpty() && document.home().isEmpty() && !document.isModified());
    QCOMPARE(document.title(), QString("Untitled"));
    sim::Diagram model = document.diagram();
    model.settings["StopTime"] = "60";
    auto prepared = sim::ModelRun::prepare(model, m_library);
    QVERIFY2(prepared, prepared ? "" : sim::to_text(prepared.error()).c_str());
    const std::unique_ptr<sim::ModelRun> run = *std::move(prepared);
    QVERIFY2(run->warnings().empty(), qPrintable(each.title));
    QVERIFY(run->execute().end == sim::RunEnd::Finished);
    if (opened != m_window.get()) delete opened;
  }
}

void PreferencesTest::ownTemplatesAreSavedAndOffered() {
  m_window->models().createFrom(findTemplates().front().path);
  QVERIFY(m_window->templates().save("My loop & more"));
  const std::vector<Template> all = findTemplates();
  QCOMPARE(all.size(), std::size_t(4));
  QVERIFY(all.back().own);
  QCOMPARE(all.back().title, QString("My loop & more"));
  auto* menu = m_window->findChild<QMenu*>("templateMenu");
  emit menu->aboutToShow();
  auto* action = menu->findChild<QAction*>("template-My loop & more");
  QVERIFY(action);
  QCOMPARE(action->text(), QString("My loop && more"));
  emit m_window->findChild<QMenu*>("startTemplates")->aboutToShow();
  QVERIFY(m_window->findChild<QMenu*>("startTemplates")->actions().size() >= 5);
  QVERIFY(QFile::remove(all.back().path));
}

void PreferencesTest::namesOfTemplatesStayInTheirFolder() {
  m_window->newDiagram();
  for (const QString name : {"", "  ", "../outside", "/etc/passwd", ".hidden"}) {
    QVERIFY2(!m_window->templates().save(name), qPrintable(name));
    QVERIFY(ownTemplatePath(name).isEmpty());
  }
  QCOMPARE(m_told.size(), 5);
}

QTEST_MAIN(PreferencesTest)
#include "preferences_test.moc"
