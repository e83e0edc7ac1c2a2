// Goals as lines (goal.h).
#include <algorithm>
#include <cctype>
#include <iterator>

#include "sim_core/base/text.h"
#include "sim_core/optimization/goal.h"

namespace sim {

namespace {

constexpr const char* form = "write SIGNAL: QUANTITY <= NUMBER, or minimize SIGNAL: QUANTITY";

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool has_prefix_of_use(const std::string& text) {
  return text.starts_with("minimize ") || text.starts_with("maximize ");
}

// A signal in front of its colon.
std::string signal_text(const std::string& name) {
  const bool plain = !name.empty() && name.find(": ") == std::string::npos && !name.ends_with(':') &&
                     !has_prefix_of_use(name) && name.front() != '"' && name.front() != ' ' &&
                     name.back() != ' ' && name.find('\n') == std::string::npos;
  return plain ? name : quoted(name);
}
std::string reference_text(const std::string& name) {
  const bool plain = std::none_of(name.begin(), name.end(),
                                  [](unsigned char c) { return std::isspace(c) || c == '"' || c == '['; });
  return plain ? name : quoted(name);
}

class LineReader {
 public:
  explicit LineReader(const std::string& line) : line_(line) {}

  Result<Goal> read() {
    skip();
    for (const GoalUse use : {GoalUse::Minimize, GoalUse::Maximize})
      if (take(goal_use_names[static_cast<std::size_t>(use)])) goal_.use = use;
    if (!read_signal()) return refused("there is no ': ' behind the name of a signal", form);
    if (!read_quantity()) {
      skip();
      std::vector<std::string> known(std::begin(goal_quantity_names), std::end(goal_quantity_names));
      const std::string near = did_you_mean(first_words(), known);
      return refused("'" + rest() + "' begins with no quantity",
                     near.empty() ? "the quantities are " + join(known, ", ") : near);
    }
    if (goal_.is_bound() || goal_.quantity == GoalQuantity::Tracking)
      if (!read_line())
        return refused("'" + rest() + "' is no list of corners", "write [0 1; 5 1]: time and value of each");
    if (!goal_.is_objective() && !goal_.is_bound() && !read_limit())
      return refused("there is no limit: '" + rest() + "'", form);
    while (!at_end())
      if (!read_option())
        return refused("'" + rest() + "' means nothing here",
                       "write from, to, initial, final, band or weight, and a number");
    if (Diagnostics problems = check_goal(goal_); !problems.empty()) return problems;
    return std::move(goal_);
  }

 private:
  Diagnostic refused(std::string message, std::string remedy) const {
    return error(line_, std::move(message), std::move(remedy));
  }
  void skip() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_]))) ++at_;
  }
  bool at_end() {
    skip();
    return at_ == line_.size();
  }
  std::string rest() const { return line_.substr(at_, 60); }

  // Up to a limit or a line.
  std::string first_words() const {
    std::string words = rest().substr(0, rest().find_first_of("<>[0123456789"));
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words;
  }

  // A word, with a space or the end behind it.
  bool take(std::string_view word) {
    skip();
    if (std::string_view(line_).substr(at_, word.size()) != word) return false;
    const std::size_t end = at_ + word.size();
    if (end < line_.size() && !std::isspace(static_cast<unsigned char>(line_[end])) && line_[end] != '[')
      return false;
    at_ = end;
    return true;
  }
  std::optional<std::string> read_quoted() {
    std::string out;
    for (std::size_t k = at_ + 1; k < line_.size(); ++k) {
      if (line_[k] == '"') {
        at_ = k + 1;
        return out;
      }
      if (line_[k] == '\\' && k + 1 < line_.size()) ++k;
      out += line_[k];
    }
    return std::nullopt;
  }
  bool read_signal() {
    skip();
    if (at_ < line_.size() && line_[at_] == '"') {
      auto name = read_quoted();
      if (!name || at_ >= line_.size() || line_[at_] != ':') return false;
      goal_.signal = *std::move(name);
      ++at_;
      return true;
    }
    const auto colon = line_.find(": ", at_);
    if (colon == std::string::npos || colon == at_) return false;
    goal_.signal = line_.substr(at_, colon - at_);
    at_ = colon + 1;
    return true;
  }
  bool read_quantity() {
    std::size_t longest = 0;
    const std::size_t from = at_;
    std::size_t end = at_;
    for (std::size_t k = 0; k < std::size(goal_quantity_names); ++k) {
      at_ = from;
      if (goal_quantity_names[k].size() > longest && take(goal_quantity_names[k])) {
        longest = goal_quantity_names[k].size(), end = at_;
        goal_.quantity = static_cast<GoalQuantity>(k);
      }
    }
    at_ = end;
    return longest > 0;
  }
  // Up to a space or one of the other characters.
  std::optional<double> read_number(std::string_view ends = {}) {
    skip();
    std::size_t end = at_;
    while (end < line_.size() && !std::isspace(static_cast<unsigned char>(line_[end])) &&
           ends.find(line_[end]) == std::string_view::npos)
      ++end;
    const auto value = parse_number(std::string_view(line_).substr(at_, end - at_));
    if (value) at_ = end;
    return value;
  }
  bool read_limit() {
    for (const GoalUse use : {GoalUse::AtMost, GoalUse::AtLeast}) {
      skip();
      const std::string_view sign = goal_use_names[static_cast<std::size_t>(use)];
      if (std::string_view(line_).substr(at_, sign.size()) != sign) continue;
      at_ += sign.size();
      goal_.use = use;
      const auto value = read_number();
      if (value) goal_.limit = *value;
      return value.has_value();
    }
    return false;
  }
  // Corners, or the signal that is tracked.
  bool read_line() {
    skip();
    if (at_ < line_.size() && line_[at_] == '[') return read_points();
    if (goal_.quantity != GoalQuantity::Tracking) return false;
    if (at_ < line_.size() && line_[at_] == '"') {
      auto name = read_quoted();
      if (name) goal_.reference = *std::move(name);
      return name.has_value();
    }
    std::size_t end = at_;
    while (end < line_.size() && !std::isspace(static_cast<unsigned char>(line_[end]))) ++end;
    goal_.reference = line_.substr(at_, end - at_);
    at_ = end;
    return !goal_.reference.empty();
  }
  bool read_points() {
    ++at_;
    std::vector<double> row;
    while (!at_end()) {
      const char c = line_[at_];
      if (c == ';' || c == ']') {
        ++at_;
        if (!row.empty()) {
          if (row.size() != 2 || goal_.points.size() >= most_goal_points) return false;
          goal_.points.push_back({row[0], row[1]});
          row.clear();
        }
        if (c == ']') return true;
      } else if (c == ',') {
        ++at_;
      } else {
        const auto value = read_number(",;]");
        if (!value || row.size() > 2) return false;
        row.push_back(*value);
      }
    }
    return false;
  }
  bool read_option() {
    const std::size_t from = at_;
    const auto number = [&](const char* word) {
      at_ = from;
      return take(word) ? read_number() : std::nullopt;
    };
    if (const auto v = number("from")) return goal_.from = v, true;
    if (const auto v = number("to")) return goal_.to = v, true;
    if (const auto v = number("initial")) return goal_.initial = v, true;
    if (const auto v = number("final")) return goal_.final = v, true;
    if (const auto v = number("band")) return goal_.band = *v, true;
    if (const auto v = number("weight")) return goal_.weight = *v, true;
    at_ = from;
    return false;
  }

  const std::string& line_;
  std::size_t at_ = 0;
  Goal goal_;
};

}  // namespace

Result<Goal> read_goal(const std::string& line) {
  constexpr std::size_t most = 10'000'000;
  if (line.size() > most) return error({}, "a goal has too many characters", "use fewer points");
  return LineReader(line).read();
}

std::string to_text(const Goal& goal) {
  std::string text;
  if (goal.is_objective()) text = std::string(goal_use_names[static_cast<std::size_t>(goal.use)]) + ' ';
  text += signal_text(goal.signal) + ": " +
          std::string(goal_quantity_names[static_cast<std::size_t>(goal.quantity)]);
  if (goal.is_bound() || goal.quantity == GoalQuantity::Tracking) {
    if (!goal.reference.empty()) {
      text += ' ' + reference_text(goal.reference);
    } else {
      text += " [";
      for (std::size_t k = 0; k < goal.points.size(); ++k)
        text += (k ? "; " : "") + to_text(goal.points[k].time) + ' ' + to_text(goal.points[k].value);
      text += ']';
    }
  }
  if (!goal.is_objective() && !goal.is_bound())
    text += ' ' + std::string(goal_use_names[static_cast<std::size_t>(goal.use)]) + ' ' + to_text(goal.limit);
  const auto option = [&](const char* word, std::optional<double> value, std::optional<double> usual = {}) {
    if (value && value != usual) text += ' ' + std::string(word) + ' ' + to_text(*value);
  };
  option("from", goal.from), option("to", goal.to);
  option("initial", goal.initial), option("final", goal.final);
  option("band", goal.band, 2), option("weight", goal.weight, 1);
  return text;
}

}  // namespace sim
