#include "editor/canvas/block_geometry.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

using sim::IconShape;

QRectF blockRect(const sim::Block& b) {
  const bool turned = b.rotation % 2 != 0;
  return {b.position.x, b.position.y, turned ? b.size.height : b.size.width,
          turned ? b.size.width : b.size.height};
}

QString iconText(const sim::Block& block, const sim::BlockType& type) {
  QString text = QString::fromStdString(type.icon.text);
  for (const sim::ParameterSpec& spec : type.parameters) {
    const QString field = QStringLiteral("{%1}").arg(QString::fromStdString(spec.name));
    if (!text.contains(field)) continue;
    text.replace(field, QString::fromStdString(sim::parameter_text(block, spec)));
  }
  return text;
}

std::vector<double> roundPortAngles(const QString& signs, int ports) {
  std::vector<double> angles;
  const auto spread = [](int slot, int count) {
    return count < 2 ? 180.0 : 90.0 + 180.0 * slot / (count - 1);
  };
  if (signs.contains(u'|')) {
    QString marks = signs;
    marks.remove(u' ');
    for (int k = 0; k < marks.size(); ++k)
      if (marks[k] != u'|') angles.push_back(spread(k, static_cast<int>(marks.size())));
  }
  if (static_cast<int>(angles.size()) == ports) return angles;
  if (ports == 2) return {180, 270};
  angles.clear();
  for (int k = 0; k < ports; ++k) angles.push_back(spread(k, ports));
  return angles;
}

static bool isSigns(const QString& text) {
  return !text.isEmpty() &&
         std::all_of(text.begin(), text.end(), [](QChar c) { return QStringLiteral("+-| ").contains(c); });
}

namespace {

struct LocalPort {
  QPointF position, direction;
};

}  // namespace

static LocalPort onEllipse(const QSizeF& size, double degrees) {
  const double a = degrees * M_PI / 180;
  const QPointF d(std::cos(a), -std::sin(a));
  const QPointF at(size.width() / 2 * (1 + d.x()), size.height() / 2 * (1 + d.y()));
  return {at, std::abs(d.x()) > 0.7 ? QPointF(d.x() > 0 ? 1 : -1, 0) : QPointF(0, d.y() > 0 ? 1 : -1)};
}

// Place k of `count` on an edge of the block.
static LocalPort onEdge(const QSizeF& size, QPointF direction, int k, int count) {
  const double along = (2.0 * k + 1) / (2 * count);
  const bool level = direction.x() == 0;
  const QPointF at(level               ? size.width() * along
                   : direction.x() > 0 ? size.width()
                                       : 0,
                   level ? (direction.y() > 0 ? size.height() : 0) : size.height() * along);
  return {at, direction};
}

static std::vector<LocalPort> onEdge(const QSizeF& size, QPointF direction, int count) {
  std::vector<LocalPort> out;
  for (int k = 0; k < count; ++k) out.push_back(onEdge(size, direction, k, count));
  return out;
}

static QPointF outwards(sim::PortSide side) {
  return side == sim::PortSide::Left    ? QPointF(-1, 0)
         : side == sim::PortSide::Right ? QPointF(1, 0)
                                        : QPointF(0, -1);
}

// Conserving ports share the edges of a subsystem with its signals, below them.
static std::vector<LocalPort> conservingPorts(const QSizeF& size, const sim::BlockInterface& ports,
                                              bool component) {
  std::vector<LocalPort> out;
  for (std::size_t k = 0; k < ports.conserving.size(); ++k) {
    const sim::PortSide side = ports.conserving[k].side;
    int before = 0, count = 0;
    for (std::size_t other = 0; other < ports.conserving.size(); ++other)
      if (ports.conserving[other].side == side) before += other < k, ++count;
    const std::size_t beside = component                     ? 0
                               : side == sim::PortSide::Left ? ports.inputs.size()
                                                             : ports.outputs.size();
    out.push_back(
        onEdge(size, outwards(side), before + static_cast<int>(beside), count + static_cast<int>(beside)));
  }
  return out;
}

BlockGeometry blockGeometry(const sim::Block& block, const sim::BlockType* type,
                            const sim::BlockInterface& ports) {
  BlockGeometry g;
  g.rect = blockRect(block);
  const QSizeF size(block.size.width, block.size.height);
  g.fromLocal.translate(g.rect.center().x(), g.rect.center().y());
  g.fromLocal.rotate(90.0 * block.rotation);
  if (block.flipped) g.fromLocal.scale(-1, 1);
  g.fromLocal.translate(-size.width() / 2, -size.height() / 2);

  const bool component = type && !type->conserving.empty();
  const auto beside = [&](sim::PortSide side) {
    return component ? 0
                     : static_cast<int>(std::count_if(ports.conserving.begin(), ports.conserving.end(),
                                                      [side](const auto& p) { return p.side == side; }));
  };
  const auto signalPorts = [&](std::size_t count, QPointF direction, sim::PortSide side) {
    const int all = static_cast<int>(count) + beside(side);
    std::vector<LocalPort> out = onEdge(size, direction, all);
    out.resize(count);
    return out;
  };
  std::vector<LocalPort> inputs =
      signalPorts(ports.inputs.size(), component ? QPointF(0, -1) : QPointF(-1, 0), sim::PortSide::Left);
  const std::vector<LocalPort> outputs =
      signalPorts(ports.outputs.size(), component ? QPointF(0, 1) : QPointF(1, 0), sim::PortSide::Right);
  const QString text = type ? iconText(block, *type) : QString();
  if (type && type->icon.shape == IconShape::Circle && inputs.size() > 1 && !component) {
    const auto angles = roundPortAngles(isSigns(text) ? text : QString(), static_cast<int>(inputs.size()));
    for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = onEllipse(size, angles[k]);
  }
  const auto place = [&g](const LocalPort& local, const std::string& name, const std::string& doc) {
    const QPointF at = g.fromLocal.map(local.position);
    const QPointF d = g.fromLocal.map(local.position + local.direction) - at;
    return PortPlace{at,
                     {std::round(d.x()), std::round(d.y())},
                     QString::fromStdString(name),
                     QString::fromStdString(doc)};
  };
  for (std::size_t k = 0; k < inputs.size(); ++k)
    g.inputs.push_back(place(inputs[k], ports.inputs[k].name, ports.inputs[k].doc));
  for (std::size_t k = 0; k < outputs.size(); ++k)
    g.outputs.push_back(place(outputs[k], ports.outputs[k].name, ports.outputs[k].doc));
  const std::vector<LocalPort> conserving = conservingPorts(size, ports, component);
  for (std::size_t k = 0; k < conserving.size(); ++k) {
    g.conserving.push_back(place(conserving[k], ports.conserving[k].name, ports.conserving[k].doc));
    g.conserving.back().domain = ports.conserving[k].domain;
  }
  return g;
}

const PortPlace* BlockGeometry::place(const sim::PortRef& port, bool input) const {
  const auto& ports = port.kind == sim::PortKind::Conserving ? conserving : input ? inputs : outputs;
  return port.port >= 0 && port.port < static_cast<int>(ports.size())
             ? &ports[static_cast<std::size_t>(port.port)]
             : nullptr;
}

}  // namespace fluxion
