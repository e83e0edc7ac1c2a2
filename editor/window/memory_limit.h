#pragma once
// How much memory opening, compiling or running a model may take (sim_core/base/memory_budget.h): remembered
// among the settings of the window, never in a model.
class QWidget;

namespace fluxion {

// What was chosen last, from now on; at the start of the program.
void applyMemoryLimit();

// Asks for another; it counts from the next run on.
void askForMemoryLimit(QWidget* parent);

}  // namespace fluxion
