"""Drives fluxion-cli generate --tasks per-rate: step functions of slower rates, in any order of time, give what a run gives."""
import os
import random
import subprocess
import unittest

from cli_test import EXAMPLES, block, line, ramp_model
from generating import COMPILER, FLAGS, Generate, built, read_csv

PER_RATE = ("--tasks", "per-rate")
QUICK = ("-O0",)  # nearly all the time of these tests is that of the compiler


# A fast sine, a slow controller with a delay and a limit behind it, and what is fast again.
def control_model(delay, **settings):
    blocks = [block(1, "sources/sine_wave", "Drive", Frequency="3", SampleTime="0.01"),
              block(2, "attributes/rate_transition", "Down", SampleTime="0.1"),
              block(3, "discrete/discrete_integrator", "Sum", SampleTime="-1"), block(4, "discontinuities/saturation", "Limit", lower="-0.1", upper="0.1"),
              block(5, "attributes/rate_transition", "Up", Delay="on" if delay else "off"),
              block(6, "continuous/transfer_fcn", "Plant"), block(7, "sinks/scope", "Plant's"), block(8, "sinks/scope", "Slow"),
              block(9, "math/gain", "Scaled", k="3")]
    lines = [line(20 + k, (a, 1), (b, 1)) for k, (a, b) in enumerate(((1, 2), (2, 3), (3, 9), (9, 4), (4, 5), (5, 6), (6, 7), (4, 8)))]
    return {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "ode4", "FixedStep": "0.01", **settings}, "blocks": blocks,
            "lines": lines}


# Blocks of several rates that read each other, with and without delays between them.
def random_diagram(choose):
    rates = choose.choice([["0.05", "0.1", "0.2"], ["0.05", "0.15", "0.45"], ["0.1", "[0.2 0.05]", "0.3"], ["0.05", "0.2", "[0.4 0.2]"]])
    kinds = [("math/gain", {"k": "-0.7"}), ("math/gain", {"k": "[0.4; -1.1]"}), ("math/sum", {"signs": "+-"}), ("math/product", {}),
             ("discrete/unit_delay", {"InitialCondition": "0.3"}), ("discrete/discrete_integrator", {"GainValue": "0.4"}),
             ("discrete/discrete_transfer_fcn", {}), ("discontinuities/relay", {}), ("discontinuities/saturation", {}),
             ("discontinuities/dead_zone", {}), ("lookup_tables/lookup_1d", {}), ("math/trigonometric_function", {}),
             ("math/rounding_function", {}), ("attributes/rate_transition", {"Delay": "on"}), ("attributes/rate_transition", {}),
             ("continuous/integrator", {"x0": "0.3"}), ("logic/detect_change", {}), ("discrete/zero_order_hold", {}),
             ("discrete/difference", {}), ("sources/random_number", {}), ("math/abs", {}), ("math/minmax", {"Inputs": "2"})]
    sampled = {"discrete/unit_delay", "discrete/discrete_integrator", "discrete/discrete_transfer_fcn", "attributes/rate_transition",
               "discrete/zero_order_hold", "sources/random_number"}
    inputs = {"math/sum": 2, "math/product": 2, "math/minmax": 2}
    solver = choose.choice(["ode1", "ode3", "discrete"])
    if solver == "discrete":
        kinds.remove(("continuous/integrator", {"x0": "0.3"}))
    blocks = [block(1, "sources/sine_wave", "Drive", Amplitude="1.7", Frequency="2.3", SampleTime=rates[0] if solver == "discrete" else "0"),
              block(2, "discrete/zero_order_hold", "Slow", SampleTime=rates[-1]), block(3, "discrete/zero_order_hold", "Slower", SampleTime=rates[1])]
    lines, sources, number = [line(900, (1, 1), (2, 1)), line(901, (1, 1), (3, 1))], [1, 2, 3], 1000
    for at in range(10, 10 + choose.randint(8, 20)):
        kind, parameters = choose.choice(kinds)
        if kind in sampled:
            parameters = {**parameters, "SampleTime": choose.choice([*rates, *rates, "-1"]) if kind != "sources/random_number" else rates[0]}
        if kind == "discrete/zero_order_hold" and parameters["SampleTime"] == "-1":
            parameters["SampleTime"] = rates[1]
        blocks.append(block(at, kind, f"{kind.split('/')[1]} {at}", **parameters))
        for port in range(0 if kind.startswith("sources/") else inputs.get(kind, 1)):
            lines.append(line(number, (choose.choice(sources[-6:]), 1), (at, port + 1)))
            number += 1
        if choose.random() < 0.4:
            blocks.append(block(at + 500, "sinks/scope", f"Scope {at}"))
            lines.append(line(number + 500, (at, 1), (at + 500, 1)))
        sources.append(at)
        number += 1
    blocks.append(block(5, "sinks/scope", "Last"))
    lines.append(line(4000, (sources[-1], 1), (5, 1)))
    return {"fluxion": 1, "settings": {"StopTime": "4", "Solver": solver, "FixedStep": "0.05"},
            "blocks": blocks, "lines": lines}


# A sine, three slower rates that compute with matrices for a while, each with a delay behind it, and a plant that hears all of them.
def slow_work_model():
    blocks = [block(1, "sources/sine_wave", "Drive", Frequency="3"), block(2, "math/sum", "All", signs="+++"),
              block(3, "continuous/transfer_fcn", "Plant"), block(4, "sinks/scope", "Scope")]
    lines = [line(101, (2, 1), (3, 1)), line(102, (3, 1), (4, 1))]
    for k, period in enumerate(("0.02", "0.03", "0.1")):
        first = 10 * (k + 1)
        blocks += [block(first, "attributes/rate_transition", f"Down {k}", SampleTime=period),
                   block(first + 1, "math/gain", f"Spread {k}", k="linspace(-1, 1, 60)'"),
                   block(first + 2, "math/gain", f"Turn {k}", k="0.01*ones(60) + 0.3*eye(60)", Multiplication="matrix K*u"),
                   block(first + 3, "discrete/unit_delay", f"Last {k}"), block(first + 4, "math/sum", f"Sum {k}", signs="++"),
                   block(first + 5, "math/reduction", f"Total {k}"), block(first + 6, "attributes/rate_transition", f"Up {k}", Delay="on"),
                   block(first + 7, "sinks/scope", f"See {k}")]
        pairs = [((1 if k == 0 else first - 4), 1, first, 1), (first, 1, first + 1, 1), (first + 1, 1, first + 4, 1), (first + 4, 1, first + 2, 1),
                 (first + 2, 1, first + 3, 1), (first + 3, 1, first + 4, 2), (first + 2, 1, first + 5, 1), (first + 5, 1, first + 6, 1),
                 (first + 6, 1, 2, k + 1), (first + 5, 1, first + 7, 1)]
        lines += [line(200 + 20 * k + j, (a, b), (c, d)) for j, (a, b, c, d) in enumerate(pairs)]
    return {"fluxion": 1, "settings": {"StopTime": "2", "Solver": "ode3", "FixedStep": "0.01"}, "blocks": blocks, "lines": lines}


# Steps the model, and its slower rates in threads of their own, which are stopped at random instants for random times; or, with a word,
# all in one thread. Writes what each rate has computed.
THREADS = r"""
@define _POSIX_C_SOURCE 200809L
@include <errno.h>
@include <pthread.h>
@include <sched.h>
@include <signal.h>
@include <stdio.h>
@include <stdlib.h>
@include <string.h>
@include <time.h>
@include "model.h"
static model plant;
static int ended, overruns;
static double rows[3][4000];
static size_t counts[3];
static void pause_for(long ns) {
  const struct timespec time = {0, ns};
  nanosleep(&time, NULL);
}
static void interrupt(int number) {
  static unsigned shared_seed;
  const int before = errno;
  unsigned seed = __atomic_load_n(&shared_seed, __ATOMIC_RELAXED);
  (void)number;
  seed = seed * 1103515245U + 12345U;
  __atomic_store_n(&shared_seed, seed, __ATOMIC_RELAXED);
  pause_for((long)(seed >> 16) % 100000);
  errno = before;
}
static void keep(size_t task, const void *outputs, size_t size) {
  memcpy(rows[task] + counts[task], outputs, size);
  counts[task] += size / sizeof(double);
}
static int run(size_t task) {
  if (task == 0 && model_step_1(&plant)) return keep(0, &plant.outputs_1, sizeof plant.outputs_1), 1;
  if (task == 1 && model_step_2(&plant)) return keep(1, &plant.outputs_2, sizeof plant.outputs_2), 1;
  if (task == 2 && model_step_3(&plant)) return keep(2, &plant.outputs_3, sizeof plant.outputs_3), 1;
  return 0;
}
static void *work(void *context) {
  const size_t task = *(const size_t *)context;
  while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE))
    if (!run(task)) pause_for(1000); /* not at the expense of what else runs on this machine */
  run(task);
  return NULL;
}
static pthread_t threads[3];
static void *disturb(void *unused) {
  unsigned seed = 7;
  (void)unused;
  while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE)) {
    seed = seed * 1103515245U + 12345U;
    pthread_kill(threads[(seed >> 16) % 3], SIGUSR1);
    pause_for((long)(seed >> 12) % 40000);
  }
  return NULL;
}
static void row(void *context, const model_outputs *outputs) {
  (void)context;
  printf("%a %a\n", outputs->time, outputs->Plant);
}
int main(int count, char **words) {
  static const size_t tasks[3] = {0, 1, 2};
  const int alone = count > 1 && strcmp(words[1], "alone") == 0;
  pthread_t disturber;
  model_status status;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = interrupt;
  sigaction(SIGUSR1, &action, NULL);
  model_defaults(&plant);
  plant.on_row = row;
  status = model_initialize(&plant);
  for (size_t k = 0; k < 3 && !alone; ++k) pthread_create(&threads[k], NULL, work, (void *)&tasks[k]);
  if (!alone) pthread_create(&disturber, NULL, disturb, NULL);
  for (size_t k = 0; k < 3 && alone; ++k) run(k);
  while (status == MODEL_OK || status == MODEL_OVERRUN) {
    if (plant.time >= plant.stop_time) break;
    status = model_step(&plant);
    if (status == MODEL_OVERRUN) { /* as a timer would find it: the step is late */
      ++overruns;
      sched_yield();
    }
    for (size_t k = 0; k < 3 && alone; ++k) run(k);
  }
  __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
  if (!alone) pthread_join(disturber, NULL);
  for (size_t k = 0; k < 3 && !alone; ++k) pthread_join(threads[k], NULL);
  for (size_t k = 0; k < 3; ++k)
    for (size_t i = 0; i < counts[k]; ++i) printf("%zu %a\n", k, rows[k][i]);
  fprintf(stderr, "%d\n", overruns);
  return status == MODEL_OK ? 0 : 1;
}
""".replace("@", "#")


class Tasks(Generate):
    # With warnings of what cannot wait.
    def generate(self, model, *options, name="code"):
        done = self.run_cli("generate", str(model), "--out", str(self.folder / name), "--quiet", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / name

    def test_random_diagrams(self):
        apart = 0
        for seed in range(int(os.environ.get("FLUXION_TEST_SEEDS", "7"))):
            with self.subTest(seed=seed):
                model = self.model(random_diagram(random.Random(seed)))
                done = self.run_cli("generate", model, "--out", str(self.folder / "tried"), *PER_RATE)
                if "slower rates could compute apart" in done.stderr or "longer than a step" in done.stderr:
                    continue
                self.check_equal(model, generated=PER_RATE, flags=QUICK)
                apart += 1
        self.assertGreater(apart, 4)

    def test_what_is_slow_waits_behind_a_delay(self):
        folder = self.check_equal(self.model(control_model(True)), generated=PER_RATE)
        source = (folder / "model.c").read_text()
        task = source[source.index("static void task_1("):]
        task = task[:task.index("\n}\n")]
        for name in ("Sum", "Scaled", "Limit"):
            self.assertIn(f"/* {name} */", task)
        base = source[source.index("static void next_discrete("):]
        base = base[:base.index("\n}\n")]
        for name in ("Scaled", "Limit"):
            self.assertNotIn(f"/* {name} */", base)
        self.assertEqual(self.run_cli("generate", self.model(control_model(True)), "--out", str(self.folder / "quiet"), *PER_RATE).stderr, "")

    def test_a_delay_is_one_sample_of_the_slow_rate(self):
        columns = [read_csv_of(self, self.model(control_model(delay))) for delay in (False, True)]
        at = columns[0][0].index("Limit")
        shown = [[(row[0], row[at]) for row in rows] for _, rows in columns]
        self.assertEqual(len(columns[0][1]), len(columns[1][1]))
        self.assertEqual(shown[0], shown[1])  # it is in front of the delay
        plants = [[row[columns[0][0].index("Plant")] for row in rows] for _, rows in columns]
        self.assertNotEqual(plants[0], plants[1])
        self.assertTrue(all(value == 0 for value in plants[1][:11]))  # y0 for a period

    def test_what_cannot_wait_is_told_and_computed_at_once(self):
        model = self.model(control_model(False))
        done = self.run_cli("generate", model, "--out", str(self.folder / "code"), *PER_RATE)
        self.assertEqual(done.returncode, 0)
        for part in ("warning: with a sample time of 0.1 s it is computed in model_step() all the same", "Scaled", "Limit",
                     "Rate Transition with Delay"):
            self.assertIn(part, done.stderr)
        self.check_equal(model, generated=PER_RATE, flags=QUICK)
        report = (self.folder / "code" / "report.html").read_text()
        self.assertIn("model_step() computes all the same", report)
        self.assertIn("<td>0.1 s</td>", report)

    def test_without_slower_rates_there_is_nothing_to_do(self):
        ramp = self.model(ramp_model(Solver="ode4", FixedStep="0.1"))
        self.fail_with(1, ["Tasks", "longer than a step"], "generate", ramp, "--out", str(self.folder / "x"), *PER_RATE)
        for target in ("shared", "plugin"):
            self.fail_with(1, ["Tasks", "one step function", "C source"], "generate", ramp, "--out", str(self.folder / "x"), *PER_RATE,
                           "--target", target)
        self.fail_with(2, ["--tasks several", "single or per-rate"], "generate", ramp, "--out", str(self.folder / "x"), "--tasks", "several")

    def test_examples_with_several_rates(self):
        self.check_equal(EXAMPLES / "multirate_filter" / "multirate_filter.flx", "--config", "Solver=ode4", generated=PER_RATE)
        self.check_equal(EXAMPLES / "multirate_filter" / "multirate_filter.flx", "--config", "Solver=ode2", "--config", "FixedStep=0.0005",
                         generated=PER_RATE, flags=QUICK)

    def test_single_precision(self):
        folder = self.generate(self.model(control_model(True)), *PER_RATE, "--precision", "float")
        subprocess.run([built(folder, flags=QUICK), self.folder / "written.csv"], check=True)
        self.succeed("run", self.model(control_model(True)), "--out", str(self.folder / "expected.csv"), "--quiet")
        self.assert_near(self.folder / "expected.csv", self.folder / "written.csv", 1e-5)

    # What a hardware timer does to them: slower rates are stopped anywhere, and go on later.
    def test_threads_that_are_interrupted_anywhere(self):
        folder = self.generate(self.model(slow_work_model()), *PER_RATE)
        (folder / "threads.c").write_text(THREADS)
        flags = [flag for flag in FLAGS if flag != "-Wpedantic"]
        shown = {}
        for name, more in (("plain", ["-O2"]), ("thread", ["-O1", "-g", "-fsanitize=thread"])):
            program = folder / f"threads_{name}"
            done = subprocess.run([COMPILER, *flags, *more, "-o", program, *(folder / f for f in ("threads.c", "model.c", "model_data.c")),
                                   "-lm", "-pthread"], capture_output=True, text=True)
            if name == "thread" and done.returncode != 0 and "tsan" in done.stderr:
                continue
            self.assertEqual(done.returncode, 0, done.stderr)
            for how in (["alone"], [], []) if name == "plain" else ([],):
                ran = subprocess.run([program, *how], capture_output=True, text=True, timeout=120)
                if "unexpected memory mapping" in ran.stderr:
                    continue
                self.assertEqual(ran.returncode, 0, ran.stderr)
                self.assertNotIn("WARNING: ThreadSanitizer", ran.stderr)
                shown.setdefault(ran.stdout, []).append((name, *how))
        self.assertEqual(len(shown), 1, list(shown.values()))
        lines = next(iter(shown)).splitlines()
        self.assertGreater(len([text for text in lines if text.startswith("0 ")]), 150)

    def test_a_rate_that_is_late_is_an_overrun(self):
        folder = self.generate(self.model(slow_work_model()), *PER_RATE)
        (folder / "late.c").write_text(LATE)
        printed = subprocess.run([built(folder, "late.c", "model.c", "model_data.c", flags=QUICK)], capture_output=True, text=True, check=True).stdout
        self.assertEqual(printed.splitlines(), ["0.01 overrun 0.01", "1 0", "0.02", "0 1 0"])


# The fastest of the slower rates (0.02 s) is not run before its second hit.
LATE = r"""
@include <stdio.h>
@include "model.h"
int main(void) {
  static model m;
  double time;
  model_defaults(&m);
  if (model_initialize(&m) != MODEL_OK || model_step(&m) != MODEL_OK) return 1;
  time = m.time;
  printf("%g %s ", time, model_step(&m) == MODEL_OVERRUN ? "overrun" : "");
  printf("%g\n", m.time);
  printf("%d ", model_step_1(&m));
  printf("%d\n", model_step_1(&m));
  if (model_step(&m) != MODEL_OK) return 1;
  printf("%g\n", m.time);
  printf("%d ", (int)(m.outputs_1.time > 0.0));
  printf("%d ", model_step_1(&m));
  printf("%d\n", (int)(m.outputs_1.time < 0.02));
  return 0;
}
""".replace("@", "#")


def read_csv_of(test, model):
    test.succeed("run", model, "--out", str(test.folder / "rows.csv"), "--quiet")
    return read_csv(test.folder / "rows.csv")


if __name__ == "__main__":
    unittest.main()
