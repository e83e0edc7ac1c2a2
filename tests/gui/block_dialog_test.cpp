// The dialog of a block: values as one types, errors in words, one undo step.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "editor/dialogs/block_dialog.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

using namespace fluxion;

class BlockDialogTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  sim::Id add(DiagramDocument& document, const char* type) {
    sim::Block block;
    block.type = type, block.name = "Block";
    auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
    document.apply(std::move(insertion.edit));
    return insertion.id;
  }
  static void type(BlockDialog& dialog, const char* field, const char* text) {
    auto* line = dialog.findChild<QLineEdit*>(field);
    QVERIFY(line);
    line->selectAll();
    QTest::keyClicks(line, text);
  }
  static QString note(BlockDialog& dialog, const char* field) {
    return dialog.findChild<QLabel*>(field)->text();
  }

 private slots:
  void okIsOneUndoStep() {
    DiagramDocument document(m_library);
    const sim::Id id = add(document, "sources/sine_wave");
    BlockDialog dialog(document, id);
    dialog.show();
    type(dialog, "parameter_amplitude", "2");
    type(dialog, "parameter_frequency", "2*pi");
    const int before = document.undoStack().count();
    dialog.accept();
    QCOMPARE(document.undoStack().count(), before + 1);
    QCOMPARE(document.block(id)->parameters.at("frequency"), std::string("2*pi"));
    QVERIFY(!dialog.isVisible());
  }

  void theValueOfAnExpressionIsShownWhileItIsTyped() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, add(document, "math/gain"));
    dialog.show();
    type(dialog, "parameter_k", "[1 2]*3");
    QCOMPARE(note(dialog, "note_k"), QString("= [3 6]"));
  }

  void aModelVariableHasItsValue() {
    DiagramDocument document(m_library);
    sim::Edit edit{"Add Variable", {}};
    edit.set(document.newId(), sim::Variable{"K", "4+1", {}, {}, {}});
    document.apply(std::move(edit));
    BlockDialog dialog(document, add(document, "math/gain"));
    dialog.show();
    type(dialog, "parameter_k", "2*K");
    QCOMPARE(note(dialog, "note_k"), QString("= 10"));
  }

  void anErrorStandsBesideTheFieldAndKeepsTheDialogOpen() {
    DiagramDocument document(m_library);
    const sim::Id id = add(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    type(dialog, "parameter_k", "2*unknown_name");
    QVERIFY(note(dialog, "note_k").contains("unknown_name"));
    const int before = document.undoStack().count();
    dialog.accept();
    QVERIFY(dialog.isVisible());
    QCOMPARE(document.undoStack().count(), before);
  }

  void aBrokenRuleBetweenParametersIsSaid() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, add(document, "math/sum"));
    dialog.show();
    type(dialog, "parameter_signs", "+x");
    QVERIFY(dialog.findChild<QLabel*>("problem")->isVisible());
    QVERIFY(!dialog.apply());
  }

  void aDefaultIsNotKeptInTheBlock() {
    DiagramDocument document(m_library);
    const sim::Id id = add(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    type(dialog, "parameter_k", "7");
    QVERIFY(dialog.apply());
    type(dialog, "parameter_k", "1");
    QVERIFY(dialog.apply());
    QVERIFY(document.block(id)->parameters.empty());
  }

  void undoShowsInTheOpenDialogAndDeletingTheBlockClosesIt() {
    DiagramDocument document(m_library);
    const sim::Id id = add(document, "math/gain");
    BlockDialog dialog(document, id);
    dialog.show();
    type(dialog, "parameter_k", "7");
    QVERIFY(dialog.apply());
    document.undoStack().undo();
    QCOMPARE(dialog.findChild<QLineEdit*>("parameter_k")->text(), QString("1"));
    document.undoStack().undo();
    QVERIFY(!dialog.isVisible());
  }

  void anUnknownTypeSaysSo() {
    DiagramDocument document(m_library);
    BlockDialog dialog(document, add(document, "nobody/knows"));
    dialog.show();
    dialog.accept();
    QVERIFY(!dialog.isVisible());
  }
};

QTEST_MAIN(BlockDialogTest)
#include "block_dialog_test.moc"
