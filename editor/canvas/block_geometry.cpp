#include "editor/canvas/block_geometry.h"

#include "sim_core/interfaces/port_layout.h"

namespace fluxion {

QRectF blockRect(const sim::Block& b) {
  const bool turned = b.rotation % 2 != 0;
  return {b.position.x, b.position.y, turned ? b.size.height : b.size.width,
          turned ? b.size.width : b.size.height};
}

QString iconText(const sim::Block& block, const sim::BlockType& type) {
  return QString::fromStdString(sim::icon_text(block, type));
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

  const sim::PortLayout layout = sim::port_layout(block, type, ports);
  const auto place = [](const sim::PortPlace& at, const auto& port) {
    return PortPlace{{at.at.x, at.at.y},
                     {at.direction.x, at.direction.y},
                     QString::fromStdString(port.name),
                     QString::fromStdString(port.doc)};
  };
  for (std::size_t k = 0; k < layout.inputs.size(); ++k)
    g.inputs.push_back(place(layout.inputs[k], ports.inputs[k]));
  for (std::size_t k = 0; k < layout.outputs.size(); ++k)
    g.outputs.push_back(place(layout.outputs[k], ports.outputs[k]));
  for (std::size_t k = 0; k < layout.conserving.size(); ++k) {
    g.conserving.push_back(place(layout.conserving[k], ports.conserving[k]));
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
