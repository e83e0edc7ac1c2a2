// What a model says of its signals: from a line's menu, in the explorer, in the configuration.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/configuration_signals.h"
#include "editor/dialogs/parameter_row.h"
#include "editor/document/shown_value.h"
#include "editor/duration_text.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/explorer/signal_properties_table.h"
#include "editor/explorer/signals_panel.h"
#include "editor/explorer/table_page.h"
#include "editor/overlays/log_marks.h"
#include "editor/shown_number.h"
#include "editor/tools/signal_dialog.h"
#include "editor/tools/signal_menu.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class SignalsTest : public QObject {
  Q_OBJECT

  struct Window : CanvasWindow {
    sim::Id clock = add("sources/clock", 0, 0, "Clock");
    sim::Id gain = add("math/gain", 200, 0, "Gain");
    sim::Id scope = add("sinks/terminator", 400, 0, "End");
    sim::Id first = wire(clock, gain), second = wire(gain, scope);
    Canvas canvas{document, editor.scene(), editor.view()};
    sim::SignalProperties of(sim::Id block) { return sim::signal_properties(*document.block(block), 0); }
  };
  static QAction* actionOf(QMenu& menu, const char* name) { return menu.findChild<QAction*>(name); }

 private slots:
  void theMenuOfALineLogsItsSignal() {
    Window w;
    LogMarks marks(w.editor.scene());
    QVERIFY(marks.marks().empty());
    w.editor.scene().select({w.first});
    QMenu menu;
    addSignalMenu(menu, w.canvas);
    QAction* log = actionOf(menu, "logSignal");
    QVERIFY(log && !log->isChecked());
    const int before = w.document.undoStack().count();
    log->trigger();
    QVERIFY(w.of(w.clock).logged);
    QCOMPARE(w.document.undoStack().count(), before + 1);
    QCOMPARE(marks.marks().size(), std::size_t{1});
    QMenu again;
    w.editor.scene().select({w.first, w.second});
    addSignalMenu(again, w.canvas);
    QVERIFY(!actionOf(again, "logSignal")->isChecked());  // not all of them
    QVERIFY(!actionOf(again, "signalProperties"));
    actionOf(again, "logSignal")->trigger();
    QCOMPARE(marks.marks().size(), std::size_t{2});
    w.document.undoStack().undo();
    w.document.undoStack().undo();
    QVERIFY(!sim::has_signal_properties(*w.document.block(w.clock)));
  }

  void theDialogSaysWhatIsWrong() {
    Window w;
    SignalDialog dialog(w.document, {w.gain, 0});
    dialog.show();
    const auto type = [&](const char* field, const char* text) {
      dialog.findChild<QLineEdit*>(field)->setText(text);
    };
    auto* problem = dialog.findChild<QLabel*>("problem");
    auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    type("signalUnit", "furlong");
    QVERIFY(problem->text().contains("unit is not known"));
    QVERIFY(!ok->isEnabled());
    type("signalUnit", "m/s");
    type("signalMaximum", "2*v");
    QVERIFY(problem->text().contains("unknown name 'v'"));
    type("signalMaximum", "[1 2]");
    QVERIFY(problem->text().contains("single number"));
    type("signalMaximum", "20");
    type("signalName", "speed");
    dialog.findChild<QCheckBox*>("signalLogged")->setChecked(true);
    auto* types = dialog.findChild<QComboBox*>("signalType");
    types->setCurrentIndex(types->findData("single"));
    const int before = w.document.undoStack().count();
    QVERIFY(dialog.apply());
    QCOMPARE(w.document.undoStack().count(), before + 1);
    QCOMPARE(w.of(w.gain), (sim::SignalProperties{true, "m/s", "single", "", "20", ""}));
    QCOMPARE(w.document.block(w.gain)->signal_names.at(0), std::string("speed"));
  }

  void theExplorerListsSignals() {
    Window w;
    ExplorerDock dock(w.document);
    dock.show();
    dock.showSignals();
    TablePage& page = dock.signalsPage().table();
    using Table = SignalPropertiesTable;
    QCOMPARE(page.filter().rowCount(), 2);
    const auto set = [&](int row, int column, const char* text) {
      page.selectRow(row, column);
      return page.setSelected(text);
    };
    QCOMPARE(set(0, Table::Logged, "on"), QString());
    QVERIFY(w.of(w.clock).logged);
    QCOMPARE(set(1, Table::Unit, "km"), QString());
    QCOMPARE(w.of(w.gain).unit, std::string("km"));
    QVERIFY(set(1, Table::Unit, "parsecs per week").contains("not known"));
    QVERIFY(set(1, Table::Type, "int9").contains("no such type"));
    QVERIFY(set(1, Table::Minimum, "low").contains("unknown name"));
    QCOMPARE(set(1, Table::Name, "way"), QString());
    QCOMPARE(w.document.block(w.gain)->signal_names.at(0), std::string("way"));
    page.filter().setFilter("logged:on");
    QCOMPARE(page.filter().rowCount(), 1);
    for (int step = 0; step < 3; ++step) w.document.undoStack().undo();
    QVERIFY(!w.of(w.clock).logged);
    page.filter().setFilter("logged:on ");  // rows stay while they are edited
    QCOMPARE(page.filter().rowCount(), 0);
  }

  void theInitialValueIsThatOfTheBlockThatHoldsTheState() {
    CanvasWindow w;
    const auto clock = w.add("sources/clock", 0, 0, "Clock");
    const auto integrator = w.add("continuous/integrator", 100, 0, "Position", {{"x0", "2"}});
    const auto delay = w.add("discrete/unit_delay", 200, 0, "Delay");
    const auto external =
        w.add("continuous/integrator", 200, 90, "Set", {{"InitialConditionSource", "external"}});
    const auto sub = w.add("ports/subsystem", 300, 0, "Inside");
    const auto inner = w.add("continuous/integrator", 0, 0, "Hidden", {{"x0", "7"}}, sub);
    const auto out = w.add("ports/outport", 100, 0, "Out1", {}, sub);
    const auto when = w.add("ports/subsystem", 400, 0, "When");
    w.add("ports/enable", 0, 0, "Enable", {}, when);
    const auto held = w.add("ports/outport", 100, 0, "Out1", {}, when);
    w.wire(clock, integrator), w.wire(integrator, delay), w.wire(inner, out);
    const InitialValues initial(w.document);
    QCOMPARE(initial.of({integrator, 0}).text(w.document), std::string("2"));
    QCOMPARE(initial.of({delay, 0}).block, delay);
    QCOMPARE(initial.of({sub, 0}).block, inner);
    QCOMPARE(initial.of({sub, 0}).text(w.document), std::string("7"));
    QCOMPARE(initial.of({when, 0}).block, held);
    QCOMPARE(initial.of({clock, 0}).why, QString("none: Clock holds no state"));
    QVERIFY(initial.of({external, 0}).why.contains("takes it from its input"));

    SignalDialog dialog(w.document, {integrator, 0});
    auto* field = dialog.findChild<QLineEdit*>("signalInitial");
    QVERIFY(field->isEnabled());
    QCOMPARE(field->text(), QString("2"));
    field->setText("twenty");
    QVERIFY(dialog.findChild<QLabel*>("problem")->text().contains("unknown name 'twenty'"));
    field->setText("20");
    QVERIFY(dialog.apply());
    QCOMPARE(w.document.block(integrator)->parameters.at("InitialCondition"), std::string("20"));
    w.document.undoStack().undo();
    QCOMPARE(w.document.block(integrator)->parameters.at("InitialCondition"), std::string("2"));
    SignalDialog none(w.document, {clock, 0});
    QVERIFY(!none.findChild<QLineEdit*>("signalInitial")->isEnabled());
    QVERIFY(none.findChild<QLineEdit*>("signalInitial")->placeholderText().startsWith("none: Clock"));

    SignalPropertiesTable table(w.document);
    table.rebuild();
    for (int row = 0; row < table.rowCount(); ++row) {
      const auto cell = table.index(row, SignalPropertiesTable::Initial);
      const bool holds = table.blockOf(row) != clock;
      QCOMPARE(bool(table.flags(cell) & Qt::ItemIsEditable), holds);
      if (!holds) QVERIFY(cell.data(Qt::ToolTipRole).toString().startsWith("none: Clock"));
      if (table.blockOf(row) == delay)
        QVERIFY(!table.problem(row, SignalPropertiesTable::Initial, "[1 2").isEmpty());
    }
  }

  void theConfigurationListsLoggedSignals() {
    Window w;
    sim::SignalProperties logged;
    logged.logged = true;
    w.document.apply(sim::change_signal(w.diagram(), {w.clock, 0}, logged));
    ConfigurationDialog dialog(w.document);
    LoggedSignalsPage& page = dialog.loggedSignals();
    QCOMPARE(page.rowCount(), 1);
    QVERIFY(page.isLogged(0));
    page.setLogged(0, false);
    QVERIFY(w.of(w.clock).logged);  // until it is applied
    QVERIFY(dialog.apply());
    QVERIFY(!w.of(w.clock).logged);
    QCOMPARE(page.rowCount(), 0);
  }

  void timesAreToldInTheModelsUnit() {
    DiagramDocument document(m_library);
    ConfigurationDialog dialog(document);
    dialog.setText("StopTime", "7200");
    QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString());
    dialog.setText("TimeUnit", "h");
    QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 2 h"));
    dialog.setText("StopTime", "30 min");
    QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 1800 s = 0.5 h"));
  }

  void numbersAreShownAndReadAsTheLocaleSays() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(shownNumber(1234.5), QString("1234,5"));
    QCOMPARE(shownNumber(-0.25), QString("-0,25"));
    QCOMPARE(*typedNumber("0,3"), 0.3);
    QCOMPARE(*typedNumber("0.3"), 0.3);
    QVERIFY(!typedNumber("three"));
    // What an expression is worth, in dialogs and in the explorer; what is written as one has points.
    const sim::ParameterValue value{{1, 2}, {0.5, 2}, {}, {}};
    QCOMPARE(valueText(value), QString("[0,5 2]"));
    QCOMPARE(exactText(value), QString("[0.5 2]"));
    const sim::expr::Workspace empty;
    const auto worth = sim::expr::evaluate("[0.5 2]", sim::expr::WorkspaceScope(empty));
    QCOMPARE(shownValue(*worth), QString("[0,5 2]"));
    QCOMPARE(durationText(1.5), QString("1,5 s"));
    QCOMPARE(durationText(4e6), QString("more than 1000 h"));
    QLocale::setDefault(QLocale::c());
    QCOMPARE(shownNumber(1234.5), QString("1234.5"));
    QLocale::setDefault(before);
  }

 private:
  sim::BlockLibrary m_library = allBlocks();
};

QTEST_MAIN(SignalsTest)
#include "signals_test.moc"
