// The Linear Analysis dock and the marks on lines: what is drawn, how it follows the model, what is exported.
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "editor/compiled/compiled_models.h"
#include "editor/linear/linear_dock.h"
#include "editor/linear/linear_plot.h"
#include "editor/overlays/analysis_point_marks.h"
#include "editor/plots/plot_canvas.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/analysis_points.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using fluxion::test::CanvasWindow;

namespace {

// r - y -> k -> 1/(s^3 + 3 s^2 + 3 s + 1) -> y
struct Loop : CanvasWindow {
  sim::Id r = add("ports/inport", 0, 0, "r");
  sim::Id error = add("math/sum", 100, 0, "error", {{"signs", "+-"}});
  sim::Id gain = add("math/gain", 200, 0, "K", {{"k", "2"}});
  sim::Id plant =
      add("continuous/transfer_fcn", 300, 0, "plant", {{"Numerator", "1"}, {"Denominator", "[1 3 3 1]"}});
  sim::Id y = add("ports/outport", 450, 0, "y");
  LinearDock dock{document, std::make_shared<CompiledModels>(sharedCopy(document.library()))};

  Loop() {
    wire(r, error);
    wire(error, gain);
    wire(gain, plant);
    wire(plant, y);
    wire(plant, error, 0, 1);
    dock.resize(1000, 600);
    dock.show();
  }
  void linearize() {
    QSignalSpy answered(&dock, &LinearDock::answered);
    dock.linearize();
    QTRY_VERIFY(!answered.isEmpty() && !dock.isBusy());
  }
  void show(LinearView view) {
    QSignalSpy answered(&dock, &LinearDock::answered);
    dock.setView(view);
    QTRY_VERIFY(!answered.isEmpty() && !dock.isBusy());
  }
  QString fact(const QString& name) const {
    const auto found =
        const_cast<LinearDock&>(dock).facts().findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QString() : found.front()->text(1);
  }
};

}  // namespace

class LinearTest : public QObject {
  Q_OBJECT
 private slots:
  void everyViewShowsCurves();
  void zerosAreThoseOfTheChosenPorts();
  void marginsOfALoopTransfer();
  void theModelIsFollowed();
  void systemsAreKept();
  void itIsLinearizedWhereASignalCrossesAValue();
  void itIsSampled();
  void whatIsWrongIsSaid();
  void numbersAndPicturesAreExported();
  void aSystemIsInsertedAsABlock();
  void marksStandOnTheirLines();
};

void LinearTest::everyViewShowsCurves() {
  Loop w;
  w.linearize();
  QVERIFY(w.dock.model());
  QCOMPARE(w.dock.model()->state_count(), 3);
  for (int k = 0; k < linearViewCount; ++k) {
    if (k > 0) w.show(static_cast<LinearView>(k));
    QVERIFY2(w.dock.plot().curveCount() > 0, qPrintable(QString::number(k)));
    QVERIFY(w.dock.facts().topLevelItemCount() == 1);
  }
  w.show(LinearView::Step);
  QCOMPARE(w.fact(QStringLiteral("Final value")), QStringLiteral("0.66667"));
}

// (s + 2)/(s + 1)^2 from u to y, beside v, which reaches y without a zero: the whole has none.
void LinearTest::zerosAreThoseOfTheChosenPorts() {
  CanvasWindow w;
  const sim::Id u = w.add("ports/inport", 0, 0, "u"), v = w.add("ports/inport", 0, 100, "v", {{"port", "2"}});
  const sim::Id first =
      w.add("continuous/transfer_fcn", 100, 0, "first", {{"Numerator", "[1 2]"}, {"Denominator", "[1 2 1]"}});
  const sim::Id second =
      w.add("continuous/transfer_fcn", 100, 100, "second", {{"Numerator", "1"}, {"Denominator", "[1 3]"}});
  const sim::Id sum = w.add("math/sum", 200, 0, "sum", {{"signs", "++"}}),
                y = w.add("ports/outport", 300, 0, "y");
  w.wire(u, first), w.wire(v, second), w.wire(first, sum), w.wire(second, sum, 0, 1), w.wire(sum, y);
  LinearDock dock(w.document, std::make_shared<CompiledModels>(sharedCopy(w.document.library())));
  dock.setView(LinearView::PoleZero);
  QSignalSpy answered(&dock, &LinearDock::answered);
  dock.linearize();
  QTRY_VERIFY(!answered.isEmpty() && !dock.isBusy());
  const auto zeros = dock.facts().findItems(QStringLiteral("Zero"), Qt::MatchStartsWith | Qt::MatchRecursive);
  QCOMPARE(zeros.size(), 2);  // of u, and the pole of v that u does not move
  QStringList names;
  for (const auto* item : zeros) names << item->text(0);
  names.sort();
  QCOMPARE(names, QStringList({QStringLiteral("Zero -2"), QStringLiteral("Zero -3")}));
}

// 2/(s + 1)^3: the gain margin is 4, at sqrt(3) rad/s.
void LinearTest::marginsOfALoopTransfer() {
  Loop w;
  w.document.apply(sim::mark_signal(w.diagram(), {w.error, 0}, sim::PointKind::LoopTransfer));
  w.linearize();
  QCOMPARE(w.dock.model()->inputs, std::vector<std::string>{"error"});
  QTRY_COMPARE(w.fact(QStringLiteral("Gain margin")), QStringLiteral("12.041 dB at 1.7321 rad/s"));
  QCOMPARE(w.fact(QStringLiteral("With negative feedback")), QStringLiteral("stable"));
}

void LinearTest::theModelIsFollowed() {
  Loop w;
  w.linearize();
  w.show(LinearView::Step);
  QCOMPARE(w.fact(QStringLiteral("Final value")), QStringLiteral("0.66667"));
  sim::Block gain = w.diagram().blocks.at(w.gain);
  gain.parameters["k"] = "4";
  sim::Edit edit{"Gain", {}};
  edit.set(w.gain, gain);
  w.document.apply(edit);
  QTRY_COMPARE(w.fact(QStringLiteral("Final value")), QStringLiteral("0.8"));
}

void LinearTest::systemsAreKept() {
  Loop w;
  w.linearize();
  const int curves = w.dock.plot().curveCount();
  w.dock.keep();
  QTRY_COMPARE(w.dock.plot().curveCount(), 2 * curves);
  QCOMPARE(w.dock.facts().topLevelItemCount(), 2);
  w.dock.forgetKept();
  QTRY_COMPARE(w.dock.plot().curveCount(), curves);
}

void LinearTest::itIsLinearizedWhereASignalCrossesAValue() {
  Loop w;
  sim::Block input = w.diagram().blocks.at(w.r);
  input.parameters["ModelInput"] = "1";
  sim::Edit edit{"Input", {}};
  edit.set(w.r, input);
  w.document.apply(edit);
  auto* time = w.dock.findChild<QLineEdit*>(QStringLiteral("linearTime"));
  time->setText(QStringLiteral("plant rising 0.5"));
  w.linearize();
  QVERIFY2(w.dock.model(), qPrintable(w.dock.message()));
  QVERIFY(w.dock.model()->time > 0.5);
  QVERIFY(std::abs(w.dock.model()->y[0] - 0.5) < 1e-4);
  QCOMPARE(w.dock.models().size(), 1u);
  const int curves = w.dock.plot().curveCount();
  time->setText(QStringLiteral("0, 0.2, 1"));
  w.linearize();
  QVERIFY2(w.dock.models().size() == 3, qPrintable(w.dock.message()));
  QCOMPARE(w.dock.models()[1]->time, 0.2);
  QCOMPARE(w.dock.plot().curveCount(), 3 * curves);
  QCOMPARE(w.dock.facts().topLevelItem(2)->text(0), QStringLiteral("t = 1 s"));
  QTemporaryDir folder;
  QVERIFY(w.dock.exportNumbers(folder.filePath("three.json")));
  QFile file(folder.filePath("three.json"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(QJsonDocument::fromJson(file.readAll()).array().size(), 3);
  w.dock.keep();
  QCOMPARE(w.dock.keptCount(), 3);
  w.dock.forgetKept();
  input.parameters["ModelInput"] = "sin(6*t)";
  edit = {"Input", {}};
  edit.set(w.r, input);
  w.document.apply(edit);
  time->setText(QStringLiteral("plant falling 0"));
  w.linearize();
  QVERIFY2(w.dock.models().size() > 1, qPrintable(w.dock.message()));
  QVERIFY(w.dock.models().size() <= mostInstants);
  for (const auto& model : w.dock.models()) QVERIFY(std::abs(model->y[0]) < 1e-4);
  time->setText(QStringLiteral("plant = 50"));
  w.linearize();
  QVERIFY2(w.dock.message().contains(QStringLiteral("does not cross this value")),
           qPrintable(w.dock.message()));
}

void LinearTest::itIsSampled() {
  Loop w;
  w.linearize();
  QCOMPARE(w.dock.model()->sample_time, 0.0);
  auto* sample = w.dock.findChild<QLineEdit*>(QStringLiteral("linearSampleTime"));
  sample->setText(QStringLiteral("0.1"));
  w.linearize();
  QVERIFY2(w.dock.model(), qPrintable(w.dock.message()));
  QCOMPARE(w.dock.model()->sample_time, 0.1);
  QCOMPARE(w.dock.model()->state_count(), 3);
  for (int k = 1; k < linearViewCount; ++k) {
    w.show(static_cast<LinearView>(k));
    QVERIFY(w.dock.plot().curveCount() > 0);
  }
  sample->setText(QStringLiteral("often"));
  w.dock.linearize();
  QVERIFY(w.dock.message().contains(QStringLiteral("'often' is no sample time")));
  sample->clear();
  w.linearize();
  QCOMPARE(w.dock.model()->sample_time, 0.0);
}

void LinearTest::whatIsWrongIsSaid() {
  Loop w;
  w.linearize();
  auto* time = w.dock.findChild<QLineEdit*>(QStringLiteral("linearTime"));
  time->setText(QStringLiteral("soon"));
  w.dock.linearize();
  QVERIFY(w.dock.message().contains(QStringLiteral("is no time")));
  time->clear();
  sim::Block gain = w.diagram().blocks.at(w.gain);
  gain.parameters["k"] = "unknown_name";
  sim::Edit edit{"Gain", {}};
  edit.set(w.gain, gain);
  w.document.apply(edit);
  QTRY_VERIFY(w.dock.message().contains(QStringLiteral("unknown_name")));
}

void LinearTest::numbersAndPicturesAreExported() {
  Loop w;
  QTemporaryDir folder;
  QVERIFY(!w.dock.exportNumbers(folder.filePath(QStringLiteral("early.json"))));
  w.linearize();
  for (const char* name : {"lin.json", "lin.csv", "lin.mat"}) {
    QVERIFY(w.dock.exportNumbers(folder.filePath(QLatin1String(name))));
    QVERIFY(QFile(folder.filePath(QLatin1String(name))).size() > 100);
  }
  QVERIFY(w.dock.exportPicture(folder.filePath(QStringLiteral("bode.png"))));
  QVERIFY(!w.dock.exportNumbers(folder.filePath(QStringLiteral("no/such/folder.json"))));
}

void LinearTest::marksStandOnTheirLines() {
  Loop w;
  AnalysisPointMarks marks(w.editor.scene());
  QVERIFY(marks.marks().empty());
  w.document.apply(sim::mark_signal(w.diagram(), {w.gain, 0}, sim::PointKind::Input));
  QCOMPARE(marks.marks().size(), std::size_t{1});
  QCOMPARE(marks.marks()[0].kind, sim::PointKind::Input);
  w.document.undoStack().undo();
  QVERIFY(marks.marks().empty());
}

void LinearTest::aSystemIsInsertedAsABlock() {
  Loop loop;
  QCOMPARE(loop.dock.insertBlock(), sim::no_id);
  QVERIFY(loop.dock.message().contains("no linear model to insert"));
  loop.linearize();
  const sim::Diagram before = loop.document.diagram();
  QSignalSpy inserted(&loop.dock, &LinearDock::inserted);
  const sim::Id id = loop.dock.insertBlock();
  QCOMPARE(inserted.size(), 1);
  const sim::Block& block = loop.document.diagram().blocks.at(id);
  QCOMPARE(block.type, std::string("continuous/state_space"));
  QVERIFY(block.position.x > 450);
  // It is the system that is shown: the same poles.
  const sim::LinearModel system = *loop.dock.model();
  const sim::LinearMatrix a = sim::a_of(system);
  QVERIFY(block.parameters.at("A").starts_with("[" + sim::to_text(a(0, 0)) + " "));
  loop.document.undoStack().undo();
  QVERIFY(loop.document.diagram() == before);
}

QTEST_MAIN(LinearTest)
#include "linear_test.moc"
