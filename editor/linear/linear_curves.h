#pragma once
// What the Linear Analysis dock draws of one linear model: curves, points and the numbers beside them.
// Computed by the engine, in any thread.
#include <QString>
#include <utility>
#include <vector>

#include "editor/plots/plot_style.h"
#include "editor/scopes/curve_data.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace fluxion {

enum class LinearView { Bode, Nyquist, Nichols, SingularValues, PoleZero, RootLocus, Step, Impulse };
inline constexpr int linearViewCount = 8;

struct LinearChoice {
  LinearView view = LinearView::Bode;
  int input = 0, output = 0;
  bool negative = false;  // what comes back in the diagram is minus the loop gain
};

struct LinearCurve {
  int plot = 0;  // from the top
  QString name;  // beside that of the model; empty: none
  std::vector<CurvePoint> points;
  CurveStyle::Marker marker = CurveStyle::Marker::None;
  bool line = true;
};

struct LinearMark {
  int plot = 0;
  CurvePoint at;
  QString text;
};

struct LinearCurves {
  std::vector<LinearCurve> curves;
  std::vector<LinearMark> marks;
  std::vector<std::pair<QString, QString>> facts;
};

LinearCurves linearCurves(const sim::LinearModel& model, const LinearChoice& choice);

// Whether points of a view are in the plane, rather than over a horizontal axis.
constexpr bool isPlane(LinearView view) {
  return view == LinearView::Nyquist || view == LinearView::Nichols || view == LinearView::PoleZero ||
         view == LinearView::RootLocus;
}

}  // namespace fluxion
