// Estimated responses in the Linear Analysis dock: points over the exact curve, also where there is none.
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>
#include <complex>

#include "editor/compiled/compiled_models.h"
#include "editor/linear/linear_dock.h"
#include "editor/linear/linear_plot.h"
#include "editor/linear/response_curves.h"
#include "editor/linear/response_dialog.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using fluxion::test::CanvasWindow;

namespace {

// u -> 1/(s + 1), or a relay -> y
struct Plant : CanvasWindow {
  explicit Plant(const char* type, std::map<std::string, std::string> parameters) {
    const sim::Id u = add("ports/inport", 0, 0, "u"), plant = add(type, 100, 0, "plant", parameters),
                  y = add("ports/outport", 200, 0, "y");
    wire(u, plant), wire(plant, y);
    dock.resize(1000, 600);
    dock.show();
    dock.openEstimation();
  }
  ResponseDialog& dialog() { return *dock.estimation(); }
  void type(const char* field, const char* text) {
    dialog().findChild<QLineEdit*>(QLatin1String(field))->setText(QLatin1String(text));
  }
  void estimate() {
    QSignalSpy ended(&dialog(), &ResponseDialog::ended);
    QTest::mouseClick(dialog().findChild<QPushButton*>(QStringLiteral("responseEstimate")), Qt::LeftButton);
    QTRY_VERIFY(!ended.isEmpty() && !dialog().isBusy());
  }
  LinearDock dock{document, std::make_shared<CompiledModels>(sharedCopy(document.library()))};
};

Plant lag() { return Plant("continuous/transfer_fcn", {{"Numerator", "[1]"}, {"Denominator", "[1 1]"}}); }

}  // namespace

class ResponseTest : public QObject {
  Q_OBJECT
 private slots:
  void pointsLieOverTheCurve();
  void aRelayHasPointsAlone();
  void whatIsWrongIsSaid();
  void itStopsAndForgets();
};

void ResponseTest::pointsLieOverTheCurve() {
  Plant w = lag();
  QSignalSpy answered(&w.dock, &LinearDock::answered);
  w.dock.linearize();
  QTRY_VERIFY(!answered.isEmpty() && !w.dock.isBusy());
  const int before = w.dock.plot().curveCount();
  w.estimate();
  QVERIFY2(w.dialog().response(), qPrintable(w.dialog().message()));
  QVERIFY(w.dialog().response()->points.size() >= 30);
  for (const sim::EstimatedPoint& point : w.dialog().response()->points) {
    QCOMPARE(QString::fromStdString(point.message), QString());
    const std::complex<double> exact = 1.0 / std::complex<double>(1, point.frequency);
    QVERIFY(std::abs(point.values.front() - exact) < 2e-3 * std::abs(exact));
  }
  QCOMPARE(w.dock.plot().curveCount(), before + 2);  // magnitude and phase
  const auto rows =
      w.dock.facts().findItems(QStringLiteral("Frequencies measured"), Qt::MatchExactly | Qt::MatchRecursive);
  QCOMPARE(rows.size(), 1);
  QSignalSpy redrawn(&w.dock, &LinearDock::answered);
  w.dock.setView(LinearView::Nyquist);
  QTRY_VERIFY(!redrawn.isEmpty() && !w.dock.isBusy());
  QCOMPARE(w.dock.plot().curveCount(), 3);
}

// The describing function of a relay that switches between -1 and 1: 4 / (pi A).
void ResponseTest::aRelayHasPointsAlone() {
  Plant w(
      "discontinuities/relay",
      {{"OnSwitchValue", "0"}, {"OffSwitchValue", "0"}, {"OnOutputValue", "1"}, {"OffOutputValue", "-1"}});
  w.type("responseAmplitude", "0.5");
  w.estimate();
  QVERIFY(w.dialog().message().contains(QLatin1String("no linear model with states")));
  w.type("responseLow", "1");
  w.type("responseHigh", "100");
  w.estimate();
  QVERIFY2(w.dialog().response(), qPrintable(w.dialog().message()));
  QCOMPARE(w.dialog().response()->points.size(), std::size_t{30});
  for (const sim::EstimatedPoint& point : w.dialog().response()->points)
    QVERIFY(std::abs(point.values.front() - 8 / M_PI) < 1e-3);
  QCOMPARE(w.dock.plot().curveCount(), 2);
}

void ResponseTest::whatIsWrongIsSaid() {
  Plant w = lag();
  const auto said = [&w](const char* field, const char* text) {
    w.type(field, text);
    QTest::mouseClick(w.dialog().findChild<QPushButton*>(QStringLiteral("responseEstimate")), Qt::LeftButton);
    const bool ended = QTest::qWaitFor([&w] { return !w.dialog().isBusy(); }, 10'000);
    const QString message = w.dialog().message();
    w.type(field, "");
    return ended ? message : QString();
  };
  QVERIFY(said("responseAmplitude", "0").contains(QLatin1String("excites nothing that can be measured")));
  QVERIFY(said("responseAmplitude", "much").contains(QStringLiteral("“much” is no number")));
  QVERIFY(said("responseLow", "5").contains(QLatin1String("below the highest one")));
  w.type("responseHigh", "10");
  QVERIFY(said("responseLow", "20").contains(QLatin1String("below the highest one")));
}

void ResponseTest::itStopsAndForgets() {
  Plant w = lag();
  w.type("responseLow", "1e-7");  // takes long
  w.type("responseHigh", "10");
  auto* button = w.dialog().findChild<QPushButton*>(QStringLiteral("responseEstimate"));
  QSignalSpy measured(&w.dialog(), &ResponseDialog::measured), ended(&w.dialog(), &ResponseDialog::ended);
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(!measured.isEmpty());
  QVERIFY(w.dock.plot().curveCount() > 0);
  QElapsedTimer clock;
  clock.start();
  QTest::mouseClick(w.dialog().findChild<QPushButton*>(QStringLiteral("responseStop")), Qt::LeftButton);
  QTRY_VERIFY(!ended.isEmpty());
  QVERIFY(clock.elapsed() < 1000);
  QVERIFY(w.dialog().response() && !w.dialog().response()->finished);
  QVERIFY(w.dialog().message().startsWith(QLatin1String("Stopped.")));
  w.dock.forgetKept();
  QVERIFY(!w.dialog().response());
  QCOMPARE(w.dock.plot().curveCount(), 0);
}

QTEST_MAIN(ResponseTest)
#include "response_test.moc"
