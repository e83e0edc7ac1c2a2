#include "editor/window/earlier_run_overlay.h"

#include <algorithm>

#include "editor/run_archive/plot_arrangement.h"
#include "editor/run_archive/run_color.h"
#include "editor/window/scope_docks.h"

namespace fluxion {

EarlierRunOverlay::EarlierRunOverlay(RunLibrary& library, ScopeDocks& scopes, QObject* parent)
    : QObject(parent), m_library(library), m_scopes(scopes) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &EarlierRunOverlay::update);
  connect(&library, &RunLibrary::changed, &m_soon, qOverload<>(&QTimer::start));
  connect(&scopes, &ScopeDocks::sourcesChanged, this, &EarlierRunOverlay::update);
}

// The run whose log scopes show, if it is among those that are kept.
void EarlierRunOverlay::findShown() {
  for (const ScopePanel* panel : m_scopes.panels()) {
    if (panel->source() == nullptr) continue;
    const auto& log = panel->source()->log;
    for (const Run& run : m_library.runs())
      if (m_library.withRows(run)->log.get() == log.get())
        return m_library.setInScopes(QString::fromStdString(run->summary.id));
    return m_library.setInScopes({});
  }
}

void EarlierRunOverlay::fetch(const Run& run) {
  const std::string id = run->summary.id;
  if (!m_fetching.insert(id).second) return;
  m_library.rows(run, [this, id](const RunLibrary::Rows& rows) {
    m_fetching.erase(id);
    if (!rows) return;
    m_rows[id] = *rows;
    m_soon.start();
  });
}

std::optional<ScopeSource> EarlierRunOverlay::overlayOf(const ScopeSource& shown, const Run& run) const {
  ScopeSource ghost = shown;
  ghost.log = m_rows.at(run->summary.id);
  ghost.run = QString::fromStdString(run->summary.name);
  ghost.color = runColor(run->summary);
  bool any = false;
  for (ScopeAxes& axes : ghost.axes)
    for (ScopeSignal& curve : axes.curves) {
      const int index = findSignal(run->summary, {curve.block, curve.signal, curve.element});
      curve.column =
          index < 0 ? -1 : run->summary.recorded[static_cast<std::size_t>(index)].first + curve.element;
      any = any || index >= 0;
    }
  return any ? std::optional(std::move(ghost)) : std::nullopt;
}

void EarlierRunOverlay::update() {
  findShown();
  const auto panels = m_scopes.panels();
  const bool shown = std::ranges::any_of(panels, [](const ScopePanel* p) { return p->source() != nullptr; });
  std::vector<Run> below;
  std::map<std::string, std::shared_ptr<const sim::SignalLog>> rows;
  for (const Run& run : m_library.runs()) {
    const std::string& id = run->summary.id;
    if (!shown || !m_library.isUnderScopes(run->summary) || m_library.inScopes().toStdString() == id)
      continue;
    auto log = m_library.withRows(run)->log;
    if (const auto known = m_rows.find(id); !log && known != m_rows.end()) log = known->second;
    if (!log) {
      fetch(run);
      continue;
    }
    rows[id] = std::move(log);
    below.push_back(run);
  }
  m_rows = std::move(rows);
  for (ScopePanel* panel : panels) {
    if (panel->source() == nullptr) continue;
    std::vector<ScopeSource> ghosts;
    for (const Run& run : below)
      if (auto ghost = overlayOf(*panel->source(), run)) ghosts.push_back(*std::move(ghost));
    panel->setGhosts(std::move(ghosts));
  }
}

}  // namespace fluxion
