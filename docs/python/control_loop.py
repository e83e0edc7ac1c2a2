"""A controller in Python around a plant of Fluxion: a first-order lag, and an integral action written here."""
import fluxion as fx

plant = fx.Model()
u, y = plant.add("Inport", "u"), plant.add("Outport", "y")
difference, lag = plant.add("Sum", "e", signs="+-"), plant.add("Integrator", "X")
plant.connect(u, difference)
plant.connect(lag, difference.input(2))
plant.connect(difference, lag)
plant.connect(lag, y)

simulator = plant.simulator()
simulator.start()
integral, step, wanted = 0.0, 0.02, 1.0
while simulator.time < 10:
    error = wanted - simulator.outputs["y"]
    integral += step * error
    simulator.inputs["u"] = 2 * error + 2 * integral
    simulator.step(step)
print(f"y = {simulator.outputs['y']:.4f} at t = {simulator.time:.2f} s")
assert abs(simulator.outputs["y"] - wanted) < 1e-3
