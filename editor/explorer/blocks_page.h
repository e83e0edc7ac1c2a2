#pragma once
// The Model Explorer's page of blocks: every parameter in a row, or the blocks of one type with a column a
// parameter.
#include <QWidget>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/edit.h"

class QCheckBox;
class QComboBox;

namespace fluxion {

class DiagramDocument;
class EditableTable;
class ParameterTable;
class TablePage;
class TypeTable;

class BlocksPage : public QWidget {
  Q_OBJECT
 public:
  explicit BlocksPage(DiagramDocument& document, QWidget* parent = nullptr);

  void setLevel(sim::Id subsystem);
  sim::Id level() const { return m_level; }
  TablePage& table() { return *m_page; }
  void update(const sim::Edit& edit);
  void rebuild();

 signals:
  void elementRequested(sim::Id element);

 private:
  void fillTypes();
  void showType();
  EditableTable* shown() const;

  DiagramDocument& m_document;
  ParameterTable* m_parameters;
  TypeTable* m_blocks;
  TablePage* m_page;
  QCheckBox* m_nested;
  QComboBox* m_types;
  sim::Id m_level = sim::no_id;
};

}  // namespace fluxion
