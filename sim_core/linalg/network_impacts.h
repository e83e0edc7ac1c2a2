#pragma once
// Impacts on stops in a linear network: what of the speed of an approach they give back, and where positions
// are behind an impact that was noticed late.
//
// A stop is a one-way branch; its gap x is the integral of its across variable, and x >= 0. Where it is
// noticed d beyond its limit, approaching with the speed v = -dx/dt at the rate g = -d2x/dt2, the impact was
// at
//
//   v0 = sqrt(v^2 - 2 g d),   T = 2 d / (v + v0) ago   (the approach changing evenly),
//
// and what gives back e v0 is now p = e v0 T - 1/2 g T^2 away from its limit, opening with
// s = e v0 - g T. Where p would be negative it has come back meanwhile and rests: p = s = 0, as with e = 0.
//
// Speeds: the plastic impact takes the states onto what is nearest in energy (Moreau). From there the stops
// that were hit open with their s, again by the change of least energy, in which all that conserves momentum
// does. A stop that would have to pull for that lets go. With one coefficient for all stops that is
// Newton's law and Moreau's, u+ = u_plastic + e (u_plastic - u-), and no energy is gained; where coefficients
// differ the second change counts for no more energy than the first has taken.
//
// Friction at contacts (pressed_friction.h): while stops open, what sticks or slips along them goes on to,
// with the cone of friction for the impulses of both changes together; what slips comes to rest and what
// cannot stick slips. The second change counts for no more energy than the first has taken, so that none is
// gained.
//
// Positions: the displacements of the bodies are the least in energy, 1/2 sum C u^2, under u = d + p for
// these stops and u = 0 for all else that holds; what has no mass follows as it does at once (order 0 of the
// series). For bodies that nothing else moves that is where an impact in time would have them: both changes
// are the same impulse, times T.
//
// J. J. Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl. Mech. Eng. 177 (1999)
// 329-349; C. Glocker, Set-Valued Force Laws, Springer 2001, ch. 8.
#include <vector>

#include "sim_core/linalg/network_series.h"
#include "sim_core/linalg/pressed_friction.h"

namespace sim {

class NetworkImpacts {
 public:
  NetworkImpacts(NetworkSeries& series, const std::vector<NetworkBranch>& branches);

  // The network as it was until now, with its stops free or held. By branch: restitution, 0 to 1, the speed
  // up to which there is none, and how far it is beyond its limit. Which branches are stops that may be hit:
  // any of the two is above 0, and it was free.
  struct Before {
    NetworkSeries::Given network;
    std::span<const double> restitutions, slowest, beyond;  // negative: not there yet
    std::span<const int> ways;
  };
  void begin(const Before& before);
  bool any() const { return any_; }
  // False: the friction of stops that open has found no ways.
  bool settled() const { return settled_; }

  // Behind a plastic impact that the series has just computed for these ways: opens the stops that were hit.
  // `laws`: those of that impact, changed. True: `states` and `impulses` have changed, and `ways` says which
  // are free now.
  struct Behind {
    std::vector<double>& states;
    std::vector<double>& impulses;
    std::vector<int>& ways;
    std::vector<NetworkLaw>& laws;
    const std::vector<double>& shares;  // of friction at contacts: mu
    PressedFriction& friction;
  };
  bool rebound(const NetworkSeries::Given& hit, const Behind& behind);
  // Whether it has come off its limit meanwhile: it cannot hold.
  bool has_left(std::size_t branch) const { return stops_[branch].rebounds && stops_[branch].gap > 0; }

  // Adds how far the integral of each across variable moves; `laws`: those of the final ways.
  void set_back(const NetworkSeries::Given& network, const std::vector<int>& ways,
                std::vector<NetworkLaw>& laws, std::vector<double>& moved);

 private:
  struct Stop {
    bool has_limit = false;  // else it holds one way wherever it is, as a diode does
    bool free = false;       // until this instant, and either hit or beyond its limit, perhaps
    bool rebounds = false;   // has opened again
    double beyond = 0;       // d
    double speed = 0;        // s; 0: it rests
    double gap = 0;          // p
  };
  void judge(Stop& stop, double restitution, double speed, double rate) const;
  bool let_go(const NetworkSeries::Given& hit, const Behind& behind, const std::vector<double>& plastic);
  bool judge_opening(const Behind& behind);
  bool judge_friction(const Behind& behind, std::size_t branch);
  std::vector<PressedFriction::Slip> slips_of(const Behind& behind) const;
  double share_of(const NetworkSeries::Given& hit, const Behind& behind,
                  const std::vector<double>& plastic) const;
  double energy_between(const NetworkSeries::Given& network, std::span<const double> a,
                        std::span<const double> b) const;

  NetworkSeries& series_;
  const std::vector<NetworkBranch>& branches_;
  std::vector<Stop> stops_;
  std::vector<NetworkLaw> laws_;
  std::vector<double> none_, speeds_;
  std::vector<double> thrown_, pushed_;  // states with the impulses of friction that slips, and these
  bool any_ = false, settled_ = true;
};

}  // namespace sim
