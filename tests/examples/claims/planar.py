"""What the readmes of planar mechanisms say in numbers (readme_numbers_test.py says how to read this table)."""
import math

from example_runs import run


def tip_at_end(r):
    return r.end("tip x"), r.end("tip y")


def elbow_gap(r):
    """How far the two rods are apart at the elbow in the end."""
    def end(rod, side):
        angle = r.end(f"{rod}:C.angle")
        return r.end(f"{rod}:C.x") + side * math.cos(angle) / 2, r.end(f"{rod}:C.y") + side * math.sin(angle) / 2
    return math.dist(end("Upper rod", 1), end("Lower rod", -1))


def swing_within_a_turn(r, end):
    """By how much the speed changes within the last turn before the end of the run."""
    start = end - 4 * math.pi / r.end("w")
    return r.largest("w", start) - r.least("w", start)


def toe_on_the_ground(r):
    """How long the way of the toe is on which it stays within 15 mm of its lowest point, forward."""
    ground = r.least("y") + 0.015
    on = [x for x, y in zip(r["x"], r["y"]) if y <= ground]
    return max(on) - min(on)


CLAIMS = {
    "pendulum_of_bodies": [
        ("down to {-2.50} rad", "", lambda r: r.least("upper")),
        ("stays below the shoulder, at y = {-0.944} m or lower", "", lambda r: r.largest("tip y")),
        ("{-11.1783} J at the start and at the end", "",
         lambda r: r.stats["energy"]["stored"]["planar"]["at_end"]
         if abs(r.stats["energy"]["stored"]["planar"]["at_end"] - r.stats["energy"]["stored"]["planar"]["at_start"]) < 5e-6 else None),
        ("at 5 s the tip is {0.27} m away from where it is now", "--set phi2=0",
         lambda r: math.dist(tip_at_end(r), tip_at_end(run("pendulum_of_bodies")))),
        ("the rods have come apart at the elbow, by less than a millimeter", "--config Projection=off",
         lambda r: 1e-9 < elbow_gap(r) < 1e-3),
    ],
    "four_bar_linkage": [
        ("a closed curve, {0.56} m high", "", lambda r: r.largest("y") - r.least("y")),
        ("between {-7.219} and {7.318} N*m", "", lambda r: [r.least("torque"), r.largest("torque")]),
        ("it swings by {0.802} rad", "", lambda r: r.largest("rocker") - r.least("rocker")),
        ("the linkage assembles below the pivots",
         "--set Coupler.y0=-0.3 --set Coupler.phi0=-0.7 --set Rocker.y0=-0.4 --set Rocker.phi0=1.5", lambda r: r.largest("rocker") < 0),
        ("Where the rocker and the coupler are in line the run ends, and the message names the loop that is at a singular position",
         "--set a=0.8", lambda r: "is at a singular position" in r.messages),
    ],
    "slider_crank_engine": [
        ("from 50 rad/s up to {147.6} rad/s after half a second", "", lambda r: r.largest("w")),
        ("the pressure, up to {23.7} bar", "", lambda r: 1e-5 * r.largest("pressure")),
        ("the speed swings by {43.2} rad/s within a turn", "--set J=0.02", lambda r: swing_within_a_turn(r, 0.5)),
        ("the load stops the engine within 17 half turns", "--set boost=1 --config StopTime=5",
         lambda r: abs(r.end("w")) < 1 and r.largest("Crank:C.angle") < 17 * math.pi),
    ],
    "newtons_cradle": [
        ("ball 5 swings out to {0.500} rad", "", lambda r: r.largest("ball 5", 0, 1)),
        ("The three in the middle move by less than 1.7 mrad", "", lambda r: max(r.magnitude(f"ball {k}") for k in (2, 3, 4)) < 1.7e-3),
        ("no energy is lost in the impacts, at least 20", "",
         lambda r: len(r.stats["events"]) >= 20 and abs(r.stats["energy"]["lost_in_events"]) < 1e-12),
        ("the balls in the middle begin to swing too", "--set e=0.9", lambda r: r.magnitude("ball 3") > 0.02),
        ("two go out for two that come in",
         "--set Ball\\ 2.phi0=phi0 --set 'Ball 2.x0=2*R+gap+sin(phi0)*L' --set 'Ball 2.y0=-L*cos(phi0)'",
         lambda r: r.largest("ball 4", 0, 1) > 0.49 and r.largest("ball 5", 0, 1) > 0.49 and r.magnitude("ball 3", 0.1, 0.8) < 0.02),
    ],
    "walking_mechanism": [
        ("flat below, {0.22} m high above", "", lambda r: r.largest("y") - r.least("y")),
        ("Over the lower 0.5 m of its way the toe stays within 15 mm of the ground", "", lambda r: toe_on_the_ground(r) > 0.5),
        ("between {-6.87} and {13.21} N*m", "", lambda r: [r.least("torque"), r.largest("torque")]),
        ("smaller steps", "--set m=0.1", lambda r: r.largest("x") - r.least("x") < 0.5),
        ("the leg walks backward", "--set w=-2", lambda r: r.at("x", 0.3) < r.at("x", 0) - 0.1),
        ("the leg drags its toe, which is lifted by {45} mm only", "--set Pivot.x=-0.42",
         lambda r: 1000 * (r.largest("y") - r.least("y"))),
    ],
    "excavator_arm": [
        ("the boom goes from {0.6} rad to {1.421} rad and stops at {0.982} rad", "", lambda r: [r.at("boom", 0), r.largest("boom"), r.end("boom")]),
        ("up to {3.517} m", "", lambda r: r.largest("y")),
        ("they never reach an end of their stroke", "",
         lambda r: all(0.1 < r.least(c) and r.largest(c) < 1.1 for c in ("boom cylinder", "stick cylinder"))),
        ("the load swings on the liquid: a few tenths of a millimeter", "",
         lambda r: 1e-4 < r.largest("boom cylinder", 3, 3.8) - r.least("boom cylinder", 3, 3.8) < 1e-2),
        ("the boom gets to {1.04} rad only", "--set ps=1e7", lambda r: r.largest("boom")),
    ],
}
