/* A plug-in that is wrong in the way the environment variable FLUXION_BROKEN names; without it, it is right.
 */
#include <stdlib.h>
#include <string.h>

#include "plugins/sdk/fluxion_plugin.h"

static int32_t outputs(const fluxion_arguments* a, double* y) {
  y[0] = a->x[0];
  return FLUXION_OK;
}
static int32_t derivatives(const fluxion_arguments* a, double* dx) {
  dx[0] = a->u[0] - a->x[0];
  return FLUXION_OK;
}
static int32_t jacobian(const fluxion_arguments* a, double* values) {
  (void)a;
  values[0] = -1, values[1] = values[2] = 1;
  return FLUXION_OK;
}
static int32_t start(const fluxion_arguments* a, void** data) {
  (void)a;
  *data = NULL;
  return FLUXION_OK;
}
static int32_t project(const fluxion_arguments* a, double* x, double* error, double tolerance) {
  (void)a, (void)x, (void)error, (void)tolerance;
  return FLUXION_OK;
}
static int32_t crossings(const fluxion_arguments* a, double* values) {
  values[0] = a->x[0];
  return FLUXION_OK;
}

static int32_t columns[3], rows[3];
static fluxion_pattern pattern;
static fluxion_parameter parameters[2];
static fluxion_port input_port, output_port;
static fluxion_zero_crossings zero_crossings;
static fluxion_invariants invariants;
static fluxion_discrete discrete;
static double periods[1], offsets[1];
static const int32_t no_direction[] = {2};
static fluxion_block block;
static fluxion_descriptor descriptor;
static char long_text[1000];

static const void* extension(const char* name) {
  if (strcmp(name, FLUXION_INVARIANTS) == 0) return &invariants;
  if (strcmp(name, FLUXION_DISCRETE) == 0) return &discrete;
  return strcmp(name, FLUXION_ZERO_CROSSINGS) == 0 ? &zero_crossings : NULL;
}
static const fluxion_block* the_block(int32_t index) {
  (void)index;
  return &block;
}
static const fluxion_block* no_block(int32_t index) {
  (void)index;
  return NULL;
}

static void describe(void) {
  memset(long_text, 'x', sizeof long_text - 1);
  columns[0] = 0, columns[1] = 2, columns[2] = 3;
  rows[0] = 0, rows[1] = 1, rows[2] = 0;
  pattern = (fluxion_pattern){sizeof pattern, columns, rows};
  parameters[0] = (fluxion_parameter){sizeof parameters[0], "k", "Gain", NULL, NULL, "1", 1};
  parameters[1] = (fluxion_parameter){sizeof parameters[0], "x0", "Initial value", NULL, NULL, "0", 1};
  input_port = (fluxion_port){sizeof input_port, "u", NULL, 1};
  output_port = (fluxion_port){sizeof output_port, "y", NULL, 1};
  zero_crossings = (fluxion_zero_crossings){sizeof zero_crossings, 1, crossings, NULL};
  invariants = (fluxion_invariants){sizeof invariants, 1, crossings, NULL};
  periods[0] = 1, offsets[0] = 0;
  discrete = (fluxion_discrete){sizeof discrete, 1, 1, periods, offsets, crossings, crossings, 0};
  memset(&block, 0, sizeof block);
  block.struct_size = sizeof block;
  block.id = "broken/lag", block.label = "Lag", block.category = "Test", block.doc = "A lag.";
  block.parameter_count = 2, block.input_count = block.output_count = block.state_count = 1;
  block.parameters = parameters, block.input_ports = &input_port, block.output_ports = &output_port;
  block.initial_state_parameter = 1;
  block.pattern = &pattern;
  block.outputs = outputs, block.derivatives = derivatives, block.jacobian = jacobian;
  block.extension = extension;
  descriptor = (fluxion_descriptor){sizeof descriptor, FLUXION_ABI_MAJOR, FLUXION_ABI_MINOR, "Broken", "1", 1,
                                    the_block};
}

static void spoil(const char* how) {
#define CASE(name, change)      \
  if (strcmp(how, name) == 0) { \
    change;                     \
  }
  CASE("wrong major", descriptor.abi_major = 7)
  CASE("small descriptor", descriptor.struct_size = 16)
  CASE("tiny descriptor", descriptor.struct_size = 0)
  CASE("no blocks", descriptor.block_count = 0)
  CASE("too many blocks", descriptor.block_count = 2000000000)
  CASE("null block", descriptor.block = no_block)
  CASE("null accessor", descriptor.block = NULL)
  CASE("same block twice", descriptor.block_count = 2)
  CASE("small block", block.struct_size = 8)
  CASE("null id", block.id = NULL)
  CASE("id without vendor", block.id = "lag")
  CASE("id in capitals", block.id = "Broken/lag")
  CASE("id with two slashes", block.id = "broken/lag/2")
  CASE("taken id", block.id = "math/gain")
  CASE("null label", block.label = NULL)
  CASE("long label", block.label = long_text)
  CASE("not text", block.doc = "a \xff b")
  CASE("cut text", block.doc = "a \xe2\x82")
  CASE("negative states", block.state_count = -1)
  CASE("huge states", block.state_count = 2000000000)
  CASE("many parameters", block.parameter_count = 2000000000)
  CASE("null parameters", block.parameters = NULL)
  CASE("small parameter", parameters[0].struct_size = 4)
  CASE("uneven parameters", parameters[1].struct_size = 4)
  CASE("parameter name", parameters[0].name = "2 k")
  CASE("parameter twice", parameters[0].name = "x0")
  CASE("parameter width", parameters[0].width = -3)
  CASE("null default", parameters[0].default_text = NULL)
  CASE("default without value", parameters[0].default_text = "2*omega")
  CASE("default of text", parameters[0].default_text = "'k'")
  CASE("default of wrong width", parameters[0].default_text = "[1 2]")
  CASE("port without width", output_port.width = 0)
  CASE("huge port", input_port.width = 2000000000)
  CASE("null ports", block.input_ports = NULL)
  CASE("null port name", input_port.name = NULL)
  CASE("initial state", block.initial_state_parameter = 2)
  CASE("initial width", (parameters[1].width = 3, parameters[1].default_text = "[1 2 3]"))
  CASE("no outputs method", block.outputs = NULL)
  CASE("no derivatives method", block.derivatives = NULL)
  CASE("jacobian without pattern", block.pattern = NULL)
  CASE("projection without states",
       (block.state_count = 0, block.pattern = NULL, block.jacobian = NULL, block.projection = project))
  CASE("start alone", block.start = start)
  CASE("small pattern", pattern.struct_size = 4)
  CASE("null columns", pattern.columns = NULL)
  CASE("null rows", pattern.rows = NULL)
  CASE("row out of range", rows[1] = 2)
  CASE("negative row", rows[0] = -1)
  CASE("rows descend", (rows[0] = 1, rows[1] = 0))
  CASE("columns descend", columns[1] = -1)
  CASE("columns leap", columns[2] = 2000000000)
  CASE("columns begin late", columns[0] = 1)
  CASE("no crossings", zero_crossings.count = 0)
  CASE("null crossings", zero_crossings.zero_crossings = NULL)
  CASE("no direction", zero_crossings.directions = no_direction)
  CASE("no invariants", invariants.count = 0)
  CASE("null invariants", invariants.invariants = NULL)
  CASE("no discrete states", discrete.count = 0)
  CASE("null update", discrete.update = NULL)
  CASE("small discrete", discrete.struct_size = 8)
  CASE("null periods", discrete.periods = NULL)
  CASE("many rates", discrete.rate_count = 2000000000)
  CASE("no period", periods[0] = 0)
  CASE("late offset", offsets[0] = 1)
#undef CASE
}

const fluxion_descriptor* fluxion_plugin(void) {
  const char* how = getenv("FLUXION_BROKEN");
  describe();
  if (how && strcmp(how, "null descriptor") == 0) return NULL;
  if (how) spoil(how);
  return &descriptor;
}
