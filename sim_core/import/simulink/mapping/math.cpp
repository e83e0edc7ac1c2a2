#include <algorithm>

#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// "3" -> "+++"; signs stay.
static std::string signs_of(const std::string& text, char sign) {
  const auto number = plain_numbers(text);
  const bool digits = !text.empty() && text.find_first_not_of("0123456789 ") == std::string::npos;
  return digits && !number.empty()
             ? std::string(static_cast<std::size_t>(std::clamp(number[0], 1.0, 1000.0)), sign)
             : text;
}

static bool is_one_input(const std::string& signs) {
  return std::count_if(signs.begin(), signs.end(), [](char c) { return c != '|' && c != ' '; }) == 1;
}

// A single input is summed, or multiplied, over its elements.
static void collapse(BlockTranslation& t, const char* function) {
  t.become("math/reduction");
  t.set("Function", function);
  if (t.given("CollapseMode", "All dimensions") == "Specified dimension")
    t.set("CollapseMode", t.given("CollapseDim", "1") == "2" ? "Each row" : "Each column");
}

static void sum(BlockTranslation& t) {
  const std::string signs = signs_of(t.given({"Inputs", "ListOfSigns"}, "++"), '+');
  if (is_one_input(signs) && signs.find('+') != std::string::npos) return collapse(t, "sum");
  t.set("signs", signs);
  t.set("IconShape", t.given("IconShape", "round") == "rectangular" ? "Rectangular" : "Round");
}

static void product(BlockTranslation& t) {
  const std::string operations = signs_of(t.given("Inputs", "2"), '*');
  const bool matrix = t.given("Multiplication", "Element-wise(.*)").starts_with("Matrix");
  if (is_one_input(operations) && operations.find('*') != std::string::npos && !matrix)
    return collapse(t, "product");
  t.set("Operations", operations);
  t.set("Multiplication", matrix ? "matrix" : "element-wise");
}

// u*K with the gain behind is a Product of two matrices.
static void gain(BlockTranslation& t) {
  const std::string k = t.given("Gain", "1"), how = t.given("Multiplication", "Element-wise(K.*u)");
  t.set_expression("k", k);
  if (how.starts_with("Matrix(K*u)")) t.set("Multiplication", "matrix K*u");
  if (!how.starts_with("Matrix(u*K)")) return;
  Composite& parts = t.result.composite;
  const int u = parts.inport(1, "u"), y = parts.outport(1, "y");
  const int constant = parts.add("K", "sources/constant", {{"Value", t.result.parameters["k"]}});
  const int times = parts.add("u K", "math/product", {{"Operations", "**"}, {"Multiplication", "matrix"}});
  parts.connect(u, times, 0), parts.connect(constant, times, 1), parts.connect(times, y);
  t.result.parameters.clear();
}

static void math(BlockTranslation& t) {
  const std::string function = t.given({"Operator", "Function"}, "exp");
  if (function == "1/sqrt" || function == "sqrt" || function == "signedSqrt" || function == "rSqrt") {
    t.become("math/sqrt");
    t.result.parameters.erase("OutputSignalType");
    t.set("Function", function == "1/sqrt" ? "rSqrt" : function);
  } else {
    t.set("Function", function);
  }
}

static void trigonometry(BlockTranslation& t) {
  t.set("Function", t.given({"Operator", "Function"}, "sin"));
  if (t.given("AngleUnit", "radian") == "degree")
    t.approximate("the angle is in degrees there, in radians here: put a Gain of pi/180 before it");
}

static void reshape(BlockTranslation& t) {
  const std::string how = t.given("OutputDimensionality", "1-D array");
  if (how.starts_with("Derive"))
    return t.unresolved("its shape is that of a second input: use a Reshape with dimensions");
  t.set("OutputDimensionality", how.starts_with("Row") ? "Row vector"
                                : how == "Customize"   ? "Customize"
                                                       : "Column vector");
  if (how == "Customize") t.set_expression("OutputDimensions", t.given("OutputDimensions", "[1,1]"));
}

static void assignment(BlockTranslation& t) {
  const std::string dimensions = t.given("NumberOfDimensions", "1"),
                    options = t.given({"IndexOptionArray", "IndexOptions"}, "Index vector (dialog)");
  if (dimensions != "1" || options.find("dialog") == std::string::npos)
    return t.unresolved("use a Function block that assigns these elements");
  t.set_expression("Indices", t.given({"IndexParamArray", "Indices", "Elements"}, "1"));
  t.set("IndexMode", t.given("IndexMode", "One-based"));
}

void map_math(MappingTable& t) {
  t.block("Sum", "math/sum").by(sum);
  t.block("Product", "math/product").by(product);
  t.block("Gain", "math/gain").by(gain);
  t.block("Math", "math/math_function").by(math);
  t.block("Sqrt", "math/sqrt")
      .choice("Function", {"Operator", "Function"},
              {{"sqrt", "sqrt"}, {"signedSqrt", "signedSqrt"}, {"rSqrt", "rSqrt"}}, "sqrt");
  t.block("Trigonometry", "math/trigonometric_function").by(trigonometry);
  t.block("Abs", "math/abs").names();
  t.block("Signum", "math/sign").names();
  t.block("MinMax", "math/minmax")
      .choice("Function", {"Function"}, {{"min", "min"}, {"max", "max"}}, "min")
      .expression("Inputs", {"Inputs"}, "1")
      .names();
  t.block("Rounding", "math/rounding_function")
      .choice("Function", {"Operator"},
              {{"floor", "floor"}, {"ceil", "ceil"}, {"round", "round"}, {"fix", "fix"}}, "floor");
  t.block("Bias", "math/bias").names();
  t.block("UnaryMinus", "math/unary_minus");
  t.block("Polyval", "math/polynomial")
      .expression("Coefs", {"Coefs", "coefs"},
                  "[ +2.081618890e-019, -1.441693666e-014, +4.719686976e-010, -8.536869453e-006, "
                  "+1.621573104e-001, -8.087801117e+001 ]");
  t.block("DotProduct", "math/dot_product");
  t.block("Reshape", "math/reshape").by(reshape);
  t.block("PermuteDimensions", "math/permute_dimensions").names();
  t.block("Assignment", "math/assignment").by(assignment);
  t.block("ComplexToMagnitudeAngle", "math/complex_to_magnitude_angle").names();
  t.block("ComplexToRealImag", "math/complex_to_real_imag").names();
  t.block("MagnitudeAngleToComplex", "math/magnitude_angle_to_complex").names();
  t.block("RealImagToComplex", "math/real_imag_to_complex").names();
  t.block("SampleTimeMath", "math/weighted_sample_time_math").names();
  t.block("AlgebraicConstraint", "math/algebraic_constraint")
      .names()
      .expression("Guess", {"InitialGuess", "z0"}, "0")
      .by([](BlockTranslation& b) {
        if (collapsed(b.given("Tolerance")) == "auto") b.result.parameters.erase("Tolerance");
      });
}

}  // namespace sim::importing::simulink
