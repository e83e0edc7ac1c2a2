#pragma once
// The plots of a scope and the curves in them: which there are, where they stand and how they look.
#include <cstddef>
#include <memory>
#include <vector>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_state.h"
#include "editor/scopes/signal_rows.h"

namespace fluxion {

class ScopeCurves {
 public:
  ScopeCurves(const ScopeState& state, PlotCanvas& canvas) : m_state(state), m_canvas(canvas) {}

  // Plots and curves as the state says, in the canvas too. What was read of the logs is kept.
  void rebuild();
  // Takes in what the logs have grown by, `most` rows in all; whether there was something, and is more.
  struct Growth {
    bool grown = false, more = false;
  };
  Growth update(std::size_t most);

  const std::vector<std::unique_ptr<ScopeCurve>>& all() const { return m_curves; }
  const ScopeCurve& at(int curve) const { return *m_curves[static_cast<std::size_t>(curve)]; }
  bool isEmpty() const { return m_curves.empty(); }
  bool shown(const ScopeCurve& curve) const;
  bool isShown(int curve) const { return shown(at(curve)); }
  double newestTime() const;

  std::vector<MeasuredSignal> measured() const;
  // Of a phase portrait: where its curves are at an instant.
  std::vector<CurvePoint> phasePoints(double time) const;

 private:
  void layOut();
  void addRun(const ScopeSource& run, int age);
  void addPhase(const ScopeSource& run, int age);
  // What the curves before knew of this column, or new ones: reading a long log again would take its time.
  std::unique_ptr<CurveData> timeDataOf(const ScopeSource& run, const ScopeSignal& signal, Measure measure);
  ScopeCurve& add(const ScopeSource& run, int age, CurveKey key, const QString& name, bool held,
                  PlotCanvas::CurveKind kind);
  int plotOf(CurveKey key) const;
  void labelPlots();
  void nameCurves();

  const ScopeState& m_state;
  PlotCanvas& m_canvas;
  std::vector<std::unique_ptr<ScopeCurve>> m_curves;
  std::vector<std::unique_ptr<ScopeCurve>> m_former;  // while curves are rebuilt: those before
};

}  // namespace fluxion
