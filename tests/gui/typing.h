#pragma once
// Blocks in a document, and text typed into a dialog.
#include <QLineEdit>
#include <QTest>

#include "editor/document/diagram_document.h"
#include "sim_core/diagram/edits.h"

namespace fluxion::test {

inline sim::Id addBlock(DiagramDocument& document, const char* type, const char* name = "Block") {
  sim::Block block;
  block.type = type, block.name = name;
  auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
  document.apply(std::move(insertion.edit));
  return insertion.id;
}

// In place of what the field has.
inline void typeInto(QWidget& dialog, const char* field, const char* text) {
  auto* line = dialog.findChild<QLineEdit*>(field);
  QVERIFY(line);
  line->selectAll();
  QTest::keyClicks(line, text);
}

}  // namespace fluxion::test
