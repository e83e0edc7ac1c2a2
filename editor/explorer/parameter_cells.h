#pragma once
// The parameters of blocks as texts: what they are worth, what is wrong with a text, and the edit that gives
// many of them one.
#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "editor/document/diagram_document.h"
#include "sim_core/block/parameters.h"
#include "sim_core/expr/workspace.h"

namespace fluxion {

struct ParameterCell {
  sim::Id block = sim::no_id;
  std::string name;
  const sim::ParameterSpec* spec = nullptr;  // null: of a mask, or of a block whose type is unknown
  bool mask = false;
};

struct CellValue {
  QString text;
  bool wrong = false;  // the text says why there is none
};

class ParameterCells {
 public:
  explicit ParameterCells(DiagramDocument& document) : m_document(document) {}

  // A block's own, in the order of its dialog, then those of its mask.
  std::vector<ParameterCell> cellsOf(sim::Id block) const;
  QString label(const ParameterCell& cell) const;
  QString unit(const ParameterCell& cell) const;
  QString text(const ParameterCell& cell) const;
  CellValue value(const ParameterCell& cell) const;
  // Empty: the text is a value, and keeps the rules between the block's parameters.
  QString problem(const ParameterCell& cell, const QString& text) const;
  sim::Edit edit(const std::vector<ParameterCell>& cells, const QString& text) const;
  QStringList choices(const ParameterCell& cell) const;
  // Null: the text is no expression.
  const sim::expr::Scope* variables(const ParameterCell& cell) const;

  // Variables or masks have changed.
  void forgetVariables() { m_levels.clear(); }

 private:
  struct Level {
    explicit Level(sim::expr::Workspace w) : workspace(std::move(w)), scope(workspace) {}
    sim::expr::Workspace workspace;
    sim::expr::WorkspaceScope scope;
  };
  const sim::expr::Scope& scope(sim::Id level) const;
  const sim::MaskParameter* maskParameter(const ParameterCell& cell) const;
  QString maskProblem(const sim::Block& block, const ParameterCell& cell, const std::string& text) const;
  QString ruleBroken(const sim::Block& changed, const sim::BlockType& type) const;

  DiagramDocument& m_document;
  mutable std::map<sim::Id, std::unique_ptr<Level>> m_levels;
};

}  // namespace fluxion
