#pragma once
// Polynomials as Scilab writes them, "1+2*s+a*s^2", as lists of coefficients.
#include <optional>
#include <string>

namespace sim::importing::xcos {

// "[a 2 1]": coefficients of the highest power first, in words of this program; nothing where it is no
// polynomial in the variable. A coefficient may use names.
std::optional<std::string> polynomial_text(const std::string& scilab, const std::string& variable);

}  // namespace sim::importing::xcos
