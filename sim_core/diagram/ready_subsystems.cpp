#include "sim_core/diagram/ready_subsystems.h"

namespace sim {

const ReadySubsystem* ready_subsystem(std::string_view type) {
  using Inner = ReadySubsystem::Inner;
  const Inner enable{"ports/enable", "Enable", {}}, trigger{"ports/trigger", "Trigger", {}};
  static const std::map<std::string_view, ReadySubsystem> all = {
      {"ports/enabled_subsystem", {{enable}}},
      {"ports/triggered_subsystem", {{trigger}}},
      {"ports/enabled_triggered_subsystem", {{enable, trigger}}},
      {"ports/function_call_subsystem", {{{"ports/trigger", "Trigger", {{"TriggerType", "function-call"}}}}}},
      {"ports/atomic_subsystem", {{}, {{"TreatAsAtomicUnit", "on"}}}},
      {"ports/action_subsystem", {{{"ports/action_port", "Action Port", {}}}}},
      {"ports/switch_case_action_subsystem", {{{"ports/action_port", "Action Port", {}}}}},
      {"ports/resettable_subsystem", {{{"ports/reset_port", "Reset Port", {}}}}},
      {"ports/for_iterator_subsystem", {{{"ports/for_iterator", "For Iterator", {}}}}},
      {"ports/while_iterator_subsystem",
       {{{"ports/while_iterator", "While Iterator", {{"WhileBlockType", "do-while"}}}}}},
      {"ports/for_each_subsystem", {{{"ports/for_each", "For Each", {}}}}},
  };
  const auto found = all.find(type);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace sim
