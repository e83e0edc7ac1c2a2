#include <cmath>
#include <numbers>

#include "sim_core/blocks/continuous/filter_prototype.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

namespace {

enum class Band { Low, High, Pass, Stop };

bool has_two_edges(Band band) { return band == Band::Pass || band == Band::Stop; }

// Sections of a prototype, each integrator 1/S of which is replaced by that of the band: w/s, or
// B s / (s^2 + w^2), which is an oscillator of two states. High-pass and band-stop filters are the low-pass
// and band-pass ones with S and 1/S exchanged.
class FilterEquations {
 public:
  FilterEquations(Equations& e, Band band, ir::Value w, ir::Value width, ir::Value u, ir::Value x)
      : e_(e), band_(band), w_(w), width_(width), x_(x), column_(vector_shape(u.shape().count())) {
    signal = ir::slice(u, 0, column_);
    // At rest for a constant input; oscillators let nothing through then.
    at_rest_ = signal;
  }

  void add(FilterSection section) {
    const bool high = band_ == Band::High || band_ == Band::Stop;
    if (high) section.damping /= section.omega * section.omega, section.omega = 1 / section.omega;
    const ir::Value u = signal, zero = e_.constant(0), first = integral();
    const bool two_edges = has_two_edges(band_);
    const ir::Value rest = two_edges ? zero : at_rest_, driven = at_rest_ * section.omega;
    if (section.order == 1) {
      feed((u - first) * section.omega, rest, driven);
      signal = high ? u - first : first;
    } else {
      const ir::Value second = integral(1);
      feed((u - second) * section.omega - first * section.damping, zero, driven);
      feed(first * section.omega, rest, zero);
      signal = high ? u - first * (section.damping / section.omega) - second : second;
    }
    if (high != two_edges) at_rest_ = at_rest_ * 0.0;
  }

  ir::Value signal;
  ir::Value rates() const { return ir::concat(rates_, shape()); }
  ir::Value starts() const { return ir::concat(starts_, shape()); }

 private:
  Shape shape() const { return {column_.rows, static_cast<int>(rates_.size())}; }
  ir::Value state(std::size_t k) const { return ir::slice(x_, static_cast<int>(k) * column_.rows, column_); }
  // What the integrator gives that is fed next, or the one behind it.
  ir::Value integral(std::size_t behind = 0) const {
    return state(rates_.size() + behind * (has_two_edges(band_) ? 2 : 1));
  }
  // `rest`: what it gives, `driven`: what it is fed, where the input is constant.
  void feed(ir::Value v, ir::Value rest, ir::Value driven) {
    if (!has_two_edges(band_)) {
      rates_.push_back(w_ * v);
      starts_.push_back(ir::repeated(rest, column_));
      return;
    }
    const std::size_t k = rates_.size();
    rates_.push_back(width_ * v - w_ * state(k + 1));
    rates_.push_back(w_ * state(k));
    starts_.push_back(ir::repeated(e_.constant(0), column_));
    starts_.push_back(ir::repeated(width_ / w_ * driven, column_));
  }

  Equations& e_;
  Band band_;
  ir::Value w_, width_, x_, at_rest_;
  Shape column_;
  std::vector<ir::Value> rates_, starts_;
};

}  // namespace

void analog_filter(BlockTypeBuilder& b) {
  b.id("continuous/analog_filter").label("Analog Filter").category("Continuous");
  b.doc(
      "Lets some frequencies of its input through and damps the others.\n\n"
      "$|H(\\omega)|^2 = \\frac{1}{1 + \\Omega^{2 n}}$ (Butterworth)\n"
      "$|H(\\omega)|^2 = \\frac{1}{1 + \\varepsilon^2 T_n(\\Omega)^2}$ (Chebyshev)\n\n"
      "n is the order, $\\Omega$ the frequency over the cut-off frequency $\\omega_c$: $\\omega / \\omega_c$ "
      "(low-pass), $\\omega_c / \\omega$ (high-pass), and $(\\omega^2 - \\omega_1 \\omega_2) / (\\omega "
      "(\\omega_2 - \\omega_1))$ or one over that (band-pass, band-stop, which have $2 n$ states). "
      "Butterworth is flat in the pass band, Chebyshev steeper, with ripples of the given height. Bessel "
      "delays all frequencies alike, so that pulses keep their form, and critical damping never overshoots. "
      "At the cut-off frequency a Chebyshev filter leaves the ripple, the others are at -3 dB. It is "
      "computed "
      "in sections of second order, so that high orders are as accurate as low ones.");
  b.keywords({"LowpassButterworth", "ButterworthLowpassFilter", "ButterworthHighpassFilter",
              "ButterworthBandpassFilter", "ButterworthBandstopFilter", "Filter", "CriticalDamping", "Bessel",
              "Chebyshev", "Analog Filter Design", "low-pass", "high-pass", "band-pass", "notch", "smooth"});
  b.icon(IconShape::Rectangle, "M.12,.12 L.12,.88 L.9,.88 M.12,.3 L.4,.3 C.55,.3 .58,.45 .62,.88");
  Param design =
      b.choice("DesignMethod", "Design", {"Butterworth", "Chebyshev", "Bessel", "Critical damping"});
  Param type = b.choice("FilterType", "Filter type", {"Lowpass", "Highpass", "Bandpass", "Bandstop"});
  Param order = b.integer("FilterOrder", "Filter order", "2").range(1, highest_filter_order);
  Param cutoff = b.real("Frequency", "Cut-off frequency", "1").scalar().doc("Of a low-pass or high-pass.");
  Param edges = b.real("BandEdges", "Band edges", "[1 10]")
                    .doc("Of a band-pass or band-stop: where it begins and ends.");
  Param units = b.choice("Units", "Units", {"Hertz", "rad/sec"});
  Param ripple = b.real("PassbandRipple", "Ripple in the pass band (dB)", "1")
                     .scalar()
                     .not_tunable()
                     .range(1e-6, 100)
                     .doc("Of a Chebyshev filter.");
  Param start = b.choice("InitialState", "Initial state", {"given", "at rest for the first input"});
  Param zero = b.real("InitialStates", "Initial states", "0")
                   .formerly("X0")
                   .advanced()
                   .doc("Where they are given; a scalar, or all states.");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", zero);
  auto two_edges = [=](const ParameterValues& v) {
    return has_two_edges(Band(static_cast<int>(v.of(type).number())));
  };
  b.require([=](const ParameterValues& v) { return two_edges(v) || v.of(cutoff).number() > 0; },
            "the cut-off frequency is not more than 0", "give a frequency of more than 0");
  b.require(
      [=](const ParameterValues& v) {
        const auto& f = v.of(edges).numbers;
        return !two_edges(v) || (f.size() == 2 && f[0] > 0 && f[1] > f[0]);
      },
      "the band edges are not two rising frequencies", "give two of more than 0, such as [1 10]");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), static_cast<int>(v.of(order).number()) * (two_edges(v) ? 2 : 1)};
  });
  b.equations([=](Equations& e) {
    const Band band = Band(e.choice(type));
    const double unit = e.choice(units) == 0 ? 2 * std::numbers::pi : 1;
    ir::Value w = e(cutoff) * unit, width;
    if (has_two_edges(band)) {
      const ir::Value low = ir::slice(e(edges), 0, scalar_shape) * unit,
                      high = ir::slice(e(edges), 1, scalar_shape) * unit;
      w = sqrt(low * high), width = high - low;
    }
    const FilterPrototype prototype = filter_prototype(
        FilterDesign(e.choice(design)), static_cast<int>(e.value(order).number()), e.value(ripple).number());
    if (e.choice(start) == 1) {  // which does not read the states
      FilterEquations rest(e, band, w, width, e(u),
                           zeros(e, {e(u).shape().count(), 2 * highest_filter_order}));
      for (const FilterSection& section : prototype.sections) rest.add(section);
      e.initial(x, rest.starts());
    }
    FilterEquations filter(e, band, w, width, e(u), e(x));
    for (const FilterSection& section : prototype.sections) filter.add(section);
    e.derivative(x, filter.rates());
    const ir::Value out = ir::slice(filter.signal, 0, e.output_shape(y));
    e.output(y, prototype.gain == 1 ? out : out * prototype.gain);
  });
}

}  // namespace sim::blocks
