#pragma once
// Block diagrams of control loops, drawn at random: a chain from a reference to a Scope through Sums,
// controllers and plants, with feedback around parts of it, disturbances that enter anywhere, feedforward,
// and sometimes a second channel that is coupled to the first. What leads forward is known.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "tests/gui/canvas_window.h"

namespace fluxion::test {

class ControlStructure {
 public:
  // With hints, feedback comes to the second input of a Sum, which mostly subtracts it; without, all Sums
  // add, and it may come to the first.
  ControlStructure(CanvasWindow& window, unsigned seed, bool hints)
      : m_w(window), m_random(seed), m_hints(hints) {
    const int channels = chance(25) ? 2 : 1;
    for (int k = 0; k < channels; ++k) addChannel();
    if (channels == 2) couple();
  }

  // Lines that lead from a source towards a sink, and of these the chains from the references.
  std::set<sim::Id> forward, chain;

 private:
  struct Channel {
    std::vector<sim::Id> blocks;  // the chain, reference and Scope aside
    std::vector<int> free;        // of these, inputs besides the chain's that are left, by block; -1: no Sum
    std::vector<int> main;        // of these, the input that the chain comes to
  };

  int upTo(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return upTo(100) < percent; }

  // Scattered: where blocks are now says nothing.
  sim::Id add(const char* type, const char* name, std::map<std::string, std::string> parameters = {}) {
    return m_w.add(type, 8 * upTo(200), 8 * upTo(120), name, std::move(parameters));
  }

  sim::Id forwards(sim::Id from, sim::Id to, int input = 0, bool main = false) {
    const sim::Id line = m_w.wire(from, to, 0, input);
    forward.insert(line);
    if (main) chain.insert(line);
    return line;
  }

  void flip(sim::Id id) {
    sim::Block block = *m_w.document.block(id);
    block.flipped = true;
    sim::Edit edit{"Flip", {}};
    edit.set(id, std::move(block));
    m_w.document.apply(std::move(edit));
  }

  // A Sum that something else is led into; -1: none is left.
  int sumBetween(const Channel& c, int first, int last) {
    std::vector<int> found;
    for (int k = std::max(first, 0); k < last; ++k)
      if (c.free[static_cast<std::size_t>(k)] > 0) found.push_back(k);
    return found.empty() ? -1 : found[static_cast<std::size_t>(upTo(static_cast<int>(found.size())))];
  }

  static int other(const Channel& c, int k) { return 1 - c.main[static_cast<std::size_t>(k)]; }
  static sim::Id at(const Channel& c, int k) { return c.blocks[static_cast<std::size_t>(k)]; }

  void addChannel() {
    Channel c;
    const int length = 4 + upTo(20);
    static const char* plants[] = {"math/gain", "continuous/integrator", "continuous/transfer_fcn",
                                   "discontinuities/saturation"};
    for (int k = 0; k < length; ++k) {
      const bool sum = k == 0 || chance(30);
      c.blocks.push_back(sum ? add("math/sum", "Sum", {{"signs", m_hints && chance(80) ? "|+-" : "++"}})
                             : add(plants[upTo(4)], "P"));
      c.free.push_back(sum ? 1 : -1);
      c.main.push_back(sum && !m_hints && chance(50) ? 1 : 0);
    }
    forwards(add(chance(50) ? "sources/step" : "sources/sine_wave", "Reference"), c.blocks.front(), c.main[0],
             true);
    for (int k = 0; k + 1 < length; ++k)
      forwards(at(c, k), at(c, k + 1), c.main[static_cast<std::size_t>(k + 1)], true);
    forwards(c.blocks.back(), add("sinks/scope", "Scope"), 0, true);
    const int loops = 1 + upTo(4);
    for (int k = 0; k < loops; ++k) addLoop(c, k == 0);
    for (int k = upTo(3); k > 0; --k)
      if (const int sum = sumBetween(c, 0, length); sum >= 0) {
        forwards(add("sources/constant", "Load"), at(c, sum), other(c, sum));
        c.free[static_cast<std::size_t>(sum)] = 0;
      }
    if (chance(40)) feedforward(c, length);
    for (int k = upTo(3); k > 0; --k) forwards(at(c, upTo(length)), add("sinks/scope", "Scope"));
    // What nothing has been led into is led into from a source.
    for (int k = 0; k < length; ++k)
      if (c.free[static_cast<std::size_t>(k)] > 0)
        forwards(add("sources/constant", "Bias"), at(c, k), other(c, k));
    m_channels.push_back(std::move(c));
  }

  // From behind some block back to a Sum before it, through up to two blocks.
  void addLoop(Channel& c, bool whole) {
    const int length = static_cast<int>(c.blocks.size());
    const int sum = whole ? 0 : sumBetween(c, 0, length - 1);
    if (sum < 0 || c.free[static_cast<std::size_t>(sum)] <= 0) return;
    const int from = whole ? length - 1 : sum + 1 + upTo(length - 1 - sum);
    c.free[static_cast<std::size_t>(sum)] = 0;
    sim::Id last = at(c, from);
    const bool flipped = chance(50);
    for (int k = upTo(3); k > 0; --k) {
      const sim::Id sensor = add("math/gain", "Sensor");
      if (flipped) flip(sensor);
      m_w.wire(last, sensor);
      last = sensor;
    }
    m_w.wire(last, at(c, sum), 0, other(c, sum));
  }

  void feedforward(Channel& c, int length) {
    const int sum = sumBetween(c, 2, length);
    if (sum < 0) return;
    const sim::Id gain = add("math/gain", "Forward");
    forwards(at(c, upTo(sum)), gain);
    forwards(gain, at(c, sum), other(c, sum));
    c.free[static_cast<std::size_t>(sum)] = 0;
  }

  void couple() {
    const Channel &a = m_channels[0], &b = m_channels[1];
    const sim::Id gain = add("math/gain", "Coupling"), scope = add("sinks/scope", "Both");
    forwards(a.blocks[a.blocks.size() / 2], gain);
    forwards(gain, scope);
    sim::Block two = *m_w.document.block(scope);
    two.parameters["inputs"] = "2";
    sim::Edit edit{"Inputs", {}};
    edit.set(scope, std::move(two));
    m_w.document.apply(std::move(edit));
    forwards(b.blocks.back(), scope, 1);
  }

  CanvasWindow& m_w;
  std::mt19937 m_random;
  bool m_hints;
  std::vector<Channel> m_channels;
};

// How an arranged level looks.
struct ArrangedLook {
  int backwards = 0;  // lines, of those asked about, that run from right to left
  int crossings = 0;  // of wires of different nets
  int bent = 0;       // lines of the chains that are not straight
};

inline ArrangedLook lookOf(CanvasWindow& w, const std::set<sim::Id>& forward,
                           const std::set<sim::Id>& chain) {
  ArrangedLook look;
  for (const LineItem* item : w.editor.scene().level().lines()) {
    const auto& route = item->route();
    look.crossings += static_cast<int>(w.editor.scene().wiring().crossings(item->id()).size());
    const sim::Line& line = *w.document.line(item->id());
    if (line.conserving() || !line.source || !line.target) continue;
    if (forward.contains(item->id()) && route.back().x() < route.front().x()) ++look.backwards;
    if (chain.contains(item->id()) && route.size() > 2) ++look.bent;
  }
  return look;
}

}  // namespace fluxion::test
