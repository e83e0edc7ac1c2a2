#include "editor/simulation/breakpoints.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "editor/window_settings.h"
#include "sim_core/diagram/signal_origins.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

static constexpr int mostRemembered = 200;  // of one model

QString relationText(sim::Relation relation) {
  switch (relation) {
    case sim::Relation::Above:
      return QStringLiteral(">");
    case sim::Relation::AtLeast:
      return QStringLiteral("≥");
    case sim::Relation::Equal:
      return QStringLiteral("=");
    case sim::Relation::AtMost:
      return QStringLiteral("≤");
    case sim::Relation::Below:
      return QStringLiteral("<");
    case sim::Relation::Crosses:
      break;
  }
  return Breakpoints::tr("crosses");
}

Breakpoints::Breakpoints(QObject* parent) : QObject(parent) {}

int Breakpoints::add(Breakpoint breakpoint) {
  breakpoint.id = ++m_lastId;
  m_all.push_back(breakpoint);
  tell();
  return m_lastId;
}

void Breakpoints::set(const Breakpoint& breakpoint) {
  const auto it = std::ranges::find(m_all, breakpoint.id, &Breakpoint::id);
  if (it == m_all.end()) return;
  *it = breakpoint;
  tell();
}

void Breakpoints::remove(int id) {
  if (std::erase_if(m_all, [id](const Breakpoint& b) { return b.id == id; }) > 0) tell();
}

void Breakpoints::clear() {
  if (m_all.empty()) return;
  m_all.clear();
  tell();
}

void Breakpoints::hit(const std::vector<sim::PauseHit>& hits) {
  for (const sim::PauseHit& hit : hits)
    if (const auto it = std::ranges::find(m_all, hit.id, &Breakpoint::id); it != m_all.end()) ++it->hits;
  std::erase_if(m_all, [](const Breakpoint& b) { return b.once && b.hits > 0; });
  emit changed();
}

const Breakpoint* Breakpoints::find(int id) const {
  const auto it = std::ranges::find(m_all, id, &Breakpoint::id);
  return it == m_all.end() ? nullptr : &*it;
}

// Inside a masked subsystem its parameters count too, as for the block that the signal leaves.
std::optional<double> breakpointValue(const sim::Diagram& diagram, const Breakpoint& b, QString* why) {
  if (b.expression.isEmpty()) return b.value;
  const auto block = diagram.blocks.find(b.signal.block);
  const sim::expr::Workspace variables = block == diagram.blocks.end()
                                             ? sim::model_workspace(diagram)
                                             : sim::workspace_of(diagram, block->second.parent);
  const auto value = sim::expr::evaluate(b.expression.toStdString(), sim::expr::WorkspaceScope(variables));
  const auto number = value ? value->as_scalar() : std::nullopt;
  if (why && !number)
    *why = value ? Breakpoints::tr("it is no single number") : QString::fromStdString(value.error().message);
  return number;
}

std::vector<sim::PauseCondition> pauseConditions(const std::vector<Breakpoint>& all,
                                                 const sim::Diagram& compiled, const sim::Program& program,
                                                 const sim::Diagram& now) {
  std::vector<sim::PauseCondition> out;
  const sim::SignalOrigins origins(compiled);
  const auto id = [&](int block) { return program.blocks[static_cast<std::size_t>(block)].id; };
  for (const Breakpoint& b : all) {
    const auto value = b.enabled ? breakpointValue(now, b) : std::nullopt;
    if (!value) continue;
    sim::PauseCondition condition{b.id, b.kind, 0, -1, b.relation, *value};
    if (b.kind == Breakpoint::Kind::Signal) {
      const auto origin = origins.of(b.signal);
      for (const sim::WatchedSignal& w : program.watched)
        for (int k = 0; origin && id(w.block) == origin->block && w.port == origin->port && k < w.count;
             ++k) {
          condition.signal = w.first + k;
          out.push_back(condition);
        }
      continue;
    }
    if (b.kind == Breakpoint::Kind::ZeroCrossing && b.block != sim::no_id) {
      const auto block =
          std::ranges::find(program.blocks, b.block, [](const sim::BlockInfo& info) { return info.id; });
      if (block == program.blocks.end()) continue;
      condition.block = static_cast<int>(block - program.blocks.begin());
    }
    out.push_back(condition);
  }
  return out;
}

void Breakpoints::tell() {
  save();
  emit changed();
}

// --- remembered -------------------------------------------------------------------------------------------

static QString keyOf(const QString& path) {
  QString file = QFileInfo(path).absoluteFilePath();
  return QStringLiteral("breakpoints/") + file.replace(u'/', u'|');
}

void Breakpoints::save() {
  if (m_path.isEmpty()) return;
  QJsonArray list;
  for (const Breakpoint& b : m_all)
    if (!b.once && list.size() < mostRemembered)
      list.append(QJsonObject{{QStringLiteral("enabled"), b.enabled},
                              {QStringLiteral("kind"), static_cast<int>(b.kind)},
                              {QStringLiteral("source"), QString::number(sim::to_number(b.signal.block))},
                              {QStringLiteral("port"), b.signal.port},
                              {QStringLiteral("block"), QString::number(sim::to_number(b.block))},
                              {QStringLiteral("relation"), static_cast<int>(b.relation)},
                              {QStringLiteral("value"), b.value},
                              {QStringLiteral("expression"), b.expression}});
  WindowSettings settings;
  if (list.isEmpty())
    settings.remove(keyOf(m_path));
  else
    settings.setValue(keyOf(m_path), QJsonDocument(list).toJson(QJsonDocument::Compact));
}

void Breakpoints::open(const QString& path) {
  m_path = path;
  m_all.clear();
  const QByteArray text = path.isEmpty() ? QByteArray() : WindowSettings().value(keyOf(path)).toByteArray();
  for (const QJsonValue& each : QJsonDocument::fromJson(text).array()) {
    const QJsonObject o = each.toObject();
    Breakpoint b;
    b.id = ++m_lastId;
    b.enabled = o[u"enabled"].toBool(true);
    b.kind = static_cast<Breakpoint::Kind>(
        std::clamp(o[u"kind"].toInt(), 0, static_cast<int>(Breakpoint::Kind::Time)));
    b.signal = {sim::Id{o[u"source"].toString().toULongLong()}, std::max(0, o[u"port"].toInt())};
    b.block = sim::Id{o[u"block"].toString().toULongLong()};
    b.relation = static_cast<sim::Relation>(std::clamp(o[u"relation"].toInt(), 0, relationCount - 1));
    b.value = o[u"value"].toDouble();
    b.expression = o[u"expression"].toString();
    if (m_all.size() < mostRemembered) m_all.push_back(b);
  }
  emit changed();
}

void Breakpoints::rename(const QString& path) {
  if (path == m_path) return;
  m_path = path;
  save();
}

// --- in words ---------------------------------------------------------------------------------------------

QString signalText(const sim::Diagram& diagram, sim::PortRef output) {
  const auto block = diagram.blocks.find(output.block);
  if (block == diagram.blocks.end()) return Breakpoints::tr("a signal that is gone");
  if (const auto name = block->second.signal_names.find(output.port);
      name != block->second.signal_names.end() && !name->second.empty())
    return QString::fromStdString(name->second);
  const QString path = QString::fromStdString(sim::block_path(diagram, output.block)).replace(u'\n', u' ');
  return output.port == 0 ? path : QStringLiteral("%1:%2").arg(path).arg(output.port + 1);
}

QString breakpointText(const sim::Diagram& diagram, const Breakpoint& b) {
  const QString value = b.expression.isEmpty() ? QString::number(b.value, 'g', 10) : b.expression;
  switch (b.kind) {
    case Breakpoint::Kind::Signal:
      return QStringLiteral("%1 %2 %3").arg(signalText(diagram, b.signal), relationText(b.relation), value);
    case Breakpoint::Kind::ZeroCrossing:
      if (b.block == sim::no_id) return Breakpoints::tr("a zero crossing");
      return Breakpoints::tr("a zero crossing of %1")
          .arg(QString::fromStdString(sim::block_path(diagram, b.block)).replace(u'\n', u' '));
    case Breakpoint::Kind::Rejection:
      return Breakpoints::tr("a rejected step");
    case Breakpoint::Kind::NonFinite:
      return Breakpoints::tr("a number that is not finite");
    case Breakpoint::Kind::Time:
      break;
  }
  return Breakpoints::tr("t ≥ %1 s").arg(value);
}

}  // namespace fluxion
