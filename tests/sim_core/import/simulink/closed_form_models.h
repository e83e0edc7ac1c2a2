#pragma once
// Simulink models of many blocks of one type, for closed_forms.h.
#include "tests/sim_core/import/closed_forms.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + '"';
}

inline std::string text_of(const Pairs& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) text += name + ' ' + quoted(value) + '\n';
  return text;
}

inline Diagram simulink_model(const ClosedForm& form, const std::vector<Sample>& samples, Run run) {
  const bool link = std::string(form.type).find('/') != std::string::npos;
  // The time, in steps where they are all.
  const auto ramp_named = [run](const std::string& name) {
    return run == Run::Continuous
               ? mdl_block("Clock", name)
               : mdl_block("DigitalClock", name, text_of({{"SampleTime", digits(discrete_step)}}));
  };
  std::string system;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::string n = std::to_string(k), name = "b" + n;
    Pairs parameters = samples[k].parameters;
    if (link) parameters.emplace_back("SourceBlock", form.type);
    system +=
        mdl_block(link ? "Reference" : form.type, name,
                  "Ports [" + std::to_string(samples[k].inputs.size()) + ", 1]\n" + text_of(parameters));
    for (std::size_t i = 0; i < samples[k].inputs.size(); ++i) {
      const std::string source = "u" + n + "_" + std::to_string(i);
      system += samples[k].ramp
                    ? ramp_named(source)
                    : mdl_block("Constant", source, text_of({{"Value", digits(samples[k].inputs[i])}}));
      system += mdl_line(source, name, static_cast<int>(i) + 1);
    }
    system +=
        mdl_block("Outport", "y" + n, "Port \"" + std::to_string(k + 1) + "\"") + mdl_line(name, "y" + n);
  }
  const std::string continuous =
      "StopTime \"2\"\nSolver \"ode45\"\nRelTol \"1e-10\"\nAbsTol \"1e-12\"\nMaxStep \"0.05\"";
  const std::string discrete =
      "StopTime \"2\"\nSolver \"FixedStepDiscrete\"\nFixedStep \"" + digits(discrete_step) + "\"";
  return imported(mdl(system, run == Run::Continuous ? continuous : discrete)).diagram;
}

}  // namespace sim::importing::simulink
