#pragma once
// Long networks of elements in a row.
#include "sim_core/base/text.h"
#include "tests/plugins/hydraulic_model.h"

namespace sim {

inline std::string numbered(const char* name, int k) { return name + to_text(k); }

// Vessels behind resistances, at a supply. Recorded is the pressure "p" of the vessel of this number.
inline Diagram hydraulic_row(int elements, int measured) {
  HydraulicModel m;
  Id last = m.supply("1e5");
  for (int k = 0; k < elements / 2; ++k) {
    const Id neck = m.block("hydraulic/resistance", numbered("neck", k), {{"R", "1e9"}}),
             vessel = m.vessel(numbered("vessel", k), "0");
    m.join(last, 0, neck, 0).join(neck, 1, vessel, 0);
    if (k == measured) m.gauge(vessel, "p");
    last = vessel;
  }
  return m.diagram;
}

// A line of inductors, and capacitors to the earth. Recorded is the voltage "v" of the capacitor of this
// number.
inline Diagram electrical_row(int elements, int measured) {
  NetworkBuilder m;
  const Id source = m.block("electrical/voltage_source", "source", {{"V", "1"}}),
           earth = m.block("electrical/reference", "earth"),
           sensor = m.block("electrical/voltage_sensor", "sensor");
  m.join(source, 1, earth, 0).join(sensor, 1, earth, 0);
  Id last = source;
  for (int k = 0; k < elements / 2; ++k) {
    const Id coil = m.block("electrical/inductor", numbered("L", k), {{"L", "1e-3"}}),
             store = m.block("electrical/capacitor", numbered("C", k), {{"C", "1e-3"}});
    m.join(last, 0, coil, 0).join(coil, 1, store, 0).join(store, 1, earth, 0);
    if (k == measured) m.join(store, 0, sensor, 0);
    last = store;
  }
  m.record(sensor, 0, "v");
  return m.diagram;
}

}  // namespace sim
