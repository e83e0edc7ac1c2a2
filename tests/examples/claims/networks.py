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


CLAIMS = {
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
