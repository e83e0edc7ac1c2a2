// Models of other tools in the window: opened as new documents, with a report that stays with the model, and
// the walk of somebody who has one and wants to see it run.
#include "tests/gui/import_window.h"

using namespace fluxion;

class ImportTest : public ImportWindow {
  Q_OBJECT
 private slots:
  void init() { openWindow(); }
  void cleanup() { m_window.reset(); }
  void aModelOfAnotherToolOpensAsANewDocument();
  void saveSuggestsAModelBesideIt();
  void aNameOfAnotherToolIsNotSavedTo();
  void filesAreDroppedOnTheStartPageAndOnTheDiagram();
  void filesThatAreNoModelsAreToldAndChangeNothing();
  void headlessRunsImport();
  void aBlockOnAnUnresolvedOneTakesItsLines();
  void aNewcomerBringsAModelToRun();
  void allModelsOfAFolderOpen();
};

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
  MainWindow* second = m_window->models().open(path);
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
  const auto count = ModelWindows::all().size();
  drop(*m_window->editor().view().viewport(), path);
  QTRY_COMPARE(ModelWindows::all().size(), count + 1);
  MainWindow* second = ModelWindows::all().back();
  QCOMPARE(second->document().title(), QString("two_names (imported)"));
  second->close();
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
    QVERIFY2(!m_window->models().open(path), qPrintable(path));
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
  const QPointF place = scene.level().block(actuator)->geometry().rect.center();
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
  const QPointF gap = scene.level().block(block("Actuator"))->geometry().rect.center();
  const auto lines = diagram().lines.size();
  command(CommandId::DeleteAndReconnect)->trigger();
  QCOMPARE(diagram().lines.size(), lines - 1);
  QTRY_COMPARE(cell(2, Outcome), QString("Done"));
  m_window->editor().insertBlock("math/gain");
  m_window->editor().zoomToFit();
  drag(scene.level().block(block("Gain"))->geometry().rect.center(), gap);
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
  QCOMPARE(m_window->models().open(saved), m_window.get());
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
    QVERIFY2(m_window->opening().openFile(path), qPrintable(m_told.join(' ')));
    QCoreApplication::processEvents();
    if (askedNames()) askedNames()->reject();
    qInfo("%6lld ms %s", static_cast<long long>(time.elapsed()), qPrintable(QFileInfo(path).fileName()));
    QVERIFY(dock().report());
  }
}

QTEST_MAIN(ImportTest)
#include "import_test.moc"
