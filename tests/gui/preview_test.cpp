// What a dialog shows besides fields: plots of what the block does, tables with their plot, folded
// parameters.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <cmath>
#include <numbers>

#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/lookup_tables.h"
#include "editor/dialogs/parameter_row.h"
#include "editor/dialogs/point_table.h"
#include "editor/dialogs/preview_plot.h"
#include "editor/parameter_text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/interfaces/workspaces.h"
#include "tests/gui/typing.h"

using namespace fluxion;
using Kind = sim::BlockPreview::Kind;

class PreviewTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  static PreviewPlot& preview(BlockDialog& dialog) { return *dialog.findChild<PreviewPlot*>(); }

  LookupEditor::Values valuesOf(const LookupEditor::Texts& texts, const sim::expr::Scope& scope) {
    const auto value = [&](const QString& text) {
      const auto v = sim::evaluate_parameter(sim::ParameterSpec{}, text.toStdString(), scope);
      return v ? *v : sim::ParameterValue{};
    };
    return {value(texts.rows), value(texts.columns), value(texts.values)};
  }

 private slots:
  void aSineShowsItsWaveform() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "sources/sine_wave"));
    dialog.show();
    QTRY_VERIFY(preview(dialog).isVisible());
    QCOMPARE(preview(dialog).preview().kind, Kind::OverTime);
    QVERIFY(!preview(dialog).findChild<QTabBar*>()->isVisible());
  }

  void thePlotFollowsWhatIsTyped() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    QTRY_VERIFY(preview(dialog).isVisible());
    test::typeInto(dialog, "parameter_k", "-3");
    QTRY_COMPARE(preview(dialog).preview().curves.at(0).y.back(), -15.0);
    test::typeInto(dialog, "parameter_k", "(");  // no value: the last plot stays
    QTest::qWait(250);
    QVERIFY(preview(dialog).isVisible());
    QCOMPARE(preview(dialog).preview().curves.at(0).y.back(), -15.0);
  }

  void variablesOfTheModelAreKnown() {
    DiagramDocument document(m_library);
    sim::Edit edit{"Add Variable", {}};
    edit.set(document.newId(), sim::Variable{"stiffness", "40", {}, {}, {}});
    document.apply(std::move(edit));
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    test::typeInto(dialog, "parameter_k", "stiffness/20");
    QTRY_VERIFY(!preview(dialog).preview().curves.empty() &&
                preview(dialog).preview().curves.at(0).y.back() == 10.0);
  }

  void aTransferFunctionHasItsMagnitudeInATab() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "continuous/transfer_fcn"));
    dialog.show();
    QTRY_VERIFY(preview(dialog).isVisible());
    auto* tabs = preview(dialog).findChild<QTabBar*>();
    QVERIFY(tabs->isVisible());
    tabs->setCurrentIndex(1);
    QVERIFY(!preview(dialog).grab().isNull());
  }

  void whatHasNoPlotHasNoRoomForOne() {
    DiagramDocument document(m_library);
    for (const char* type : {"math/sum", "sinks/scope", "sources/constant", "routing/mux"}) {
      BlockDialog dialog(document, test::addBlock(document, type));
      dialog.show();
      QSignalSpy answered(&preview(dialog), &PreviewPlot::answered);
      QTRY_COMPARE(answered.size(), 1);
      QVERIFY(!preview(dialog).isVisible());
    }
  }

  void closingTheDialogLeavesNothingBehind() {
    DiagramDocument document(m_library);
    const sim::Id block = test::addBlock(document, "continuous/pid");
    for (int k = 0; k < 20; ++k) {
      BlockDialog dialog(document, block);
      dialog.show();
      QTest::qWait(k);
    }
  }

  void rarelyChangedParametersAreFoldedUntilOneDiffers() {
    DiagramDocument document(m_library);
    const sim::Id block = test::addBlock(document, "math/gain");
    {
      BlockDialog dialog(document, block);
      dialog.show();
      auto* more = dialog.findChild<QToolButton*>("advanced");
      QVERIFY(more && !more->isChecked());
      auto* field = dialog.findChild<QWidget*>("parameter_OutDataTypeStr");
      QVERIFY(!field->isVisible());
      const int before = dialog.height();
      more->click();
      QVERIFY(field->isVisible());
      QTRY_VERIFY(dialog.height() >= before);
    }
    sim::Edit edit{"Change", {}};
    sim::Block changed = *document.block(block);
    changed.parameters["OutDataTypeStr"] = "single";
    edit.set(block, changed);
    document.apply(std::move(edit));
    BlockDialog dialog(document, block);
    dialog.show();
    QVERIFY(dialog.findChild<QWidget*>("parameter_OutDataTypeStr")->isVisible());
  }

  void unitsRangesAndDefaultsAreSaid() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "sources/pulse_generator"));
    dialog.show();
    QCOMPARE(dialog.findChild<QLabel*>("unit_Period")->text(), QString("s"));
    const auto specOf = [&](const char* id, const char* name) -> const sim::ParameterSpec& {
      const sim::BlockType& found = *m_library.find(id);
      return found.parameters[static_cast<std::size_t>(found.parameter_index(name))];
    };
    const sim::ParameterSpec& width = specOf("sources/pulse_generator", "PulseWidth");
    QVERIFY(parameterTip(width).contains("Default: 50"));
    QVERIFY(parameterTip(width).contains("Unit: %"));
    BlockDialog counter(document, test::addBlock(document, "sources/counter_free_running"));
    test::typeInto(counter, "parameter_NumBits", "60");
    QVERIFY(counter.findChild<QLabel*>("note_NumBits")->text().contains("53"));
    QCOMPARE(rangeText(specOf("sources/counter_free_running", "NumBits")), QString("1 to 53"));
  }

  void theHeaderLeadsToThePageOfTheBlock() {
    DiagramDocument document(m_library);
    const sim::Id block = test::addBlock(document, "math/gain");
    BlockDialog dialog(document, block);
    dialog.show();
    QCOMPARE(dialog.findChild<QLabel*>("blockName")->text(), QString("Block"));
    QSignalSpy help(&dialog, &BlockDialog::helpRequested);
    emit dialog.findChild<QLabel*>("helpLink")->linkActivated("help");
    QTest::keyClick(dialog.findChild<QLineEdit*>("parameter_k"), Qt::Key_F1);
    QCOMPARE(help.size(), 2);
  }

  void everyDialogFitsASmallScreen() {
    DiagramDocument document(m_library);
    for (const sim::BlockType* type : m_library.all()) {
      BlockDialog dialog(document, test::addBlock(document, type->id.c_str()));
      dialog.show();
      if (auto* more = dialog.findChild<QToolButton*>("advanced")) more->setChecked(true);
      QVERIFY2(dialog.sizeHint().height() <= 680, type->id.c_str());
      QVERIFY2(dialog.minimumSizeHint().width() <= 1240, type->id.c_str());
    }
  }

  void tablesAreFoundByTheirParameters() {
    QCOMPARE(lookupParameters(*m_library.find("lookup_tables/lookup_1d"))->columns, std::string());
    QCOMPARE(lookupParameters(*m_library.find("lookup_tables/lookup_2d"))->columns,
             std::string("BreakpointsForDimension2"));
    QCOMPARE(lookupParameters(*m_library.find("sources/piecewise_linear"))->values, std::string("OutValues"));
    QVERIFY(!lookupParameters(*m_library.find("math/gain")));
  }

  void aTableOfOneVariableKeepsItsExpressions() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[0 pi 10]", {}, "[1 2 sqrt(3)]"};
    LookupEditor editor("Table", {"[0 pi 10]", {}, "[1 2 4]"}, valuesOf(texts, scope), scope);
    QVERIFY(editor.isValid());
    auto* table = editor.findChild<QTableWidget*>("lookupTable");
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->item(1, 0)->text(), QString("pi"));
    table->item(1, 1)->setText("2*3");
    QCOMPARE(editor.texts().rows, QString("[0 pi 10]"));
    QCOMPARE(editor.texts().values, QString("[1 (2*3) 4]"));
  }

  void breakpointsThatDoNotRiseCannotBeTakenAndCanBeSorted() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[0 5 2]", {}, "[10 50 20]"};
    LookupEditor editor("Table", texts, valuesOf(texts, scope), scope);
    QVERIFY(!editor.isValid());
    QVERIFY(!editor.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
    QVERIFY(editor.findChild<QLabel*>("lookupProblem")->text().contains("rise"));
    editor.findChild<QPushButton*>("sortRows")->click();
    QVERIFY(editor.isValid());
    QCOMPARE(editor.texts().rows, QString("[0 2 5]"));
    QCOMPARE(editor.texts().values, QString("[10 20 50]"));
    editor.findChild<QTableWidget*>("lookupTable")->item(0, 1)->setText("nonsense");
    QVERIFY(!editor.isValid());
  }

  void rowsAreAddedBetweenTheirNeighbors() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[0 4]", {}, "[10 20]"};
    LookupEditor editor("Table", texts, valuesOf(texts, scope), scope);
    auto* table = editor.findChild<QTableWidget*>("lookupTable");
    table->setCurrentCell(0, 0);
    editor.findChild<QPushButton*>("addRow")->click();
    QCOMPARE(editor.texts().rows, QString("[0 2 4]"));
    QCOMPARE(editor.texts().values, QString("[10 15 20]"));
    table->setCurrentCell(2, 0);
    editor.findChild<QPushButton*>("addRow")->click();
    QVERIFY(editor.isValid());
    table->setCurrentCell(3, 0);
    editor.findChild<QPushButton*>("removeRow")->click();
    QCOMPARE(editor.texts().rows, QString("[0 2 4]"));
  }

  void signalsOfPointsAreATableToo() {
    QCOMPARE(lookupParameters(*m_library.find("sources/signal_editor"))->points, std::string("Points"));
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    for (const char* matrix : {"[0 0 1; 1 1 1; 2 pi 0]", "[0 5; 1 6]"}) {
      const auto value = sim::evaluate_parameter(sim::ParameterSpec{}, matrix, scope);
      LookupEditor::Values values;
      const auto texts = splitPoints(QLatin1String(matrix), *value, values);
      QVERIFY(texts);
      LookupEditor editor("Signals", *texts, values, scope);
      QVERIFY(editor.isValid());
      QCOMPARE(joinedPoints(editor.texts()), QString(QLatin1String(matrix)));
    }
  }

  void pointsAreMovedAddedAndDrawnByHand() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[0 pi 2*pi]", {}, "[0 1 0]"};
    LookupEditor editor("Signal", texts, valuesOf(texts, scope), scope);
    editor.resize(1000, 600);
    editor.show();
    auto* canvas = editor.findChild<PlotCanvas*>();
    auto* plot = canvas->findChildren<QWidget*>(Qt::FindDirectChildrenOnly).first();
    auto* table = editor.findChild<QTableWidget*>("lookupTable");
    QTRY_VERIFY(canvas->axesRect(0).width() > 200);
    const auto place = [&](double x, double y) {
      const QRect r = canvas->axesRect(0);
      const AxisRange h = canvas->horizontal(0).range(), v = canvas->vertical(0).range();
      return QPoint(qRound(r.left() + (x - h.low) / h.span() * r.width()),
                    qRound(r.bottom() - (y - v.low) / v.span() * r.height()));
    };
    const auto drag = [&](std::vector<QPoint> path) {
      QTest::mousePress(plot, Qt::LeftButton, {}, path.front());
      for (const QPoint& p : path) {
        QMouseEvent move(QEvent::MouseMove, p, plot->mapToGlobal(p), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(plot, &move);
      }
      QTest::mouseRelease(plot, Qt::LeftButton, {}, path.back());
    };
    // A point is moved, but never past its neighbors.
    drag({place(std::numbers::pi, 1), place(3.5, 0.8), place(4, 0.5)});
    QVERIFY(std::abs(table->item(1, 0)->text().toDouble() - 4) < 0.03);
    QVERIFY(std::abs(table->item(1, 1)->text().toDouble() - 0.5) < 0.01);
    QCOMPARE(table->item(2, 0)->text(), QString("2*pi"));
    drag({place(4, 0.5), place(5, 0.5), place(6.6, 0.5)});
    QVERIFY(table->item(1, 0)->text().toDouble() < 2 * std::numbers::pi);
    QVERIFY(editor.isValid());
    // A double click adds one.
    QTest::mouseDClick(plot, Qt::LeftButton, {}, place(2, 0.25));
    QTest::mouseRelease(plot, Qt::LeftButton, {}, place(2, 0.25));
    QCOMPARE(table->rowCount(), 4);
    QVERIFY(std::abs(table->item(1, 0)->text().toDouble() - 2) < 0.03);
    QVERIFY(std::abs(table->item(1, 1)->text().toDouble() - 0.25) < 0.01);
    // A stroke takes the place of what was there.
    editor.findChild<QCheckBox*>("drawByHand")->click();
    std::vector<QPoint> stroke;
    for (double x = 1; x <= 3; x += 0.05) stroke.push_back(place(x, 0.2 + 0.1 * std::sin(3 * x)));
    drag(stroke);
    QVERIFY(editor.isValid());
    QVERIFY(table->rowCount() > 7 && table->rowCount() < 35);
    for (int row = 0; row < table->rowCount(); ++row)
      if (const double x = table->item(row, 0)->text().toDouble(); x > 1 && x < 3)
        QVERIFY(std::abs(table->item(row, 1)->text().toDouble() - 0.2 - 0.1 * std::sin(3 * x)) < 0.02);
  }

  void aTableOfTwoVariablesHasBothBreakpointsAtItsEdges() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[1:2]", "[1 2 3]", "[4 5 6; 7 8 9]"};
    LookupEditor editor("Table", texts, valuesOf(texts, scope), scope);
    QVERIFY(editor.isValid());
    auto* table = editor.findChild<QTableWidget*>("lookupTable");
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->columnCount(), 4);
    QCOMPARE(table->item(0, 3)->text(), QString("3"));
    QCOMPARE(table->item(2, 0)->text(), QString("2"));
    QCOMPARE(table->item(2, 1)->text(), QString("7"));
    editor.findChild<QPushButton*>("addColumn")->click();
    QVERIFY(editor.isValid());
    QCOMPARE(editor.texts().columns, QString("[1 2 3 4]"));
    QCOMPARE(editor.texts().values, QString("[4 5 6 6; 7 8 9 9]"));
    QCOMPARE(editor.texts().rows, QString("[1 2]"));
  }

  void rowsArePastedFromASpreadsheet() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Texts texts{"[0 1]", {}, "[0 1]"};
    LookupEditor editor("Table", texts, valuesOf(texts, scope), scope);
    QApplication::clipboard()->setText("10\t1\n20\t4\n30\t9\n");
    editor.findChild<QTableWidget*>("lookupTable")->setCurrentCell(0, 0);
    QTest::keyClick(&editor, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(editor.texts().rows, QString("[10 20 30]"));
    QCOMPARE(editor.texts().values, QString("[1 4 9]"));
  }

  void whatTheTableGivesGoesToTheFields() {
    DiagramDocument document(m_library);
    const sim::Id block = test::addBlock(document, "lookup_tables/lookup_1d");
    BlockDialog dialog(document, block);
    dialog.show();
    QTimer::singleShot(0, [] {
      auto* editor = qobject_cast<LookupEditor*>(QApplication::activeModalWidget());
      QVERIFY(editor);
      auto* table = editor->findChild<QTableWidget*>("lookupTable");
      while (table->rowCount() > 2) editor->findChild<QPushButton*>("removeRow")->click();
      table->item(1, 1)->setText("7");
      editor->accept();
    });
    dialog.findChild<QPushButton*>("editLookup")->click();
    QCOMPARE(dialog.findChild<QLineEdit*>("parameter_BreakpointsForDimension1")->text(), QString("[-5 -4]"));
    QVERIFY(dialog.apply());
    QVERIFY(document.block(block)->parameters.at("Table").find("7]") != std::string::npos);
    QCOMPARE(document.undoStack().count(), 2);  // inserted, changed
  }
};

QTEST_MAIN(PreviewTest)
#include "preview_test.moc"
