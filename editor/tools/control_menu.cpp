#include "editor/tools/control_menu.h"

#include <QMenu>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/insert_block.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

// The value of a parameter that a control can set; none where it is no single number, or fixed during a run.
static std::optional<double> settable(const sim::ParameterSpec& spec, const sim::ParameterValue& value) {
  const bool number = spec.kind == sim::ParameterKind::Real && spec.tunable && value.shape.is_scalar() &&
                      value.imaginary.empty() && std::isfinite(value.number());
  return number ? std::optional(value.number()) : std::nullopt;
}

static sim::ParameterValues valuesOf(Canvas canvas, sim::Id id, const sim::BlockType& type) {
  const sim::Diagram& diagram = canvas.document.diagram();
  const sim::expr::Workspace workspace = sim::workspace_of(diagram, diagram.blocks.at(id).parent);
  auto values = sim::evaluate_parameters(diagram, type, id, sim::expr::WorkspaceScope(workspace));
  return values ? *std::move(values) : sim::ParameterValues();
}

QMenu* addControlMenu(QMenu& menu, Canvas canvas) {
  const auto selected = canvas.scene.selectedBlocks();
  const sim::BlockType* type = selected.size() == 1 ? canvas.document.typeOf(selected.front()) : nullptr;
  if (!type || sim::control_kind(*canvas.document.block(selected.front()))) return nullptr;
  const sim::Id id = selected.front();
  const sim::ParameterValues values = valuesOf(canvas, id, *type);
  QMenu* sliders = nullptr;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const sim::ParameterSpec& spec = type->parameters[k];
    if (!settable(spec, values[k])) continue;
    if (!sliders) {
      sliders = menu.addMenu(QObject::tr("Add &Slider for"));
      sliders->setObjectName(QStringLiteral("sliderMenu"));
    }
    QAction* action = sliders->addAction(QString::fromStdString(spec.label));
    QObject::connect(action, &QAction::triggered, &canvas.scene,
                     [canvas, id, name = spec.name] { addSlider(canvas, id, name); });
  }
  return sliders;
}

// From nothing to twice the value, in round numbers; from -1 to 1 around zero.
static std::pair<double, double> limitsAround(double value) {
  if (value == 0) return {-1, 1};
  const double power = std::pow(10, std::floor(std::log10(2 * std::abs(value))));
  const double end = std::copysign(std::ceil(2 * std::abs(value) / power) * power, value);
  return {std::min(0.0, end), std::max(0.0, end)};
}

sim::Id addSlider(Canvas canvas, sim::Id id, const std::string& parameter) {
  const BlockItem* item = canvas.scene.level().block(id);
  const sim::BlockType* type = canvas.document.typeOf(id);
  if (!item || !type) return sim::no_id;
  const sim::ParameterValues values = valuesOf(canvas, id, *type);
  const int index = type->parameter_index(parameter);
  if (index < 0 || values.empty()) return sim::no_id;
  const auto [low, high] = limitsAround(values[static_cast<std::size_t>(index)].number());
  const QRectF rect = item->geometry().rect;
  constexpr double below = 64;
  return insertBlockAt(canvas, QStringLiteral("controls/slider"),
                       QPointF(rect.center().x(), rect.bottom() + below),
                       {{"target", item->block().name + "." + parameter},
                        {"Minimum", sim::setting_text(low)},
                        {"Maximum", sim::setting_text(high)}});
}

}  // namespace fluxion
