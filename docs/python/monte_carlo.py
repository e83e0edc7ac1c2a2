"""A Monte Carlo study: how far a Van der Pol oscillator swings when its damping is not known well."""
import fluxion as fx

model = fx.example("van_der_pol")
signal = model.run(stop_time=1).signals[0]
study = fx.Study(model, {"mu": fx.normal(1.5, 0.3)}, samples=200, seed=1, stop_time=30,
                 results={"peak": f"max({signal})", "last": f"{signal}(end)"})
table = study.run()
print(f"{len(table['peak'])} runs, peak {table['peak'].mean():.3f} +- {table['peak'].std():.3f}")
assert not table.failed
