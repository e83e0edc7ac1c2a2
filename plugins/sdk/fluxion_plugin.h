#pragma once
/* The interface between Fluxion and a plug-in: a shared library with blocks of its own. Plain C11.
 *
 * A plug-in exports one function, fluxion_plugin(), that gives its descriptor. Everything the descriptor
 * leads to must stay in place, unchanged, until the library is unloaded.
 *
 * Structs start with their size, set with sizeof, and are only ever appended to: a plug-in built with an
 * older header keeps working. A pointer that is said to be optional may be NULL. Text is UTF-8.
 *
 * The equations of a block with states x, inputs u and parameters p:
 *
 *   dx/dt = derivatives(t, x, u, p),   y = outputs(t, x, u, p)
 *
 * Methods may be called from any thread, for several blocks and several runs at once, at any t and x the
 * solver tries: they must depend on their arguments only and keep nothing between calls. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A host refuses a plug-in of another major version. */
#define FLUXION_ABI_MAJOR 1u
#define FLUXION_ABI_MINOR 2u

/* What a method returns: FLUXION_OK; any positive number where it has no value here but may have one after a
 * smaller step; any negative number where no step will do and the run must end. */
enum { FLUXION_OK = 0, FLUXION_RECOVERABLE = 1, FLUXION_FATAL = -1 };

/* Where a method is evaluated. */
typedef struct fluxion_arguments {
  uint32_t struct_size;
  double t;               /* s */
  const double* x;        /* the states */
  const double* u;        /* the elements of all inputs, port after port */
  const double* const* p; /* p[k]: the elements of parameter k, matrices by column */
  const int32_t* p_width; /* p_width[k]: how many elements parameter k has */
  const double* mode;     /* see fluxion_zero_crossings; NULL where that is not provided, and in projection */
  const void* data;       /* what start made; NULL without start */
  /* Since minor version 2; see fluxion_discrete. NULL where that is not provided, and in projection. */
  const double* d;   /* the discrete states */
  const double* hit; /* hit[k]: 1 while outputs are computed at a sample hit of rate k, else 0 */
} fluxion_arguments;

typedef struct fluxion_parameter {
  uint32_t struct_size;
  const char* name;         /* as in a model file and in scripts, "a" */
  const char* label;        /* as in the dialog, "Growth rate" */
  const char* unit;         /* optional */
  const char* doc;          /* optional, one sentence */
  const char* default_text; /* an expression, "[3; 1]" */
  int32_t width;            /* how many elements it must have; 0: any number */
} fluxion_parameter;

typedef struct fluxion_port {
  uint32_t struct_size;
  const char* name;
  const char* doc; /* optional */
  int32_t width;   /* elements, at least 1 */
} fluxion_port;

/* The sparsity of J = d(dx, y)/d(x, u) = [A B; C D] in compressed columns: the rows of column j are
 * rows[columns[j]] ... rows[columns[j + 1] - 1], ascending. Rows: the derivatives, then the elements of all
 * outputs. Columns: the states, then the elements of all inputs. `columns` has one more entry than J has
 * columns. It must name every entry that can be non-zero anywhere: direct feedthrough is read from D, and an
 * input port that an output port does not depend on arrives as zeros when that output is computed. */
typedef struct fluxion_pattern {
  uint32_t struct_size;
  const int32_t* columns;
  const int32_t* rows;
} fluxion_pattern;

typedef struct fluxion_block {
  uint32_t struct_size;
  const char* id;       /* vendor/name in a-z 0-9 _, unique: "acme/pump" */
  const char* label;    /* "Pump" */
  const char* category; /* the folder of the block library, "Hydraulics" */
  const char* doc;      /* Markdown: one sentence, then the equations and what else there is to know */
  const char* keywords; /* optional: more names for the search, separated by commas */
  const char* icon;     /* optional: text on the block; {name} stands for that parameter's value */

  int32_t parameter_count, input_count, output_count;
  const fluxion_parameter* parameters;
  const fluxion_port* input_ports;
  const fluxion_port* output_ports;

  int32_t state_count;             /* continuous states */
  const char* state_name;          /* optional: of the vector of them, "x" without */
  int32_t initial_state_parameter; /* the parameter with x at the start: one element, or one a state */

  const fluxion_pattern* pattern; /* optional: without it everything is taken to depend on everything */

  /* Writes the elements of all outputs. NULL only without outputs. */
  int32_t (*outputs)(const fluxion_arguments*, double* y);
  /* Writes dx/dt. NULL only without states. */
  int32_t (*derivatives)(const fluxion_arguments*, double* dx);

  /* Optional: the values of J in the order of `pattern`, which it needs. Without it Fluxion takes
   * differences. */
  int32_t (*jacobian)(const fluxion_arguments*, double* values);

  /* Optional. After each step of the solver and before its error is judged: moves x, which holds the solver's
   * result, onto the block's own invariants. The change must stay within the solver's tolerances. `error`,
   * where it is not NULL, is the error estimate of x: remove its part across the invariants. A residual
   * within `tolerance`, or within rounding, is good enough. a->x is the solver's result too, and stays as it
   * is. If the status is not FLUXION_OK, or x is not finite, the step is repeated smaller or the run ends. */
  int32_t (*projection)(const fluxion_arguments*, double* x, double* error, double tolerance);

  /* Optional, when a model is compiled: are these parameters possible? Only p and p_width are set. If not,
   * writes why as text of less than `size` bytes and returns non-zero. */
  int32_t (*check_parameters)(const fluxion_arguments*, char* message, size_t size);

  /* Optional, both or none, once for each block of a compiled model: start may make something from the
   * parameters that all methods then read as a->data (a table, a factorization); terminate releases it. Only
   * p and p_width are set; parameters of such a block cannot be changed during a run. */
  int32_t (*start)(const fluxion_arguments*, void** data);
  void (*terminate)(void* data);

  /* Optional: what else the block can do, asked for by the names below; NULL where it cannot. */
  const void* (*extension)(const char* name);
} fluxion_block;

/* Events. Where a function changes its sign, the solver stops at that instant. mode[k] is 1 where function k
 * was >= 0 at the last event and 0 where it was < 0; it does not change in between, even where the function
 * does. The other methods must choose their branches by mode, never by comparing x or u themselves, so that
 * each step of the solver sees a smooth function. The functions themselves cannot read mode.
 *
 * Where a run does not locate the crossings (fixed steps, detection switched off), mode[k] follows function k
 * in every evaluation.
 *
 * Since minor version 1: `directions`, optional, count of them: which sign changes the solver stops at. Other
 * ones show in mode at the end of the step. */
enum { FLUXION_FALLING = -1, FLUXION_EITHER = 0, FLUXION_RISING = 1 };
#define FLUXION_ZERO_CROSSINGS "fluxion.zero_crossings"
typedef struct fluxion_zero_crossings {
  uint32_t struct_size;
  int32_t count;
  int32_t (*zero_crossings)(const fluxion_arguments*, double* values);
  const int32_t* directions; /* NULL: either, for all */
} fluxion_zero_crossings;

/* Invariants. Functions g of t, x, u and p that stay constant along the exact solution: the program captures
 * their values at the start, projects the states of the whole model onto them after each step, as the
 * settings say, and records how far they were off. Instead of `projection`, for a block that need not know
 * how. */
#define FLUXION_INVARIANTS "fluxion.invariants"
typedef struct fluxion_invariants {
  uint32_t struct_size;
  int32_t count;
  int32_t (*invariants)(const fluxion_arguments*, double* g);
  /* Optional: dg/d(x, u), `count` rows, by column; the columns are the states, then the elements of all
   * inputs. Without it Fluxion takes differences. */
  int32_t (*gradient)(const fluxion_arguments*, double* values);
} fluxion_invariants;

/* Since minor version 2. Numbers that the block keeps from one major step to the next, and sample rates: hit
 * j of rate k is at offsets[k] + j periods[k]. In each major step, once all outputs are computed, `update`
 * gives what d becomes; it must leave d as it is where nothing has a hit. Outputs at a hit are computed with
 * the d that was there before. A host of minor version 1 does not know of d: its struct_size of
 * fluxion_arguments is smaller, and check_parameters should refuse it. */
#define FLUXION_DISCRETE "fluxion.discrete"
typedef struct fluxion_discrete {
  uint32_t struct_size;
  int32_t count, rate_count;                               /* count at least 1 */
  const double* periods;                                   /* s */
  const double* offsets;                                   /* s */
  int32_t (*initial)(const fluxion_arguments*, double* d); /* what d starts as, by t, x and p; u is 0 */
  int32_t (*update)(const fluxion_arguments*, double* next);
  int32_t crossings_read; /* 1: zero crossing functions read d or hit, which are NULL there otherwise */
} fluxion_discrete;

typedef struct fluxion_descriptor {
  uint32_t struct_size;
  uint32_t abi_major, abi_minor; /* FLUXION_ABI_MAJOR, FLUXION_ABI_MINOR */
  const char* name;              /* "Acme hydraulics" */
  const char* version;           /* "1.2" */
  int32_t block_count;
  const fluxion_block* (*block)(int32_t index);
} fluxion_descriptor;

#if defined(_WIN32)
#define FLUXION_EXPORT __declspec(dllexport)
#else
#define FLUXION_EXPORT __attribute__((visibility("default")))
#endif

/* The one exported symbol. */
FLUXION_EXPORT const fluxion_descriptor* fluxion_plugin(void);
#define FLUXION_ENTRY "fluxion_plugin"

#ifdef __cplusplus
}
#endif
