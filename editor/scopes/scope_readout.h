#pragma once
// What a scope says in words below its plots: the values at the pointer, or what the picture alone does not
// say.
#include <QLabel>
#include <optional>

namespace fluxion {

class ScopeCurves;
class ScopeTrigger;
struct ScopeState;

class ScopeReadout : public QLabel {
  Q_OBJECT
 public:
  // All must outlive it.
  ScopeReadout(const ScopeState& state, const ScopeCurves& curves, const ScopeTrigger& trigger,
               QWidget* parent);

  // The pointer is there, or in no plot any more.
  void showValues(int axes, double x, double y);
  void leave();
  void showNotice();
  // Where the pointer is; none in a phase portrait, or outside.
  std::optional<double> pointerTime() const { return m_pointerTime; }

 private:
  const ScopeState& m_state;
  const ScopeCurves& m_curves;
  const ScopeTrigger& m_trigger;
  std::optional<double> m_pointerTime;
};

}  // namespace fluxion
