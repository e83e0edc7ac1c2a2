// Masks of subsystems: their dialog, the mask editor, the icon on the canvas; each test is what a user does.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "editor/canvas/mask_picture.h"
#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/name_completer.h"
#include "editor/note_view.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "sim_core/diagram/edits.h"
#include "tests/gui/masked_window.h"

using namespace fluxion;
using namespace fluxion::test;

class MasksTest : public QObject {
  Q_OBJECT

 private slots:
  void doubleClickingAMaskedSubsystemOpensItsDialog() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog* dialog = w.dialog();
    QVERIFY(dialog);
    QCOMPARE(w.editor.subsystem(), sim::no_id);
    QCOMPARE(dialog->findChild<NoteLabel*>("maskDescription")->plainText(), QString("A spring."));
    QCOMPARE(dialog->findChild<QLabel*>("note_K")->text(), QString("= 80"));
    auto* tabs = dialog->findChild<QTabWidget*>("maskTabs");
    QVERIFY(tabs);
    QCOMPARE(tabs->tabText(0), QString("Parameters"));
    QCOMPARE(tabs->tabText(1), QString("More"));
    // Again raises the same one.
    w.doubleClick(w.middle(w.plant));
    QCOMPARE(w.editor.findChildren<MaskDialog*>().size(), 1);
  }

  void doubleClickingASubsystemWithoutADialogShowsWhatIsInside() {
    MaskedWindow w;
    sim::Mask iconOnly;
    iconOnly.icon = {sim::MaskIconKind::Text, "P"};
    w.setMask(iconOnly);
    w.doubleClick(w.middle(w.plant));
    QVERIFY(!w.dialog());
    QCOMPARE(w.editor.subsystem(), w.plant);
  }

  void theDialogChangesTheMaskInOneStepThatIsUndone() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    type(dialog, "parameter_K", "3*stiffness");
    QCOMPARE(dialog.findChild<QLabel*>("note_K")->text(), QString("= 120"));
    dialog.findChild<QComboBox*>("parameter_mode")->setCurrentText("exact");
    dialog.findChild<QCheckBox*>("parameter_fine")->setChecked(false);
    const int before = w.document.undoStack().index();
    press(dialog, QDialogButtonBox::Ok);
    QCOMPARE(w.document.undoStack().index(), before + 1);
    QCOMPARE(w.expression(0), std::string("3*stiffness"));
    QCOMPARE(w.expression(1), std::string("exact"));
    QCOMPARE(w.expression(2), std::string("false"));
    QVERIFY(w.document.undoStack().undoText().contains("Plant"));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.expression(0), std::string("2*stiffness"));
    QCOMPARE(w.expression(2), std::string("true"));
  }

  void aWrongValueKeepsTheDialogOpen() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    type(dialog, "parameter_K", "2*stifness");
    press(dialog, QDialogButtonBox::Ok);
    QVERIFY(dialog.isVisible());
    QVERIFY(dialog.findChild<QLabel*>("note_K")->text().contains("stiffness"));
    QCOMPARE(w.expression(0), std::string("2*stiffness"));
  }

  void whatAnInitializationMakesOfAValueIsSaidInTheDialog() {
    MaskedWindow w;
    w.setMask({{{"K", "", "1"}}, "w = [1 2] + ones(1, K)"});
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    auto* problem = dialog.findChild<QLabel*>("problem");
    QVERIFY(!problem->isVisible());
    type(dialog, "parameter_K", "3");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains("initialization line 1"), qPrintable(problem->text()));
  }

  void aFieldIsEnabledWhereItsConditionHolds() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    auto* fine = dialog.findChild<QCheckBox*>("parameter_fine");
    QVERIFY(!fine->isEnabled());
    dialog.findChild<QComboBox*>("parameter_mode")->setCurrentText("exact");
    QVERIFY(fine->isEnabled());
  }

  void helpShowsTheDescriptionAndTheParameters() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    press(*w.dialog(), QDialogButtonBox::Help);
    auto* page = w.editor.findChild<QTextBrowser*>("maskHelpPage");
    QVERIFY(page);
    const QString text = page->toPlainText();
    for (const char* part : {"Plant", "More about it", "Gain", "N/m", "fast, exact"})
      QVERIFY2(text.contains(part), part);
  }

  void lookUnderMaskShowsWhatIsInside() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    QAction* look = w.commands.action(CommandId::LookUnderMask);
    QCOMPARE(look->shortcut(), QKeySequence("Ctrl+U"));
    QVERIFY(look->isVisible());
    look->trigger();
    QCOMPARE(w.editor.subsystem(), w.plant);
  }

  void theCommandsAreShownOnlyWhereTheyApply() {
    MaskedWindow w;
    const auto shown = [&](CommandId id) { return w.commands.action(id)->isVisible(); };
    QVERIFY(!shown(CommandId::EditMask));
    w.select(w.plant);
    QVERIFY(shown(CommandId::EditMask));
    QVERIFY(w.commands.action(CommandId::EditMask)->text().startsWith("Create"));
    QVERIFY(!shown(CommandId::LookUnderMask));
    QVERIFY(!shown(CommandId::RemoveMask));
    w.standardMask();
    QVERIFY(w.commands.action(CommandId::EditMask)->text().startsWith("Edit"));
    QVERIFY(shown(CommandId::LookUnderMask));
    QVERIFY(shown(CommandId::RemoveMask));
    w.editor.showSubsystem(w.plant);
    QVERIFY(shown(CommandId::EditMask));  // of the subsystem one is in
    w.select(w.gain);
    QVERIFY(!shown(CommandId::EditMask));
  }

  void aMaskIsCreatedWithAParameterThatTheBlocksInsideUse() {
    MaskedWindow w;
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor* editor = w.maskEditor();
    QVERIFY(editor);
    QTest::mouseClick(editor->findChild<QToolButton*>("maskAdd"), Qt::LeftButton);
    auto* table = editor->findChild<QTableWidget*>("maskParameters");
    QCOMPARE(table->rowCount(), 1);
    typeCell(table, 0, 0, "K");
    typeCell(table, 0, 1, "Spring rate");
    typeCell(table, 0, 3, "2*stiffness");
    QCOMPARE(table->item(0, 5)->text(), QString("80"));
    type(*editor, "maskUnit", "N/m");
    type(*editor, "maskMinimum", "1e-3");
    const int before = w.document.undoStack().index();
    press(*editor, QDialogButtonBox::Ok);
    QCOMPARE(w.document.undoStack().index(), before + 1);
    sim::MaskParameter expected{"K", "Spring rate", "2*stiffness"};
    expected.unit = "N/m", expected.minimum = 1e-3;
    QVERIFY(w.mask().parameters == std::vector<sim::MaskParameter>{expected});
    w.trigger(CommandId::Undo);
    QVERIFY(!w.document.block(w.plant)->mask);
  }

  void aMaskTakesOverWhatTheBlocksInsideUse() {
    MaskedWindow w;
    w.add("math/gain", 200, 0, "Other", {{"k", "stiffness"}}, w.plant);
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    auto* propose = editor.findChild<QToolButton*>("maskPropose");
    QTest::mouseClick(propose, Qt::LeftButton);
    QVERIFY(!propose->isEnabled());
    press(editor, QDialogButtonBox::Ok);
    const std::vector<sim::MaskParameter> expected = {{"K", "", "0"}, {"stiffness", "", "stiffness"}};
    QVERIFY(w.mask().parameters == expected);
  }

  void parametersAreReorderedAndRemoved() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    auto* table = editor.findChild<QTableWidget*>("maskParameters");
    table->setCurrentCell(2, 0);
    QTest::mouseClick(editor.findChild<QToolButton*>("maskUp"), Qt::LeftButton);
    QTest::mouseClick(editor.findChild<QToolButton*>("maskUp"), Qt::LeftButton);
    QVERIFY(!editor.findChild<QToolButton*>("maskUp")->isEnabled());
    table->setCurrentCell(1, 0);
    QTest::mouseClick(editor.findChild<QToolButton*>("maskRemoveParameter"), Qt::LeftButton);
    press(editor, QDialogButtonBox::Ok);
    QCOMPARE(w.mask().parameters.size(), std::size_t(2));
    QCOMPARE(w.mask().parameters[0].name, std::string("fine"));
    QCOMPARE(w.mask().parameters[1].name, std::string("mode"));
  }

  void aChoiceIsGivenItsValues() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    auto* choices = editor.findChild<QPlainTextEdit*>("maskChoices");
    QVERIFY(!choices->isVisible());
    editor.findChild<QComboBox*>("maskKind0")->setCurrentIndex(1);
    QVERIFY(choices->isVisible());
    press(editor, QDialogButtonBox::Ok);
    QVERIFY(editor.isVisible());
    QVERIFY(editor.findChild<QLabel*>("problem")->text().contains("no choices"));
    choices->setPlainText("soft\nhard");
    press(editor, QDialogButtonBox::Ok);
    QCOMPARE(w.mask().parameters[0].choices, (std::vector<std::string>{"soft", "hard"}));
    QVERIFY(!w.mask().parameters[0].evaluate);
  }

  void aNameThatIsNoneKeepsTheEditorOpen() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    auto* table = editor.findChild<QTableWidget*>("maskParameters");
    for (const char* wrong : {"2K", "mode"}) {
      typeCell(table, 0, 0, wrong);
      press(editor, QDialogButtonBox::Ok);
      QVERIFY(editor.isVisible());
      QVERIFY(editor.findChild<QLabel*>("problem")->text().contains(wrong));
    }
    press(editor, QDialogButtonBox::Cancel);
    QCOMPARE(w.mask().parameters[0].name, std::string("K"));
  }

  void aParameterIsRenamedWithItsUses() {
    MaskedWindow w;
    w.standardMask();
    sim::Mask mask = w.mask();
    mask.initialization = "twice = 2*K";
    mask.parameters[2].visible = "K > 0";
    w.setMask(mask);
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    auto* table = editor.findChild<QTableWidget*>("maskParameters");
    typeCell(table, 0, 0, "2K");  // none: waits for the next
    typeCell(table, 0, 0, "rate");
    const int before = w.document.undoStack().index();
    press(editor, QDialogButtonBox::Ok);
    QVERIFY(!editor.isVisible());
    QCOMPARE(w.document.undoStack().index(), before + 1);
    QCOMPARE(w.mask().parameters[0].name, std::string("rate"));
    QCOMPARE(w.mask().initialization, std::string("twice = 2*rate"));
    QCOMPARE(w.mask().parameters[2].visible, std::string("rate > 0"));
    QCOMPARE(w.document.block(w.gain)->parameters.at("k"), std::string("rate"));
    w.document.undoStack().undo();
    QCOMPARE(w.document.block(w.gain)->parameters.at("k"), std::string("K"));
  }

  void aNameThatIsNotKnownCanBeDefinedOnTheSpot() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    type(dialog, "parameter_K", "2*c");
    auto* define = dialog.findChild<QAbstractButton*>("define_K");
    QVERIFY(define && define->isVisible());
    define->click();
    QVERIFY(!define->isVisible());
    QCOMPARE(dialog.findChild<QLabel*>("note_K")->text(), QString("= 2"));
    press(dialog, QDialogButtonBox::Ok);
    QCOMPARE(w.expression(0), std::string("2*c"));
  }

  void theInitializationIsEvaluatedWhileItIsTyped() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    editor.findChild<QTabWidget*>("maskEditorTabs")->setCurrentIndex(1);
    auto* text = editor.findChild<QPlainTextEdit*>("maskInitialization");
    auto* values = editor.findChild<QTreeWidget*>("maskValues");
    QTest::keyClicks(text, "w = sqrt(K + 1)");
    QTest::keyClick(text, Qt::Key_Return);
    QTest::keyClicks(text, "v = [w nosuch]");
    QCOMPARE(values->topLevelItemCount(), 5);
    QCOMPARE(values->topLevelItem(3)->text(1), QString("w"));
    QCOMPARE(values->topLevelItem(3)->text(2), QString("9"));
    QVERIFY(values->topLevelItem(4)->text(2).contains("nosuch"));
    QVERIFY(editor.findChild<QLabel*>("problem")->text().contains("initialization line 2"));
    press(editor, QDialogButtonBox::Ok);
    QCOMPARE(w.mask().initialization, std::string("w = sqrt(K + 1)\nv = [w nosuch]"));
  }

  void anIconIsDrawnOnTheCanvasInEachOfItsForms() {
    MaskedWindow w;
    w.standardMask();
    sim::Mask mask = w.mask();
    mask.port_names = false;
    mask.icon = {sim::MaskIconKind::Text, "K = {K}"};
    w.setMask(mask);
    const MaskPicture* picture = w.editor.scene().level().block(w.plant)->mask();
    QVERIFY(picture);
    QCOMPARE(picture->text, QString("K = 80"));
    QVERIFY(drawnPixels(w) > 30);
    mask.icon = {sim::MaskIconKind::Path, "M 0 50 L 100 50"};
    w.setMask(mask);
    QVERIFY(drawnPixels(w) > 20);
    mask.icon = {sim::MaskIconKind::Plot, "", "[0 1 2]", "[0 K 0]"};
    w.setMask(mask);
    QVERIFY(w.editor.scene().level().block(w.plant)->mask()->problem.isEmpty());
    QVERIFY(drawnPixels(w) > 20);
    mask.icon = {sim::MaskIconKind::Plot, "", "[0 1]", "[0 K 0]"};
    w.setMask(mask);
    QVERIFY(w.editor.scene().level().block(w.plant)->mask()->problem.contains("3"));
    QCOMPARE(drawnPixels(w), 0);
  }

  void commandsDrawAnIcon() {
    MaskedWindow w;
    w.standardMask();
    sim::Mask mask = w.mask();
    mask.port_names = false;
    mask.icon = {sim::MaskIconKind::Plot, "plot([0 1], [0 1], [0 1], [1 0]); text(0.5, 0.9, 'X')"};
    w.setMask(mask);
    const MaskPicture* picture = w.editor.scene().level().block(w.plant)->mask();
    QVERIFY(picture->problem.isEmpty());
    QCOMPARE(picture->drawing->marks.size(), std::size_t{3});
    const int lines = drawnPixels(w);
    QVERIFY(lines > 40);
    mask.icon.content = "patch([0 1 1 0], [0 0 1 1]); disp(K)";
    w.setMask(mask);
    QVERIFY(drawnPixels(w) > 2 * lines);
    mask.icon.content = "image('a.png')";
    w.setMask(mask);
    QVERIFY(w.editor.scene().level().block(w.plant)->mask()->problem.contains("image"));
    QCOMPARE(drawnPixels(w), 0);
  }

  void theIconFollowsTheVariablesItShows() {
    MaskedWindow w;
    w.standardMask();
    sim::Mask mask = w.mask();
    mask.icon = {sim::MaskIconKind::Text, "{K}"};
    w.setMask(mask);
    sim::Edit edit{"Variable", {}};
    const auto& [id, variable] = *w.diagram().variables.begin();
    sim::Variable changed = variable;
    changed.expression = "7";
    edit.set(id, changed);
    w.document.apply(std::move(edit));
    QCOMPARE(w.editor.scene().level().block(w.plant)->mask()->text, QString("14"));
  }

  void theIconPageShowsTheIconAsItWillBe() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::EditMask);
    MaskEditor& editor = *w.maskEditor();
    editor.findChild<QTabWidget*>("maskEditorTabs")->setCurrentIndex(2);
    editor.findChild<QComboBox*>("maskIconKind")->setCurrentIndex(3);
    type(editor, "maskIconY", "[0 nosuch]");
    auto* problem = editor.findChild<QLabel*>("maskIconProblem");
    QVERIFY(problem->isVisible() && problem->text().contains("nosuch"));
    type(editor, "maskIconY", "[0 K 0]");
    QVERIFY(!problem->isVisible());
    editor.findChild<QCheckBox*>("maskPortNames")->setChecked(false);
    press(editor, QDialogButtonBox::Ok);
    QVERIFY(w.mask().icon == (sim::MaskIcon{sim::MaskIconKind::Plot, "", "", "[0 K 0]"}));
    QVERIFY(!w.mask().port_names);
  }

  void removingTheMaskWritesItsValuesInside() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::RemoveMask);
    QVERIFY(!w.document.block(w.plant)->mask);
    QCOMPARE(w.document.block(w.gain)->parameters.at("k"), std::string("2*stiffness"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.document.block(w.plant)->mask);
    QCOMPARE(w.document.block(w.gain)->parameters.at("k"), std::string("K"));
  }

  void expandingAMaskedSubsystemKeepsItsValues() {
    MaskedWindow w;
    w.standardMask();
    w.select(w.plant);
    w.trigger(CommandId::ExpandSubsystem);
    QVERIFY(!w.document.block(w.plant));
    QCOMPARE(w.document.block(w.gain)->parameters.at("k"), std::string("2*stiffness"));
  }

  void namesOfTheMaskAreCompletedInside() {
    MaskedWindow w;
    w.setMask({{{"rate", "", "2"}}, "ratio = 3"});
    BlockDialog dialog(w.document, w.gain);
    dialog.show();
    auto* line = dialog.findChild<QLineEdit*>("parameter_k");
    line->selectAll();
    QTest::keyClicks(line, "rat");
    auto& completer = dialog.findChild<NameCompleter*>()->completer();
    QTRY_VERIFY(completer.popup()->isVisible());
    QStringList offered;
    for (int row = 0; completer.setCurrentRow(row); ++row) offered += completer.currentCompletion();
    QVERIFY2(offered.contains("rate") && offered.contains("ratio"), qPrintable(offered.join(' ')));
  }

  void undoShowsInAnOpenDialogAndDeletingTheSubsystemClosesIt() {
    MaskedWindow w;
    w.standardMask();
    w.doubleClick(w.middle(w.plant));
    MaskDialog& dialog = *w.dialog();
    type(dialog, "parameter_K", "5");
    QVERIFY(dialog.apply());
    w.trigger(CommandId::Undo);
    QCOMPARE(dialog.findChild<QLineEdit*>("parameter_K")->text(), QString("2*stiffness"));
    // Another declaration makes other rows.
    sim::Mask mask = w.mask();
    mask.parameters[0].label = "Rate";
    mask.parameters.pop_back();
    w.setMask(mask);
    QVERIFY(!dialog.findChild<QCheckBox*>("parameter_fine"));
    w.document.apply(sim::remove_blocks(w.diagram(), {w.plant}));
    QVERIFY(!w.dialog());
  }

  void inTheWindowKeysAndMenusReachMasks() {
    const sim::BlockLibrary library = test::allBlocks();
    MainWindow window(library);
    window.show();
    QVERIFY(
        window.opening().openFile(QStringLiteral(FLUXION_SOURCE_DIR "/examples/dc_motors/dc_motors.flx")));
    const auto motor = sim::find_block(window.document().diagram(), "Small motor");
    QVERIFY(motor);
    window.editor().revealBlock(*motor);
    window.commands().action(CommandId::BlockParameters)->trigger();
    auto* dialog = window.findChild<MaskDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLabel*>("note_k")->text(), "= " + QLocale().toString(0.3));
    QTest::keyClick(dialog, Qt::Key_Escape);
    window.commands().action(CommandId::BlockHelp)->trigger();
    QVERIFY(window.findChild<QTextBrowser*>("maskHelpPage"));
    auto* tree = window.findChild<QTreeWidget*>("modelTree");
    QVERIFY(tree);
    bool told = false;
    for (QTreeWidgetItemIterator it(tree); *it; ++it) told |= (*it)->toolTip(0).contains("friction");
    QVERIFY(told);
  }
};

QTEST_MAIN(MasksTest)
#include "masks_test.moc"
