// The four blocks between complex signals and their parts.
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

struct PartNames {
  const char *both, *first, *second;  // as choices
  const char *first_port, *second_port;
};
constexpr PartNames cartesian{"real and imag", "real", "imag", "re", "im"};
constexpr PartNames polar{"magnitude and angle", "magnitude", "angle", "abs", "angle"};

// They had capitals before.
Param which_parts(ParameterBuilder choice, const PartNames& names) {
  for (std::string now : {names.both, names.first, names.second}) {
    std::string before = now;
    before.front() = static_cast<char>(before.front() - 'a' + 'A');
    choice.formerly_chosen(std::move(before), std::move(now));
  }
  return choice;
}

std::vector<PortSpec> ports(const PartNames& names, int choice) {
  if (choice == 1) return {{names.first_port, ""}};
  if (choice == 2) return {{names.second_port, ""}};
  return {{names.first_port, ""}, {names.second_port, ""}};
}

void splits(BlockTypeBuilder& b, const PartNames& names, ir::Value (*first)(ir::Value),
            ir::Value (*second)(ir::Value)) {
  Param shown = which_parts(b.choice("Output", "Output", {names.both, names.first, names.second}), names);
  In u = b.input("u");
  b.outputs([=](const ParameterValues& v) { return ports(names, static_cast<int>(v.of(shown).number())); });
  b.equations([=](Equations& e) {
    const int choice = e.choice(shown);
    int port = 0;
    if (choice != 2) e.output(Out{port++}, first(e(u)));
    if (choice != 1) e.output(Out{port}, second(e(u)));
  });
}

void joins(BlockTypeBuilder& b, const PartNames& names, const std::string& other,
           ir::Value (*joined)(ir::Value, ir::Value)) {
  Param given = which_parts(b.choice("Input", "Input", {names.both, names.first, names.second}), names);
  Param constant = b.real("ConstantPart", "Constant part", "0").doc(other);
  b.inputs([=](const ParameterValues& v) { return ports(names, static_cast<int>(v.of(given).number())); });
  Out y = b.output("y");
  b.gives_complex();
  b.equations([=](Equations& e) {
    const int choice = e.choice(given);
    const ir::Value first = choice == 2 ? e(constant) : e(In{0});
    const ir::Value second = choice == 1 ? e(constant) : e(In{choice == 0 ? 1 : 0});
    e.output(y, joined(first, second));
  });
}

ir::Value magnitude(ir::Value v) { return ir::make(ir::Op::Abs, v); }
ir::Value angle(ir::Value v) { return ir::make(ir::Op::Atan2, ir::imaginary_part(v), ir::real_part(v)); }
ir::Value from_polar(ir::Value size, ir::Value angle) {
  return ir::complex(size * cos(angle), size * sin(angle));
}

}  // namespace

void complex_to_real_imag(BlockTypeBuilder& b) {
  b.id("math/complex_to_real_imag").label("Complex to Real-Imag").category("Math Operations");
  b.doc(
      "The real and the imaginary part of its input, element by element.\n\n"
      "$\\mathrm{re} + i \\, \\mathrm{im} = u$");
  b.keywords({"ComplexToRealImag", "real part", "imaginary part", "re", "im"});
  b.icon(IconShape::Rectangle, "", "Re\nIm");
  splits(b, cartesian, ir::real_part, ir::imaginary_part);
}

void real_imag_to_complex(BlockTypeBuilder& b) {
  b.id("math/real_imag_to_complex").label("Real-Imag to Complex").category("Math Operations");
  b.doc(
      "A complex signal from its real and imaginary parts, element by element.\n\n"
      "$y = \\mathrm{re} + i \\, \\mathrm{im}$");
  b.keywords({"RealImagToComplex", "complex number", "i", "j"});
  b.icon(IconShape::Rectangle, "", "Re + i Im");
  joins(b, cartesian, "The part that no input gives.", ir::complex);
}

void complex_to_magnitude_angle(BlockTypeBuilder& b) {
  b.id("math/complex_to_magnitude_angle").label("Complex to Magnitude-Angle").category("Math Operations");
  b.doc(
      "The magnitude and the angle of its input, element by element.\n\n"
      "$\\mathrm{abs} = |u|, \\quad \\mathrm{angle} = \\mathrm{atan2}(\\mathrm{im}, \\mathrm{re})$\n\n"
      "The angle is in rad, from $-\\pi$ to $\\pi$. The magnitude of a real input is its absolute value.");
  b.keywords({"ComplexToMagnitudeAngle", "polar", "phase", "argument", "modulus"});
  b.icon(IconShape::Rectangle, "", "|u|\narg u");
  splits(b, polar, magnitude, angle);
}

void magnitude_angle_to_complex(BlockTypeBuilder& b) {
  b.id("math/magnitude_angle_to_complex").label("Magnitude-Angle to Complex").category("Math Operations");
  b.doc(
      "A complex signal from its magnitude and its angle in rad, element by element.\n\n"
      "$y = \\mathrm{abs} \\, (\\cos(\\mathrm{angle}) + i \\sin(\\mathrm{angle}))$");
  b.keywords({"MagnitudeAngleToComplex", "polar", "phasor", "Euler"});
  b.icon(IconShape::Rectangle, "", "|u| e^i arg");
  joins(b, polar, "The part that no input gives: a magnitude, or an angle in rad.", from_polar);
}

}  // namespace sim::blocks
