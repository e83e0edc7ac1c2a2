#include "editor/tools/port_names.h"

#include "editor/document/diagram_document.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/diagram/port_names.h"

namespace fluxion {

void namePortsAfter(Canvas canvas, const sim::PortRef& output, int gesture, const std::string& before) {
  const sim::Diagram& diagram = canvas.document.diagram();
  for (const auto& [port, name] : sim::ports_named_after(diagram, output, before)) {
    auto edit = sim::rename_block(diagram, port, name);
    if (!edit) continue;
    sim::retarget_controls(diagram, port, *edit);
    if (!sim::conflict_with_links(diagram, *edit)) canvas.document.apply(std::move(*edit), gesture);
  }
}

}  // namespace fluxion
