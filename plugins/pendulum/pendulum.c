/* A pendulum in Cartesian coordinates, x = (q, v) with q and v in the plane, of mass m on a rod of length L:
 *
 *   dq/dt = v,   dv/dt = -lambda q + (u / m, -g),   lambda = (|v|^2 + q . (u / m, -g)) / |q|^2
 *
 * lambda is such that |q| = L and q . v = 0 stay true; the projection removes what the solver loses of them:
 * q onto the circle, then v onto its tangent (E. Hairer, G. Wanner, Solving Ordinary Differential Equations
 * II, 2nd ed. (1996), VII.2). Also the example of a plug-in in plain C. */
#include <math.h>
#include <stdio.h>

#include "plugins/sdk/fluxion_plugin.h"

enum { LENGTH, GRAVITY, MASS, INITIAL };

static double rod(const fluxion_arguments* a) {
  const double *q = a->x, *v = a->x + 2;
  const double force = q[0] * a->u[0] / *a->p[MASS] - q[1] * *a->p[GRAVITY];
  return (v[0] * v[0] + v[1] * v[1] + force) / (q[0] * q[0] + q[1] * q[1]);
}

static int32_t outputs(const fluxion_arguments* a, double* y) {
  y[0] = a->x[0];
  y[1] = a->x[1];
  y[2] = *a->p[MASS] * rod(a) * sqrt(a->x[0] * a->x[0] + a->x[1] * a->x[1]);
  return FLUXION_OK;
}

static int32_t derivatives(const fluxion_arguments* a, double* dx) {
  const double lambda = rod(a);
  dx[0] = a->x[2];
  dx[1] = a->x[3];
  dx[2] = -lambda * a->x[0] + a->u[0] / *a->p[MASS];
  dx[3] = -lambda * a->x[1] - *a->p[GRAVITY];
  return FLUXION_OK;
}

/* Rows dq, dv, position, tension; columns q, v, u. */
static const int32_t columns[] = {0, 4, 8, 12, 16, 19};
static const int32_t rows[] = {2, 3, 4, 6, 2, 3, 5, 6, 0, 2, 3, 6, 1, 2, 3, 6, 2, 3, 6};
static const fluxion_pattern pattern = {sizeof(fluxion_pattern), columns, rows};

static int32_t jacobian(const fluxion_arguments* a, double* values) {
  const double *q = a->x, *v = a->x + 2, m = *a->p[MASS], g = *a->p[GRAVITY];
  const double square = q[0] * q[0] + q[1] * q[1], length = sqrt(square), lambda = rod(a);
  /* d lambda / d(q, v, u). */
  const double d[] = {(a->u[0] / m - 2 * lambda * q[0]) / square, (-g - 2 * lambda * q[1]) / square,
                      2 * v[0] / square, 2 * v[1] / square, q[0] / (m * square)};
  double* next = values;
  for (int j = 0; j < 5; ++j) {
    if (j == 2 || j == 3) *next++ = 1;
    *next++ = -d[j] * q[0] - (j == 0 ? lambda : 0) + (j == 4 ? 1 / m : 0);
    *next++ = -d[j] * q[1] - (j == 1 ? lambda : 0);
    if (j < 2) *next++ = 1;
    *next++ = m * (d[j] * length + (j < 2 ? lambda * q[j] / length : 0));
  }
  return FLUXION_OK;
}

/* Removes the part of `vector` along q. */
static void make_tangent(const double* q, double* vector) {
  const double along = (q[0] * vector[0] + q[1] * vector[1]) / (q[0] * q[0] + q[1] * q[1]);
  vector[0] -= along * q[0];
  vector[1] -= along * q[1];
}

static int32_t projection(const fluxion_arguments* a, double* x, double* error, double tolerance) {
  const double length = sqrt(x[0] * x[0] + x[1] * x[1]);
  (void)tolerance; /* one evaluation gives both invariants to rounding */
  if (!(length > 0)) return FLUXION_RECOVERABLE;
  x[0] *= *a->p[LENGTH] / length;
  x[1] *= *a->p[LENGTH] / length;
  make_tangent(x, x + 2);
  if (error) {
    make_tangent(x, error);
    make_tangent(x, error + 2);
  }
  return FLUXION_OK;
}

static int32_t check_parameters(const fluxion_arguments* a, char* message, size_t size) {
  const double *x = a->p[INITIAL], length = *a->p[LENGTH];
  const char* problem = NULL;
  if (!(length > 0 && *a->p[MASS] > 0))
    problem = "the length and the mass must be positive";
  else if (!(fabs(sqrt(x[0] * x[0] + x[1] * x[1]) - length) <= 1e-6 * length))
    problem = "the initial position is not at the rod's length from the pivot";
  else if (!(fabs(x[0] * x[2] + x[1] * x[3]) <= 1e-6 * length * (1 + fabs(x[2]) + fabs(x[3]))))
    problem = "the initial velocity is not across the rod";
  if (!problem) return FLUXION_OK;
  snprintf(message, size, "%s", problem);
  return FLUXION_FATAL;
}

static const fluxion_parameter parameters[] = {
    {sizeof(fluxion_parameter), "L", "Length", "m", "Of the rod; positive.", "1", 1},
    {sizeof(fluxion_parameter), "g", "Gravity", "m/s^2", "Downwards, along the second axis.", "9.81", 1},
    {sizeof(fluxion_parameter), "m", "Mass", "kg", "Positive.", "1", 1},
    {sizeof(fluxion_parameter), "x0", "Initial state", NULL, "Position on the circle and velocity along it.",
     "[1; 0; 0; 0]", 4},
};
static const fluxion_port input_ports[] = {{sizeof(fluxion_port), "force", "Horizontal, N.", 1}};
static const fluxion_port output_ports[] = {
    {sizeof(fluxion_port), "position", "m, horizontal and upwards.", 2},
    {sizeof(fluxion_port), "tension", "Of the rod, N.", 1},
};

static const fluxion_block pendulum = {
    .struct_size = sizeof(fluxion_block),
    .id = "pendulum/cartesian",
    .label = "Pendulum",
    .category = "Mechanics",
    .doc =
        "A pendulum in Cartesian coordinates with a horizontal force on its mass.\n\n"
        "$\\ddot{q} = -\\lambda q + [u / m; -g], \\quad |q| = L$\n\n"
        "$\\lambda$ is such that the length stays L; after each step of the solver the state is projected "
        "onto $|q| = "
        "L$ and $q \\cdot v = 0$. The force acts on the tension at once, on the position only through the "
        "state.",
    .keywords = "oscillator, constraint, invariant, projection",
    .icon = "Pendulum",
    .parameter_count = 4,
    .input_count = 1,
    .output_count = 2,
    .parameters = parameters,
    .input_ports = input_ports,
    .output_ports = output_ports,
    .state_count = 4,
    .initial_state_parameter = INITIAL,
    .pattern = &pattern,
    .outputs = outputs,
    .derivatives = derivatives,
    .jacobian = jacobian,
    .projection = projection,
    .check_parameters = check_parameters,
};

static const fluxion_block* block(int32_t index) { return index == 0 ? &pendulum : NULL; }

static const fluxion_descriptor descriptor = {
    .struct_size = sizeof(fluxion_descriptor),
    .abi_major = FLUXION_ABI_MAJOR,
    .abi_minor = FLUXION_ABI_MINOR,
    .name = "Pendulum",
    .version = "1.0",
    .block_count = 1,
    .block = block,
};

const fluxion_descriptor* fluxion_plugin(void) { return &descriptor; }
