#include "sim_core/backends/c_source/model_template.h"

namespace sim::c_source {

const std::string_view instant_template = R"c(%if rates hybrid

/* What is executed at this instant: hits of rates. */
static void take_hits(model *self, double t) {
  for (int k = 0; k < {rate_count}; ++k) {
    const grid *g = &grids[k];
    self->due[k] = !(t < grid_time(g, self->next_hit[k])) || grid_is_hit(g, t, self->next_hit[k]);
    if (self->due[k]) self->next_hit[k] = grid_first_after(g, t);
  }
}
%end
%if left_limits rates

static double next_hit_time(const model *self) {
  double first = INFINITY;
  for (int k = 0; k < {rate_count}; ++k) {
    const double hit = grid_time(&grids[k], self->next_hit[k]);
    if (hit < first) first = hit;
  }
  return first;
}
%end
%if hybrid

static void set_hits(model *self, int on) {
%if rates
  static const int rate_modes[{rate_count}] = {rate_modes};
%end
%if major_step_mode
  set_mode(self, {major_step_mode}, on);
%end
%if rates
  for (int k = 0; k < {rate_count}; ++k)
    if (self->due[k]) set_mode(self, rate_modes[k], on);
%end
%if sets_hits
%else
  (void)on;
%end
  commit(self);
}
%end
%if updates

/* Discrete states, and continuous ones that are reset, become what follows from the outputs of this instant. */
static void update(model *self, double t, int *again) {
%if slot_updates
  static const int update_slots[{update_count}] = {update_slots};
  double next[{update_count}];
%end
%if resets
  static const int reset_states[{reset_count}] = {reset_states};
  double behind[{reset_count}];
%end
%if slot_updates
  next_discrete(self, t, {x}, next);
%end
%if resets
  resets(self, t, {x}, behind);
%end
%if slot_updates
  for (int k = 0; k < {update_count}; ++k) set_slot(self, update_slots[k], next[k]);
%end
%if resets
  for (int k = 0; k < {reset_count}; ++k) {
    if (self->x[reset_states[k]] == behind[k]) continue;
    self->x[reset_states[k]] = behind[k];
    *again = 1;
  }
%else
  (void)again;
%end
}
%end
%if latches

/* What follows a signal takes its value from before anything switches. */
static void latch(model *self, double t) {
  static const int latch_slots[{latch_count}] = {latch_slots};
  double now[{latch_count}];
%if chooses_for_latches
  choose_branches(self, t, {x});
%end
  latched(self, t, {x}, now);
  for (int k = 0; k < {latch_count}; ++k) set_slot(self, latch_slots[k], now[k]);
  commit(self);
}
%end
%if checks

/* Whether blocks end the run, or do not allow it to go on. */
static model_status run_checks(model *self, double t) {
  static const struct {
    int is_error;
    const char *message;
  } checks[{check_count}] = {check_table};
  double found[{check_count}];
  check_values(self, t, {x}, found);
  for (int k = 0; k < {check_count}; ++k) {
    if (found[k] == 0.0 || !checks[k].message) continue;
    if (!self->message || checks[k].is_error) self->message = checks[k].message;
    if (checks[k].is_error) return MODEL_CHECK_FAILED;
  }
  return MODEL_OK;
}
%end

/* Copies a row to `outputs`. */
static void publish(model *self, double t, const double *row) {
  model_outputs *to = &self->outputs;
  to->time = t;
%if columns
{publish_members}
%else
  (void)row;
%end
  ++self->rows;
  if (self->on_row) self->on_row(self->context, to);
}

static void write_row(model *self, double t) {
%if columns
%if chooses_for_rows
  choose_branches(self, t, {x});
%end
  recorded(self, t, {x}, self->row);
%end
%if left_limits
  if (self->has_left_limit) {
    int jumps = 0;
{left_limit_tests}    if (jumps) publish(self, t, self->left_limit);
  }
%end
%if columns
  publish(self, t, self->row);
%else
  publish(self, t, NULL);
%end
}

typedef enum row_kind { ROW_IF_DUE, ROW_ALWAYS } row_kind;

/* What happens at one instant: outputs are computed with the rates that are due, then all updates from these;
   and again while that switches a mode or resets a state. */
static model_status take_instant(model *self, row_kind kind) {
  const double t = self->time;
  int again = 1;
%if settles
  model_status status = MODEL_OK;
%end
%if rates hybrid
  take_hits(self, t);
%end
  for (int64_t round = 0; again; ++round) {
    int changed = 0;
    if (round > {most_rounds}) return MODEL_ENDLESS;
    again = 0;
%if hybrid
    set_hits(self, 1);
%end
%if settles
    status = settle(self, t, &changed);
    if (status != MODEL_OK) return status;
%end
    if (round > 0 || kind == ROW_ALWAYS || t >= self->stop_time || ++self->since_row % {decimation} == 0) write_row(self, t);
%if left_limits
    self->has_left_limit = 0;
%end
%if checks
    if (run_checks(self, t) != MODEL_OK) return MODEL_CHECK_FAILED;
%end
%if updates
    update(self, t, &again);
%end
%if hybrid
    set_hits(self, 0);
%if rates
    for (int k = 0; k < {rate_count}; ++k) self->due[k] = 0;
%end
    if (self->message) break;
%if events_move
    load_event_times(self);
%end
%if settles
    changed = 0;
    status = settle(self, t, &changed);
    if (status != MODEL_OK) return status;
    if (changed) again = 1;
%end
%end
    (void)changed;
  }
  return MODEL_OK;
}
)c";

const std::string_view entry_template = R"c(%if initial

static int same_bits(const double *a, const double *b, size_t count) {
  return memcmp(a, b, count * sizeof *a) == 0;
}

/* Initial values; each may read others, so they are computed until none changes. */
static void set_initial_values(model *self, double t, int primed) {
%if states
  double states[{state_count}];
%end
%if slots
  double slots[{slot_count}];
%if initial_slots
  double initial[{initial_slot_count}];
  static const int slot_of_initial[{initial_slot_count}] = {slot_of_initial};
%end
%if primed_before
  static const int before[{before_count}] = {before_slots};
%end
%end
  (void)primed;
  for (int round = 0; round < {initial_rounds}; ++round) {
    int same = 1;
%if states
    initial_states(self, t, self->x, states);
    same = same && same_bits(states, self->x, {state_count});
%end
%if slots
    for (int k = 0; k < {slot_count}; ++k) slots[k] = 0.0;
%if initial_slots
    initial_discrete(self, t, {x}, initial);
    for (int k = 0; k < {initial_slot_count}; ++k) slots[slot_of_initial[k]] = initial[k];
%end
%if primed_before
    for (int k = 0; primed && k < {before_count}; ++k) slots[before[k]] = self->discrete[before[k]];
%end
    same = same && same_bits(slots, self->discrete, {slot_count});
%end
    if (same) return;
%if states
    memcpy(self->x, states, sizeof states);
%end
%if slots
    for (int k = 0; k < {slot_count}; ++k) set_slot(self, k, slots[k]);
%end
    commit(self);
  }
}
%end
%if primed

/* What starts as what it would be updated to. */
static int prime(model *self, double t) {
  static const struct {
    int update, slot, before;
  } primed[{primed_count}] = {primed_table};
  double next[{update_count}];
  int changed = 0;
  next_discrete(self, t, {x}, next);
  for (int k = 0; k < {primed_count}; ++k) {
    const double value = next[primed[k].update];
    if (primed[k].before && !same_bits(&value, &self->discrete[primed[k].slot], 1)) changed = 1;
    set_slot(self, primed[k].slot, value);
  }
  commit(self);
  return changed;
}
%end

/* Initial values may depend on modes, and modes on them. */
static model_status settle_start(model *self, double t, int *primed) {
  int again = 1;
  for (int round = 0; again && round <= {settle_rounds}; ++round) {
    again = 0;
%if initial
    set_initial_values(self, t, *primed);
%end
%if events
    load_event_times(self);
%end
%if settles
    {
      const model_status status = settle(self, t, &again);
      if (status != MODEL_OK) return status;
    }
%end
%if primed
    if (prime(self, t)) again = 1;
%end
    *primed = 1;
  }
  (void)self;
  (void)t;
  return MODEL_OK;
}

void model_defaults(model *self) {
  memset(self, 0, sizeof *self);
  self->parameters = model_default_parameters;
  self->stop_time = {stop_time};
  self->on_row = NULL;
  self->context = NULL;
  self->message = NULL;
}

/* Everything but what the user sets. */
static void clear(model *self) {
  const size_t own = offsetof(model, message);
  memset((char *)self + own, 0, sizeof *self - own);
  self->message = NULL;
  self->time = {start_time};
  self->changed = 1;
}

model_status model_initialize(model *self) {
%if rates
  static const int64_t first_hits[{rate_count}] = {first_hits};
%if due_at_start
  static const int due_at_start[{due_count}] = {due_list};
%end
%end
%if captures
  static const int capture_slots[{capture_count}] = {capture_slots};
  double captured[{capture_count}];
%end
  const double t = {start_time};
  model_status status;
  int primed = 0;
  clear(self);
  commit(self);
%if rates
  for (int k = 0; k < {rate_count}; ++k) self->next_hit[k] = first_hits[k];
%if due_at_start
  for (int k = 0; k < {due_count}; ++k) self->due[due_at_start[k]] = 1;
%end
%end
%if hybrid
  set_hits(self, 1);
%end
  status = settle_start(self, t, &primed);
  if (status != MODEL_OK) return status;
%if captures
  captured_values(self, t, {x}, captured);
  for (int k = 0; k < {capture_count}; ++k) self->captured[capture_slots[k]] = captured[k];
  self->changed = 1;
  commit(self);
  status = settle_start(self, t, &primed);
  if (status != MODEL_OK) return status;
%end
%if hybrid
  set_hits(self, 0);
%if rates
  for (int k = 0; k < {rate_count}; ++k) self->due[k] = 0;
%end
%end
%if states
  derivatives(self, t, self->x, self->k[0]);
  for (int i = 0; i < {state_count}; ++i)
    if (!isfinite(self->x[i]) || !isfinite(self->k[0][i])) return MODEL_NOT_FINITE;
%end
  return take_instant(self, ROW_ALWAYS);
}

model_status model_step(model *self) {
  const double began = self->time, next = grid_time(&grid_of_steps, self->steps + 1);
  const double end = next >= self->stop_time - {close} ? self->stop_time : next;
  row_kind kind = ROW_IF_DUE;
  model_status status;
  if (self->message) return MODEL_ENDED;
  if (!(end > began)) return MODEL_FINISHED;
  self->changed = 1; /* parameters and inputs may be others */
  commit(self);
%if states
  integrate(self, began, end);
  for (int i = 0; i < {state_count}; ++i)
    if (!isfinite(self->x[i])) return MODEL_NOT_FINITE;
%end
  self->time = end;
  ++self->steps;
%if events
  for (int k = 0; k < {event_count}; ++k)
    if (self->event_times[k] == end) kind = ROW_ALWAYS;
  if (kind == ROW_ALWAYS) write_row(self, end);
%end
%if left_limits rates
  if (kind != ROW_ALWAYS && end == next_hit_time(self)) {
    self->has_left_limit = 1;
%if chooses_for_rows
    choose_branches(self, end, {x});
%end
    recorded(self, end, {x}, self->left_limit);
  }
%end
%if latches
  latch(self, end);
%end
  status = take_instant(self, kind);
  if (status != MODEL_OK) return status;
  return self->message ? MODEL_ENDED : MODEL_OK;
}

void model_terminate(model *self) { self->on_row = NULL; }
)c";

}  // namespace sim::c_source
