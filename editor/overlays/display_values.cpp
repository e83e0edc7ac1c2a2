#include "editor/overlays/display_values.h"

#include "editor/shown_number.h"

#include <algorithm>
#include <cmath>

#include "sim_core/dashboard/indicator.h"

namespace fluxion {

static constexpr const char* displayType = "sinks/display";

bool isDisplay(const sim::Block& block) { return block.type == displayType; }

DisplayValues::DisplayValues(const sim::Program& program, std::shared_ptr<const sim::SignalLog> log)
    : m_log(std::move(log)) {
  for (const sim::Viewer& viewer : program.viewers) {
    const sim::BlockInfo& block = program.blocks[static_cast<std::size_t>(viewer.block)];
    if (block.type != displayType && !sim::indicator_kind(block.type)) continue;
    Display display;
    display.shape = block.inputs.front().shape;
    display.integer = sim::is_integer(block.inputs.front().type);
    for (const int signal : viewer.inputs.front()) {
      const sim::LoggedSignal& logged = program.logged[static_cast<std::size_t>(signal)];
      for (int k = 0; k < logged.count(); ++k) display.columns.push_back(logged.first + k);
    }
    m_displays.emplace(block.id, std::move(display));
  }
}

QString displayText(double value, const std::string& format, bool integer) {
  if (!std::isfinite(value))
    return std::isnan(value) ? QStringLiteral("NaN") : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  if (format == "hex" && whole)
    return (value < 0 ? QStringLiteral("-0x") : QStringLiteral("0x")) +
           QString::number(static_cast<qint64>(std::abs(value)), 16).toUpper();
  if (format == "integer") return QString::number(std::round(value), 'f', 0);
  if (format == "fixed") return shownNumber(value, 2, 'f');
  if (format == "short_e") return shownNumber(value, 4, 'e');
  if (format == "long_e") return shownNumber(value, 14, 'e');
  if (integer && whole) return QString::number(value, 'f', 0);
  return shownNumber(value, format == "long" ? 15 : 5);
}

std::optional<double> DisplayValues::number(sim::Id block) const {
  const auto it = m_displays.find(block);
  const std::size_t logged = m_log->size();
  if (it == m_displays.end() || logged == 0 || it->second.columns.empty()) return std::nullopt;
  return m_log->value(it->second.columns.front(), logged - 1);
}

QStringList DisplayValues::lines(sim::Id block, const std::string& format, int rows) const {
  const auto it = m_displays.find(block);
  const std::size_t logged = m_log->size();
  if (it == m_displays.end() || logged == 0 || it->second.columns.empty() || rows < 1) return {};
  const Display& display = it->second;
  const auto count = static_cast<int>(display.columns.size());
  const int numbers = display.shape.complex ? count / 2 : count;
  // A vector stands upright; elements go by column.
  const bool matrix =
      display.shape.rows > 1 && display.shape.cols > 1 && numbers == display.shape.rows * display.shape.cols;
  const int height = matrix ? display.shape.rows : numbers, width = matrix ? display.shape.cols : 1;
  const auto text = [&](int at) {
    const double value = m_log->value(display.columns[static_cast<std::size_t>(at)], logged - 1);
    return displayText(value, format, display.integer);
  };
  QStringList lines;
  for (int r = 0; r < std::min(height, rows); ++r) {
    QStringList cells;
    for (int c = 0; c < width; ++c) {
      const int at = r + c * height;
      QString cell = text(at);
      if (display.shape.complex) {
        const QString imaginary = text(at + numbers);
        cell += (imaginary.startsWith(u'-') ? QString() : QStringLiteral("+")) + imaginary + u'i';
      }
      cells << cell;
    }
    lines << cells.join(QStringLiteral("   "));
  }
  if (height > rows) lines.back() = rows == 1 ? lines.back() + QStringLiteral("  …") : QStringLiteral("…");
  return lines;
}

}  // namespace fluxion
