#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>

#include "benchmarks/table/row.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/simulate/model_equations.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Settings = std::map<std::string, std::string>;

// Sums, products, gains and biases of signals that were there shortly before, as a diagram and as the C that
// one would write for it: a number for each signal, nothing stored but the derivatives.
class RandomGraph {
 public:
  ModelBuilder m;
  std::string c;
  int states = 0;

  explicit RandomGraph(int blocks) : random_(static_cast<unsigned>(blocks)) {
    states = std::max(1, blocks / 10);
    for (int k = 0; k < states; ++k) {
      integrators_.push_back(m.block("continuous/integrator", "x" + std::to_string(k), {{"x0", "0.5"}}));
      add(integrators_.back(), "x[" + std::to_string(k) + "]");
    }
    for (int k = states; k < blocks; ++k) add_block(k);
    for (int k = 0; k < states; ++k) {
      const std::size_t from = signals_.size() - 1 - static_cast<std::size_t>(k) % (signals_.size() / 2);
      m.connect(signals_[from].block, integrators_[static_cast<std::size_t>(k)]);
      c += "  dx[" + std::to_string(k) + "] = " + signals_[from].name + ";\n";
    }
    c = "void f(const double* restrict x, double* restrict dx) {\n" + c + "}\n";
  }

 private:
  struct Signal {
    Id block;
    std::string name;
  };

  void add(Id block, const std::string& text) {
    const std::string name = "v" + std::to_string(signals_.size());
    c += "  const double " + name + " = " + text + ";\n";
    signals_.push_back({block, name});
  }
  const Signal& pick() {
    constexpr std::size_t window = 50;
    const std::size_t back = 1 + random_() % std::min(window, signals_.size());
    return signals_[signals_.size() - back];
  }
  void add_block(int k) {
    const Signal a = pick(), b = pick();
    const std::string name = "b" + std::to_string(k);
    const auto one = [&](const char* type, Settings settings, const std::string& text) {
      const Id block = m.block(type, name, settings);
      m.connect(a.block, block);
      add(block, text);
    };
    const auto two = [&](const char* type, Settings settings, const std::string& text) {
      const Id block = m.block(type, name, settings);
      m.connect(a.block, block, 0).connect(b.block, block, 1);
      add(block, text);
    };
    switch (random_() % 4) {
      case 0:
        return two("math/sum", {{"signs", "+-"}}, a.name + " - " + b.name);
      case 1:
        return two("math/product", {}, a.name + " * " + b.name);
      case 2:
        return one("math/gain", {{"k", "0.7"}}, "0.7 * " + a.name);
      default:
        return one("math/bias", {{"Bias", "0.3"}}, a.name + " + 0.3");
    }
  }

  std::mt19937 random_;
  std::vector<Id> integrators_;
  std::vector<Signal> signals_;
};

using ByHand = void (*)(const double* x, double* dx);

// By the compiler of this machine; null where there is none, or where it would take minutes.
ByHand compiled(const std::string& c, int blocks) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "fluxion_table";
  fs::create_directories(folder);
  const std::string stem = folder / ("graph" + std::to_string(blocks));
  std::ofstream(stem + ".c") << c;
  const std::string command =
      "cc -O3 -march=native -ffp-contract=off -shared -fPIC -o " + stem + ".so " + stem + ".c";
  constexpr int most = 20'000;
  if (blocks > most || std::system(command.c_str()) != 0) return nullptr;
  void* const library = dlopen((stem + ".so").c_str(), RTLD_NOW);
  return library ? reinterpret_cast<ByHand>(dlsym(library, "f")) : nullptr;
}

Row graph_row(int blocks) {
  const RandomGraph graph(blocks);
  const std::shared_ptr<const Program> program = compile(graph.m.diagram, standard_library())->program;
  const auto equations = std::make_shared<ModelEquations>(program, Backend::Auto);
  const auto states = static_cast<std::size_t>(graph.states);
  const auto x = std::make_shared<std::vector<double>>(states, 0.5);
  const auto dx = std::make_shared<std::vector<double>>(states),
             theirs = std::make_shared<std::vector<double>>(states);
  const ByHand by_hand = compiled(graph.c, blocks);
  const int calls = 2'000'000 / blocks;
  Row row;
  row.work =
      "a random graph of " + std::to_string(blocks) + " blocks: f, " + std::to_string(calls) + " times";
  row.wanted = by_hand ? 1.2 : 0.6e-9 * blocks * calls;
  row.rounds = 5;
  if (by_hand)
    row.by_hand = [=] {
      for (int k = 0; k < calls; ++k) by_hand(x->data(), theirs->data());
    };
  row.fluxion = [=] {
    for (int k = 0; k < calls; ++k) equations->derivatives(0.1, *x, *dx);
  };
  if (by_hand)
    row.errors = [=] {  // how many derivatives are others; what overflows may be no number in both
      double others = 0;
      for (std::size_t k = 0; k < states; ++k)
        others += (*dx)[k] == (*theirs)[k] || (std::isnan((*dx)[k]) && std::isnan((*theirs)[k])) ? 0 : 1;
      return std::pair(0.0, others);
    };
  return row;
}

}  // namespace

void add_random_graphs(std::vector<Row>& rows, const std::string& chosen) {
  for (const int blocks : {113, 1'190, 11'716, 117'775})
    if (("a random graph of " + std::to_string(blocks) + " blocks").find(chosen) != std::string::npos)
      rows.push_back(graph_row(blocks));
}

}  // namespace sim
