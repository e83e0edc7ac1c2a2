// The curves of a scope by their index, and what the user changes of them.
#include "editor/scopes/scope_panel.h"

namespace fluxion {

const CurveData* ScopePanel::timeData(int curve) const { return m_curves.at(curve).time.get(); }
int ScopePanel::curveAxes(int curve) const { return m_curves.at(curve).axes; }
PlotCanvas::Side ScopePanel::curveSide(int curve) const { return m_curves.at(curve).side; }
int ScopePanel::canvasCurve(int curve) const { return m_curves.at(curve).canvas; }
QString ScopePanel::curveName(int curve) const { return m_curves.at(curve).signal; }
bool ScopePanel::isGhost(int curve) const { return m_curves.at(curve).age > 0; }
bool ScopePanel::isCurveVisible(int curve) const { return m_curves.shown(m_curves.at(curve)); }
std::vector<CurvePoint> ScopePanel::curvePoints(int curve) const { return m_curves.at(curve).drawn; }

// Changes what is said of the curve and its ghosts.
void ScopePanel::editCurve(int curve, const std::function<void(CurveSettings&)>& edit) {
  const ScopeCurve& c = m_curves.at(curve);
  ScopeSettings settings = m_state.settings;
  CurveSettings& entry = settings.curves[{c.input, c.element}];
  edit(entry);
  if (entry == CurveSettings{}) settings.curves.erase({c.input, c.element});
  changeSettings(settings);
}

void ScopePanel::setCurveVisible(int curve, bool visible) {
  editCurve(curve, [visible](CurveSettings& c) { c.hidden = !visible; });
}

void ScopePanel::showOnly(int curve) {
  const ScopeCurve& kept = m_curves.at(curve);
  ScopeSettings settings = m_state.settings;
  for (const auto& c : m_curves.all())
    if (c->axes == kept.axes)
      settings.curves[{c->input, c->element}].hidden = c->input != kept.input || c->element != kept.element;
  std::erase_if(settings.curves, [](const auto& entry) { return entry.second == CurveSettings{}; });
  changeSettings(settings);
}

void ScopePanel::removeCurve(int curve) {
  editCurve(curve, [](CurveSettings& c) { c.removed = true; });
}

void ScopePanel::moveCurve(int curve, int axes, PlotCanvas::Side side) {
  const int own = m_curves.at(curve).input;
  editCurve(curve, [=](CurveSettings& c) {
    c.plot = axes == own ? -1 : axes;
    c.side = side;
  });
}

void ScopePanel::setCurveStyle(int curve, std::optional<CurveStyle> style) {
  if (style) style->arrows = style->ends = false;  // those are the whole portrait's
  editCurve(curve, [&](CurveSettings& c) { c.style = style; });
}

void ScopePanel::setLayout(int rows, int columns) {
  ScopeSettings settings = m_state.settings;
  settings.rows = rows;
  settings.columns = columns;
  changeSettings(settings);
}

void ScopePanel::setMagnitude(bool logarithmic) {
  ScopeSettings settings = m_state.settings;
  settings.magnitude = logarithmic;
  if (settings != m_state.settings) m_state.following = true;
  changeSettings(settings);
}

void ScopePanel::setGhostsShown(bool shown) {
  if (m_state.ghosts == shown) return;
  m_state.ghosts = shown;
  syncActions();
  rebuild();
}

}  // namespace fluxion
