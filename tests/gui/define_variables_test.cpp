// A run names what nothing defines; one click and the values make these variables of the model.
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

#include "editor/dialogs/define_variables_dialog.h"
#include "editor/problems/problems_dock.h"
#include "sim_core/compile/compile.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class DefineVariablesTest : public QObject {
  Q_OBJECT

  static sim::Diagnostics problems(const CanvasWindow& w) {
    return sim::compile(w.diagram(), w.library).errors();
  }

 private slots:
  void theRemedyOfAnUnknownNameIsALinkThatOffersAllOfThem() {
    CanvasWindow w;
    const auto step = w.add("sources/step", 40, 80);
    const auto gain = w.add("math/gain", 140, 80, "A", {{"k", "1/m"}});
    const auto second = w.add("math/gain", 240, 80, "B", {{"k", "c + m"}});
    const auto third = w.add("math/gain", 340, 80, "C", {{"k", "1 +"}});
    w.wire(step, gain), w.wire(gain, second), w.wire(second, third);
    ProblemsDock dock;
    dock.add(problems(w));
    QStringList names;
    for (const sim::Diagnostic& d : dock.diagnostics()) names << undefinedName(d);
    names.removeAll(QString());
    QCOMPARE(names, (QStringList{"m", "c"}));
    QSignalSpy asked(&dock, &ProblemsDock::definitionRequested);
    int links = 0;
    for (int row = 0; row < dock.table()->rowCount(); ++row) {
      links += dock.table()->item(row, 2)->font().underline();
      if (undefinedName(dock.diagnostics()[static_cast<std::size_t>(row)]) == "c")
        emit dock.table()->cellClicked(row, 2);
    }
    QCOMPARE(links, 2);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).toStringList(), (QStringList{"c", "m"}));
  }

  void theDialogDefinesThemInOneStep() {
    CanvasWindow w;
    DefineVariablesDialog dialog(w.document, {"m", "c"});
    auto* m = dialog.findChild<QLineEdit*>("value of m");
    auto* c = dialog.findChild<QLineEdit*>("value of c");
    QVERIFY(m && c);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QCOMPARE(dialog.focusWidget(), m);  // what is typed is its value
    QCOMPARE(m->selectedText(), QString("1"));
    QTest::keyClick(m, Qt::Key_Tab);
    QCOMPARE(dialog.focusWidget(), c);
    m->setText("2 *");
    QVERIFY(!dialog.findChild<QLabel*>("defineProblem")->text().isEmpty());
    QVERIFY(!dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
    m->setText("2");
    c->setText("0.5*m");
    dialog.accept();
    QCOMPARE(w.diagram().variables.size(), 2u);
    for (const auto& [id, v] : w.diagram().variables)
      QCOMPARE(v.expression, v.name == "m" ? std::string("2") : std::string("0.5*m"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().variables.empty());
  }
};

QTEST_MAIN(DefineVariablesTest)
#include "define_variables_test.moc"
