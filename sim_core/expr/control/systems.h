#pragma once
// Linear systems as lists of values: {A, B, C, D} of x' = Ax + Bu, y = Cx + Du, {num, den} of a transfer
// function by falling powers, {z, p, k} of its zeros, poles and gain. Inside the expression language only;
// they throw Failure.
#include <complex>
#include <vector>

#include "sim_core/expr/dense.h"

namespace sim::expr {

using Values = std::vector<Value>;
using Numbers = std::vector<std::complex<double>>;

// Shapes that fit, numbers that are finite; a D of 0 and one of [] become zeros.
Values checked_system(const Values& abcd);
// Without leading zeros of den; num of as many columns as den, a row for each output. Refuses a num of higher
// order.
Values checked_transfer_function(const Value& num, const Value& den);

// In controller canonical form.
Values realization(const Values& num_den);
// From the `input`-th, from 0. A row of num for each output.
Values transfer_function(const Values& abcd, int input = 0);

// As a chain of sections of first and second order, whose elements stay near the poles and zeros where the
// coefficients of the polynomials would be huge. Zeros and poles are real or in pairs.
Values realization_of_zeros(Numbers zeros, Numbers poles, double gain);

Numbers numbers(const Value& list);
Value column(const Numbers& list);
// The polynomial with these roots; real where they are in pairs.
Numbers polynomial(const Numbers& roots);
Numbers roots_of(const Numbers& polynomial);
// A row of so many elements at least, with zeros in front.
Value row(const Numbers& polynomial, std::size_t length = 0);
// Whether every complex number stands with its conjugate.
bool in_pairs(const Numbers& list);

}  // namespace sim::expr
