"""Drives runs that exchange signals with other programs: a generated controller, and a socket of this test."""
import socket
import struct
import subprocess
import threading
import unittest

from cli_test import CliTest, block, line, rows_of
from generated_library import Targets


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# x' = u - x; u comes in, x goes out.
def plant_model(receives, sends, **settings):
    return {
        "fluxion": 1,
        "settings": {"Solver": "ode45", "StopTime": "2", **settings},
        "blocks": [
            block(2, "exchange/udp_in", "u", LocalAddress="127.0.0.1", LocalPort=str(receives), ShowCount="on",
                  SampleTime="0.01"),
            block(3, "math/sum", "Rate", signs="+-"),
            block(4, "continuous/integrator", "x"),
            block(5, "exchange/udp_out", "y", RemotePort=str(sends), SampleTime="0.01"),
            block(6, "sinks/scope", "Scope", inputs="2"),
        ],
        "lines": [line(10, (2, 1), (3, 1)), line(11, (4, 1), (3, 2)), line(12, (3, 1), (4, 1)), line(13, (4, 1), (5, 1)),
                  line(14, (4, 1), (6, 1)), line(15, (2, 2), (6, 2))],
    }


# u = 4 (1 - x)
def controller_model():
    return {
        "fluxion": 1,
        "settings": {"Solver": "ode1", "FixedStep": "0.01", "StopTime": "100"},
        "blocks": [
            block(2, "ports/inport", "x"),
            block(3, "sources/constant", "Goal"),
            block(4, "math/sum", "Error", signs="+-"),
            block(5, "math/gain", "Gain", k="4"),
            block(6, "sinks/scope", "Scope"),
        ],
        "lines": [line(10, (3, 1), (4, 1)), line(11, (2, 1), (4, 2)), line(12, (4, 1), (5, 1)), line(13, (5, 1), (6, 1))],
    }


class Exchange(CliTest):
    def test_a_model_must_be_allowed_to(self):
        model = self.model(plant_model(free_port(), free_port()))
        self.fail_with(1, ["y", "may not exchange signals with udp 127.0.0.1:"], "run", model)
        self.assertIn("no frame arrived", self.run_cli("run", model, "--allow-exchange").stderr)
        self.assertIn("exchanges signals with another program",
                      self.run_cli("generate", model, "--out", str(self.folder / "code"), "--config", "Solver=ode4").stderr)

    # Steps as fast as its peer answers: each frame is answered by the next one.
    def test_a_program_that_knows_the_frames_takes_part(self):
        receives = free_port()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            here.bind(("127.0.0.1", 0))
            here.settimeout(60)
            model = self.model(plant_model(receives, here.getsockname()[1], EnablePacing="on", PacingRate="0.5", StopTime="0.5"))
            seen = []

            def answer():
                for _ in range(51):
                    magic, number, time, count, zero, x = struct.unpack("<4sIdIId", here.recv(4096))
                    seen.append((magic, number, count, zero, time, x))
                    here.sendto(struct.pack("<4sIdIId", b"FLX1", number, time, 1, 0, 1.0), ("127.0.0.1", receives))

            thread = threading.Thread(target=answer)
            thread.start()
            out = self.folder / "out.csv"
            self.run_cli("run", model, "--allow-exchange", "--out", str(out))
            thread.join()
        self.assertEqual([entry[:4] for entry in seen], [(b"FLX1", k, 1, 0) for k in range(51)])
        for k, entry in enumerate(seen):
            self.assertAlmostEqual(entry[4], 0.01 * k)
        rows = [[float(number) for number in row] for row in rows_of(out)[1:]]
        frames = [row[2] for row in rows]
        self.assertEqual(frames, sorted(frames))
        self.assertGreater(frames[-1], 3)
        self.assertGreater(rows[-1][1], 0)  # u has been 1 for some time


class ClosedLoop(Targets):
    def test_a_generated_controller_runs_against_a_plant(self):
        self.library(self.model(controller_model(), "controller.flx"), name="controller")
        folder = self.folder / "controller"
        subprocess.run(["make", "-C", folder, "real_time"], check=True, capture_output=True)
        to_controller, to_plant = free_port(), free_port()
        controller = subprocess.Popen([folder / "real_time", "--listen", str(to_controller), "--send", f"127.0.0.1:{to_plant}"],
                                      stdout=subprocess.DEVNULL)
        self.addCleanup(controller.wait)
        self.addCleanup(controller.kill)
        plant = self.model(plant_model(to_plant, to_controller, EnablePacing="on", StopTime="5"), "plant.flx")
        out = self.folder / "plant.csv"
        self.run_cli("run", plant, "--allow-exchange", "--out", str(out))
        last = [float(number) for number in rows_of(out)[-1]]
        self.assertGreater(last[2], 20)
        # Where it comes to rest: x = 4 (1 - x). With the delays of two samples it does so in 2 s; frames that come
        # later on a busy machine change nothing there.
        self.assertAlmostEqual(last[1], 0.8, delta=0.05)


if __name__ == "__main__":
    unittest.main()
