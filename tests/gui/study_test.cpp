// The Study dock: what varies and what is asked, rows that come, pauses and continuations, files that the
// command line reads too, statistics and plots.
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "editor/command_set.h"
#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/plots/plot_canvas.h"
#include "editor/study/bar_chart.h"
#include "editor/study/row_table.h"
#include "editor/study/study_dock.h"
#include "editor/study/study_form.h"
#include "editor/study/study_plots.h"
#include "editor/study/variation_text.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/study/kept_study.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// x' = -rate x, x(0) = start.
sim::Diagram decay(const char* stop = "1") {
  sim::ModelBuilder m;
  m.variable("rate", "1").variable("start", "1");
  const sim::Id x = m.block("continuous/integrator", "X", {{"InitialCondition", "start"}}),
                k = m.block("math/gain", "K", {{"k", "-rate"}}), y = m.block("sinks/scope", "Y");
  m.connect(x, k).connect(k, x).connect(x, y);
  m.set("StopTime", stop).set("RelTol", "1e-8").set("AbsTol", "1e-10");
  m.diagram.blocks.at(x).signal_names[0] = "x";
  return m.diagram;
}

}  // namespace

class StudyTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { m_window.reset(); }
  void rowsAreThoseOfTheEngine();
  void valuesAreTypedAsLists();
  void whatIsWrongIsSaid();
  void itStaysWithTheModel();
  void aModelOpensNoFileElsewhere();
  void aFileIsThatOfTheCommandLine();
  void itPausesStopsAndGoesOn();
  void itGoesOnBesideItsFile();
  void correlationsAreTyped();
  void statisticsAndPlotsShowTheResults();
  void sensitivitiesAreBars();
  void enterTakesANameBesideItsCompletions();

 private:
  QPushButton* button(const char* name) const { return m_dock->findChild<QPushButton*>(QLatin1String(name)); }
  void choose(sim::Sampling sampling, const char* samples) {
    auto* list = m_dock->findChild<QComboBox*>("studySampling");
    list->setCurrentIndex(static_cast<int>(sampling));
    emit list->activated(list->currentIndex());
    auto* field = m_dock->findChild<QLineEdit*>("studySamples");
    field->setText(QLatin1String(samples));
    emit field->editingFinished();
  }
  void makeAll();

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  StudyDock* m_dock = nullptr;
  QTemporaryDir m_folder;
};

void StudyTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  m_window->document().setDiagram(decay());
  m_window->commands().action(CommandId::ShowStudy)->trigger();
  m_dock = m_window->findChild<StudyDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  m_dock->form().addVariation("rate");
  m_dock->form().addResult("x(end)");
}

void StudyTest::makeAll() {
  QTRY_VERIFY(!m_dock->isBusy());
  button("studyStart")->click();
  QVERIFY2(m_dock->isRunning(), qPrintable(m_dock->message()));
  QTRY_VERIFY_WITH_TIMEOUT(!m_dock->isRunning(), 120000);
}

void StudyTest::rowsAreThoseOfTheEngine() {
  choose(sim::Sampling::Sobol, "16");
  QCOMPARE(m_dock->findChild<QLabel*>("studyCount")->text(), QString("16 runs"));
  makeAll();
  QVERIFY2(m_dock->message().startsWith("All 16 runs are made."), qPrintable(m_dock->message()));
  QCOMPARE(m_dock->rows().rowCount(), 16);
  const sim::StudySamples samples(m_dock->study());
  for (const sim::StudyRow& row : m_dock->rows().rows()) {
    QVERIFY(row.values == samples.values(row.sample));
    QVERIFY(std::abs(row.results[0] - std::exp(-sim::number_of(row.values[0]))) < 1e-6);
  }
  // From the middle by 20 percent: what the variable is worth is 1.
  QVERIFY(m_dock->study().variations[0].numbers == (std::vector{0.8, 1.2}));
  // What is asked stays with the model; the runs change nothing of it.
  QVERIFY(m_window->document().diagram().blocks == decay().blocks);
}

void StudyTest::valuesAreTypedAsLists() {
  sim::Variation read;
  QVERIFY(readValues("0:0.5:2, [1, 2], 2*pi", true, read).isEmpty());
  QVERIFY(read.values == (std::vector<std::string>{"0", "0.5", "1", "1.5", "2", "[1, 2]", "2*pi"}));
  QVERIFY(readValues("0.1:0.1:0.3", true, read).isEmpty());
  QCOMPARE(read.values.size(), 3u);
  QVERIFY(readValues("1,,2", true, read).contains("a value is missing"));
  QVERIFY(readValues("1:1e9", true, read).contains("too many"));
  QVERIFY(readValues("1:-1:3", true, read).contains("no numbers"));
  QVERIFY(readValues("a, 2", false, read).contains("“a” is no number"));
  m_dock->form().variations().item(0, StudyForm::Values)->setText("1, 2");
  QVERIFY(m_dock->study().variations[0].numbers == (std::vector{1.0, 2.0}));
  auto* box = qobject_cast<QComboBox*>(m_dock->form().variations().cellWidget(0, StudyForm::Distribution));
  box->setCurrentIndex(0);
  emit box->activated(0);
  QVERIFY(m_dock->study().variations[0].values == (std::vector<std::string>{"1", "2"}));
  choose(sim::Sampling::Grid, "7");
  QCOMPARE(m_dock->findChild<QLabel*>("studyCount")->text(), QString("2 runs"));
}

void StudyTest::whatIsWrongIsSaid() {
  m_dock->form().variations().item(0, StudyForm::Values)->setText("2, 1");
  button("studyStart")->click();
  QVERIFY(!m_dock->isRunning());
  QVERIFY2(m_dock->message().contains("its range is empty"), qPrintable(m_dock->message()));
  m_dock->form().variations().item(0, StudyForm::Values)->setText("1, 2");
  m_dock->form().results().item(0, StudyForm::Expression)->setText("max(xx)");
  makeAll();
  QVERIFY2(m_dock->message().contains("'xx' is neither a recorded signal"), qPrintable(m_dock->message()));
  QVERIFY(!m_dock->saveFile(m_folder.filePath("s.flxstudy")));
  QVERIFY(m_dock->message().contains("Save the model first"));
}

void StudyTest::aFileIsThatOfTheCommandLine() {
  const QString model = m_folder.filePath("decay.flx"), path = m_folder.filePath("a.flxstudy");
  QVERIFY(m_window->document().save(model).empty());
  choose(sim::Sampling::Random, "5");
  QVERIFY2(m_dock->saveFile(path), qPrintable(m_dock->message()));
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const auto read = sim::read_study(file.readAll().toStdString(), "a");
  QVERIFY(read && *read == m_dock->study());
  QCOMPARE(read->model, std::string("decay.flx"));
  makeAll();
  const auto rows = sim::read_study_table(*read, sim::table_path(path.toStdString(), {}));
  QVERIFY(rows && rows->size() == 5);
  // Opened again, it is there with its table; of another model it is refused.
  m_dock->setStudy({});
  QVERIFY(m_dock->openFile(path));
  QTRY_VERIFY(!m_dock->isBusy());
  QVERIFY(m_dock->study() == *read);
  QVERIFY(m_dock->rows().rows() == *rows);
  QVERIFY2(m_dock->message().contains("table of 5 runs"), qPrintable(m_dock->message()));
  QVERIFY(m_window->document().save(m_folder.filePath("other.flx")).empty());
  QVERIFY(!m_dock->openFile(path));
  QVERIFY(m_dock->message().contains("This study is of decay.flx: open that model first."));
}

// In no file, or changed since: it is in the file of the model, and each change is a step of Undo.
void StudyTest::itStaysWithTheModel() {
  choose(sim::Sampling::Sobol, "16");
  const sim::Study asked = m_dock->study();
  DiagramDocument& document = m_window->document();
  QVERIFY(document.isModified());
  document.undoStack().undo();
  QCOMPARE(static_cast<int>(m_dock->study().samples), 100);
  QCOMPARE(m_dock->findChild<QLineEdit*>("studySamples")->text(), QString("100"));
  document.undoStack().redo();
  QVERIFY(m_dock->study() == asked);
  const QString model = m_folder.filePath("kept.flx");
  QVERIFY(document.save(model).empty());
  m_window->newDiagram();
  QVERIFY(m_dock->study().variations.empty());
  const auto open = [&] {
    MainWindow another(m_library);
    another.opening().openFile(model);
    another.show();
    another.commands().action(CommandId::ShowStudy)->trigger();
    auto* dock = another.findChild<StudyDock*>();
    return std::make_tuple(dock->study(), dock->path(), dock->isModified(), another.document().isModified());
  };
  auto [study, path, modified, changed] = open();
  QVERIFY(study == asked);
  QVERIFY(path.isEmpty() && !changed);
  // With a file it is in that one alone.
  m_window->opening().openFile(model);
  const QString file = m_folder.filePath("kept.flxstudy");
  QVERIFY2(m_dock->saveFile(file), qPrintable(m_dock->message()));
  QVERIFY(!m_window->document().diagram().unknown.contains("study"));
  choose(sim::Sampling::Sobol, "32");
  QVERIFY(m_window->document().save(model).empty());
  std::tie(study, path, modified, changed) = open();
  QCOMPARE(static_cast<int>(study.samples), 32);
  QCOMPARE(QFileInfo(path).fileName(), QString("kept.flxstudy"));
  QVERIFY(modified && !changed);
}

void StudyTest::aModelOpensNoFileElsewhere() {
  QVERIFY(QDir(m_folder.path()).mkpath("inside"));
  const QString outside = m_folder.filePath("secret.flxstudy"), model = m_folder.filePath("inside/kept.flx");
  choose(sim::Sampling::Sobol, "16");
  QFile secret(outside);
  QVERIFY(secret.open(QFile::WriteOnly) && secret.write(sim::write_study(m_dock->study()).c_str()) > 0);
  secret.close();
  for (const QString& file : {QString("../secret.flxstudy"), outside}) {
    sim::Diagram diagram = decay();
    diagram.unknown[sim::study_member] = sim::study_text({m_dock->study(), file.toStdString()});
    QVERIFY(sim::save_file(model.toStdString(), diagram).empty());
    MainWindow another(m_library);
    another.opening().openFile(model);
    another.show();
    another.commands().action(CommandId::ShowStudy)->trigger();
    auto* dock = another.findChild<StudyDock*>();
    QVERIFY(dock->path().isEmpty());
    QVERIFY2(dock->message().contains("lies outside of the model's folder"), qPrintable(dock->message()));
    QVERIFY(dock->study() == m_dock->study());
  }
}

void StudyTest::itPausesStopsAndGoesOn() {
  choose(sim::Sampling::LatinHypercube, "20000");
  QTRY_VERIFY(!m_dock->isBusy());
  button("studyStart")->click();
  QTRY_VERIFY(m_dock->rows().rowCount() > 20);
  QVERIFY2(m_dock->message().contains(" of 20000 runs"), qPrintable(m_dock->message()));
  button("studyPause")->click();
  QVERIFY(m_dock->isPaused());
  QTest::qWait(300);
  const int paused = m_dock->rows().rowCount();
  QTest::qWait(300);
  QCOMPARE(m_dock->rows().rowCount(), paused);
  QCOMPARE(button("studyStart")->text(), QString("&Continue"));
  button("studyStart")->click();
  QTRY_VERIFY(m_dock->rows().rowCount() > paused + 20);
  QElapsedTimer timer;
  timer.start();
  button("studyStop")->click();
  QTRY_VERIFY(!m_dock->isRunning());
  QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
  const int stopped = m_dock->rows().rowCount();
  QVERIFY(stopped < 20000);
  QVERIFY2(m_dock->message().contains("Continue makes the others"), qPrintable(m_dock->message()));
  QCOMPARE(button("studyStart")->text(), QString("&Continue"));
  makeAll();
  QCOMPARE(m_dock->rows().rowCount(), 20000);
  std::set<std::uint64_t> samples;
  for (const sim::StudyRow& row : m_dock->rows().rows()) samples.insert(row.sample);
  QCOMPARE(samples.size(), 20000u);
  // Of another study nothing is kept.
  choose(sim::Sampling::LatinHypercube, "4");
  QCOMPARE(button("studyStart")->text(), QString("&Start"));
  makeAll();
  QCOMPARE(m_dock->rows().rowCount(), 4);
}

void StudyTest::itGoesOnBesideItsFile() {
  QVERIFY(m_window->document().save(m_folder.filePath("journal.flx")).empty());
  choose(sim::Sampling::Random, "20000");  // more than are made before Stop
  const QString path = m_folder.filePath("journal.flxstudy");
  QVERIFY(m_dock->saveFile(path));
  QTRY_VERIFY(!m_dock->isBusy());
  button("studyStart")->click();
  QTRY_VERIFY(m_dock->rows().rowCount() > 20);
  button("studyStop")->click();
  QTRY_VERIFY(!m_dock->isRunning());
  const int before = m_dock->rows().rowCount();
  QVERIFY(QFile::exists(m_folder.filePath("journal.csv.part")));
  // Opened at another time.
  QVERIFY(m_dock->openFile(path));
  QTRY_VERIFY(!m_dock->isBusy());
  QCOMPARE(button("studyStart")->text(), QString("&Continue"));
  button("studyStart")->click();
  QTRY_VERIFY(m_dock->rows().rowCount() >= before);
  QTRY_VERIFY_WITH_TIMEOUT(!m_dock->isRunning(), 120000);
  QCOMPARE(m_dock->rows().rowCount(), 20000);
  QVERIFY(QFile::exists(m_folder.filePath("journal.csv")));
  // A journal of another study is refused, until its rows are discarded.
  QVERIFY(QFile::copy(m_folder.filePath("journal.csv"), m_folder.filePath("journal.csv.part")));
  makeAll();
  QVERIFY2(m_dock->message().contains("it belongs to another state of the study"),
           qPrintable(m_dock->message()));
  choose(sim::Sampling::Random, "6");
  button("studyDiscard")->click();
  makeAll();
  QCOMPARE(m_dock->rows().rowCount(), 6);
}

void StudyTest::correlationsAreTyped() {
  m_dock->form().addVariation("start");
  choose(sim::Sampling::LatinHypercube, "20");
  auto* field = m_dock->findChild<QLineEdit*>("studyCorrelations");
  const auto type = [field](const char* text) {
    field->setText(QLatin1String(text));
    emit field->editingFinished();
  };
  type("rate ~ start = 0.5");
  QCOMPARE(m_dock->study().correlations, (std::vector<sim::Correlation>{{"rate", "start", 0.5}}));
  makeAll();
  type("rate and start");
  QVERIFY(m_dock->message().contains(QLatin1String("this is no correlation")));
  QCOMPARE(field->text(), QString("rate ~ start = 0.5"));
}

void StudyTest::statisticsAndPlotsShowTheResults() {
  m_dock->form().addVariation("start");
  choose(sim::Sampling::LatinHypercube, "40");
  makeAll();
  QTableWidget& statistics = m_dock->statisticsTable();
  QCOMPARE(statistics.rowCount(), 1);
  QCOMPARE(statistics.item(0, 0)->text(), QString("x_end"));
  QCOMPARE(statistics.item(0, 1)->text(), QString("40"));
  StudyPlots& plots = m_dock->plots();
  for (const auto kind : {StudyPlots::Kind::Curves, StudyPlots::Kind::Histogram, StudyPlots::Kind::Scatter}) {
    plots.choose(kind);
    QVERIFY(plots.canvas().hasCurvesOn(0, PlotCanvas::Side::Left));
    if (kind == StudyPlots::Kind::Curves)
      QCOMPARE(plots.findChild<QComboBox*>("studyPlotWhat")->currentText(), QString("x"));
  }
  QCOMPARE(plots.canvas().horizontal().label(), QString("rate"));
  const AxisRange across = plots.canvas().horizontal().range();
  QVERIFY(across.low < 0.81 && across.high > 1.19);
  // Variations over results too.
  auto* what = plots.findChild<QComboBox*>("studyPlotWhat");
  QCOMPARE(what->count(), 3);
  what->setCurrentIndex(1);
  QVERIFY(plots.canvas().hasCurvesOn(0, PlotCanvas::Side::Left));
  auto* table = m_dock->findChild<QTableView*>("studyRows");
  QCOMPARE(table->model()->rowCount(), 40);
  QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QString("rate"));
}

void StudyTest::sensitivitiesAreBars() {
  m_dock->form().addVariation("start");
  choose(sim::Sampling::OneAtATime, "1");
  QVERIFY(!m_dock->findChild<QLineEdit*>("studySamples")->isEnabled());
  makeAll();
  m_dock->plots().choose(StudyPlots::Kind::Sensitivity);
  const ChartContent& chart = m_dock->plots().chart().content();
  QCOMPARE(chart.groups.size(), 2u);

  QCOMPARE(chart.legend, (QStringList{"low", "high"}));
  QVERIFY(std::abs(*chart.middle - std::exp(-1)) < 1e-6);
  for (const ChartGroup& group : chart.groups)
    if (group.name == "start") QVERIFY(std::abs(group.bars[1].to - 1.2 * std::exp(-1)) < 1e-6);
  choose(sim::Sampling::SobolIndices, "64");
  QCOMPARE(m_dock->findChild<QLabel*>("studyCount")->text(), QString("256 runs"));
  makeAll();
  m_dock->plots().choose(StudyPlots::Kind::Sensitivity);
  QCOMPARE(m_dock->plots().chart().content().legend, (QStringList{"S1", "ST"}));
  QVERIFY(!m_dock->plots().chart().grab().isNull());
}

// The list of completions is open then, and has the keys.
void StudyTest::enterTakesANameBesideItsCompletions() {
  bool listed = false;
  QTimer::singleShot(0, this, [&listed] {
    auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    QVERIFY(dialog);
    auto* names = dialog->findChild<QComboBox*>();
    QTest::keyClicks(names->lineEdit(), QStringLiteral("rat"));
    listed = names->completer()->popup()->isVisible();
    QTest::keyClick(names->completer()->popup(), Qt::Key_Return);
    if (dialog->isVisible()) dialog->reject();
  });
  QCOMPARE(askForParameter(m_window.get(), {QStringLiteral("rate"), QStringLiteral("ratio")}),
           QStringLiteral("rat"));
  QVERIFY(listed);
}

QTEST_MAIN(StudyTest)
#include "study_test.moc"
