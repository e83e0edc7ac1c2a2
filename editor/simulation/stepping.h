#pragma once
// How runs are stepped: remembered with the windows, chosen in a dialog.
class QWidget;

namespace fluxion {

struct Stepping {
  bool backEnabled = true;
  int keptPoints = 10, interval = 10;  // to step back to; major steps in between
  int moveBy = 1;                      // how many steps forward or back at once
  static Stepping remembered();
  void remember() const;
};

// Asks; what is answered is remembered. Does not wait.
void openSteppingDialog(QWidget* parent);

}  // namespace fluxion
