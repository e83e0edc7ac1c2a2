// Models of other tools in the window: opened as new documents, with a report that stays with the model, and
// the walk of somebody who has one and wants to see it run.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/command_set.h"
#include "editor/dialogs/define_variables_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/import_report/import_report_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/insert_block.h"
#include "editor/window/headless_run.h"
#include "editor/window/main_window.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/kept_report.h"

using namespace fluxion;

class ImportTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup();
  void aModelOfAnotherToolOpensAsANewDocument();
  void saveSuggestsAModelBesideIt();
  void aNameOfAnotherToolIsNotSavedTo();
  void filesAreDroppedOnTheStartPageAndOnTheDiagram();
  void theReportListsByKindAndByBlock();
  void allColumnsOfTheReportAreSeenInANarrowDock();
  void theReportIsFilteredAndLeadsToBlocks();
  void namesAreAskedForOnceAndMayStayOpen();
  void aDismissedReportComesBackByUndo();
  void aCompleteImportSaysSoAndShowsNoReport();
  void filesThatAreNoModelsAreToldAndChangeNothing();
  void headlessRunsImport();
  void aBlockOnAnUnresolvedOneTakesItsLines();
  void aNewcomerBringsAModelToRun();
  void allModelsOfAFolderOpen();

 private:
  QString copyOf(const QString& name = QStringLiteral("two_names.mdl"));
  QString file(const QString& name, const QByteArray& text);
  void open(const QString& path);
  DefineVariablesDialog* askedNames();
  ImportReportDock& dock() { return *m_window->findChild<ImportReportDock*>(); }
  QTreeView& table() { return *dock().findChild<QTreeView*>("importTable"); }
  QString summary() { return dock().findChild<QLabel*>("importSummary")->text(); }
  QString cell(int row, int column, const QModelIndex& parent = {}) {
    return table().model()->index(row, column, parent).data().toString();
  }
  QStringList column(int column) {
    QStringList texts;
    for (int row = 0; row < table().model()->rowCount(); ++row) texts << cell(row, column);
    return texts;
  }
  void select(int row) { table().setCurrentIndex(table().model()->index(row, 0)); }
  const sim::Diagram& diagram() { return m_window->document().diagram(); }
  sim::Id block(const char* path) { return sim::find_block(diagram(), path).value_or(sim::no_id); }
  QAction* command(CommandId id) { return m_window->commands().action(id); }
  void drop(QWidget& target, const QString& path);
  void drag(QPointF from, QPointF to);
  // What the next Save As dialog suggests; it then saves under this name.
  QString saveAs(const QString& name = {});

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  std::unique_ptr<QTemporaryDir> m_folder;
  QTemporaryDir m_settings;
  QStringList m_told;
};

enum { Place, Source, Outcome, What, Instead };

void ImportTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.filePath("settings"));
}

void ImportTest::init() {
  m_told.clear();
  m_folder = std::make_unique<QTemporaryDir>();
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->setTell([this](const QString& title, const QString& text) { m_told << title << text; });
  m_window->setAsk([](MainWindow::Question, const QString&) { return MainWindow::Answer::Discard; });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void ImportTest::cleanup() { m_window.reset(); }

QString ImportTest::copyOf(const QString& name) {
  const QString path = m_folder->filePath(name);
  QFile::copy(QStringLiteral(FLUXION_SOURCE_DIR "/tests/gui/models/") + name, path);
  return path;
}

QString ImportTest::file(const QString& name, const QByteArray& text) {
  QFile out(m_folder->filePath(name));
  if (out.open(QIODevice::WriteOnly)) out.write(text);
  return out.fileName();
}

void ImportTest::open(const QString& path) {
  QVERIFY2(m_window->openModel(path) == m_window.get(), qPrintable(m_told.join(' ')));
  QTRY_VERIFY(dock().isVisible());
}

DefineVariablesDialog* ImportTest::askedNames() {
  auto* dialog = m_window->findChild<DefineVariablesDialog*>();
  return dialog && dialog->isVisible() ? dialog : nullptr;
}

void ImportTest::drop(QWidget& target, const QString& path) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  const QPoint middle = target.rect().center();
  QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&target, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&target, &event);
}

void ImportTest::drag(QPointF from, QPointF to) {
  DiagramView& view = m_window->editor().view();
  const auto mouse = [&](QEvent::Type type, QPointF place, Qt::MouseButton button, Qt::MouseButtons held) {
    const QPoint at = view.mapFromScene(place);
    QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(view.viewport(), &event);
  };
  mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 5; ++k)
    mouse(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, Qt::LeftButton);
  mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

QString ImportTest::saveAs(const QString& name) {
  QString suggested;
  QTimer::singleShot(0, this, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    suggested = dialog->selectedFiles().value(0);
    if (!name.isEmpty()) dialog->findChild<QLineEdit*>("fileNameEdit")->setText(name);
    static_cast<QDialog*>(dialog)->accept();
  });
  command(CommandId::Save)->trigger();
  [&] { QTRY_VERIFY(!m_window->isSaving()); }();
  return suggested;
}

void ImportTest::aModelOfAnotherToolOpensAsANewDocument() {
  const QString path = copyOf();
  open(path);
  const DiagramDocument& document = m_window->document();
  QCOMPARE(document.title(), QString("two_names (imported)"));
  QVERIFY(document.path().isEmpty());
  QVERIFY(!m_window->isWindowModified());
  QVERIFY(!document.file().canonical.size());
  QVERIFY(block("Plant/Damping") != sim::no_id);
  QCOMPARE(recentFiles().value(0), path);
  // And beside a model that is open.
  MainWindow* second = m_window->openModel(path);
  QVERIFY(second && second != m_window.get());
  second->close();
}

void ImportTest::saveSuggestsAModelBesideIt() {
  const QString path = copyOf();
  QFile original(path);
  QVERIFY(original.open(QIODevice::ReadOnly));
  const QByteArray before = original.readAll();
  open(path);
  QCOMPARE(saveAs(), m_folder->filePath("two_names.flx"));
  QVERIFY2(m_told.isEmpty(), qPrintable(m_told.join(' ')));
  QCOMPARE(m_window->document().path(), m_folder->filePath("two_names.flx"));
  QCOMPARE(m_window->document().title(), QString("two_names"));
  QVERIFY(original.seek(0));
  QCOMPARE(original.readAll(), before);
  QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), (QStringList{"two_names.flx", "two_names.mdl"}));
}

void ImportTest::aNameOfAnotherToolIsNotSavedTo() {
  open(copyOf());
  saveAs(m_folder->filePath("other.slx"));
  QVERIFY2(m_told.join(' ').contains("Choose one that ends in .flx"), qPrintable(m_told.join(' ')));
  QVERIFY(m_window->document().path().isEmpty());
  QVERIFY(!QFile::exists(m_folder->filePath("other.slx")));
}

void ImportTest::filesAreDroppedOnTheStartPageAndOnTheDiagram() {
  const QString path = copyOf();
  QVERIFY(m_window->isStartPageShown());
  drop(*m_window, path);
  QTRY_COMPARE(m_window->document().title(), QString("two_names (imported)"));
  QTRY_VERIFY(askedNames());
  askedNames()->reject();
  const auto count = MainWindow::all().size();
  drop(*m_window->editor().view().viewport(), path);
  QTRY_COMPARE(MainWindow::all().size(), count + 1);
  MainWindow* second = MainWindow::all().back();
  QCOMPARE(second->document().title(), QString("two_names (imported)"));
  second->close();
}

void ImportTest::allColumnsOfTheReportAreSeenInANarrowDock() {
  open(copyOf());
  for (const int width : {1400, 620, 1000}) {
    table().resize(width, 200);
    QCOMPARE(table().header()->length(), table().viewport()->width());
    QVERIFY(table().header()->sectionSize(Instead) > table().viewport()->width() / 5);
  }
}

void ImportTest::theReportListsByKindAndByBlock() {
  open(copyOf());
  QCOMPARE(summary(),
           QString("two_names.mdl (Simulink .mdl, version 7.5), 11 blocks: 9 exact, 1 approximated, "
                   "1 unresolved, names without a value: 2"));
  // The most urgent first; what is exact is not shown at first.
  QCOMPARE(column(Outcome), (QStringList{"No value", "No value", "Unresolved", "Approximated"}));
  QCOMPARE(column(Place), (QStringList{"f0", "k", "Actuator", "Noise"}));
  QCOMPARE(cell(1, What), QString("used by Plant/Damping: k, Noise: Variance"));
  QCOMPARE(table().model()->rowCount(table().model()->index(1, 0)), 2);
  QCOMPARE(cell(1, Place, table().model()->index(1, 0)), QString("Noise: Variance"));
  QVERIFY(cell(2, Instead).contains("Function block"));
  QVERIFY(cell(3, What).contains("random numbers"));

  auto* kinds = dock().findChild<QComboBox*>("importKinds");
  QStringList offered;
  for (int k = 0; k < kinds->count(); ++k) offered << kinds->itemText(k);
  QCOMPARE(offered, (QStringList{"What is not exact (4)", "Everything (13)", "No value (2)", "Unresolved (1)",
                                 "Approximated (1)", "Exact (9)"}));
  kinds->setCurrentIndex(5);
  emit kinds->activated(5);
  // One line for all blocks of a kind, with these below it.
  QCOMPARE(table().model()->rowCount(), 8);
  const int gains = static_cast<int>(column(Source).indexOf("Gain"));
  QCOMPARE(cell(gains, Place), QString("2 blocks"));
  const QModelIndex head = table().model()->index(gains, 0);
  QCOMPARE(table().model()->rowCount(head), 2);
  QCOMPARE(cell(1, Place, head), QString("Plant/Damping"));
  auto* byKind = dock().findChild<QCheckBox*>("importByKind");
  byKind->setChecked(false);
  QCOMPARE(table().model()->rowCount(), 9);
  QVERIFY(column(Place).contains("Plant/Level"));
}

void ImportTest::theReportIsFilteredAndLeadsToBlocks() {
  open(copyOf());
  auto* words = dock().findChild<QLineEdit*>("importFilter");
  words->setText("random");
  QCOMPARE(column(Place), QStringList{"Noise"});
  words->setText("variance noise");  // a use, below its name
  QCOMPARE(column(Place), QStringList{"k"});
  words->setText("nothing of this kind");
  QCOMPARE(table().model()->rowCount(), 0);
  words->clear();
  if (askedNames()) askedNames()->reject();

  QSignalSpy revealed(&dock(), &ImportReportDock::blockRequested);
  select(2);
  QTest::keyClick(&table(), Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Actuator")});
  // A use of a name leads into the subsystem.
  const QModelIndex k = table().model()->index(1, 0);
  table().setExpanded(k, true);
  table().setCurrentIndex(table().model()->index(0, 0, k));
  QTest::keyClick(&table(), Qt::Key_Return);
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Plant/Damping")});
  table().scrollTo(table().model()->index(3, 0));
  const QRect link = table().visualRect(table().model()->index(3, 0));
  QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, link.center());
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Noise")});
  QTest::keyClick(&table(), Qt::Key_A, Qt::ControlModifier);
  QVERIFY(dock().text().contains("Actuator\tS-Function\tUnresolved\t"));
}

void ImportTest::namesAreAskedForOnceAndMayStayOpen() {
  open(copyOf());
  QTRY_VERIFY(askedNames());
  QVERIFY(!askedNames()->findChild<QLineEdit*>("value of f0")->text().size());
  QCOMPARE(askedNames()->findChild<QLabel*>("uses of k")->text(),
           QString("Plant/Damping: k, Noise: Variance"));
  askedNames()->reject();
  QVERIFY(diagram().variables.empty());
  QTRY_VERIFY(!askedNames());

  auto* define = dock().findChild<QPushButton*>("importDefine");
  define->click();
  QTRY_VERIFY(askedNames());
  askedNames()->findChild<QLineEdit*>("value of k")->setText("3");  // the other one stays open
  askedNames()->accept();
  QCOMPARE(diagram().variables.size(), 1u);
  QCOMPARE(diagram().variables.begin()->second.name, std::string("k"));
  QTRY_COMPARE(cell(1, Outcome), QString("Done"));
  QVERIFY2(summary().contains("names without a value: 2 (1 done)"), qPrintable(summary()));
  QVERIFY(define->isEnabled());
  command(CommandId::Undo)->trigger();
  QVERIFY(diagram().variables.empty());
  QTRY_COMPARE(cell(1, Outcome), QString("No value"));
  QVERIFY(!m_window->isWindowModified());
}

void ImportTest::aDismissedReportComesBackByUndo() {
  open(copyOf());
  dock().findChild<QPushButton*>("importDismiss")->click();
  QVERIFY(!dock().isVisible());
  QVERIFY(!sim::importing::has_report(diagram()));
  QVERIFY(m_window->isWindowModified());
  command(CommandId::ShowImportReport)->trigger();
  QVERIFY(dock().isVisible());
  QVERIFY(summary().contains("was dismissed"));
  command(CommandId::Undo)->trigger();
  QVERIFY(sim::importing::has_report(diagram()));
  QVERIFY(summary().contains("11 blocks"));
  command(CommandId::Redo)->trigger();
  QVERIFY(!sim::importing::has_report(diagram()));
}

void ImportTest::aCompleteImportSaysSoAndShowsNoReport() {
  const QString path =
      file("plain.mdl",
           "Model {\n Name \"plain\"\n Version 7.5\n Solver \"ode45\"\n StopTime \"10\"\n System {\n Name "
           "\"plain\"\n Block {\n "
           "BlockType Gain\n Name \"G\"\n Position [0, 0, 30, 30]\n Gain \"2\"\n }\n }\n}\n");
  QCOMPARE(m_window->openModel(path), m_window.get());
  QCoreApplication::processEvents();
  QVERIFY(block("G") != sim::no_id);
  QVERIFY(!dock().isVisible());
  QVERIFY(!askedNames());
}

void ImportTest::filesThatAreNoModelsAreToldAndChangeNothing() {
  m_window->newDiagram();
  m_window->editor().insertBlock("math/gain");
  const sim::Diagram before = diagram();
  QVERIFY(QDir(m_folder->path()).mkdir("folder.slx"));
  const QByteArray archive("PK\x03\x04\x14\x00\x00\x00 cut off", 17);
  for (const QString& path :
       {file("text.slx", "not an archive"), file("cut.slx", archive), file("cut.zcos", archive),
        file("empty.mdl", ""), file("cut.mdl", "Model {\n Name \"m\"\n System {\n Block {\n"),
        file("other.xcos", "<html><body/></html>"), m_folder->filePath("folder.slx"),
        m_folder->filePath("missing.mdl")}) {
    m_told.clear();
    QVERIFY2(!m_window->openModel(path), qPrintable(path));
    QCOMPARE(m_told.size(), 2);
    QVERIFY2(m_told[0].contains("cannot be opened") && m_told[1].size() > 20, qPrintable(m_told.join(' ')));
  }
  QVERIFY(diagram() == before);
}

void ImportTest::headlessRunsImport() {
  const QString path =
      file("ramp.mdl",
           "Model {\n Name \"ramp\"\n Version 7.5\n StopTime \"1\"\n System {\n Name \"ramp\"\n"
           " Block {\n BlockType Constant\n Name \"C\"\n Position [0, 0, 30, 30]\n Value \"2\"\n }\n"
           " Block {\n BlockType Integrator\n Name \"I\"\n Position [60, 0, 90, 30]\n }\n"
           " Block {\n BlockType Scope\n Name \"S\"\n Position [120, 0, 150, 30]\n }\n"
           " Line {\n SrcBlock \"C\"\n SrcPort 1\n DstBlock \"I\"\n DstPort 1\n }\n"
           " Line {\n SrcBlock \"I\"\n SrcPort 1\n DstBlock \"S\"\n DstPort 1\n }\n }\n}\n");
  const QString out = m_folder->filePath("out");
  QCOMPARE(runHeadless(m_library, path, out), 0);
  QFile log(out + "/log.csv");
  QVERIFY(log.open(QIODevice::ReadOnly));
  const QByteArray last = log.readAll().trimmed().split('\n').last();
  QCOMPARE(last.split(',').last().toDouble(), 2.0);
}

// Also those that branch behind it; Undo brings the other block back.
void ImportTest::aBlockOnAnUnresolvedOneTakesItsLines() {
  open(copyOf());
  if (askedNames()) askedNames()->reject();
  const sim::Id actuator = block("Actuator");
  const sim::Diagram before = diagram();
  DiagramScene& scene = m_window->editor().scene();
  const Canvas canvas{m_window->document(), scene, m_window->editor().view()};
  const QPointF place = scene.blockItem(actuator)->geometry().rect.center();
  QCOMPARE(insertBlockAt(canvas, "math/gain", place), actuator);
  const sim::Block& replaced = diagram().blocks.at(actuator);
  QCOMPARE(replaced.type, std::string("math/gain"));
  QCOMPARE(replaced.name, std::string("Actuator"));
  QVERIFY(!replaced.parameters.contains("SourceType"));
  QCOMPARE(diagram().blocks.size(), before.blocks.size());
  QVERIFY(diagram().lines == before.lines);
  QTRY_COMPARE(cell(2, Outcome), QString("Done"));
  // A block on another one is a block more.
  insertBlockAt(canvas, "math/gain", place);
  QCOMPARE(diagram().blocks.size(), before.blocks.size() + 1);
  command(CommandId::Undo)->trigger();
  command(CommandId::Undo)->trigger();
  QVERIFY(diagram() == before);
}

void ImportTest::aNewcomerBringsAModelToRun() {
  const QString path = copyOf();
  open(path);
  // The names that the file does not define.
  QTRY_VERIFY(askedNames());
  askedNames()->findChild<QLineEdit*>("value of f0")->setText("2");
  askedNames()->findChild<QLineEdit*>("value of k")->setText("3");
  askedNames()->accept();
  QTRY_COMPARE(cell(0, Outcome), QString("Done"));

  // It does not run yet, and says why.
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  command(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  QVERIFY(m_window->runs().run()->result().end != sim::RunEnd::Finished);

  // The report leads to the block that is missing: it goes, and a gain is put on the line that it leaves.
  select(2);
  QCOMPARE(cell(2, Place), QString("Actuator"));
  QTest::keyClick(&table(), Qt::Key_Return);
  DiagramScene& scene = m_window->editor().scene();
  const QPointF gap = scene.blockItem(block("Actuator"))->geometry().rect.center();
  const auto lines = diagram().lines.size();
  command(CommandId::DeleteAndReconnect)->trigger();
  QCOMPARE(diagram().lines.size(), lines - 1);
  QTRY_COMPARE(cell(2, Outcome), QString("Done"));
  m_window->editor().insertBlock("math/gain");
  m_window->editor().zoomToFit();
  drag(scene.blockItem(block("Gain"))->geometry().rect.center(), gap);
  QCOMPARE(diagram().lines.size(), lines);

  // The response of the loop y' = k (f0 - y), y(0) = 0.
  finished.clear();
  command(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  const sim::RunResult& result = m_window->runs().run()->result();
  QVERIFY2(result.end == sim::RunEnd::Finished,
           result.diagnostics.empty() ? "" : sim::to_text(result.diagnostics.front()).c_str());
  const auto log = m_window->runs().run()->log();
  const double expected = 2 * (1 - std::exp(-6.0));
  double nearest = 1e9;
  for (int c = 0; c < log->column_count(); ++c)
    nearest = std::min(nearest, std::abs(log->value(c, log->size() - 1) - expected));
  QVERIFY2(nearest < 5e-3, qPrintable(QString::number(nearest)));

  // Saved and opened again the report is there, with what has been done.
  saveAs();
  const QString saved = m_folder->filePath("two_names.flx");
  QCOMPARE(m_window->document().path(), saved);
  m_window->closeDocument();
  QVERIFY(m_window->isStartPageShown());
  QVERIFY(!dock().isVisible());
  QCOMPARE(m_window->openModel(saved), m_window.get());
  command(CommandId::ShowImportReport)->trigger();
  QVERIFY(dock().isVisible());
  QCOMPARE(column(Outcome), (QStringList{"Done", "Done", "Done", "Approximated"}));
  QVERIFY2(
      summary().contains("9 exact, 1 approximated, 1 unresolved (1 done), names without a value: 2 (2 done)"),
      qPrintable(summary()));
  QVERIFY(!askedNames());
}

// Models that others made, where there are some: FLUXION_IMPORT_CORPUS names a folder of them.
void ImportTest::allModelsOfAFolderOpen() {
  const QString folder = qEnvironmentVariable("FLUXION_IMPORT_CORPUS");
  if (folder.isEmpty()) QSKIP("FLUXION_IMPORT_CORPUS names no folder");
  QStringList patterns = importablePatterns().split(u' ');
  QDirIterator files(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    const QString path = files.next();
    QElapsedTimer time;
    time.start();
    QVERIFY2(m_window->openFile(path), qPrintable(m_told.join(' ')));
    QCoreApplication::processEvents();
    if (askedNames()) askedNames()->reject();
    qInfo("%6lld ms %s", static_cast<long long>(time.elapsed()), qPrintable(QFileInfo(path).fileName()));
    QVERIFY(dock().report());
  }
}

QTEST_MAIN(ImportTest)
#include "import_test.moc"
