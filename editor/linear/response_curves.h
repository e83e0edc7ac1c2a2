#pragma once
// A measured response as what the Linear Analysis dock draws.
#include "editor/linear/linear_curves.h"
#include "sim_core/response_estimation/estimated_response.h"

namespace fluxion {

// Points in the views over frequency and in those of Nyquist and Nichols; nothing in others. `beside`: the
// curves of the linear model, in whose turn phases are drawn; null: there are none.
LinearCurves responseCurves(const sim::EstimatedResponse& response, const LinearChoice& choice,
                            const LinearCurves* beside);

}  // namespace fluxion
