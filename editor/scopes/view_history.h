#pragma once
// The views somebody has had of the plots, to go back and forward through. Changes that follow each other
// quickly, as turns of a wheel do, are one view.
#include <optional>
#include <vector>

namespace fluxion {

template <class View>
class ViewHistory {
 public:
  static constexpr std::size_t most = 100;
  static constexpr qint64 together = 600;  // ms

  void clear(View start) {
    m_views = {std::move(start)};
    m_at = 0;
    m_last = -together;
  }
  // The view has become this, at a time in ms.
  void add(View view, qint64 now) {
    const bool same = now - m_last < together && m_at > 0;
    m_last = now;
    m_views.resize(m_at + 1);
    if (same)
      m_views.back() = std::move(view);
    else
      m_views.push_back(std::move(view));
    if (m_views.size() > most) m_views.erase(m_views.begin());
    m_at = m_views.size() - 1;
  }
  bool canGoBack() const { return m_at > 0; }
  bool canGoForward() const { return m_at + 1 < m_views.size(); }
  const View& back() { return go(canGoBack() ? m_at - 1 : m_at); }
  const View& forward() { return go(canGoForward() ? m_at + 1 : m_at); }

 private:
  const View& go(std::size_t at) {
    m_at = at;
    m_last -= together;  // what follows is a view of its own
    return m_views[m_at];
  }
  std::vector<View> m_views = {View{}};
  std::size_t m_at = 0;
  qint64 m_last = -together;
};

}  // namespace fluxion
