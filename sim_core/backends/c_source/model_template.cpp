#include "sim_core/backends/c_source/model_template.h"

namespace sim::c_source {

const std::string_view header_template = R"c(#ifndef MODEL_H
#define MODEL_H
{title}

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What may be changed, before model_initialize() or between two steps. */
typedef struct model_parameters {
{parameter_members}} model_parameters;

extern const model_parameters model_default_parameters;
%if inputs

/* The inputs of the model: set them before each step. They are held over it. */
typedef struct model_inputs {
{input_members}} model_inputs;
%end

/* What the model records: a row of what `fluxion-cli run` writes. */
typedef struct model_outputs {
  double time; /* s */
{output_members}} model_outputs;

typedef enum model_status {
  MODEL_OK,
  MODEL_FINISHED,     /* the stop time has been reached */
  MODEL_ENDED,        /* a block has ended the run: see `message` */
  MODEL_CHECK_FAILED, /* likewise, with an error */
  MODEL_NOT_FINITE,   /* a state has become infinite or not a number */
  MODEL_UNSETTLED,    /* switches go to and fro at one instant */
  MODEL_ENDLESS       /* events bring about one another without end at one instant */
} model_status;

/* One instance of the model. Everything it knows is in here; it may be copied. */
typedef struct model {
  model_parameters parameters;
%if inputs
  model_inputs inputs;
%end
  model_outputs outputs; /* the newest row */
  double stop_time;      /* s; INFINITY: none */
  /* Called with each row, of which there may be several at one instant; NULL: by nobody. */
  void (*on_row)(void *context, const model_outputs *row);
  void *context;
  const char *message; /* of the block that ended the run; NULL: none did */

  /* What follows is the model's own. */
  double time;   /* s, of the last step's end */
  int64_t steps; /* that have been taken */
  int64_t rows, since_row;
  int changed; /* what depends on modes and discrete states is to be computed anew */
%if states
  double x[{state_count}]; /* continuous states: {state_names} */
  double k[{stage_count}][{state_count}], argument[{state_count}];
%end
%if slots
  double discrete[{slot_count}];
%end
%if modes
  double modes[{mode_count}];
%end
%if captured
  double captured[{captured_count}];
%end
%if held
  double held[{held_count}]; /* what stays between events */
%end
%if work
  double work[{work_count}];
%end
%if switches
  double functions[{crossing_room}];
%end
%if events
  double event_times[{event_count}];
%end
%if rates
  int64_t next_hit[{rate_count}];
  int due[{rate_count}];
%end
%if columns
  double row[{column_count}];
%end
%if left_limits
  double left_limit[{column_count}]; /* of a row, before what is updated at its instant */
  int has_left_limit;
%end
} model;

/* Gives all parameters their values from the model, and clears `stop_time`, `on_row` and `context`. To be called
   first. */
void model_defaults(model *self);
/* Begins a run with the parameters as they are; may be called again to begin another one. */
model_status model_initialize(model *self);
/* One step of {step_text} s. */
model_status model_step(model *self);
/* Ends the run. Nothing has to be freed. */
void model_terminate(model *self);

#ifdef __cplusplus
}
#endif

#endif
)c";

const std::string_view grid_template = R"c(
/* Instants: hit k is (first + k step) / base, or offset + k period where there is no such base. */
typedef struct grid {
  double period, offset;
  int64_t first, step, base;
} grid;

static const grid grid_of_steps = {step_grid};
%if rates
static const grid grids[{rate_count}] = {rate_grids};
%end

static double grid_time(const grid *g, int64_t hit) {
  if (g->base > 0 && fabs((double)hit) * (double)g->step < 0x1p62)
    return (double)(g->first + hit * g->step) / (double)g->base;
  return fma((double)hit, g->period, g->offset);
}
%if searches_grid

/* A few units in the last place of t and the offset, in periods. */
static double grid_slack(const grid *g, double t) {
  return 4.0 * DBL_EPSILON * (fabs(t) + fabs(g->offset)) / g->period;
}

static int grid_is_hit(const grid *g, double t, int64_t hit) {
  return fabs(t - grid_time(g, hit)) <= grid_slack(g, t) * g->period;
}

static int64_t grid_first_at_or_after(const grid *g, double t) {
  double estimate = ceil((t - g->offset) / g->period - grid_slack(g, t));
  int64_t hit;
  if (estimate < -0x1p53) estimate = -0x1p53;
  if (estimate > 0x1p53) estimate = 0x1p53;
  hit = (int64_t)estimate;
  return grid_time(g, hit) < t && !grid_is_hit(g, t, hit) ? hit + 1 : hit;
}
%end
%if rates

static int64_t grid_first_after(const grid *g, double t) {
  const int64_t hit = grid_first_at_or_after(g, t);
  return grid_is_hit(g, t, hit) || grid_time(g, hit) <= t ? hit + 1 : hit;
}
%end
%if events

/* A time that misses a step or a sample hit by rounding is that. */
static double snapped(double t) {
  int64_t hit;
%if rates
  double first = INFINITY;
%end
  if (!isfinite(t)) return t;
  hit = grid_first_at_or_after(&grid_of_steps, t);
  if (grid_is_hit(&grid_of_steps, t, hit)) return grid_time(&grid_of_steps, hit);
%if rates
  for (int k = 0; k < {rate_count}; ++k) {
    hit = grid_first_at_or_after(&grids[k], t);
    if (hit >= 0 && grid_is_hit(&grids[k], t, hit) && grid_time(&grids[k], hit) < first)
      first = grid_time(&grids[k], hit);
  }
  if (isfinite(first)) return first;
%end
  return t;
}
%end

)c";

const std::string_view memory_template = R"c(
/* What depends on what has changed. */
static void commit(model *self) {
  if (self->changed) {
%if held
    hold(self);
%end
    self->changed = 0;
  }
}
%if sets_modes

static int set_mode(model *self, int mode, int on) {
  const double value = on ? 1.0 : 0.0;
  if (self->modes[mode] == value) return 0;
  self->modes[mode] = value;
  self->changed = 1;
  return 1;
}
%end
%if slots

static void set_slot(model *self, int slot, double value) {
  if (self->discrete[slot] == value) return;
  self->discrete[slot] = value;
  self->changed = 1;
}
%end
%if switches

/* A mode is 1 where its crossing function is at or above zero; a second one, where there is one, is 1 where it
   is at or below. */
typedef struct crossing {
  int mode, below_mode;
  int unordered; /* the mode where the function is not a number */
} crossing;

static const crossing crossings[{crossing_room}] = {crossing_table};

static int is_above(const crossing *c, double function) {
  return isnan(function) ? c->unordered : function >= 0.0;
}

static int follow(model *self, int k, double function) {
  const crossing *c = &crossings[k];
  int changed = set_mode(self, c->mode, is_above(c, function));
  if (c->below_mode >= 0 && set_mode(self, c->below_mode, function <= 0.0)) changed = 1;
  return changed;
}
%end
%if followed

/* Branches that are not held over a step. */
static void choose_branches(model *self, double t, const double *x) {
  static const int followed[{followed_count}] = {followed_list};
  double functions[{crossing_count}];
  for (int round = 0; round <= {followed_count}; ++round) {
    int changed = 0;
    crossing_functions(self, t, x, functions);
    for (int k = 0; k < {followed_count}; ++k)
      if (follow(self, followed[k], functions[followed[k]])) changed = 1;
    if (!changed) return;
    commit(self);
  }
}
%end
)c";

const std::string_view switching_template = R"c(%if events

static void load_event_times(model *self) {
  event_times(self, 0.0, {x}, self->event_times);
  for (int k = 0; k < {event_count}; ++k) self->event_times[k] = snapped(self->event_times[k]);
}
%end
%if settles

%if switches
/* Sets the modes of these crossings as their functions say. */
static int follow_all(model *self, const int *list, int count) {
  int changed = 0;
  for (int k = 0; k < count; ++k)
    if (follow(self, list[k], self->functions[list[k]])) changed = 1;
  return changed;
}

%end
/* Sets all modes for this instant, until none changes. What decides on execution comes first. */
static model_status settle(model *self, double t, int *any) {
%if switches
%if rules
  static const int rules[{rule_count}] = {rule_list};
%end
%if others
  static const int others[{other_count}] = {other_list};
%end
%end
%if events
  static const int event_modes[{event_count}] = {event_modes};
  for (int k = 0; k < {event_count}; ++k)
    if (set_mode(self, event_modes[k], t >= self->event_times[k])) *any = 1;
%end
%if switches
  for (int round = 0; round <= {settle_rounds}; ++round) {
    int changed = 0;
    commit(self);
    crossing_functions(self, t, {x}, self->functions);
%if rules
    changed = follow_all(self, rules, {rule_count});
%end
%if others
    if (!changed) changed = follow_all(self, others, {other_count});
%end
    if (!changed) return MODEL_OK;
    *any = 1;
  }
  return MODEL_UNSETTLED;
%else
  commit(self);
  return MODEL_OK;
%end
}
%end
)c";

}  // namespace sim::c_source
