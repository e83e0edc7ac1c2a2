"""What the readmes of reactions, living things and chaos say in numbers (readme_numbers_test.py says how to read this table)."""
import csv
import math

from example_runs import EXAMPLES, period, run, variables


def expected(example):
    with (EXAMPLES / example / "expected.csv").open(newline="") as file:
        return [[float(field) for field in row] for row in list(csv.reader(file))[1:]]


def span(r, signal, start):
    return r.largest(signal, start) - r.least(signal, start)


def residual(r):
    return r.magnitude("residual")


def conserved(r, prey, predators):
    """What does not change along the exact solution, at the start."""
    x, y = r.at(prey, 0), r.at(predators, 0)
    return x ** -2 * math.exp(2 * x) / y * math.exp(y)


def residual_falls(example):
    """By what factor half the step, without projection, makes the residual smaller."""
    return residual(run(example, "--config Projection=off")) / residual(run(example, "--config Projection=off --config FixedStep=0.05"))


def prey_error(r):
    return abs(r.end("populations[1]") - expected("predator_prey_projected")[-1][1])


def delay_error(step):
    r = run("delayed_predator_prey", f"--config Solver=ode4 --config FixedStep={step}")
    return max(abs(r.at("x", t) - x) for t, x, _ in expected("delayed_predator_prey"))


def threshold():
    """How many susceptible pupils there have to be for the number of the ill to grow."""
    rates = variables("influenza_epidemic")
    return float(rates["a"]) / float(rates["r"])


def spikes(r):
    return r.rises("voltage", 0)


def rounds(values, tolerance):
    """After how many of its values a sequence repeats."""
    return next((n for n in range(1, len(values)) if all(abs(a - b) < tolerance for a, b in zip(values, values[n:]))), None)


def strobes(r):
    """What the strobe of the Duffing oscillator sees late in the run."""
    return [r.at("Strobe x", k * 2 * math.pi / 1.2 + 1e-3) for k in range(200, 250)]


def crossings_of_band(r):
    return [r.at("x", t) for t in r.rises("y", 0, 120)]


CLAIMS = {
    "brusselator": [
        ("Set `B` to 1.5: the swings die down", "--set B=1.5", lambda r: span(r, "x", 35) < 1e-3),
        ("At `B` = 2.1 they are small", "--set B=2.1 --config StopTime=200",
         lambda r: span(r, "x", 190) < 0.3 * span(run("brusselator"), "x", 30)),
    ],
    "chua_circuit": [
        ("Set `beta` to 33: the curve stays about one side, a single scroll", "--set beta=33",
         lambda r: r.least("voltage") > -0.5),
        ("30 has both again", "--set beta=30", lambda r: r.least("voltage", 50) < -2 and r.largest("voltage", 50) > 2),
    ],
    "delayed_predator_prey": [
        ("towards x = c/d = {1.67} and y = a (1 - c/(d K))/b = {0.72}", "--config StopTime=400",
         lambda r: [r.end("x"), r.end("y")]),
        ("The solver steps exactly to {0.5} s, {1} s and so on", "", lambda r: [t for t in r.t if t in (0.5, 1)]),
        ("Set `tau` to 2: the delay makes the swings grow, until they run round a closed curve",
         "--set tau=2 --config StopTime=400",
         lambda r: span(r, "x", 300) > 2 and abs(r.largest("x", 370) - r.largest("x", 340, 370)) < 1e-4),
        ("Set `tau` to 0.01: almost the equations without a delay, at the price of short steps", "--set tau=0.01",
         lambda r: r.stats["steps"] >= 4000),
        ("`ode4` with a fixed step of 0.1 s. Halve the step: the error falls {sixteenfold|15..17}", "",
         lambda r: delay_error(0.1) / delay_error(0.05)),
    ],
    "duffing_oscillator": [
        ("only what the strobes see, {251} points", "", lambda r: len(set(zip(r["Strobe x"], r["Strobe v"])))),
        ("Set `gamma` to 0.2: the ball stays in one well, and the section is {one|1..1} point", "--set gamma=0.2",
         lambda r: rounds(strobes(r), 1e-5) if r.least("x") > 0 else None),
        ("0.28 gives {two|2..2}", "--set gamma=0.28", lambda r: rounds(strobes(r), 1e-5)),
        ("0.29 {four|4..4}", "--set gamma=0.29", lambda r: rounds(strobes(r), 1e-4)),
    ],
    "fitzhugh_nagumo": [
        ("I = 0.5 from t = {20} on", "", lambda r: r.rises("v", -1.198)[0]),
        ("with the current the cell fires every {39.5} units of time", "", lambda r: period(r.rises("v", 0, 60))),
        ("Set `I` to 0.3: {one|1..1} answer, then rest", "--set I=0.3", lambda r: len(r.rises("v", 0))),
        ("Set `I` to 1.5: too much current, and the cell stays blocked after {one|1..1} swing", "--set I=1.5",
         lambda r: len(r.rises("v", 0))),
    ],
    "glucose_minimal_model": [
        ("blood is taken for {three|2.95..3.05} hours", "", lambda r: r.t[-1] / 60),
        ("G(0) = {279}", "", lambda r: r.at("model", 0)),
        ("very sensitive; the glucose falls below its rest", "--set p3=1.25e-5*3", lambda r: r.least("model") < 93 - 20),
    ],
    "heat_conduction": [
        ("after the {20} minutes of the run they have {95}, {87}, {76}, {69} and {66} degrees", "",
         lambda r: [r.t[-1] / 60] + [r.end(f"T[{k}]") for k in range(1, 6)]),
        ("Set `n` to 60, and the indices of *Five places*, which count pieces, to `[6 15 30 45 60]`: the curves change by less than "
         "{<2} degrees", "--set n=60 --set 'Five places.Indices=[6 15 30 45 60]'",
         lambda r: max(abs(r.at(f"T[{k}]", t) - run("heat_conduction").at(f"T[{k}]", t)) for k in range(1, 6) for t in range(0, 1200, 5))),
        ("and would all reach {100}", "--config StopTime=40000 --config Solver=ode15s",
         lambda r: min(r.end(f"T[{k}]") for k in range(1, 6))),
    ],
    "hodgkin_huxley": [
        ("*Spikes*: {68} spikes a second", "", lambda r: 1000 / period(spikes(r))),
        ("I = 10 uA/cm^2 from {10} ms on", "", lambda r: next(t for t, v in r.peaks("voltage"))),
        ("Set `I` to 6: {two|2..2} spikes", "--set I=6", lambda r: len(spikes(r))),
        ("2: {none|0..0}", "--set I=2", lambda r: len(spikes(r))),
        ("160: the cell is blocked", "--set I=160", lambda r: len(spikes(r)) == 1),
        ("Set `gNa` to 0, as the poison of the puffer fish does", "--set gNa=0", lambda r: not spikes(r)),
    ],
    "influenza_epidemic": [
        ("two weeks later {741} of {763} pupils have had the flu", "",
         lambda r: [763 - r.at("susceptible", 14), r.at("susceptible", 0) + r.at("ill", 0)]),
        ("the number of the ill peaks at {293} on the {seventh|6..7} day and falls although {202} have not had it yet",
         "--config MaxStep=0.01",
         lambda r: [r.largest("ill"), r.when_largest("ill"), r.at("susceptible", r.when_largest("ill"))]),
        ("{19} never will", "--config StopTime=100", lambda r: r.end("susceptible")),
        ("S + I + R stays {763}", "",
         lambda r: r.end("susceptible") + r.end("ill") + r.end("recovered")),
        ("half as many contacts. The peak is {a third|0.32..0.36} and comes {ten|9.5..10.5} days later; raise the stop time to 30",
         "--set r=2.18e-3/2 --config StopTime=30",
         lambda r: [r.largest("ill") / run("influenza_epidemic").largest("ill"),
                    r.when_largest("ill") - run("influenza_epidemic").when_largest("ill")]),
        ("with fewer than {202} susceptible pupils no epidemic starts", "", lambda r: threshold()),
        ("Try `N` = 190", "--set N=190", lambda r: r.largest("ill") == 1),
    ],
    "lorenz_attractor": [
        ("Start the integrator *x* at 1.001: the curves agree for 15 s and are strangers after 25 s", "--set x.x0=1.001",
         lambda r: all(abs(r.at("x", k / 10) - run("lorenz_attractor").at("x", k / 10)) < 0.1 for k in range(150))
         and max(abs(r.at("x", k / 10) - run("lorenz_attractor").at("x", k / 10)) for k in range(250, 300)) > 10),
        ("Set `rho` to 20: both wings die down", "--set rho=20", lambda r: span(r, "x", 38) < 0.1),
    ],
    "predator_prey_drift": [
        ("e^7/9 = {121.848}...", "", lambda r: conserved(r, "populations[1]", "populations[2]")),
        ("it strays to {0.0319} within {20} s, with the solver ode4 and a step of {0.1} s", "",
         lambda r: [residual(r), r.t[-1], period(r.t)]),
        ("Halve the fixed step: the drift falls by a factor of about {eleven|10.5..11.5}", "",
         lambda r: residual_falls("predator_prey_drift")),
        ("Choose ode3: the drift grows to {1.9}", "--config Solver=ode3", residual),
    ],
    "predator_prey_elementary": [
        ("e^7/9 = {121.848}...", "", lambda r: conserved(r, "x", "y")),
        ("a closed curve, run through every {5.488} s", "", lambda r: period(r.rises("x", 1))),
        ("It stays below {<1e-12}", "", residual),
        ("Configuration, Projection: `off`. The residual strays to {0.03}", "--config Projection=off", residual),
        ("the formula without iteration: the residual stays below {<1e-6}", "--config 'Projection=one step'", residual),
        ("the drift falls by a factor of about {eleven|10.5..11.5}, for {twice|1.99..2.01} the work", "",
         lambda r: [residual_falls("predator_prey_elementary"),
                    run("predator_prey_elementary", "--config FixedStep=0.05").stats["rhs_evaluations"] / r.stats["rhs_evaluations"]]),
    ],
    "predator_prey_projected": [
        ("e^7/9 = {121.848}...", "", lambda r: conserved(r, "populations[1]", "populations[2]")),
        ("*Residual*: below {<1e-12} throughout", "", residual),
        ("where *predator_prey_drift* strays to {0.0319}", "--config Projection=off", residual),
        ("The prey at t = {20}: {0.60364} exactly", "", lambda r: [r.t[-1], expected("predator_prey_projected")[-1][1]]),
        ("its error falls from {1.4e-4} without projection to {3.3e-5} with it", "",
         lambda r: [prey_error(run("predator_prey_projected", "--config Projection=off")), prey_error(r)]),
        ("1 is the formula without repetition; the residual then stays below {<1e-6}", "--set PredPrey.iterations=1", residual),
    ],
    "robertson_kinetics": [
        ("it never exceeds {<4e-5}", "", lambda r: r.largest("10000 b") / 1e4),
        ("jumps up within {milliseconds|1..9.9}", "", lambda r: 1e3 * r.when_largest("10000 b")),
        ("`ode15s` takes some {~180} steps", "", lambda r: r.stats["steps"]),
        ("the run holds it to the last digit", "", lambda r: r.magnitude("residual of A.x + B.x + C.x") < 1e-15),
        ("`ode45` takes some {~35,000} steps for the same curves", "--config Solver=ode45 --config Decimation=100",
         lambda r: r.stats["steps"]),
        ("Stop time 4e8 with `ode15s`: {hundreds|200..999} of steps for {ten million|1e7..1e7} times the time", "--config StopTime=4e8",
         lambda r: [r.stats["steps"], r.t[-1] / run("robertson_kinetics").t[-1]]),
    ],
    "roessler_attractor": [
        ("Set `c` to 2.5, 3.5 and 4: the loop closes after {one|1..1}, {two|2..2} and {four|4..4} rounds", "--set c=2.5",
         lambda r: [rounds(crossings_of_band(r), 0.01)]
         + [rounds(crossings_of_band(run("roessler_attractor", f"--set c={c}")), 0.01) for c in (3.5, 4)]),
    ],
    "stirred_tank_reactor": [
        ("305 K from t = {2} min on", "", lambda r: r.rises("T inside", 350.05)[0]),
        ("within {a minute|0..1} the reactor runs away to {442} K, burns all it has and cools down", "",
         lambda r: [r.when_largest("T inside") - 2, r.largest("T inside")]),
        ("then again and again, every {2.2} minutes, up to {405} K", "",
         lambda r: [period([t for t, _ in r.peaks("T inside", 6)]), r.largest("T inside", 6)]),
        ("Let the coolant go to 290 K: the reaction goes out", "--set Coolant.after=290",
         lambda r: r.end("T inside") < 330),
        ("Let it go to 310 K: it burns steadily", "--set Coolant.after=310",
         lambda r: r.end("T inside") > 350 and span(r, "T inside", 15) < 0.01),
    ],
    "van_der_pol": [
        ("shows x1 and x2 over {20} s: {three|2.9..3.1} periods of about {6.66} s", "",
         lambda r: [r.t[-1], r.t[-1] / period(r.rises("x1", 0)), period(r.rises("x1", 0))]),
        ("Set the variable `mu` to 0: a harmonic oscillator, a circle", "--set mu=0",
         lambda r: max(abs(math.hypot(a, b) - 2) for a, b in zip(r["x1"], r["x2"])) < 1e-4),
        ("Give *Position* an initial condition of 0.1: the curve winds outwards onto the same cycle", "--set Position.x0=0.1",
         lambda r: abs(r.largest("x1", 12) - run("van_der_pol").largest("x1", 12)) < 1e-2),
        # A hundredth of the stop time; an explicit solver is held back as much in the rest.
        ("takes {millions|1e6..1e7} of steps", "--set mu=1000 --config StopTime=30 --config Decimation=1000",
         lambda r: 100 * r.stats["steps"]),
    ],
}
