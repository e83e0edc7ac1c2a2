/* Blocks with one state that do one thing each: fail in some way, switch, or keep data of their own. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugins/sdk/fluxion_plugin.h"

static int32_t state_out(const fluxion_arguments* a, double* y) {
  y[0] = a->x[0];
  return FLUXION_OK;
}
static int32_t one(const fluxion_arguments* a, double* dx) {
  (void)a;
  dx[0] = 1;
  return FLUXION_OK;
}
/* Each fails beyond x = 0.5. */
static int32_t recoverable(const fluxion_arguments* a, double* dx) {
  dx[0] = 1;
  return a->x[0] > 0.5 ? 5 : FLUXION_OK;
}
static int32_t fatal(const fluxion_arguments* a, double* dx) {
  dx[0] = 1;
  return a->x[0] > 0.5 ? -5 : FLUXION_OK;
}
static int32_t not_a_number(const fluxion_arguments* a, double* dx) {
  dx[0] = a->x[0] > 0.5 ? NAN : 1;
  return FLUXION_OK;
}
static int32_t unwritten(const fluxion_arguments* a, double* dx) {
  if (a->x[0] <= 0.5) dx[0] = 1;
  return FLUXION_OK;
}
/* Defined for x >= 0 only. */
static int32_t narrow(const fluxion_arguments* a, double* dx) {
  if (a->x[0] < 0) return FLUXION_RECOVERABLE;
  dx[0] = -sqrt(a->x[0]) * 40;
  return FLUXION_OK;
}
static int32_t fatal_projection(const fluxion_arguments* a, double* x, double* error, double tolerance) {
  (void)error, (void)tolerance;
  x[0] = 1e9;
  if (a->x[0] > 0.5) return FLUXION_FATAL;
  x[0] = a->x[0];
  return FLUXION_OK;
}
static int32_t not_a_number_projection(const fluxion_arguments* a, double* x, double* error,
                                       double tolerance) {
  (void)error, (void)tolerance;
  if (a->x[0] > 0.5) x[0] = NAN;
  return FLUXION_OK;
}

/* dx/dt = 2 below x = 1 and 1/2 above. */
static int32_t switched(const fluxion_arguments* a, double* dx) {
  dx[0] = a->mode[0] ? 0.5 : 2;
  return FLUXION_OK;
}
static int32_t crossing(const fluxion_arguments* a, double* values) {
  values[0] = a->x[0] - 1;
  return FLUXION_OK;
}
static const fluxion_zero_crossings crossings = {sizeof(fluxion_zero_crossings), 1, crossing, NULL};
static const void* with_crossings(const char* name) {
  return strcmp(name, FLUXION_ZERO_CROSSINGS) == 0 ? &crossings : NULL;
}
/* The same as a plug-in of minor version 0 has it: what follows is no part of the struct. */
static const struct {
  uint32_t struct_size;
  int32_t count;
  int32_t (*zero_crossings)(const fluxion_arguments*, double* values);
  intptr_t behind;
} old_crossings = {offsetof(fluxion_zero_crossings, directions), 1, crossing, 1};
static const void* with_old_crossings(const char* name) {
  return strcmp(name, FLUXION_ZERO_CROSSINGS) == 0 ? &old_crossings : NULL;
}

/* sin t falls, rises, and does both. */
static int32_t three_sines(const fluxion_arguments* a, double* values) {
  values[0] = values[1] = values[2] = sin(a->t);
  return FLUXION_OK;
}
static const int32_t directions[] = {FLUXION_FALLING, FLUXION_RISING, FLUXION_EITHER};
static const fluxion_zero_crossings sines = {sizeof(fluxion_zero_crossings), 3, three_sines, directions};
static const void* with_directions(const char* name) {
  return strcmp(name, FLUXION_ZERO_CROSSINGS) == 0 ? &sines : NULL;
}

/* A circle: x' = y, y' = -x. */
static int32_t turn(const fluxion_arguments* a, double* dx) {
  dx[0] = a->x[1], dx[1] = -a->x[0];
  return FLUXION_OK;
}
static int32_t both_out(const fluxion_arguments* a, double* y) {
  y[0] = a->x[0] * a->x[0] + a->x[1] * a->x[1];
  return FLUXION_OK;
}
static int32_t radius(const fluxion_arguments* a, double* g) {
  g[0] = a->x[0] * a->x[0] + a->x[1] * a->x[1];
  return FLUXION_OK;
}
static int32_t radius_gradient(const fluxion_arguments* a, double* values) {
  values[0] = 2 * a->x[0], values[1] = 2 * a->x[1];
  return FLUXION_OK;
}
static const fluxion_invariants radii[] = {{sizeof(fluxion_invariants), 1, radius, NULL},
                                           {sizeof(fluxion_invariants), 1, radius, radius_gradient}};
static const void* with_invariant(const char* name) {
  return strcmp(name, FLUXION_INVARIANTS) == 0 ? &radii[0] : NULL;
}
static const void* with_gradient(const char* name) {
  return strcmp(name, FLUXION_INVARIANTS) == 0 ? &radii[1] : NULL;
}

/* Data of its own: the sum of its parameter `table`. */
__attribute__((visibility("default"))) int live_tables;
static int32_t start(const fluxion_arguments* a, void** data) {
  double* sum = malloc(sizeof *sum);
  if (!sum) return FLUXION_FATAL;
  *sum = 0;
  for (int32_t k = 0; k < a->p_width[1]; ++k) *sum += a->p[1][k];
  *data = sum;
  ++live_tables;
  return FLUXION_OK;
}
static void terminate(void* data) {
  free(data);
  --live_tables;
}
static int32_t table_rate(const fluxion_arguments* a, double* dx) {
  dx[0] = *(const double*)a->data;
  return FLUXION_OK;
}
static int32_t check_table(const fluxion_arguments* a, char* message, size_t size) {
  if (a->p_width[1] >= 2) return FLUXION_OK;
  snprintf(message, size, "the table needs two numbers, not %d", (int)a->p_width[1]);
  return FLUXION_FATAL;
}

/* y1 = [2; 3] u1, y2 = u2(1) u2(2) + x. */
static int32_t two_ports(const fluxion_arguments* a, double* y) {
  y[0] = 2 * a->u[0], y[1] = 3 * a->u[0], y[2] = a->u[1] * a->u[2] + a->x[0];
  return FLUXION_OK;
}

static const fluxion_parameter parameters[] = {
    {sizeof(fluxion_parameter), "x0", "Initial value", NULL, NULL, "0", 1},
    {sizeof(fluxion_parameter), "table", "Table", NULL, NULL, "[1, 2]", 0},
};
static const fluxion_port output_port = {sizeof(fluxion_port), "y", NULL, 1};
static const fluxion_port two_inputs[] = {{sizeof(fluxion_port), "u1", NULL, 1},
                                          {sizeof(fluxion_port), "u2", NULL, 2}};
static const fluxion_port two_outputs[] = {{sizeof(fluxion_port), "y1", NULL, 2},
                                           {sizeof(fluxion_port), "y2", NULL, 1}};
static const int32_t columns[] = {0, 1, 3, 4, 5}, rows[] = {3, 1, 2, 3, 3};
static const fluxion_pattern pattern = {sizeof(fluxion_pattern), columns, rows};

#define NAMED(name)                                                                                 \
  .struct_size = sizeof(fluxion_block), .id = "sample/" name, .label = name, .category = "Samples", \
  .doc = name, .parameter_count = 2, .parameters = parameters, .output_count = 1,                   \
  .output_ports = &output_port
#define COMMON(name) NAMED(name), .state_count = 1
#define PLANE(name) NAMED(name), .state_count = 2, .initial_state_parameter = 1

static const fluxion_block blocks[] = {
    {COMMON("recoverable"), .outputs = state_out, .derivatives = recoverable},
    {COMMON("fatal"), .outputs = state_out, .derivatives = fatal},
    {COMMON("nan"), .outputs = state_out, .derivatives = not_a_number},
    {COMMON("unwritten"), .outputs = state_out, .derivatives = unwritten},
    {COMMON("narrow"), .outputs = state_out, .derivatives = narrow},
    {COMMON("fatal_projection"), .outputs = state_out, .derivatives = one, .projection = fatal_projection},
    {COMMON("nan_projection"), .outputs = state_out, .derivatives = one,
     .projection = not_a_number_projection},
    {COMMON("switched"), .outputs = state_out, .derivatives = switched, .extension = with_crossings},
    {COMMON("switched_old"), .outputs = state_out, .derivatives = switched, .extension = with_old_crossings},
    {COMMON("directions"), .outputs = state_out, .derivatives = one, .extension = with_directions},
    {COMMON("table"), .outputs = state_out, .derivatives = table_rate, .check_parameters = check_table,
     .start = start, .terminate = terminate},
    {PLANE("circle"), .outputs = both_out, .derivatives = turn, .extension = with_invariant},
    {PLANE("circle_with_gradient"), .outputs = both_out, .derivatives = turn, .extension = with_gradient},
    {.struct_size = sizeof(fluxion_block),
     .id = "sample/two_ports",
     .label = "two_ports",
     .category = "Samples",
     .doc = "two ports",
     .parameter_count = 2,
     .parameters = parameters,
     .input_count = 2,
     .input_ports = two_inputs,
     .output_count = 2,
     .output_ports = two_outputs,
     .state_count = 1,
     .pattern = &pattern,
     .outputs = two_ports,
     .derivatives = one},
};
enum { block_count = sizeof blocks / sizeof *blocks };

static const fluxion_block* block(int32_t index) {
  return index >= 0 && index < block_count ? &blocks[index] : NULL;
}
static const fluxion_descriptor descriptor = {
    sizeof(fluxion_descriptor), FLUXION_ABI_MAJOR, FLUXION_ABI_MINOR, "Samples", "1", block_count, block};
const fluxion_descriptor* fluxion_plugin(void) { return &descriptor; }
