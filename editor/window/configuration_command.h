#pragma once
// The configuration of the model, in its dialog; beside it those of the runs that are kept, to compare with.

namespace fluxion {

class Workbench;

void showConfiguration(Workbench& bench);

}  // namespace fluxion
