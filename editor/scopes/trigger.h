#pragma once
// Where a signal triggers: the instants at which it crosses a level in the wanted direction, or a window's
// edge, exact between rows. Rows are given one after another; each may hold one trigger.
#include <optional>
#include <vector>

namespace fluxion {

struct TriggerSettings {
  enum class Kind { Off, Rising, Falling, Either, Enters, Leaves };
  // Auto: without a trigger the view goes on by itself. Normal: it waits. Single: it stops at the first.
  enum class Mode { Auto, Normal, Single };

  Kind kind = Kind::Off;
  Mode mode = Mode::Auto;
  double level = 0;
  double hysteresis = 0;       // how far beyond the level it must have been before the next crossing counts
  double low = -1, high = 1;   // of the window
  double holdoff = 0;          // seconds after a trigger in which no other counts
  double position = 0.1;       // of the trigger in the view, as a fraction of its width
  int input = 0, element = 0;  // the source

  bool isWindow() const { return kind == Kind::Enters || kind == Kind::Leaves; }
  bool operator==(const TriggerSettings&) const = default;
};

class TriggerSearch {
 public:
  // Held signals jump at a row; others are straight lines between rows.
  explicit TriggerSearch(const TriggerSettings& settings, bool held = false)
      : m_settings(settings), m_held(held) {}

  // The next row; the instant of the trigger between the one before and this, if there is one. A value that
  // is not finite restarts the search.
  std::optional<double> take(double time, double value);

 private:
  struct Row {
    double time, value;
  };
  std::optional<double> crossing(const Row& from, const Row& to);
  std::optional<double> windowEdge(const Row& from, const Row& to) const;
  std::optional<double> crossed(const Row& from, const Row& to, bool upwards, bool& armed) const;
  double instantAt(const Row& from, const Row& to, double level) const;

  TriggerSettings m_settings;
  bool m_held;
  std::optional<Row> m_last;
  std::optional<double> m_lastTrigger;
  bool m_armedUp = false, m_armedDown = false;
};

// The span of time to show so that the newest trigger with a whole span after it by `now` stands at its
// position; none if there is no such trigger.
struct TriggerView {
  double trigger, from, to;
};
std::optional<TriggerView> triggerView(const std::vector<double>& triggers, const TriggerSettings& settings,
                                       double span, double now);

}  // namespace fluxion
