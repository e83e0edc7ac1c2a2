#include "editor/explorer/signal_properties_table.h"

#include <algorithm>
#include <set>

#include "editor/document/initial_value.h"
#include "editor/explorer/levels.h"
#include "sim_core/base/element_type.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/diagram/wiring_edits.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

using sim::SignalProperties;

// The text of a column that is one; null: the column is another.
static std::string SignalProperties::*textOf(int column) {
  switch (column) {
    case SignalPropertiesTable::Unit:
      return &SignalProperties::unit;
    case SignalPropertiesTable::Type:
      return &SignalProperties::type;
    case SignalPropertiesTable::Minimum:
      return &SignalProperties::minimum;
    case SignalPropertiesTable::Maximum:
      return &SignalProperties::maximum;
    case SignalPropertiesTable::Description:
      return &SignalProperties::description;
    default:
      return nullptr;
  }
}

SignalPropertiesTable::SignalPropertiesTable(DiagramDocument& document, QObject* parent)
    : EditableTable(document, parent) {}

// Every output that a line leaves, or that something is said of.
void SignalPropertiesTable::rebuild() {
  beginResetModel();
  m_rows.clear();
  m_levels.clear();
  m_initial.reset();
  std::set<sim::PortRef> outputs;
  const sim::Diagram& diagram = m_document.diagram();
  for (const auto& [id, line] : diagram.lines)
    if (line.source && !line.conserving() && diagram.blocks.contains(line.source->block))
      outputs.insert(*line.source);
  for (const auto& [id, block] : diagram.blocks)
    for (const auto& [port, properties] : sim::signal_properties(block)) outputs.insert({id, port});
  for (const LevelBlock& block : blocksOfLevel(diagram, sim::no_id, true)) {
    const auto first = outputs.lower_bound({block.id, 0});
    const auto ports = m_document.interfaceOf(block.id).outputs;
    for (auto it = first; it != outputs.end() && it->block == block.id; ++it) {
      const auto port = static_cast<std::size_t>(it->port);
      const QString name = ports.size() > 1 && port < ports.size()
                               ? QStringLiteral(":%1").arg(QString::fromStdString(ports[port].name))
                               : QString();
      m_rows.push_back({*it, block.path + name});
    }
  }
  endResetModel();
}

void SignalPropertiesTable::update(const sim::Edit& edit) {
  const auto keeps = [this](const sim::Change& change) {
    if (std::holds_alternative<sim::Set<sim::Variable>>(change)) return true;
    const auto* block = std::get_if<sim::Set<sim::Block>>(&change);
    return block && block->value && std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
             return row.output.block == block->id &&
                    row.from.contains(QString::fromStdString(block->value->name));
           });
  };
  if (!std::all_of(edit.changes.begin(), edit.changes.end(), keeps)) return rebuild();
  m_levels.clear();
  m_initial.reset();
  if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int SignalPropertiesTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SignalPropertiesTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant SignalPropertiesTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("From"),    tr("Name"),    tr("Logged"),        tr("Unit"),       tr("Type"),
                            tr("Minimum"), tr("Maximum"), tr("Initial value"), tr("Description")};
  return section < ColumnCount ? titles[section] : QString();
}

QString SignalPropertiesTable::filterKey(int column) const {
  static const char* const keys[] = {"from", "name", "logged",  "unit",       "type",
                                     "min",  "max",  "initial", "description"};
  return QString::fromLatin1(keys[column]);
}

Qt::ItemFlags SignalPropertiesTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = EditableTable::flags(index);
  const bool fixed =
      index.column() == From || (index.column() == Initial && !initialValue(at(index.row()).output).spec);
  return fixed ? flags : flags | Qt::ItemIsEditable;
}

QString SignalPropertiesTable::text(const Row& row, int column) const {
  const sim::Block* block = m_document.block(row.output.block);
  if (!block) return {};
  if (column == From) return row.from;
  if (column == Name) {
    const auto named = block->signal_names.find(row.output.port);
    return named == block->signal_names.end() ? QString() : QString::fromStdString(named->second);
  }
  if (column == Initial) return QString::fromStdString(initialValue(row.output).text(m_document));
  const SignalProperties properties = sim::signal_properties(*block, row.output.port);
  if (column == Logged) return properties.logged ? QStringLiteral("on") : QStringLiteral("off");
  const auto member = textOf(column);
  return member ? QString::fromStdString(properties.*member) : QString();
}

InitialValue SignalPropertiesTable::initialValue(const sim::PortRef& output) const {
  if (!m_initial) m_initial.emplace(m_document);
  return m_initial->of(output);
}

QVariant SignalPropertiesTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::ToolTipRole && index.column() == Initial)
    if (const QString why = initialValue(at(index.row()).output).why; !why.isEmpty())
      return why.toHtmlEscaped();
  if (role == Qt::ToolTipRole) return text(at(index.row()), index.column()).toHtmlEscaped();
  return role == Qt::DisplayRole || role == Qt::EditRole ? text(at(index.row()), index.column()) : QVariant();
}

QStringList SignalPropertiesTable::choices(int, int column) const {
  if (column == Logged) return {QStringLiteral("off"), QStringLiteral("on")};
  if (column != Type) return {};
  QStringList types{QString()};
  for (const sim::ElementType type : sim::all_element_types) types << toQString(sim::name_of(type));
  return types;
}

const sim::expr::Scope* SignalPropertiesTable::variables(int row, int column) const {
  if (column != Minimum && column != Maximum && column != Initial) return nullptr;
  const sim::PortRef output = at(row).output;
  const sim::Block* block = m_document.block(column == Initial ? initialValue(output).block : output.block);
  if (!block) return nullptr;
  auto& level = m_levels[block->parent];
  if (!level) level = std::make_unique<Level>(sim::workspace_of(m_document.diagram(), block->parent));
  return &level->scope;
}

QString SignalPropertiesTable::problem(int row, int column, const QString& text) const {
  const std::string wanted = text.trimmed().toStdString();
  if (column == Name) {
    const auto named = sim::name_signal(m_document.diagram(), at(row).output, wanted);
    return named ? QString() : inWords(named.error());
  }
  if (column == Unit) return QString::fromStdString(sim::problem_with_unit(wanted));
  if (column == Type) return QString::fromStdString(sim::problem_with_type(wanted));
  if (column == Initial) {
    const InitialValue initial = initialValue(at(row).output);
    if (!initial.spec) return initial.why;
    const auto value = sim::evaluate_parameter(*initial.spec, wanted, *variables(row, column));
    return wanted.empty() || value ? QString() : inWords(value.error());
  }
  if ((column != Minimum && column != Maximum) || wanted.empty()) return {};
  const auto value = sim::expr::evaluate(wanted, *variables(row, column));
  if (!value) return inWords(value.error());
  return value->as_scalar() ? QString() : tr("it has to be a single number");
}

sim::Edit SignalPropertiesTable::edit(const std::vector<int>& rows, int column, const QString& text) const {
  const std::string wanted = text.trimmed().toStdString();
  sim::Diagram model = m_document.diagram();
  sim::Edit edit{rows.size() == 1 ? "Signal Properties" : "Properties of Signals", {}};
  for (int row : rows) {
    const sim::PortRef output = at(row).output;
    sim::Edit step;
    if (column == Name) {
      if (auto named = sim::name_signal(model, output, wanted)) step = *std::move(named);
    } else if (column == Initial) {
      step = changeInitialValue(model, initialValue(output), wanted);
    } else {
      SignalProperties properties = sim::signal_properties(model.blocks.at(output.block), output.port);
      if (column == Logged) properties.logged = wanted == "on";
      if (const auto member = textOf(column)) properties.*member = wanted;
      step = sim::change_signal(model, output, properties);
    }
    sim::apply(model, step);
    edit.changes.insert(edit.changes.end(), step.changes.begin(), step.changes.end());
  }
  return edit;
}

QString SignalPropertiesTable::key(int row) const {
  return QStringLiteral("%1:%2").arg(sim::to_number(at(row).output.block)).arg(at(row).output.port);
}

}  // namespace fluxion
