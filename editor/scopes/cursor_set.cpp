#include "editor/scopes/cursor_set.h"

#include <cmath>

namespace fluxion {

void CursorSet::setOn(bool on) {
  if (m_on == on) return;
  m_on = on;
  emit changed();
}

void CursorSet::forget() {
  m_on = m_locked = false;
  m_snaps = true;
  m_times = {0, 0};
  m_active = 0;
  emit changed();
}

void CursorSet::place(double first, double second) {
  if (!std::isfinite(first) || !std::isfinite(second)) return;
  m_times = {first, second};
  emit changed();
}

void CursorSet::move(int cursor, double time) {
  if (!std::isfinite(time)) return;
  double& moved = m_times[static_cast<std::size_t>(cursor)];
  if (m_locked) m_times[static_cast<std::size_t>(1 - cursor)] += time - moved;
  moved = time;
  m_active = cursor;
  emit changed();
}

void CursorSet::setActive(int cursor) {
  if (m_active == cursor) return;
  m_active = cursor;
  emit changed();
}

void CursorSet::setSnaps(bool on) {
  if (m_snaps == on) return;
  m_snaps = on;
  emit changed();
}

void CursorSet::setSpacingLocked(bool on) {
  if (m_locked == on) return;
  m_locked = on;
  emit changed();
}

}  // namespace fluxion
