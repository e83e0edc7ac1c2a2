#pragma once
// The Model Explorer's page of variables: the table, and below it where the current one is used.
#include <QWidget>
#include <functional>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/edit.h"

class QPushButton;
class QTreeWidget;

namespace fluxion {

class DiagramDocument;
class TablePage;
class VariableTable;

class VariablesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit VariablesPanel(DiagramDocument& document, QWidget* parent = nullptr);

  TablePage& table() { return *m_page; }
  QTreeWidget& uses() { return *m_uses; }
  void update(const sim::Edit& edit);
  void rebuild();
  // Asked before variables go that are used; a dialog unless a test says otherwise.
  void setAsk(std::function<bool(const QString& question)> ask) { m_ask = std::move(ask); }

 signals:
  void elementRequested(sim::Id block);
  void settingRequested(const QString& name);

 private:
  void add();
  void remove();
  void listUses();
  void follow();

  DiagramDocument& m_document;
  VariableTable* m_variables;
  TablePage* m_page;
  QPushButton* m_remove;
  QTreeWidget* m_uses;
  std::function<bool(const QString&)> m_ask;
};

}  // namespace fluxion
