#pragma once
// A canvas with a masked subsystem, the commands of masks, and hands for their dialogs.
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QTableWidget>

#include "editor/masks/mask_commands.h"
#include "editor/masks/mask_dialogs.h"
#include "editor/masks/mask_editor.h"
#include "tests/gui/canvas_window.h"

namespace fluxion::test {

// A canvas with the commands of masks, and Plant: u -> Gain "K" -> y, with parameters K, mode and fine.
struct MaskedWindow : CanvasWindow {
  sim::Id plant = add("ports/subsystem", 200, 200, "Plant");
  sim::Id gain = add("math/gain", 100, 0, "Inner", {{"k", "K"}}, plant);

  MaskDialogs dialogs{document, editor, editor};

  MaskedWindow() {
    connectMaskCommands(document, editor, commands, editor);
    QObject::connect(&editor, &DiagramEditor::blockActivated, &editor,
                     [this](sim::Id block) { dialogs.open(block); });
    sim::Edit edit{"Variable", {}};
    edit.set(document.newId(), sim::Variable{"stiffness", "40", {}, {}, {}});
    document.apply(std::move(edit));
  }
  void setMask(sim::Mask mask) {
    sim::Block block = *document.block(plant);
    block.mask = std::move(mask);
    sim::Edit edit{"Mask", {}};
    edit.set(plant, std::move(block));
    document.apply(std::move(edit));
  }
  void standardMask() {
    sim::Mask mask;
    mask.parameters = {{"K", "Gain", "2*stiffness"}};
    mask.parameters[0].unit = "N/m";
    sim::MaskParameter mode{"mode", "Mode", "fast", false, sim::MaskEditor::Choice, {"fast", "exact"}};
    mode.group = "More";
    sim::MaskParameter fine{"fine", "Fine steps", "true", true, sim::MaskEditor::Flag};
    fine.group = "More", fine.enabled = "mode == 'exact'";
    mask.parameters.push_back(mode);
    mask.parameters.push_back(fine);
    mask.description = "A **spring**.\n\nMore about it.";
    setMask(mask);
  }
  const sim::Mask& mask() { return *document.block(plant)->mask; }
  std::string expression(std::size_t k) { return mask().parameters[k].expression; }
  MaskDialog* dialog() {
    for (auto* d : editor.findChildren<MaskDialog*>())
      if (d->isVisible()) return d;
    return nullptr;
  }
  MaskEditor* maskEditor() {
    for (auto* d : editor.findChildren<MaskEditor*>())
      if (d->isVisible()) return d;
    return nullptr;
  }
  void select(sim::Id id) { editor.scene().select({id}); }
};

inline void press(QDialog& dialog, QDialogButtonBox::StandardButton button) {
  QTest::mouseClick(dialog.findChild<QDialogButtonBox*>()->button(button), Qt::LeftButton);
}

inline void type(QDialog& dialog, const char* field, const char* text) {
  auto* line = dialog.findChild<QLineEdit*>(field);
  QVERIFY(line);
  line->selectAll();
  QTest::keyClick(line, Qt::Key_Delete);
  QTest::keyClicks(line, text);
}

// Types into a cell as the keyboard does.
inline void typeCell(QTableWidget* table, int row, int column, const char* text) {
  table->setCurrentCell(row, column);
  table->editItem(table->item(row, column));
  QLineEdit* line = nullptr;
  for (auto* open : table->findChildren<QLineEdit*>())
    if (open->isVisible()) line = open;
  QVERIFY(line);
  line->selectAll();
  QTest::keyClicks(line, text);
  QTest::keyClick(line, Qt::Key_Return);
  QCoreApplication::processEvents();  // the cell takes the text when it is back in the loop
}

// How many pixels inside the block differ from its fill.
inline int drawnPixels(MaskedWindow& w) {
  QCoreApplication::processEvents();
  const BlockItem* item = w.editor.scene().level().block(w.plant);
  const QRect inside = QRect(w.at(item->geometry().rect.topLeft()), w.at(item->geometry().rect.bottomRight()))
                           .adjusted(5, 5, -5, -5);
  const QImage image = w.editor.view().viewport()->grab(inside).toImage();
  const QRgb fill = w.editor.scene().theme().blockFill.rgb();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) != fill;
  return count;
}

}  // namespace fluxion::test
