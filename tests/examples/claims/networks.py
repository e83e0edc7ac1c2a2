"""What the readmes of networks in several domains say in numbers (readme_numbers_test.py says how to read this table)."""
import math

from example_runs import command, period, variables

SERVO_RESPONSE = ("--set Sine.Amplitude=0 --at 0.9 --estimate --input Command:1 --output position --frequencies 6,37.26,305.5 "
                  "--amplitude 2e-4")


def servo_measured():
    """What linearize prints of the servo: decibels by frequency."""
    rows = [line.split() for line in command("linearize", "servo_valve", SERVO_RESPONSE).splitlines()]
    found = {row[0]: float(row[1]) for row in rows if len(row) == 6 and row[0] in ("6", "37.26", "305.5")}
    return [found["6"], found["37.26"], found["305.5"]]


def relief_pressure(flow, opens=2e7, full=2.1e7, area=1e-5, density=850):
    """At which pressure the relief valve takes a flow, by bisection."""
    while full - opens > 1e-3:
        middle = (opens + full) / 2
        share = (middle - 2e7) / 1e6
        takes = 0.7 * area * share**2 * (3 - 2 * share) * math.sqrt(2 * middle / density)
        opens, full = (opens, middle) if takes > flow else (middle, full)
    return opens


def servo_formula():
    """wh, Kv and the damping, and the decibels that the formula of the readme has."""
    of = {name: float(value) for name, value in variables("servo_valve").items()}
    stiffness = 2 * of["beta"] * of["A"] ** 2 / of["V"]
    wh = math.sqrt(stiffness / of["m"])
    z = (2 * of["beta"] / (of["V"] * of["R"]) + of["d"] / of["m"]) / (2 * wh)
    e = of["d"] / (of["A"]**2 * of["R"])
    kv = 0.7 * 0.01 * of["Kp"] * math.sqrt(relief_pressure(157 * 5e-6) / 850) / of["A"]

    def decibels(w):
        s, v = 1j * w, 1j * w / (200 * math.pi)
        return -20 * math.log10(abs(1 + s / kv * (1 + e + 2 * z * s / wh + (s / wh)**2) * (1 + 1.4 * v + v * v)))
    return [wh, kv, z, [decibels(w) for w in (6, 37.26, 305.5)]]


def settles(r):
    """When the position has come to 1 % of its step, behind the step."""
    return max(t for t, x in zip(r.t, r["position"]) if 0.1 <= t < 1 and abs(x - 0.12) > 2e-4) - 0.1


def lost(r):
    """What is lost where the ram meets the platen, and at the end of its stroke."""
    jumps = [jump["energy_loss"] for jump in r.stats["jumps"] if jump["energy_loss"] > 1e-6]
    return jumps if len(jumps) == 2 else [math.nan, math.nan]


def plastic(r):
    """The same by the formulas of the readme, from the speeds before."""
    of = {name: float(value) for name, value in variables("hydraulic_press").items()}
    speeds = [slope_before(r, "ram", jump["time"]) for jump in r.stats["jumps"] if jump["energy_loss"] > 1e-6]
    return [of["m"] * of["mp"] / (of["m"] + of["mp"]) * speeds[0]**2 / 2, of["m"] * speeds[1]**2 / 2]


def slope_before(r, signal, time):
    """The derivative there, by the parabola through the last three rows before."""
    k = next(k for k, t in enumerate(r.t) if t >= time - 1e-9) - 1
    (t0, t1, t2), (x0, x1, x2) = r.t[k - 2:k + 1], r[signal][k - 2:k + 1]
    left, right = (x1 - x0) / (t1 - t0), (x2 - x1) / (t2 - t1)
    return right + (right - left) / (t2 - t0) * (2 * time - t1 - t2)


def stored(r, when):
    return sum(domain[when] for domain in r.stats["energy"]["stored"].values())


def car_formulas():
    """The way in m; rolling, drag and winding in Wh, of a car that follows its cycle exactly."""
    of = {name: float(value) for name, value in variables("electric_car").items()}
    times = [0, 11, 15, 23, 28, 49, 61, 85, 96, 117, 143, 155, 163, 176, 188, 195]
    speeds = [speed / 3.6 for speed in (0, 0, 15, 15, 0, 0, 32, 32, 0, 0, 50, 50, 35, 35, 0, 0)]
    way = drag = winding = 0
    mass, pieces = of["m"] + of["J"] * (of["n"] / of["r"])**2, 1000
    for begin, end, a, b in zip(times, times[1:], speeds, speeds[1:]):
        length = end - begin
        way += length * (a + b) / 2
        drag += of["c"] * length * (a**3 + a * a * b + a * b * b + b**3) / 4
        for k in range(pieces):
            v = a + (b - a) * (k + 0.5) / pieces
            force = mass * (b - a) / length + of["c"] * v * v + (of["Fr"] if v > 0 else 0)
            winding += of["Ra"] * (force * of["r"] / (of["K"] * of["n"]))**2 * length / pieces
    return [way, of["Fr"] * way / 3600, drag / 3600, winding / 3600]


def car_needs():
    return sum(car_formulas()[1:])


def leaving(r):
    """Where the armature rests on its stop for the last time before it is pulled away."""
    return max(t for t, gap in zip(r.t, r["gap"]) if t < 0.01 and gap > 1e-3 - 1e-12)


def comes_to_rest(r):
    return max(jump["time"] for jump in r.stats["jumps"] if jump["time"] < 0.045)


def first_impact(r):
    """The speed by the energy that is lost, (1 - e^2)/2 m v^2, and when."""
    jump = r.stats["jumps"][0]
    return [1e3 * jump["time"], math.sqrt(2 * jump["energy_loss"] / (8e-3 * (1 - 0.3**2)))]


def lamp_switches(r):
    return [b for a, b, before, behind in zip(r.t, r.t[1:], r["lamp"], r["lamp"][1:]) if (before > 1) != (behind > 1)]


def pull_in():
    """The current at which the force is that of the spring."""
    of = {name: float(value) for name, value in variables("relay").items()}
    mu, area = 1.25663706212e-6, 5e-5
    return math.sqrt(2 * 0.6 * mu * area) * (0.06 / (2000 * mu * area) + 1e-3 / (mu * area)) / of["N"]


CLAIMS = {
    "relay": [
        ("leaves its stop at {7.19} ms, where the current is {71.2} mA and the force {0.6} N", "",
         lambda r: [1e3 * leaving(r), 1e3 * r.at("current", leaving(r)), r.at("force", leaving(r))]),
        ("the current is {71.2} mA", "", lambda r: 1e3 * pull_in()),
        ("the current falls to {46.8} mA", "", lambda r: 1e3 * r.least("current", 0.008, 0.014)),
        ("meets the iron at {12.21} ms with {0.41} m/s", "", first_impact),
        ("comes to rest at {13.64} ms", "", lambda r: 1e3 * comes_to_rest(r)),
        ("the force ends at {16.3} N, {27} times what the relay needs", "", lambda r: [r.largest("force"), r.largest("force") / 0.6]),
        ("The lamp goes out at {55.5} ms, {10.5} ms after", "", lambda r: [1e3 * lamp_switches(r)[-1], 1e3 * lamp_switches(r)[-1] - 45]),
        ("the contacts bounce once", "", lambda r: len(lamp_switches(r)) == 4),
        ("the lamp goes out at {47.8} ms", "--set Vf=24", lambda r: 1e3 * lamp_switches(r)[-1]),
        ("the relay does not close", "--set U=7", lambda r: r.least("gap") == 1e-3 and r.largest("lamp") < 1),
        ("which takes {7.12} V", "", lambda r: 100 * pull_in()),
        ("the contacts do not bounce", "--set e=0", lambda r: len(lamp_switches(r)) == 2),
    ],
    "electric_car": [
        ("Fr times the way, {994} m | {41.42} |", "", lambda r: car_formulas()[:2]),
        ("the integral of v^3 | {11.05} |", "", lambda r: car_formulas()[2]),
        ("(r/(K n))^2 | {4.92} |", "", lambda r: car_formulas()[3]),
        ("| all | | {57.39} |", "", lambda r: car_needs()),
        ("That is {57.7} Wh/km", "", lambda r: 1e3 * car_needs() / car_formulas()[0]),
        ("takes {57.9} Wh/km out of the battery", "", lambda r: r.end("Wh per km")),
        ("what is missing of it is less than {<1e-7}", "--config EnergyBalance=warning",
         lambda r: r.stats["energy"]["largest_imbalance"]),
        ("the current goes to {175} A, and to {-115} A where the car brakes", "",
         lambda r: [r.largest("current"), r.least("current")]),
        ("rises to {83.2} Wh on the way to 50 km/h, of which {25.7} Wh come back. The charge falls by {0.10} %", "",
         lambda r: [r.largest("energy"), r.largest("energy") - r.end("energy"), 100 * (0.8 - r.end("charge"))]),
        ("the winding gets warmer by {3.4} K, the housing by {0.4} K only", "",
         lambda r: [r.end("winding") - 293.15, r.end("housing") - 293.15]),
        ("with twice the drag it is {69.1} Wh/km", "--set c=0.8", lambda r: r.end("Wh per km")),
        ("{61.6} Wh/km, as braking gives back what a heavier car takes", "--set m=2000", lambda r: r.end("Wh per km")),
        ("{63.0} Wh/km, and the winding gets warmer by {6.9} K", "--set Ra=0.04",
         lambda r: [r.end("Wh per km"), r.end("winding") - 293.15]),
    ],
    "hydraulic_press": [
        ("The pump delivers {0.157} l/s through a check valve; the ram takes {1.9} l/s", "",
         lambda r: [157 * 1e-6 * 1e3, 5e-3 * slope_before(r, "ram", 0.3) * 1e3]),
        ("nearly all in the gas | {14,839} |", "", lambda r: stored(r, "at_start")),
        ("with compressed liquid | {5,047} |", "", lambda r: r.stats["energy"]["supplied"]),
        ("in the valves | {10,197} |", "", lambda r: r.stats["energy"]["dissipated"]),
        ("1/2 m mp/(m + mp) v^2 | {3.36} |", "", lambda r: lost(r)[0]),
        ("1/2 m v^2 | {27.78} |", "", lambda r: lost(r)[1]),
        ("1/2 m mp/(m + mp) v^2 | {3.36|3.33..3.37} |", "", lambda r: plastic(r)[0]),
        ("1/2 m v^2 | {27.78|27.7..27.9} |", "", lambda r: plastic(r)[1]),
        ("stored at the end | {9,658} |", "", lambda r: stored(r, "at_end")),
        ("what is missing is less than {<1e-5} of it", "", lambda r: r.stats["energy"]["largest_imbalance"]),
        ("with `RelTol` at 1e-9 it is less than {<1e-7}", "--config RelTol=1e-9", lambda r: r.stats["energy"]["largest_imbalance"]),
        ("the supply falls from {181} bar to {153} bar while the ram runs", "",
         lambda r: [r.largest("supply", 0, 0.4), r.least("supply", 0, 0.4)]),
        ("the pressure at the piston is that of the supply, and both rise", "",
         lambda r: abs(r.at("pressure", 0.97) - r.at("supply", 0.97)) < 0.1 and r.at("supply", 0.97) > r.at("supply", 0.5)),
        ("the ram meets the platen at {0.325} s, with {0.378} m/s", "",
         lambda r: [r.stats["jumps"][0]["time"], slope_before(r, "ram", r.stats["jumps"][0]["time"])]),
        ("at 0.97 s it is {80.0} kN at {160.0} bar", "", lambda r: [r.at("force", 0.97), r.at("pressure", 0.97)]),
        ("at 0.97 s it is {80.0} kN", "", lambda r: 5e-3 * 100 * r.at("pressure", 0.97)),
        ("of {1.02} l it gives {0.38} l for the stroke", "",
         lambda r: [r.largest("liquid"), r.largest("liquid", 0, 0.4) - r.least("liquid", 0, 0.4)]),
        ("the supply falls to {166} bar only", "--set V0=8e-3", lambda r: r.least("supply", 0, 0.4)),
        ("the ram takes {7.9} mm for nearly the same force, {79.0} kN at 0.97 s", "--set k=1e7",
         lambda r: [1e3 * (r.at("ram", 0.97) - 0.08), r.at("force", 0.97)]),
        ("The ram runs on faster than the pump can follow, and the run ends where liquid would evaporate", "--set V0=1e-3",
         lambda r: "below a vacuum" in r.messages and r.end("liquid") == 0 and r.largest("ram") < 0.08),
    ],
    "servo_valve": [
        ("{305.5} rad/s or {48.62} Hz", "", lambda r: [servo_formula()[0], servo_formula()[0] / (2 * math.pi)]),
        ("/A: {32.6} 1/s", "", lambda r: servo_formula()[1]),
        ("/(2 wh): {0.157}", "", lambda r: servo_formula()[2]),
        ("| 6 | {-0.115} | {-0.115} |", "", lambda r: [servo_measured()[0], servo_formula()[3][0]]),
        ("| 37.26 | {-3.01} | {-3.01} |", "", lambda r: [servo_measured()[1], servo_formula()[3][1]]),
        ("| 305.5 | {-7.63} | {-7.41} |", "", lambda r: [servo_measured()[2], servo_formula()[3][2]]),
        ("holds the supply near {205} bar", "", lambda r: r.at("supply", 0.9)),
        ("the mass is where it should be, to 1 %, {0.13} s after the step, without overshoot", "",
         lambda r: settles(r) if r.largest("position", 0.1, 1) < 0.12 + 1e-6 else None),
        ("Of the sine of 4 Hz the mass does {83} %", "--config MaxStep=1e-3",
         lambda r: 100 * (r.largest("position", 1.5) - r.least("position", 1.5)) / 0.004),
        ("the spool goes to {0.62} mm; the valve is fully open from 0.5 mm on", "", lambda r: 1e3 * r.largest("spool")),
        ("the supply falls to {202.6} bar", "", lambda r: r.least("supply")),
        ("goes from {150} bar to {-46} bar, and in the sine it stays within {2.1} bar", "",
         lambda r: [r.largest("load"), r.least("load"), r.magnitude("load", 1.25)]),
        ("the mass does {46} % of the sine", "--set f=12 --config MaxStep=1e-3",
         lambda r: 100 * (r.largest("position", 1.5) - r.least("position", 1.5)) / 0.004),
        ("the mass rings at {48.08} Hz", "--set Kp=0 --set Mass.v0=0.01 --config StopTime=0.2 --config MaxStep=1e-4",
         lambda r: 1 / period(r.rises("load", 0))),
        ("the loop swings more and more until the liquid would evaporate in a chamber, where the run ends", "--set R=1e13",
         lambda r: "its pressure is below a vacuum" in r.messages and r.largest("load", 0.5) > 2 * r.largest("load", 0.3, 0.4)),
    ],
}
