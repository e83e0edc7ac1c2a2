#include "editor/canvas/svg_path.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace fluxion {

namespace {

constexpr double pi = 3.14159265358979323846;

class Reader {
 public:
  explicit Reader(std::string_view data) : m_data(data) {}
  QPainterPath read();

 private:
  void skip() {
    while (m_at < m_data.size() && (m_data[m_at] == ' ' || m_data[m_at] == ',' || m_data[m_at] == '\n'))
      ++m_at;
  }
  std::optional<double> number();
  std::optional<double> flag();
  std::optional<QPointF> point(bool relative);
  bool command(char letter);
  bool arc(bool relative);

  std::string_view m_data;
  std::size_t m_at = 0;
  QPainterPath m_path;
  QPointF m_control;  // the last control point, for S and T
  char m_last = 0;
};

std::optional<double> Reader::number() {
  skip();
  double v = 0;
  const auto [end, status] = std::from_chars(m_data.data() + m_at, m_data.data() + m_data.size(), v);
  if (status != std::errc{} || !std::isfinite(v)) return std::nullopt;
  m_at = static_cast<std::size_t>(end - m_data.data());
  return v;
}

std::optional<double> Reader::flag() {
  skip();
  if (m_at >= m_data.size() || (m_data[m_at] != '0' && m_data[m_at] != '1')) return std::nullopt;
  return m_data[m_at++] - '0';
}

std::optional<QPointF> Reader::point(bool relative) {
  const auto x = number(), y = number();
  if (!x || !y) return std::nullopt;
  return QPointF(*x, *y) + (relative ? m_path.currentPosition() : QPointF());
}

// The end-point form of an elliptical arc as pieces of at most 90 degrees; SVG 1.1, appendix F.6.
bool Reader::arc(bool relative) {
  const QPointF from = m_path.currentPosition();
  const auto rxRead = number(), ryRead = number(), angle = number(), large = flag(), sweep = flag();
  const auto to = point(relative);
  if (!rxRead || !ryRead || !angle || !large || !sweep || !to) return false;
  double rx = std::abs(*rxRead), ry = std::abs(*ryRead);
  if (rx == 0 || ry == 0 || *to == from) return m_path.lineTo(*to), true;
  const double phi = *angle * pi / 180, c = std::cos(phi), s = std::sin(phi);
  const QPointF half = (from - *to) / 2;
  const double x1 = c * half.x() + s * half.y(), y1 = -s * half.x() + c * half.y();
  const double needed = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry);
  if (needed > 1) rx *= std::sqrt(needed), ry *= std::sqrt(needed);
  const double bottom = rx * rx * y1 * y1 + ry * ry * x1 * x1;
  double k = std::sqrt(std::max(0.0, (rx * rx * ry * ry - bottom) / bottom));
  if ((*large != 0) == (*sweep != 0)) k = -k;
  const double cx = k * rx * y1 / ry, cy = -k * ry * x1 / rx;
  const QPointF center(c * cx - s * cy + (from.x() + to->x()) / 2,
                       s * cx + c * cy + (from.y() + to->y()) / 2);
  const double start = std::atan2((y1 - cy) / ry, (x1 - cx) / rx);
  double extent = std::atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - start;
  if (*sweep != 0 && extent < 0) extent += 2 * pi;
  if (*sweep == 0 && extent > 0) extent -= 2 * pi;
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(extent) / (pi / 2) - 1e-9)));
  const double step = extent / pieces, t = 4.0 / 3 * std::tan(step / 4);
  const auto map = [&](double x, double y) {
    return center + QPointF(c * rx * x - s * ry * y, s * rx * x + c * ry * y);
  };
  for (int n = 0; n < pieces; ++n) {
    const double a = start + n * step, b = a + step;
    m_path.cubicTo(map(std::cos(a) - t * std::sin(a), std::sin(a) + t * std::cos(a)),
                   map(std::cos(b) + t * std::sin(b), std::sin(b) - t * std::cos(b)),
                   map(std::cos(b), std::sin(b)));
  }
  return true;
}

bool Reader::command(char letter) {
  const bool relative = letter >= 'a';
  const char kind = static_cast<char>(relative ? letter - 'a' + 'A' : letter);
  const QPointF here = m_path.currentPosition();
  const auto mirrored = [&](char x, char y) {
    return m_last == x || m_last == y ? 2 * here - m_control : here;
  };
  switch (kind) {
    case 'M':
      if (const auto p = point(relative)) return m_path.moveTo(*p), true;
      return false;
    case 'L':
      if (const auto p = point(relative)) return m_path.lineTo(*p), true;
      return false;
    case 'H':
      if (const auto x = number()) return m_path.lineTo(*x + (relative ? here.x() : 0), here.y()), true;
      return false;
    case 'V':
      if (const auto y = number()) return m_path.lineTo(here.x(), *y + (relative ? here.y() : 0)), true;
      return false;
    case 'C':
    case 'S': {
      const auto a = kind == 'C' ? point(relative) : std::optional(mirrored('C', 'S'));
      const auto b = point(relative), p = point(relative);
      if (!a || !b || !p) return false;
      m_path.cubicTo(*a, *b, *p);
      m_control = *b;
      return true;
    }
    case 'Q':
    case 'T': {
      const auto a = kind == 'Q' ? point(relative) : std::optional(mirrored('Q', 'T'));
      const auto p = point(relative);
      if (!a || !p) return false;
      m_path.quadTo(*a, *p);
      m_control = *a;
      return true;
    }
    case 'A':
      return arc(relative);
    default:
      return false;
  }
}

QPainterPath Reader::read() {
  char letter = 0;
  for (skip(); m_at < m_data.size(); skip()) {
    const char c = m_data[m_at];
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
      letter = c;
      ++m_at;
      if (letter == 'Z' || letter == 'z') {
        m_path.closeSubpath();
        m_last = 'Z';
        continue;
      }
    } else if (letter == 'M' || letter == 'm') {
      letter = letter == 'M' ? 'L' : 'l';
    }
    if (!command(letter)) break;
    m_last = static_cast<char>(letter >= 'a' ? letter - 'a' + 'A' : letter);
  }
  return m_path;
}

}  // namespace

QPainterPath svgPath(std::string_view data) { return Reader(data).read(); }

const QPainterPath& keptSvgPath(const std::string& data) {
  static std::unordered_map<std::string, QPainterPath> kept;
  const auto known = kept.find(data);
  return known != kept.end() ? known->second : kept.emplace(data, svgPath(data)).first->second;
}

}  // namespace fluxion
