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
    const auto it = block.parameters.find(spec.name);
    text.replace(field,
                 QString::fromStdString(it == block.parameters.end() ? spec.default_text : it->second));
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

static std::vector<LocalPort> localPorts(const QSizeF& size, int count, bool input) {
  std::vector<LocalPort> out;
  for (int k = 0; k < count; ++k)
    out.push_back(
        {{input ? 0 : size.width(), size.height() * (2 * k + 1) / (2 * count)}, {input ? -1.0 : 1.0, 0}});
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

  std::vector<LocalPort> inputs = localPorts(size, static_cast<int>(ports.inputs.size()), true);
  const std::vector<LocalPort> outputs = localPorts(size, static_cast<int>(ports.outputs.size()), false);
  const QString text = type ? iconText(block, *type) : QString();
  if (type && type->icon.shape == IconShape::Circle && inputs.size() > 1) {
    const auto angles = roundPortAngles(isSigns(text) ? text : QString(), static_cast<int>(inputs.size()));
    for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = onEllipse(size, angles[k]);
  }
  const auto place = [&g](const std::vector<LocalPort>& local, const std::vector<sim::PortSpec>& specs,
                          std::vector<PortPlace>& out) {
    for (std::size_t k = 0; k < local.size(); ++k) {
      const QPointF at = g.fromLocal.map(local[k].position);
      const QPointF d = g.fromLocal.map(local[k].position + local[k].direction) - at;
      out.push_back({at,
                     {std::round(d.x()), std::round(d.y())},
                     QString::fromStdString(specs[k].name),
                     QString::fromStdString(specs[k].doc)});
    }
  };
  place(inputs, ports.inputs, g.inputs);
  place(outputs, ports.outputs, g.outputs);
  return g;
}

}  // namespace fluxion
