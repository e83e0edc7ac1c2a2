// The call-backs of a model in the Configuration dialog.
#include <QtTest>

#include "editor/dialogs/configuration_dialog.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class CallBacksTest : public QObject {
  Q_OBJECT
 private slots:
  void theyAreLinesOfStatements();

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

void CallBacksTest::theyAreLinesOfStatements() {
  DiagramDocument document(m_library);
  sim::Diagram diagram;
  diagram.variables[diagram.new_id()] = {"k", "k0 + 1", {}, {}, {}};
  diagram.settings["StopFcn"] = "peak = max(t)\nlast = t(end)";
  document.setDiagram(diagram);
  ConfigurationDialog dialog(document);
  dialog.showPage(QStringLiteral("Call-backs"));
  QCOMPARE(dialog.text(QStringLiteral("StopFcn")), QStringLiteral("peak = max(t)\nlast = t(end)"));
  dialog.setText(QStringLiteral("InitFcn"), QStringLiteral("w = 2*k\nv = w + missing"));
  QVERIFY2(dialog.problem(QStringLiteral("InitFcn")).contains(QStringLiteral("unknown name 'k0'")),
           qPrintable(dialog.problem(QStringLiteral("InitFcn"))));
  dialog.setText(QStringLiteral("PostLoadFcn"), QStringLiteral("k0 = 3"));
  QVERIFY2(dialog.problem(QStringLiteral("InitFcn")).startsWith(QStringLiteral("line 2: ")),
           qPrintable(dialog.problem(QStringLiteral("InitFcn"))));
  QVERIFY(!dialog.apply());
  dialog.setText(QStringLiteral("InitFcn"), QStringLiteral("w = 2*k\n"));
  dialog.setText(QStringLiteral("PauseFcn"), QStringLiteral("plot(x)"));
  QVERIFY(
      dialog.problem(QStringLiteral("PauseFcn")).startsWith(QStringLiteral("line 1: this is not a name")));
  dialog.setText(QStringLiteral("PauseFcn"), {});
  // What call-backs set, settings see.
  dialog.setText(QStringLiteral("StopTime"), QStringLiteral("w"));
  QCOMPARE(dialog.problem(QStringLiteral("StopTime")), QString());
  QVERIFY(dialog.apply());
  QCOMPARE(document.diagram().settings.at("InitFcn"), std::string("w = 2*k"));
  QCOMPARE(document.undoStack().count(), 1);
}

QTEST_MAIN(CallBacksTest)
#include "call_backs_test.moc"
