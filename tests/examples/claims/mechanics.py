"""What the readmes of the mechanical examples say in numbers (readme_numbers_test.py says how to read this table)."""
import math

from example_runs import blocks, minus, period, run

# Where the clutch locks and lets go, from its readme, in arithmetic of 40 digits.
LOCKS, LETS_GO = 3.92991672208956275, 6.24690495462262224


def rest_begins(r):
    """When a ball has come to rest: after the last row in which it is above the ground by more than a micrometer."""
    return max(t for t, x in zip(r.t, r["x"]) if x > 1e-6)


def bounces(r):
    return r.rises("v", 0)


def clutch_errors(r):
    return [abs(r.rises("locked")[0] - LOCKS), abs(r.falls("locked")[0] - LETS_GO)]


def rod(r):
    """By how much the pendulum's rod changes its length."""
    return max(abs(math.hypot(x, y) - 1) for x, y in zip(r["bob[1]"], r["bob[2]"]))


def residuals(r):
    return max(r.magnitude(name) for name in r.columns if name.endswith("residual"))


def tip_distance(other):
    """How far the tips of the double pendulum get apart from those of another start, by when."""
    def measure(r, start, end):
        times = [start + k * 0.05 for k in range(int((end - start) / 0.05))]
        return max(math.hypot(r.at("tip x", t) - other.at("tip x", t), r.at("tip y", t) - other.at("tip y", t)) for t in times)
    return measure


def shift_takes(r, gear, shift):
    """How long after the shift the engine turns with the vehicle in that gear."""
    return min(t for t, e, v in zip(r.t, r["we"], r["wv"]) if t > shift and abs(e - gear * v) < 1e-6) - shift


def with_its_own_inertia(w1, w2, c):
    """The speed behind the lock at which momentum is kept with the inertia at that same speed."""
    w = w1
    for _ in range(200):
        w = ((1 + c * w * w) * w1 + 2 * w2) / (3 + c * w * w)
    return w


CLAIMS = {
    "bar_on_ball": [
        ("lands at {0.20193} s, with its center {0.1} m beside the point of contact, and tips to {-0.566} rad", "",
         lambda r: [r.rises("force[1]", 1e-3)[0], -r.at("contact", 0.2), r.least("bar[3]")]),
        ("goes to {0.1828} m on the other side of the center", "", lambda r: r.largest("contact")),
        ("the impact takes {3.6825} J of the {14.715} J there are; then the energy stays the same to {<1e-5}", "",
         lambda r: [r.at("energy", 0) - r.at("energy", 0.3), r.at("energy", 0),
                    r.largest("energy", 0.21) - r.least("energy", 0.21)]),
        ("*Residuals*: below {<1e-15}", "", lambda r: max(r.magnitude(f"residual[{k}]") for k in (1, 2, 3))),
        ("Set `R` to 0.04, less than half the thickness of the bar: nothing brings it back", "--set R=0.04",
         lambda r: r.end("bar[3]") < -3),
        ("Set `Projection` to `off`: the speed across the contact is {~5e-7} m/s off", "--config Projection=off",
         lambda r: r.magnitude("residual[2]")),
    ],
    "driven_cart_pendulum": [
        ("trolley goes {3} m along a given path in {3} s", "",
         lambda r: [r.end("crane[1]"), r.rises("crane[1]", 3 - 1e-9)[0]]),
        ("swings freely by {0.5159} rad", "", lambda r: r.magnitude("crane[2]", 3)),
        ("*Drive*: {421} N at most", "", lambda r: r.magnitude("drive")),
        ("*Residuals*: zero, or one rounding error", "",
         lambda r: max(r.magnitude("residual[1]"), r.magnitude("residual[2]")) < 1e-15),
        ("Set `Tm` to 4: the load swings by {0.376} rad only", "--set Tm=4", lambda r: r.magnitude("crane[2]", 4)),
    ],
    "crank_with_stroke": [
        ("the crank swings between {0.8109} and {2.056} rad", "", lambda r: [r.least("crank[1]", 0.01), r.largest("crank[1]", 0.01)]),
        ("the third is the force on the slider, at most {14.57} N", "", lambda r: r.magnitude("force[3]", 0.01)),
        ("below {<1e-15} from the first step on", "",
         lambda r: max(r.magnitude(f"residual[{k}]", 0.001) for k in range(1, 7))),
        ("without friction the force is at most {12.2} N", "--set c=0", lambda r: r.magnitude("force[3]", 0.01)),
        ("as long as the crank allows, and the crank goes around, through both dead centers", "--set a=0.1",
         lambda r: r.end("crank[1]") < -11 and r.magnitude("force[3]", 0.01) > 1e6
         and max(r.magnitude(f"residual[{k}]", 0.001) for k in range(1, 7)) < 1e-6),
    ],
    "motor_temperature": [
        ("up to {342.9} rad/s. The current begins with {48} A and falls to {13.71} A", "",
         lambda r: [r.largest("w"), r.at("i", 0), r.before("i", 10)]),
        ("the motor brakes with {34.3} A", "", lambda r: -r.least("i")),
        ("with the load, to {366.2} K; the housing follows slowly, to {334.0} K", "",
         lambda r: [r.largest("winding"), r.largest("housing")]),
        ("a quarter of the losses, and the winding stays below {311.5} K", "--set V=12",
         lambda r: math.ceil(10 * r.largest("winding")) / 10),
        ("the winding stays below {320.5} K", "--set Fan.d=0", lambda r: math.ceil(10 * r.largest("winding") + 1) / 10),
    ],
    "bodies_in_contact": [
        ("1 and 0 m/s, then {0.4} m/s for both, then the second draws away", "",
         lambda r: r.at("v1", 1)),
        ("the force of 3 N at {2} s would make it", "", lambda r: r.rises(minus("v2", "v1"), 1e-9)[0]),
        ("conservation of momentum at {0.5} s", "", lambda r: r.rises("v2", 0.2)[0]),
        ("Make the pull negative: the contact goes on holding, and both slow down together", "--set Pull.after=-3",
         lambda r: r.end("v1") < 0.4 and abs(r.end("v1") - r.end("v2")) < 1e-9),
    ],
    "bouncing_ball": [
        ("loses a {fifth|0.1999..0.2001} of its speed at each bounce, infinitely often in {20.4} seconds", "",
         lambda r: [1 + r.at("v", bounces(r)[0]) / r.before("v", bounces(r)[0]), rest_begins(r)]),
        ("= {20.35763698940} s", "--config ZeroCrossAlgorithm=Nonadaptive", lambda r: r.stats["end_time"]),
        ("After 20.36 s the ball lies still", "", lambda r: r.magnitude("x", 20.36) < 1e-9 < r.magnitude("x", 20.35)),
        ("Zoom in just before 20.36 s: more and more bounces, each k^2 times as high as the one before", "",
         lambda r: all(abs(b / a - 0.64) < 1e-6 for a, b in zip(r.tops("x")[:8], r.tops("x")[1:9]))),
        ("ends the run at {20.3576} s with a message that names the ball", "--config ZeroCrossAlgorithm=Nonadaptive",
         lambda r: r.stats["end_time"] if r.status == 1 and "Ball: " in r.messages else None),
        ("Set *Ignored zero crossings* in the Diagnostics page to `warning` to be told when it begins to do so",
         "--config IgnoredZcDiagnostic=warning", lambda r: "Ball: warning: " in r.messages),
        ("Set `k` to 0.9 and the stop time to 50 s: the bounces end at {41.3} s only", "--set k=0.9 --config StopTime=50",
         rest_begins),
    ],
    "bouncing_ball_dropped": [
        ("A ball dropped from {25} m", "", lambda r: r.at("x", 0)),
        ("The first bounce is at sqrt(2 h0/g) = {2.25761820493} s", "", lambda r: bounces(r)[0]),
        ("sqrt(2 h0/g) = {20.31856384436} s", "--config ZeroCrossAlgorithm=Nonadaptive", lambda r: r.stats["end_time"]),
        ("the height after each bounce is k^2 = {0.64} times the one before", "",
         lambda r: r.peaks("x")[1][1] / r.peaks("x")[0][1]),
        ("Set `k` to 0.5: the ball lies still after {6.77} s", "--set k=0.5", rest_begins),
        ("Set it to 0: it stays where it falls", "--set k=0", lambda r: r.magnitude("x", 2.2577) < 1e-5),
        ("Set `k` to 1: it bounces for ever, and reaches {25} m again and again", "--set k=1",
         lambda r: min(height for _, height in r.peaks("x"))),
        ("the algorithm `Nonadaptive` ends the run at {20.3186} s with a message", "--config ZeroCrossAlgorithm=Nonadaptive",
         lambda r: r.stats["end_time"] if r.status == 1 and "Ball: " in r.messages else None),
    ],
    "cartesian_pendulum": [
        ("*Residuals*: below {<1e-14}.", "", residuals),
        ("With Configuration, Projection `off` they reach {5e-7}", "--config Projection=off", residuals),
        ("with RelTol 1e-3 besides, {4e-4}", "--config Projection=off --config RelTol=1e-3", residuals),
        ("Set Projection to `off`, the solver to `ode4` and the step to 0.05: the rod changes its length by {1e-4} and more",
         "--config Projection=off --config Solver=ode4 --config FixedStep=0.05", rod),
        ("Set Action of *Velocity* to `monitor only`: the length alone is kept, and the velocity drifts across it",
         "--set 'Velocity.action=monitor only'",
         lambda r: r.magnitude("length residual") < 1e-14 and r.magnitude("velocity residual") > 1e-7),
        ("the first step has to jump, which is reported", "--set Length.value=1.1*L^2",
         lambda r: "the projection onto 'Length' moved" in r.messages),
    ],
    "clutch": [
        ("They turn as one from {3.9299} s to {6.2469} s.", "", lambda r: r.rises("locked") + r.falls("locked")),
        ("Set `mus` to 1: with less static friction the plates let go at {5.92} s already", "--set mus=1",
         lambda r: r.falls("locked")),
        ("Set `muk` to 0.3 and `mus` to 0.4: the plates never lock; the speeds meet {once|1..1}, in passing",
         "--set muk=0.3 --set mus=0.4", lambda r: len(r.falls(minus("we", "wv"), 0)) if r.largest("locked") == 0 else None),
        ("`ode45` in place of `ode23` takes {a quarter|0.2..0.3} of the steps", "--config Solver=ode45",
         lambda r: r.stats["steps"] / run("clutch").stats["steps"]),
        ("and errs by less than {<1e-7} s where the plates lock and by less than {<1e-8} s where they let go",
         "--config Solver=ode45", clutch_errors),
        ("With `ode23` it is {2e-6} s and {3e-7} s", "", clutch_errors),
        ("`ode4` with a step of 0.1 s. The lock is noticed up to a step late", "--config Solver=ode4 --config FixedStep=0.1",
         lambda r: LOCKS < min(t for t, locked in zip(r.t, r["locked"]) if locked) < LOCKS + 0.1),
        ("(t = {3.92991672208956275}, w = {0.469038804609332076})",
         "--config Solver=dop853 --config RelTol=1e-12 --config AbsTol=1e-14",
         lambda r: [r.rises("locked")[0], r.at("we", r.rises("locked")[0])]),
        ("(t = {6.24690495462262224}, w = {0.401650690867934808})",
         "--config Solver=dop853 --config RelTol=1e-12 --config AbsTol=1e-14",
         lambda r: [r.falls("locked")[0], r.at("wv", r.falls("locked")[0])]),
    ],
    "clutch_network": [
        ("they meet at t = {3.92992} s and part at t = {6.24690} s", "",
         lambda r: [r.rises("locked")[0], r.falls("locked", start=1)[0]]),
        ("Use a fixed step (`ode4`, 0.1 s): the lock is noticed a sample late", "--config Solver=ode4 --config FixedStep=0.1",
         lambda r: LOCKS < r.rises("locked")[0] < LOCKS + 0.1),
        ("from elementary blocks: {83} of them, with {three|3..3} subsystems and a truth table, in place of {15}", "",
         lambda r: [len(blocks("clutch")), blocks("clutch").count("ports/subsystem"), len(blocks("clutch_network"))]),
    ],
    "damped_pendulum": [
        ("period of small swings, 2 pi sqrt(L/g) = {2.0} s", "", lambda r: period(r.rises("theta", 0)[-2:])),
        ("theta(0) = {170} degrees", "", lambda r: math.degrees(r.at("theta", 0))),
        ("Set `d` to 0: the swing never ends", "--set d=0",
         lambda r: r.largest("theta", 10) > math.radians(169.9)),
        ("Set `omega0` to 5: the pendulum goes over the top twice and settles at an angle of {4} pi",
         "--set omega0=5 --config StopTime=60", lambda r: r.end("theta") / math.pi),
    ],
    "double_pendulum": [
        ("what is left of the error, less than {<1e-12}", "", lambda r: r.magnitude("energy error")),
        ("Switch the projection off (Configuration, Jacobian & projection): the energy drifts", "--config Projection=off",
         lambda r: r.magnitude("energy error") > 1e-5),
        ("Start at `[pi/2; pi/2 + 0.001]`: another path altogether after {fourteen|13..14} seconds", "",
         lambda r: min(t for t in range(20) if tip_distance(run("double_pendulum", "--set start=[pi/2;pi/2+0.001]"))(
             r, t, t + 1) > 0.5)),
        ("Start at `[0.3; 0.3*sqrt(2)]`: small swings are regular", "--set start=[0.3;0.3*sqrt(2)]",
         lambda r: all(0.7 < x < 0.71 for _, x in r.peaks("tip x"))),
    ],
    "four_speed_gearbox": [
        ("the engine turns with the vehicle after {0.83} s at first", "", lambda r: shift_takes(r, 4, 0)),
        ("and within {<0.1} s of each shift", "",
         lambda r: max(shift_takes(r, 2.5, 5), shift_takes(r, 1.5, 10), shift_takes(r, 1, 15))),
    ],
    "inverted_pendulum": [
        ("the cart runs {half a meter|0.45..0.55} to catch the rod", "", lambda r: r.magnitude("x", 0, 5)),
        ("At t = 5 s it shall go to {0.5} m, and first goes the wrong way", "",
         lambda r: r.end("x") if r.least("x", 5) < r.at("x", 5) - 0.01 else None),
        ("theta(0) = {0.3} rad from upright", "", lambda r: math.radians(r.at("angle", 0))),
        ("Set `theta0` to 1: {57} degrees, and the cart still catches it", "--set theta0=1",
         lambda r: r.at("angle", 0) if abs(r.end("angle")) < 0.1 else None),
        ("Set `m` to 1: `K` is another one then, and the cart catches the rod as well", "--set m=1", lambda r: abs(r.end("angle")) < 0.1),
    ],
    "planetary_gear_lock": [
        ("at {2} s a clutch begins to lock its ring and sun together", "",
         lambda r: next(t for t, torque in zip(r.t, r["Tc"]) if torque)),
        ("carrier and sun agree from t = {2.420799} s on", "", lambda r: r.rises("locked")),
        ("`loss` is the energy that the lock cost: next to nothing", "", lambda r: r.magnitude("loss") < 1e-12),
        ("`mu_s` = `mu_k` = 2: the clutch cannot stop the slip within the run",
         "--set 'Lock-up clutch.mu_s=2' --set 'Lock-up clutch.mu_k=2'", lambda r: not r.rises("locked")),
        ("Fixed steps of 0.1 s: the lock is noticed late", "--config Solver=ode4 --config FixedStep=0.1",
         lambda r: 2.420799 < r.rises("locked")[0] < 2.5208),
    ],
    "quarter_car": [
        ("zr: the road, which rises by {5} cm from t = {0.5} s to {0.55} s", "",
         lambda r: [100 * r.end("kerb"), r.rises("kerb", 1e-9)[0], r.rises("kerb", 0.05 - 1e-9)[0]]),
        ("the wheel hops at {10} Hz, the body sways at {1.2} Hz", "",
         lambda r: [1 / period([t for t, _ in r.peaks("wheel", 0.6, 0.9)]), 1 / period([t for t, _ in r.peaks("body", 0.8)])]),
    ],
    "quaternion_attitude": [
        ("*Residual*: 1 - |q|^2, within rounding at every step", "", lambda r: r.magnitude("residual") < 1e-14),
        ("Set *Norm* of the block *Attitude* to `monitor only`: the residual grows with every step",
         "--set 'Attitude.action=monitor only'", lambda r: r.magnitude("residual") > 1e-8),
        ("Enter `[2; 0; 0; 0]` as *Initial quaternion*: it is normalized", "--set 'Attitude.q0=[2;0;0;0]'",
         lambda r: r.at("q[1]", 0) == 1),
        ("`[0; 0; 0; 0]` is no attitude, and refused", "--set 'Attitude.q0=[0;0;0;0]'",
         lambda r: r.status == 1 and "Attitude: " in r.messages),
    ],
    "rigid_body": [
        ("within rounding, with ode4 and a step of 0.1 s", "", lambda r: residuals(r) < 1e-14),
        ("about {1e-7} with Projection `off`", "--config Projection=off", residuals),
        ("`ode1` or `ode2` with a step of 0.1 s: the period is wrong, but the curve is closed. `ode1` is moved by more than its "
         "tolerance, which is reported", "--config Solver=ode1",
         lambda r: "times the solver's tolerance" in r.messages and residuals(r) < 1e-14),
        ("Start at y = (0.01, 1, 0.02) and raise the stop time to 100 s: the body turns over again and again",
         "--set 'Rotation.x0=[0.01;1;0.02]' --config StopTime=100",
         lambda r: len(r.rises("momenta[2]", 0) + r.falls("momenta[2]", 0)) >= 5),
        ("From (0.01, 1, 0.01), which is on the curve between rotation about the first axis and about the third, it turns over "
         "{once|1..1}", "--set 'Rotation.x0=[0.01;1;0.01]' --config StopTime=50",
         lambda r: len(r.rises("momenta[2]", 0) + r.falls("momenta[2]", 0))),
    ],
    "satellite_orbit": [
        ("*Residuals*: within rounding", "", lambda r: residuals(r) < 1e-14),
        ("Set Projection to `off` and RelTol to 1e-3: the satellite spirals", "--config Projection=off --config RelTol=1e-3",
         lambda r: r.magnitude("energy residual") > 1e-3),
        ("Set Projection to `symmetric`, the solver to `ode4` and the step to 0.02",
         "--config Projection=symmetric --config Solver=ode4 --config FixedStep=0.02", lambda r: residuals(r) < 1e-14),
        ("eccentricity {0.6}", "",
         lambda r: -(r.largest("satellite[1]") + r.least("satellite[1]")) / (r.largest("satellite[1]") - r.least("satellite[1]"))),
    ],
    "kepler_orbit": [
        ("the planet hurries through its perihelion, at t = {0} and t = {1}", "",
         lambda r: [t for t, x in zip(r.t, r["x"]) if abs(x - 0.4) < 1e-9]),
        ("Set *Maximum number of iterations* of the block *While* to 3: a warning says that its condition still held",
         "--set Kepler/While.MaxIters=3", lambda r: "Kepler[3]/While: warning: its condition still holds" in r.messages),
    ],
    "stick_slip": [
        ("The first slip begins at Fs/(k vb) = {0.8} s", "", lambda r: r.falls("sticks")[0]),
        ("each turn takes {1.4635} s: {0.8635} s of slipping, {0.6} s of sticking", "",
         lambda r: [period(r.falls("sticks")), r.rises("sticks")[0] - r.falls("sticks")[0],
                    r.falls("sticks")[1] - r.rises("sticks")[0]]),
        ("Set `Fs` to 2.5, no more than kinetic friction: the mass slips for good, and swings about x = Fk/k", "--set Fs=2.5",
         lambda r: not r.rises("sticks") and abs((r.largest("x", 2) + r.least("x", 2)) / 2 - 0.1) < 1e-3),
        ("Set `vb` to 3: the mass hardly ever sticks", "--set vb=3", lambda r: r.mean("sticks", 0, 10) < 0.05),
        ("Set `vb` to -0.2: the same the other way round", "--set vb=-0.2",
         lambda r: all(abs(r.at("x", k / 10) + run("stick_slip").at("x", k / 10)) < 1e-9 for k in range(100))),
    ],
    "variable_inertia_arm": [
        ("the same until {1} s; then {2.69} against {1.64} rad/s", "",
         lambda r: [r.t[next(k for k, v in enumerate(r[minus("w_first[1]", "w_second[1]")]) if v)],
                    r.at("w_first[1]", 1), r.at("w_second[1]", 1)]),
        ("than its inertia there would give by itself, {2.46}", "",
         lambda r: with_its_own_inertia(r.before("w_second[1]", 1), r.before("w_second[2]", 1), 0.5)),
        ("`c` = 0: the inertia is constant, and both ways agree", "--set c=0",
         lambda r: r.magnitude(minus("w_first[1]", "w_second[1]")) < 1e-12),
    ],
}
