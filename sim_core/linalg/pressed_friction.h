#pragma once
// Friction at contacts in a linear network: what a branch takes up while it slips is a share of what presses,
//
//   F_k = s_k N_k,   s_k = way_k mu_k,
//
// with N_k what goes through its contact (a one-way branch that holds), N = N0 + G F by the rest of the
// network. F works like a force that is given: contacts hold along their normals whatever the friction is. So
// N0 and the columns of G come from the network with these branches prescribed (network_series.h), and F from
// (1 - S G) F = S N0; its derivative from that of N0 likewise. Impulses are to one another as forces are.
//
// Impacts: Moreau's law, with the cone of friction for impulses. The plastic impact ends with speeds u for
// which
//
//   u_n >= 0, P_n >= 0, u_n P_n = 0,   |P_t| <= mu P_n,   u_t and P_t opposed, |P_t| = mu P_n where u_t != 0;
//
// its ways are found by the search of SwitchingNetwork. It takes no less energy than 1/2 |u - u_before|^2.
// Where the stops then open (network_impacts.h) friction has the same cone for both impulses together.
//
// J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, in: J. J. Moreau, P. D.
// Panagiotopoulos (eds.), Nonsmooth Mechanics and Applications, Springer 1988, pp. 1-82; C. Glocker, F.
// Pfeiffer, Multiple impacts with friction in rigid multibody systems, Nonlinear Dynamics 7 (1995) 471-497.
#include <vector>

#include "sim_core/linalg/network_series.h"

namespace sim {

class PressedFriction {
 public:
  PressedFriction(NetworkSeries& series, const std::vector<NetworkBranch>& branches);

  struct Slip {
    std::size_t branch = 0;
    double share = 0;    // s
    double impulse = 0;  // that it has passed before, beyond its share
  };
  // Whether there is such friction at all.
  bool any() const { return any_; }

  // Begins the series, with the impulses of what slips: `states` become those that they throw the masses at
  // its ends to, and `impulses` are what it passes. `given.states` are those before. False: no numbers fit.
  bool begin(const NetworkSeries::Given& given, const std::vector<Slip>& slips, std::vector<double>& states,
             std::vector<double>& impulses);
  // Sets what slips takes up in the laws, and its slopes; `given` refers to both. False: no numbers fit.
  bool find_forces(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                   std::vector<NetworkLaw>& laws, std::vector<double>& slopes);

 private:
  void find_masses(const NetworkSeries::Given& given);
  bool throw_masses(const NetworkSeries::Given& given, const std::vector<Slip>& slips,
                    std::vector<double>& states, std::vector<double>& impulses);
  bool find_columns(const NetworkSeries::Given& given, const std::vector<Slip>& slips, bool of_impulses);
  bool solve(const std::vector<Slip>& slips, std::vector<double>& f) const;
  double pressing(std::size_t friction, bool impulse) const;
  void push(const NetworkSeries::Given& given, std::size_t friction, double impulse,
            std::vector<double>& states) const;

  NetworkSeries& series_;
  const std::vector<NetworkBranch>& branches_;
  std::vector<std::size_t> first_weight_;
  struct Mass {
    std::size_t branch = 0;
    double weight = 1;
    bool is_there = false;
  };
  std::vector<Mass> mass_at_;  // by node
  bool any_ = false;
  std::vector<double> columns_, zeros_;  // G, by column
  std::vector<NetworkLaw> unit_laws_;
};

}  // namespace sim
