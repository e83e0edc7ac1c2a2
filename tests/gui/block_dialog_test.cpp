// The dialog of a block: values as one types, errors in words, one undo step.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/matrix_editor.h"
#include "editor/dialogs/name_completer.h"
#include "editor/dialogs/script_editor.h"
#include "editor/parameter_text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/interfaces/block_interface.h"
#include "tests/gui/typing.h"

using namespace fluxion;

class BlockDialogTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  static QString note(BlockDialog& dialog, const char* field) {
    return dialog.findChild<QLabel*>(field)->text();
  }

 private slots:
  void namesAreCompletedWhileTheyAreTyped() {
    DiagramDocument document(m_library);
    sim::Edit edit{"Add Variable", {}};
    edit.set(document.newId(), sim::Variable{"stiffness", "40", {}, {}, {}});
    document.apply(std::move(edit));
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    auto* line = dialog.findChild<QLineEdit*>("parameter_k");
    test::typeInto(dialog, "parameter_k", "2*sti");
    auto* completer = dialog.findChild<NameCompleter*>();
    QVERIFY(completer);
    QTRY_VERIFY(completer->completer().popup()->isVisible());
    QTest::keyClick(completer->completer().popup(), Qt::Key_Down);
    QTest::keyClick(completer->completer().popup(), Qt::Key_Return);
    QCOMPARE(line->text(), QString("2*stiffness"));
    QCOMPARE(note(dialog, "note_k"), QString("= 80"));
    QVERIFY(dialog.isVisible());
    // A function comes with its bracket.
    test::typeInto(dialog, "parameter_k", "atan");
    QTest::keyClick(line, Qt::Key_Space, Qt::ControlModifier);
    QTRY_VERIFY(completer->completer().popup()->isVisible());
    QTest::keyClick(completer->completer().popup(), Qt::Key_Escape);
    QCOMPARE(line->text(), QString("atan"));
    QVERIFY(dialog.isVisible());
  }

  void fieldsAreCompleted() {
    DiagramDocument document(m_library);
    sim::Edit edit{"Add Variable", {}};
    edit.set(document.newId(),
             sim::Variable{"motor", "struct('gear', struct('ratio', 20), 'R', 1.5)", {}, {}, {}});
    document.apply(std::move(edit));
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    test::typeInto(dialog, "parameter_k", "2*motor.gear.ra");
    auto* completer = dialog.findChild<NameCompleter*>();
    QTRY_VERIFY(completer->completer().popup()->isVisible());
    QTest::keyClick(completer->completer().popup(), Qt::Key_Down);
    QTest::keyClick(completer->completer().popup(), Qt::Key_Return);
    QCOMPARE(dialog.findChild<QLineEdit*>("parameter_k")->text(), QString("2*motor.gear.ratio"));
    QCOMPARE(note(dialog, "note_k"), QString("= 40"));
    test::typeInto(dialog, "parameter_k", "motor");
    QVERIFY(note(dialog, "note_k").contains("motor.gear"));  // what to write instead
  }

  void aScriptIsEditedWithItsLines() {
    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "user_defined/function");
    BlockDialog dialog(document, id);
    dialog.show();
    auto* editor = dialog.findChild<ScriptEditor*>("parameter_Script");
    QVERIFY(editor);
    auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    editor->selectAll();
    // Lines are indented as one types, and `end` goes back to where its block began.
    for (const char* line :
         {"function [y, n] = f(u, v)", "n = 0", "for k = 1:2", "if u > k", "n = n + v", "end", "end"}) {
      QTest::keyClicks(editor, line);
      QTest::keyClick(editor, Qt::Key_Return);
    }
    QTest::keyClicks(editor, "y = (n");
    QCOMPARE(
        editor->toPlainText(),
        QString(
            "function [y, n] = f(u, v)\nn = 0\nfor k = 1:2\n  if u > k\n    n = n + v\n  end\nend\ny = (n"));
    QVERIFY2(note(dialog, "note_Script").startsWith("line 8:"), qPrintable(note(dialog, "note_Script")));
    QCOMPARE(editor->extraSelections().size(), 1);
    QCOMPARE(editor->extraSelections()[0].cursor.blockNumber(), 7);
    QTest::keyClicks(editor, ")");
    QCOMPARE(note(dialog, "note_Script"), QString());
    QVERIFY(editor->extraSelections().isEmpty());
    ok->click();
    QCOMPARE(document.interfaceOf(id).inputs.size(), std::size_t{2});
    QCOMPARE(document.interfaceOf(id).outputs.size(), std::size_t{2});
  }

  void aMatrixIsEditedAsATable() {
    const sim::ParameterValue value{sim::Shape{2, 2}, {1, 3, 2, 4}, {}, {}};
    MatrixEditor editor("A", "[1 2; 3 K]", value);
    auto* table = editor.findChild<QTableWidget*>("matrixTable");
    QCOMPARE(table->item(1, 1)->text(), QString("K"));  // as it was written
    QCOMPARE(table->item(1, 0)->text(), QString("3"));
    table->item(0, 1)->setText("2*K + 1");
    editor.findChild<QSpinBox*>("matrixRows")->setValue(3);
    QCOMPARE(editor.text(), QString("[1 (2*K + 1); 3 K; 0 0]"));
    QApplication::clipboard()->setText("7\t8\n9\t10\n");
    table->setCurrentCell(2, 1);
    editor.setFocus();
    QTest::keySequence(&editor, QKeySequence::Paste);
    QCOMPARE(editor.text(), QString("[1 (2*K + 1) 0; 3 K 0; 0 7 8; 0 9 10]"));
    // An expression that is no list of elements is taken by its value.
    QVERIFY(!matrixCells("eye(2)*3"));
    QVERIFY(!matrixCells("[1 - 2 3]"));
    // So are elements that are several numbers.
    for (const char* text : {"[1:3 4]", "[v v]"}) {
      MatrixEditor several("A", text, sim::ParameterValue{sim::Shape{1, 4}, {1, 2, 3, 4}, {}, {}});
      QCOMPARE(several.text(), QString("[1 2 3 4]"));
    }
    MatrixEditor whole("A", "eye(2)*3", sim::ParameterValue{sim::Shape{2, 2}, {3, 0, 0, 3}, {}, {}});
    QCOMPARE(whole.text(), QString("[3 0; 0 3]"));
  }

  void changesOfAMatrixAreTakenBackAndMadeAgain() {
    const sim::ParameterValue value{sim::Shape{2, 2}, {1, 3, 2, 4}, {}, {}};
    MatrixEditor editor("A", "[1 2; 3 4]", value);
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    auto* table = editor.findChild<QTableWidget*>("matrixTable");
    auto* rows = editor.findChild<QSpinBox*>("matrixRows");
    const QStringList states{"[1 2; 3 4]", "[1 2; 3 K]", "[1 2; 3 K; 0 0]", "[1 2; 3 7; 0 9]", "[1 2]"};
    table->item(1, 1)->setText("K");
    rows->setValue(3);
    QApplication::clipboard()->setText("7\n9\n");
    table->setCurrentCell(1, 1);
    QTest::keySequence(&editor, QKeySequence::Paste);
    rows->setValue(1);
    QCOMPARE(editor.text(), states[4]);
    for (int k = 3; k >= 0; --k) {
      QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
      QCOMPARE(editor.text(), states[k]);
      QCOMPARE(rows->value(), table->rowCount());
    }
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);  // there is nothing before
    QCOMPARE(editor.text(), states[0]);
    for (int k = 1; k < 5; ++k) {
      QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
      QCOMPARE(editor.text(), states[k]);
    }
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    table->item(0, 0)->setText("5");  // what was taken back is gone
    QTest::keyClick(&editor, Qt::Key_Y, Qt::ControlModifier);
    QCOMPARE(editor.text(), QString("[5 2; 3 7; 0 9]"));
  }

  void rowsOfASignalAreTakenBackAndItsBreakpointsAreTimes() {
    const sim::expr::Workspace workspace;
    const sim::expr::WorkspaceScope scope(workspace);
    const LookupEditor::Values values{
        {sim::Shape{1, 3}, {0, 2, 2}, {}, {}}, {}, {sim::Shape{1, 3}, {5, 6, 7}, {}, {}}};
    LookupEditor editor("Signal", {"[0 2 2]", {}, "[5 6 7]"}, values, scope,
                        LookupEditor::Breakpoints::Instants);
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    QVERIFY(editor.isValid());  // two equal instants make a jump
    auto* table = editor.findChild<QTableWidget*>("lookupTable");
    QCOMPARE(table->horizontalHeaderItem(0)->text(), QString("Time (s)"));
    table->setCurrentCell(0, 0);
    editor.findChild<QPushButton*>("addRow")->click();
    QCOMPARE(editor.texts().rows, QString("[0 1 2 2]"));
    table->item(1, 1)->setText("x");
    QVERIFY(!editor.isValid());
    table->setCurrentCell(3, 0);
    editor.findChild<QPushButton*>("removeRow")->click();
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(table->rowCount(), 4);
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(editor.isValid());
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(editor.texts().rows, QString("[0 2 2]"));
    QCOMPARE(editor.texts().values, QString("[5 6 7]"));
    QTest::keyClick(&editor, Qt::Key_Y, Qt::ControlModifier);
    QCOMPARE(editor.texts().values, QString("[5 5.5 6 7]"));
  }

  void choicesReadAsWordsAndTheFileKeepsItsNames() {
    static const QRegularExpression code(QStringLiteral("[a-z][A-Z]|[A-Za-z]_"));
    QStringList unread;
    const auto read = [&](std::string_view name, const auto& values) {
      QStringList shown;
      for (const auto& value : values) shown += choiceText(name, value);
      QCOMPARE(shown.removeDuplicates(), 0);
      for (const QString& text : shown)
        if (text.contains(code)) unread += text;
    };
    for (const sim::BlockType* type : m_library.all())
      for (const sim::ParameterSpec& spec : type->parameters) read(spec.name, spec.choices);
    for (const sim::SettingSpec& spec : sim::all_settings())
      if (spec.name != "Solver") read(spec.name, spec.choices);
    QCOMPARE(unread, QStringList());

    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "math/sqrt");
    BlockDialog dialog(document, id);
    dialog.show();
    auto* function = dialog.findChild<QComboBox*>("parameter_Function");
    QCOMPARE(function->currentText(), QString("Square root"));
    function->setCurrentText("Signed square root");
    dialog.accept();
    QCOMPARE(document.block(id)->parameters.at("Function"), std::string("signedSqrt"));
  }

  void okIsOneUndoStep() {
    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "sources/sine_wave");
    BlockDialog dialog(document, id);
    dialog.show();
    test::typeInto(dialog, "parameter_Amplitude", "2");
    test::typeInto(dialog, "parameter_Frequency", "2*pi");
    const int before = document.undoStack().count();
    dialog.accept();
    QCOMPARE(document.undoStack().count(), before + 1);
    QCOMPARE(document.block(id)->parameters.at("Frequency"), std::string("2*pi"));
    QVERIFY(!dialog.isVisible());
  }

  void theValueOfAnExpressionIsShownWhileItIsTyped() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    test::typeInto(dialog, "parameter_k", "[1 2]*3");
    QCOMPARE(note(dialog, "note_k"), QString("= [3 6]"));
  }

  void aModelVariableHasItsValue() {
    DiagramDocument document(m_library);
    sim::Edit edit{"Add Variable", {}};
    edit.set(document.newId(), sim::Variable{"K", "4+1", {}, {}, {}});
    document.apply(std::move(edit));
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    test::typeInto(dialog, "parameter_k", "2*K");
    QCOMPARE(note(dialog, "note_k"), QString("= 10"));
  }

  void anErrorStandsBesideTheFieldAndKeepsTheDialogOpen() {
    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    test::typeInto(dialog, "parameter_k", "2*unknown_name");
    QVERIFY(note(dialog, "note_k").contains("unknown_name"));
    const int before = document.undoStack().count();
    dialog.accept();
    QVERIFY(dialog.isVisible());
    QCOMPARE(document.undoStack().count(), before);
  }

  void aNameThatIsNotKnownCanBeDefinedOnTheSpot() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "math/gain"));
    dialog.show();
    auto* define = dialog.findChild<QAbstractButton*>("define_k");
    QVERIFY(define && !define->isVisible());
    test::typeInto(dialog, "parameter_k", "2*stiffness + sin(pi)");
    QVERIFY(define->isVisible());
    QCOMPARE(define->text().remove('&'), QString("Define stiffness"));
    define->click();
    QVERIFY(!define->isVisible());
    QCOMPARE(note(dialog, "note_k"), QString("= 2"));
    QCOMPARE(document.diagram().variables.size(), 1u);
    test::typeInto(dialog, "parameter_k", "2*");
    QVERIFY(!define->isVisible());
  }

  void aBrokenRuleBetweenParametersIsSaid() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "math/sum"));
    dialog.show();
    test::typeInto(dialog, "parameter_signs", "+x");
    QVERIFY(dialog.findChild<QLabel*>("problem")->isVisible());
    QVERIFY(!dialog.apply());
  }

  void aDefaultIsNotKeptInTheBlock() {
    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    test::typeInto(dialog, "parameter_k", "7");
    QVERIFY(dialog.apply());
    test::typeInto(dialog, "parameter_k", "1");
    QVERIFY(dialog.apply());
    QVERIFY(document.block(id)->parameters.empty());
  }

  void undoShowsInTheOpenDialogAndDeletingTheBlockClosesIt() {
    DiagramDocument document(m_library);
    const sim::Id id = test::addBlock(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    test::typeInto(dialog, "parameter_k", "7");
    QVERIFY(dialog.apply());
    document.undoStack().undo();
    QCOMPARE(dialog.findChild<QLineEdit*>("parameter_k")->text(), QString("1"));
    document.undoStack().undo();
    QVERIFY(!dialog.isVisible());
  }

  void anUnknownTypeSaysSo() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, test::addBlock(document, "nobody/knows"));
    dialog.show();
    dialog.accept();
    QVERIFY(!dialog.isVisible());
  }
};

QTEST_MAIN(BlockDialogTest)
#include "block_dialog_test.moc"
