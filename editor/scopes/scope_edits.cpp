#include "editor/scopes/scope_edits.h"

namespace fluxion {

void ScopeEdits::edit(int curve, const std::function<void(CurveSettings&)>& edit) {
  const ScopeCurve& c = m_curves.at(curve);
  ScopeSettings settings = m_state.settings;
  CurveSettings& entry = settings.curves[{c.input, c.element}];
  edit(entry);
  if (entry == CurveSettings{}) settings.curves.erase({c.input, c.element});
  m_change(settings);
}

void ScopeEdits::setVisible(int curve, bool visible) {
  edit(curve, [visible](CurveSettings& c) { c.hidden = !visible; });
}

void ScopeEdits::showOnly(int curve) {
  const ScopeCurve& kept = m_curves.at(curve);
  ScopeSettings settings = m_state.settings;
  for (const auto& c : m_curves.all())
    if (c->axes == kept.axes)
      settings.curves[{c->input, c->element}].hidden = c->input != kept.input || c->element != kept.element;
  std::erase_if(settings.curves, [](const auto& entry) { return entry.second == CurveSettings{}; });
  m_change(settings);
}

void ScopeEdits::remove(int curve) {
  edit(curve, [](CurveSettings& c) { c.removed = true; });
}

void ScopeEdits::move(int curve, int axes, PlotCanvas::Side side) {
  const int own = m_curves.at(curve).input;
  edit(curve, [=](CurveSettings& c) {
    c.plot = axes == own ? -1 : axes;
    c.side = side;
  });
}

void ScopeEdits::setStyle(int curve, std::optional<CurveStyle> style) {
  if (style) style->arrows = style->ends = false;  // those are the whole portrait's
  edit(curve, [&](CurveSettings& c) { c.style = style; });
}

void ScopeEdits::setLayout(int rows, int columns) {
  ScopeSettings settings = m_state.settings;
  settings.rows = rows;
  settings.columns = columns;
  m_change(settings);
}

void ScopeEdits::setMagnitude(bool logarithmic) {
  ScopeSettings settings = m_state.settings;
  settings.magnitude = logarithmic;
  if (settings != m_state.settings) m_state.following = true;
  m_change(settings);
}

}  // namespace fluxion
