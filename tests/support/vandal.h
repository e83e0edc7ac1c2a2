#pragma once
// Damages diagrams: values, types, parents, lines and settings that make no sense. The same seed does the
// same damage.
#include <random>
#include <string>
#include <vector>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

class Vandal {
 public:
  explicit Vandal(unsigned seed) : random_(seed) {}

  Diagram spoil(Diagram d) {
    for (int k = number(1, 6); k > 0; --k) one(d);
    return d;
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  template <class Map>
  auto any(Map& map) {
    auto it = map.begin();
    std::advance(it, number(0, static_cast<int>(map.size()) - 1));
    return it;
  }
  std::string text() {
    static const char* texts[] = {"",
                                  "inf",
                                  "-inf",
                                  "nan",
                                  "1e308*10",
                                  "[]",
                                  "[1 2 3]",
                                  "[1 2; 3 4]",
                                  "zeros(3)",
                                  "1/0",
                                  "0/0",
                                  "-1",
                                  "0",
                                  "2.5",
                                  "1e18",
                                  "-1e18",
                                  "nosuch",
                                  "self",
                                  "1+",
                                  ")(",
                                  "'text'",
                                  "\"\"",
                                  "1i",
                                  "ones(1,3)",
                                  "ones(0,3)",
                                  "4096",
                                  "65",
                                  "1001",
                                  "++++",
                                  "****",
                                  "//",
                                  "|",
                                  "+-x",
                                  "off",
                                  "on",
                                  "given",
                                  "matrix K*u",
                                  "atan2",
                                  "mod",
                                  "u(",
                                  "u(9)",
                                  "u(0)",
                                  "u(1.5)",
                                  "[u;u]",
                                  "[]",
                                  "max([])",
                                  "u/0",
                                  "log(-abs(u))",
                                  "t^t",
                                  "u'*u",
                                  "u*u'",
                                  "[u,t](2)",
                                  "u(end)",
                                  "magic(3)*u",
                                  "sum(u)",
                                  "prod([])",
                                  "u.^u",
                                  "sqrt(-1)",
                                  "1:1e9",
                                  "zeros(1e5)",
                                  "rand(3)",
                                  "pi",
                                  "\xff\xfe",
                                  "1e-320",
                                  "u ? 1 : [1 2]",
                                  "mean(u) == std(u)",
                                  "if",
                                  "true",
                                  "a.b",
                                  "x=3",
                                  "u(:)",
                                  "[1 2 3](u)",
                                  "A",
                                  "global",
                                  "u1,u2",
                                  "a,,b.",
                                  "B1,B2.B3"};
    if (number(0, 9) == 0) {
      std::string garbage;
      for (int k = number(0, 12); k > 0; --k) garbage += static_cast<char>(number(1, 255));
      return garbage;
    }
    return texts[number(0, static_cast<int>(std::size(texts)) - 1)];
  }
  std::string parameter() {
    static const char* names[] = {
        "x0",      "k",          "multiplication", "signs",         "operations", "function",     "upper",
        "lower",   "expression", "source",         "value",         "weight",     "action",       "inputs",
        "outputs", "port",       "time",           "start",         "slope",      "frequency",    "ZeroCross",
        "nosuch",  "Inputs",     "ElementNames",   "OutputSignals", "GotoTag",    "TagVisibility"};
    return names[number(0, static_cast<int>(std::size(names)) - 1)];
  }
  std::string type() {
    static const std::vector<std::string> ids = standard_library().ids();
    if (number(0, 5) == 0) return number(0, 1) ? "no/such" : "";
    return ids[static_cast<std::size_t>(number(0, static_cast<int>(ids.size()) - 1))];
  }
  Id anywhere(Diagram& d) {
    return number(0, 4) ? any(d.blocks)->first : Id{static_cast<std::uint64_t>(number(0, 999))};
  }
  int port() {
    static const int ports[] = {0, 0, 0, 1, 2, 7, 4095, -1, 2147483647, -2147483647};
    return ports[number(0, 9)];
  }

  void one(Diagram& d) {
    switch (number(0, 10)) {
      case 0:
      case 1:
        any(d.blocks)->second.parameters[parameter()] = text();
        break;
      case 2: {
        auto& parameters = any(d.blocks)->second.parameters;
        if (!parameters.empty()) any(parameters)->second = text();
        break;
      }
      case 3:
        any(d.blocks)->second.type = type();
        break;
      case 4:
        any(d.blocks)->second.parent = anywhere(d);  // rings too
        break;
      case 5:
        if (!d.lines.empty()) any(d.lines)->second.source = PortRef{anywhere(d), port()};
        break;
      case 6:
        if (!d.lines.empty()) any(d.lines)->second.target = PortRef{anywhere(d), port()};
        break;
      case 7: {
        Line line;
        line.source = PortRef{anywhere(d), port()};
        line.target = PortRef{anywhere(d), port()};
        d.lines[d.new_id()] = line;
        break;
      }
      case 8:
        any(d.blocks)->second.commented = static_cast<CommentedOut>(number(0, 2));
        break;
      case 9: {
        static const char* settings[] = {
            "StartTime",         "StopTime",   "Solver",           "RelTol",          "AbsTol",
            "InitialStep",       "MaxStep",    "MinStep",          "FixedStep",       "Refine",
            "Decimation",        "Projection", "UnconnectedInput", "NonFiniteOutput", "ZeroCrossControl",
            "MaxConsecutiveZCs", "nosuch"};
        d.settings[settings[number(0, static_cast<int>(std::size(settings)) - 1)]] = number(0, 1)   ? text()
                                                                                     : number(0, 1) ? "inf"
                                                                                                    : "error";
        break;
      }
      default:
        if (!d.blocks.empty() && d.blocks.size() > 2) d.blocks.erase(any(d.blocks));
    }
  }
  std::mt19937 random_;
};

}  // namespace sim
