#pragma once
// The two time cursors that all scopes of a window share: each shows the same two instants.
#include <QObject>
#include <algorithm>
#include <array>

namespace fluxion {

class CursorSet : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  bool isOn() const { return m_on; }
  double time(int cursor) const { return m_times[static_cast<std::size_t>(cursor)]; }
  double first() const { return std::min(m_times[0], m_times[1]); }
  double last() const { return std::max(m_times[0], m_times[1]); }
  // The one that keys move: that which was moved last.
  int active() const { return m_active; }
  bool snaps() const { return m_snaps; }           // to the instants that were recorded
  bool spacingLocked() const { return m_locked; }  // moving one moves the other along

  void setOn(bool on);
  // Off and nowhere, as of a model that is new.
  void forget();
  // Both, where they are to be from now on.
  void place(double first, double second);
  // One of them; the other goes along where the spacing is locked.
  void move(int cursor, double time);
  void setActive(int cursor);
  void setSnaps(bool on);
  void setSpacingLocked(bool on);

 signals:
  void changed();

 private:
  bool m_on = false, m_snaps = true, m_locked = false;
  std::array<double, 2> m_times{0, 0};
  int m_active = 0;
};

}  // namespace fluxion
