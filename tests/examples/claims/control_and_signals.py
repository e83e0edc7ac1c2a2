"""What the readmes of controllers, circuits and filters say in numbers (readme_numbers_test.py says how to read this table)."""
import cmath
import math
import re
import tempfile

from example_runs import EXAMPLES, command, minus, period, run, variables


def rest_periods(r):
    """The periods of the buck converter in which its current rests."""
    return {int(t / 5e-5) for t, i in zip(r.t, r["current"]) if t > 1e-6 and abs(i) < 1e-9}


def saw_tooth(r):
    """The mean height of the buck converter's teeth near the end of the run."""
    teeth = [(5e-5 * k, 5e-5 * (k + 1)) for k in range(70, 80)]
    return sum(r.largest("current", *tooth) - r.least("current", *tooth) for tooth in teeth) / len(teeth)


def frequency(r, time):
    """The oscillator's frequency in Hz, the ripple at a hundred of them averaged away."""
    return r.mean("oscillator", time - 0.025, time + 0.025) / (2 * math.pi)


def locked_from(r, tolerance):
    """The time from which on the oscillator's frequency is within a tolerance of 52 Hz."""
    outside = [t / 1000 for t in range(1000, 2950) if abs(frequency(r, t / 1000) - 52) > tolerance]
    return outside[-1] - 1


def delay(r, original, later):
    """By what time one signal follows another best, looked for in steps of a quarter of a sample."""
    def misfit(lag):
        return sum((r.at(original, k / 256 + 1e-6 - lag) - r.at(later, k / 256 + 1e-6)) ** 2 for k in range(100, 500))
    return min((k / 1024 for k in range(256)), key=misfit)


def sampled(r, signal, wanted, samples, step):
    """The largest difference of a signal from a function, at samples."""
    return max(abs(r.at(signal, k * step + 1e-7) - wanted(k * step)) for k in samples)


def late_sine(r, signal):
    return sampled(r, signal, lambda t: math.sin(math.pi / 2 * (t - 0.1)), range(8, 160), 0.05)


def tone(t):
    """What the average over eight samples makes of the tone without the hum."""
    return sum(math.sin(2 * math.pi * 5 * (t - j / 1000)) for j in range(8)) / 8


def tone_alone(t):
    """What the slow filter makes of the tone without the hum, with a sample every 8 ms."""
    filtered = 0
    for j in range(round(t / 0.008) + 1):
        filtered = 0.7 * filtered + 0.3 * math.sin(2 * math.pi * 5 * j * 0.008)
    return filtered


def hum(r, signal):
    """The frequency above the tone of 5 Hz that is strongest in a signal of 100 samples a second."""
    values = [r.at(signal, 0.1 + k / 100 + 1e-7) for k in range(40)]

    def strength(frequency):
        return abs(sum(v * cmath.exp(-2j * math.pi * frequency * k / 100) for k, v in enumerate(values)))
    return max((2.5 * k for k in range(4, 20)), key=strength)


def trimmed(name, options):
    """A number that trim prints."""
    text = command("trim", "aircraft_trim", options)
    return float(re.search(rf"^ +{re.escape(name)} = (\S+)", text, re.MULTILINE).group(1))


def flight_modes(*options):
    """Natural frequencies and dampings that linearize prints, the fastest first."""
    found = re.findall(r"natural frequency (\S+) rad/s, damping (\S+)", command("linearize", "aircraft_trim", *options))
    return sorted({(float(w), float(d)) for w, d in found}, reverse=True)


def modes_trimmed(known, options=""):
    """The modes where trim finds what is known, by way of a file."""
    with tempfile.TemporaryDirectory() as folder:
        command("trim", "aircraft_trim", f"{known} {options} --save {folder}/point.json")
        return flight_modes(f"{options} --point {folder}/point.json")


def estimated():
    """The constants that estimate prints of the motor, by name."""
    text = command("estimate", "motor_constants", f"--data {EXAMPLES}/motor_constants/measured.csv " +
                   "--parameter R=0.2..5 --parameter L=1e-3..1e-2 --parameter k=0.02..0.2 --parameter J=1e-5..1e-3 "
                   "--parameter b=0..1e-3")
    return {name: float(value) for name, value in re.findall(r"^  (\w) = (\S+)", text, re.MULTILINE)}


def optimized():
    """What optimize prints of the servo: the gains by name, what the goals measure by their begin."""
    text = command("optimize", "servo_gains", "")
    gains = dict(re.findall(r"^  (\w+) = (\S+)", text, re.MULTILINE))
    goals = dict(re.findall(r"^  ([^<>=\n]*?) (?:<=|>=).*: (\S+)  \(was", text, re.MULTILINE))
    return {name: float(value) for name, value in {**gains, **goals}.items()}


def tuned(block, *wanted):
    """What tune prints of a controller of the cascade: gains, or crossover and margin before and after."""
    text = command("tune", "cascade_control", f'--block "{block}" --response-time 0.02 --phase-margin 65')
    numbers = []
    for name in wanted:
        row = re.search(rf"^  {name}(?: =|:) (.*)$", text, re.MULTILINE).group(1)
        numbers += [float(each) for each in re.findall(r"(?:crossover |margin |^)([-\d.e]+)", row)[:2]]
    return numbers


def measured(*frequencies, options=""):
    """The decibels of the converter's measured response at these frequencies."""
    text = command("linearize", "converter_response", "--at 0.01 --estimate --frequencies 600:12000 --count 6 --amplitude 0.02 "
                   "--round-periods 5e-5 " + options)
    return [float(re.search(rf"^ +{w}\S* +(\S+)", text, re.MULTILINE).group(1)) for w in frequencies]


LEVEL, SLOW = "--known V.x=50 --known climb=0", "--known V.x=40 --known climb=0"

CLAIMS = {
    "aircraft_trim": [
        ("{950.44} N of thrust, an angle of attack of {1.036} degrees, the elevator at {1.851} degrees", "",
         lambda r: [trimmed("thrust", LEVEL), math.degrees(trimmed("alpha.x", LEVEL)), math.degrees(trimmed("elevator", LEVEL))]),
        ("the pilot pulls for half a second from t = {1} s on", "",
         lambda r: r.rises("angle of attack", r.at("angle of attack", 0) + 1e-9)[0]),
        ("a natural frequency of {5.642} rad/s with a damping of {0.6666}", "", lambda r: list(flight_modes()[0])),
        ("at {0.2175} rad/s with a damping of {0.07503}", "", lambda r: list(flight_modes()[1])),
        ("{3.863} degrees of angle of attack, {806.07} N of thrust", "",
         lambda r: [math.degrees(trimmed("alpha.x", SLOW)), trimmed("thrust", SLOW)]),
        ("the short period is slower, {4.518} rad/s, at nearly the same damping", "",
         lambda r: modes_trimmed(SLOW)[0][0] if abs(modes_trimmed(SLOW)[0][1] - flight_modes()[0][1]) < 1e-3 else None),
        ("Give the elevator the bounds 0 and 0.1 and ask for `V.x` = 40: there is no such flight, and Trim says that the elevator is at "
         "its minimum", "",
         lambda r: "elevator is at its minimum 0" in command("trim", "aircraft_trim", SLOW + " --bounds elevator=0..0.1")),
        ("a pole of {0.61} rad/s is in the right half plane", "",
         lambda r: min(modes_trimmed(LEVEL, "--set Cma=0.6"), key=lambda mode: mode[1])[0] if
         min(d for w, d in modes_trimmed(LEVEL, "--set Cma=0.6")) == -1 else None),
    ],
    "motor_constants": [
        ("At the end of the run the speed is {-140.8} rad/s; {-114.7} rad/s were measured", "",
         lambda r: [r.at("w", 0.5), float((EXAMPLES / "motor_constants/measured.csv").read_text().split(",")[-1])]),
        ("finds R = {1.351} Ω, L = {2.826} mH, k = {0.0520} N m/A, J = {6.39e-5} kg m², b = {3.03e-5} N m s/rad", "",
         lambda r: [estimated()[name] * (1e3 if name == "L" else 1) for name in "RLkJb"]),
    ],
    "servo_gains": [
        ("*Motion*: the position overshoots by {112} % and does not come to rest", "",
         lambda r: 100 * (r.largest("position") - 1) if r.largest("position", 5, 6) > 1.2 else None),
        ("finds Kp = {9.20} N/m and Kd = {4.41} N s/m", "", lambda r: [optimized()["Kp"], optimized()["Kd"]]),
        ("it comes to {6} N, while the overshoot is {0.80} %", "",
         lambda r: [optimized()["force: maximum"], optimized()["position: overshoot"]]),
        ("the position settles in {1.07} s", "", lambda r: optimized()["position: settling time"]),
        ("Ask for a settling time of 0.5 s: that is not possible with this force", "--set Kp=9.2 --set Kd=4.409",
         lambda r: abs(r.at("position", 1) - 1) > 0.02),
    ],
    "algebraic_loop": [
        ("It says that the loop is meant, so nothing warns of it",
         "--config AlgebraicLoopMsg=warning", lambda r: "algebraic loop" not in r.messages),
    ],
    "am_receiver": [
        ("message = {0.6} sin(t)", "", lambda r: r.largest("message")),
        ("Set `order` to 5: no ripple at all, and more delay", "--set order=5",
         lambda r: delay(r, "message", "received") > delay(run("am_receiver"), "message", "received")),
        ("Set `depth` to 1.5: the envelope crosses zero", "--set depth=1.5", lambda r: r.least("message") < -1),
    ],
    "anti_windup": [
        ("*Levels*: one overshoot after another, the first of {90} %, or a single one of {5} %", "",
         lambda r: [100 * (r.largest("y plain") - 1), 100 * (r.largest("y anti-windup") - 1)]),
        ("*Valves*: the plain one is thrown from limit to limit", "",
         lambda r: r.largest("u plain") == 0.1 and r.least("u plain") == -0.1),
        ("Set `umax` to 2: with a valve that is large enough both are the same", "--set umax=2",
         lambda r: r.magnitude(minus("y plain", "y anti-windup")) < 1e-12),
    ],
    "bridge_rectifier": [
        ("decays with R C = {50} ms", "", lambda r: 2.5 / math.log(r.at("v", 0.010) / r.at("v", 0.0125))),
        ("A larger load (R = 10): deeper ripple", "--set Load.R=10",
         lambda r: r.least("v", 0.015) < run("bridge_rectifier").least("v", 0.015) - 1),
    ],
    "buck_converter": [
        ("opens and closes {20,000} times a second makes {12} V of {24} V", "",
         lambda r: [1 / period([e["time"] for e in r.stats["events"] if e["block"] == "Gate"][1::2]),
                    r.mean("voltage", 0.0035, 0.004), run("buck_converter", "--set duty=100").mean("voltage", 0.0035, 0.004)]),
        ("that happens {a few times|2..9} here, from {0.5} ms on", "",
         lambda r: [len(rest_periods(r)),
                    1000 * min(t for t, i in zip(r.t, r["current"]) if t > 1e-6 and abs(i) < 1e-9)]),
        ("the current, a saw-tooth of {3} A", "", saw_tooth),
        ("the voltage, {12} V after an overshoot", "",
         lambda r: r.mean("voltage", 0.0035, 0.004) if r.largest("voltage") > 15 else None),
        ("Set `duty` to 25: {6} V", "--set duty=25", lambda r: r.mean("voltage", 0.0035, 0.004)),
        ("Set the load to 30 Ohm: the current rests in every period, and the voltage is more than `duty` says",
         "--set Load.R=30 --config StopTime=0.02",
         lambda r: r.mean("voltage", 0.019, 0.02) > 13 and set(range(200, 398)) <= rest_periods(r)),
    ],
    "converter_response": [
        ("a saw-tooth of {2.9} A, and the voltage, {9.6} V after an overshoot to {16.3} V", "",
         lambda r: [r.largest("current", 0.0099) - r.least("current", 0.0099), r.mean("voltage", 0.009, 0.01), r.largest("voltage")]),
        ("finds no response, and names *Switch* as the block that cuts the path", "",
         lambda r: "Cut by Switch" in command("linearize", "converter_response", "--at 0.01")),
        ("{39.5} dB at {6614} rad/s, and {20.8} dB at {12566} rad/s", "",
         lambda r: [*measured(6613), 6613.88, *measured(12566), 12566.4]),
        ("The averaged model has {39.5} and {20.8} there", "",
         lambda r: [20 * math.log10(abs(24 / (1 + s * 1e-4 / 3 + s * s * 2e-8))) for s in (6613.88j, 12566.4j)]),
        ("Set `R` to 0.6: the load damps the resonance, and {28.0} dB at {3590} rad/s are nearly no peak", "--set R=0.6",
         lambda r: [*measured(3590, options="--set R=0.6"), 3590.39]),
        ("Set `Vin` to 48: {6.02} dB more at every frequency", "--set Vin=48",
         lambda r: measured(1092, options="--set Vin=48")[0] - measured(1092)[0]),
    ],
    "cascade_control": [
        ("crosses a gain of 1 at {81.9} rad/s, with a phase margin of {71.7} degrees", "", lambda r: tuned("Speed controller", "before")),
        ("the current loop at {1002} rad/s, with {85.4} degrees", "", lambda r: tuned("Current controller", "before")),
        ("P = {1.899} A s/rad and I = {66.9} A/rad for {100} rad/s and {65} degrees", "",
         lambda r: tuned("Speed controller", "P", "I", "tuned")),
        ("*Current*: {20} A until the speed is nearly there, and what the load needs afterwards", "",
         lambda r: r.mean("current", 0.03, 0.1)),
        ("a straight line up to {100} rad/s", "", lambda r: r.at("speed", 0.349)),
        ("load = 0.5 N m from {0.35} s on", "", lambda r: r.falls("speed", 99.9, 0.2)[0]),
        ("Set `imax` to 200: faster", "--set imax=200",
         lambda r: r.rises("speed", 99)[0] < 0.5 * run("cascade_control").rises("speed", 99)[0]),
        ("Set `wi` to 100: the loops get into each other's way, and the speed swings", "--set wi=100",
         lambda r: len(r.peaks("speed", 0.2)) > len(run("cascade_control").peaks("speed", 0.2))),
    ],
    "cruise_control": [
        ("it loses {0.7} m/s on the 4 degrees from t = {5} s on, and is back after {15} s", "",
         lambda r: [20 - r.least("v"), r.falls("v", 20 - 1e-3)[0],
                    max(t for t, v in zip(r.t, r["v"]) if abs(v - 20) > 0.025) - 5]),
        ("*Throttle*: from {17} % to {69} %, with a peak of {76} %", "",
         lambda r: [100 * r.at("throttle", 0), 100 * r.end("throttle"), 100 * r.largest("throttle")]),
        ("Make the slope `6*pi/180`: the throttle opens fully", "--set Slope.after=6*pi/180",
         lambda r: r.largest("throttle") == 1),
        ("Set `ki` to 0: the car drives on {1} m/s too slowly", "--set ki=0", lambda r: 20 - r.end("v")),
    ],
    "dc_motors": [
        ("The large one overshoots, as its current takes longer to change; the small one, with friction, does not", "",
         lambda r: r.largest("large") > 1.1 * r.end("large") and r.largest("small") <= 1.001 * r.end("small")),
    ],
    "inductors_in_series": [
        ("at {1} s the first falls from {2.59} A to {a quarter|0.24999..0.25001} of that, and the second rises to it", "",
         lambda r: [r.t[next(k for k, i in enumerate(r["i2"]) if i > 0)], r.before("i1", 1), r.at("i2", 1) / r.before("i1", 1)]),
    ],
    "kalman_tracker": [
        ("a table of {150} draws", "", lambda r: len(variables("kalman_tracker")["noise"].split())),
        ("a position with noise {ten|9.9..10.1} times a second", "",
         lambda r: 1 / period([t for t, a, b in zip(r.t, r["measured"], r["measured"][1:]) if a != b])),
        ("Set `K` to `[0.9; 5]`: it trusts the radar", "--set K=[0.9;5]",
         lambda r: r.mean((lambda a, b: abs(a - b), "tracked", "measured"), 2, 15)
         < 0.3 * run("kalman_tracker").mean((lambda a, b: abs(a - b), "tracked", "measured"), 2, 15)),
    ],
    "median_filter": [
        ("Every {eighth|8..8} sample is {3} too large", "",
         lambda r: [period([k for k in range(160) if r.at("disturbed", k * 0.05 + 1e-6) > math.sin(math.pi / 2 * k * 0.05) + 1]),
                    sampled(r, "disturbed", lambda t: math.sin(math.pi / 2 * t), range(160), 0.05)]),
        ("the median is the sine, two samples late; the mean jumps at every disturbance", "",
         lambda r: late_sine(r, "median") < 0.08 and late_sine(r, "mean") > 0.5),
        ("Set the pulse width of *Disturbance* to 30: now two samples in a row are wrong, and the median still stands",
         "--set Disturbance.PulseWidth=30", lambda r: late_sine(r, "median") < 0.16),
        ("Set it to 40, so that three are: it fails", "--set Disturbance.PulseWidth=40", lambda r: late_sine(r, "median") > 2),
    ],
    "multirate_filter": [
        ("from which the hum is gone after {eight|8..8} samples", "",
         lambda r: max(k for k in range(500) if abs(r.at("smooth", k / 1000) - tone(k / 1000)) > 1e-9) + 2),
        ("Without the average a hum of {25} Hz remains", "", lambda r: hum(r, "aliased")),
        ("Set `taps` to 5: the average does not fit the hum, and some of it comes through", "--set taps=5",
         lambda r: sampled(r, "smooth", tone, range(8, 500), 1e-3) > 0.1),
        ("Set `slow` to 0.008: the slow part takes its samples at the same phase of the hum each time, and the hum seems to be gone",
         "--set slow=0.008", lambda r: sampled(r, "aliased", tone_alone, range(60), 0.008) < 1e-9),
    ],
    "phase_locked_loop": [
        ("w0 + step from t = {1} s on", "", lambda r: r.rises("input", 2 * math.pi * 51)[0]),
        ("the oscillator reaches the new frequency after {0.1} s, overshoots once, by {0.5} Hz", "",
         lambda r: [next(t for t in range(100, 200) if frequency(r, t / 100) > 52) / 100 - 1,
                    max(frequency(r, t / 100) for t in range(100, 295)) - 52]),
        ("and is within 0.1 Hz of it from {0.35} s on", "", lambda r: locked_from(r, 0.1)),
        ("Set `wp` to 30: less ripple, more overshoot", "--set wp=30",
         lambda r: max(frequency(r, t / 100) for t in range(100, 295)) > 52.6
         and r.largest("oscillator", 2.5) < run("phase_locked_loop").largest("oscillator", 2.5) - 1),
        ("Set `step` to `2*pi*8`: the loop slips some cycles before it locks", "--set step=2*pi*8",
         lambda r: abs(frequency(r, 2.95) - 58) < 0.1 and len([t for t in range(100, 200) if frequency(r, t / 100) < 52]) > 10),
    ],
    "rlc_circuit": [
        ("the two curves lie on each other. They overshoot by {16} %", "",
         lambda r: 100 * (r.largest("circuit") / 10 - 1) if r.magnitude(minus("circuit", "formula")) < 1e-12 else None),
        ("Set it to 20: the fastest rise without overshoot", "--set R=20",
         lambda r: r.largest("circuit") <= 10 < run("rlc_circuit", "--set R=19").largest("circuit")),
    ],
    "sampled_pid": [
        ("1 from t = {1} s on", "", lambda r: r.rises("r")),
        ("load, -0.5 from t = {8} s on", "", lambda r: r.falls("y", 0.998, 6)[0]),
        ("The output comes to the set point without going beyond it", "", lambda r: r.largest("y") <= 1),
        ("Set `Kb` to 0: the integral winds up, and the output goes {29} % beyond the set point", "--set Kb=0",
         lambda r: 100 * (r.largest("y") - 1)),
        ("Set `umax` to 10: the limit is never reached", "--set umax=10", lambda r: r.magnitude("u") < 10),
        ("Set `Ts` to 0.5: with so few looks the output swings", "--set Ts=0.5",
         lambda r: len(r.peaks("y")) > len(run("sampled_pid").peaks("y"))),
    ],
    "sigma_delta_modulator": [
        ("the same curve, {an eighth|0.124..0.126} of a second later", "", lambda r: delay(r, "signal", "average")),
        ("Set `N` to 8: less delay", "--set N=8", lambda r: delay(r, "signal", "average") < 0.04),
        ("Set the amplitude of *Signal* to 1.2: the bits cannot follow", "--set Signal.amplitude=1.2",
         lambda r: r.largest("average") <= 1),
    ],
    "switched_capacitors": [
        ("at 1, 3, 5 and 7 s they meet at the mean weighted by the capacitances, {3.27} V at first", "",
         lambda r: r.at("v1", 1) if all(abs(r.at("v1", t) - (r.before("v1", t) + 3 * r.before("v2", t)) / 4) < 1e-6
                                        for t in (1, 3, 5, 7)) else None),
    ],
    "thermostat": [
        ("the temperature, a saw between {19} and {21} degC", "", lambda r: [r.least("T", 4), r.largest("T", 4)]),
        ("From noon on the heater works longer and rests shorter", "",
         lambda r: r.mean("heat", 13.1, 21.1) > r.mean("heat", 4, 11.5)),
        ("Set `h` to 0.2: a steadier temperature, for {five|4.5..5.5} times as many switchings", "--set h=0.2",
         lambda r: len(r.events("Thermostat")) / len(run("thermostat").events("Thermostat"))),
        ("Set `P` to 2: the heater never gets the room above {15} degC, and is never off", "--set P=2",
         lambda r: r.largest("T") if r.least("heat") == 2 else None),
        ("Set `h` to 0: the heater would switch without end at the set temperature. The run stops there and names the block",
         "--set h=0", lambda r: abs(r.end("T") - 20) < 1e-3 and "Thermostat: " in r.messages),
    ],
    "three_phase_rectifier": [
        ("{six|6..6} humps in each period, between {487.5} V and {562.9} V", "",
         lambda r: [len(r.peaks("voltage", 0.02, 0.04)), r.least("voltage", 1e-9), r.largest("voltage")]),
        ("the choke leaves a ripple of {1.6} A of {54} A", "",
         lambda r: [r.largest("current", 0.04) - r.least("current", 0.04), r.mean("current", 0.04, 0.06)]),
        ("Set the inductance of the choke to 0.002: more ripple", "--set Choke.L=0.002",
         lambda r: r.largest("current", 0.04) - r.least("current", 0.04) > 2),
    ],
}
