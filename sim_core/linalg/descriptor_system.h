#pragma once
// E x' = A x + B u, y = C x + D u, where E may be singular, as an ordinary state-space system: of index 1
// what the algebraic equations determine is eliminated. A singular value decomposition E = U S V^T splits z =
// V^T x into z1, with derivatives, and z2, without; z2 follows from 0 = A21 z1 + A22 z2 + B2 u.
//
// P. Kunkel, V. Mehrmann, Differential-Algebraic Equations, EMS 2006, chapter 2.
#include <span>
#include <vector>

namespace sim {

struct DescriptorMatrices {  // by column
  int order = 0, inputs = 0, outputs = 0;
  std::vector<double> e, a, b, c, d;
};

// z' = A z + B u, y = C z + D u; z = V1^T x, or x itself where E is regular.
struct ReducedDescriptor {
  enum class Outcome {
    Reduced,
    HigherIndex  // A22 is singular: x contains derivatives of u, or is not determined at all
  };
  Outcome outcome = Outcome::Reduced;
  int order = 0;
  std::vector<double> a, b, c, d, from_x;  // from_x: z = from_x * x
};

// The number of states z: the rank of E, to working precision.
int descriptor_rank(int order, std::span<const double> e);
ReducedDescriptor reduce_descriptor(const DescriptorMatrices& m);

}  // namespace sim
