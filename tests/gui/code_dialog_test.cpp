// File > Generate Code: the preview, the problems as links, writing in the background, canceling.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "editor/code_generation/code_dialog.h"
#include "editor/detached_thread.h"
#include "editor/document/diagram_document.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// A sine through a gain and a subsystem with an integrator, and what cannot be generated if `refused`.
sim::Diagram model(bool refused = false) {
  sim::ModelBuilder m;
  const sim::Id sine = m.block("sources/sine_wave", "Drive");
  const sim::Id gain = m.block("math/gain", "Gain", {{"k", "2.5"}});
  const sim::Id inner = m.block("ports/subsystem", "Plant");
  const sim::Id in = m.block("ports/inport", "force");
  const sim::Id state = m.block("continuous/integrator", "Speed");
  const sim::Id out = m.block("ports/outport", "speed");
  const sim::Id scope = m.block("sinks/scope", "Scope");
  m.connect(sine, gain);
  m.connect(gain, inner);
  m.connect(in, state);
  m.connect(state, out);
  m.connect(inner, scope);
  for (const sim::Id id : {in, state, out}) m.diagram.blocks.at(id).parent = inner;
  for (auto& [id, line] : m.diagram.lines)
    if (line.target->block == state || line.target->block == out) line.parent = inner;
  if (refused)
    for (const char* name : {"Late", "Later"}) {
      const sim::Id delay = m.block("continuous/transport_delay", name);
      m.connect(sine, delay);
      m.connect(delay, m.block("sinks/scope", std::string("See ") + name));
    }
  m.diagram.settings["StopTime"] = "1";
  return m.diagram;
}

struct Opened {
  Opened(const sim::BlockLibrary& library, sim::Diagram diagram, const QString& path = {})
      : document(library) {
    document.setDiagram(std::move(diagram), path);
    dialog = std::make_unique<CodeDialog>(document);
    dialog->show();
  }
  QTreeWidget& tree() const { return *dialog->findChild<QTreeWidget*>("codePreview"); }
  QComboBox& combo(const char* name) const { return *dialog->findChild<QComboBox*>(name); }
  QPushButton& button(const char* name) const { return *dialog->findChild<QPushButton*>(name); }
  QLineEdit& folder() const { return *dialog->findChild<QLineEdit*>("codeFolder"); }
  QString state() const { return dialog->findChild<QLabel*>("codeState")->text(); }
  bool settles() const {
    return QTest::qWaitFor([this] { return dialog->isUpToDate(); }, 30'000);
  }
  void choose(const char* name, const QString& data) const {
    QComboBox& box = combo(name);
    for (int k = 0; k < box.count(); ++k)
      if (box.itemData(k).toString() == data) box.setCurrentIndex(k);
  }
  // All texts of the tree.
  QString texts() const {
    QString all;
    for (QTreeWidgetItemIterator it(&tree()); *it; ++it) all += (*it)->text(0) + ": " + (*it)->text(1) + '\n';
    return all;
  }

  DiagramDocument document;
  std::unique_ptr<CodeDialog> dialog;
};

}  // namespace

class CodeDialogTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() {
    QVERIFY(QTest::qWaitFor([] { return detachedThreads() == 0; }, 30'000));
  }
  void aSolverOfFixedStepsIsChosenWhereTheModelsOwnIsNone();
  void aSolverOfFixedStepsStaysChosen();
  void everyProblemIsALinkToItsBlock();
  void thePreviewFollowsTheModelAndTheChoices();
  void stepFunctionsOfSlowerRatesAreShownWithWhatCannotWait();
  void itIsWrittenInTheBackgroundWithAReport();
  void whatIsInTheWayIsToldAndKept();
  void aCompilerThatTakesLongIsEndedByCancel();
  void itMayBeClosedWhileItWorks();

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

void CodeDialogTest::aSolverOfFixedStepsIsChosenWhereTheModelsOwnIsNone() {
  const Opened opened(m_library, model());
  QVERIFY(opened.settles());
  QCOMPARE(opened.combo("codeSolver").currentData().toString(), QStringLiteral("ode4"));
  QStringList notes;
  for (const QLabel* label : opened.dialog->findChildren<QLabel*>()) notes.append(label->text());
  QVERIFY2(notes.join('\n').contains("The model's own solver, ode45, cannot be generated."),
           qPrintable(notes.join('\n')));
  QVERIFY2(opened.texts().contains("model.c: "), qPrintable(opened.texts()));
  QVERIFY2(opened.texts().contains("Gain_k: Gain: k"), qPrintable(opened.texts()));
  QVERIFY(opened.button("generateCode").isEnabled());
  QVERIFY(!opened.button("openReport").isEnabled());
}

void CodeDialogTest::aSolverOfFixedStepsStaysChosen() {
  sim::Diagram own = model();
  own.settings["Solver"] = "ode3";
  const Opened opened(m_library, std::move(own));
  QVERIFY(opened.settles());
  QCOMPARE(opened.combo("codeSolver").currentData().toString(), QStringLiteral("ode3"));
  QVERIFY(opened.button("generateCode").isEnabled());
}

void CodeDialogTest::everyProblemIsALinkToItsBlock() {
  const Opened opened(m_library, model(true));
  opened.choose("codeSolver", "ode8");  // does not go with delays
  QVERIFY(opened.settles());
  QSignalSpy asked(opened.dialog.get(), &CodeDialog::blockRequested);
  const auto late = opened.tree().findItems("Late", Qt::MatchExactly, 0);
  QCOMPARE(late.size(), 1);
  QCOMPARE(opened.tree().findItems("Later", Qt::MatchExactly, 0).size(), 1);
  const QRect at = opened.tree().visualItemRect(late.front());
  QTest::mouseClick(opened.tree().viewport(), Qt::LeftButton, {}, at.center());
  QCOMPARE(asked.size(), 1);
  const auto block = opened.document.block(asked.at(0).at(0).value<sim::Id>());
  QVERIFY(block && block->name == "Late");
}

void CodeDialogTest::thePreviewFollowsTheModelAndTheChoices() {
  Opened opened(m_library, model());
  opened.choose("codeSolver", "ode4");
  opened.choose("codePart", "Plant");
  QVERIFY(opened.settles());
  QVERIFY2(opened.texts().contains("force: force"), qPrintable(opened.texts()));
  QVERIFY(opened.folder().text().endsWith("model_Plant_code"));
  opened.combo("codeTarget").setCurrentIndex(1);
  QVERIFY(opened.settles());
  QVERIFY2(opened.texts().contains("libPlant.so"), qPrintable(opened.texts()));
  // The subsystem gets another name: the whole model is what is left.
  const auto id = sim::find_block(opened.document.diagram(), "Plant");
  sim::Edit edit;
  sim::Block block = *opened.document.block(*id);
  block.name = "Motor";
  edit.set(*id, block);
  opened.document.apply(edit);
  QVERIFY(opened.settles());
  QCOMPARE(opened.combo("codePart").currentIndex(), 0);
  QVERIFY(opened.combo("codePart").findData("Motor") > 0);
}

void CodeDialogTest::stepFunctionsOfSlowerRatesAreShownWithWhatCannotWait() {
  sim::ModelBuilder m;
  const sim::Id drive = m.block("sources/sine_wave", "Drive");
  const sim::Id down = m.block("attributes/rate_transition", "Down", {{"SampleTime", "0.1"}});
  const sim::Id slow = m.block("math/trigonometric_function", "Slow");
  const sim::Id up = m.block("attributes/rate_transition", "Up", {{"Delay", "on"}});
  const sim::Id early = m.block("math/abs", "Early");
  const sim::Id plant = m.block("continuous/integrator", "Plant");
  const sim::Id other = m.block("continuous/integrator", "Other");
  m.connect(drive, down).connect(down, slow).connect(slow, up).connect(up, plant);
  m.connect(plant, m.block("sinks/scope", "Scope"));
  m.connect(down, early).connect(early, other).connect(other, m.block("sinks/scope", "Other's"));
  m.set("Solver", "ode4").set("FixedStep", "0.01");
  const Opened opened(m_library, m.diagram);
  QVERIFY(opened.settles());
  QVERIFY(!opened.texts().contains("model_step_1"));
  opened.combo("codeTasks").setCurrentIndex(1);
  QVERIFY(opened.settles());
  QVERIFY2(opened.texts().contains("model_step_1: every 0.1 s"), qPrintable(opened.texts()));
  const auto items = opened.tree().findItems("Early", Qt::MatchExactly | Qt::MatchRecursive, 0);
  QCOMPARE(items.size(), 1);
  QVERIFY2(items.front()->text(1).contains("computed in model_step() all the same"),
           qPrintable(opened.texts()));
  QSignalSpy asked(opened.dialog.get(), &CodeDialog::blockRequested);
  opened.tree().scrollToItem(items.front());
  QTest::mouseClick(opened.tree().viewport(), Qt::LeftButton, {},
                    opened.tree().visualItemRect(items.front()).center());
  QCOMPARE(asked.size(), 1);
  // Shared libraries have one step function.
  opened.combo("codeTarget").setCurrentIndex(1);
  QVERIFY(opened.settles());
  QVERIFY2(opened.texts().contains("choose the target C source"), qPrintable(opened.texts()));
}

void CodeDialogTest::itIsWrittenInTheBackgroundWithAReport() {
  QTemporaryDir folder;
  const Opened opened(m_library, model(), folder.filePath("drive.flx"));
  QCOMPARE(opened.folder().text(), folder.filePath("drive_code"));
  opened.choose("codeSolver", "ode4");
  QVERIFY(opened.settles());
  opened.button("generateCode").click();
  QCOMPARE(opened.button("cancelCode").text(), QString("Cancel"));
  QVERIFY(!opened.combo("codePart").isEnabled());
  QVERIFY(opened.settles());
  QVERIFY2(opened.state().startsWith("Written to"), qPrintable(opened.state() + opened.texts()));
  QVERIFY(QFile::exists(folder.filePath("drive_code/model.c")));
  QFile report(folder.filePath("drive_code/report.html"));
  QVERIFY(report.open(QIODevice::ReadOnly));
  const QString page = QString::fromUtf8(report.readAll());
  QVERIFY(page.contains("Plant/Speed"));
  QVERIFY(opened.button("openReport").isEnabled());
  QCOMPARE(opened.button("cancelCode").text(), QString("Close"));
}

void CodeDialogTest::whatIsInTheWayIsToldAndKept() {
  QTemporaryDir folder;
  const Opened opened(m_library, model());
  opened.choose("codeSolver", "ode4");
  QVERIFY(opened.settles());
  opened.folder().setText(folder.path());
  QFile own(folder.filePath("main.c"));
  QVERIFY(own.open(QIODevice::WriteOnly));
  own.write("mine");
  own.close();
  opened.button("generateCode").click();
  QVERIFY(opened.settles());
  QVERIFY2(opened.texts().contains("was not generated"), qPrintable(opened.texts()));
  QVERIFY(own.open(QIODevice::ReadOnly));
  QCOMPARE(own.readAll(), QByteArray("mine"));
  QVERIFY(!QFile::exists(folder.filePath("model.c")));
  // Another folder is all it takes.
  opened.folder().setText(folder.filePath("deep/er"));
  QVERIFY(opened.button("generateCode").isEnabled());
  opened.button("generateCode").click();
  QVERIFY(opened.settles());
  QVERIFY(QFile::exists(folder.filePath("deep/er/model.c")));
}

void CodeDialogTest::aCompilerThatTakesLongIsEndedByCancel() {
  QTemporaryDir folder;
  QFile compiler(folder.filePath("slow_cc"));
  QVERIFY(compiler.open(QIODevice::WriteOnly));
  compiler.write("#!/bin/sh\ntouch started\nsleep 600\n");
  compiler.close();
  compiler.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
  const QByteArray before = qgetenv("CC");
  qputenv("CC", compiler.fileName().toUtf8());
  {
    const Opened opened(m_library, model());
    opened.choose("codeSolver", "ode4");
    opened.combo("codeTarget").setCurrentIndex(1);
    QVERIFY(opened.settles());
    opened.folder().setText(folder.filePath("code"));
    opened.button("generateCode").click();
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(folder.filePath("code/started")); }, 30'000));
    opened.button("cancelCode").click();
    QVERIFY(opened.state().startsWith("Canceled"));
    QVERIFY(QTest::qWaitFor([] { return detachedThreads() == 0; }, 10'000));
    QVERIFY(opened.dialog->isVisible());
    QVERIFY(QFile::exists(folder.filePath("code/model.c")));
    QVERIFY(!QFile::exists(folder.filePath("code/libmodel.so")));
  }
  before.isNull() ? qunsetenv("CC") : qputenv("CC", before);
}

void CodeDialogTest::itMayBeClosedWhileItWorks() {
  Opened opened(m_library, model());
  opened.dialog->reject();
  opened.dialog.reset();
}

QTEST_MAIN(CodeDialogTest)
#include "code_dialog_test.moc"
