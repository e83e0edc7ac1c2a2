#pragma once
// The code is written with numbers of type double. Here it becomes code of the precision that is asked for.
//
// Instants are doubles in either: in single precision, the end of a step would soon be rounded by more than a
// step is long. Three marks say what depends on that; no identifier has a $.
//   $time        the type of instants
//   $time(e)     an expression of instants, as it stands
//   $value(e)    an instant e as a number of the model: e in double precision, (float)e in single precision
#include <string>
#include <string_view>

namespace sim::c_source {

enum class Precision { Double, Single };

// Single: `double` is `float`, 0.5 is 0.5F, sin() is sinf(), DBL_EPSILON is FLT_EPSILON, outside of comments
// and strings.
std::string in_precision(std::string_view text, Precision precision);

// Whether a number does not become zero or infinite in this precision. What is as large as 1e300 is no limit
// at all, and what is as small as 1e-300 only a sign: they become the largest and the smallest number.
bool has_number(Precision precision, double value);
// Whether that is so for all numbers with a point or an exponent in this code.
bool has_numbers_of(Precision precision, std::string_view text);

}  // namespace sim::c_source
