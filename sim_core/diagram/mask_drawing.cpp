#include "sim_core/diagram/mask_drawing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/diagram/drawing_commands.h"
#include "sim_core/diagram/drawing_texts.h"

namespace sim {

namespace {

// The values of the mask, and what the commands have defined.
class DrawingScope : public expr::Scope {
 public:
  explicit DrawingScope(const expr::Scope& inside) : inside_(inside) {}
  void define(const std::string& name, expr::Value value) { own_[name] = std::move(value); }

  Result<const expr::Value*> find(std::string_view name) const override {
    const auto it = own_.find(name);
    return it == own_.end() ? inside_.find(name) : Result<const expr::Value*>(&it->second);
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> all = inside_.names();
    for (const auto& [name, value] : own_) all.push_back(name);
    return all;
  }

 private:
  const expr::Scope& inside_;
  std::map<std::string, expr::Value, std::less<>> own_;
};

class Drawer {
 public:
  explicit Drawer(const expr::Scope& inside) : scope_(inside) {}

  MaskDrawing run(const MaskIcon& icon) {
    for (const DrawingCommand& command : read_drawing(icon.content)) run(command);
    if (fitted_ && low_.x <= high_.x) drawing_.low = low_, drawing_.high = high_;
    return std::move(drawing_);
  }

 private:
  using Kind = DrawingCommand::Kind;

  void run(const DrawingCommand& command);
  void branch(const DrawingCommand& command);
  void call(const DrawingCommand& command);
  void plot(const DrawingCommand& command);
  void curves(const std::vector<double>& x, const expr::Value& y);
  void patch(const DrawingCommand& command);
  void place_text(const DrawingCommand& command);
  void name_port(const DrawingCommand& command);
  void choose_color(const DrawingCommand& command);
  void choose_units(const DrawingCommand& command);
  void middle(std::string text) {
    if (!text.empty()) drawing_.marks.push_back({DrawnMark::Kind::Middle, {}, std::move(text), color_});
  }

  std::optional<expr::Value> value(const std::string& text);
  std::optional<expr::Value> numbers(const std::string& text);
  std::vector<expr::Value> values(const DrawingCommand& command, std::size_t from = 0);
  void complain(const std::string& what) {
    if (drawing_.problem.empty()) drawing_.problem = what;
  }
  void reach(Point p) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
  }

  struct Branch {
    bool taken, done;  // what follows is drawn; one of the branches has been taken
  };

  DrawingScope scope_;
  MaskDrawing drawing_;
  std::vector<Branch> branches_;
  std::optional<DrawnColor> color_;
  Point low_{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Point high_{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  bool fitted_ = true;
  int points_ = 0;
};

}  // namespace

std::optional<expr::Value> Drawer::value(const std::string& text) {
  auto value = expr::evaluate(text, scope_);
  if (value) return *std::move(value);
  complain(value.error().message);
  return std::nullopt;
}

std::optional<expr::Value> Drawer::numbers(const std::string& text) {
  auto found = value(text);
  if (found && (!found->is_numeric() || found->is_complex())) {
    complain("\"" + text + "\" is no list of numbers");
    return std::nullopt;
  }
  return found;
}

std::vector<expr::Value> Drawer::values(const DrawingCommand& command, std::size_t from) {
  std::vector<expr::Value> all;
  for (std::size_t n = from; n < command.arguments.size(); ++n)
    if (auto found = value(command.arguments[n]))
      all.push_back(*std::move(found));
    else
      return {};
  return all;
}

void Drawer::run(const DrawingCommand& command) {
  if (command.kind == Kind::If || command.kind == Kind::ElseIf || command.kind == Kind::Else ||
      command.kind == Kind::End)
    return branch(command);
  if (!branches_.empty() && !branches_.back().taken) return;
  if (command.kind == Kind::Unknown) return complain("\"" + command.statement + "\" is not drawn");
  if (command.kind == Kind::Call) return call(command);
  if (auto found = value(command.arguments.front())) scope_.define(command.name, *std::move(found));
}

void Drawer::branch(const DrawingCommand& command) {
  const auto holds = [&] {
    const auto condition = value(command.arguments.front());
    if (!condition || !condition->is_numeric() || condition->is_empty()) return false;
    const auto& parts = condition->real();
    return std::all_of(parts.begin(), parts.end(), [](double v) { return v != 0; });
  };
  const bool outside = branches_.empty() || branches_.back().taken;
  if (command.kind == Kind::If) {
    const bool taken = outside && holds();
    branches_.push_back({taken, taken || !outside});
  } else if (branches_.empty()) {
    complain("\"" + command.statement + "\" belongs to no if");
  } else if (command.kind == Kind::End) {
    branches_.pop_back();
  } else {
    Branch& now = branches_.back();
    now.taken = !now.done && (command.kind == Kind::Else || holds());
    now.done = now.done || now.taken;
  }
}

void Drawer::call(const DrawingCommand& command) {
  if (command.name == "plot") return plot(command);
  if (command.name == "patch") return patch(command);
  if (command.name == "text") return place_text(command);
  if (command.name == "port_label") return name_port(command);
  if (command.name == "color") return choose_color(command);
  if (command.name == "units") return choose_units(command);
  const std::vector<expr::Value> given = values(command);
  if (given.empty()) return complain("\"" + command.statement + "\" has nothing to show");
  middle(command.name == "disp"      ? drawn_text(given.front())
         : command.name == "fprintf" ? formatted_text(given)
         : command.name == "dpoly"   ? polynomial_fraction(given)
                                     : root_fraction(given));
}

void Drawer::curves(const std::vector<double>& x, const expr::Value& y) {
  const bool vector = y.rows() == 1 || y.cols() == 1;
  const int points = vector ? y.size() : y.rows(), count = vector ? 1 : y.cols();
  if (static_cast<int>(x.size()) != points) return complain("x and y of a curve are not of one length");
  if ((points_ += y.size()) > max_drawn_points) return complain("the icon has too many points");
  for (int c = 0; c < count; ++c) {
    DrawnMark line{DrawnMark::Kind::Line, {}, {}, color_};
    for (int k = 0; k < points; ++k) {
      const Point p{x[static_cast<std::size_t>(k)], y.real()[static_cast<std::size_t>(c * points + k)]};
      if (std::isfinite(p.x) && std::isfinite(p.y)) {
        reach(p);
        line.points.push_back(p);
      } else if (!line.points.empty()) {
        drawing_.marks.push_back(line);
        line.points.clear();
      }
    }
    if (!line.points.empty()) drawing_.marks.push_back(std::move(line));
  }
}

void Drawer::plot(const DrawingCommand& command) {
  if (command.arguments.size() == 1) {
    const auto y = numbers(command.arguments.front());
    if (!y) return;
    std::vector<double> x;
    for (int k = 1; k <= (y->rows() == 1 ? y->cols() : y->rows()); ++k) x.push_back(k);
    return curves(x, *y);
  }
  for (std::size_t n = 0; n + 1 < command.arguments.size(); n += 2) {
    const auto x = numbers(command.arguments[n]), y = numbers(command.arguments[n + 1]);
    if (x && y) curves(x->real(), *y);
  }
}

void Drawer::patch(const DrawingCommand& command) {
  if (command.arguments.size() < 2) return complain("\"" + command.statement + "\" has no points");
  const auto x = numbers(command.arguments[0]), y = numbers(command.arguments[1]);
  if (!x || !y) return;
  if (x->size() != y->size()) return complain("x and y of an area are not of one length");
  if ((points_ += x->size()) > max_drawn_points) return complain("the icon has too many points");
  DrawnMark area{DrawnMark::Kind::Area, {}, {}, color_};
  for (int k = 0; k < x->size(); ++k) {
    if (!std::isfinite((*x)[k]) || !std::isfinite((*y)[k])) continue;
    area.points.push_back({(*x)[k], (*y)[k]});
    reach(area.points.back());
  }
  if (command.arguments.size() > 2)
    if (const auto color = numbers(command.arguments[2]); color && color->size() == 3)
      area.color = DrawnColor{(*color)[0], (*color)[1], (*color)[2]};
  drawing_.marks.push_back(std::move(area));
}

void Drawer::place_text(const DrawingCommand& command) {
  const std::vector<expr::Value> given = values(command);
  if (given.size() < 3 || !given[0].as_scalar() || !given[1].as_scalar())
    return complain("\"" + command.statement + "\" has no place or no words");
  DrawnMark mark{
      DrawnMark::Kind::Text, {{*given[0].as_scalar(), *given[1].as_scalar()}}, drawn_text(given[2]), color_};
  for (std::size_t n = 3; n + 1 < given.size(); n += 2)
    set_alignment(mark, given[n].text(), given[n + 1].text());
  if (std::isfinite(mark.points[0].x) && std::isfinite(mark.points[0].y))
    drawing_.marks.push_back(std::move(mark));
}

void Drawer::name_port(const DrawingCommand& command) {
  const std::vector<expr::Value> given = values(command);
  const double number = given.size() > 1 ? given[1].as_scalar().value_or(0) : 0;
  const bool input = !given.empty() && (given[0].text() == "input" || given[0].text() == "Input");
  const bool output = !given.empty() && (given[0].text() == "output" || given[0].text() == "Output");
  // Of control and conserving ports: 'Enable', 'LConn' and the like.
  if (!input && !output) return;
  if (given.size() < 3 || !(number >= 1 && number <= 4096))
    return complain("\"" + command.statement + "\" names no port");
  (input ? drawing_.inputs : drawing_.outputs)[static_cast<int>(number) - 1] = drawn_text(given[2]);
}

void Drawer::choose_color(const DrawingCommand& command) {
  const std::vector<expr::Value> given = values(command);
  if (!given.empty()) color_ = named_color(given.front().text());
}

void Drawer::choose_units(const DrawingCommand& command) {
  const std::vector<expr::Value> given = values(command);
  const std::string name = given.empty() ? std::string() : given.front().text();
  if (name != "normalized" && name != "pixels" && name != "autoscale")
    return complain("\"" + command.statement + "\" is none of 'autoscale', 'normalized' and 'pixels'");
  fitted_ = name == "autoscale";
  drawing_.pixels = name == "pixels";
}

MaskDrawing draw_mask(const MaskIcon& icon, const expr::Scope& inside) { return Drawer(inside).run(icon); }

}  // namespace sim
