#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class Event { Change, Increase, Decrease, RisePositive, RiseNonnegative, FallNegative, FallNonpositive };

ir::Value has_happened(Equations& e, Event event, ir::Value now, ir::Value before) {
  const ir::Value zero = e.constant(0);
  auto become = [&](auto holds) { return holds(now) * (1.0 - holds(before)); };
  switch (event) {
    case Event::Change:
      return ir::make(ir::Op::NotEqual, now, before);
    case Event::Increase:
      return now > before;
    case Event::Decrease:
      return now < before;
    case Event::RisePositive:
      return become([&](ir::Value v) { return v > zero; });
    case Event::RiseNonnegative:
      return become([&](ir::Value v) { return v >= zero; });
    case Event::FallNegative:
      return become([&](ir::Value v) { return v < zero; });
    default:
      return become([&](ir::Value v) { return v <= zero; });
  }
}

// `event`: of the parameter that says which, or always the same.
template <class ChosenEvent>
void declare_detection(BlockTypeBuilder& b, ChosenEvent event) {
  Param initial = b.real("InitialValue", "Initial value of the sample before", "0").formerly("vinit");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    e.next(x, e(u));
    e.output(y, has_happened(e, event(e), e(u), e(x)));
  });
}

// One of the events as a block of its own.
void declare_one(BlockTypeBuilder& b, Event event, const char* does, const char* condition,
                 const char* icon) {
  b.category("Logic");
  b.doc(std::string("Tells at each sample whether its input ") + does +
        ".\n\n"
        "$y[k] = \\begin{cases} 1 & " +
        condition +
        " \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
        "At the first sample $u[k-1]$ is the initial value. It is 1 for one sample.");
  b.keywords({"Detect Change", "EDGE_TRIGGER", "edge", "event"});
  b.icon(IconShape::Rectangle, icon);
  declare_detection(b, [event](Equations&) { return event; });
}

}  // namespace

void detect_change(BlockTypeBuilder& b) {
  b.id("logic/detect_change").label("Detect Change").category("Logic");
  b.doc(
      "Tells at each sample whether its input has changed since the sample before.\n\n"
      "$y[k] = \\begin{cases} 1 & \\mathrm{event} \\; \\mathrm{from} \\; u[k-1] \\; \\mathrm{to} \\; u[k] "
      "\\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Change: $u[k] \\neq u[k-1]$; increase: $u[k] > u[k-1]$; decrease: $u[k] < u[k-1]$; rise positive: "
      "$u[k] > 0$ and not $u[k-1] > 0$; rise nonnegative: $u[k] \\geq 0$ and not $u[k-1] \\geq 0$; fall "
      "negative: $u[k] < 0$ and not $u[k-1] < 0$; fall nonpositive: $u[k] \\leq 0$ and not $u[k-1] \\leq "
      "0$.");
  b.keywords({"EDGE_TRIGGER", "edge", "event", "different"});
  b.icon(IconShape::Rectangle, "", "{Event}");
  b.size(96, 40);
  Param event = b.choice("Event", "Event",
                         {"change", "increase", "decrease", "rise positive", "rise nonnegative",
                          "fall negative", "fall nonpositive"});
  declare_detection(b, [event](Equations& e) { return Event(e.choice(event)); });
}

void detect_increase(BlockTypeBuilder& b) {
  b.id("logic/detect_increase").label("Detect Increase");
  declare_one(b, Event::Increase, "is greater than at the sample before", "u[k] > u[k-1]",
              "M.15,.75 L.45,.75 L.45,.35 L.85,.35 M.45,.35 L.38,.47 M.45,.35 L.52,.47");
}

void detect_decrease(BlockTypeBuilder& b) {
  b.id("logic/detect_decrease").label("Detect Decrease");
  declare_one(b, Event::Decrease, "is less than at the sample before", "u[k] < u[k-1]",
              "M.15,.3 L.45,.3 L.45,.7 L.85,.7 M.45,.7 L.38,.58 M.45,.7 L.52,.58");
}

void detect_rise_positive(BlockTypeBuilder& b) {
  b.id("logic/detect_rise_positive").label("Detect Rise Positive");
  declare_one(b, Event::RisePositive, "has become positive", "u[k] > 0, \\; u[k-1] \\leq 0",
              "M.1,.6 L.9,.6 M.15,.75 L.45,.75 L.45,.25 L.85,.25");
}

void detect_rise_nonnegative(BlockTypeBuilder& b) {
  b.id("logic/detect_rise_nonnegative").label("Detect Rise Nonnegative");
  declare_one(b, Event::RiseNonnegative, "is no longer negative", "u[k] \\geq 0, \\; u[k-1] < 0",
              "M.1,.4 L.9,.4 M.15,.8 L.45,.8 L.45,.4 M.45,.34 L.85,.34");
}

void detect_fall_negative(BlockTypeBuilder& b) {
  b.id("logic/detect_fall_negative").label("Detect Fall Negative");
  declare_one(b, Event::FallNegative, "has become negative", "u[k] < 0, \\; u[k-1] \\geq 0",
              "M.1,.4 L.9,.4 M.15,.25 L.45,.25 L.45,.75 L.85,.75");
}

void detect_fall_nonpositive(BlockTypeBuilder& b) {
  b.id("logic/detect_fall_nonpositive").label("Detect Fall Nonpositive");
  declare_one(b, Event::FallNonpositive, "is no longer positive", "u[k] \\leq 0, \\; u[k-1] > 0",
              "M.1,.6 L.9,.6 M.15,.2 L.45,.2 L.45,.6 M.45,.66 L.85,.66");
}

}  // namespace sim::blocks
